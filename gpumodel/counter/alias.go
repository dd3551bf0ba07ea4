package counter

import (
	"regexp"
	"sync"
)

// An event is another name of a count: one that the multiprocessors of its time count.
// It takes endings as Nsight Compute's names do, where .avg is of one SM.
type event struct {
	name, of string
	// perSM says that the bare name is of one SM, as in the profiler of CUDA 3 and 4
	// ("Most counters are reported per Streaming Multiprocessor"); nvprof adds the
	// SMs up under the names that both have.
	perSM bool
}

// events are those of CUPTI (nvprof --query-events) and of the profilers before it.
var events = []event{
	// CUDA 3 and 4.
	{name: "instructions_executed", of: "sm__inst_executed", perSM: true},
	{name: "instructions_issued", of: "sm__inst_issued", perSM: true},
	{name: "L2_read_request", of: "lts__t_sectors_op_read"},
	{name: "L2_write_request", of: "lts__t_sectors_op_write"},
	{name: "l2_read_requests", of: "lts__t_sectors_op_read"},
	{name: "l2_write_requests", of: "lts__t_sectors_op_write"},
	{name: "l2_read_misses", of: "lts__t_sectors_op_read_lookup_miss"},
	{name: "uncached_global_load_transaction", of: "uncached_load_transactions"},
	{name: "global_store_transaction", of: "gst_transactions"},

	// CUPTI.
	{name: "inst_executed", of: "sm__inst_executed"},
	{name: "inst_issued", of: "sm__inst_issued"},
	{name: "instructions", of: "sm__inst_executed"}, // CUDA 2
	{name: "thread_inst_executed", of: "smsp__thread_inst_executed"},
	{name: "branch", of: "smsp__inst_executed_op_branch"},
	{name: "divergent_branch", of: "smsp__branch_targets_threads_divergent"},
	{name: "inst_barrier", of: "smsp__inst_executed_op_barrier"},
	{name: "gld_request", of: "l1tex__t_requests_pipe_lsu_mem_global_op_ld"},
	{name: "gst_request", of: "l1tex__t_requests_pipe_lsu_mem_global_op_st"},
	{name: "local_load", of: "l1tex__t_requests_pipe_lsu_mem_local_op_ld"},
	{name: "local_store", of: "l1tex__t_requests_pipe_lsu_mem_local_op_st"},
	{name: "shared_load", of: "smsp__inst_executed_op_shared_ld"},
	{name: "shared_store", of: "smsp__inst_executed_op_shared_st"},
	{name: "l1_global_load_hit", of: "l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_hit"},
	{name: "l1_global_load_miss", of: "l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_miss"},
	{name: "l1_local_load_hit", of: "l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_hit"},
	{name: "l1_local_load_miss", of: "l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_miss"},
	{name: "l1_shared_bank_conflict", of: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"},
	{name: "shared_ld_bank_conflict", of: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld"},
	{name: "shared_st_bank_conflict", of: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st"},
	{name: "shared_ld_transactions", of: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"},
	{name: "shared_st_transactions", of: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st"},
	{name: "tex0_cache_sector_queries", of: "l1tex__t_sectors_pipe_tex_mem_texture"},
	{name: "tex0_cache_sector_misses", of: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss"},
	{name: "tex_cache_hit", of: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit"}, // CUDA 2
	{name: "tex_cache_miss", of: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss"},
	{name: "active_cycles", of: "sm__cycles_active"},
	{name: "active_warps", of: "sm__warps_active"},
	{name: "elapsed_cycles_sm", of: "sm__cycles_elapsed"},
	{name: "warps_launched", of: "sm__warps_launched"},
	{name: "threads_launched", of: "sm__threads_launched"},
	{name: "sm_cta_launched", of: "sm__ctas_launched"},
	{name: "cta_launched", of: "sm__ctas_launched"}, // CUDA 2
	{name: "atom_count", of: "l1tex__t_requests_pipe_lsu_mem_global_op_atom"},
	{name: "constant_load", of: "smsp__inst_executed_op_ldc"},
	{name: "constant_load_transactions", of: "idc__requests"},
	{name: "constant_cache_hit", of: "idc__requests_lookup_hit"},
	{name: "constant_cache_miss", of: "idc__requests_lookup_miss"},
	{name: "fb_read_sectors", of: "dram__sectors_read"},
	{name: "fb_write_sectors", of: "dram__sectors_write"},
}

// An alias is a metric of nvprof: one form of one of ours, times a factor where nvprof
// has another scale.
type alias struct {
	of     string
	factor float64
	unit   string // where the factor changes it
}

func same(of string) alias { return alias{of: of, factor: 1} }

// scaled010 is a utilization on nvprof's scale from 0 to 10.
func scaled010(of string) alias { return alias{of, 0.1, "of 10"} }

// aliases are the metrics of nvprof, and times of the profiler of CUDA 2.
var aliases = sync.OnceValue(func() map[string]alias {
	return map[string]alias{
		"gputime": {"gpu__time_duration.sum", 1e6, "µs"}, // CUDA 2

		"achieved_occupancy":                {"sm__warps_active.avg.pct_of_peak_sustained_active", 0.01, "of 1"},
		"eligible_warps_per_cycle":          same("sm__warps_eligible.avg.per_cycle_active"),
		"issue_slot_utilization":            same("smsp__issue_active.avg.pct_of_peak_sustained_active"),
		"issue_slots":                       same("smsp__issue_active.sum"),
		"inst_per_warp":                     same("smsp__average_inst_executed_per_warp.ratio"),
		"warp_execution_efficiency":         same("smsp__thread_inst_executed_per_inst_executed.pct"),
		"warp_nonpred_execution_efficiency": same("smsp__thread_inst_executed_pred_on_per_inst_executed.pct"),
		"branch_efficiency":                 same("smsp__sass_average_branch_targets_threads_uniform.pct"),
		"cf_executed":                       same("smsp__inst_executed_op_branch.sum"),
		"sm_efficiency":                     same("smsp__cycles_active.avg.pct_of_peak_sustained_elapsed"),
		"theoretical_occupancy":             same("sm__maximum_warps_per_active_cycle_pct"),
		"ldst_executed":                     same("sm__inst_executed_pipe_lsu.sum"),
		"ldst_fu_utilization":               scaled010("l1tex__lsu_cycles_active.avg.pct_of_peak_sustained_active"),
		"special_fu_utilization":            scaled010("sm__pipe_xu_cycles_active.avg.pct_of_peak_sustained_active"),
		"alu_fu_utilization":                scaled010("sm__pipe_core_cycles_active.avg.pct_of_peak_sustained_active"),
		"inst_fp_32":                        same("smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"),
		"inst_fp_64":                        same("smsp__sass_thread_inst_executed_op_fp64_pred_on.sum"),
		"inst_integer":                      same("smsp__sass_thread_inst_executed_op_integer_pred_on.sum"),
		"inst_control":                      same("smsp__sass_thread_inst_executed_op_control_pred_on.sum"),
		"inst_compute_ld_st":                same("smsp__sass_thread_inst_executed_op_memory_pred_on.sum"),
		"inst_inter_thread_communication":   same("smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum"),
		"inst_bit_convert":                  same("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum"),
		"inst_misc":                         same("smsp__sass_thread_inst_executed_op_misc_pred_on.sum"),
		"inst_executed_tex_ops":             same("l1tex__t_requests_pipe_tex_mem_texture.sum"),
		"inst_executed_global_loads":        same("smsp__inst_executed_op_global_ld.sum"),

		"global_load_requests":         same("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
		"global_store_requests":        same("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"),
		"gld_transactions_per_request": same("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"),
		"gst_transactions_per_request": same("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"),
		"gld_efficiency":               same("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"),
		"gst_efficiency":               same("smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"),
		"gld_throughput":               same("l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second"),
		"gst_throughput":               same("l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second"),
		"gld_requested_throughput":     same("smsp__sass_data_bytes_mem_global_op_ld.sum.per_second"),
		"gst_requested_throughput":     same("smsp__sass_data_bytes_mem_global_op_st.sum.per_second"),
		"global_hit_rate":              same("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"),
		"l1_cache_global_hit_rate":     same("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"),
		"local_hit_rate":               same("l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate.pct"),
		"l1_cache_local_hit_rate":      same("l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate.pct"),
		"local_load_transactions":      same("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"),
		"local_store_transactions":     same("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
		"inst_executed_local_loads":    same("smsp__inst_executed_op_local_ld.sum"),
		"inst_executed_local_stores":   same("smsp__inst_executed_op_local_st.sum"),
		"inst_executed_global_stores":  same("smsp__inst_executed_op_global_st.sum"),
		"inst_executed_global_atomics": same("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"),
		"inst_executed_shared_loads":   same("smsp__inst_executed_op_shared_ld.sum"),
		"inst_executed_shared_stores":  same("smsp__inst_executed_op_shared_st.sum"),
		"inst_executed_shared_atomics": same("smsp__inst_executed_op_shared_atom.sum"),
		"shared_load_transactions":     same("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
		"shared_store_transactions":    same("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
		"shared_efficiency":            same("smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct"),
		"shared_utilization":           scaled010("l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_elapsed"),
		"tex_cache_transactions":       same("l1tex__t_sectors_pipe_tex_mem_texture.sum"),
		"tex_utilization":              scaled010("tex__cycles_active.avg.pct_of_peak_sustained_elapsed"),
		"tex_fu_utilization":           scaled010("tex__cycles_active.avg.pct_of_peak_sustained_elapsed"),
		"tex_requests":                 same("l1tex__t_requests_pipe_tex_mem_texture.sum"),
		"tex_cache_hit_rate":           same("l1tex__t_sector_pipe_tex_mem_texture_hit_rate.pct"),
		"l2_tex_read_misses":           same("lts__t_sectors_srcunit_tex_mem_texture_lookup_miss.sum"),
		"l2_read_transactions":         same("lts__t_sectors_op_read.sum"),
		"l2_write_transactions":        same("lts__t_sectors_op_write.sum"),
		"l2_read_throughput":           {"lts__t_sectors_op_read.sum.per_second", 32, "byte/s"},
		"l2_write_throughput":          {"lts__t_sectors_op_write.sum.per_second", 32, "byte/s"},
		"l2_utilization":               scaled010("lts__t_sectors.avg.pct_of_peak_sustained_elapsed"),
		"l2_l1_read_hit_rate":          same("lts__t_sector_op_read_hit_rate.pct"),
		"dram_read_transactions":       same("dram__sectors_read.sum"),
		"dram_write_transactions":      same("dram__sectors_write.sum"),
		"dram_read_bytes":              same("dram__bytes_read.sum"),
		"dram_write_bytes":             same("dram__bytes_write.sum"),
		"dram_read_throughput":         same("dram__bytes_read.sum.per_second"),
		"dram_write_throughput":        same("dram__bytes_write.sum.per_second"),
		"dram_utilization":             scaled010("dram__throughput.avg.pct_of_peak_sustained_elapsed"),
		"global_bytes_requested":       same("inst_bytes_requested"),
	}
})

// A refusal is of names that the profilers have and the model cannot know.
type refusal struct {
	name *regexp.Regexp
	why  string
	near []string
}

func refuse(pattern, why string, near ...string) refusal {
	return refusal{regexp.MustCompile("^(?:" + pattern + ")"), why, near}
}

var refusals = sync.OnceValue(func() []refusal {
	return []refusal{
		refuse(`global_(cache_)?replay_overhead|local_replay_overhead|local_load_store_replay|global_(ld|st)_mem_divergence_replays|(gld|gst)_replay`,
			"an access of global or local memory is issued once; its transactions take their time in the load-store units",
			"inst_replay_overhead", "gld_transactions_per_request", "gst_transactions_per_request"),
		refuse(`l1_local_store_(hit|miss)`, "what stores of local memory find in the L1 is not counted", "l1_local_load_hit",
			"l1_local_load_miss", "local_store"),
		refuse(`.*tensor(\.|_cycles|_op_[^h]|_fp|_int|_precision|$)`, "of the tensor cores the model counts the instructions on halves",
			"sm__inst_executed_pipe_tensor_op_hmma.sum"),
		refuse(`.*(imma|_op_fp16|_hfma|hadd|hmul)|inst_fp_16|flop_count_hp|half_precision_fu|.*pipe_fp16`, "no GPU of the model has units for it",
			"sm__inst_executed_pipe_fma.sum", "sm__inst_executed_pipe_fp64.sum"),
		refuse(`nvl|.*nvlink`, "no GPU of the model has NVLink", "pcie__read_bytes.sum", "pcie__write_bytes.sum"),
		refuse(`sysmem_|pcie__(?:cycles|throughput)|pcie_total`, "of memory of the host only the bytes are counted", "pcie__read_bytes.sum",
			"pcie__write_bytes.sum"),
		refuse(`ecc_|dram__ecc|.*_ecc`, "the bits of the ECC are counted as time of the bus, not as transactions", "dram__bytes.sum",
			"dram__throughput.avg.pct_of_peak_sustained_elapsed"),
		refuse(`power|temperature|.*energy|sm_clock|memory_clock`,
			"the model has neither power nor temperature, and its clocks are constant", "gpu__cycles_elapsed.sum", "gpu__time_duration.sum"),
		refuse(`prof_trigger|smsp__pcsamp|.*pmsampling`, "the model samples no program counters: it counts every instruction",
			"smsp__inst_executed.sum"),
		refuse(`icc__|gcc__|.*inst(ruction)?_cache|sm__icc|.*stalled_no_inst|stall_inst_fetch`,
			"instructions are always there: there is no instruction cache", "smsp__issue_active.sum", "smsp__inst_issued.sum"),
		refuse(`.*stalled_(drain|tex_throttle|membar|branch_resolving|dispatch_stall|sleeping|misc|gmma)|stall_(other|texture)`,
			"no warp of the model waits for it",
			"smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct", "smsp__warp_issue_stalled_lg_throttle_per_warp_active.pct"),
		refuse(`.*(tlb|mmu_)`, "there is no TLB", "dram__bytes.sum", "dram__row_activates.sum"),
		refuse(`fe__|gr__|vpc__|pda__|raster|zrop|crop|prop__`, "there are no graphics units", "sm__cycles_active.sum",
			"gpu__cycles_elapsed.sum"),
		refuse(`l1tex__m_|l1tex__lsuin|l1tex__f_|l1tex__x_|sm__mio|smsp__mio|sm__memory`, "the stages of this unit are not modelled one by one",
			"l1tex__lsu_cycles_active.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
	}
})
