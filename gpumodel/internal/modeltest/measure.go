package modeltest

import (
	"fmt"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// Measure runs a statement many times in each of warps warps of every SM, and
// returns the clocks that it takes an SM per warp. It compares two lengths of the
// unrolled loop over k, so that everything else drops out. The barrier keeps the
// compiler from taking anything out of the outer loop; y, e and j are registers.
func Measure(t testing.TB, d *device.Device, statement string, warps int) float64 {
	t.Helper()
	const n, short, long = 10, 32, 96
	block := gpumodel.Dim3{X: 32 * min(warps, 16), Y: 1, Z: 1}
	blocks := warps * 32 / block.X
	run := func(length int) float64 {
		m, err := gpumodel.Compile("measure.cu", fmt.Sprintf(`__global__ void measure(float *out, const float *in, int n, double f)
{
    __shared__ float s[%d];
    s[threadIdx.x] = in[threadIdx.x];
    float x = in[threadIdx.x], y = in[threadIdx.x + 1];
    double d = x, e = y + f;
    int i = threadIdx.x, j = i + n;
    for (int r = 0; r < n; r++) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < %d; k++) {
            %s;
        }
    }
    out[threadIdx.x] = x + (float)d + i;
}`, max(block.X, long), length, statement), gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: d.SMs * blocks, Y: 1, Z: 1}, Block: block, Mode: gpumodel.Sample,
			Args: []any{Zeros(t, gpumodel.Float32, 512), Zeros(t, gpumodel.Float32, 513), int64(n), 0.5}}
		r, err := gpumodel.Run(t.Context(), d, l)
		if err != nil {
			t.Fatal(err)
		}
		return r.Time * d.ClockMHz * 1e6
	}
	return (run(long) - run(short)) / (n * (long - short)) / float64(warps)
}
