package gpumodel_test

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// A kernel from its text to its counters: each thread reads a word two words
// away from its neighbour's, so that half of what is moved goes unused.
func Example() {
	module, err := gpumodel.Compile("every_other.cu", `
__global__ void every_other(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[2 * i];
}`, gpumodel.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	gtx280, _ := device.Get("GTX 280")
	in, _ := gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return float64(i) }, 8192)
	out, _ := gpumodel.NewArray(gpumodel.Float32, 4096)
	r, err := gpumodel.Run(context.Background(), gtx280, gpumodel.Launch{
		Kernel: module.Kernels[0], Grid: gpumodel.Dim3{X: 32, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 128, Y: 1, Z: 1},
		Args: []any{out, in},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	loads, _ := r.Counters.Get("gld_efficiency")
	stores, _ := r.Counters.Get("gst_efficiency")
	fmt.Printf("out[100] = %g\n", out.At(100))
	fmt.Printf("loads use %g %% of what they move, stores %g %%\n", loads, stores)
	// Output:
	// out[100] = 400
	// loads use 50 % of what they move, stores 100 %
}
