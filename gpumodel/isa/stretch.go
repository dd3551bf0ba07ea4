package isa

import "warpbook.dev/gpumodel/device"

// A Stretch is code that a warp executes from end to end: no branch leads into it
// or out of it, and no barrier parts it. The others are the sums of its
// instructions: clocks of a warp on each unit, floating-point operations of a thread.
// Cores, FP64 and ALU are in parts of a clock, as in Instr.
type Stretch struct {
	First, Last          int // places in Program.Code
	Port, Cores, Special int
	Flops                int
	FP64, ALU            int
}

// Clocks is what the stretch takes an SM of the device for each warp: those of its busiest
// unit. Warps share the schedulers and what belongs to these.
func (s Stretch) Clocks(d *device.Device) float64 {
	cores := float64(max(s.Cores, s.FP64, s.ALU)) / float64(d.CoreParts)
	return max(max(float64(s.Port), cores)/float64(d.Schedulers), float64(s.Special))
}

// Stretches divides the program, branches and barriers left out.
func (p *Program) Stretches() []Stretch {
	entry := map[int]bool{}
	for _, in := range p.Code {
		if in.Kind == Branch {
			entry[in.Target] = true
		}
	}
	var all []Stretch
	open := false
	for pc, in := range p.Code {
		if in.Kind != Plain {
			open = false
			continue
		}
		if !open || entry[pc] {
			all = append(all, Stretch{First: pc})
			open = true
		}
		s := &all[len(all)-1]
		s.Last, s.Flops = pc, s.Flops+in.Flops
		s.Port, s.Cores, s.Special = s.Port+in.Port, s.Cores+in.Cores, s.Special+in.Special
		s.FP64, s.ALU = s.FP64+in.FP64, s.ALU+in.ALU
	}
	return all
}
