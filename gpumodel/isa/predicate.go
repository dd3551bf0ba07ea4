package isa

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
)

// assignPredicates names the predicate registers. What does not fit is kept as 0 or 1 in an
// ordinary register and tested again before each use. Each round spills one predicate, the one with
// the most neighbours. The short predicates that replace it are not spilled again, so the rounds
// end.
func (l *lowering) assignPredicates() error {
	short := map[int]bool{} // predicates that are used at once
	for {
		c := color(l.poll, l.blocks, Pred, l.preds+1, l.rules.PredicateRegisters, 0, nil, func(int) int { return 1 })
		if len(c.spill) == 0 {
			l.prog.Predicates = c.used
			l.rename(c)
			return nil
		}
		worst := c.longest(c.spill[0], short)
		if worst == 0 {
			return fmt.Errorf("needs more than %d predicate registers, which is all that there are", l.rules.PredicateRegisters)
		}
		known := l.preds
		for _, v := range c.members(worst) {
			l.spillPredicate(v)
		}
		for v := known + 1; v <= l.preds; v++ {
			short[v] = true
		}
	}
}

// longest is the register, of v and its neighbours, that lives beside the most
// others; 0 if all are short.
func (c *coloring) longest(v int, short map[int]bool) int {
	best, most := 0, -1
	consider := func(u int) {
		degree := 0
		c.edges[u].each(func(int) { degree++ })
		if !short[u] && degree > most {
			best, most = u, degree
		}
	}
	consider(c.find(v))
	c.edges[c.find(v)].each(func(u int) { consider(c.find(u)) })
	return best
}

// spillPredicate keeps v in an ordinary register. Setting it becomes home = 0 and, under the new
// predicate, home = 1.
func (l *lowering) spillPredicate(v int) {
	home := l.newReg(1)
	for _, b := range l.blocks {
		var code []*inst
		reload := func(o *Operand) {
			if o.Kind == Pred && o.N == v {
				negated := o.Neg
				*o = l.newPred()
				code = append(code, &inst{Instr: Instr{Op: ir.Setp, Type: ir.Pred, From: ir.U32, Cmp: ir.NE,
					Dst: *o, Src: [3]Operand{home, {Kind: Imm}}, Line: b.line}})
				o.Neg = negated
			}
		}
		for _, in := range b.code {
			reload(&in.Guard)
			for i := range in.Src {
				reload(&in.Src[i])
			}
			for i := range in.Extra {
				reload(&in.Extra[i])
			}
			code = append(code, in)
			if in.Dst.Kind == Pred && in.Dst.N == v {
				in.Dst = l.newPred()
				set := newMove(home, Operand{Kind: Imm, Value: 1}, ir.U32, in.Line)
				set.Guard, set.partial = in.Dst, true
				code = append(code, newMove(home, Operand{Kind: Imm}, ir.U32, in.Line), set)
			}
		}
		b.code = code
		reload(&b.cond)
		b.code = code
	}
}
