package gpumodel

import (
	"context"
	"errors"
	"math"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestWork: what is counted in a few blocks is what the model counts.
func TestWork(t *testing.T) {
	tier.Check(t)
	d := card(t, "H200")
	for _, name := range []string{"transpose/copy", "transpose/padded", "matmul/naive", "matmul/tiled", "matmul/coarsened", "product/column_major", "grid/few_blocks", "histogram/privatised"} {
		p, err := FindProgram(name)
		if err != nil {
			t.Fatal(err)
		}
		first, err := p.Launch(ProgramRun{N: 256, Mode: Sample, Check: Sample})
		if err != nil {
			t.Fatal(err)
		}
		got := NewTwin(d, &first).Worked(t.Context())
		r, err := Run(t.Context(), d, first)
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
	d := card(t, "H200")
	m, err := Compile("late.cu", `__global__ void late(int *a) { for (int i = 0; i < a[0]; i++) a[threadIdx.x + 1] += 1; }`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewArray(Int32, 33)
	if err != nil {
		t.Fatal(err)
	}
	a.SetInt(0, 5)
	l := Launch{Kernel: m.Kernel("late"), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{a}}
	want, err := NewTwin(d, &l).Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	twin := NewTwin(d, &l)
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
