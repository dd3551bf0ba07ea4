package counter

import (
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// instructionMetrics are what warps execute.
func instructionMetrics() []metric {
	return []metric{
		{name: "smsp__inst_executed", unit: "inst", doc: "warp instructions executed", value: stat(instructions), peak: slots},
		{name: "sm__inst_executed", unit: "inst", doc: "warp instructions executed", value: stat(instructions), peak: slotsOfSM},
		{name: "smsp__thread_inst_executed", unit: "inst", doc: "thread instructions executed", peak: threadSlots,
			value: stat(func(s *warp.Stats) int64 { return s.ThreadInstructions })},
		{name: "smsp__thread_inst_executed_per_inst_executed", unit: "thread/inst", kind: ratio, doc: "active threads per warp instruction",
			of: []string{"smsp__thread_inst_executed"}, by: "smsp__inst_executed", full: warpSize},

		{name: "smsp__thread_inst_executed_pred_on", unit: "inst", doc: "thread instructions whose guard is true",
			value: stat(func(s *warp.Stats) (n int64) {
				for _, x := range s.ThreadsByClass {
					n += x
				}
				return n
			})},
		{name: "smsp__thread_inst_executed_pred_on_per_inst_executed", kind: ratio, unit: "thread/inst", doc: "threads per warp instruction whose guard is true",
			of: []string{"smsp__thread_inst_executed_pred_on"}, by: "smsp__inst_executed", full: warpSize},
		{name: "smsp__average_inst_executed_per_warp", kind: ratio, unit: "inst/warp", doc: "instructions that a warp executes", of: []string{"smsp__inst_executed"}, by: "smsp__warps_launched"},
		{name: "smsp__warps_launched", unit: "warp", doc: "warps", value: stat(launched)},
		{name: "sm__warps_launched", unit: "warp", doc: "warps", value: stat(launched)},
		{name: "sm__ctas_launched", unit: "block", doc: "blocks", value: plain(func(r *Run) float64 { return float64(r.Blocks) })},
		{name: "sm__threads_launched", unit: "thread", doc: "threads", value: plain(func(r *Run) float64 { return float64(r.Blocks) * float64(r.Threads) })},

		{name: "smsp__inst_executed_op_branch", unit: "inst", doc: "branch instructions of warps", value: stat(branches)},
		{name: "smsp__branch_targets_threads_divergent", unit: "branch", doc: "branches at which the threads of a warp parted", value: stat(divergent)},
		{name: "smsp__sass_branch_targets", unit: "branch", doc: "branch instructions of warps", value: stat(branches)},
		{name: "smsp__sass_branch_targets_threads_divergent", unit: "branch", doc: "branches at which the threads of a warp parted", value: stat(divergent)},
		{name: "smsp__sass_branch_targets_threads_uniform", unit: "branch", doc: "branches that the threads of a warp took together",
			value: stat(func(s *warp.Stats) int64 { return s.Branches - s.DivergentBranches })},
		{name: "smsp__sass_average_branch_targets_threads_uniform", unit: "%", kind: ratio, pct: true, doc: "branches that the threads of a warp took together, in percent",
			of: []string{"smsp__sass_branch_targets_threads_uniform"}, by: "smsp__sass_branch_targets", full: constant(1), empty: 1},
		{name: "smsp__inst_executed_op_barrier", unit: "inst", doc: "barriers, per warp", value: stat(func(s *warp.Stats) int64 { return s.Barriers })},

		{name: "smsp__inst_executed_op_global_ld", unit: "inst", doc: "load instructions of warps to global memory", value: stat(loads)},
		{name: "smsp__inst_executed_op_global_st", unit: "inst", doc: "store instructions of warps to global memory", value: stat(stores)},
		{name: "smsp__inst_executed_op_local_ld", unit: "inst", doc: "load instructions of warps to local memory", value: stat(localLoads)},
		{name: "smsp__inst_executed_op_local_st", unit: "inst", doc: "store instructions of warps to local memory", value: stat(localStores)},
		{name: "smsp__inst_executed_op_shared_ld", unit: "inst", doc: "warp instructions that read shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Requests })},
		{name: "smsp__inst_executed_op_shared_st", unit: "inst", doc: "warp instructions that write shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedStores.Requests })},
		{name: "smsp__inst_executed_op_shared_atom", unit: "inst", doc: "atomic instructions of warps on shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedAtomics.Requests })},
		{name: "smsp__inst_executed_op_ldc", unit: "inst", doc: "load instructions of warps to __constant__ memory", value: stat(func(s *warp.Stats) int64 { return s.ConstantLoads.Requests })},
		{name: "shared_atomic_replays", unit: "replay", doc: "times that warps repeat an atomic on shared memory because threads of theirs meet at one word (c.c. 1.x)",
			value: stat(func(s *warp.Stats) int64 { return s.SharedAtomics.Rounds - s.SharedAtomics.Requests })},
		{name: "warp_serialize", unit: "pass", doc: "passes beyond the ideal, of the banks of shared memory and of __constant__ memory (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 {
			return conflicts(&s.SharedLoads) + conflicts(&s.SharedStores) + conflicts(&s.ConstantLoads.SharedTraffic)
		})},

		// Issued: executed, and again for conflicts of banks and for different constants.
		{name: "smsp__inst_issued", unit: "inst", doc: "warp instructions issued, replays among them", value: stat(issued), peak: slots},
		{name: "sm__inst_issued", unit: "inst", doc: "warp instructions issued, replays among them", value: stat(issued), peak: slotsOfSM},
		{name: "scheduler_cycles_active", unit: "cycle", doc: "clocks of its schedulers in which an SM had a block, each the time of an issue: two shader clocks on c.c. 2.0",
			value: plain(func(r *Run) float64 { return total(r.active()) * issueSlots(r.Device) })},
		{name: "ipc", kind: ratio, unit: "inst/cycle", doc: "instructions that an SM executes for each clock of its schedulers", of: []string{"sm__inst_executed"}, by: "scheduler_cycles_active"},
		{name: "issued_ipc", kind: ratio, unit: "inst/cycle", doc: "instructions that an SM issues for each clock of its schedulers", of: []string{"sm__inst_issued"}, by: "scheduler_cycles_active"},
		{name: "smsp__issue_active", unit: "cycle", doc: "clocks in which a scheduler issued an instruction", value: stat(issued), peak: slots},
		{name: "inst_replays", unit: "inst", doc: "times that warps issued an instruction again", value: stat(replays)},
		{name: "shared_load_replay", unit: "inst", doc: "replays of loads of shared memory, for conflicts of banks; of 64-bit words one for each two passes",
			value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Reissued })},
		{name: "shared_store_replay", unit: "inst", doc: "replays of stores to shared memory, for conflicts of banks; of 64-bit words one for each two passes",
			value: stat(func(s *warp.Stats) int64 { return s.SharedStores.Reissued })},
		{name: "constant_load_replay", unit: "inst", doc: "replays of loads of __constant__ memory, for threads that read different addresses",
			value: stat(func(s *warp.Stats) int64 { return s.ConstantLoads.Reissued })},
		{name: "shared_replays", unit: "inst", doc: "replays of loads of shared memory and of stores to it", value: stat(sharedReplays)},
		{name: "inst_replay_overhead", kind: ratio, unit: "inst/inst", doc: "replays for each instruction executed", of: []string{"inst_replays"}, by: "smsp__inst_executed"},
		{name: "shared_replay_overhead", kind: ratio, unit: "inst/inst", doc: "replays of shared memory for each instruction executed", of: []string{"shared_replays"}, by: "smsp__inst_executed"},
		{name: "inst_replay_share", kind: ratio, unit: "inst/inst", doc: "replays for each instruction issued", of: []string{"inst_replays"}, by: "smsp__inst_issued", full: constant(1)},

		// By the units that execute them. The cores of these generations compute integers
		// and fp32 alike; conversions go to the special function units' pipe by its name in
		// Nsight Compute.
		{name: "sm__inst_executed_pipe_alu", unit: "inst", doc: "integer, logic and move instructions of warps", value: class(isa.ClassALU)},
		{name: "sm__inst_executed_pipe_fma", unit: "inst", doc: "fp32 instructions of warps", value: class(isa.ClassFP32)},
		{name: "sm__inst_executed_pipe_fp64", unit: "inst", doc: "fp64 instructions of warps", value: class(isa.ClassFP64)},
		{name: "sm__inst_executed_pipe_tensor_op_hmma", unit: "inst", doc: "products of matrices of halves by the tensor cores, as instructions of warps (from c.c. 7.0 on)", value: class(isa.ClassTensor)},
		{name: "sm__inst_executed_pipe_xu", unit: "inst", doc: "special functions and conversions of warps", value: class(isa.ClassSFU, isa.ClassConvert)},
		{name: "sm__inst_executed_pipe_lsu", unit: "inst", doc: "accesses of warps to global, local and shared memory, atomics among them, and shuffles",
			value: class(isa.ClassGlobal, isa.ClassShared, isa.ClassLocal, isa.ClassAtomic, isa.ClassShuffle)},
		{name: "sm__inst_executed_pipe_tex", unit: "inst", doc: "texture fetches of warps", value: class(isa.ClassTexture)},
		{name: "sm__inst_executed_pipe_cbu", unit: "inst", doc: "branches of warps", value: class(isa.ClassBranch)},
		{name: "sm__inst_executed_pipe_adu", unit: "inst", doc: "barriers of warps, and their loads of __constant__ memory", value: class(isa.ClassBarrier, isa.ClassConst)},
		{name: "sm__pipe_core_cycles_active", unit: "cycle", doc: "clocks in which the cores were at work, integers and floating point alike", peak: constant(1),
			value: busy(isa.PipeCores)},
		{name: "sm__pipe_fp64_cycles_active", unit: "cycle", doc: "clocks in which units for double precision were at work that are not the cores, or the tensor cores, which share their pipe", peak: constant(1),
			value: busy(isa.PipeFP64)},
		{name: "sm__pipe_xu_cycles_active", unit: "cycle", doc: "clocks in which the special function units were at work", peak: constant(1),
			value: busy(isa.PipeSFU)},
		{name: "l1tex__lsu_cycles_active", unit: "cycle", doc: "clocks in which the load-store units were at work (from c.c. 2.0 on)", peak: constant(1),
			value: busy(isa.PipeLSU)},

		// By what they do.
		{name: "smsp__sass_thread_inst_executed_op_fp32_pred_on", unit: "inst", doc: "fp32 instructions of threads, special functions among them", value: threads(isa.ClassFP32, isa.ClassSFU)},
		{name: "smsp__sass_thread_inst_executed_op_fp64_pred_on", unit: "inst", doc: "fp64 instructions of threads", value: threads(isa.ClassFP64)},
		{name: "smsp__sass_thread_inst_executed_op_integer_pred_on", unit: "inst", doc: "integer, logic and move instructions of threads", value: threads(isa.ClassALU)},
		{name: "smsp__sass_thread_inst_executed_op_control_pred_on", unit: "inst", doc: "branches and barriers of threads", value: threads(isa.ClassBranch, isa.ClassBarrier)},
		{name: "smsp__sass_thread_inst_executed_op_memory_pred_on", unit: "inst", doc: "accesses of threads to memory of any kind",
			value: threads(isa.ClassGlobal, isa.ClassShared, isa.ClassLocal, isa.ClassConst, isa.ClassTexture, isa.ClassAtomic)},
		{name: "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on", unit: "inst", doc: "shuffles, matches and reductions of threads within their warps",
			value: threads(isa.ClassShuffle)},
		{name: "smsp__sass_thread_inst_executed_op_conversion_pred_on", unit: "inst", doc: "conversions of threads", value: threads(isa.ClassConvert)},
		{name: "smsp__sass_thread_inst_executed_op_misc_pred_on", unit: "inst", doc: "other instructions of threads", value: threads(isa.ClassOther)},
		{name: "smsp__sass_thread_inst_executed_op_fadd_pred_on", unit: "inst", doc: "fp32 additions of threads", value: operations(isa.ClassFP32, ir.Add, ir.Sub)},
		{name: "smsp__sass_thread_inst_executed_op_fmul_pred_on", unit: "inst", doc: "fp32 multiplications of threads", value: operations(isa.ClassFP32, ir.Mul)},
		{name: "smsp__sass_thread_inst_executed_op_ffma_pred_on", unit: "inst", doc: "fp32 multiply-adds of threads, fused or not", value: operations(isa.ClassFP32, ir.Mad, ir.Fma)},
		{name: "smsp__sass_thread_inst_executed_op_dadd_pred_on", unit: "inst", doc: "fp64 additions of threads", value: operations(isa.ClassFP64, ir.Add, ir.Sub)},
		{name: "smsp__sass_thread_inst_executed_op_dmul_pred_on", unit: "inst", doc: "fp64 multiplications of threads", value: operations(isa.ClassFP64, ir.Mul)},
		{name: "smsp__sass_thread_inst_executed_op_dfma_pred_on", unit: "inst", doc: "fp64 multiply-adds of threads, fused or not", value: operations(isa.ClassFP64, ir.Mad, ir.Fma)},
		{name: "flop_count_sp", unit: "flop", doc: "fp32 operations of threads; multiply-add counts 2", value: stat(func(s *warp.Stats) int64 { return s.Flops - s.FlopsDP })},
		{name: "flop_count_dp", unit: "flop", doc: "fp64 operations of threads; multiply-add counts 2", value: stat(func(s *warp.Stats) int64 { return s.FlopsDP })},
		{name: "inst_issued_alu", unit: "inst", doc: "integer, logic and move instructions of warps", value: class(isa.ClassALU)},
		{name: "inst_issued_fp32", unit: "inst", doc: "fp32 instructions of warps", value: class(isa.ClassFP32)},
		{name: "inst_issued_convert", unit: "inst", doc: "conversions of warps", value: class(isa.ClassConvert)},
	}
}

func instructions(s *warp.Stats) int64 { return s.Instructions }
func launched(s *warp.Stats) int64     { return s.Warps }
func branches(s *warp.Stats) int64     { return s.Branches }
func divergent(s *warp.Stats) int64    { return s.DivergentBranches }
func loads(s *warp.Stats) int64        { return s.Loads.Requests }
func stores(s *warp.Stats) int64       { return s.Stores.Requests }
func localLoads(s *warp.Stats) int64   { return s.LocalLoads.Requests }
func localStores(s *warp.Stats) int64  { return s.LocalStores.Requests }

// conflicts are the passes beyond the ideal.
func conflicts(t *warp.SharedTraffic) int64 { return t.Passes - t.Ideal }

// replays are the instructions issued beyond those executed.
func replays(s *warp.Stats) int64       { return sharedReplays(s) + s.ConstantLoads.Reissued }
func sharedReplays(s *warp.Stats) int64 { return s.SharedLoads.Reissued + s.SharedStores.Reissued }
func issued(s *warp.Stats) int64        { return s.Instructions + replays(s) }

// class counts the warp instructions of some classes.
func class(kinds ...isa.Class) func(r *Run) quantity {
	return stat(func(s *warp.Stats) (n int64) {
		for _, k := range kinds {
			n += s.ByClass[k]
		}
		return n
	})
}

// threads counts the thread instructions of some classes.
func threads(kinds ...isa.Class) func(r *Run) quantity {
	return stat(func(s *warp.Stats) (n int64) {
		for _, k := range kinds {
			n += s.ThreadsByClass[k]
		}
		return n
	})
}

// operations counts the thread instructions of a class that do one of some operations.
func operations(class isa.Class, ops ...ir.Op) func(r *Run) quantity {
	return func(r *Run) quantity {
		n := int64(0)
		for pc, threads := range r.Stats.PerInstruction.PredOn {
			if in := &r.Program.Code[pc]; in.Class == class && slices.Contains(ops, in.Op) {
				n += threads
			}
		}
		return r.executed(n)
	}
}

// busy are the clocks of an SM in which a pipe is at work. A pipe that the schedulers share
// is the average of their shares.
func busy(p isa.Pipe) func(r *Run) quantity {
	return func(r *Run) quantity {
		q := r.executed(r.Stats.PipeClocks[p])
		if p.PerScheduler(r.Device) {
			q.of *= float64(r.Device.Schedulers * r.Device.CoreParts)
		}
		return q
	}
}

// issueSlots are the issues of a scheduler in a clock; one may take two instructions.
func issueSlots(d *device.Device) float64 { return min(1, slots(d)) }

// slots are the instructions that a scheduler can issue in a clock.
func slots(d *device.Device) float64       { return isa.IssueRate(d) }
func slotsOfSM(d *device.Device) float64   { return slots(d) * float64(d.Schedulers) }
func threadSlots(d *device.Device) float64 { return slots(d) * warpSize(d) }
func warpSize(d *device.Device) float64    { return float64(d.WarpSize) }
