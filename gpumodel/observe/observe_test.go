package observe

import (
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

const copyKernel = `
__global__ void copy(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 2.0f;
}`

// Little's law on copies with ever more warps: as long as less is in flight than
// latency × bandwidth, a load takes hardly longer than the latency, and the throughput is
// what is in flight over it.
func TestInFlight(t *testing.T) {
	m, err := gpumodel.Compile("copy.cu", copyKernel, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 1 << 20
	in, _ := gpumodel.NewArray(gpumodel.Float32, n)
	out, _ := gpumodel.NewArray(gpumodel.Float32, n)
	d := modeltest.Card(t, "C2050")
	before := 0.0
	for i, shared := range []int{48 << 10, 24 << 10, 12 << 10, 0} { // one block on an SM, two, four, eight
		o, err := Observe(t.Context(), d, gpumodel.Launch{
			Kernel: m.Kernel("copy"), Grid: gpumodel.Dim3{X: n / 128, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 128, Y: 1, Z: 1}, Shared: shared, Args: []any{out, in, int64(n)},
		}, 0, 4)
		if err != nil {
			t.Fatal(err)
		}
		f := o.InFlight()
		if want := 128 * float64(d.SMs<<i); f.Had() > 4*want || f.Had() < want/4 {
			t.Errorf("%d blocks: %.0f bytes in flight, want about %.0f", 1<<i, f.Had(), 4*want)
		}
		if f.Had() <= before {
			t.Errorf("%d blocks: %.0f bytes in flight, not more than before", 1<<i, f.Had())
		}
		before = f.Had()
		if f.Reads < 0.45 || f.Reads > 0.55 {
			t.Errorf("%d blocks: %.2f of a copy are loads", 1<<i, f.Reads)
		}
		if f.Seen < 0.95*f.Latency || f.Rate > f.Bandwidth {
			t.Errorf("%d blocks: loads take %.3g s, the memory %.3g; %.3g of %.3g B/s", 1<<i, f.Seen, f.Latency, f.Rate, f.Bandwidth)
		}
		if f.Had() < 0.3*f.NeededReads() && f.Seen > 1.5*f.Latency {
			t.Errorf("%d blocks: a load takes %.3g s with little in flight", 1<<i, f.Seen)
		}
		t.Logf("%d blocks: had %.0f of %.0f, seen %.3g s of %.3g, %.1f GB/s", 1<<i, f.Had(), f.NeededReads(), f.Seen, f.Latency, f.Rate/1e9)
	}
}
