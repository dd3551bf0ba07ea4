package advise

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// TestRemediesFitTheBlock: blocks of a warp or less are not advised to be smaller, and larger ones are.
func TestRemediesFitTheBlock(t *testing.T) {
	d := must(device.Get("GTX 280"))
	m := must(gpumodel.Compile("line.cu", `__global__ void line(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2 * a[i];
}`, gpumodel.Options{}))
	const few, low = "too few blocks", "low occupancy"
	for _, tc := range []struct {
		blocks, threads int
		problem, remedy string
	}{
		{256, 4, few, "in blocks of 32 or more: blocks of 4 leave 28 of the 32 lanes of a warp idle"},
		{256, 4, low, "use larger blocks: an SM holds 8 blocks at most"},
		{32, 32, few, "start more blocks: let each thread do less"},
		{4, 256, few, "start more blocks: let each thread do less, or use smaller blocks"},
	} {
		n := tc.blocks * tc.threads
		all := must(Advise(t.Context(), d, gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: tc.blocks, Y: 1, Z: 1},
			Block: gpumodel.Dim3{X: tc.threads, Y: 1, Z: 1}, Args: []any{must(gpumodel.NewArray(gpumodel.Float32, n)), int64(n)}}))
		found := false
		for _, a := range all.List {
			found = found || a.Problem == tc.problem
			if a.Problem == tc.problem && !strings.Contains(a.Remedy, tc.remedy) {
				t.Errorf("%d blocks of %d threads, %s: %q, want %q", tc.blocks, tc.threads, tc.problem, a.Remedy, tc.remedy)
			}
			if a.Problem == tc.problem && tc.threads <= d.WarpSize && strings.Contains(a.Remedy, "smaller") {
				t.Errorf("%d threads: %q", tc.threads, a.Remedy)
			}
			if a.Throughput != (a.Problem == few) {
				t.Errorf("%d blocks: the gain of %s is throughput: %t", tc.blocks, a.Problem, a.Throughput)
			}
		}
		if !found {
			t.Errorf("%d blocks of %d threads: %s is not among %v", tc.blocks, tc.threads, tc.problem, all.List)
		}
	}
}
