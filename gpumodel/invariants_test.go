package gpumodel_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// throughputs are what no launch has more than 100 % of.
var throughputs = []string{"dram__throughput", "lts__throughput", "l1tex__throughput", "sm__throughput"}

// holdsInvariants: no unit does more than it can, and no counter is below 0; what is written and not written back is at most the L2, once
// for the launch.
func (x *launched) holdsInvariants(t *testing.T, name string) {
	t.Helper()
	r, d := x.result, x.result.Device
	for _, unit := range throughputs {
		if v := r.Counters.Value(unit + ".avg.pct_of_peak_sustained_elapsed"); v > 100*(1+1e-9) {
			t.Errorf("%s: %s is %.5g %%", name, unit, v)
		}
	}
	for _, n := range counter.Names() {
		if v := r.Counters.Value(n); v < 0 {
			t.Errorf("%s: %s is %v", name, n, v)
		}
	}
	o := r.Counted.Outcome
	if l2 := int64(d.L2KB) << 10; 32*max(o.L2.Owed, -o.L2.Owed) > l2 || o.Behind.Write+o.Behind.Read > l2 {
		t.Errorf("%s: %d bytes are written and not written back, the DRAM has %+v to do; the L2 has %d bytes", name, 32*o.L2.Owed, o.Behind, l2)
	}
}

// inFlight: loads take time, and some of it in each moment that is observed.
func (k *randomLaunch) inFlight(t *testing.T, d *device.Device, kernel *Kernel) {
	t.Helper()
	m := k.machine(t, d, kernel, false, false)
	if m.Writes() {
		return // no part of it can be run alone
	}
	p, err := kernel.Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	occupancy, err := isa.Occupy(d, k.block.Count(), p.Registers, p.SharedBytes)
	if err != nil {
		t.Fatal(err)
	}
	o, err := timing.Observe(t.Context(), timing.Config{
		Device: d, Blocks: k.grid.Count(), GridX: k.grid.X, BlocksPerSM: occupancy.BlocksPerSM, WarpsPerBlock: (k.block.Count() + d.WarpSize - 1) / d.WarpSize,
		SharedPerSM: occupancy.BlocksPerSM * (p.SharedBytes + d.SystemShared),
	}, m, 0, 2*occupancy.BlocksPerSM)
	if errors.Is(err, warp.ErrTogether) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if f := o.Loads; f.Count < 0 || f.Bytes < 0 || f.Time < 0 || f.Count > 0 && f.Time == 0 || o.Stored < 0 {
		t.Errorf("loads in flight are %+v, %d bytes were stored", f, o.Stored)
	}
}

// workCards are those on which more work is compared with less: of all memory systems.
var workCards = []string{"GTX 280", "C2050", "K20X", "V100", "T4", "A100 40GB", "H100 SXM"}

// noLess compares a launch with one that does more. A short launch takes as long as its slowest load, and which
// one meets the refresh of a bank or a batch of writes is chance: that is a memory latency more or less.
func noLess(t *testing.T, d *device.Device, what string, less, more *Result) {
	t.Helper()
	chance := float64(d.MemoryLatencyClocks) / (d.ClockMHz * 1e6)
	if chance+more.Time*(1+more.Uncertainty) < less.Time*(1-less.Uncertainty) {
		t.Errorf("%s: %s takes %.4g s ± %.2g %% (%.2g simulated), less work %.4g s ± %.2g %% (%.2g simulated)", d.Name, what,
			more.Time, 100*more.Uncertainty, more.Sampled, less.Time, 100*less.Uncertainty, less.Sampled)
	}
}

// TestMoreBlocks: a random kernel takes no less time with more blocks, sampled or not.
func TestMoreBlocks(t *testing.T) {
	for seed := range tier.Pick[uint64](3, 6, 140) {
		k := newRandomLaunch(1000+seed, 4)
		m, err := Compile("random.cu", k.source, k.options)
		if err != nil {
			t.Fatalf("%v\n%s", err, k.source)
		}
		r := rand.New(rand.NewPCG(37, seed))
		d := modeltest.Card(t, workCards[int(seed)%len(workCards)])
		if !k.fits(t, d, m.Kernels[0]) {
			continue
		}
		x := k.grid.X
		for _, exact := range []bool{false, true} {
			if k.long && exact {
				continue
			}
			var last *Result
			for _, grid := range []int{x, x + 1 + r.IntN(x), 2*x + r.IntN(2*x), 5 * x} {
				k.grid.X = grid
				now := k.launch(t, d, m.Kernels[0], Sample, exact).result
				if last != nil {
					noLess(t, d, fmt.Sprintf("seed %d, exact %v, %d blocks instead of %d", seed, exact, now.Launch.Grid.Count(),
						last.Launch.Grid.Count()), last, now)
				}
				last = now
			}
			k.grid.X = x
		}
		if t.Failed() {
			t.Fatalf("blocks of %v:\n%s", k.block, k.source)
		}
	}
}

// loopKernels do more the larger n is: for issue, for DRAM, for the L2, for shared memory, and for less work
// from block to block.
var loopKernels = map[string]string{
	"arithmetic": `for (int i = 0; i < n; i++) x = x * 1.5f + i;`,
	"loads":      `for (int i = 0; i < n; i++) x += in[(t + i * all) & mask];`,
	"one line":   `for (int i = 0; i < n; i++) x += in[(i * 32) & mask];`,
	"stores":     `for (int i = 0; i < n; i++) out[(t + i * all) & mask] = x;`,
	"shared":     `for (int i = 0; i < n; i++) { s[threadIdx.x] = x; __syncthreads(); x += s[(threadIdx.x * 3 + i) & 127]; __syncthreads(); }`,
	"triangle":   `for (int i = 0; i < n; i++) for (int j = 0; j < (i & 7); j++) x += in[(t + i * j) & mask];`,
	"by block":   `for (int i = 0; i < n + (blockIdx.x & 7); i++) x += in[(t + i * all) & mask];`,
}

// TestMoreIterations: a loop takes no less time with more iterations. Their numbers are multiples of 16, as many
// as are taken at a time: what remains of other numbers goes one load after the other, so that 15 iterations may take
// longer than 33.
func TestMoreIterations(t *testing.T) {
	tier.Check(t)
	const words, threads = 1 << 18, 128
	for _, name := range tier.Sample(t, slices.Sorted(maps.Keys(loopKernels)), 2) {
		body := loopKernels[name]
		k := modeltest.Compile(t, strings.Replace(`__global__ void loop(float *out, const float *in, int n, int mask) {
	__shared__ float s[128];
	int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	float x = s[threadIdx.x] = in[t & mask];
	BODY
	out[t & mask] = x + s[threadIdx.x];
}`, "BODY", body, 1))
		for i, cardName := range workCards {
			if tier.Pick(true, true, false) && (i+len(name))%len(workCards) > 0 {
				continue // one card for each loop; all of them in the long tier
			}
			d := modeltest.Card(t, cardName)
			for _, blocks := range []int{d.SMs, 5*d.SMs + 3} {
				var last *Result
				for _, n := range []int{16, 32, 64, 304} {
					r, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1}, Mode: Sample,
						Args: []any{modeltest.Zeros(t, Float32, words), modeltest.Zeros(t, Float32, words), int64(n), int64(words - 1)}})
					if err != nil {
						t.Fatal(err)
					}
					if last != nil {
						noLess(t, d, fmt.Sprintf("%s in %d blocks, n = %d", name, blocks, n), last, r)
					}
					last = r
				}
			}
		}
	}
}
