package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"
)

// begun is when this process began, nearly.
var begun = time.Now()

// Version is a SHA-256 of the program that runs. Whatever changes the model changes it, and so does what is not committed yet.
func Version() (string, error) {
	name := "/proc/self/exe" // which is the program that runs even if another one was built in its place
	if runtime.GOOS != "linux" {
		var err error
		if name, err = os.Executable(); err != nil {
			return "", err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if info.ModTime().After(begun) && runtime.GOOS != "linux" {
		return "", errors.New("the program's file has changed since it was started")
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("the program's file cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
