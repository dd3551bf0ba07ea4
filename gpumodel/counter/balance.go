package counter

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// balanceMetrics tell by counters alone whether instructions or bytes limit a launch:
// the instructions that it issues for each byte of memory traffic, as if threads did,
// beside those that the GPU can issue in the time of a byte (Micikevicius: Analysis-Driven
// Optimization, SC10).
func balanceMetrics() []metric {
	return []metric{
		{name: "inst_issued_lanes", unit: "inst", doc: "32 × the number of issued warp instructions, with active and inactive threads", value: stat(func(s *warp.Stats) int64 { return 32 * issued(s) })},
		{name: "l1_miss_bytes", unit: "byte", doc: "bytes moved between the SMs and the L2 (the DRAM, if the GPU has no L2)",
			value: func(r *Run) quantity { return r.behindSM() }},
		{name: "instruction_byte_ratio", kind: ratio, unit: "inst/byte", doc: "32 × the number of issued warp instructions, per byte moved between the SMs and the L2 (or the DRAM)",
			of: []string{"inst_issued_lanes"}, by: "l1_miss_bytes"},
		{name: "balanced_instruction_byte_ratio", kind: fixed, unit: "inst/byte", doc: "thread instructions that the GPU can issue in the time in which the memory moves one byte",
			value: plain(func(r *Run) float64 { return BalancedRatio(r.Device) })},
		{name: "local_bytes_behind_l1", unit: "byte", doc: "bytes of local memory moved between the L1 and the next level: the line of each load miss, and the evicted line", value: (*Run).localBehindL1},
		{name: "local_memory_overhead", kind: ratio, unit: "%", pct: true, full: constant(1), doc: "share of local memory in the bytes moved between the L1 and the next level",
			of: []string{"local_bytes_behind_l1"}, by: "l1_miss_bytes"},
	}
}

// InstructionRate is the instructions of threads that a GPU can issue in a second, to its
// cores.
func InstructionRate(d *device.Device) float64 {
	perClock := min(isa.IssueRate(d)*float64(d.Schedulers*d.WarpSize), float64(d.CoresPerSM))
	return perClock * float64(d.SMs) * d.ClockMHz * 1e6
}

// ByteRate is the bytes of data that the memory of a GPU moves in a second.
func ByteRate(d *device.Device) float64 {
	rate := d.BandwidthGBps() * 1e9
	if d.ECC {
		rate /= 1 + d.ECCOverhead
	}
	return rate
}

// BalancedRatio is the instructions for each byte with which a kernel is limited by both.
func BalancedRatio(d *device.Device) float64 { return InstructionRate(d) / ByteRate(d) }

// behindSM are the bytes between the SMs and the rest of the memory system.
func (r *Run) behindSM() quantity {
	if r.Device.L2KB == 0 {
		return exactly(r.ReadBytes() + r.WrittenBytes())
	}
	q := r.simulated(moved(&r.Outcome.L2))
	q.times *= 32
	return q
}

// localBehindL1 are those of local memory. A line that is read from behind the L1 has
// driven out another one, which was written (SC10: "multiply lmem load misses by 2").
func (r *Run) localBehindL1() quantity {
	s, d := r.Stats, r.Device
	if d.L1KB == 0 {
		return r.executed(s.LocalLoads.BusBytes + s.LocalStores.BusBytes)
	}
	q := r.missed(s.LocalLoads.Total(), r.Outcome.L1Local)
	q.times *= 2 * float64(d.L1LineBytes)
	return q
}
