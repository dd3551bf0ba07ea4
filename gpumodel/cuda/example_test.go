package cuda_test

import (
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

func ExampleParse() {
	f, err := cuda.Parse("scale.cu", `
template <int N> __global__ void scale(float *a, float s) {
  int i = blockIdx.x * N + threadIdx.x;
  a[i] *= s;
}
int main() { scale<256><<<n / 256, 256>>>(d_a, 2.0f); }
`, cuda.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	k, err := f.Instantiate(f.Kernels[0], []string{"256"})
	fmt.Println(k.Name, k.Params[0].Type, err)
	fmt.Println(f.Notes[0].Msg)
	// Output:
	// scale<256> float* <nil>
	// host function main (line 6) is skipped; it launches scale<256><<<n / 256, 256>>>(d_a, 2.0f)
}

func ExampleParse_errors() {
	_, err := cuda.Parse("reduce.cu", `__global__ void sum(float *out) {
  __shared__ float sdata[256];
  out[0] = sdat[0];
}`, cuda.Options{})
	var list token.ErrorList
	if errors.As(err, &list) {
		fmt.Println(list.Detail())
	}
	// Output:
	// reduce.cu:3:12: undeclared identifier "sdat" (did you mean "sdata"?)
	//    3 |   out[0] = sdat[0];
	//      |            ^~~~
}
