package figure

import (
	"cmp"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/plotting"
)

// ProfileTable sums up what the GPU did, as nvprof does: kernels and copies by the time that they took together.
func ProfileTable(r *host.Run) *plotting.Table {
	type entry struct {
		name             string
		times            int
		all, least, most float64
	}
	var entries []*entry
	total := 0.0
	for i := range r.Ops {
		op := &r.Ops[i]
		n := slices.IndexFunc(entries, func(e *entry) bool { return e.name == op.Name() })
		if n < 0 {
			n = len(entries)
			entries = append(entries, &entry{name: op.Name(), least: op.Time()})
		}
		e := entries[n]
		e.times++
		e.all += op.Time()
		e.least, e.most = min(e.least, op.Time()), max(e.most, op.Time())
		total += op.Time()
	}
	slices.SortStableFunc(entries, func(a, b *entry) int { return cmp.Compare(b.all, a.all) })
	t := &plotting.Table{
		Title: fmt.Sprintf("GPU activities on %s, modelled", r.Device.Name),
		Columns: []plotting.Column{{Name: "time (%)", Kind: plotting.Float}, {Name: "time"}, {Name: "calls", Kind: plotting.Int},
			{Name: "average"}, {Name: "min"},
			{Name: "max"}, {Name: "name"}},
	}
	for _, e := range entries {
		t.Add(plotting.Number(100*e.all/total, 3), plotting.SI(e.all, "s"), e.times, plotting.SI(e.all/float64(e.times), "s"),
			plotting.SI(e.least, "s"), plotting.SI(e.most, "s"), e.name)
	}
	return t
}
