package measured_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/internal/tier"
)

// TestWork: what is counted in a few blocks is what the model counts.
func TestWork(t *testing.T) {
	tier.Check(t)
	d := modeltest.Card(t, "H200")
	for _, name := range []string{"transpose/copy", "transpose/padded", "matmul/naive", "matmul/tiled", "matmul/coarsened",
		"product/column_major", "grid/few_blocks", "histogram/privatised"} {
		p, err := programs.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		first, err := p.Launch(programs.Run{N: 256, Mode: gpumodel.Sample, Check: gpumodel.Sample})
		if err != nil {
			t.Fatal(err)
		}
		got := measured.NewTwin(d, &first).Worked(t.Context())
		r, err := gpumodel.Run(t.Context(), d, first)
		if err != nil {
			t.Fatal(err)
		}
		if got == nil {
			t.Errorf("%s: no work", name)
			continue
		}
		for _, x := range []struct {
			what       string
			got, model float64
		}{{"flops", got.Flops, r.Flops()}, {"bytes", got.Bytes, r.Counters.Value("inst_bytes_requested")}} {
			if math.Abs(x.got-x.model) > 0.01*x.model {
				t.Errorf("%s: %g %s, the model has %g", name, x.got, x.what, x.model)
			}
		}
	}
}

// TestTwinBefore: the model of a measured launch sees its arrays as they were before.
func TestTwinBefore(t *testing.T) {
	d := modeltest.Card(t, "H200")
	m, err := gpumodel.Compile("late.cu", `__global__ void late(int *a) { for (int i = 0; i < a[0]; i++) a[threadIdx.x + 1] += 1; }`,
		gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := gpumodel.NewArray(gpumodel.Int32, 33)
	if err != nil {
		t.Fatal(err)
	}
	a.SetInt(0, 5)
	l := gpumodel.Launch{Kernel: m.Kernel("late"), Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1},
		Args: []any{a}}
	want, err := measured.NewTwin(d, &l).Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	twin := measured.NewTwin(d, &l)
	twin.Replaced(a, make([]byte, a.Buffer().Size)) // the loop would not be entered now
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := twin.Modelled(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	got, err := twin.Modelled(t.Context()) // an interrupt is not kept
	if err != nil {
		t.Fatal(err)
	}
	if n := "inst_executed"; got.Counters.Value(n) != want.Counters.Value(n) {
		t.Errorf("%g instructions, want %g", got.Counters.Value(n), want.Counters.Value(n))
	}
	if a.Buffer().Load(0, 4) != 0 {
		t.Error("the model has written to the array")
	}
}
