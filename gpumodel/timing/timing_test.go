package timing

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

func gtx280(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// script is a source whose blocks all do the same: the steps of each warp.
type script struct {
	warps [][]warp.Step
	trans func(block int) []memory.Transaction
}

func (s script) Start(block int, _ warp.Options) (*warp.Block, error) {
	b := &warp.Block{Index: block}
	for _, steps := range s.warps {
		t := warp.Trace{Done: true}
		for i := range steps {
			t.Steps = append(t.Steps, &steps[i])
		}
		if s.trans != nil {
			t.Transactions = s.trans(block)
		}
		b.Warps = append(b.Warps, t)
	}
	return b, nil
}

func (script) Continue(*warp.Block, int) error { return nil }

func (script) Release(*warp.Block) {}

func (s script) Profile(block int) (warp.Profile, error) {
	p := warp.Profile{}
	for _, steps := range s.warps {
		p.Steps += float64(len(steps))
		if s.trans != nil {
			p.Transactions += float64(len(s.trans(block)))
		}
	}
	return p, nil
}

func (script) Recount() {}
func (script) EndPart() {}

func clocks(d *device.Device, seconds float64) float64 { return seconds * d.ClockMHz * 1e6 }

func simulate(t testing.TB, c Config, s Source) Outcome {
	t.Helper()
	o, err := Simulate(context.Background(), c, s)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// One warp alone waits for its own latency; eight warps share the issue port.
func TestIssuePort(t *testing.T) {
	d := gtx280(t)
	run := []warp.Step{{Kind: warp.Run, Port: 20, Busy: isa.Busy{isa.PipeCores: 40}, Latency: 240}}
	one := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 1}, script{warps: [][]warp.Step{run}})
	if got := clocks(d, one.Time) - float64(d.BlockLaunchClocks); got < 239 || got > 241 {
		t.Errorf("one warp: %.0f clocks, want 240", got)
	}
	eight := make([][]warp.Step, 8)
	for i := range eight {
		eight[i] = run
	}
	all := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 8}, script{warps: eight})
	if got := clocks(d, all.Time) - float64(d.BlockLaunchClocks); got < 519 || got > 521 {
		t.Errorf("eight warps: %.0f clocks, want 7*40 + 240", got)
	}
}

// Cores, special function units and memory instructions of different warps work
// side by side; the issue port alone can hold all of them up.
func TestUnitsSideBySide(t *testing.T) {
	d := gtx280(t)
	run := func(steps ...warp.Step) float64 {
		var warps [][]warp.Step
		for _, s := range steps {
			warps = append(warps, []warp.Step{s, s, s, s})
		}
		o := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: len(steps)}, script{warps: warps})
		return clocks(d, o.Time) - float64(d.BlockLaunchClocks)
	}
	cores := warp.Step{Kind: warp.Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 100}, Latency: 100}
	special := warp.Step{Kind: warp.Run, Port: 10, Busy: isa.Busy{isa.PipeSFU: 100}, Latency: 100}
	both := warp.Step{Kind: warp.Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 20, isa.PipeSFU: 100}, Latency: 100}
	replays := warp.Step{Kind: warp.Run, Port: 100, Busy: isa.Busy{isa.PipeCores: 100}, Latency: 100}
	for _, x := range []struct {
		name  string
		steps []warp.Step
		want  float64
	}{
		{"one unit for two warps", []warp.Step{cores, cores}, 800},
		{"two units", []warp.Step{cores, special}, 410},
		{"special function units shared", []warp.Step{both, both}, 800},
		{"bank passes take the port", []warp.Step{replays, special}, 530},
	} {
		if got := run(x.steps...); math.Abs(got-x.want) > 10 {
			t.Errorf("%s: %.0f clocks, want about %v", x.name, got, x.want)
		}
	}
}

// A load takes the unloaded latency; its warp stops only where it waits.
func TestLoadLatency(t *testing.T) {
	d := gtx280(t)
	steps := []warp.Step{
		{Kind: warp.Load, Port: 2, N: 1},
		{Kind: warp.Run, Port: 50, Busy: isa.Busy{isa.PipeCores: 100}, Latency: 100},
		{Kind: warp.Wait},
	}
	s := script{warps: [][]warp.Step{steps}, trans: func(int) []memory.Transaction { return []memory.Transaction{{Addr: 0, Size: 32}} }}
	o := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 1}, s)
	got := clocks(d, o.Time) - float64(d.BlockLaunchClocks)
	if want := float64(d.MemoryLatencyClocks); got < want-1 || got > want*1.05 {
		t.Errorf("%.0f clocks, want little more than %.0f", got, want)
	}
}

// A barrier holds every warp until the last has come.
func TestBarrier(t *testing.T) {
	d := gtx280(t)
	slow := []warp.Step{{Kind: warp.Run, Port: 500, Busy: isa.Busy{isa.PipeCores: 1000}, Latency: 1000}, {Kind: warp.Barrier},
		{Kind: warp.Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 4}}
	quick := []warp.Step{{Kind: warp.Barrier}, {Kind: warp.Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 4}, Latency: 4}}
	o := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 2}, script{warps: [][]warp.Step{quick, slow}})
	got := clocks(d, o.Time) - float64(d.BlockLaunchClocks+d.BarrierClocks)
	if got < 1000 || got > 1010 {
		t.Errorf("%.0f clocks, want 1000 and the two short runs", got)
	}
}

// All traffic to one partition takes as long as that partition needs; spread
// over eight, it is much quicker.
func TestPartitionCamping(t *testing.T) {
	d := gtx280(t)
	steps := []warp.Step{{Kind: warp.Store, Port: 2, N: 2}}
	run := func(stride uint64) Outcome {
		s := script{warps: [][]warp.Step{steps, steps, steps, steps}, trans: func(b int) []memory.Transaction {
			a := uint64(b) * stride
			return []memory.Transaction{{Addr: a, Size: 64}, {Addr: a + 64, Size: 64}}
		}}
		return simulate(t, Config{Device: d, Blocks: 2000, GridX: 2000, BlocksPerSM: 4, WarpsPerBlock: 4}, s)
	}
	period := uint64(d.Partitions * d.PartitionStrideBytes)
	camped, spread := run(16*period), run(16*period+uint64(d.PartitionStrideBytes))
	if ratio := camped.Time / spread.Time; ratio < 2 {
		t.Errorf("camping costs a factor of %.1f, want more than 2", ratio)
	}
	if camped.Hottest < 4*camped.Balanced {
		t.Errorf("hottest %.3g s, balanced %.3g s: want one partition in use", camped.Hottest, camped.Balanced)
	}
	if camped.Time < camped.Hottest {
		t.Errorf("time %.3g s is below the bound %.3g s", camped.Time, camped.Hottest)
	}
}

// A sampled run of a uniform grid takes as long as a full one.
func TestSamplingAgreesWithFull(t *testing.T) {
	d := gtx280(t)
	steps := []warp.Step{{Kind: warp.Run, Port: 20, Busy: isa.Busy{isa.PipeCores: 40}, Latency: 300}, {Kind: warp.Load, Port: 2, N: 2},
		{Kind: warp.Wait}, {Kind: warp.Store, Port: 2, N: 2}}
	s := script{warps: [][]warp.Step{steps, steps, steps, steps}, trans: func(b int) []memory.Transaction {
		a := uint64(b) * 128
		return []memory.Transaction{{Addr: a, Size: 64}, {Addr: a + 64, Size: 64}, {Addr: a, Size: 64}, {Addr: a + 64, Size: 64}}
	}}
	c := Config{Device: d, Blocks: 60_000, GridX: 100, BlocksPerSM: 8, WarpsPerBlock: 4}
	full := simulate(t, c, s)
	c.Sample, c.Partial = true, true
	sampled := simulate(t, c, s)
	if sampled.Blocks >= c.Blocks/2 {
		t.Errorf("simulated %d of %d blocks", sampled.Blocks, c.Blocks)
	}
	if ratio := sampled.Time / full.Time; ratio < 0.95 || ratio > 1.05 {
		t.Errorf("sampled / full = %.3f", ratio)
	}
	if diff := cmp.Diff(sampled, simulate(t, c, s)); diff != "" {
		t.Errorf("a second run differs (-first +second):\n%s", diff)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	interrupted := errors.New("interrupted")
	cancel(interrupted)
	c := Config{Device: gtx280(t), Blocks: 10, BlocksPerSM: 1, WarpsPerBlock: 1}
	if _, err := Simulate(ctx, c, script{warps: [][]warp.Step{{}}}); !errors.Is(err, interrupted) {
		t.Errorf("error %v, want %v", err, interrupted)
	}
}

// An observation has the states of every warp, one after the other without gaps, from
// the launch to the end, and what was in flight.
func TestObserve(t *testing.T) {
	d := gtx280(t)
	load := []warp.Step{
		{Kind: warp.Load, Port: 4, N: 1, Tag: 0}, {Kind: warp.Wait, Tag: 0}, {Kind: warp.Barrier},
		{Kind: warp.Run, Port: 40, Busy: isa.Busy{isa.PipeCores: 40}, Latency: 60},
	}
	long := append([]warp.Step{{Kind: warp.Run, Port: 400, Busy: isa.Busy{isa.PipeCores: 400}, Latency: 420}}, load...)
	source := script{warps: [][]warp.Step{load, long}, trans: func(block int) []memory.Transaction {
		return []memory.Transaction{{Addr: uint64(block) << 12, Size: 128}}
	}}
	c := Config{Device: d, Blocks: 4 * d.SMs, BlocksPerSM: 1, WarpsPerBlock: 2}
	o, err := Observe(t.Context(), c, source, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Slots) != 2 || o.Whole || o.SM != 3 {
		t.Fatalf("%d warps of SM %d, whole %v, want two of SM 3 and a part", len(o.Slots), o.SM, o.Whole)
	}
	blocks := map[int]bool{}
	spent := make([]map[State]float64, 2)
	for i, slot := range o.Slots {
		spent[i] = map[State]float64{}
		at := 0.0
		for _, a := range slot {
			if a.From != at || a.To <= a.From {
				t.Errorf("warp %d is %v from %g to %g, after %g", i, a.State, a.From, a.To, at)
			}
			at = a.To
			spent[i][a.State] += clocks(d, a.To-a.From)
			blocks[a.Block] = true
		}
		if at != o.End {
			t.Errorf("warp %d ends at %g of %g", i, at, o.End)
		}
	}
	if len(blocks) != 2 {
		t.Errorf("the SM had the blocks %v, want two", blocks)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if got < want-5 || got > want+5 { // a load goes on when it is sent
			t.Errorf("%s: %.1f clocks, want %.0f", what, got, want)
		}
	}
	near("issue of the first warp", spent[0][Selected], 2*(4+40))
	near("issue of the second warp", spent[1][Selected], 2*(400+4+40))
	near("results of the second warp", spent[1][StalledWait], 2*(20+20))
	if first := spent[0][StalledBarrier]; first < 2*400 {
		t.Errorf("the first warp waits %.0f clocks at the barriers, less than the second one works", first)
	}
	if n := int64(2 * 2 * d.SMs); o.Loads.Count > n || o.Loads.Count < n/4 || o.Loads.Bytes != 128*o.Loads.Count {
		t.Errorf("%d loads of %d bytes, want at most %d", o.Loads.Count, o.Loads.Bytes, n)
	}
	if mean := clocks(d, o.Loads.Time/float64(o.Loads.Count)); mean < 0.9*float64(d.MemoryLatencyClocks) {
		t.Errorf("a load takes %.0f clocks, the memory %d", mean, d.MemoryLatencyClocks)
	}

	// Observing changes nothing, and all of a small launch is whole.
	want := simulate(t, c, source)
	all, err := Observe(t.Context(), c, source, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	if !all.Whole || math.Abs(all.End-want.Time) > 1e-6 {
		t.Errorf("observed %g s, whole %v, simulated %g s", all.End, all.Whole, want.Time)
	}
	if _, err := Observe(t.Context(), c, source, d.SMs, 1); err == nil {
		t.Error("an SM that there is not")
	}
}
