package gpumodel

import (
	"fmt"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// measure runs a statement many times in each of warps warps of every SM, and
// returns the clocks that it takes an SM per warp. It compares two lengths of the
// unrolled loop over k, so that everything else drops out. The barrier keeps the
// compiler from taking anything out of the outer loop; y, e and j are registers.
func measure(t testing.TB, d *device.Device, statement string, warps int) float64 {
	t.Helper()
	const n, short, long = 10, 32, 96
	block := Dim3{32 * min(warps, 16), 1, 1}
	blocks := warps * 32 / block.X
	run := func(length int) float64 {
		m, err := Compile("measure.cu", fmt.Sprintf(`__global__ void measure(float *out, const float *in, int n, double f)
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
}`, max(block.X, long), length, statement), Options{})
		if err != nil {
			t.Fatal(err)
		}
		l := Launch{Kernel: m.Kernels[0], Grid: Dim3{d.SMs * blocks, 1, 1}, Block: block, Mode: Sample,
			Args: []any{zeros(t, Float32, 512), zeros(t, Float32, 513), int64(n), 0.5}}
		r, err := Run(t.Context(), d, l)
		if err != nil {
			t.Fatal(err)
		}
		return r.Time * d.ClockMHz * 1e6
	}
	return (run(long) - run(short)) / (n * (long - short)) / float64(warps)
}
