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
			Kernel: m.Kernel("copy"), Grid: gpumodel.Dim3{X: n / 128, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 128, Y: 1,
				Z: 1}, Shared: shared, Args: []any{out, in, int64(n)},
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

const stencilKernel = `
__global__ void stencil(float *out, const float *in, int n) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z + 1;
	if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1) return;
	const float *p = in + (z * n + y) * n + x;
	out[(z * n + y) * n + x] = 6 * p[0] - p[1] - p[-1] - p[n] - p[-n] - p[n * n] - p[-n * n];
}`

// What a stencil has in flight is the time of its loads, each from its departure to its return, over the
// observed time, wherever the observation begins and ends. Its loads meet on lines, halves of which are on
// their way already. Each that has departed comes back.
func TestStencilInFlight(t *testing.T) {
	m, err := gpumodel.Compile("stencil.cu", stencilKernel, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n, layers = 128, 4
	in, _ := gpumodel.NewArray(gpumodel.Float32, n*n*(layers+2))
	out, _ := gpumodel.NewArray(gpumodel.Float32, n*n*(layers+2))
	for _, card := range []string{"C2050", "K20X", "V100", "T4", "A100 40GB", "H100 SXM", "B200"} {
		d := modeltest.Card(t, card)
		for _, waves := range []int{1, 2, 1000} {
			o, err := Observe(t.Context(), d, gpumodel.Launch{
				Kernel: m.Kernel("stencil"), Grid: gpumodel.Dim3{X: n / 32, Y: n / 8, Z: layers}, Block: gpumodel.Dim3{X: 32, Y: 8,
					Z: 1}, Args: []any{out, in, int64(n)},
			}, 0, waves)
			if err != nil {
				t.Fatal(err)
			}
			least := float64(d.L2HitClocks) / (d.ClockMHz * 1e6) / 2 // some are on their way when they are asked for
			if f := o.InFlight(); f.Seen < least || f.Had() <= 0 || f.Reads <= 0 || f.Reads > 1 {
				t.Errorf("%s, %d waves: %.4g bytes in flight, a load takes %.3g s, %.2f are loads", card, waves, f.Had(), f.Seen, f.Reads)
			}
		}
	}
}
