package programs

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// vectorSum runs all launches of a program on given data and returns the sum.
func vectorSum(t *testing.T, p *Program, n int, block gpumodel.Dim3, at func(i int) float64) float64 {
	t.Helper()
	first, err := p.Launch(Run{N: n, Block: block, Mode: gpumodel.Full})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		first.Args[0].(*gpumodel.Array).Set(i, at(i))
	}
	for _, l := range p.Launches(first) {
		if _, err := gpumodel.Run(t.Context(), oldest(t, p), l); err != nil {
			t.Fatal(err)
		}
	}
	sums := first.Args[2].(*gpumodel.Array)
	if err := sums.Readable(); err != nil {
		t.Fatal(err)
	}
	return sums.At(0)
}

// TestReduceResults sums random vectors with every program and compares with
// float64. An element passes through at most 16 additions of its thread, 9 levels
// of the tree, and the same again for the sums of the blocks (at most 3 additions
// here), each of which rounds by at most 2^-24 of the sum of the magnitudes.
// Integers are exact.
func TestReduceResults(t *testing.T) {
	tier.Check(t)
	for _, p := range All("reduce") {
		for _, block := range []int{256, 512, 96, 33, 1} {
			for _, n := range []int{1, 31, 1000, 4097, 12345} {
				r := modeltest.Seeded(n + block)
				values, sum, magnitude := make([]float64, n), 0.0, 0.0
				for i := range values {
					values[i] = float64(float32(2*r.Float64() - 1))
					if p.entry.Problem == "sum_int" {
						values[i] = float64(r.IntN(200_000) - 100_000)
					}
					sum += values[i]
					magnitude += math.Abs(values[i])
				}
				allowed := magnitude * 800 * 0x1p-24 // a block of one thread adds up 772 sums
				if block > 1 {
					allowed = magnitude * (16 + 9 + 9 + 25) * 0x1p-24
				}
				if p.entry.Problem == "sum_int" {
					allowed = 0
				}
				got := vectorSum(t, p, n, gpumodel.Dim3{X: block, Y: 1, Z: 1}, func(i int) float64 { return values[i] })
				if math.Abs(got-sum) > allowed {
					t.Errorf("%s, n = %d, block of %d: the sum is %v, want %v ± %.2g", p.Name, n, block, got, sum, allowed)
				}
			}
		}
	}
}

// TestReduceCounters derives counters by hand for n = 2^16 and blocks of 256
// threads: 16 blocks of 8 warps, whose threads sum 16 elements each. In two
// launches a second one sums the 16 sums in one block of 8 warps.
//
// Loads: 16 blocks × 8 warps × 16 elements = 2048 warp loads of 2 × 64 bytes; the
// second pass loads 16 words with one half-warp, one 64-byte transaction, after a
// branch that parts the first warp (i < n holds for 16 of its threads).
//
// The tree: 1 + 8 barriers of 8 warps in each block. Additions are predicated, so
// nothing parts there. With strided indices step d reads words 2d apart: min(2d, 16)
// threads of a half-warp meet in a bank. Passes beyond the first of each half-warp:
//
//	d          1   2   4   8  16  32  64  128
//	half-warps 8   4   2   1   1   1   1    1
//	conflicts  1   3   7  15   7   3   1    0   each
//	           8 + 12 + 14 + 15 + 7 + 3 + 1 = 60
//
// for each of the two loads and the store of s[i] += s[i + d].
func TestReduceCounters(t *testing.T) {
	const n, blocks = 1 << 16, 16
	const loads = blocks * 8 * 16
	type counts map[string]float64
	twice := counts{"gld_request": loads + 1, "gld_64b": 2*loads + 1, "gld_32b": 0, "gst_request": blocks + 1, "gst_32b": blocks + 1,
		"inst_barrier": 9 * 8 * (blocks + 1), "divergent_branch": 1, "shared_ld_bank_conflict": 0, "shared_st_bank_conflict": 0,
		"inst_bytes_requested": 4 * (n + blocks + blocks + 1), "atomic_transactions": 0, "launch__grid_size": blocks}
	with := func(base counts, more counts) counts {
		all := counts{}
		for _, c := range []counts{base, more} {
			for name, value := range c {
				all[name] = value
			}
		}
		return all
	}
	for name, want := range map[string]counts{
		"reduce/two_launches": twice,
		"reduce/interleaved":  twice,
		"reduce/strided":      with(twice, counts{"shared_ld_bank_conflict": 120 * (blocks + 1), "shared_st_bank_conflict": 60 * (blocks + 1)}),
		// The first thread of each block parts from its warp to write, to count and
		// to tell the others, who wait at a tenth barrier; and the last block stores
		// the sum and the counter, too.
		"reduce/last_block": with(twice, counts{"inst_barrier": 8 * (10*blocks + 9), "divergent_branch": blocks + 1, "gst_request": blocks + 2, "gst_32b": blocks + 2,
			"inst_bytes_requested": 4 * (n + blocks + blocks + 2), "inst_executed_global_atomics": blocks, "atomic_transactions": blocks}),
		// One atomic for each warp load, a transaction for each thread, 32 bytes there and back.
		"reduce/atomics": {"gld_request": loads, "gld_64b": 2 * loads, "gst_request": 0, "inst_barrier": 0, "divergent_branch": 0,
			"inst_executed_global_atomics": loads, "atomic_transactions": n, "inst_bytes_requested": 4 * n,
			"dram__bytes_read.sum": 4*n + 32*n, "dram__bytes_write.sum": 32 * n},
	} {
		r := runProgram(t, name, Run{N: n, Mode: gpumodel.Full})
		for counter, want := range want {
			if got, err := r.Counters.Get(counter); err != nil || got != want {
				t.Errorf("%s: %s is %v, want %v (%v)", name, counter, got, want, err)
			}
		}
	}
}

// The result of two launches is their sum, the second one a single block.
func TestLaunchesInTurn(t *testing.T) {
	r := runProgram(t, "reduce/two_launches", Run{N: 1 << 18})
	if len(r.Launches) != 2 {
		t.Fatalf("%d launches, want 2", len(r.Launches))
	}
	first, second := r.Launches[0], r.Launches[1]
	if r.Time != first.Time+second.Time || second.Time <= 0 || r.Launch.Grid != (gpumodel.Dim3{X: 64, Y: 1, Z: 1}) ||
		second.Launch.Grid != (gpumodel.Dim3{X: 1, Y: 1, Z: 1}) {
		t.Errorf("%g s on a grid of %v, want %g + %g s, %v and one block", r.Time, r.Launch.Grid, first.Time, second.Time, first.Launch.Grid)
	}
	for _, name := range []string{"dram__bytes_read.sum", "inst_executed", "gputime"} {
		a, _ := first.Counters.Get(name)
		b, _ := second.Counters.Get(name)
		if got, _ := r.Counters.Get(name); got != a+b || b == 0 {
			t.Errorf("%s is %v, want %v + %v", name, got, a, b)
		}
	}
	for _, b := range r.Bounds {
		if b.Share > 1 || b.Share*r.Time-b.Time > 1e-15 {
			t.Errorf("bound %s: %g s, share %g of %g s", b.Name, b.Time, b.Share, r.Time)
		}
	}
	if one := runProgram(t, "reduce/last_block", Run{N: 1 << 18}); one.Launches != nil {
		t.Errorf("last_block has %d launches", len(one.Launches))
	}
}

// A sum that was not computed in full can't be read, nor what was made from it,
// although the last launch ran every thread.
func TestSampledSum(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	for _, p := range All("reduce") {
		first, err := p.Launch(Run{N: 1 << 24})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Launches(first) {
			if r, err := gpumodel.Run(t.Context(), oldest(t, p), l); err != nil || l.Grid.X > 1 && r.Sampled == 1 {
				t.Fatalf("%s: %v, or everything was simulated", p.Name, err)
			}
		}
		if first.Args[2].(*gpumodel.Array).Readable() == nil {
			t.Errorf("%s: the sum can be read", p.Name)
		}
	}
	k := modeltest.Compile(t, `__global__ void k(const float *in, float *out) { out[0] = in[0]; }`)
	in, out := modeltest.Zeros(t, gpumodel.Float32, 1), modeltest.Zeros(t, gpumodel.Float32, 1)
	earlier := gpumodel.Launch{Kernel: k, Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
		Args: []any{modeltest.Zeros(t, gpumodel.Float32, 1), in}, Mode: gpumodel.Sample}
	if _, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), earlier); err != nil {
		t.Fatal(err)
	}
	if _, err := gpumodel.Run(t.Context(), modeltest.GTX280(t),
		gpumodel.Launch{Kernel: k, Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
			Args: []any{in, out}}); err != nil {
		t.Fatal(err)
	}
	if out.Readable() == nil {
		t.Error("what was made from a partial array can be read")
	}
}

// Blocks that take tickets differ from one another: all are simulated, so that the
// last one's sum over the others is in the time.
func TestTicketsAreSimulatedWhole(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	p, err := Find("reduce/last_block")
	if err != nil {
		t.Fatal(err)
	}
	const n = 1 << 24
	at := func(block int, mode gpumodel.Mode) *gpumodel.Result {
		r, err := p.Run(t.Context(), modeltest.GTX280(t), Run{N: n, Block: gpumodel.Dim3{X: block, Y: 1, Z: 1}, Mode: mode,
			Check: gpumodel.Sample})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	full, sampled := at(64, gpumodel.Full), at(64, gpumodel.Sample)
	if full.Sampled != 1 || sampled.Sampled == 1 {
		t.Errorf("%g of the blocks in full, %g in a sample", full.Sampled, sampled.Sampled)
	}
	for r, want := range map[*gpumodel.Result]float64{full: 0, sampled: sampled.Uncertainty} {
		if off, err := r.Counters.Uncertainty("gld_request"); err != nil || off != want {
			t.Errorf("%g of it simulated: loads are ± %g, %v, want %g", r.Sampled, off, err, want)
		}
	}
	if full.Time <= sampled.Time {
		t.Errorf("%g s with the last block's sum, %g s without", full.Time, sampled.Time)
	}
}

// TestAtomicTimes: one counter for all threads is a queue, a counter for each is
// not; in shared memory the lanes of a warp that meet at a word take turns.
func TestAtomicTimes(t *testing.T) {
	const blocks, threads = 60, 256
	d := modeltest.GTX280(t)
	run := func(source string) *gpumodel.Result {
		r, err := gpumodel.Run(t.Context(), d, gpumodel.Launch{Kernel: modeltest.Compile(t, source),
			Grid: gpumodel.Dim3{X: blocks, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: threads, Y: 1, Z: 1},
			Args: []any{modeltest.Zeros(t, gpumodel.Int32, blocks*threads)}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one := run(`__global__ void k(int *a) { atomicAdd(a, 1); }`)
	each := run(`__global__ void k(int *a) { atomicAdd(a + blockIdx.x * blockDim.x + threadIdx.x, 1); }`)
	if turns := blocks * threads * d.AtomicTurn * 1e-9; one.Time < turns || one.Time > 1.05*turns || one.Bound() != gpumodel.BoundAtomics {
		t.Errorf("one counter: %g s, bound %s, want %d turns of %g ns, %g s", one.Time, one.Bound(), blocks*threads, d.AtomicTurn, turns)
	}
	if one.Time < 10*each.Time {
		t.Errorf("one counter takes %g s, one for each thread %g s: want at least ten times as long", one.Time, each.Time)
	}
	shared := func(index string) *gpumodel.Result {
		return run(`__global__ void k(int *a) {
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = 0; i < 16; i++) atomicAdd(s + ` + index + `, 1);
	__syncthreads();
	a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}`)
	}
	apart, pairs, same := shared("threadIdx.x"), shared("threadIdx.x / 2"), shared("0")
	for _, test := range []struct {
		name string
		r    *gpumodel.Result
		want float64
	}{{"a word for each lane", apart, 0}, {"a word for two lanes", pairs, 1}, {"one word", same, 31}} {
		if got, _ := test.r.Counters.Get("shared_atomic_replays"); got != test.want*16*blocks*8 {
			t.Errorf("%s: %v replays, want %v for each of %d atomics", test.name, got, test.want, 16*blocks*8)
		}
		if got, _ := test.r.Counters.Get("shared_atomic_passes"); got != (test.want+1)*16*blocks*8 {
			t.Errorf("%s: %v passes, want %v for each of %d atomics", test.name, got, test.want+1, 16*blocks*8)
		}
	}
	if same.Time < 8*apart.Time || pairs.Time < 1.3*apart.Time {
		t.Errorf("a word for each lane: %g s, for two: %g s, one for all: %g s", apart.Time, pairs.Time, same.Time)
	}
}

// A program of two launches pays for launching twice, one of a single launch once,
// and gpu(…, launch_overhead_us=…) says how much.
func TestElapsed(t *testing.T) {
	d := *modeltest.GTX280(t)
	d.LaunchOverhead = 7
	for program, launches := range map[string]float64{"reduce/last_block": 1, "reduce/two_launches": 2, "transpose/copy": 1} {
		p, err := Find(program)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(t.Context(), &d, Run{N: 256})
		if err != nil {
			t.Fatal(err)
		}
		if got := (r.Elapsed() - r.Time) * 1e6; math.Abs(got-7*launches) > 1e-6 {
			t.Errorf("%s: launching takes %.3f us, want %v launches of 7", program, got, launches)
		}
	}
}
