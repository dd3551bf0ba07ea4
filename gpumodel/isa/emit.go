package isa

import (
	"cmp"

	"warpbook.dev/gpumodel/ir"
)

// emit lays the blocks out, adds branches and exits, and prices and spells every instruction.
// Targets of branches are known only when all blocks have their place, so they are filled in at the
// end.
func (l *lowering) emit() error {
	l.unsplit()
	l.blocks = l.reorder()
	var code int
	for _, b := range l.blocks {
		code += len(b.code) + 2 // and the branches behind it
	}
	l.prog.Code = make([]Instr, 0, code)
	var targets []*block // of the instructions that are branches, nil for the others
	add := func(in *inst, target *block) {
		l.prog.Code = append(l.prog.Code, in.Instr)
		targets = append(targets, target)
	}
	for i, b := range l.blocks {
		b.pc = len(l.prog.Code)
		for _, in := range b.code {
			l.poll()
			add(in, nil)
		}
		var next *block
		if i+1 < len(l.blocks) {
			next = l.blocks[i+1]
		}
		for _, j := range jumps(b, next) {
			add(&j.inst, j.to)
		}
	}
	l.part()
	for i := range l.prog.Code {
		l.poll()
		in := &l.prog.Code[i]
		if targets[i] != nil {
			in.Target = targets[i].pc
		}
		if err := l.finish(in); err != nil {
			return &SourceError{in.Line, in.Col, err}
		}
	}
	if err := l.balance(); err != nil {
		return err
	}
	l.spellJoined()
	l.pairUp()
	return nil
}

// finish prices and spells an instruction.
func (l *lowering) finish(in *Instr) error {
	in.Flush = in.Flush && in.Type == ir.F64 || (l.f.Target.Flush || in.Flush) && flushes(in)
	if err := l.price(in, l.d); err != nil {
		return err
	}
	// Without vector accesses to shared memory one is as many accesses as it has words.
	if in.Space == ir.Shared && in.Lanes > 0 && !l.rules.VectorShared {
		in.Issue, in.Port, in.Count = in.Issue*in.Lanes, in.Port*in.Lanes, in.Count*in.Lanes
		in.Busy[PipeCores] *= int32(in.Lanes)
	}
	if in.Op.Accesses() && in.Space == ir.Generic {
		if err := l.within(in); err != nil {
			return err
		}
	}
	if in.Class == ClassFP64 && !l.rules.Pipes {
		in.Busy[PipeCores] *= int32(l.d.FP64Slowdown())
		in.Busy[PipeFP64] *= int32(l.d.FP64Slowdown())
	}
	note := func(o Operand) {
		if o.Kind != Addr {
			o = o.Address()
		}
		if o.Kind == Addr {
			l.prog.AddressRegisters = max(l.prog.AddressRegisters, o.N)
		}
	}
	note(in.Dst)
	for _, o := range in.Src {
		note(o)
	}
	if l.rules.ParameterBase > 0 { // after 1.x
		in.Text = l.sass(in)
	} else {
		in.Text = l.text(in)
	}
	return nil
}

// within makes the accesses that one with generic addresses turns into. Atomics reach shared and global memory only.
func (l *lowering) within(in *Instr) error {
	spaces := map[ir.Space]*Instr{}
	for _, s := range []ir.Space{ir.Global, ir.Shared, ir.Local} {
		if s == ir.Local && in.Op == ir.Atom {
			continue
		}
		one := *in
		one.Space = s
		if err := l.finish(&one); err != nil {
			return err
		}
		spaces[s] = &one
	}
	in.Within = spaces
	return nil
}

// flushes is true for what computes with floats: moves, selections and accesses to
// memory leave the bits as they are.
func flushes(in *Instr) bool {
	if in.Type != ir.F32 && in.From != ir.F32 || isMove(in) {
		return false
	}
	if in.Op == ir.Math {
		return ir.MathFunc(in.Imm) != ir.MathCopysign
	}
	return in.Op.Pure() && !in.Op.Copies()
}

// A jump is a branch or an exit at the end of a block.
type jump struct {
	inst
	to *block
}

// jumps are what the end of b needs if next follows it. The side that follows needs no branch; if
// neither follows, the true side gets the guarded one.
func jumps(b, next *block) []jump {
	branch := func(to *block, guard Operand, not bool) jump {
		return jump{inst{Instr: Instr{Kind: Branch, Guard: guard, GuardNot: not, Line: cmp.Or(b.end, b.line)}}, to}
	}
	switch {
	case len(b.succs) == 0:
		return []jump{{inst{Instr: Instr{Kind: Exit, Line: cmp.Or(b.end, b.line)}}, nil}}
	case len(b.succs) == 1 || b.succs[0] == b.succs[1]:
		if b.succs[0] == next {
			return nil
		}
		return []jump{branch(b.succs[0], Operand{}, false)}
	case b.succs[0] == next:
		return []jump{branch(b.succs[1], b.cond, !b.condNot)}
	case b.succs[1] == next:
		return []jump{branch(b.succs[0], b.cond, b.condNot)}
	}
	return []jump{branch(b.succs[0], b.cond, b.condNot), branch(b.succs[1], Operand{}, false)}
}

// unsplit leads the edges to empty blocks past them. A loop of empty blocks is left as it is.
// Predecessors are found anew at the end.
func (l *lowering) unsplit() {
	for _, b := range l.blocks {
		for i, s := range b.succs {
			for len(s.code) == 0 && len(s.succs) == 1 && s.succs[0] != s {
				s = s.succs[0]
			}
			b.succs[i] = s
		}
	}
	for entry := l.blocks[0]; len(entry.code) == 0 && len(entry.succs) == 1 && entry.succs[0] != entry; {
		entry = entry.succs[0]
		l.blocks[0] = entry
	}
	for _, b := range l.blocks {
		b.preds = nil
	}
	for _, b := range reverseOrder(l.blocks[0]) {
		for _, s := range b.succs {
			s.preds = append(s.preds, b)
		}
	}
}
