package isa

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
)

func k20x(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Get("K20X")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestKeplerListing is the listing of a sum of vectors, spelt as cuobjdump does for
// sm_35: parameters from c[0x0][0x140] on, the size of the block at c[0x0][0x28], what the
// registers are called. An instruction of 0 clocks shares the slot of the next one.
func TestKeplerListing(t *testing.T) {
	got := lower(t, k20x(t), `__global__ void add(float *c, const float *a, const float *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}`).String()
	want := `// add, compute capability 3.5: 6 registers, 0 bytes shared memory, 0 bytes local memory
    0    0  S2R R0, SR_CTAID.X
    1    1  S2R R1, SR_TID.X
    2    1  IMAD R1, R0, c[0x0][0x28], R1                            // line 2
    3    1  ISETP.LT.AND P0, PT, R1, c[0x0][0x158], PT               // line 3
    4    1  @!P0 BRA L13
    5    1  MOV R0, 0x4
    6    2  IMAD.WIDE R2, R1, R0, c[0x0][0x148]  (2 instructions)    // line 4
    7    1  LD.E R2, [R2]
    8    2  IMAD.WIDE R4, R1, R0, c[0x0][0x150]  (2 instructions)
    9    1  LD.E R3, [R4]
   10    1  FADD R2, R2, R3
   11    2  IMAD.WIDE R0, R1, R0, c[0x0][0x140]  (2 instructions)
   12    1  ST.E [R0], R2
L13:
   13    1  EXIT                                                     // line 3
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
