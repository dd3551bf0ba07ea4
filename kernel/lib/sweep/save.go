package sweep

import (
	"fmt"
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
Writes the rows to a CSV file in the folder NOTEBOOK.files beside the notebook.

path (string): name of the file

    s.save("sweep.csv")`,
})

var _ = registry.Declare(row{
	Name: "tuning.save", Page: "sweeps.md", Attr: face.Method(func(t *Tuning, c face.Call) (starlark.Value, error) { return t.save(c) }),
	Doc: `save(path)
Writes the rows to a CSV file in the folder NOTEBOOK.files beside the notebook.

path (string): name of the file

    t.save("tuning.csv")`,
})

// save writes the sweep as CSV to a file where programs write, too.
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
	files := s.gpu.Folder()
	if err := files.WriteFile(path, []byte(s.CSV())); err != nil {
		return nil, face.Errorf("OSError", "save: %v", err)
	}
	c.Run().Print(fmt.Sprintf("written in %s: %s\n", files.Own, path))
	return starlark.None, nil
}

// loadSweep reads what save has written.
func (l *library) loadSweep(c face.Call) (starlark.Value, error) {
	var path string
	if err := c.Unpack("path", &path); err != nil {
		return nil, err
	}
	if !filepath.IsLocal(path) || filepath.Ext(path) != ".csv" {
		return nil, face.ValueErrorf("load_sweep: %q: want a file below the notebook's directory that ends in .csv, as s.save(path) writes it", path)
	}
	text, err := l.gpu.Folder().ReadFile(path, maxSaved)
	if err != nil {
		return nil, face.Errorf("OSError", "load_sweep: %v", err)
	}
	t, err := figure.ReadSweep(string(text))
	if err != nil {
		return nil, face.ValueErrorf("load_sweep: %q is not a table of a sweep: %v", path, err)
	}
	return plot.NewTable(gpu.InCells(t)), nil
}

// maxSaved is more than the file of the largest sweep has.
const maxSaved = 256 << 20
