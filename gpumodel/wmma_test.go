package gpumodel_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

// TestWMMARounds multiplies what no float holds: terms are cut off where the largest one says.
func TestWMMARounds(t *testing.T) {
	k := modeltest.Compile(t, `#include <mma.h>
using namespace nvcuda;
__global__ void k(float *c, const half *a, const half *b) {
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	wmma::load_matrix_sync(fa, a, 16);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::load_matrix_sync(sum, c, 16, wmma::mem_row_major);
	wmma::mma_sync(sum, fa, fb, sum);
	wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}`)
	for _, test := range []struct {
		card string
		want float64
	}{ // 1 + 3 * 2^-24: three terms of half a unit in the last place of 1
		{"V100", 1},
		{"A100", 1 + math.Ldexp(1, -23)},
		{"H200", 1 + math.Ldexp(1, -23)},
	} {
		a, _ := NewArrayFunc(Float16, func(i int) float64 { return map[bool]float64{true: math.Ldexp(1, -12)}[i%16 < 3] }, 256)
		b, _ := NewArrayFunc(Float16, func(int) float64 { return math.Ldexp(1, -12) }, 256)
		c, _ := NewArrayFunc(Float32, func(int) float64 { return 1 }, 256)
		r, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{c, a, b}})
		if err != nil {
			t.Fatal(err)
		}
		if flops := r.Counted.Stats.Flops; flops != 2*16*16*16 {
			t.Errorf("%s: %d operations, want a product and a sum of each pair: %d", test.card, flops, 2*16*16*16)
		}
		if c.At(5) != test.want {
			t.Errorf("%s: 1 + 3 * 2^-24 is 1 + %g, want 1 + %g", test.card, c.At(5)-1, test.want-1)
		}
	}
}

// TestWMMARefused asks for what the model does not know.
func TestWMMARefused(t *testing.T) {
	const head = "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(float *c) { "
	for _, test := range []struct{ source, want string }{
		{"wmma::fragment<wmma::matrix_a, 16, 16, 32, half, wmma::row_major> f; wmma::load_matrix_sync(f, (half *)c, 16); }", "16 x 16 x 16, 32 x 8 x 16 or 8 x 32 x 16"},
		{"wmma::fragment<wmma::accumulator, 16, 16, 16, short> f; f.x[0] = 0; }", "float, half, int or double for the accumulator"},
		{"wmma::fragment<wmma::matrix_a, 16, 16, 16, wmma::precision::tf32, wmma::row_major> f; f.x[0] = 0; }", "tf32 of 16 x 16 x 8"},
		{`asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};" : "+f"(c[0])); }`, "with 4 registers for D and C, 4 for A and 2 for B"},
		{`asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};" : "+f"(c[0])); }`, "is not one of those that the model knows"},
	} {
		if _, err := Compile("k", head+test.source, Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.source, err, test.want)
		}
	}
	k := modeltest.Compile(t, head+`wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
	wmma::fill_fragment(f, 0.0f); wmma::fill_fragment(a, __float2half(1)); wmma::fill_fragment(b, __float2half(1));
	if (threadIdx.x < 20) wmma::mma_sync(f, a, b, f);
	wmma::store_matrix_sync(c, f, 16, wmma::mem_row_major); }`)
	for _, test := range []struct{ card, want string }{
		{"K20X", "compute capability 3.5 lacks tensor cores (nvcuda::wmma), which came with 7.0"},
		{"V100", "only some lanes of the warp multiply matrices"},
	} {
		_, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{modeltest.Zeros(t, Float32, 256)}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.card, err, test.want)
		}
	}
}

// TestMatrixCapabilities: what the tensor cores of a card lack is refused by its name.
func TestMatrixCapabilities(t *testing.T) {
	const tile = "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(int *d, const void *a) { wmma::fragment<wmma::matrix_a, SHAPE, T, wmma::row_major> fa; " +
		"wmma::fragment<wmma::matrix_b, SHAPE, T, wmma::row_major> fb; wmma::fragment<wmma::accumulator, SHAPE, SUM> fc; wmma::fill_fragment(fc, 0); " +
		"wmma::load_matrix_sync(fa, (const M *)a, 32); wmma::load_matrix_sync(fb, (const M *)a, 32); wmma::mma_sync(fc, fa, fb, fc); " +
		"wmma::store_matrix_sync((SUM *)d, fc, 32, wmma::mem_row_major); }"
	for _, test := range []struct{ card, shape, number, memory, sum, want string }{
		{"V100", "16, 16, 16", "signed char", "signed char", "int", "compute capability 7.0 lacks tensor cores for bytes, which came with 7.2"},
		{"V100", "32, 8, 16", "half", "half", "float", "compute capability 7.0 lacks mma.sync of 16 x 8 x 8 halves, which came with 7.5"},
		{"RTX 2080 Ti", "16, 16, 16", "__nv_bfloat16", "__nv_bfloat16", "float", "7.5 lacks tensor cores for bfloat16, which came with 8.0"},
		{"RTX 2080 Ti", "16, 16, 8", "wmma::precision::tf32", "float", "float", "7.5 lacks tensor cores for tf32, which came with 8.0"},
		{"RTX 2080 Ti", "8, 8, 4", "double", "double", "double", "7.5 lacks tensor cores for double, which came with 8.0"},
	} {
		source := strings.NewReplacer("SHAPE", test.shape, "SUM", test.sum, " T,", " "+test.number+",", "M *", test.memory+" *").Replace(tile)
		l := Launch{Kernel: modeltest.Compile(t, source), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{modeltest.Zeros(t, Int32, 4096), modeltest.Zeros(t, Float32, 4096)}}
		if _, err := Run(t.Context(), modeltest.Card(t, test.card), l); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s on %s: %v, want %q", test.number, test.card, err, test.want)
		}
	}
}

// TestResultsTakeTooLong: where the results alone take more than a bounded launch may take, the time is there, and the
// result says that it is a sample.
func TestResultsTakeTooLong(t *testing.T) {
	tier.Long(t)
	k := modeltest.Compile(t, `#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
__global__ void k(float *c, const half *a, int trips) {
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	wmma::load_matrix_sync(fa, a, 16);
	wmma::load_matrix_sync(fb, a, 16);
	wmma::fill_fragment(fc, 0.0f);
	for (int i = 0; i < trips; i++) wmma::mma_sync(fc, fa, fb, fc);
	wmma::store_matrix_sync(c + 256 * blockIdx.x, fc, 16, wmma::mem_row_major);
}`)
	l := Launch{Kernel: k, Grid: Dim3{4096, 1, 1}, Block: Dim3{32, 1, 1},
		Args: []any{modeltest.Zeros(t, Float32, 4096*256), modeltest.Zeros(t, Float16, 256), int64(64)}}
	r, err := Run(t.Context(), modeltest.Card(t, "H200"), l)
	if err != nil {
		t.Fatal(err)
	}
	if r.Time <= 0 || r.Unfinished == "" {
		t.Errorf("%v s, unfinished: %q", r.Time, r.Unfinished)
	}
}

// TestWMMAOfH200: sums of 64 products are those of a real H200, to the bit.
func TestWMMAOfH200(t *testing.T) {
	bits := map[string][]uint64{}
	for _, row := range tables.Rows(t, "published/measured/h200_wmma.csv") {
		for _, word := range strings.Fields(row[2]) {
			x, err := strconv.ParseUint(word, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			bits[row[0]] = append(bits[row[0]], x)
		}
	}
	k := modeltest.Compile(t, `#include <mma.h>
using namespace nvcuda;
__global__ void k(float *c, const half *a, const half *b) {
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	wmma::fill_fragment(sum, 0.0f);
	for (int i = 0; i < 64; i += 16) {
		wmma::load_matrix_sync(fa, a + i, 64);
		wmma::load_matrix_sync(fb, b + 16 * i, 16);
		wmma::mma_sync(sum, fa, fb, sum);
	}
	wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}`)
	halves := func(name string) *Array {
		a, err := NewArrayFunc(Float16, func(i int) float64 { return ir.HalfValue(uint16(bits[name][i])) }, len(bits[name]))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	c := modeltest.Zeros(t, Float32, 256)
	if _, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
		Args: []any{c, halves("A"), halves("B")}}); err != nil {
		t.Fatal(err)
	}
	for i, want := range bits["C"] {
		if got := math.Float32bits(float32(c.At(i))); uint64(got) != want {
			t.Errorf("element %d is %08x, on the card %08x", i, got, want)
		}
	}
}
