package isa

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// TestBalance: the multipliers shift where the units for integers have more to do, and not where they have most to do themselves;
// before 7.0 there is no choice. A word of a __constant__ variable needs no load into a general register.
func TestBalance(t *testing.T) {
	const random = `__global__ void k(unsigned *a) { unsigned x = a[threadIdx.x]; x ^= x << 13; x ^= x >> 17; x ^= x << 5; a[threadIdx.x] = x; }`
	const sums = `__global__ void k(float *a, int n) { float x = a[0], y = a[1], z = a[2];
		for (int i = 0; i < n; i++) { x = x * y + z; y = y * z + x; z = z * x + y; x = x * z + y; y = y * x + z; z = z * y + x; a[(int)(a[i] + x) << 3] = y; } }`
	const constant = `__constant__ float c[4]; __global__ void k(float *a) { a[threadIdx.x] = a[threadIdx.x] * c[1] + c[2]; }`
	for _, tc := range []struct{ card, source, has, lacks string }{
		{"H200", random, "IMAD.SHL.U32", "SHF.L"},
		{"C2050", random, "SHL", "IMAD.SHL"},
		{"H200", sums, "FFMA", "IMAD.SHL"},
		{"H200", constant, "ULDC.64 UR, c[0x2][c+0x0]; ", "LDC R2"},
		{"A100 80GB", constant, "c[0x2][c+0x4]", "ULDC.64 UR, "},
	} {
		d, err := device.Get(tc.card)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, in := range lower(t, d, tc.source).Code {
			text.WriteString(in.Text + "\n")
		}
		if got := text.String(); !strings.Contains(got, tc.has) || strings.Contains(got, tc.lacks) {
			t.Errorf("%s: want %q and no %q in\n%s", tc.card, tc.has, tc.lacks, got)
		}
	}
}
