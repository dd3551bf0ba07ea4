package warp

import "warpbook.dev/gpumodel/memory"

// sendConstant books a read of __constant__ memory. Each request (of a half-warp
// on c.c. 1.x) is split into as many as it has different addresses, which are
// served one after the other; one address is broadcast to all its threads (CUDA C
// Programming Guide 3.2, section 5.3.2.4). The lines go through the SM's cache.
func (m *Machine) sendConstant(w *warpState, in *instr, addr *Lanes, active uint32, width int) {
	passes, ideal, requests := m.constantPasses(addr, active, width)
	if m.lifts(ConstantConflicts, in) {
		passes = ideal
	}
	m.stats.Excess[in.PC] += int64(passes - ideal)
	traffic := &m.stats.ConstantLoads
	if active != 0 {
		traffic.Requests++
		traffic.Bytes += int64(ones(active) * width)
		traffic.Passes += int64(passes)
		traffic.Ideal += int64(ideal)
	}
	from := len(w.transactions)
	w.transactions = memory.Lines((*[32]uint64)(addr), active, m.Device.ConstantLineBytes, memory.ConstantCache, w.transactions)
	n := len(w.transactions) - from
	traffic.Lines += int64(n)
	again, reissued, unit := m.constantClocks(in.Issue, passes, requests)
	traffic.Replays += int64(again)
	traffic.Reissued += int64(reissued)
	m.stats.PerInstruction.Issued[in.PC] += int64(reissued)
	step := Step{Kind: Load, N: int32(n), Cached: memory.ConstantCache, UnitClocks: int16(unit)}
	if m.clock {
		w.schedule.waited.next = int64(m.Device.ConstantHitClocks)
	}
	w.schedule.access(step, &in.clocks, int32(again), in.ResultSlot, in.Results)
}

// constantClocks are the clocks that the passes of a read add to the one in which it is issued, how often it is issued again, and what
// the passes occupy of the SM's unit for them. Where there is such a unit the scheduler goes on.
func (m *Machine) constantClocks(issue, passes, requests int) (again, reissued, unit int) {
	if m.Device.ConstantAddressClocks > 0 {
		return 0, 0, passes
	}
	most := max(requests, passes)
	return issue*most/requests - issue, (most+requests-1)/requests - 1, 0
}

// constantPasses are the passes of a read, those of one address for each request, and the requests of a warp.
func (m *Machine) constantPasses(addr *Lanes, active uint32, width int) (passes, ideal, requests int) {
	words := max(1, width/4)
	return words * memory.Distinct(m.Device, (*[32]uint64)(addr), active), words * m.requests(active), len(addr) / m.Device.RequestLanes
}

// requests is how many requests the active lanes make.
func (m *Machine) requests(active uint32) int {
	n, lanes := 0, m.Device.RequestLanes
	for l := 0; l < len(Lanes{}); l += lanes {
		if active>>l&(1<<lanes-1) != 0 {
			n++
		}
	}
	return n
}
