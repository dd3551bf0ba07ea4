package isa

import "warpbook.dev/gpumodel/ir"

// The registers are in two banks, the even ones and the odd ones. Each bank delivers one word of
// a source at a time (Jia et al.: Dissecting the NVIDIA Volta GPU Architecture via
// Microbenchmarking, 2018). In the built-in programs ptxas puts two sources into different banks
// for 99 % of the sums and 90 % of the other instructions, and never three into one.

// noteSources notes the registers that an instruction reads together.
func (p *preferences) noteSources(c *coloring, in *inst) {
	if in.moves != nil {
		return
	}
	var sources []Operand
	in.reads(Reg, func(s Operand) { sources = append(sources, Operand{N: c.find(s.N), Offset: s.Offset}) })
	if d := in.Dst; d.Kind == Reg {
		d := c.find(d.N)
		p.from[d] = append(p.from[d], sources...)
	}
	if in.Op == ir.MulWide || in.Op == ir.MadWide || len(sources) < 2 || len(sources) > 3 {
		return // an addend of two words is in both banks
	}
	for _, s := range sources {
		p.together[s.N] = append(p.together[s.N], sources)
	}
}

// bank is the preferred bank of v, given the registers of the sources that are read with it:
// 0 for even, 1 for odd, -1 if it does not matter.
func (c *coloring) bank(v int) int {
	var votes [2]int
	for _, sources := range c.prefer.together[v] {
		var known [2]int
		for _, s := range sources {
			switch {
			case s.N == v:
			case c.width(s.N) > 1: // begins with an even one
				known[s.Offset%2]++
			case c.colors[s.N] >= 0:
				known[c.colors[s.N]%2]++
			}
		}
		for bank, n := range known {
			// All other sources are in one bank, so this one should be in the other.
			if n == len(sources)-1 {
				votes[1-bank]++
			}
		}
	}
	switch {
	case votes[0] > votes[1]:
		return 0
	case votes[1] > votes[0]:
		return 1
	}
	return -1
}
