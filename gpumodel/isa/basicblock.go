package isa

import "warpbook.dev/gpumodel/device"

// A BasicBlock is code that a warp executes from end to end: no branch leads into it or out of it, and
// it contains no barrier. Port, Busy and Flops are the sums over its instructions: clocks of a warp
// on the issue port and on each pipe, floating-point operations of a thread.
type BasicBlock struct {
	First, Last int // places in Program.Code
	Port        int
	Busy        Busy
	Flops       int
}

// Clocks is the time of an SM of the device for each warp: that of the issue port or of the busiest
// pipe that computes.
func (s BasicBlock) Clocks(d *device.Device) float64 {
	most := float64(s.Port) / float64(d.Schedulers)
	for p := range PipeLSU {
		most = max(most, p.ClocksOfSM(int64(s.Busy[p]), d))
	}
	return most
}

// BasicBlocks divides the program, branches and barriers left out.
func (p *Program) BasicBlocks() []BasicBlock {
	entry := map[int]bool{}
	for _, in := range p.Code {
		if in.Kind == Branch {
			entry[in.Target] = true
		}
	}
	var all []BasicBlock
	open := false
	for pc, in := range p.Code {
		if in.Kind != Plain {
			open = false
			continue
		}
		if !open || entry[pc] {
			all = append(all, BasicBlock{First: pc})
			open = true
		}
		s := &all[len(all)-1]
		s.Last, s.Flops = pc, s.Flops+in.Flops
		s.Port += in.Port
		s.Busy.Add(&in.Busy)
	}
	return all
}
