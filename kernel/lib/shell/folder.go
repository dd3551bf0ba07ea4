package shell

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// A folder is the notebook's directory. It is all that commands reach of the computer: an os.Root keeps them below it, also where
// a link leads elsewhere.
type folder struct{ root *os.Root }

func openFolder() (*folder, error) {
	root, err := os.OpenRoot(".")
	return &folder{root}, err
}

func (f *folder) close() { f.root.Close() }

// An entry is what ls tells of a file.
type entry struct {
	name, mode string
	size       int64
	dir        bool
}

func (f *folder) stat(name string) (entry, error) {
	info, err := f.root.Stat(name)
	if err != nil {
		return entry{}, fileError(err)
	}
	return entry{name, info.Mode().String(), info.Size(), info.IsDir()}, nil
}

// list is what a directory has, in the order of the names.
func (f *folder) list(name string) (all []entry, err error) {
	entries, err := fs.ReadDir(f.root.FS(), path.Clean(name))
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			all = append(all, entry{e.Name(), info.Mode().String(), info.Size(), info.IsDir()})
		}
	}
	return all, fileError(err)
}

func (f *folder) glob(pattern string) []string {
	found, _ := fs.Glob(f.root.FS(), path.Clean(pattern))
	return found
}

// mostRead bounds the files that commands read, in bytes.
const mostRead = 64 << 20

func (f *folder) read(name string) (string, error) {
	info, err := f.root.Stat(name)
	switch {
	case err != nil:
		return "", fileError(err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a file", name)
	case info.Size() > mostRead:
		return "", fmt.Errorf("%s has %d bytes; %d are the most", name, info.Size(), mostRead)
	}
	text, err := f.root.ReadFile(name)
	return string(text), fileError(err)
}

func (f *folder) write(name string, data []byte, program bool) error {
	mode := fs.FileMode(0o644)
	if program {
		mode = 0o755
	}
	return fileError(f.root.WriteFile(name, data, mode))
}

func (f *folder) mkdir(name string, parents bool) error {
	if parents {
		return fileError(f.root.MkdirAll(name, 0o755))
	}
	return fileError(f.root.Mkdir(name, 0o755))
}

// remove removes a file, with all also a directory and what is in it.
func (f *folder) remove(name string, all bool) error {
	if all {
		return fileError(f.root.RemoveAll(name))
	}
	info, err := f.root.Lstat(name)
	if err != nil {
		return fileError(err)
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a directory", name)
	}
	return fileError(f.root.Remove(name))
}

func (f *folder) rename(from, to string) error { return fileError(f.root.Rename(from, to)) }

// readFile is the text of a file below the notebook's directory.
func readFile(name string) (string, error) {
	f, err := openFolder()
	if err != nil {
		return "", err
	}
	defer f.close()
	return f.read(name)
}

// writeFile writes a file below the notebook's directory.
func writeFile(name string, data []byte, program bool) error {
	f, err := openFolder()
	if err != nil {
		return err
	}
	defer f.close()
	return f.write(name, data, program)
}

// directory is the path of the notebook's directory.
func directory() (string, error) { return os.Getwd() }

// fileError is an error of a file without the words of the system around it.
func fileError(err error) error {
	var path *fs.PathError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &path):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", path.Path)
	}
	return fmt.Errorf("%s: %w (commands reach files below the notebook's directory, no others)", path.Path, path.Err)
}
