package gpu

import (
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
)

// Inspection is what the values of this package show under the cursor and for ?name.
// All of it may be asked for while a cell runs.

// Inspection shows the results as a cell does.
func (r *Result) Inspection(int) map[string]any {
	data, _ := r.MIMEBundle()
	return data
}

// Inspection shows all counters.
func (k *Counters) Inspection(int) map[string]any {
	data, _ := k.table(true).MIMEBundle()
	return data
}

// Inspection shows the figures of the GPU; with detail every constant.
func (g *GPU) Inspection(detail int) map[string]any {
	d := g.device
	data, _ := figure.Device(d).MIMEBundle()
	if detail == 0 {
		return data
	}
	all, _ := figure.Sources(d).MIMEBundle()
	return joined(data, all)
}

// shownBlocks are the sizes of blocks whose occupancy is shown for a kernel that has
// no usual one.
var shownBlocks = []gpumodel.Dim3{{X: 64, Y: 1, Z: 1}, {X: 128, Y: 1, Z: 1}, {X: 192, Y: 1, Z: 1}, {X: 256, Y: 1, Z: 1},
	{X: 384, Y: 1, Z: 1}, {X: 512, Y: 1, Z: 1}}

// Inspection shows what the kernel needs on the session's device and the occupancy.
func (k *Kernel) Inspection(int) map[string]any {
	data, _ := k.MIMEBundle()
	if k.kernel.Template() {
		return data
	}
	blocks := shownBlocks
	if k.program != nil {
		blocks = []gpumodel.Dim3{k.program.Block}
	}
	d := k.library.device()
	t := figure.BlockSizes(k.kernel, d, blocks)
	if len(t.Rows) == 0 {
		return data
	}
	table, _ := t.MIMEBundle()
	return joined(data, table)
}

// joined is one bundle after the other, in the forms of text that both have.
func joined(a, b map[string]any) map[string]any {
	data := map[string]any{}
	for form, x := range a {
		s, ok1 := x.(string)
		t, ok2 := b[form].(string)
		if ok1 && ok2 && strings.HasPrefix(form, "text/") {
			data[form] = s + "\n" + t
		}
	}
	return data
}
