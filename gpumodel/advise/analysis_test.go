package advise

import (
	"math"
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
)

// The words of the lecture's first two programs, counted by hand for a half-warp
// of a launch over n × n: 32 n flops, and 16 words stored. The naive one reads for
// every k one word of A that all threads share (32 bytes on the bus) and 16 of B;
// the tiled one 32 words for every tile of 16.
func TestAnalyze(t *testing.T) {
	const n = 128
	for _, test := range []struct {
		program                string
		asked, distinct, moved float64
		published              float64 // the slide's bound in GFLOP/s, for large n
		bound                  string
	}{
		{"matmul/naive", 32*n + 16, 17*n + 16, 24*n + 16, 66.8, "bandwidth"},
		{"matmul/tiled", 2*n + 16, 2*n + 16, 2*n + 16, 568, "bandwidth"},
	} {
		r := must(must(programs.Find(test.program)).Run(t.Context(), modeltest.GTX280(t),
			programs.Run{N: n, Mode: gpumodel.Sample, Check: gpumodel.Sample}))
		a := Analyze(r)
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"flops", a.Flops, 2 * n * n * n},
			{"flops per word asked for", a.FlopsPerWordAsked(), 32 * n / test.asked},
			{"flops per distinct word", a.FlopsPerWord(), 32 * n / test.distinct},
			{"flops per word moved", a.FlopsPerWordMoved(), 32 * n / test.moved},
		} {
			if math.Abs(x.got/x.want-1) > 1e-9 {
				t.Errorf("%s: %s are %v, want %v", test.program, x.name, x.got, x.want)
			}
		}
		large := test.distinct / (test.distinct - 16) // the stored words vanish beside those read
		if got := a.BandwidthGFLOPs() * large; math.Abs(got/test.published-1) > 0.02 {
			t.Errorf("%s: bandwidth allows %.1f GFLOP/s, the lecture says %.1f", test.program, got, test.published)
		}
		if a.Bound() != test.bound {
			t.Errorf("%s is bound by %s, want %s", test.program, a.Bound(), test.bound)
		}
		for _, c := range a.Ceilings {
			if c.GFLOPs < r.GFLOPs()*(1-1e-9) {
				t.Errorf("%s: %.1f GFLOP/s, above the ceiling %s of %.1f", test.program, r.GFLOPs(), c.Name, c.GFLOPs)
			}
		}
	}
	// 622.08 GFLOP/s over 141.696 / 4 words: 17.56 flops per word.
	if got := Balance(modeltest.GTX280(t)); math.Abs(got-17.561) > 0.001 {
		t.Errorf("the GTX 280 is balanced at %.3f flops per word, want 17.561", got)
	}
}

// A thread for a row: the threads of a half-warp read 16 words of A, 32 bytes
// each on the bus, and share one of B; every element of C is stored once.
func TestAnalyzeOneLoop(t *testing.T) {
	m, err := gpumodel.Compile("rows.cu", `__global__ void rows(const float *A, const float *B, float *C, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int j = 0; j < n; j++) {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += A[i * n + k] * B[k * n + j];
		C[i * n + j] = sum;
	}
}`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 128
	args := must(must(programs.Find("matmul/naive")).Launch(programs.Run{N: n})).Args
	r, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), gpumodel.Launch{Kernel: m.Kernels[0],
		Grid: gpumodel.Dim3{X: n / 64, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 64, Y: 1, Z: 1}, Args: args, Mode: gpumodel.Sample})
	if err != nil {
		t.Fatal(err)
	}
	a := Analyze(r)
	const flops = 32 * n * n // of a half-warp
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"flops per word asked for", a.FlopsPerWordAsked(), flops / (32.*n*n + 16*n)},
		{"flops per distinct word", a.FlopsPerWord(), flops / (17.*n*n + 16*n)},
		{"flops per word moved", a.FlopsPerWordMoved(), flops / (17.*8*n*n + 16*8*n)},
	} {
		if math.Abs(x.got/x.want-1) > 1e-9 {
			t.Errorf("%s are %v, want %v", x.name, x.got, x.want)
		}
	}
}

// Without global memory nothing but the peak limits; without arithmetic all
// figures are those of no arithmetic.
func TestAnalyzeExtremes(t *testing.T) {
	r := must(must(programs.Find("transpose/copy")).Run(t.Context(), modeltest.GTX280(t), programs.Run{N: 64}))
	if a := Analyze(r); a.Flops != 0 || a.FlopsPerWord() != 0 || a.Bound() != "bandwidth" {
		t.Errorf("copy: %v flops, %v per word, bound by %s", a.Flops, a.FlopsPerWord(), a.Bound())
	}
	m, err := gpumodel.Compile("none.cu", `__global__ void none(float x) { __shared__ float s[64]; s[threadIdx.x] = x * threadIdx.x + x; }`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err = gpumodel.Run(t.Context(), modeltest.GTX280(t), gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
		Block: gpumodel.Dim3{X: 64, Y: 1, Z: 1}, Args: []any{2.0}})
	if err != nil {
		t.Fatal(err)
	}
	if a := Analyze(r); !math.IsInf(a.FlopsPerWord(), 1) || a.Bound() != CeilingPeak {
		t.Errorf("no memory: %v flops per word, bound by %s", a.FlopsPerWord(), a.Bound())
	}
}

// The ceilings of the lecture: 622 for a MAD in 4 clocks, 415 in 6; and what the
// inner loops allow, as their instructions add up: naive a MAD and four
// instructions of the loop; two_outputs_transposed a move of 4 clocks for two MADs of 6.
func TestInstructionCeilings(t *testing.T) {
	perClock := 30 * 32 * 1.296 // GFLOP/s of an operation per thread in one clock
	all := DeviceCeilings(modeltest.GTX280(t))
	if len(all) != 2 || math.Abs(all[0].GFLOPs/622.08-1) > 1e-9 || math.Abs(all[1].GFLOPs/(perClock*2/6)-1) > 1e-9 {
		t.Errorf("%+v, want 622.08 and 414.72", all)
	}
	for program, want := range map[string]float64{
		"matmul/naive":                  perClock * 2 / 20, // the loads go past the cores
		"matmul/two_outputs_transposed": perClock * 4 / 16,
	} {
		a := Analyze(must(must(programs.Find(program)).Run(t.Context(), modeltest.GTX280(t),
			programs.Run{N: 64, Mode: gpumodel.Sample, Check: gpumodel.Sample})))
		got, ok := a.Inner()
		if !ok || math.Abs(got.GFLOPs/want-1) > 0.01 {
			t.Errorf("%s: %v GFLOP/s (%s), want %.1f", program, got.GFLOPs, got.Formula, want)
		}
	}
}
