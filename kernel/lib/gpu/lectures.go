package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "published", Page: "lectures.md", Func: publishedFigures,
	Returns: exampleTable,
	Args:    face.Hints{"device": devices, "family": publishedFamilies},
	Doc: `published(family=None, device="GTX 280")
Lists the printed figures of the lectures for the built-in programs. If a figure is a range or a pair, it is a
string.

family (string, None): a family of programs; None lists all families
device (string, "GTX 280"): the GPU; None lists all GPUs

Returns a table with a row for each figure.

    p = published("transpose")
    [(r["program"], r["figure"]) for r in p if r["size"] == "4000"]`,
})

// lecturesDevice is the GPU that most lectures measured.
const lecturesDevice = "GTX 280"

func publishedFigures(c face.Call) (starlark.Value, error) {
	var family string
	var gpu starlark.Value = starlark.String(lecturesDevice)
	if err := c.Unpack("family??", &family, "device?", &gpu); err != nil {
		return nil, err
	}
	name, err := deviceName(gpu)
	if err != nil {
		return nil, err
	}
	t, err := figure.Published(family, name)
	if err != nil {
		return nil, face.ValueErrorf("%v", err)
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
	return "", face.TypeErrorf("published: device is a GPU or a name, got %s", face.Describe(v))
}
