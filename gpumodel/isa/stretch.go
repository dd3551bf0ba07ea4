package isa

// A Stretch is code that a warp executes from end to end: no branch leads into it
// or out of it, and no barrier parts it. The others are the sums of its
// instructions: clocks of a warp on each unit, floating-point operations of a thread.
type Stretch struct {
	First, Last          int // places in Program.Code
	Port, Cores, Special int
	Flops                int
}

// Clocks is what the stretch takes an SM for each warp: those of its busiest unit.
func (s Stretch) Clocks() int { return max(s.Port, s.Cores, s.Special) }

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
	}
	return all
}
