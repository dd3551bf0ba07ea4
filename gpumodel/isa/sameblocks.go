package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// SameBlocks reports whether all blocks of a launch store the same values at the same addresses: the kernel stores to memory, and it
// depends neither on the index of its block, nor on the time, nor on what another block does.
func (p *Program) SameBlocks() bool {
	stores := false
	for i := range p.Code {
		in := &p.Code[i]
		switch {
		case in.Volatile || in.Op == ir.Launch || in.Op == ir.Invoke || in.Op == ir.Printf:
			return false
		case in.Op == ir.Atom && in.Space != ir.Shared:
			return false
		case in.Op == ir.Store && (in.Space == ir.Global || in.Space == ir.Generic):
			stores = true
		}
		if slices.ContainsFunc(in.Src[:], differs) || slices.ContainsFunc(in.Extra, differs) || in.Op == ir.Special && ir.Time(int(in.Imm)) {
			return false
		}
	}
	return stores
}

// differs reports whether an operand can differ between blocks: the index of the block, or the time.
func differs(o Operand) bool {
	return o.Kind == SpecialReg && (o.N >= ir.CtaidX && o.N <= ir.CtaidZ || ir.Time(o.N))
}
