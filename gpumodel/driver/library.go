//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ebitengine/purego"
)

// open loads the first library of names that the loader finds, or one in folders.
// It returns its handle and where it was found; the error says why each was not loaded.
func open(names, folders []string) (handle uintptr, file string, err error) {
	// dlerror, which Dlopen asks, has the last error of the calling thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var reasons []error
	for _, name := range names {
		if handle, err = purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL); err == nil {
			return handle, name, nil
		}
		reasons = append(reasons, err)
	}
	for _, folder := range unique(folders) {
		for _, name := range names {
			file = filepath.Join(folder, name)
			if handle, err = purego.Dlopen(file, purego.RTLD_NOW|purego.RTLD_GLOBAL); err == nil {
				return handle, file, nil
			}
			if _, missing := os.Stat(file); !errors.Is(missing, fs.ErrNotExist) {
				reasons = append(reasons, err)
			}
		}
	}
	return 0, "", errors.Join(reasons...)
}

// A symbol is a function of a library and the variable that is to hold it.
type symbol struct {
	name     string
	function any // pointer to a func
}

// bind looks up functions of a library; RegisterFunc alone would panic.
func bind(handle uintptr, file string, symbols []symbol) error {
	for _, s := range symbols {
		address, err := purego.Dlsym(handle, s.name)
		if err != nil {
			return fmt.Errorf("%s has no %s: it is too old, or not NVIDIA's", file, s.name)
		}
		purego.RegisterFunc(s.function, address)
	}
	return nil
}
