package isa

import (
	"warpbook.dev/gpumodel/ir"
)

// selectAll emits the instructions of every block, in the order of the values. Values that nobody
// uses, operands that cost no instruction and loads that were folded are left out.
//
// Where code is needed before its use, such as a constant in a register, it is appended to the
// block that is its home (place), perhaps one that was selected before. That is why a block's code
// may end with moves for later blocks.
func (l *lowering) selectAll() error {
	for _, irb := range l.f.Blocks {
		b := l.of[irb]
		l.poll()
		for _, v := range irb.Values {
			if _, operand := l.constantWord(v); operand || l.uses[v] == 0 || l.folded[v] || l.signs[v] || v.Leaf() && !l.needsRegister(v) {
				continue
			}
			if err := l.selectValue(b, v); err != nil {
				return &SourceError{v.Line, v.Col, err}
			}
		}
		if irb.Term == ir.Branch {
			if err := l.selectCondition(b, irb.Cond); err != nil {
				return err
			}
		}
	}
	return nil
}

// needsRegister is true for the leaves that are no operands: addresses that only
// the launch knows, and parameters that have to be extended.
func (l *lowering) needsRegister(v *ir.Value) bool {
	return v.Op == ir.GlobalAddr || v.Op == ir.ParamValue && l.f.Params[v.Imm].Size < 4
}

// selectCondition sets the predicate of a block's branch; a negation is free.
func (l *lowering) selectCondition(b *block, cond *ir.Value) error {
	for cond.Op == ir.PNot {
		cond, b.condNot = cond.Args[0], !b.condNot
	}
	b.cond = l.predicate(b, cond)
	return nil
}

// predicate is the predicate register that holds v.
func (l *lowering) predicate(b *block, v *ir.Value) Operand {
	o := l.operand(v)
	if o.Kind == Imm { // a condition that folding left over
		p := l.newPred()
		b.code = append(b.code, &inst{Instr: Instr{
			Op: ir.Setp, Type: ir.Pred, From: ir.U32, Cmp: ir.NE, Dst: p, Line: v.Line,
			Src: [3]Operand{l.place(b, o, ir.U32, v.Line), {Kind: Imm}},
		}})
		return p
	}
	return o
}

// selectValue emits the instructions of one value.
func (l *lowering) selectValue(b *block, v *ir.Value) error {
	in := &inst{Instr: Instr{
		Op: v.Op, Type: v.Type, From: v.From, Cmp: v.Cmp, Space: v.Space, Mem: v.Mem, Atom: v.Atom,
		Lanes: v.Lanes, Line: v.Line, Col: v.Col, Object: v.Object, Flush: v.Flush, Rounding: v.Rounding,
		Volatile: v.Volatile && v.Async == ir.Synchronous && v.Matrix == 0, Async: v.Async, Matrix: v.Matrix,
	}, volatile: v.Volatile}
	if v.Op.Collective() {
		return l.selectCollective(b, in, v)
	}
	switch v.Op {
	case ir.Phi:
		l.phi(v)
		return nil
	case ir.Extract:
		// The element stays where it is in the vector.
		o := l.operand(v.Args[0])
		o.Offset += int(v.Imm) * width(v.Type)
		l.vals[v] = o
		return nil
	case ir.Selp:
		return l.selectSelp(b, v)
	case ir.Setp:
		if l.testsLogic(v) {
			return l.selectTest(b, in, v)
		}
		return l.selectArithmetic(b, in, v)
	case ir.Load:
		l.vals[v] = l.newReg(width(v.Type) * max(1, v.Lanes))
		in.Dst = l.vals[v]
		in.PastL1 = v.PastL1 && (v.Space == ir.Global || v.Space == ir.Generic)
		in.ReadOnly = l.rules.ReadOnlyLoads && l.f.Constant(v) && !in.PastL1
		if len(v.Args) > 1 { // the bytes that an asynchronous copy reads
			in.Src[1] = l.inRegister(b, v.Args[1])
		}
		l.setAddress(b, in, v)
	case ir.Store, ir.Atom:
		return l.selectStore(b, in, v)
	case ir.Tex:
		l.selectFetch(b, in, v)
	case ir.Bar:
		return l.selectBarrier(b, in, v)
	case ir.Printf, ir.Assert, ir.Launch:
		in.Imm = v.Imm
		for _, a := range v.Args {
			in.Extra, in.Types = append(in.Extra, l.anywhere(b, a)), append(in.Types, a.Type)
		}
	case ir.Mma:
		in.Imm = v.Imm
		l.vals[v] = l.newValue(v.Type)
		in.Dst, in.Src[0] = l.vals[v], l.anywhere(b, v.Args[0])
		for _, a := range v.Args[1:] {
			in.Extra, in.Types = append(in.Extra, l.inRegister(b, a)), append(in.Types, a.Type)
		}
	case ir.Special: // the clock
		l.vals[v] = l.newReg(width(v.Type))
		in.Op, in.From, in.Dst, in.Src[0] = ir.Cvt, v.Type, l.vals[v], Operand{Kind: SpecialReg, N: int(v.Imm)}
	case ir.Cvt:
		return l.selectCvt(b, in, v)
	case ir.CopyGroup:
		in.Imm = v.Imm
	case ir.Bitcast, ir.SharedAt:
		l.vals[v] = l.inRegister(b, v.Args[0])
		return nil
	case ir.ParamValue: // one of 8 or 16 bits
		p := l.f.Params[v.Imm]
		l.vals[v] = l.newReg(1)
		in.Op, in.From, in.Dst = ir.Cvt, p.Type, l.vals[v]
		in.Src[0] = Operand{Kind: ParamMem, Offset: p.Offset}
	case ir.GlobalAddr:
		in.Imm = v.Imm
		l.vals[v] = l.newReg(width(v.Type))
		in.Dst = l.vals[v]
	default:
		return l.selectArithmetic(b, in, v)
	}
	return l.add(b, in)
}

// selectArithmetic emits what one instruction computes from its sources.
func (l *lowering) selectArithmetic(b *block, in *inst, v *ir.Value) error {
	in.Imm = v.Imm
	if (v.Op == ir.Mul24 || v.Op == ir.Mad24) && halfWord(v.Args[0]) && halfWord(v.Args[1]) {
		in.From = ir.U16
	}
	if v.Type != ir.Void {
		l.vals[v] = l.newValue(v.Type)
		in.Dst = l.vals[v]
	}
	l.setSources(b, in, v.Args)
	in.Again = l.dividesAgain(in, v)
	in.Uniform = l.together(in, v)
	return l.add(b, in)
}

// halfWord is true for factors that fit the multiplier's 16-bit sources: then
// the special registers in the header, which are 16 bits wide, can be operands.
func halfWord(v *ir.Value) bool {
	return v.Op == ir.Special && v.Imm < ir.WarpSize || v.Op == ir.Constant && v.Imm < 1<<16
}

// add appends an instruction that the instruction set must have.
func (l *lowering) add(b *block, in *inst) error {
	c, ok := l.cost(&in.Instr, l.form(&in.Instr))
	if !ok {
		if err := l.price(&in.Instr, l.d); err != nil {
			return err
		}
	}
	for range c.scratch {
		in.scratch = append(in.scratch, l.newReg(1))
	}
	b.code = append(b.code, l.read(in))
	return nil
}

// anywhere is v as an immediate or in a register.
func (l *lowering) anywhere(b *block, v *ir.Value) Operand {
	if o := l.operand(v); o.Kind == Imm {
		return o
	}
	return l.inRegister(b, v)
}

// selectCvt emits a conversion; a bool is a predicate, a change of sign nothing.
//
// Integers of 32 and of 64 bits share a register with their other sign, so such a conversion only
// gives the value a second name.
func (l *lowering) selectCvt(b *block, in *inst, v *ir.Value) error {
	arg := v.Args[0]
	switch {
	case l.testsLogic(v):
		in.Cmp = ir.NE
		return l.selectTest(b, in, v)
	case v.Type == ir.Pred && v.From != ir.Pred:
		l.vals[v] = l.newPred()
		in.Op, in.Cmp, in.Dst = ir.Setp, ir.NE, l.vals[v]
		in.Src = [3]Operand{l.inRegister(b, arg), {Kind: Imm}}
		return l.add(b, in)
	case v.From == ir.Pred && v.Type != ir.Pred:
		l.vals[v] = l.newReg(width(v.Type))
		l.choose(b, l.vals[v], l.predicate(b, arg), Operand{Kind: Imm, Value: one(v.Type)}, Operand{Kind: Imm}, v.Type, v.Line)
		return nil
	case moveType(v.Type) == moveType(v.From) && v.Type.Integer() && v.From.Integer() && v.From.Size() >= 4 && v.Type.Size() >= 4:
		l.vals[v] = l.inRegister(b, arg)
		return nil
	}
	if l.rounds(v) {
		if arg.Op != ir.Trunc {
			in.Round = arg.Op
		}
		arg = arg.Args[0]
	}
	l.vals[v] = l.newReg(width(v.Type))
	in.Dst = l.vals[v]
	in.Src[0] = l.inRegister(b, arg)
	return l.add(b, in)
}

// one is 1 in the representation of t.
func one(t ir.Type) uint64 {
	switch t {
	case ir.F32:
		return 0x3f800000
	case ir.F64:
		return 0x3ff0000000000000
	}
	return 1
}

// selectSelp emits a selection.
func (l *lowering) selectSelp(b *block, v *ir.Value) error {
	cond, not := v.Args[0], false
	for cond.Op == ir.PNot {
		cond, not = cond.Args[0], !not
	}
	p := l.predicate(b, cond)
	yes, no := v.Args[1], v.Args[2]
	if not {
		yes, no = no, yes
	}
	if v.Type == ir.Pred {
		return l.selectPredicate(b, v, p, yes, no)
	}
	l.vals[v] = l.newReg(width(v.Type))
	l.choose(b, l.vals[v], p, l.operand(yes), l.operand(no), v.Type, v.Line)
	return nil
}

// selectPredicate is p && yes || !p && no.
func (l *lowering) selectPredicate(b *block, v *ir.Value, p Operand, yes, no *ir.Value) error {
	logic := func(op ir.Op, x, y Operand) Operand {
		dst := l.newPred()
		b.code = append(b.code, &inst{Instr: Instr{Op: op, Type: ir.Pred, Dst: dst, Src: [3]Operand{x, y}, Line: v.Line}})
		return dst
	}
	a := logic(ir.PAnd, p, l.predicate(b, yes))
	c := logic(ir.PAnd, logic(ir.PNot, p, Operand{}), l.predicate(b, no))
	l.vals[v] = logic(ir.POr, a, c)
	return nil
}

// choose sets dst to yes where p holds and to no elsewhere: by a select, or by a move and a guarded
// move. The guarded move is partial: the other lanes keep what the first move set, which keeps the
// register alive between the two.
func (l *lowering) choose(b *block, dst, p, yes, no Operand, t ir.Type, line int) {
	t = moveType(t)
	if l.rules.Select {
		if yes.Kind == Imm && !l.isZero(yes) && no.Kind == Reg { // only the second of the two may be an immediate
			p.Neg, yes, no = !p.Neg, no, yes
		}
		src := [3]Operand{p, l.registerOf(b, yes, t, line), no}
		if no.Kind != Imm {
			src[2] = l.registerOf(b, no, t, line)
		}
		b.code = append(b.code, &inst{Instr: Instr{Op: ir.Selp, Type: t, Dst: dst, Src: src, Line: line}})
		return
	}
	guarded := l.read(newMove(dst, yes, t, line))
	guarded.Guard, guarded.partial = p, true
	b.code = append(b.code, l.read(newMove(dst, no, t, line)), guarded)
}

// registerOf is o, or a register that holds it.
func (l *lowering) registerOf(b *block, o Operand, t ir.Type, line int) Operand {
	if o.Kind == Reg || l.isZero(o) {
		return o
	}
	return l.place(b, o, t, line)
}

// setAddress gives a memory access its address: a window of shared memory, or a register (or a
// constant) and as much of the offset as the encoding takes. An offset that does not fit the
// encoding is added once, outside of the loops in which the base does not change.
func (l *lowering) setAddress(b *block, in *inst, v *ir.Value) {
	if place, ok := l.places[v]; ok {
		l.readyAddressBase(place)
		in.Src[0] = place
		return
	}
	addr, offset := v.Args[0], int64(v.Imm)
	t := addr.Type
	if o := l.operand(addr); o.Kind == Imm {
		in.Src[0] = Operand{Kind: Imm, Value: wrap(t, o.Value+uint64(offset))}
		return
	}
	base := l.inRegister(b, addr)
	// No offset bits mean that the register alone is the address (g[] on 1.x).
	if limit := int64(1) << l.offsetBits(v.Space); offset < -limit/2 || offset >= limit || limit == 1 && offset != 0 {
		at := l.of[addr.Block]
		if addr.Leaf() {
			at = l.blocks[0]
		}
		base, offset = l.plus(b, at, base, offset, t, v.Line), 0
	}
	in.Src[0], in.Imm = base, uint64(offset)
}

func (l *lowering) offsetBits(s ir.Space) int {
	switch s {
	case ir.Local, ir.Const:
		return l.rules.LocalOffsetBits
	case ir.Shared:
		return l.rules.SharedStoreOffsetBits
	}
	return l.rules.GlobalOffsetBits
}

// selectStore emits a store or an atomic, whose operands are registers.
func (l *lowering) selectStore(b *block, in *inst, v *ir.Value) error {
	values := v.Args[1:]
	switch {
	case v.Lanes > 0:
		in.Src[1] = l.vector(b, v, values)
	case v.Op == ir.Atom && l.counts(in, v):
		in.Counts, in.Src[1] = true, Operand{Kind: Imm, Value: 1}
		if v.Atom == ir.AtomSub {
			in.Src[1].Value = uint64(uint32(values[0].Imm))
		}
	default:
		for i, a := range values {
			if in.Src[i+1] = l.operand(a); v.Op != ir.Store || !l.isZero(in.Src[i+1]) {
				in.Src[i+1] = l.inRegister(b, a)
			}
		}
	}
	if v.Type != ir.Void && (l.uses[v] > 1 || v.Atom == ir.AtomExch || v.Atom == ir.AtomCAS) { // else it is a RED, which is one use
		l.vals[v] = l.newReg(width(v.Type))
		in.Dst = l.vals[v]
	}
	l.setAddress(b, in, v)
	return l.add(b, in)
}

// vector is a run of registers that holds the values: the one in which they already are, or a new
// one into which they are moved. Vector accesses name the first of several neighbouring, aligned
// registers. fillVectors later removes the moves where the values can be computed in place.
func (l *lowering) vector(b *block, store *ir.Value, values []*ir.Value) Operand {
	w := width(values[0].Type)
	first := l.operand(values[0])
	whole := first.Kind == Reg && first.Offset == 0 && l.widths[first.N] == w*len(values)
	for i, v := range values {
		o := l.operand(v)
		whole = whole && o.Kind == Reg && o.N == first.N && o.Offset == i*w
	}
	if whole {
		return first
	}
	dst := l.newReg(w * len(values))
	for i, v := range values {
		part := dst
		part.Offset = i * w
		in := l.read(newMove(part, l.operand(v), moveType(v.Type), store.Line))
		in.partial = i > 0
		b.code = append(b.code, in)
	}
	return dst
}
