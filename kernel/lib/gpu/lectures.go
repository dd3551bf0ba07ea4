package gpu

import (
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "published", page: "lectures.md", fn: stateless(publishedFigures),
	returns: exampleTable,
	args:    hints{"device": devices, "family": publishedFamilies},
	doc: `published(family=None, device="GTX 280")
The figures that the lectures print for a family of programs on a GPU, as a
table of rows; device=None gives those of all. A figure that is a range or a
pair is a text.

    p = published("transpose")
    [(r["program"], r["figure"]) for r in p if r["size"] == "4000"]`,
})

func publishedFigures(c call) (starlark.Value, error) {
	var family string
	var gpu starlark.Value = starlark.String(defaultDevice)
	if err := c.unpack("family??", &family, "device?", &gpu); err != nil {
		return nil, err
	}
	name, err := deviceName(gpu)
	if err != nil {
		return nil, err
	}
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
		return nil, valueErrorf("no published figures of %q on %q (families: %s)", family, name, strings.Join(known, ", "))
	}
	return plot.NewTable(t), nil
}

// deviceName reads the name of a GPU, modelled or not; "" stands for all.
func deviceName(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.NoneType:
		return "", nil
	case *GPU:
		return v.device.Name, nil
	case starlark.String:
		if d, err := modelledGPU(string(v)); err == nil {
			return d.Name, nil
		}
		return string(v), nil
	}
	return "", typeErrorf("published: device is a GPU or a name, got %s", describe(v))
}

// printed is a number, or the text of a range or a pair.
func printed(r published.Row) any {
	if math.IsNaN(r.Figure) {
		return r.Printed
	}
	return r.Figure
}
