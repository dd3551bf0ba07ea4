package session

import (
	"fmt"
	"io"
	"os"
)

// A mapping is memory with the content of a file. Nobody else sees what is written there.
type mapping struct{ data []byte }

// readFile reads the first size bytes of a file.
func readFile(path string, size int) (*mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, size)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, fmt.Errorf("%s: want at least %d bytes: %w", path, size, err)
	}
	return &mapping{data}, nil
}

// rewriteFile makes data the content of a file, as far as it differs.
func rewriteFile(path string, data []byte) (changed bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer f.Close()
	old := make([]byte, min(compared, len(data)))
	for at := 0; at < len(data); at += compared {
		part := data[at:min(at+compared, len(data))]
		if _, err := f.ReadAt(old[:len(part)], int64(at)); err != nil {
			return changed, err
		}
		if copyChanges(old[:len(part)], part) {
			changed = true
			if _, err := f.WriteAt(part, int64(at)); err != nil {
				return changed, err
			}
		}
	}
	return changed, nil
}
