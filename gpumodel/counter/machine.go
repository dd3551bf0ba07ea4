package counter

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// machineMetrics are times, and how busy the parts of the chip were.
func machineMetrics() []metric {
	return []metric{
		{name: "gpu__time_duration", unit: "second", doc: "duration of the launch, in seconds", value: plain(func(r *Run) float64 { return r.Time })},
		{name: "gpu__cycles_elapsed", unit: "cycle", doc: "shader cycles from the start to the end of the launch", value: plain((*Run).clocks), parts: func(r *Run) []float64 { return []float64{1} }},
		{name: "gpc__cycles_elapsed", unit: "cycle", doc: "shader cycles from the start to the end of the launch", value: plain((*Run).clocks), parts: func(r *Run) []float64 { return []float64{1} }},
		{name: "sm__cycles_elapsed", unit: "cycle", doc: "SM cycles from the start to the end of the launch",
			value: plain(func(r *Run) float64 { return r.clocks() * float64(r.Device.SMs) })},
		{name: "sm__cycles_active", unit: "cycle", doc: "cycles in which an SM had a block", value: plain(func(r *Run) float64 { return total(r.active()) }), parts: (*Run).active, peak: constant(1)},
		{name: "smsp__cycles_active", unit: "cycle", doc: "cycles in which the SM of a scheduler had a block", peak: constant(1),
			value: plain(func(r *Run) float64 { return total(r.active()) * float64(r.Device.Schedulers) }), parts: (*Run).activeSchedulers},
		{name: "dram__cycles_elapsed", unit: "cycle", doc: "memory cycles from the start to the end of the launch",
			value: plain(func(r *Run) float64 { return r.Time * memoryClock(r.Device) * 1e6 * float64(r.Device.Partitions) })},
		{name: "lts__cycles_elapsed", unit: "cycle", doc: "cycles of an L2 slice from the start to the end of the launch",
			value: plain(func(r *Run) float64 { return r.Time * coreClock(r.Device) * 1e6 * float64(r.Device.Partitions) })},
		{name: "tex__cycles_active", unit: "cycle", doc: "cycles in which a texture unit was busy", peak: constant(1),
			value: stat(func(s *warp.Stats) int64 { return s.Textures.UnitClocks })},
		{name: "dram__cycles_active", unit: "cycle", doc: "memory cycles in which a partition was busy", peak: constant(1),
			value: plain(func(r *Run) float64 { return r.busy(r.Outcome.Balanced) * float64(r.Device.Partitions) }),
			parts: channels(func(p *memory.PartitionStats) float64 { return float64(p.Busy) })},
		{name: "dram__cycles_active_busiest", unit: "cycle", doc: "memory cycles in which the busiest partition was busy; another partition can be the busiest in each part of the launch",
			value: plain(func(r *Run) float64 { return r.busy(r.Outcome.Hottest) * float64(r.Device.Partitions) }), peak: constant(1)},

		// The parts of the chip beside each other.
		{name: "sm__throughput", kind: throughput, unit: "%", doc: "utilization of the busiest of these units: issue slots, cores, fp64 units, special function units",
			of: []string{"sm__inst_issued", "sm__pipe_core_cycles_active", "sm__pipe_fp64_cycles_active", "sm__pipe_xu_cycles_active"}},
		{name: "l1tex__throughput", kind: throughput, unit: "%", doc: "utilization of the busier of these two units: load-store units, banks of shared memory",
			of: []string{"l1tex__lsu_cycles_active", "l1tex__data_pipe_lsu_wavefronts_mem_shared"}},
		{name: "gpu__dram_throughput", kind: throughput, unit: "%", doc: "bytes moved by the memory bus, in percent of the theoretical bandwidth", of: []string{"dram__bytes"}},
		{name: "gpu__compute_memory_throughput", kind: throughput, unit: "%", doc: "utilization of the busiest unit between SM and memory: load-store units, banks of shared memory, L2, DRAM",
			of: []string{"l1tex__throughput", "lts__throughput", "dram__throughput"}},
		{name: "gpu__compute_memory_sol_throughput", kind: throughput, unit: "%", doc: "utilization of the busiest of all units", of: []string{"sm__throughput", "gpu__compute_memory_throughput"}},
	}
}

func total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// clocks are the shader clocks of the launch.
func (r *Run) clocks() float64 { return r.Time * r.Device.ClockMHz * 1e6 }

// active are the clocks that each SM had a block.
func (r *Run) active() []float64 {
	all := make([]float64, r.Device.SMs)
	for i, idle := range r.Outcome.Idle {
		all[i] = max(0, r.Time-idle) * r.Device.ClockMHz * 1e6
	}
	return all
}

// activeSchedulers is the same for each scheduler.
func (r *Run) activeSchedulers() []float64 {
	var all []float64
	for _, clocks := range r.active() {
		for range r.Device.Schedulers {
			all = append(all, clocks)
		}
	}
	return all
}

// channels are what the partitions of the memory have done.
func channels(f func(p *memory.PartitionStats) float64) func(r *Run) []float64 {
	return func(r *Run) []float64 {
		all := make([]float64, r.Device.Partitions)
		for i := range r.Outcome.Channels {
			all[i] = f(&r.Outcome.Channels[i])
		}
		return all
	}
}

// busy goes from seconds of the simulated part to clocks of the memory in the whole launch.
func (r *Run) busy(seconds float64) float64 {
	return seconds * r.Time / r.Outcome.Simulated * r.Device.MemoryClockMHz * 1e6
}
