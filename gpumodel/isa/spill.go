package isa

import (
	"cmp"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// assignRegisters names the registers, spilling to local memory what does not fit.
func (l *lowering) assignRegisters() error {
	var first []int
	if l.tid.Kind == Reg {
		first = []int{l.tid.N} // the hardware's choice is $r0
	}
	for {
		c := color(l.poll, l.blocks, Reg, len(l.widths), l.d.MaxRegisters, func(n int) int { return l.widths[n] }, first...)
		if len(c.spill) == 0 {
			l.prog.Registers = max(1, c.used)
			l.prog.LocalBytes = l.local
			l.rename(c)
			return nil
		}
		// Where many are without a register, several go at a time: each round colors anew.
		cheapest := l.cheapest(c, 1+len(c.spill)/16)
		if len(cheapest) == 0 {
			return fmt.Errorf("needs more than the %d registers per thread that are allowed", l.d.MaxRegisters)
		}
		for _, v := range c.members(cheapest) {
			l.spillRegister(v)
		}
	}
}

// cheapest are the n virtual registers to spill first: of those that found no
// register and their neighbours, the ones with the fewest accesses (in loops
// they count more) for the neighbours they have.
func (l *lowering) cheapest(c *coloring, n int) []int {
	accesses := make([]float64, len(l.widths))
	for _, b := range l.blocks {
		for _, in := range b.code {
			count := func(o Operand) { accesses[c.find(o.N)] += weight(b) }
			in.reads(Reg, count)
			in.writes(Reg, count)
		}
	}
	fixed := map[int]bool{}
	for v := range l.widths {
		if l.ofSpill[v] || v == l.tid.N {
			fixed[c.find(v)] = true
		}
	}
	costs := map[int]float64{}
	var list []int
	consider := func(v int) {
		if v = c.find(v); v == 0 || fixed[v] || accesses[v] == 0 || costs[v] > 0 {
			return
		}
		degree := 1
		c.edges[v].each(func(int) { degree++ })
		costs[v] = accesses[v] / float64(degree)
		list = append(list, v)
	}
	for _, v := range c.spill {
		consider(v)
		c.edges[c.find(v)].each(consider)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	return list[:min(n, len(list))]
}

// spillRegister gives v a slot in local memory: it is stored where it is set and
// loaded where it is read, into a register that lives no longer than that.
func (l *lowering) spillRegister(v int) {
	bytes := 4 * l.widths[v]
	l.local = roundUp(l.local, bytes)
	slot := l.local
	l.local += bytes
	for _, b := range l.blocks {
		b.code = l.spillIn(b.code, v, slot)
	}
}

// spillIn rewrites the accesses to v in one block.
func (l *lowering) spillIn(old []*inst, v, slot int) (code []*inst) {
	for _, in := range old {
		reads, writes := false, false
		in.reads(Reg, func(o Operand) { reads = reads || o.N == v })
		in.writes(Reg, func(o Operand) { writes = writes || o.N == v })
		if !reads && !writes {
			code = append(code, in)
			continue
		}
		temp := l.newReg(l.widths[v])
		l.ofSpill[temp.N] = true
		in.eachOperand(func(o *Operand) {
			if o.Kind == Reg && o.N == v {
				o.N = temp.N
			}
		})
		if reads {
			code = append(code, l.slotAccess(ir.Load, temp, slot, in))
		}
		code = append(code, in)
		if writes {
			code = append(code, l.slotAccess(ir.Store, temp, slot, in))
		}
	}
	return code
}

// slotAccess loads or stores a register from or to its slot.
func (l *lowering) slotAccess(op ir.Op, r Operand, slot int, by *inst) *inst {
	in := &inst{Instr: Instr{Op: op, Type: ir.U32, Mem: ir.U32, Space: ir.Local, Line: by.Line}}
	in.Src[0] = Operand{Kind: Imm, Value: uint64(slot)}
	switch l.widths[r.N] {
	case 2:
		in.Type, in.Mem = ir.U64, ir.U64
	case 4:
		in.Lanes = 4
	}
	if op == ir.Load {
		in.Dst = r
	} else {
		in.Type, in.Src[1] = ir.Void, r
		in.Guard, in.GuardNot = by.Guard, by.GuardNot
	}
	return in
}
