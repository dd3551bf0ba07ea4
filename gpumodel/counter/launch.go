package counter

// launchMetrics are the sizes of a launch, which do not add up over several.
func launchMetrics() []metric {
	return []metric{
		{name: "launch__grid_size", unit: "block", kind: fixed, doc: "blocks launched", value: plain(func(r *Run) float64 { return float64(r.Blocks) })},
		{name: "launch__block_size", unit: "thread", kind: fixed, doc: "threads per block", value: plain(func(r *Run) float64 { return float64(r.Threads) })},
		{name: "launch__registers_per_thread", unit: "register/thread", kind: fixed, doc: "registers per thread", value: plain(func(r *Run) float64 { return float64(r.Registers) })},
		{name: "launch__shared_mem_per_block", unit: "byte/block", kind: fixed, doc: "bytes of shared memory per block", value: plain(func(r *Run) float64 { return float64(r.SharedBytes) })},
		{name: "launch__thread_count", unit: "thread", kind: fixed, doc: "threads launched", value: plain(func(r *Run) float64 { return float64(r.Blocks) * float64(r.Threads) })},
		{name: "launch__waves_per_multiprocessor", unit: "wave", kind: fixed, doc: "number of blocks, divided by the number of blocks that fit on the GPU at the same time",
			value: plain(func(r *Run) float64 { return float64(r.Blocks) / float64(r.Device.SMs*r.Occupancy.BlocksPerSM) })},
		{name: "launch__occupancy_limit_blocks", unit: "block", kind: fixed, doc: "blocks per SM that the block limit allows",
			value: plain(func(r *Run) float64 { return float64(r.Occupancy.ByBlocks) })},
		{name: "launch__occupancy_limit_registers", unit: "block", kind: fixed, doc: "blocks per SM that the registers allow",
			value: plain(func(r *Run) float64 { return float64(r.Occupancy.ByRegisters) })},
		{name: "launch__occupancy_limit_shared_mem", unit: "block", kind: fixed, doc: "blocks per SM that the shared memory allows",
			value: plain(func(r *Run) float64 { return float64(r.Occupancy.ByShared) })},
		{name: "launch__occupancy_limit_warps", unit: "block", kind: fixed, doc: "blocks per SM that the warp limit allows",
			value: plain(func(r *Run) float64 { return float64(r.Occupancy.ByThreads) })},
		{name: "sm__maximum_warps_per_active_cycle_pct", unit: "%", kind: fixed, doc: "warps that fit on an SM, in percent of its warp limit",
			value: plain(func(r *Run) float64 { return 100 * r.Occupancy.Fraction })},
		{name: "sm__maximum_warps_avg_per_active_cycle", unit: "warp", kind: fixed, doc: "warps that fit on an SM",
			value: plain(func(r *Run) float64 { return float64(r.Occupancy.WarpsPerSM) })},
	}
}
