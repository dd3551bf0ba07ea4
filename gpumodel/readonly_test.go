package gpumodel_test

import (
	"fmt"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestReadOnlyCache counts loads of c.c. 3.5 through the cache of read-only data. Each of 14
// blocks, one for each SM, reads its 24 KB twice: from the L2 both times without that cache
// (its global loads go past the L1), once with it. The second of two warps that read the
// same line in between finds it on its way.
func TestReadOnlyCache(t *testing.T) {
	const source = `__global__ void again(float *out, %s, int n) {
	float s = 0;
	for (int pass = 0; pass < 2; pass++)
		for (int i = threadIdx.x; i < n; i += 64) s += %s;
	out[blockIdx.x * 64 + threadIdx.x] = s;
}`
	const n, blocks = 24 << 10 / 4, 14
	for _, c := range []struct {
		param, load string
		readOnly    bool
	}{
		{"const float * __restrict__ in", "in[blockIdx.x * n + i]", true},
		{"const float *in", "__ldg(&in[blockIdx.x * n + i])", true},
		{"const float *in", "in[blockIdx.x * n + i]", false},
		{"const volatile float * __restrict__ in", "in[blockIdx.x * n + i]", false},
		{"float * __restrict__ in", "in[blockIdx.x * n + i]", false},
	} {
		k := modeltest.Compile(t, fmt.Sprintf(source, c.param, c.load))
		p, err := k.Lower(t.Context(), modeltest.Card(t, "K20X"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(p.String(), "LDG.E R"); got != c.readOnly {
			t.Errorf("%s, %s: LDG is %v, want %v:\n%s", c.param, c.load, got, c.readOnly, p)
		}
		in, _ := NewArrayFunc(Float32, func(i int) float64 { return float64(i % 5) }, n*blocks)
		out := modeltest.Zeros(t, Float32, 64*blocks)
		r, err := Run(t.Context(), modeltest.Card(t, "K20X"), Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{64, 1, 1},
			Args: []any{out, in, int64(n)}, Mode: Full, Exact: true})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i := 3; i < n; i += 64 {
			sum += 2 * in.At(2*n+i)
		}
		if got := out.At(2*64 + 3); got != sum {
			t.Errorf("%s, %s: a sum is %v, want %v", c.param, c.load, got, sum)
		}
		const sectors = n * blocks / 8
		want := map[string]float64{"gld_request": 2 * n * blocks / 32, "tex_requests": 0, "tex_cache_miss": 0, "tex_cache_hit": 0,
			"l2_tex_read_misses": 0, "l2_read_transactions": 2 * sectors, "l2_read_misses": sectors}
		if c.readOnly {
			want = map[string]float64{"gld_request": 0, "tex_requests": 2 * n * blocks / 32, "tex_cache_miss": sectors,
				"tex_cache_hit": sectors, "l2_tex_read_misses": sectors, "l2_read_transactions": sectors, "l2_read_misses": sectors}
		}
		requests := 0.0
		for _, n := range r.Counted.Stats.PerInstruction.Requests {
			requests += float64(n)
		}
		if want := 2.0*n*blocks/32 + 2*blocks; requests != want { // and the stores
			t.Errorf("%s, %s: the instructions have %v requests, want %v", c.param, c.load, requests, want)
		}
		for name, want := range want {
			if got, err := r.Counters.Get(name); got != want || err != nil {
				t.Errorf("%s, %s: %s is %v, want %v (%v)", c.param, c.load, name, got, want, err)
			}
		}
	}
}
