package isa

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
)

// TestAtomicResult: an atomic has a register for what it has found only where somebody reads that. cuobjdump then
// calls it RED, or gives it RZ in shared memory.
func TestAtomicResult(t *testing.T) {
	source := `__global__ void k(int *a, int *out) {
	__shared__ int s[32];
	s[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&s[a[2]], 1);
	int was = atomicMax(&s[a[3]], 2);
	atomicOr(a, 3);
	out[threadIdx.x] = was + atomicAnd(a + 1, 4);
}`
	atomics := regexp.MustCompile(`(ATOMS?|ATOMG|REDG?)\.\S+( R\w+)?`)
	for _, x := range []struct {
		card string
		want []string
	}{
		{"K20X", []string{"ATOMS.ADD RZ", "ATOMS.MAX R", "RED.E.OR", "ATOM.E.AND R"}},
		{"H200", []string{"ATOMS.POPC.INC.32 RZ", "ATOMS.MAX R", "REDG.E.OR", "ATOMG.E.AND R"}},
	} {
		d, err := device.Get(x.card)
		if err != nil {
			t.Fatal(err)
		}
		p := lower(t, d, source)
		got := atomics.FindAllString(p.String(), -1)
		for i := range got {
			got[i] = regexp.MustCompile(` R\d+`).ReplaceAllString(got[i], " R")
		}
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.card, diff)
		}
		if !p.TakesTickets() {
			t.Errorf("%s: nobody is said to look at what an atomic on global memory has found", x.card)
		}
		if q := lower(t, d, "__global__ void k(int *a) { atomicAdd(a, 1); }"); q.TakesTickets() {
			t.Errorf("%s: somebody is said to look at what an atomic has found whose result nobody reads", x.card)
		}
	}
}
