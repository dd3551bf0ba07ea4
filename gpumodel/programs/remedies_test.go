package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// The remedies of SC10 ("Analysis-Driven Optimization"), each as programs before and
// after it: what the counters say, worked out by hand, and what is gained, by cards.

// gains runs the programs before and after a remedy and wants it to make them so many
// times as fast, by cards.
func gains(t *testing.T, before, after string, n int, cards map[string][2]float64) {
	t.Helper()
	for name, window := range cards {
		d := modeltest.Card(t, name)
		b := runProgramOn(t, d, before, Run{N: n, Mode: gpumodel.Sample})
		gain(t, b, runProgramOn(t, d, after, Run{N: n, Mode: gpumodel.Sample}), window[0], window[1])
	}
}

// windows are the least and the most gains of cards: the GTX 280, those of 2.0, which are much alike, and the K20X.
func windows(gt200, fermi, kepler [2]float64) map[string][2]float64 {
	return map[string][2]float64{"GTX 280": gt200, "C2050": fermi, "M2090": fermi, "K20X": kepler}
}

// runProgramOn runs a built-in program on a device.
func runProgramOn(t testing.TB, d *device.Device, name string, o Run) *gpumodel.Result {
	t.Helper()
	p, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), d, o)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	return r
}

// counters compares counters with what was worked out by hand.
func counters(t *testing.T, r *gpumodel.Result, want map[string]float64) {
	t.Helper()
	for name, want := range want {
		if got, err := r.Counters.Get(name); err != nil || got != want {
			t.Errorf("%s on %s: %s is %v, want %v (%v)", r.Kernel.Name, r.Device.Name, name, got, want, err)
		}
	}
}

// gain wants a remedy to make a program so many times as fast.
func gain(t *testing.T, before, after *gpumodel.Result, least, most float64) {
	t.Helper()
	if got := before.Time / after.Time; got < least || got > most {
		t.Errorf("%s: %s takes %.3g s, %s %.3g s: %.2f times as fast, want %g to %g",
			before.Device.Name, before.Kernel.Name, before.Time, after.Kernel.Name, after.Time, got, least, most)
	}
}

// onC2050 is a run of every thread on the C2050.
func onC2050(t *testing.T, program string, n int, block gpumodel.Dim3) *gpumodel.Result {
	t.Helper()
	return runProgramOn(t, modeltest.Card(t, "C2050"), program, Run{N: n, Block: block, Check: gpumodel.Full})
}

// A thread that walks its own run makes a warp touch 32 lines with each load, of which
// the L1 loses most before the next load; textures have smaller lines.
func TestRuns(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	const n, warps = 1 << 18, 1 << 18 / 32 / 32
	before := onC2050(t, "runs/per_thread", n, gpumodel.Dim3{})
	counters(t, before, map[string]float64{
		"gld_request": 32 * warps, "gld_transactions": 32 * 32 * warps, "gst_request": warps, "gst_transactions": warps})
	if missed, read := before.Counters.Value("l1_global_load_miss"), before.Counters.Value("l2_read_requests"); read != 4*missed ||
		missed < 32*warps {
		t.Errorf("%v lines miss in the L1 and %v sectors are read from the L2, want four for each", missed, read)
	}
	counters(t, onC2050(t, "runs/per_thread_texture", n, gpumodel.Dim3{}), map[string]float64{
		"gld_request": 0, "tex_requests": 32 * warps, "tex_cache_transactions": 32 * 32 * warps, "gst_transactions": warps})
	counters(t, onC2050(t, "runs/per_warp", n, gpumodel.Dim3{}), map[string]float64{
		"gld_request": 32 * warps, "gld_transactions": 32 * warps, "l1_global_load_miss": 32 * warps, "dram__bytes_read.sum": 4 * n})

	gains(t, "runs/per_thread", "runs/per_warp", 1<<20, windows([2]float64{15, 30}, [2]float64{8, 20}, [2]float64{7, 15}))
	gains(t, "runs/per_thread", "runs/per_thread_texture", 1<<20, windows([2]float64{1.2, 1.8}, [2]float64{1.6, 2.5}, [2]float64{1.2, 2}))
	gains(t, "runs/per_thread", "runs/per_thread_read_only", 1<<20, map[string][2]float64{"C2050": {1, 1}, "K20X": {1.6, 2.6}})
	// Past the L1 the loads move sectors of 32 bytes, not lines of 128.
	for _, name := range []string{"C2050", "M2090"} {
		before := runProgramOn(t, modeltest.Card(t, name), "runs/per_thread", Run{N: 1 << 20, Mode: gpumodel.Sample})
		gain(t, before, runProgramOn(t, modeltest.Card(t, name), "runs/per_thread",
			Run{N: 1 << 20, Mode: gpumodel.Sample, Options: gpumodel.Options{LoadCaching: "cg"}}), 1.1, 4)
	}
}

// Functions are sequences of instructions, intrinsics few; then the special function
// units are what limits. An H200 counts three times as many instructions. For sm_50, the oldest that it knows, ptxas
// 12.9 writes 54 instructions on the fast path of an iteration, and 22 with intrinsics: a factor of 2.5. Three of these
// are for the special function units, of which an SM of Fermi has 4 for 32 lanes: they take 24 clocks, and the 54 at least 54. So
// the time may fall by little more than a factor of two there.
func TestFunctions(t *testing.T) {
	gains(t, "functions/accurate", "functions/intrinsics", 1<<18, windows([2]float64{4, 8}, [2]float64{2, 5}, [2]float64{2, 5}))
	before, after := onC2050(t, "functions/accurate", 1<<18, gpumodel.Dim3{}), onC2050(t, "functions/intrinsics", 1<<18, gpumodel.Dim3{})
	if few, many := after.Counters.Value("smsp__inst_executed.sum"), before.Counters.Value("smsp__inst_executed.sum"); many < 2.2*few ||
		many > 3*few {
		t.Errorf("%v instructions with intrinsics, %v without", few, many)
	}
	if before.Bound() != gpumodel.BoundIssue || after.Bound() != gpumodel.BoundSpecial {
		t.Errorf("%s before, %s after", before.Bound(), after.Bound())
	}
}

// With a coefficient of type double each of 32 steps converts the product to double and
// the sum back.
func TestLiterals(t *testing.T) {
	const n = 1 << 14
	counters(t, onC2050(t, "literals/double", n, gpumodel.Dim3{}),
		map[string]float64{"inst_bit_convert": 64 * n, "inst_fp_32": 32 * n, "inst_fp_64": 32 * n})
	counters(t, onC2050(t, "literals/float", n, gpumodel.Dim3{}),
		map[string]float64{"inst_bit_convert": 0, "inst_fp_32": 32 * n, "inst_fp_64": 0})
	gains(t, "literals/double", "literals/float", 1<<18, windows([2]float64{15, 22}, [2]float64{3.5, 6}, [2]float64{3.5, 6}))
	gains(t, "literals/double", "literals/float", 1<<18, map[string][2]float64{"GTX 480": {6, 10}}) // a GeForce
}

// Every warp parts at the branch on the parity, none at that on the half of the block; what it
// costs is that a warp touches two lines for its 32 elements.
func TestDivergence(t *testing.T) {
	const warps = 1 << 14 / 32
	counters(t, onC2050(t, "divergence/parity", 1<<14, gpumodel.Dim3{}), map[string]float64{
		"divergent_branch": warps, "gld_request": warps, "gld_transactions": warps, "gst_request": 2 * warps})
	after := onC2050(t, "divergence/warps", 1<<14, gpumodel.Dim3{})
	counters(t, after, map[string]float64{"divergent_branch": 0, "warp_execution_efficiency": 100,
		"gld_request": warps, "gld_transactions": 2 * warps, "gst_request": warps})
	gains(t, "divergence/parity", "divergence/warps", 1<<18, windows([2]float64{1.6, 2}, [2]float64{1.6, 2}, [2]float64{1.6, 2.1}))
}

// One block of 1024 threads on an SM or eight of 128: as many warps, the same counters, but only
// the small ones load while others compute.
func TestBarriers(t *testing.T) {
	tier.Check(t)
	const n, warps = 1 << 16, 1 << 16 / 32
	large, small := onC2050(t, "barriers/large_blocks", n, gpumodel.Dim3{X: 1024, Y: 1, Z: 1}), onC2050(t, "barriers/small_blocks", n,
		gpumodel.Dim3{})
	for r, blocks := range map[*gpumodel.Result]int{large: 1, small: 8} {
		counters(t, r, map[string]float64{"inst_barrier": 2 * warps, "gld_request": warps, "gst_request": warps, "shared_load": 17 * warps})
		if o := r.Occupancy; o.BlocksPerSM != blocks || o.WarpsPerSM != 32 {
			t.Errorf("%s: %d blocks and %d warps on an SM, want %d and 32", r.Kernel.Name, o.BlocksPerSM, o.WarpsPerSM, blocks)
		}
	}
	for _, name := range []string{"C2050", "GTX 480", "M2090"} {
		large := runProgramOn(t, modeltest.Card(t, name), "barriers/large_blocks",
			Run{N: 1 << 20, Block: gpumodel.Dim3{X: 1024, Y: 1, Z: 1}, Mode: gpumodel.Sample})
		gain(t, large, runProgramOn(t, modeltest.Card(t, name), "barriers/small_blocks", Run{N: 1 << 20, Mode: gpumodel.Sample}), 1.1, 1.4)
	}
	gains(t, "barriers/large_blocks", "barriers/small_blocks", 1<<20,
		windows([2]float64{1.01, 1.2}, [2]float64{1.03, 1.2}, [2]float64{1, 1.2}))
}

// Four blocks for 14 SMs: twice the data take as long, until all SMs have one; and as much
// work in 1024 blocks is many times as fast.
func TestGrid(t *testing.T) {
	tier.Check(t)
	const n = 1 << 20
	few := onC2050(t, "grid/few_blocks", n, gpumodel.Dim3{})
	counters(t, few, map[string]float64{"launch__grid_size": 4, "gld_request": n / 32})
	counters(t, onC2050(t, "grid/many_blocks", n, gpumodel.Dim3{}), map[string]float64{"launch__grid_size": 1024, "gld_request": n / 32})
	if few.Bound() != gpumodel.BoundLatency {
		t.Errorf("four blocks are bound by %s", few.Bound())
	}
	twice := runProgramOn(t, few.Device, "grid/few_blocks", Run{N: 2 * n, Mode: gpumodel.Sample})
	if got := twice.Time / few.Time; got < 0.95 || got > 1.05 {
		t.Errorf("twice the data take %.2f times as long", got)
	}
	gains(t, "grid/few_blocks", "grid/many_blocks", n, windows([2]float64{4, 8}, [2]float64{6, 14}, [2]float64{8, 14}))
}

// Smaller numbers are fewer bytes on the bus, and a conversion for each. With 8 bits between
// two limits the conversions limit what would be four times as fast.
func TestCompress(t *testing.T) {
	const n = 1 << 16
	for program, want := range map[string]struct{ requests, bytes, conversions float64 }{
		"float": {2 * n / 32, 12 * n, 0},
		"half":  {2 * n / 64, 6 * n, 3 * n},
		"int8":  {2 * n / 128, 3 * n, 0},
		"range": {2 * n / 128, 3 * n, 4 * n}, // both numbers, the sum, and its low byte
	} {
		r := onC2050(t, "compress/"+program, n, gpumodel.Dim3{})
		counters(t, r, map[string]float64{"gld_request": want.requests, "inst_bytes_requested": want.bytes,
			"dram__bytes_read.sum": want.bytes * 2 / 3})
		if program != "int8" { // whose sums are extended bytes
			counters(t, r, map[string]float64{"inst_bit_convert": want.conversions})
		}
	}
	for after, window := range map[string][2]float64{"half": {1.8, 2.1}, "int8": {3.5, 4.3}, "range": {1.6, 2.8}} {
		gains(t, "compress/float", "compress/"+after, 1<<20, windows(window, window, window))
	}
}
