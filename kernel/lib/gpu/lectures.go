package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
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
	t, err := figure.Published(family, name)
	if err != nil {
		return nil, valueErrorf("%v", err)
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
