package isa

// A Stretch is code that a warp executes from end to end: no branch leads into it
// or out of it, and no barrier parts it. Issue and Flops are the sums of its
// instructions: clocks of a warp, floating-point operations of a thread.
type Stretch struct {
	First, Last  int // places in Program.Code
	Issue, Flops int
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
		s.Last, s.Issue, s.Flops = pc, s.Issue+in.Issue, s.Flops+in.Flops
	}
	return all
}
