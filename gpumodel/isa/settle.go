package isa

import "warpbook.dev/gpumodel/ir"

// settle finds the registers that ptxas keeps apart where there is room: a memory
// instruction reads its sources some time after it was issued, and what overwrites one of
// them meanwhile has to wait. nil where the instruction set has no such delay.
func (l *lowering) settle() func(*coloring) {
	if l.features.SettleInstructions == 0 {
		return nil
	}
	return func(c *coloring) {
		c.room = l.room()
		c.soft = make([]bitset, len(c.alias))
		for i := range c.soft {
			c.soft[i] = newBitset(len(c.alias))
		}
		for _, b := range l.blocks {
			for i, in := range b.code {
				if in.Op != ir.Load && in.Op != ir.Store && in.Op != ir.Atom {
					continue
				}
				in.reads(Reg, func(s Operand) {
					for _, next := range b.code[i+1 : min(len(b.code), i+1+l.features.SettleInstructions)] {
						next.writes(Reg, func(d Operand) {
							c.soft[s.N].add(d.N)
							c.soft[d.N].add(s.N)
						})
					}
				})
			}
		}
	}
}

// room is how many registers the code can name without fewer warps being on an SM.
func (l *lowering) room() int { return RegistersOfAllWarps(l.d) - l.features.ReservedRegisters }
