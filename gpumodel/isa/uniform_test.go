package isa

import (
	"slices"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

// TestUniformQuotients: a quotient or a root takes less time if all lanes of a warp have the same operands.
func TestUniformQuotients(t *testing.T) {
	for _, test := range []struct {
		card, body string
		uniform    []bool // of the quotients and roots in order
	}{
		{"H100", "out[0] = a / b; out[1] = sqrtf(a);", []bool{true, true}},
		{"H100", "out[0] = a / threadIdx.x; out[1] = sqrtf(a + threadIdx.x);", []bool{false, false}},
		{"H100", "out[0] = in[blockIdx.x] / b; out[1] = in[threadIdx.x] / b;", []bool{true, false}},
		{"H100", "float x = a; for (int i = 0; i < n; i++) x = b / x; out[0] = x;", []bool{true}},
		{"H100", "float x = a; if (in[threadIdx.x] > 0) x = b; __syncthreads(); out[0] = a / x;", []bool{false}},
		{"GTX 480", "out[0] = a / b; out[1] = sqrtf(a);", []bool{false, false}},
	} {
		d, err := device.Get(test.card)
		if err != nil {
			t.Fatal(err)
		}
		var got []bool
		p := lower(t, d, "__global__ void k(float *out, const float *in, float a, float b, int n) { "+test.body+" }")
		for i := range p.Code {
			in := &p.Code[i]
			if in.Op != ir.Div && in.Op != ir.Sqrt {
				continue
			}
			if got = append(got, in.Uniform); in.Uniform && in.Latency >= 57 {
				t.Errorf("%s: %s takes %d clocks, as if the lanes had other values", test.body, in.Text, in.Latency)
			}
		}
		if got = slices.Compact(got); !slices.Equal(got, slices.Compact(test.uniform)) { // a loop may be unrolled
			t.Errorf("%s on %s: the same in all lanes: %v, want %v", test.body, test.card, got, test.uniform)
		}
	}
}
