package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// waysSource lets a warp go several ways, as its lanes or as the warps of a block.
const waysSource = `__global__ void k(float *out, int n, int ways, int lanes) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int way = (lanes ? i : i / 32) % ways;
	float s = i, x = out[i];
	for (int w = 0; w < ways; w++)
		if (way == w)
			for (int j = 0; j < n; j++) s += x;
	out[i] = s;
}`

// TestDivergenceIsSerialised compares a kernel whose lanes go different ways with
// its twin, whose warps do. Per warp: the outer loop has a test before it and one
// behind each of its iterations, the if one in each, the inner loop n + 1 for each
// way that is taken, all of them or one. The if parts the lanes each time, or never.
func TestDivergenceIsSerialised(t *testing.T) {
	tier.Check(t)
	const n, blocks, warps = 1000, 30, 4
	for _, ways := range []int{1, 2, 4, 8} {
		var times [2]float64
		for lanes := range times {
			r := launchSource(t, waysSource, Dim3{blocks, 1, 1}, Dim3{32 * warps, 1, 1}, 0,
				modeltest.ArrayOf(t, make([]float32, 32*warps*blocks)), int64(n), int64(ways), int64(lanes))
			times[lanes] = r.Time
			taken, divergent := 1, 0
			if lanes == 1 && ways > 1 {
				taken, divergent = ways, ways
			}
			for name, perWarp := range map[string]int{"branch": 1 + 2*ways + taken*(n+1), "divergent_branch": divergent} {
				if got, err := r.Counters.Get(name); err != nil || got != float64(perWarp*warps*blocks) {
					t.Errorf("%d ways of lanes (%d): %s is %v for each warp, want %d (%v)", ways, lanes, name, got/warps/blocks, perWarp, err)
				}
			}
		}
		// What all lanes do together is not serialised, so it is a little less.
		if ratio := times[1] / times[0]; ratio > float64(ways) || ratio < 0.95*float64(ways) {
			t.Errorf("%d ways take %.2f times as long", ways, ratio)
		}
	}
}

// chaseSource has one load of each warp in flight.
const chaseSource = `__global__ void k(int *out, const int *next, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
	for (int j = 0; j < n; j++) at = next[at];
	out[i] = at;
}`

// TestLittlesLaw reads with 4 to 32 warps on each of 30 SMs, each of which has 128
// bytes in flight; shared memory that nobody uses keeps other blocks away. Within a
// latency of 440 clocks at 1296 MHz (the lecture's) 4 warps can read 30 · 4 · 128 B,
// 45 GB/s; from 13 on the bus with its 141.7 GB/s is full. A warp's dependent
// instructions from one load to the next take time too, and requests wait for one
// another where both bounds are near: at least 70 % of the lower one are left.
func TestLittlesLaw(t *testing.T) {
	tier.Check(t)
	const sms, waves, iterations, latency, bus = 30, 2, 40, 440 / 1.296e9, 141.7e9
	last := 0.0
	for _, c := range []struct{ blocks, shared int }{{1, 12000}, {2, 7000}, {3, 5000}, {4, 3500}, {5, 2800}, {6, 2300}, {8, 0}} {
		grid := waves * sms * c.blocks
		threads := grid * 128
		next := modeltest.ArrayOf(t, modeltest.Fill(threads*(iterations+1), func(i int) int32 { return int32(i + threads) }))
		r := launchSource(t, chaseSource, Dim3{grid, 1, 1}, Dim3{128, 1, 1}, c.shared, modeltest.ArrayOf(t, make([]int32, threads)), next,
			int64(iterations))
		if r.Occupancy.BlocksPerSM != c.blocks {
			t.Fatalf("%d bytes of shared memory: %d blocks, want %d", c.shared, r.Occupancy.BlocksPerSM, c.blocks)
		}
		warps := 4 * c.blocks
		rate := float64(threads*4*iterations) / r.Time
		bound := min(sms*float64(warps)*128/latency, bus)
		if rate > bound || rate < 0.7*bound {
			t.Errorf("%d warps on an SM read %.1f GB/s, the bound is %.1f", warps, rate/1e9, bound/1e9)
		}
		if rate < 0.97*last {
			t.Errorf("%d warps on an SM read %.1f GB/s, fewer read %.1f", warps, rate/1e9, last/1e9)
		}
		last = max(last, rate)
	}
}

func launchSource(t *testing.T, source string, grid, block Dim3, shared int, args ...any) *Result {
	t.Helper()
	m, err := Compile("simt.cu", source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: m.Kernels[0], Grid: grid, Block: block, Shared: shared, Args: args,
		Mode: Full})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
