package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// phi is the register in which a phi's value arrives.
func (l *lowering) phi(v *ir.Value) Operand {
	if _, ok := l.vals[v]; !ok {
		l.vals[v] = l.newReg(width(v.Type))
	}
	return l.vals[v]
}

// copyPhis replaces the phis by parallel copies at the ends of the predecessors. An edge from a
// branch to a join gets a block of its own for them: in the predecessor they would also happen on
// the way to the other side. If register assignment merges both sides of all its copies, the block
// is empty and unsplit drops it.
func (l *lowering) copyPhis() error {
	for _, irb := range l.f.Blocks {
		for i, pred := range irb.Preds {
			moves := l.edgeMoves(irb, i)
			if len(moves) == 0 {
				continue
			}
			from := l.of[pred]
			if len(from.succs) > 1 {
				from = l.splitEdge(from, l.of[irb])
			}
			from.code = append(from.code, &inst{moves: moves})
		}
	}
	setDominators(l.reorder())
	return nil
}

// edgeMoves are the copies that the phis of to need on the edge from its
// predecessor number i.
func (l *lowering) edgeMoves(to *ir.Block, i int) (moves []move) {
	for _, v := range to.Values {
		if v.Op != ir.Phi {
			break
		}
		if l.uses[v] == 0 {
			continue
		}
		dst, arg := l.phi(v), v.Args[i]
		if src := l.operand(arg); src != dst {
			moves = append(moves, move{dst, src.moved(), moveType(v.Type)})
		}
	}
	return moves
}

// splitEdge puts a block between from and to. If several edges lead from from to
// to, they get their own blocks one after the other.
func (l *lowering) splitEdge(from, to *block) *block {
	mid := &block{succs: []*block{to}, preds: []*block{from}, depth: min(from.depth, to.depth), line: from.line, end: from.end}
	i, j := slices.Index(from.succs, to), slices.Index(to.preds, from)
	from.succs[i], to.preds[j] = mid, mid
	l.blocks = append(l.blocks, mid)
	return mid
}

// reorder lays the blocks out in reverse postorder.
func (l *lowering) reorder() []*block {
	l.blocks = reverseOrder(l.blocks[0])
	for i, b := range l.blocks {
		b.index = i
	}
	return l.blocks
}
