package figure

import (
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/plotting"
)

// Programs has a row for each built-in program.
func Programs(programs []*programs.Program) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "program"}, {Name: "what it does"}, {Name: "lecture"}}}
	for _, p := range programs {
		t.Add(p.Name, p.Doc, p.Lecture)
	}
	return t
}

// BlockSizes has the occupancy of a kernel for each size of a block that fits.
func BlockSizes(k *gpumodel.Kernel, d *device.Device, sizes []gpumodel.Dim3) *plotting.Table {
	t := &plotting.Table{Title: "occupancy", Columns: []plotting.Column{{Name: "block"}, {Name: "blocks per SM", Kind: plotting.Int},
		{Name: "warps per SM", Kind: plotting.Int}, {Name: "occupancy"}, {Name: "limited by"}}}
	for _, b := range sizes {
		if o, err := k.Occupancy(d, b, 0); err == nil {
			t.Add(Size(b), o.BlocksPerSM, o.WarpsPerSM, plotting.Percent(o.Fraction), o.Limiter)
		}
	}
	return t
}
