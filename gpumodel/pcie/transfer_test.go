package pcie

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// The times of copies, computed by hand: 10 µs and the bytes at 6 or 2.75 GB/s
// (PCIe 2.0), 3 or 2 GB/s (PCIe 1.1).
func TestTransfer(t *testing.T) {
	for _, test := range []struct {
		card   string
		bytes  int
		pinned bool
		want   float64
	}{
		{"GTX 280", 0, true, 10e-6},
		{"GTX 280", 6_000_000, true, 1.01e-3},
		{"GTX 280", 2_750_000, false, 1.01e-3},
		{"Tesla C1060", 64 << 20, true, 10e-6 + 67108864/6e9},
		{"8800 GTX", 3_000_000, true, 1.01e-3},
		{"8800 GTX", 2_000_000, false, 1.01e-3},
	} {
		for _, toDevice := range []bool{true, false} {
			x, err := NewTransfer(t.Context(), modeltest.Card(t, test.card), test.bytes, toDevice, test.pinned)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(x.Time-test.want) > 1e-12 {
				t.Errorf("%s, %d bytes, pinned %v: %v s, want %v", test.card, test.bytes, test.pinned, x.Time, test.want)
			}
			if want := float64(test.bytes) / test.want / 1e9; math.Abs(x.GBps()-want) > 1e-9 {
				t.Errorf("%s, %d bytes: %v GB/s, want %v", test.card, test.bytes, x.GBps(), want)
			}
		}
	}
	if _, err := NewTransfer(t.Context(), modeltest.GTX280(t), -1, true, true); err == nil {
		t.Error("a copy of -1 bytes")
	}
}

// stages are a copy in of 1 s, a kernel of 2 s and a copy out of 1 s.
func stages(d *device.Device, pinned bool) []Op {
	return []Op{
		{Transfer: &Transfer{Device: d, ToDevice: true, Pinned: pinned, Time: 1}},
		{Result: &gpumodel.Result{Device: d, Kernel: &gpumodel.Kernel{Name: "k"}, Time: 2}},
		{Transfer: &Transfer{Device: d, Pinned: pinned, Time: 1}},
	}
}

// Two chunks in two streams, with times and overlaps worked out on paper.
func TestSchedule(t *testing.T) {
	type span struct{ Start, End, Overlapped float64 }
	serial := []span{{0, 1, 0}, {1, 3, 0}, {3, 4, 0}, {4, 5, 0}, {5, 7, 0}, {7, 8, 0}}
	for _, test := range []struct {
		name    string
		engines string
		pinned  bool
		order   Order
		time    float64
		want    []span // in the order of issue
	}{
		// In, in, kernel, kernel, out, out: the second copy in runs beside the first
		// kernel, the first copy out beside the second kernel.
		{"breadth first, one copy engine", "1", true, BreadthFirst, 6,
			[]span{{0, 1, 0}, {1, 2, 1}, {1, 3, 1}, {3, 5, 1}, {3, 4, 1}, {5, 6, 0}}},
		// In, kernel, out, in, kernel, out: the first copy out waits for its kernel and
		// the second copy in waits behind it in the one engine.
		{"depth first, one copy engine", "1", true, DepthFirst, 8, serial},
		{"depth first, two copy engines", "2", true, DepthFirst, 6,
			[]span{{0, 1, 0}, {1, 3, 1}, {3, 4, 1}, {1, 2, 1}, {3, 5, 1}, {5, 6, 0}}},
		{"no copy engine", "0", true, BreadthFirst, 8,
			[]span{{0, 1, 0}, {1, 2, 0}, {2, 4, 0}, {4, 6, 0}, {6, 7, 0}, {7, 8, 0}}},
		{"pageable memory", "1", false, BreadthFirst, 8,
			[]span{{0, 1, 0}, {1, 2, 0}, {2, 4, 0}, {4, 6, 0}, {6, 7, 0}, {7, 8, 0}}},
	} {
		d, err := modeltest.GTX280(t).With("copy_engines", test.engines)
		if err != nil {
			t.Fatal(err)
		}
		line, err := Schedule(d, Issue(stages(d, test.pinned), 2, 2, test.order))
		if err != nil {
			t.Fatal(err)
		}
		var got []span
		for _, s := range line.Spans {
			got = append(got, span{s.Start, s.End, s.Overlapped})
		}
		if diff := cmp.Diff(test.want, got); diff != "" || line.Time != test.time || line.Serial != 8 {
			t.Errorf("%s: %v s of %v, want %v of 8 (-want +got)\n%s", test.name, line.Time, line.Serial, test.time, diff)
		}
	}
	other := modeltest.Card(t, "Tesla C1060")
	if _, err := Schedule(other, Issue(stages(modeltest.GTX280(t), true), 1, 1, DepthFirst)); err == nil {
		t.Error("ops of a GTX 280 were scheduled on a Tesla C1060")
	}
}

// Three chunks in two streams: rounds of two and one.
func TestIssue(t *testing.T) {
	type issued struct{ Op, Stream, Chunk int }
	ops := stages(modeltest.GTX280(t), true)[:2]
	for order, want := range map[Order][]issued{
		DepthFirst:   {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}, {1, 1, 1}, {0, 0, 2}, {1, 0, 2}},
		BreadthFirst: {{0, 0, 0}, {0, 1, 1}, {1, 0, 0}, {1, 1, 1}, {0, 0, 2}, {1, 0, 2}},
	} {
		var got []issued
		for _, x := range Issue(ops, 3, 2, order) {
			op := 0
			if x.Transfer == nil {
				op = 1
			}
			got = append(got, issued{op, x.Stream, x.Chunk})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("order %v: (-want +got)\n%s", order, diff)
		}
	}
}

// TestScheduleKernels: a pipeline's kernels run beside each other where the card runs several and they are small.
func TestScheduleKernels(t *testing.T) {
	for _, test := range []struct {
		card string
		want []float64 // the time of a pipeline of kernels of 2 s: of one block, and of as many as the GPU holds
	}{{"GTX 280", []float64{8, 8}}, {"C2050", []float64{2, 8}}, {"H100", []float64{2, 8}}} {
		d := modeltest.Card(t, test.card)
		for i, blocks := range []int{1, 8 * d.SMs} {
			r := &gpumodel.Result{Device: d, Kernel: &gpumodel.Kernel{Name: "k"}, Time: 2}
			r.Launch.Grid = gpumodel.Dim3{X: blocks, Y: 1, Z: 1}
			r.Occupancy.BlocksPerSM = 8
			line, err := Schedule(d, Issue([]Op{{Result: r}}, 4, 4, BreadthFirst))
			if err != nil {
				t.Fatal(err)
			}
			if line.Time != test.want[i] || line.Serial != 8 {
				t.Errorf("%s, %d blocks: %v s of %v, want %v of 8", test.card, blocks, line.Time, line.Serial, test.want[i])
			}
		}
	}
}
