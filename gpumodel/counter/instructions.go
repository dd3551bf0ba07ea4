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

		{name: "smsp__thread_inst_executed_pred_on", unit: "inst", doc: "thread instructions executed whose predicate is true",
			value: stat(func(s *warp.Stats) (n int64) {
				for _, x := range s.ThreadsByClass {
					n += x
				}
				return n
			})},
		{name: "smsp__thread_inst_executed_pred_on_per_inst_executed", kind: ratio, unit: "thread/inst", doc: "active threads per warp instruction whose predicate is true",
			of: []string{"smsp__thread_inst_executed_pred_on"}, by: "smsp__inst_executed", full: warpSize},
		{name: "smsp__average_inst_executed_per_warp", kind: ratio, unit: "inst/warp", doc: "instructions executed per warp", of: []string{"smsp__inst_executed"}, by: "smsp__warps_launched"},
		{name: "smsp__warps_launched", unit: "warp", doc: "warps launched", value: stat(launched)},
		{name: "sm__warps_launched", unit: "warp", doc: "warps launched", value: stat(launched)},
		{name: "sm__ctas_launched", unit: "block", doc: "blocks launched", value: plain(func(r *Run) float64 { return float64(r.Blocks) })},
		{name: "sm__threads_launched", unit: "thread", doc: "threads launched", value: plain(func(r *Run) float64 { return float64(r.Blocks) * float64(r.Threads) })},

		{name: "smsp__inst_executed_op_branch", unit: "inst", doc: "branch instructions executed by warps", value: stat(branches)},
		{name: "smsp__branch_targets_threads_divergent", unit: "branch", doc: "branches at which a warp diverged", value: stat(divergent)},
		{name: "smsp__sass_branch_targets", unit: "branch", doc: "branch instructions executed by warps", value: stat(branches)},
		{name: "smsp__sass_branch_targets_threads_divergent", unit: "branch", doc: "branches at which a warp diverged", value: stat(divergent)},
		{name: "smsp__sass_branch_targets_threads_uniform", unit: "branch", doc: "branches at which a warp did not diverge",
			value: stat(func(s *warp.Stats) int64 { return s.Branches - s.DivergentBranches })},
		{name: "smsp__sass_average_branch_targets_threads_uniform", unit: "%", kind: ratio, pct: true, doc: "share of branches at which a warp did not diverge",
			of: []string{"smsp__sass_branch_targets_threads_uniform"}, by: "smsp__sass_branch_targets", full: constant(1), empty: 1},
		{name: "smsp__inst_executed_op_barrier", unit: "inst", doc: "barriers executed by warps", value: stat(func(s *warp.Stats) int64 { return s.Barriers })},

		{name: "smsp__inst_executed_op_global_ld", unit: "inst", doc: "load requests to global memory, one per warp instruction", value: stat(loads)},
		{name: "smsp__inst_executed_op_global_st", unit: "inst", doc: "store requests to global memory, one per warp instruction", value: stat(stores)},
		{name: "smsp__inst_executed_op_local_ld", unit: "inst", doc: "load requests to local memory, one per warp instruction", value: stat(localLoads)},
		{name: "smsp__inst_executed_op_local_st", unit: "inst", doc: "store requests to local memory, one per warp instruction", value: stat(localStores)},
		{name: "smsp__inst_executed_op_shared_ld", unit: "inst", doc: "warp instructions that load from shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Requests })},
		{name: "smsp__inst_executed_op_shared_st", unit: "inst", doc: "warp instructions that store to shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedStores.Requests })},
		{name: "smsp__inst_executed_op_shared_atom", unit: "inst", doc: "warp instructions that are atomics on shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedAtomics.Requests })},
		{name: "smsp__inst_executed_op_ldc", unit: "inst", doc: "warp instructions that load from __constant__ memory", value: stat(func(s *warp.Stats) int64 { return s.ConstantLoads.Requests })},
		{name: "shared_atomic_replays", unit: "replay", doc: "rounds beyond the first of atomics on shared memory that are loops of instructions: threads of a warp that access the same word take turns",
			value: stat(func(s *warp.Stats) int64 { return s.SharedAtomics.Rounds - s.SharedAtomics.Requests })},
		{name: "shared_atomic_passes", unit: "pass", doc: "passes of the banks that atomics on shared memory take",
			value: stat(func(s *warp.Stats) int64 { return s.SharedAtomics.Passes })},
		{name: "warp_serialize", unit: "pass", doc: "extra passes due to bank conflicts in shared memory and to different addresses in __constant__ memory (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 {
			return conflicts(&s.SharedLoads) + conflicts(&s.SharedStores) + conflicts(&s.ConstantLoads.SharedTraffic)
		})},

		// Issued: executed, and again for conflicts of banks and for different constants.
		{name: "smsp__inst_issued", unit: "inst", doc: "warp instructions issued, including replays", value: stat(issued), peak: slots},
		{name: "sm__inst_issued", unit: "inst", doc: "warp instructions issued, including replays", value: stat(issued), peak: slotsOfSM},
		{name: "scheduler_cycles_active", unit: "cycle", doc: "scheduler cycles in which an SM had a block; a scheduler cycle is two shader cycles on c.c. 2.0",
			value: plain(func(r *Run) float64 { return total(r.active()) * issueSlots(r.Device) })},
		{name: "ipc", kind: ratio, unit: "inst/cycle", doc: "instructions executed per scheduler cycle of an SM", of: []string{"sm__inst_executed"}, by: "scheduler_cycles_active"},
		{name: "issued_ipc", kind: ratio, unit: "inst/cycle", doc: "instructions issued per scheduler cycle of an SM", of: []string{"sm__inst_issued"}, by: "scheduler_cycles_active"},
		{name: "smsp__issue_active", unit: "cycle", doc: "cycles in which a scheduler issued an instruction", value: stat(issued), peak: slots},
		{name: "inst_replays", unit: "inst", doc: "instructions that warps issued again", value: stat(replays)},
		{name: "shared_load_replay", unit: "inst", doc: "replays of shared loads due to bank conflicts; two passes of 64-bit words count as one replay",
			value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Reissued })},
		{name: "shared_store_replay", unit: "inst", doc: "replays of shared stores due to bank conflicts; two passes of 64-bit words count as one replay",
			value: stat(func(s *warp.Stats) int64 { return s.SharedStores.Reissued })},
		{name: "constant_load_replay", unit: "inst", doc: "replays of loads from __constant__ memory, because threads read different addresses",
			value: stat(func(s *warp.Stats) int64 { return s.ConstantLoads.Reissued })},
		{name: "shared_replays", unit: "inst", doc: "replays of shared loads and shared stores", value: stat(sharedReplays)},
		{name: "inst_replay_overhead", kind: ratio, unit: "inst/inst", doc: "replays per instruction executed", of: []string{"inst_replays"}, by: "smsp__inst_executed"},
		{name: "shared_replay_overhead", kind: ratio, unit: "inst/inst", doc: "replays of shared memory accesses per instruction executed", of: []string{"shared_replays"}, by: "smsp__inst_executed"},
		{name: "inst_replay_share", kind: ratio, unit: "inst/inst", doc: "replays per instruction issued", of: []string{"inst_replays"}, by: "smsp__inst_issued", full: constant(1)},

		// By the units that execute them. The cores of these generations compute integers
		// and fp32 alike; conversions go to the special function units' pipe by its name in
		// Nsight Compute.
		{name: "sm__inst_executed_pipe_alu", unit: "inst", doc: "integer, logic and move instructions executed by warps", value: class(isa.ClassALU)},
		{name: "sm__inst_executed_pipe_fma", unit: "inst", doc: "fp32 instructions executed by warps", value: class(isa.ClassFP32)},
		{name: "sm__inst_executed_pipe_fp64", unit: "inst", doc: "fp64 instructions executed by warps", value: class(isa.ClassFP64)},
		{name: "sm__inst_executed_pipe_tensor_op_hmma", unit: "inst", doc: "half-precision matrix products on the tensor cores, in warp instructions (c.c. 7.0 and later)", value: class(isa.ClassTensor)},
		{name: "sm__inst_executed_pipe_xu", unit: "inst", doc: "special functions and conversions executed by warps", value: class(isa.ClassSFU, isa.ClassConvert)},
		{name: "sm__inst_executed_pipe_lsu", unit: "inst", doc: "accesses of warps to global, local and shared memory, including atomics and shuffles",
			value: class(isa.ClassGlobal, isa.ClassShared, isa.ClassLocal, isa.ClassAtomic, isa.ClassShuffle)},
		{name: "sm__inst_executed_pipe_tex", unit: "inst", doc: "texture fetches executed by warps", value: class(isa.ClassTexture)},
		{name: "sm__inst_executed_pipe_cbu", unit: "inst", doc: "branches executed by warps", value: class(isa.ClassBranch)},
		{name: "sm__inst_executed_pipe_adu", unit: "inst", doc: "barriers and loads from __constant__ memory executed by warps", value: class(isa.ClassBarrier, isa.ClassConst)},
		{name: "sm__pipe_core_cycles_active", unit: "cycle", doc: "cycles in which the cores were busy, with integers or floating point", peak: constant(1),
			value: busy(isa.PipeCores)},
		{name: "sm__pipe_fp64_cycles_active", unit: "cycle", doc: "cycles in which the fp64 units or the tensor cores were busy (both share a pipe); fp64 on the cores is not counted", peak: constant(1),
			value: busy(isa.PipeFP64)},
		{name: "sm__pipe_xu_cycles_active", unit: "cycle", doc: "cycles in which the special function units were busy", peak: constant(1),
			value: busy(isa.PipeSFU)},
		{name: "l1tex__lsu_cycles_active", unit: "cycle", doc: "cycles in which the load-store units were busy (c.c. 2.0 and later)", peak: constant(1),
			value: busy(isa.PipeLSU)},

		// By what they do.
		{name: "smsp__sass_thread_inst_executed_op_fp32_pred_on", unit: "inst", doc: "fp32 instructions executed by threads, including special functions", value: threads(isa.ClassFP32, isa.ClassSFU)},
		{name: "smsp__sass_thread_inst_executed_op_fp64_pred_on", unit: "inst", doc: "fp64 instructions executed by threads", value: threads(isa.ClassFP64)},
		{name: "smsp__sass_thread_inst_executed_op_integer_pred_on", unit: "inst", doc: "integer, logic and move instructions executed by threads", value: threads(isa.ClassALU)},
		{name: "smsp__sass_thread_inst_executed_op_control_pred_on", unit: "inst", doc: "branches and barriers executed by threads", value: threads(isa.ClassBranch, isa.ClassBarrier)},
		{name: "smsp__sass_thread_inst_executed_op_memory_pred_on", unit: "inst", doc: "accesses of threads to all kinds of memory",
			value: threads(isa.ClassGlobal, isa.ClassShared, isa.ClassLocal, isa.ClassConst, isa.ClassTexture, isa.ClassAtomic)},
		{name: "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on", unit: "inst", doc: "shuffles, matches and reductions within a warp, per thread",
			value: threads(isa.ClassShuffle)},
		{name: "smsp__sass_thread_inst_executed_op_conversion_pred_on", unit: "inst", doc: "conversions executed by threads", value: threads(isa.ClassConvert)},
		{name: "smsp__sass_thread_inst_executed_op_misc_pred_on", unit: "inst", doc: "other instructions executed by threads", value: threads(isa.ClassOther)},
		{name: "smsp__sass_thread_inst_executed_op_fadd_pred_on", unit: "inst", doc: "fp32 additions executed by threads", value: operations(isa.ClassFP32, ir.Add, ir.Sub)},
		{name: "smsp__sass_thread_inst_executed_op_fmul_pred_on", unit: "inst", doc: "fp32 multiplications executed by threads", value: operations(isa.ClassFP32, ir.Mul)},
		{name: "smsp__sass_thread_inst_executed_op_ffma_pred_on", unit: "inst", doc: "fp32 multiply-adds executed by threads, fused or not", value: operations(isa.ClassFP32, ir.Mad, ir.Fma)},
		{name: "smsp__sass_thread_inst_executed_op_dadd_pred_on", unit: "inst", doc: "fp64 additions executed by threads", value: operations(isa.ClassFP64, ir.Add, ir.Sub)},
		{name: "smsp__sass_thread_inst_executed_op_dmul_pred_on", unit: "inst", doc: "fp64 multiplications executed by threads", value: operations(isa.ClassFP64, ir.Mul)},
		{name: "smsp__sass_thread_inst_executed_op_dfma_pred_on", unit: "inst", doc: "fp64 multiply-adds executed by threads, fused or not", value: operations(isa.ClassFP64, ir.Mad, ir.Fma)},
		{name: "flop_count_sp", unit: "flop", doc: "fp32 operations executed by threads; a multiply-add counts as 2", value: stat(func(s *warp.Stats) int64 { return s.Flops - s.FlopsDP })},
		{name: "flop_count_dp", unit: "flop", doc: "fp64 operations executed by threads; a multiply-add counts as 2", value: stat(func(s *warp.Stats) int64 { return s.FlopsDP })},
		{name: "inst_issued_alu", unit: "inst", doc: "integer, logic and move instructions executed by warps", value: class(isa.ClassALU)},
		{name: "inst_issued_fp32", unit: "inst", doc: "fp32 instructions executed by warps", value: class(isa.ClassFP32)},
		{name: "inst_issued_convert", unit: "inst", doc: "conversions executed by warps", value: class(isa.ClassConvert)},
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
