package gpumodel

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/tier"
)

const saxpy = `
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}`

func compile(t testing.TB, source string) *Kernel {
	t.Helper()
	m, err := Compile("test.cu", source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m.Kernels[0]
}

func zeros(t testing.TB, dtype DType, shape ...int) *Array {
	t.Helper()
	a, err := NewArray(dtype, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A launch that the device would refuse is refused with its limit.
func TestLaunchLimits(t *testing.T) {
	k := compile(t, saxpy)
	args := []any{zeros(t, Float32, 64), zeros(t, Float32, 64), 2.0, int64(64)}
	tests := []struct {
		grid, block Dim3
		shared      int
		args        []any
		want        string
	}{
		{Dim3{0, 1, 1}, Dim3{64, 1, 1}, 0, args, "grid.x is 0: GTX 280 allows 1 to 65535"},
		{Dim3{65536, 1, 1}, Dim3{64, 1, 1}, 0, args, "grid.x is 65536: GTX 280 allows 1 to 65535"},
		{Dim3{1, 1, 2}, Dim3{64, 1, 1}, 0, args, "grid.z is 2: GTX 280 allows 1 to 1"},
		{Dim3{1, 1, 1}, Dim3{1, 1, 65}, 0, args, "block.z is 65: GTX 280 allows 1 to 64"},
		{Dim3{1, 1, 1}, Dim3{32, 32, 1}, 0, args, "block (32, 32, 1) has 1024 threads, GTX 280 allows 512"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 1 << 15, args, "32768 bytes of dynamic shared memory: GTX 280 allows 0 to 16384"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, -1, args, "-1 bytes"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 16380, args, "shared memory"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, args[:3], "saxpy takes 4 arguments"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{1.0, args[1], 2.0, int64(64)}, "argument 1, float* y: want an array"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], args[0], int64(64)}, "argument 3, float a: want a number, got an array"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], 2.0, 1.5}, "argument 4, int n: want a number, got the number 1.5"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], 2.0, int64(1) << 40}, "argument 4, int n: 1099511627776 is out of the type's range"},
	}
	for _, tt := range tests {
		l := Launch{Kernel: k, Grid: tt.grid, Block: tt.block, Shared: tt.shared, Args: tt.args}
		_, err := Run(t.Context(), gtx280(t), l)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("grid %v block %v shared %d: %v, want %q", tt.grid, tt.block, tt.shared, err, tt.want)
		}
	}
}

// An access outside an array names the line, the element and the thread.
func TestOutOfBounds(t *testing.T) {
	k := compile(t, saxpy)
	args := []any{zeros(t, Float32, 60), zeros(t, Float32, 64), 2.0, int64(64)}
	_, err := Run(t.Context(), gtx280(t), Launch{Kernel: k, Grid: Dim3{2, 1, 1}, Block: Dim3{32, 1, 1}, Args: args})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"line 5", "y[60]", "60 elements", "block (1, 0, 0)", "thread (28, 0, 0)"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

// An access before an array is told as such, and __launch_bounds__ is a limit.
func TestOtherFaults(t *testing.T) {
	before := compile(t, `__global__ void before(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x - 1]; }`)
	args := []any{zeros(t, Float32, 64), zeros(t, Float32, 64)}
	_, err := Run(t.Context(), gtx280(t), Launch{Kernel: before, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: args})
	if err == nil || !strings.Contains(err.Error(), "in[-1]") {
		t.Errorf("error %v, want in[-1]", err)
	}
	bounded := compile(t, `__global__ void __launch_bounds__(64) bounded(float *out) { out[threadIdx.x] = 1; }`)
	_, err = Run(t.Context(), gtx280(t), Launch{Kernel: bounded, Grid: Dim3{1, 1, 1}, Block: Dim3{128, 1, 1}, Args: []any{zeros(t, Float32, 128)}})
	if err == nil || !strings.Contains(err.Error(), "__launch_bounds__ of bounded allows 64") {
		t.Errorf("error %v, want the launch bounds", err)
	}
}

// A kernel that never ends stops when it is told to.
func TestEndlessKernelIsCancelled(t *testing.T) {
	k := compile(t, `__global__ void spin(volatile int *flag) { while (*flag == 0) ; }`)
	ctx, cancel := context.WithCancelCause(t.Context())
	interrupted := errors.New("interrupted")
	time.AfterFunc(20*time.Millisecond, func() { cancel(interrupted) })
	_, err := Run(ctx, gtx280(t), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{zeros(t, Int32, 1)}})
	if !errors.Is(err, interrupted) {
		t.Errorf("error %v, want %v", err, interrupted)
	}
}

// A sampled launch leaves arrays that can't be read; a full one can.
func TestPartialArrays(t *testing.T) {
	k := compile(t, saxpy)
	x, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i % 7) }, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	y := zeros(t, Float32, 1<<16)
	l := Launch{Kernel: k, Grid: Dim3{256, 1, 1}, Block: Dim3{256, 1, 1}, Args: []any{y, x, 0.5, int64(1 << 16)}, Mode: Sample}
	if _, err := Run(t.Context(), gtx280(t), l); err != nil {
		t.Fatal(err)
	}
	if err := y.Readable(); err == nil || !strings.Contains(err.Error(), "full=True") {
		t.Errorf("the sampled array is readable: %v", err)
	}
	if err := x.Readable(); err != nil {
		t.Errorf("the const array is not readable: %v", err)
	}
	l.Mode = Full
	if _, err := Run(t.Context(), gtx280(t), l); err != nil {
		t.Fatal(err)
	}
	if err := y.Readable(); err != nil || y.At(12345) != 0.5*float64(12345%7) {
		t.Errorf("y[12345] = %v, %v", y.At(12345), err)
	}
}

// The same launch gives the same result, to the bit, also beside others.
func TestDeterministic(t *testing.T) {
	const name, n = "transpose/padded", 1536
	want := runProgram(t, name, ProgramRun{N: n})
	results := make(chan float64)
	for range 4 {
		go func() { results <- runProgram(t, name, ProgramRun{N: n}).Time }()
	}
	for range 4 {
		if got := <-results; got != want.Time {
			t.Errorf("time %v, before %v", got, want.Time)
		}
	}
}

func TestPrograms(t *testing.T) {
	tier.Check(t)
	if _, err := FindProgram("transpose/paded"); err == nil || !strings.Contains(err.Error(), "transpose/padded") {
		t.Errorf("error %v does not list the programs", err)
	}
	p, err := FindProgram("transpose/padded")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []ProgramRun{{N: 0}, {N: -5}, {N: 1 << 20}, {N: 64, Block: Dim3{32, 5, 1}}, {N: 64, Block: Dim3{32, 32, 1}},
		{N: 64, Defines: map[string]string{"TILE_DIM": "16"}}} {
		if _, err := p.Run(t.Context(), gtx280(t), bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
	// Every program is right for odd sizes and for other blocks.
	blocks := map[string][]Dim3{
		"transpose":                     {{32, 8, 1}, {16, 16, 1}, {16, 4, 1}},
		"matmul/naive":                  {{128, 1, 1}, {1, 128, 1}, {16, 16, 1}, {3, 5, 1}},
		"matmul/tiled":                  {{16, 16, 1}, {8, 8, 1}, {5, 5, 1}},
		"matmul/two_outputs":            {{32, 16, 1}, {16, 8, 1}, {6, 3, 1}},
		"matmul/two_outputs_transposed": {{32, 16, 1}, {16, 8, 1}, {6, 3, 1}},
		"matmul/one_block_in_shared":    {{64, 1, 1}, {128, 1, 1}, {16, 1, 1}},
		"matmul/coarsened":              {{16, 16, 1}, {8, 8, 1}},
		"product":                       {{32, 8, 1}, {16, 16, 1}},
		"product/column_tiles":          {{16, 16, 1}, {8, 8, 1}},
		"product/corner_turning":        {{16, 16, 1}, {8, 8, 1}},
		"histogram":                     {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}},
		"reduce":                        {{256, 1, 1}, {512, 1, 1}, {96, 1, 1}, {33, 1, 1}, {7, 1, 1}, {1, 1, 1}},
		"stencil/wave":                  {{32, 16, 1}, {16, 16, 1}, {32, 8, 1}},
		"stencil/wave_two_outputs":      {{32, 8, 1}, {16, 16, 1}},
		"climate":                       {{128, 1, 1}, {256, 1, 1}, {1, 1, 1}},
		"climate/conflicts":             {{16, 16, 1}},
		"climate/padded":                {{16, 16, 1}},
		"increment":                     {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}, {1, 1, 1}},
		"runs":                          {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}, {1, 1, 1}},
		"compress":                      {{256, 1, 1}, {33, 1, 1}},
		"functions":                     {{256, 1, 1}, {33, 1, 1}},
		"literals":                      {{256, 1, 1}, {33, 1, 1}},
		"divergence":                    {{256, 1, 1}, {64, 1, 1}, {2, 1, 1}},
		"barriers/large_blocks":         {{512, 1, 1}, {64, 1, 1}},
		"barriers/small_blocks":         {{128, 1, 1}, {192, 1, 1}},
		"grid":                          {{256, 1, 1}, {33, 1, 1}},
	}
	for _, p := range Programs("") {
		of := blocks[p.Name]
		if family, _, _ := strings.Cut(p.Name, "/"); of == nil {
			of = blocks[family]
		}
		if len(of) == 0 || of[0] != p.Block {
			t.Errorf("%s: blocks %v do not begin with the usual one, %v", p.Name, of, p.Block)
		}
		for _, block := range of {
			sizes := []int{1, 33, 70, 100}
			if p.problem.form == volume {
				sizes = []int{1, 33}
			}
			for _, n := range sizes {
				if _, err := p.Run(t.Context(), oldest(t, p), ProgramRun{N: n, Block: block, Check: Full}); err != nil {
					t.Errorf("n = %d, block %v: %v", n, block, err)
				}
			}
		}
	}
}

// A macro that says how much of the result a block computes changes the grid with it.
func TestProgramMacros(t *testing.T) {
	tier.Check(t)
	p, err := FindProgram("matmul/coarsened")
	if err != nil {
		t.Fatal(err)
	}
	for coarse, blocks := range map[string]int{"1": 16 * 16, "2": 8 * 16, "4": 4 * 16, "8": 2 * 16} {
		r, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 256, Check: Full, Defines: map[string]string{"COARSE": coarse}})
		if err != nil || r.Launch.Grid.Count() != blocks {
			t.Errorf("COARSE %s: a grid of %v, want %d blocks (%v)", coarse, r.Launch.Grid, blocks, err)
		}
	}
	for _, bad := range []string{"0", "-1", "four", "100000"} {
		if _, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 64, Defines: map[string]string{"COARSE": bad}}); err == nil || !strings.Contains(err.Error(), "COARSE") {
			t.Errorf("COARSE %s: %v", bad, err)
		}
	}
}

// A block that the text cannot work with is refused with what it wants.
func TestProgramBlocks(t *testing.T) {
	for name, block := range map[string]Dim3{
		"matmul/tiled": {16, 8, 1}, "matmul/two_outputs": {16, 16, 1}, "matmul/two_outputs_transposed": {8, 8, 1},
		"matmul/one_block_in_shared": {32, 2, 1}, "transpose/tiled": {32, 7, 1},
		"increment/float": {16, 16, 1}, "divergence/warps": {33, 1, 1}, "barriers/small_blocks": {96, 1, 1},
	} {
		p, err := FindProgram(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 64, Block: block}); err == nil || !strings.Contains(err.Error(), "block") {
			t.Errorf("%s with block %v: error %v, want one that says which block", name, block, err)
		}
	}
}

// oldest is the oldest of our cards for which a program can be compiled.
func oldest(t *testing.T, p *Program) *device.Device {
	t.Helper()
	if d := gtx280(t); able(t, p, d) {
		return d
	}
	return card(t, "K20X")
}

// able reports whether a program can be compiled for a card.
func able(t *testing.T, p *Program, d *device.Device) bool {
	t.Helper()
	k, err := p.Kernel(Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = k.Lower(t.Context(), d)
	if err != nil && !strings.Contains(err.Error(), "which came with") {
		t.Fatal(err)
	}
	return err == nil
}

// The reference notices a result that is wrong in one element.
func TestReferencesNotice(t *testing.T) {
	tier.Check(t)
	for _, p := range Programs("") {
		l, err := p.launch(ProgramRun{N: 48, Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), oldest(t, p), l); err != nil {
			t.Fatal(err)
		}
		if err := p.verify(t.Context(), &l); err != nil {
			t.Error(err)
		}
		out := l.Args[p.problem.result].(*Array)
		at := max(0, out.Len()-5)
		out.Set(at, out.At(at)+1)
		if err := p.verify(t.Context(), &l); err == nil || !strings.Contains(err.Error(), "wrong result") {
			t.Errorf("%s: a wrong element was not noticed: %v", p.Name, err)
		}
	}
}

// runOn runs a kernel on the GTX 280, every thread of it.
func runOn(t testing.TB, k *Kernel, grid, block int, args ...any) *Result {
	t.Helper()
	r, err := Run(t.Context(), gtx280(t), Launch{Kernel: k, Grid: Dim3{grid, 1, 1}, Block: Dim3{block, 1, 1}, Args: args, Mode: Full})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
