package report

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/timing"
)

// Notes say what the figures of a section mean. Each is one sentence or none.

// High and low throughputs, as the rules of Nsight Compute have them.
const (
	highThroughput = 80 // percent
	lowThroughput  = 60
)

func bottleneckNote(r *gpumodel.Result) string {
	compute, memory := r.Counters.Value("sm__throughput.avg.pct_of_peak_sustained_elapsed"), r.Counters.Value("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed")
	limit := "none"
	if len(r.Bounds) > 0 {
		limit = r.Bound()
	}
	switch most := max(compute, memory); {
	case most < lowThroughput:
		return fmt.Sprintf("Compute %.0f %% and memory %.0f %% of their peaks: neither is busy, so warps wait for latency. The warp states show what they wait for. The model's bound: %s.", compute, memory, limit)
	case math.Abs(compute-memory) < 10:
		return fmt.Sprintf("Compute %.0f %% and memory %.0f %% of their peaks are balanced: reducing only one of them gains little. The model's bound: %s.", compute, memory, limit)
	case memory > compute:
		return fmt.Sprintf("Memory is %s at %.0f %% of its peak, compute at %.0f %%: look at the memory workload. The model's bound: %s.",
			busy(most), memory, compute, limit)
	default:
		return fmt.Sprintf("Compute is %s at %.0f %% of its peak, memory at %.0f %%: look at the compute workload. The model's bound: %s.",
			busy(most), compute, memory, limit)
	}
}

func busy(percent float64) string {
	if percent >= highThroughput {
		return "busy"
	}
	return "the busier one"
}

// uncertaintyNote says how well the time of a sample is known.
func uncertaintyNote(r *gpumodel.Result) string {
	if r.Uncertainty <= gpumodel.LeastUncertainty {
		return ""
	}
	return fmt.Sprintf("The time, and rates that follow from it, are known to ± %.0f %%: %.2g %% of the launch was simulated. With exact=True all of it is.",
		100*r.Uncertainty, 100*r.Sampled)
}

// balanceWithin is how near the balanced ratio a ratio is balanced.
const balanceWithin = 0.2

func balanceNote(r *gpumodel.Result) string {
	ratio, balanced := r.Counters.Value("instruction_byte_ratio"), r.Counters.Value("balanced_instruction_byte_ratio")
	switch {
	case ratio == 0:
		return ""
	case ratio > balanced*(1+balanceWithin):
		return fmt.Sprintf("%.2f instructions a byte are more than the %.2f at which %s is balanced: if latency is hidden, instructions limit.", ratio, balanced, r.Device.Name)
	case ratio < balanced*(1-balanceWithin):
		return fmt.Sprintf("%.2f instructions a byte are less than the %.2f at which %s is balanced: if latency is hidden, memory limits.",
			ratio, balanced, r.Device.Name)
	}
	return fmt.Sprintf("%.2f instructions a byte are near the %.2f at which %s is balanced: both matter.", ratio, balanced, r.Device.Name)
}

func doubleNote(r *gpumodel.Result) string {
	double, converted := r.Counters.Value("inst_fp_64"), r.Counters.Value("inst_bit_convert")
	if double == 0 || converted < double {
		return ""
	}
	return fmt.Sprintf("%s instructions of threads compute in double precision, and %s convert: are there literals without an f?",
		counter.Grouped(double), counter.Grouped(converted))
}

func patternNote(r *gpumodel.Result) string {
	for _, way := range []struct{ name, op string }{{"loads", "ld"}, {"stores", "st"}} {
		used := r.Counters.Value("smsp__sass_average_data_bytes_per_sector_mem_global_op_" + way.op + ".ratio")
		if used == 0 || used >= 24 {
			continue
		}
		return fmt.Sprintf("Of the 32 bytes of each sector, %s use %.1f on average%s.", way.name, used,
			worst(r, func(l *Line) float64 { return l.Excess }, "most of the extra sectors are"))
	}
	return ""
}

func conflictNote(r *gpumodel.Result) string {
	passes := r.Counters.Value("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum")
	beyond := r.Counters.Value("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum")
	if beyond <= passes/10 {
		return ""
	}
	return fmt.Sprintf("Accesses of shared memory take %.1f times the bank passes that they need without conflicts%s.",
		passes/(passes-beyond), worst(r, func(l *Line) float64 { return l.Passes }, "most passes are"))
}

func spillNote(r *gpumodel.Result) string {
	accesses := r.Counters.Value("local_load") + r.Counters.Value("local_store")
	if accesses == 0 {
		return ""
	}
	return fmt.Sprintf("Local memory takes %.1f %% of the traffic between the SMs and the rest (two lines for each load that misses the L1), and %.1f %% of the instructions.",
		r.Counters.Value("local_memory_overhead"), 100*accesses/r.Counters.Value("inst_issued"))
}

func stallNote(r *gpumodel.Result) string {
	why, most := timing.Starting, 0.0
	for s := range timing.States {
		if s == timing.Starting || s == timing.Exited || s == timing.Selected {
			continue
		}
		if x := r.Counters.Value("smsp__warp_issue_stalled_" + s.String() + "_per_warp_active.pct"); x > most {
			why, most = s, x
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("For %.0f %% of the %.1f cycles between two instructions, a warp is %s (%s)%s.", most,
		r.Counters.Value("smsp__average_warp_latency_per_inst_issued.ratio"), why.Words(), why,
		worst(r, func(l *Line) float64 { return l.States[why] }, "most of it"))
}

func replayNote(r *gpumodel.Result) string {
	n := r.Counters.Value("inst_replays")
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f %% of the instructions issued are replays: %s for bank conflicts, %s for constants.",
		100*n/r.Counters.Value("inst_issued"),
		counter.Grouped(r.Counters.Value("shared_replays")), counter.Grouped(r.Counters.Value("constant_load_replay")))
}

func waveNote(r *gpumodel.Result) string {
	blocks, sms := r.Launch.Grid.Count(), r.Device.SMs
	if blocks < sms {
		leave := "1 block leaves"
		if blocks > 1 {
			leave = fmt.Sprintf("%d blocks leave", blocks)
		}
		return fmt.Sprintf("%s %d of the %d SMs without work.", leave, sms-blocks, sms)
	}
	waves := r.Counters.Value("launch__waves_per_multiprocessor")
	whole := math.Floor(waves)
	if part := waves - whole; whole >= 1 && whole < 5 && part > 0 && part < 0.7 {
		return fmt.Sprintf("%.0f full waves of blocks are followed by %.0f %% of one: the last takes up to %.0f %% of the time.", whole,
			100*part, 100/(whole+1))
	}
	return ""
}

func occupancyNote(r *gpumodel.Result) string {
	theory, achieved := 100*r.Occupancy.Fraction, r.Counters.Value("sm__warps_active.avg.pct_of_peak_sustained_active")
	switch {
	case theory < highThroughput:
		return fmt.Sprintf("At most %.1f %% fits, limited by %s.", theory, r.Occupancy.Limiter)
	case achieved < theory-20:
		return fmt.Sprintf("The achieved occupancy is %.1f %% of at most %.1f %%: blocks end at different times, or there are too few of them.", achieved, theory)
	}
	return ""
}

func campingNote(r *gpumodel.Result) string {
	if avg, most := r.Counters.Value("dram__cycles_active.avg"), r.Counters.Value("dram__cycles_active_busiest.avg"); avg > 0 &&
		most > gpumodel.CampingFactor*avg {
		why := gpumodel.BoundCamping
		if r.Device.PartitionHash {
			why = "addresses are hashed, so requests meet by chance"
		}
		return fmt.Sprintf("The busiest memory channel of each moment has %.1f times the work of the average one: %s.", most/avg, why)
	}
	return ""
}

func divergenceNote(r *gpumodel.Result) string {
	threads := r.Counters.Value("smsp__thread_inst_executed_per_inst_executed.ratio")
	if threads >= 24 || threads == 0 {
		return ""
	}
	return fmt.Sprintf("Only %.1f of 32 threads are active in an instruction on average%s.", threads,
		worst(r, func(l *Line) float64 { return 32*l.Instructions - l.Threads }, "most are lost"))
}

// worst names the line that has the most of something.
func worst(r *gpumodel.Result, of func(l *Line) float64, what string) string {
	lines, err := Lines(r)
	if err != nil {
		return ""
	}
	var most *Line
	for i := range lines {
		if most == nil || of(&lines[i]) > of(most) {
			most = &lines[i]
		}
	}
	if most == nil || of(most) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s in %s, \"%s\"", what, most.At(), most.Source)
}
