package lib

import (
	"errors"
	"strings"
	"testing"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/grade"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/kernel/lib/shell"
	"warpbook.dev/kernel/lib/sweep"
	"warpbook.dev/kernel/lib/widget"
)

// TestForm: what ?name shows has the form of cell.Doc, in every room.
func TestForm(t *testing.T) {
	s := cell.New()
	devices := new(gpu.Library)
	seen := map[string]bool{}
	for _, room := range []struct {
		name    string
		install func()
	}{
		{"language", func() {}},
		{"array", func() { array.Install(s) }},
		{"gpu", func() { devices = gpu.Install(s) }},
		{"grade", func() { grade.Install(s, devices) }},
		{"sweep", func() { sweep.Install(s, devices) }},
		{"plot", func() { plot.Install(s) }},
		{"widget", func() { widget.Install(s) }},
		{"shell", func() { shell.Install(s, devices) }},
	} {
		room.install()
		for _, e := range s.Entries() {
			if seen[e.Name] || e.Doc == "" {
				continue
			}
			seen[e.Name] = true
			d := cell.ParseDoc(e.Doc)
			err := d.Check()
			if called := strings.Contains(d.Signature, "("); called && e.Returns != nil &&
				!strings.Contains(d.Returns+strings.Join(d.About, ""), "Returns ") {
				err = errors.Join(err, errors.New("no sentence \"Returns …\" says what the call returns"))
			}
			if err != nil {
				t.Errorf("?%s, of %s:\n%v", e.Name, room.name, err)
			}
		}
	}
}
