package figure

import (
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/plotting"
)

// Published has the figures that the lectures print of a family of programs on a GPU; empty
// names stand for all.
func Published(family, name string) (*plotting.Table, error) {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "device"}, {Name: "family"}, {Name: "program"}, {Name: "size"}, {Name: "block"},
		{Name: "figure", Kind: plotting.Float, Digits: 6}, {Name: "unit"}, {Name: "kind"}, {Name: "note"}, {Name: "seed"}}}
	var known []string
	for _, r := range published.Rows() {
		if !slices.Contains(known, r.Family) {
			known = append(known, r.Family)
		}
		if (family == "" || r.Family == family) && (name == "" || device.SameName(r.Device, name)) {
			t.Add(r.Device, r.Family, r.Program, r.Size, r.Block, printed(r), r.Unit, r.Kind, r.Note, r.Seed)
		}
	}
	if len(t.Rows) == 0 {
		return nil, errorf("no published figures of %q on %q (families: %s)", family, name, strings.Join(known, ", "))
	}
	return t, nil
}

// printed is a number, or the text of a range or a pair.
func printed(r published.Row) any {
	if math.IsNaN(r.Figure) {
		return r.Printed
	}
	return r.Figure
}
