package gpumodel_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// wrongOnce are seeds of launches that were wrong once, for the tiers that do not come that far.
var wrongOnce = []uint64{
	7,   // an atomic whose sector the L2 fetched came back twice
	269, // a sample moved more through the L2 than its slices can
}

// TestRandomLaunches holds random launches against what is true of every launch.
func TestRandomLaunches(t *testing.T) {
	seeds := tier.Pick[uint64](3, 6, 300)
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { propertiesHold(t, seed, 1, 2) })
	}
	for _, seed := range wrongOnce {
		if seed >= seeds {
			t.Run(fmt.Sprint(seed), func(t *testing.T) { propertiesHold(t, seed, 1, 2) })
		}
	}
	for seed := range seeds / 3 {
		t.Run(fmt.Sprint(warpSeeds+seed), func(t *testing.T) { propertiesHold(t, warpSeeds+seed, 4, 1) })
	}
}

// TestConcurrentLaunches launches one kernel several times at once, as a sweep does.
func TestConcurrentLaunches(t *testing.T) {
	d := modeltest.Card(t, "H200")
	for seed := range uint64(3) {
		k := newRandomLaunch(seed, 8)
		m, err := Compile("random.cu", k.source, k.options)
		if err != nil {
			t.Fatalf("%v\n%s", err, k.source)
		}
		if !k.fits(t, d, m.Kernels[0]) {
			t.Fatalf("seed %d does not fit %s", seed, d.Name)
		}
		k.results() // are kept, so that the launches only read them
		for range 3 {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				x := k.launch(t, d, m.Kernels[0], Full, false)
				x.holdsResults(t, k, "beside others")
			})
		}
	}
}

// FuzzLaunch looks for a launch of which they are not true.
func FuzzLaunch(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		propertiesHold(t, seed, 8, 1) // slowed down by the fuzzer, which takes 10 s for a hang
	})
}

// randomDevices are cards of every capability that kernels run on, and what-ifs of them.
var randomDevices = []struct {
	card  string
	field []string // a what-if: the field and its value
}{
	{"8800 GTX", nil},
	{"GTX 280", nil},
	{"GTX 280", []string{"compute_capability", "1.1"}},
	{"GTX 280", []string{"compute_capability", "1.2"}},
	{"C2050", nil},
	{"C2050", []string{"l1_kb", "48"}},
	{"GTX 480", nil},
	{"K20X", nil},
	{"K20X", nil},
	{"K20X", []string{"shared_bank_bytes", "8"}},
	{"V100", nil},
	{"T4", nil},
	{"A100 40GB", nil},
	{"RTX 3090", nil},
	{"H100 SXM", nil},
	{"RTX 4090", nil},
	{"B200", nil},
}

// paths is how many random launches TestRandomPaths compares on the fast path and on the tracing one.
var paths = flag.Int("paths", 60, "random launches for TestRandomPaths")

// TestRandomPaths: random launches have the same results and counters on both paths.
func TestRandomPaths(t *testing.T) {
	for seed := range uint64(*paths) {
		k := newRandomLaunch(seed, 8)
		m, err := Compile("random.cu", k.source, k.options)
		if err != nil {
			t.Fatalf("%v\n%s", err, k.source)
		}
		d := modeltest.Card(t, randomDevices[seed%uint64(len(randomDevices))].card)
		if !k.fits(t, d, m.Kernels[0]) {
			continue
		}
		if k.bothPaths(t, d, m.Kernels[0]); t.Failed() {
			t.Fatalf("seed %d on %s, blocks %v of %v, %+v, mapped %v:\n%s", seed, d.Name, k.grid, k.block, k.options, k.mapped, k.source)
		}
	}
}

// propertiesHold makes up a kernel, no more work than a part of the most, and checks it on
// some devices.
func propertiesHold(t *testing.T, seed uint64, part, devices int) {
	k := newRandomLaunch(seed, part)
	m, err := Compile("random.cu", k.source, k.options)
	if err != nil {
		t.Fatalf("%v\n%s", err, k.source)
	}
	kernel := m.Kernels[0]
	r := rand.New(rand.NewPCG(36, seed))
	for _, n := range r.Perm(len(randomDevices)) {
		if devices == 0 {
			break
		}
		d := modeltest.Card(t, randomDevices[n].card)
		if field := randomDevices[n].field; field != nil {
			var err error
			if d, err = d.With(field[0], field[1]); err != nil {
				t.Fatal(err)
			}
		}
		fits := k.fits(t, d, kernel)
		if fits || !k.warps { // few devices fit those
			devices--
		}
		if fits && !k.holds(t, d, kernel) {
			t.Fatalf("seed %d on %s, blocks %v of %v, %+v, mapped %v:\n%s", seed, d.Name, k.grid, k.block, k.options, k.mapped, k.source)
		}
	}
}

// earlierThan3 matches the capabilities that have no shuffles and no __ldg.
var earlierThan3 = regexp.MustCompile(`^[12]\.`)

// fits reports whether a device has what the kernel needs.
func (k *randomLaunch) fits(t *testing.T, d *device.Device, kernel *Kernel) bool {
	if k.double && d.FP64 == 0 || k.atomics && d.ComputeCapability == "1.0" || k.mapped && !d.MapHostMemory ||
		k.warps && earlierThan3.MatchString(d.ComputeCapability) && strings.Contains(k.source, "_sync(") ||
		earlierThan3.MatchString(d.ComputeCapability) && strings.Contains(k.source, "__ldg(") {
		return false
	}
	p, err := kernel.Lower(t.Context(), d)
	if err != nil && strings.Contains(err.Error(), "registers per thread, which is the limit") {
		return false // a sequence that needs more at a time
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, k.source)
	}
	_, err = isa.Occupy(d, k.block.Count(), p.Registers, p.SharedBytes)
	return err == nil
}

// holds reports, and says why not, whether on a device
//   - the launch computes what the oracle does,
//   - it is not faster than any of its bounds, a sample within its uncertainty,
//   - no unit does more than it can, and no more is left in the L2 than it holds,
//   - loads are in flight for some time,
//   - it is the same to the last bit when it is run again, on another number of processors,
//   - it counts what the execution of each block counts, in full or, if blocks are alike,
//     from a sample,
//   - where results alone are wanted it has the same results and counters on the fast path as where it is traced,
//   - a trace is the same with and without the values that time does not need.
func (k *randomLaunch) holds(t *testing.T, d *device.Device, kernel *Kernel) bool {
	t.Helper()
	processors := runtime.GOMAXPROCS(0)
	functional := k.execute(t, d, kernel)
	for _, run := range []struct {
		name  string
		mode  Mode
		exact bool
	}{{"simulated as a whole", Full, true}, {"in full", Full, false}, {"sampled", Sample, false}} {
		if k.long && run.exact {
			continue
		}
		x := k.launch(t, d, kernel, run.mode, run.exact)
		runtime.GOMAXPROCS(3 - min(2, processors)) // one, or two
		again := k.launch(t, d, kernel, run.mode, run.exact)
		runtime.GOMAXPROCS(processors)
		if diff := cmp.Diff(x.figures(), again.figures()); diff != "" || differs(x.out, again.out) >= 0 || differs(x.bins, again.bins) >= 0 {
			t.Errorf("%s: another time (-first +second):\n%s", run.name, diff)
		}
		x.holdsBounds(t, run.name)
		x.holdsInvariants(t, run.name)
		switch {
		case run.mode == Full:
			x.holdsResults(t, k, run.name)
			if diff := cmp.Diff(tally(functional), tally(x.stats)); diff != "" {
				t.Errorf("%s: counters of the execution (-) and of the launch (+):\n%s", run.name, diff)
			}
		case k.alike:
			if diff := cmp.Diff(perBlock(functional), perBlock(x.stats)); diff != "" {
				t.Errorf("counters of the execution (-) and of a sample of %.3g (+), for each block:\n%s", x.result.Sampled, diff)
			}
		}
	}
	k.bothPaths(t, d, kernel)
	k.sameTraces(t, d, kernel)
	k.inFlight(t, d, kernel)
	return !t.Failed()
}

// bothPaths executes the launch for results alone, on the fast path and on the tracing one, and on several processors.
func (k *randomLaunch) bothPaths(t *testing.T, d *device.Device, kernel *Kernel) {
	t.Helper()
	var counts [3]warp.Stats
	var out, bins [3][]byte
	for way := range counts {
		l, outs, tallies := k.arguments(t, kernel)
		program, err := kernel.Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Machine(t.Context(), d, program, true)
		if err != nil {
			t.Fatal(err)
		}
		m.Slow, m.Workers = way == 1, []int{1, 1, 4}[way]
		if err := m.ResultsOf(0, k.grid.Count()); err != nil {
			t.Fatal(err)
		}
		counts[way] = m.Stats
		out[way], bins[way] = modeltest.Contents(t, outs, make([]byte, outs.Len())).([]byte), modeltest.Contents(t, tallies,
			make([]byte, tallies.Len())).([]byte)
	}
	if diff := cmp.Diff(counts[1], counts[0]); diff != "" || differs(out[0], out[1]) >= 0 || differs(bins[0], bins[1]) >= 0 {
		t.Errorf("results differ at %d, bins at %d; counts where traced (-) and on the fast path (+):\n%s", differs(out[0], out[1]),
			differs(bins[0], bins[1]), diff)
	}
	if diff := cmp.Diff(counts[0], counts[2]); diff != "" || differs(out[0], out[2]) >= 0 || differs(bins[0], bins[2]) >= 0 {
		t.Errorf("results differ at %d, bins at %d; counts on one processor (-) and on four (+):\n%s", differs(out[0], out[2]),
			differs(bins[0], bins[2]), diff)
	}
}

// launched is a random launch that was run.
type launched struct {
	result    *Result
	stats     *warp.Stats
	out, bins []byte
}

// launch runs a random kernel.
func (k *randomLaunch) launch(t *testing.T, d *device.Device, kernel *Kernel, mode Mode, exact bool) launched {
	t.Helper()
	l, out, bins := k.arguments(t, kernel)
	l.Mode, l.Exact = mode, exact
	r, err := Run(t.Context(), d, l)
	if err != nil {
		t.Fatalf("%s: %v\n%s", d.Name, err, k.source)
	}
	x := launched{result: r, stats: r.Counted.Stats}
	if mode == Full {
		x.out, x.bins = modeltest.Contents(t, out, make([]byte, out.Len())).([]byte), modeltest.Contents(t, bins,
			make([]byte, bins.Len())).([]byte)
	}
	return x
}

func (k *randomLaunch) arguments(t *testing.T, kernel *Kernel) (l Launch, out, bins *Array) {
	t.Helper()
	out = modeltest.Zeros(t, UInt8, k.grid.Count()*k.block.Count()*k.outStride*k.word.bytes)
	bins = modeltest.Zeros(t, UInt8, 4*randomBins)
	vars, err := kernel.Module.NewVariables()
	if err != nil {
		t.Fatal(err)
	}
	var in any = modeltest.ArrayOf(t, k.word.bytesOf(k.in))
	if k.mapped {
		in = Mapped{in.(*Array)}
	}
	return Launch{Kernel: kernel, Grid: k.grid, Block: k.block,
		Args: []any{out, in, bins, modeltest.Zeros(t, UInt8, 4*scratchStride*k.grid.Count()*k.block.Count()),
			int64(randomN)}, Variables: vars}, out, bins
}

// holdsBounds: no launch is faster than its bounds. A sample, before Run sees to it, is not by more than its
// own uncertainty; a whole simulation is not at all.
func (x *launched) holdsBounds(t *testing.T, name string) {
	t.Helper()
	r := x.result
	for _, b := range r.Bounds {
		if most := 1e-9 + r.Counted.Outcome.Error; b.Time > r.Simulated*(1+most) {
			t.Errorf("%s: %.4g s ± %.1f %%, of which %.3g were simulated, is below the %s bound of %.4g s (%s)", name, r.Simulated, 100*most,
				r.Sampled, b.Name, b.Time, b.Formula)
		}
	}
}

// holdsResults compares what a launch computed with the oracle.
func (x *launched) holdsResults(t *testing.T, k *randomLaunch, name string) {
	t.Helper()
	out, bins := k.results()
	if at := differs(k.word.bytesOf(out), x.out); at >= 0 {
		t.Errorf("%s: byte %d of the output is %d, want %d", name, at, x.out[at], k.word.bytesOf(out)[at])
	}
	if diff := cmp.Diff(bins, numbers(x.bins)); diff != "" {
		t.Errorf("%s: bins (-want +got):\n%s", name, diff)
	}
}

// figures are all that a run says, its results apart.
func (x *launched) figures() any {
	return []any{x.result.Time, x.result.Sampled, x.result.Bounds, fmt.Sprint(x.result.Counters), fmt.Sprint(x.result.Counted.Outcome.States)}
}

// differs is the first place where two memories do, or -1.
func differs(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	return slices.IndexFunc(a, func(x byte) bool { defer func() { b = b[1:] }(); return x != b[0] })
}

// machine prepares the execution of a kernel, with or without values.
func (k *randomLaunch) machine(t *testing.T, d *device.Device, kernel *Kernel, values, together bool) *warp.Machine {
	t.Helper()
	l, _, _ := k.arguments(t, kernel)
	l.Experiment.Together = together
	p, err := kernel.Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Machine(t.Context(), d, p, values)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// execute executes every block for its results and counters alone.
func (k *randomLaunch) execute(t *testing.T, d *device.Device, kernel *Kernel) *warp.Stats {
	t.Helper()
	m := k.machine(t, d, kernel, true, false)
	if err := m.ResultsOf(0, k.grid.Count()); err != nil {
		t.Fatal(err)
	}
	return &m.Stats
}

// sameTraces executes blocks from all over the grid with and without values.
func (k *randomLaunch) sameTraces(t *testing.T, d *device.Device, kernel *Kernel) {
	t.Helper()
	for _, together := range []bool{false, true} {
		full, sample := k.machine(t, d, kernel, true, together), k.machine(t, d, kernel, false, together)
		err := func() error {
			for b := 0; b < k.grid.Count(); b += 1 + k.grid.Count()/5 {
				for pieces, err := range modeltest.SideBySide(full, sample, b) {
					if err != nil {
						return err
					}
					if reflect.DeepEqual(pieces[0], pieces[1]) {
						continue
					}
					if diff := cmp.Diff(pieces[0], pieces[1]); diff != "" {
						t.Fatalf("%s, block %d: trace with (-) and without (+) values:\n%s\n%s", d.Name, b, diff, k.source)
					}
				}
			}
			return nil
		}()
		if errors.Is(err, warp.ErrTogether) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", d.Name, err, k.source)
		}
		return
	}
}

// tally are those of the counters that don't depend on how an execution was split.
func tally(s *warp.Stats) map[string]float64 {
	all := map[string]float64{}
	collect(all, "", reflect.ValueOf(*s), 1)
	delete(all, ".Steps")
	return all
}

// perBlock are the counts of a block on average, but for what depends on its place.
func perBlock(s *warp.Stats) map[string]float64 {
	all := map[string]float64{}
	x := *s
	x.Loads.ByPartition, x.Stores.ByPartition, x.Steps = nil, nil, 0
	collect(all, "", reflect.ValueOf(x), float64(s.Blocks))
	return all
}

func collect(all map[string]float64, name string, v reflect.Value, by float64) {
	switch v.Kind() {
	case reflect.Int64:
		all[name] = float64(v.Int()) / by
	case reflect.Struct:
		for i := range v.NumField() {
			collect(all, name+"."+v.Type().Field(i).Name, v.Field(i), by)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(all, name+"."+fmt.Sprint(i), v.Index(i), by)
		}
	}
}

// numbers are the words of 32 bits of a memory.
func numbers(memory []byte) []uint32 {
	out := make([]uint32, len(memory)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(memory[4*i:])
	}
	return out
}

// Many atomics on two words that nobody waits for: a sample skips iterations, not their turns.
func TestSampledAtomicsTakeTurns(t *testing.T) {
	const blocks, threads, n = 211, 128, 130
	k := modeltest.Compile(t, `__global__ void k(unsigned *bins, int n) {
	for (int i = 0; i < n; i++) atomicAdd(&bins[threadIdx.x >> 6], 1);
}`)
	d := modeltest.GTX280(t)
	l := Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1}, Args: []any{modeltest.Zeros(t, Int32, 2), int64(n)},
		Mode: Sample}
	r, err := Run(t.Context(), d, l)
	if err != nil {
		t.Fatal(err)
	}
	if turns := float64(blocks*threads/2*n) * d.AtomicTurn * 1e-9; r.Sampled >= 1 || r.Time < 0.99*turns || r.Time > 1.05*turns {
		t.Errorf("%.4g s of a sample of %.3g, the turns take %.4g s", r.Time, r.Sampled, turns)
	}
}
