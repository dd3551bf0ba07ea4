package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/timing"
)

// A report's figures are counters: whatever it shows can be asked for by the name beside it.
func ExampleNew() {
	d, _ := device.Get("C2050")
	p, _ := programs.Find("transpose/padded")
	r, err := p.Run(context.Background(), d, programs.Run{N: 512})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, _ := New(r, "basic")
	for _, s := range report.Sections {
		fmt.Println(s.ID)
		for _, m := range s.Metrics {
			if strings.HasPrefix(m.Label, "Theoretical") {
				x, _ := r.Counters.Get(m.Counter)
				fmt.Printf("  %s: %.4g %s, %v\n", m.Label, m.Value, m.Unit, x == m.Value)
			}
		}
	}
	// Output:
	// SpeedOfLight
	// LaunchStats
	// Occupancy
	//   Theoretical Active Warps per SM: 48 warp, true
	//   Theoretical Occupancy: 100 %, true
	// WorkloadDistribution
}

// The sections of each level are those of the one below and more, in one order, and every
// level has something to say of every built-in program.
func TestReportLevels(t *testing.T) {
	full, err := New(modeltest.Must(modeltest.Must(programs.Find("transpose/tiled")).Run(t.Context(), modeltest.GTX280(t),
		programs.Run{N: 256})), "full")
	if err != nil {
		t.Fatal(err)
	}
	order := ids(full)
	want := []string{"SpeedOfLight", "InstructionByteRatio", "ComputeWorkloadAnalysis", "MemoryWorkloadAnalysis", "SchedulerStats",
		"WarpStateStats", "InstructionStats",
		"LaunchStats", "Occupancy", "WorkloadDistribution", "SourceCounters"}
	if !slices.Equal(order, want) {
		t.Errorf("the sections are %v", order)
	}
	for _, level := range Levels {
		less, err := New(full.Result, level)
		if err != nil {
			t.Fatal(err)
		}
		at := -1
		for _, id := range ids(less) {
			i := slices.Index(order, id)
			if i <= at {
				t.Errorf("%s: %s is out of order", level, id)
			}
			at = i
		}
	}
}

func ids(r *Report) (ids []string) {
	for _, s := range r.Sections {
		ids = append(ids, s.ID)
	}
	return ids
}

// Properties of counters that hold for any launch: the states of warps are all of their
// time, throughputs and occupancy stay below their peaks, lines add up to the whole.
func TestCounterProperties(t *testing.T) {
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, program := range []string{"transpose/naive", "transpose/tiled", "matmul/tiled", "reduce/last_block", "reduce/strided"} {
			n := 96
			if strings.HasPrefix(program, "reduce") {
				n = 1 << 15
			}
			r := modeltest.Must(modeltest.Must(programs.Find(program)).Run(t.Context(), d, programs.Run{N: n}))
			for _, one := range append(r.Launches, r) {
				checkCounters(t, one, program+" on "+name)
			}
		}
	}
}

func checkCounters(t *testing.T, r *gpumodel.Result, what string) {
	t.Helper()
	c := r.Counters
	at := func(name string) float64 {
		x, err := c.Get(name)
		if err != nil || math.IsNaN(x) || x < 0 {
			t.Errorf("%s: %s is %v (%v)", what, name, x, err)
		}
		return x
	}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: %s are %v, want %v", what, name, got, want)
		}
	}
	states := 0.0
	for s := range timing.States {
		if s != timing.Starting && s != timing.Exited {
			states += at("smsp__warps_issue_stalled_" + s.String() + ".sum")
		}
	}
	near("the states of warps", states, at("sm__warps_active.sum"))
	for _, name := range []string{"sm__throughput.avg.pct_of_peak_sustained_elapsed",
		"l1tex__throughput.avg.pct_of_peak_sustained_elapsed", "lts__throughput.avg.pct_of_peak_sustained_elapsed",
		"dram__throughput.avg.pct_of_peak_sustained_elapsed", "sm__warps_active.avg.pct_of_peak_sustained_active", "sm_efficiency", "issue_slot_utilization", "branch_efficiency", "warp_execution_efficiency"} {
		if x := at(name); x > 100.0001 {
			t.Errorf("%s: %s is %v", what, name, x)
		}
	}
	if at("inst_issued") < at("inst_executed") || at("achieved_occupancy") > at("theoretical_occupancy")/100+1e-9 {
		t.Errorf("%s: %v issued of %v, %v of %v %% occupied", what, at("inst_issued"), at("inst_executed"), at("achieved_occupancy"),
			at("theoretical_occupancy"))
	}
	const op = "smsp__sass_thread_inst_executed_op_"
	near("fp32 operations", at(op+"fadd_pred_on.sum")+at(op+"fmul_pred_on.sum")+2*at(op+"ffma_pred_on.sum"), at("flop_count_sp"))
	near("sectors", at("l1tex__t_sectors.sum"), at("l1tex__t_bytes.sum")/32)
	lines, err := Lines(r)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	executed, issued, passes := 0.0, 0.0, 0.0
	for _, l := range lines {
		executed, issued, passes = executed+l.Instructions, issued+l.Issued, passes+l.Passes
	}
	near("instructions of lines", executed, at("inst_executed"))
	near("issues of lines", issued, at("inst_issued"))
	near("bank passes of lines", passes, at("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"))
}
