package sweep

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "sweep.save", Page: "sweeps.md", Attr: face.Method((*Sweep).save),
	Doc: `save(path)
Writes the rows as a CSV file below the notebook's directory.

    s.save("sweep.csv")`,
})

var _ = registry.Declare(row{
	Name: "tuning.save", Page: "sweeps.md", Attr: face.Method(func(t *Tuning, c face.Call) (starlark.Value, error) { return t.save(c) }),
	Doc: `save(path)
Writes the rows as a CSV file below the notebook's directory.

    t.save("tuning.csv")`,
})

// save writes the sweep as CSV to a file below the current directory: the
// notebook's. It is the one way in which a cell writes a file, and load_sweep
// the one in which it reads one.
func (s *Sweep) save(c face.Call) (starlark.Value, error) {
	var path string
	if err := c.Unpack("path", &path); err != nil {
		return nil, err
	}
	switch {
	case !filepath.IsLocal(path):
		return nil, face.ValueErrorf("save: %q: want a path below the notebook's directory", path)
	case filepath.Ext(path) != ".csv":
		return nil, face.ValueErrorf("save: %q: the file is written as CSV; end its name in .csv", path)
	}
	if err := writeFile(path, s.CSV()); err != nil {
		return nil, face.Errorf("OSError", "save: %v", err)
	}
	return starlark.None, nil
}

// loadSweep reads what save has written.
func loadSweep(c face.Call) (starlark.Value, error) {
	var path string
	if err := c.Unpack("path", &path); err != nil {
		return nil, err
	}
	if !filepath.IsLocal(path) || filepath.Ext(path) != ".csv" {
		return nil, face.ValueErrorf("load_sweep: %q: want a file below the notebook's directory that ends in .csv, as s.save(path) writes it", path)
	}
	text, err := readFile(path)
	if err != nil {
		return nil, face.Errorf("OSError", "load_sweep: %v", err)
	}
	t, err := figure.ReadSweep(text)
	if err != nil {
		return nil, face.ValueErrorf("load_sweep: %q is no table of a sweep: %v", path, err)
	}
	return plot.NewTable(gpu.InCells(t)), nil
}

// maxSaved is more than the file of the largest sweep has.
const maxSaved = 256 << 20

func readFile(path string) (string, error) {
	root, err := os.OpenRoot(".")
	if err != nil {
		return "", err
	}
	defer root.Close()
	f, err := root.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSaved))
	return string(text), err
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
