package timing

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// states are the clocks of warps in each state that there is, at one instruction.
func states(d *device.Device, l StateTimes, pc int) map[State]float64 {
	all := map[State]float64{}
	for s, t := range l.At(pc) {
		if c := math.Round(clocks(d, t)*2) / 2; c != 0 {
			all[State(s)] = c
		}
	}
	return all
}

// Two warps of one scheduler, by hand: the first one issues 10 clocks, computes 40, and
// waits for results; the second one is behind it. The barrier is for who comes first.
func TestStalls(t *testing.T) {
	d := gtx280(t)
	steps := []warp.Step{
		{Kind: warp.Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 40}, Latency: 140, WaitClocks: 60, ShortClocks: 40, PC: 0, StallPC: 1},
		{Kind: warp.Barrier, PC: 2},
	}
	o := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 2}, script{warps: [][]warp.Step{steps, steps}})
	for pc, want := range []map[State]float64{
		// The second one waits 10 clocks for the port, 30 more for the cores; of the 140
		// clocks of each 30 are the cores' own time.
		{Selected: 20, StalledNotSelected: 10, StalledPipeThrottle: 30 + 2*30},
		{StalledWait: 120, StalledShortScoreboard: 80},
		{StalledBarrier: 40 + 2*float64(d.BarrierClocks)},
	} {
		got := states(d, o.States, pc)
		for s := range States {
			if math.Abs(got[s]-want[s]) > 1 {
				t.Errorf("pc %d: %.1f clocks of %s, want %.1f", pc, got[s], s, want[s])
			}
		}
	}
}

// Who is behind a warp that waits for units waits for these units too.
func TestStallsBehindUnits(t *testing.T) {
	d := gtx280(t)
	run := []warp.Step{{Kind: warp.Run, Port: 2, Busy: isa.Busy{isa.PipeCores: 100}, Latency: 100, PC: 0}}
	o := simulate(t, Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 4}, script{warps: [][]warp.Step{run, run, run, run}})
	got := states(d, o.States, 0)
	// They start at 0, 100, 200 and 300: of the last one's 300 clocks 3 × 2 are issues.
	issues := 2.0 + 4 + 6
	for s, want := range map[State]float64{Selected: 8, StalledNotSelected: issues, StalledPipeThrottle: 100 + 200 + 300 - issues + 4*98} {
		if math.Abs(got[s]-want) > 3 {
			t.Errorf("%.1f clocks of %s, want %.1f", got[s], s, want)
		}
	}
}

// Every warp is in one state all its time: from when its block can begin to its end.
// Loads of constants wait by another name than others.
func TestStallsIsWhole(t *testing.T) {
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		steps := []warp.Step{
			{Kind: warp.Run, Port: 10, Busy: isa.Busy{isa.PipeCores: 20}, Latency: 60, WaitClocks: 30},
			{Kind: warp.Load, Port: 4, Latency: 4, N: 2, Tag: 0},
			{Kind: warp.Load, Port: 4, Latency: 4, N: 1, Tag: 1, Cached: memory.ConstantCache},
			{Kind: warp.Run, Port: 30, Busy: isa.Busy{isa.PipeCores: 20, isa.PipeLSU: 30}, Latency: 50, ShortClocks: 10},
			{Kind: warp.Wait, Tag: 0, PC: 1}, {Kind: warp.Wait, Tag: 1, PC: 2}, {Kind: warp.Barrier},
			{Kind: warp.Store, Port: 4, Latency: 4, N: 2},
		}
		source := script{warps: [][]warp.Step{steps, steps, steps}, trans: func(block int) []memory.Transaction {
			near, far := memory.Transaction{Addr: uint64(block) << 12, Size: 128}, memory.Transaction{Addr: uint64(block)<<12 + 256, Size: 128}
			return []memory.Transaction{near, far, {Addr: 1 << 20, Size: 64, Cached: memory.ConstantCache}, near, far}
		}}
		c := Config{Device: d, Blocks: 1, BlocksPerSM: 1, WarpsPerBlock: 3}
		observed, err := Observe(t.Context(), c, source, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		o := simulate(t, c, source)
		total := 0.0
		for _, seconds := range o.States.Total() {
			total += seconds
		}
		lived := 0.0
		for _, slot := range observed.Slots {
			for _, a := range slot {
				if a.State != Starting && a.State != Exited {
					lived += a.To - a.From
				}
			}
		}
		if math.Abs(clocks(d, total-lived)) > 2 || lived == 0 {
			t.Errorf("%s: %.1f clocks of warps in all states, they lived %.1f", name, clocks(d, total), clocks(d, lived))
		}
		if o.States.At(1)[StalledLongScoreboard] == 0 {
			t.Errorf("%s: nobody waited for the load", name)
		}
	}
}
