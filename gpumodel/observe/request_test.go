package observe

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/timing"
)

// A lone load takes the latency of the memory; the second one of the same word that of the
// L1, or of the L2 where loads of global memory don't go through the L1.
func TestFollowRequest(t *testing.T) {
	m := modeltest.Must(gpumodel.Compile("chase.cu", `__global__ void chase(int *next, int *out) {
    int i = threadIdx.x;
    i = next[i];
    i = next[i + 1];
    out[threadIdx.x] = i;
}`, gpumodel.Options{}))
	for _, c := range []struct {
		card  string
		first func(timing.Path) bool
		level timing.Lookup
	}{
		{"GTX 280", func(p timing.Path) bool { return p.L1 == timing.Absent && p.L2 == timing.Absent && p.DRAM }, timing.Absent},
		{"C2050", func(p timing.Path) bool { return p.L1 == timing.Miss && p.L2 == timing.Miss && p.DRAM }, timing.Hit},
		{"K20X", func(p timing.Path) bool { return p.L1 == timing.Absent && p.L2 == timing.Miss && p.DRAM }, timing.Absent},
		{"H200", func(p timing.Path) bool { return p.L1 == timing.Miss && p.L2 == timing.Miss && p.DRAM }, timing.Hit},
	} {
		d := modeltest.Card(t, c.card)
		next := modeltest.Must(gpumodel.NewArray(gpumodel.Int32, 64)) // all 0: the second load is of element 1
		l := gpumodel.Launch{Kernel: m.Kernel("chase"), Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
			Args: []any{next, modeltest.Must(gpumodel.NewArray(gpumodel.Int32, 1))}}
		first := modeltest.Must(FollowRequest(t.Context(), d, l, RequestAt{Line: 3}))
		p := first.Path
		clocks := p.Back * d.ClockMHz * 1e6
		if !c.first(p) || p.RowHit || clocks < 0.95*float64(d.MemoryLatencyClocks) || clocks > 1.4*float64(d.MemoryLatencyClocks) {
			t.Errorf("%s: %+v takes %.0f clocks, want about %d", c.card, p, clocks, d.MemoryLatencyClocks)
		}
		last := 0.0
		for _, x := range []float64{p.Looked, p.Sent, p.AtL2, p.Queued, p.Activated, p.Start, p.Done, p.Back} {
			if x < last {
				t.Errorf("%s: %+v goes back in time", c.card, p)
			}
			last = x
		}
		second := modeltest.Must(FollowRequest(t.Context(), d, l, RequestAt{Line: 4}))
		if second.Path.L1 != c.level {
			t.Errorf("%s: the second load finds %v in the L1, want %v", c.card, second.Path.L1, c.level)
		}
		if hit := second.Path.Back * d.ClockMHz * 1e6; c.level == timing.Hit &&
			(hit < float64(d.L1HitClocks)-2 || hit > 1.5*float64(d.L1HitClocks)) {
			t.Errorf("%s: a hit takes %.0f clocks, want %d", c.card, hit, d.L1HitClocks)
		}
		if c.card == "K20X" && second.Path.L2 != timing.Hit {
			t.Errorf("%s: the second load finds %v in the L2", c.card, second.Path.L2)
		}
	}
}
