package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// joinPredicates lets comparisons take the place of the logic that combines them: of a and b in a && b the one that is compared
// for nothing else is compared where the two meet.
//
//	ISETP.LT.AND P0, PT, R1, R2, PT        ISETP.LT.AND P0, PT, R1, R2, PT
//	ISETP.LT.AND P1, PT, R3, R4, PT        ISETP.LT.AND P0, PT, R3, R4, P0
//	PLOP3.AND P0, P0, P1
//
// It comes behind copyPhis, when all uses of a predicate are instructions.
func (l *lowering) joinPredicates() error {
	if !l.rules.JoinsPredicates {
		return nil
	}
	j := joiner{defs: make([]int, l.preds+1), uses: make([]int, l.preds+1)}
	for _, b := range l.blocks {
		j.count(b)
	}
	for _, b := range l.blocks {
		l.poll()
		j.block(b)
	}
	return nil
}

// A joiner counts the instructions that set each virtual predicate and those that take it.
type joiner struct{ defs, uses []int }

func (j *joiner) count(b *block) {
	for _, in := range b.code {
		in.reads(Pred, func(o Operand) { j.uses[o.N]++ })
		in.writes(Pred, func(o Operand) { j.defs[o.N]++ })
	}
	if b.cond.Kind == Pred {
		j.uses[b.cond.N]++
	}
}

// block joins the comparisons of a block with the logic behind them.
func (j *joiner) block(b *block) {
	for at := 0; at < len(b.code); at++ {
		in := b.code[at]
		if in.Op != ir.PAnd && in.Op != ir.POr || in.Dst.Kind != Pred || in.Guard.Kind != None {
			continue
		}
		for i := 1; i >= 0; i-- {
			if from := j.comparison(b, at, in.Src[i]); from >= 0 && in.Src[1-i].Kind == Pred {
				test := b.code[from]
				test.Joins, test.Src[2], test.Dst = in.Op, in.Src[1-i], in.Dst
				b.code[at] = test
				b.code = slices.Delete(b.code, from, from+1)
				at--
				break
			}
		}
	}
}

// comparison is the place in front of another one where o is compared, -1 unless the comparison can move there.
func (j *joiner) comparison(b *block, at int, o Operand) int {
	if o.Kind != Pred || o.Neg || j.uses[o.N] != 1 || j.defs[o.N] != 1 {
		return -1
	}
	for from := at - 1; from >= 0; from-- {
		in := b.code[from]
		if in.Dst.Kind != Pred || in.Dst.N != o.N {
			continue
		}
		if in.Op != ir.Setp || in.Joins != 0 || in.Guard.Kind != None || in.Src[2].Kind != None {
			return -1
		}
		for _, between := range b.code[from+1 : at] {
			if between.changes(in.Src[0]) || between.changes(in.Src[1]) {
				return -1
			}
		}
		return from
	}
	return -1
}

// changes tells whether an instruction writes what an operand is read from.
func (in *inst) changes(o Operand) bool {
	switch o.Kind {
	case Reg, Addr:
		return in.sets(o.Kind, o.N)
	}
	return o.Kind == SharedMem
}
