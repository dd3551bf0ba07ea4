package gpu

import (
	"fmt"
	"os"
	"path/filepath"

	"go.starlark.net/starlark"
)

// save writes the sweep as CSV to a file below the current directory: the
// notebook's. It is the one way in which a cell writes a file.
func (s *Sweep) save(c call) (starlark.Value, error) {
	var path string
	if err := c.unpack("path", &path); err != nil {
		return nil, err
	}
	switch {
	case !filepath.IsLocal(path):
		return nil, valueErrorf("save: %q: want a path below the notebook's directory", path)
	case filepath.Ext(path) != ".csv":
		return nil, valueErrorf("save: %q: the file is written as CSV; end its name in .csv", path)
	}
	if err := writeFile(path, s.CSV()); err != nil {
		return nil, &fault{"OSError", "save: " + err.Error()}
	}
	return starlark.None, nil
}

// writeFile writes a whole file: under a temporary name, then renamed. A path
// that leaves the current directory through a symbolic link is refused.
func writeFile(path, content string) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), os.Getpid()))
	if err := root.WriteFile(temporary, []byte(content), 0o666); err != nil {
		return err
	}
	if err := root.Rename(temporary, path); err != nil {
		_ = root.Remove(temporary) // the error of interest is the first one
		return err
	}
	return nil
}
