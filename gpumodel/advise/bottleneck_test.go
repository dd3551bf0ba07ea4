package advise

import (
	"math"
	"slices"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// The vector of KTT has its names in its order, each component in [0,1], and the largest
// one is what the kernel was written for.
func TestBottlenecks(t *testing.T) {
	names := []string{"bnDRAMRead", "bnDRAMWrite", "bnL2Read", "bnL2Write", "bnTex", "bnLocal", "bnSMRead", "bnSMWrite", "bnMPparal",
		"bnGparal", "bnTailEffect",
		"bnThreads", "bnSP", "bnDP", "bnSFU", "bnCF", "bnLDST", "bnTexFu", "bnInt", "bnMisc", "bnBconv", "bnInstIssue"}
	const reads = `__global__ void k(float *out, const float *in, int n)
{
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}`
	const computes = `__global__ void k(float *out, const float *in, int n)
{
	float x = in[threadIdx.x], a = 1, b = 2, c = 3, d = 4;
	#pragma unroll
	for (int i = 0; i < 256; i++) { a = a * x + x; b = b * x + x; c = c * x + x; d = d * x + x; }
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}`
	for _, x := range []struct {
		name, source  string
		blocks, block int
		want          string
	}{
		{"reads", reads, 14 * 6, 256, "bnDRAMRead"},
		{"computes", computes, 14 * 6, 256, "bnSP"},
		{"one block", computes, 1, 32, "bnMPparal"},
	} {
		d, err := device.Get("C2050")
		if err != nil {
			t.Fatal(err)
		}
		m, err := gpumodel.Compile(x.name+".cu", x.source, gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		const n = 1 << 20
		array := func(n int) *gpumodel.Array {
			a, err := gpumodel.NewArray(gpumodel.Float32, n)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		r, err := gpumodel.Run(t.Context(), d, gpumodel.Launch{Kernel: m.Kernel("k"), Grid: gpumodel.Dim3{X: x.blocks, Y: 1, Z: 1},
			Block: gpumodel.Dim3{X: x.block, Y: 1, Z: 1},
			Args:  []any{array(x.blocks * x.block), array(n), int64(n)}, Mode: gpumodel.Sample})
		if err != nil {
			t.Fatal(err)
		}
		vector, err := Bottlenecks(r)
		if err != nil {
			t.Fatal(err)
		}
		value := map[string]float64{}
		var got []string
		most := vector[0]
		for _, b := range vector {
			got = append(got, b.Name)
			value[b.Name] = b.Value
			if math.IsNaN(b.Value) || b.Value < 0 || b.Value > 1 || b.Doc == "" {
				t.Errorf("%s: %s is %v", x.name, b.Name, b.Value)
			}
			if b.Value > most.Value {
				most = b
			}
		}
		if !slices.Equal(got, names) {
			t.Errorf("the components are %q", got)
		}
		if most.Name != x.want && !(x.blocks == 1 && value[x.want] > 0.9) {
			t.Errorf("%s: the largest is %s with %.2f, want %s (%.2f)", x.name, most.Name, most.Value, x.want, value[x.want])
		}
		for name, want := range map[string]float64{
			"bnTailEffect": 1 - float64(x.blocks)/float64((x.blocks+13)/14*14),
			"bnThreads":    max(0, 1-float64(x.blocks*x.block)/(5*448)),
		} {
			if math.Abs(value[name]-want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", x.name, name, value[name], want)
			}
		}
	}
}
