package report

import (
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
)

// A sectionRow is a row of the table that reports are made from.
type sectionRow struct {
	id, title string
	level     int // of ReportLevels, from which on it is shown
	metrics   []labelled
	tables    []tableRow
	notes     []func(r *gpumodel.Result) string
}

type labelled struct{ label, counter string }

// A tableRow is shown from a level on.
type tableRow struct {
	level int
	of    func(r *gpumodel.Result) Table
}

// The levels.
const (
	basic = iota
	detailed
	full
)

// duration is the counter of the time of a launch.
const duration = "gpu__time_duration.sum"

// sections are those of Nsight Compute that the model can fill, in its order and with
// its labels.
var sections = []sectionRow{
	{id: "SpeedOfLight", title: "GPU Speed Of Light Throughput", level: basic, metrics: []labelled{
		{"DRAM Frequency", "dram__cycles_elapsed.avg.per_second"},
		{"SM Frequency", "sm__cycles_elapsed.avg.per_second"},
		{"Elapsed Cycles", "gpc__cycles_elapsed.max"},
		{"Duration", duration},
		{"Memory Throughput", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
		{"L1/TEX Cache Throughput", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
		{"L2 Cache Throughput", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
		{"DRAM Throughput", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
		{"SM Active Cycles", "sm__cycles_active.avg"},
		{"Compute (SM) Throughput", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
	}, notes: []func(r *gpumodel.Result) string{bottleneckNote, uncertaintyNote}},

	{id: "InstructionByteRatio", title: "Instruction To Byte Ratio", level: detailed, metrics: []labelled{
		{"Instructions Issued Per Byte", "instruction_byte_ratio"},
		{"Balanced Ratio Of The GPU", "balanced_instruction_byte_ratio"},
		{"Instructions Issued", "inst_issued_lanes"},
		{"Bytes Behind The SMs", "l1_miss_bytes"},
	}, notes: []func(r *gpumodel.Result) string{balanceNote}},

	{id: "ComputeWorkloadAnalysis", title: "Compute Workload Analysis", level: detailed, metrics: []labelled{
		{"Executed Ipc Active", "sm__inst_executed.avg.per_cycle_active"},
		{"Executed Ipc Elapsed", "sm__inst_executed.avg.per_cycle_elapsed"},
		{"Issued Ipc Active", "sm__inst_issued.avg.per_cycle_active"},
		{"Issue Slots Busy", "sm__inst_issued.avg.pct_of_peak_sustained_active"},
		{"SM Busy", "sm__throughput.avg.pct_of_peak_sustained_active"},
	}, tables: []tableRow{{detailed, pipeTable}}, notes: []func(r *gpumodel.Result) string{doubleNote}},

	{id: "MemoryWorkloadAnalysis", title: "Memory Workload Analysis", level: detailed, metrics: []labelled{
		{"Memory Throughput", "dram__bytes.sum.per_second"},
		{"Mem Busy", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
		{"Mem Pipes Busy", "l1tex__lsu_cycles_active.avg.pct_of_peak_sustained_active"},
		{"L1/TEX Hit Rate", "l1tex__t_sector_hit_rate.pct"},
		{"L2 Hit Rate", "lts__t_sector_hit_rate.pct"},
	}, tables: []tableRow{{full, accessTable}, {full, sharedTable}, {full, cacheTable},
		{full, dramTable}}, notes: []func(r *gpumodel.Result) string{patternNote, conflictNote, spillNote}},

	{id: "SchedulerStats", title: "Scheduler Statistics", level: full, metrics: []labelled{
		{"Active Warps Per Scheduler", "smsp__warps_active.avg.per_cycle_active"},
		{"Eligible Warps Per Scheduler", "smsp__warps_eligible.avg.per_cycle_active"},
		{"Issued Warp Per Scheduler", "smsp__issue_active.avg.per_cycle_active"},
		{"Issue Slots Used", "smsp__issue_active.avg.pct_of_peak_sustained_active"},
	}},

	{id: "WarpStateStats", title: "Warp State Statistics", level: full, metrics: []labelled{
		{"Warp Cycles Per Issued Instruction", "smsp__average_warp_latency_per_inst_issued.ratio"},
		{"Avg. Active Threads Per Warp", "smsp__thread_inst_executed_per_inst_executed.ratio"},
		{"Avg. Not Predicated Off Threads Per Warp", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"},
	}, tables: []tableRow{{full, stallTable}}, notes: []func(r *gpumodel.Result) string{stallNote}},

	{id: "InstructionStats", title: "Instruction Statistics", level: full, metrics: []labelled{
		{"Executed Instructions", "smsp__inst_executed.sum"},
		{"Issued Instructions", "smsp__inst_issued.sum"},
		{"Avg. Executed Instructions Per Scheduler", "smsp__inst_executed.avg"},
		{"Avg. Issued Instructions Per Scheduler", "smsp__inst_issued.avg"},
	}, notes: []func(r *gpumodel.Result) string{replayNote}},

	{id: "LaunchStats", title: "Launch Statistics", level: basic, metrics: []labelled{
		{"Grid Size", "launch__grid_size"},
		{"Block Size", "launch__block_size"},
		{"Threads", "launch__thread_count"},
		{"Registers Per Thread", "launch__registers_per_thread"},
		{"Shared Memory Per Block", "launch__shared_mem_per_block"},
		{"Waves Per SM", "launch__waves_per_multiprocessor"},
	}, notes: []func(r *gpumodel.Result) string{waveNote}},

	{id: "Occupancy", title: "Occupancy", level: basic, metrics: []labelled{
		{"Block Limit SM", "launch__occupancy_limit_blocks"},
		{"Block Limit Registers", "launch__occupancy_limit_registers"},
		{"Block Limit Shared Mem", "launch__occupancy_limit_shared_mem"},
		{"Block Limit Warps", "launch__occupancy_limit_warps"},
		{"Theoretical Active Warps per SM", "sm__maximum_warps_avg_per_active_cycle"},
		{"Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct"},
		{"Achieved Active Warps Per SM", "sm__warps_active.avg.per_cycle_active"},
		{"Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
	}, notes: []func(r *gpumodel.Result) string{occupancyNote}},

	{id: "WorkloadDistribution", title: "GPU and Memory Workload Distribution", level: basic,
		tables: []tableRow{{basic, distributionTable}}, notes: []func(r *gpumodel.Result) string{campingNote}},

	{id: "SourceCounters", title: "Source Counters", level: detailed, metrics: []labelled{
		{"Branch Instructions", "smsp__inst_executed_op_branch.sum"},
		{"Branch Efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct"},
		{"Divergent Branches", "smsp__sass_branch_targets_threads_divergent.sum"},
		{"Sectors Of Global Accesses", "memory_l2_theoretical_sectors_global"},
		{"Shared Wavefronts", "memory_l1_wavefronts_shared"},
		{"Excessive Shared Wavefronts", "derived__memory_l1_wavefronts_shared_excessive"},
	}, notes: []func(r *gpumodel.Result) string{divergenceNote}},
}

// metric is a counter with its label.
func metric(r *gpumodel.Result, label, name string) Metric {
	d, err := counter.Describe(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return Metric{label, name, r.Counters.Value(name), d.Unit}
}
