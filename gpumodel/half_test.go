package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
)

// Halves in memory, in vectors, in shared memory and structs, as parameters and as bits.
func TestHalves(t *testing.T) {
	m, err := Compile("halves.cu", `#include <cuda_fp16.h>
struct Pair { half first; int second; };
template <typename T> __device__ float value(T x) { return x; }
__global__ void halves(__half *out, const half *in, half2 *pairs, float *f, unsigned short *bits, __half s)
{
    __shared__ __half tile[64];
    int i = threadIdx.x;
    tile[i] = in[i];
    __syncthreads();
    half h = tile[63 - i];
    out[i] = __float2half(__half2float(h) * 2.0f);
    float2 v = __half22float2(pairs[i]);
    pairs[i] = __floats2half2_rn(v.y, v.x + 1);
    Pair p = {h, 3};
    p.first = (float)h + __half2float(s);
    f[i] = value(p.first) + p.second;
    bits[i] = __half_as_ushort(in[i]);
    if (i == 0) pairs[1] = make_half2(__ushort_as_half(0x4200), 1.5f);
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		in, _ := NewArrayFunc(Float16, func(i int) float64 { return float64(i) / 4 }, 64)
		out, _ := NewArray(Float16, 64)
		pairs, _ := NewArrayFunc(Float16, func(i int) float64 { return float64(i) }, 64, 2)
		f, _ := NewArray(Float32, 64)
		bits, _ := NewArray(UInt16, 64)
		r, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1},
			Args: []any{out, in, pairs, f, bits, 0.25}, Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 64 {
			h := float64(63-i) / 4
			want := [5]float64{2 * h, float64(2*i + 1), float64(2*i + 1), h + 0.25 + 3, float64(ir.HalfBits(float64(i) / 4))}
			if i == 1 {
				want[1], want[2] = 3, 1.5
			}
			if got := [5]float64{out.At(i), pairs.At(2 * i), pairs.At(2*i + 1), f.At(i), bits.At(i)}; got != want {
				t.Fatalf("%s, thread %d: %v, want %v", name, i, got, want)
			}
		}
		// A pair of halves is one access of 4 bytes; in[i] is read again after the stores.
		for name, want := range map[string]float64{"gld_request": 2 + 2 + 2, "gst_request": 2 + 2 + 2 + 2 + 1} {
			if got := counted(t, r, name); got != want {
				t.Errorf("%s: %s is %v, want %v", r.Device.Name, name, got, want)
			}
		}
	}
	listing, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, "C2050"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"F2F.F32.F16", "F2F.F16.F32"} {
		if !strings.Contains(listing.String(), want) {
			t.Errorf("no %s in\n%s", want, listing)
		}
	}
}
