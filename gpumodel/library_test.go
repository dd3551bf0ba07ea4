package gpumodel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/ir"
)

// TestHalfArithmetic: operators and functions of halves round once, as the hardware's do.
func TestHalfArithmetic(t *testing.T) {
	m, err := Compile("half.cu", `#include <cuda_fp16.h>
__global__ void k(unsigned short *out, const unsigned short *in, int n) {
	int i = threadIdx.x;
	if (i >= n) return;
	const half *h = (const half *)in;
	half a = h[3 * i], b = h[3 * i + 1], c = h[3 * i + 2];
	half d = a;
	d *= b;
	half2 p = __hfma2(make_half2(a, b), make_half2(b, c), make_half2(c, a)), q = -p;
	half r[] = {a + b, a - b, d, a / b, __hfma(a, b, c), __hmul(c, b), p.x, p.y, q.y, __hmax(a, b), a < b ? a : b, __hadd2(p, q).x};
	for (int j = 0; j < 12; j++) out[12 * i + j] = __half_as_ushort(r[j]);
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 256
	r := rand.New(rand.NewPCG(1, 2))
	in, out := make([]uint16, 3*n), make([]uint16, 12*n)
	for i := range in {
		in[i] = uint16(r.IntN(1 << 16))
		if i%2 == 0 { // of like size, so that sums round
			in[i] = in[i]&0x8fff | 0x3000
		}
	}
	runOnce(t, m.Kernels[0], n, out, in, int64(n))
	for i := range n {
		a, b, c := ir.HalfValue(in[3*i]), ir.HalfValue(in[3*i+1]), ir.HalfValue(in[3*i+2])
		least := b
		if a < b {
			least = a
		}
		most := math.Max(a, b)
		switch {
		case a != a:
			most = b
		case b != b:
			most = a
		}
		first, second := math.FMA(a, b, c), math.FMA(b, c, a)
		zero := 0.0
		if f := ir.HalfValue(ir.HalfBits(first)); f != f || math.IsInf(f, 0) {
			zero = math.NaN()
		}
		want := []float64{a + b, a - b, a * b, a / b, first, c * b, first, second, -second, most, least, zero}
		for j, w := range want {
			got := ir.HalfValue(out[12*i+j])
			if w := ir.HalfValue(ir.HalfBits(w)); got != w && !(got != got && w != w) {
				t.Fatalf("a = %v, b = %v, c = %v: result %d is %v, want %v", a, b, c, j, got, w)
			}
		}
	}
}

// TestVectorOperators: helper_math.h of the CUDA samples, and complex numbers.
func TestVectorOperators(t *testing.T) {
	m, err := Compile("vectors.cu", `#include "helper_math.h"
#include <cuComplex.h>
__global__ void k(float *out) {
	float4 a = make_float4(1.0f) + 2.0f * make_float4(2, 1, 4, 3) - make_float4(make_int4(1, 1, 1, 1));
	a += make_float4(10);
	a /= 2.0f;
	float3 b = cross(make_float3(1, 2, 3), make_float3(4, 5, 6));
	int2 c = max(make_int2(3, 9), make_int2(5, 1)) * 2;
	cuFloatComplex p = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4));
	cuDoubleComplex q = cuCdiv(make_cuDoubleComplex(p.x, p.y), make_cuDoubleComplex(3, 4));
	float r[] = {a.x, a.w, b.x, b.y, b.z, (float)c.x, (float)c.y, dot(a, a), length(make_float2(3, 4)), clamp(7.0f, 0.0f, 5.0f), lerp(2.0f, 4.0f, 0.25f),
		cuCrealf(p), cuCimagf(p), (float)q.x, (float)q.y, cuCabsf(make_cuFloatComplex(3, 4)), normalize(make_float3(0, 0, 2)).z};
	for (int i = 0; i < 17; i++) out[i] = r[i];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float32, 17)
	runOnce(t, m.Kernels[0], 1, out)
	if want := []float32{7, 8, -3, 6, -3, 10, 18, 49 + 36 + 81 + 64, 5, 5, 2.5, -5, 10, 1, 2, 5, 1}; !slices.Equal(out, want) {
		t.Errorf("got  %v\nwant %v", out, want)
	}
}
