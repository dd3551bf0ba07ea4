package isa

import (
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A placedKey names something that is put into a register on demand: a constant,
// a parameter, a special register, or a register plus a constant.
type placedKey struct {
	src    Operand
	offset int64
	wide   bool
}

// placed is such a register, known from block on.
type placed struct {
	block *block
	reg   Operand
}

// operand is where v is, as an operand that costs no instruction: an immediate,
// a word of shared memory, a special register, a register or a predicate.
func (l *lowering) operand(v *ir.Value) Operand {
	if o, ok := l.constantWord(v); ok {
		return o
	}
	switch v.Op {
	case ir.Constant, ir.SharedAddr, ir.LocalAddr:
		return Operand{Kind: Imm, Value: v.Imm}
	case ir.ParamValue:
		if p := l.f.Params[v.Imm]; p.Size >= 4 {
			return Operand{Kind: ParamMem, Offset: p.Offset}
		}
	case ir.Special:
		switch {
		case v.Imm == ir.WarpSize:
			return Operand{Kind: Imm, Value: uint64(l.d.WarpSize)}
		case l.rules.ConstantDimensions && v.Imm >= ir.NtidX && v.Imm <= ir.NctaidZ:
			return Operand{Kind: DimMem, N: int(v.Imm)}
		case !ir.Changes(int(v.Imm)):
			return Operand{Kind: SpecialReg, N: int(v.Imm)}
		}
	}
	if l.folded[v] {
		return l.places[v]
	}
	if l.signs[v] {
		return l.signed(v)
	}
	o, ok := l.vals[v]
	if !ok {
		panic(fmt.Sprintf("BUG: %s v%d is used before it is lowered", v.Op, v.ID))
	}
	return o
}

// constantWord is a load of a word of a __constant__ variable at a place that the
// compiler knows: an operand where instructions can have such operands.
func (l *lowering) constantWord(v *ir.Value) (Operand, bool) {
	if !l.rules.ConstantOperand && !l.rules.UniformOperand || l.f.Target.Checked || v.Op != ir.Load || v.Space != ir.Const ||
		v.Volatile || v.Lanes > 0 || v.Mem.Size() != 4 || v.Args[0].Op != ir.GlobalAddr {
		return Operand{}, false
	}
	o := Operand{Kind: ConstMem, N: int(v.Args[0].Imm), Offset: int(int64(v.Imm))}
	if window := l.constantWindow(l.f.Globals[o.N].Offset + o.Offset); window > 0 {
		n, ok := l.windows[window]
		if !ok {
			return Operand{}, false
		}
		o.reachThrough(n)
	}
	return o, true
}

// constantWindow is where the window of constant memory begins that an instruction with few bits for an offset reaches the word at
// an address in: 0 for the words that it reaches without an address register.
func (l *lowering) constantWindow(at int) int {
	if l.rules.ConstantOffsetBits == 0 {
		return 0
	}
	return at &^ (4<<l.rules.ConstantOffsetBits - 1)
}

// inRegister is a register that holds v in block b.
func (l *lowering) inRegister(b *block, v *ir.Value) Operand {
	if o := l.operand(v); o.Kind == Reg || o.Kind == Pred {
		return o
	}
	if v.Op == ir.GlobalAddr {
		panic("BUG: the address of a global variable is no operand")
	}
	return l.place(b, l.operand(v), v.Type, v.Line)
}

// place puts an operand that is known everywhere into a register, outside of the
// loops around b, once for all blocks that follow.
func (l *lowering) place(b *block, o Operand, t ir.Type, line int) Operand {
	if o.Kind == SharedMem {
		panic("BUG: a folded load is no register")
	}
	key := placedKey{src: o, wide: width(t) > 1}
	return l.placeOnce(b, l.home(b, l.blocks[0]), key, width(t), func(dst Operand) *inst {
		return l.read(newMove(dst, o, moveType(t), line))
	})
}

// placeOnce finds the register of a key in b, or emits make's instruction in block at. A register
// that was filled elsewhere serves as long as that place comes before b on every way. But an immediate is loaded anew in each block
// where the rules say so: a register that waits for its next use is taken from all that comes between.
func (l *lowering) placeOnce(b, at *block, key placedKey, width int, make func(dst Operand) *inst) Operand {
	for _, p := range l.placed[key] {
		again := l.rules.ImmediatesByBlock && key.src.Kind == Imm && at == b && p.block != b
		if p.block.dominates(b) && !again {
			return p.reg
		}
	}
	dst := l.newReg(width)
	at.code = append(at.code, make(dst))
	l.placed[key] = append(l.placed[key], placed{at, dst})
	return dst
}

// read notes that an instruction reads threadIdx, and with it $r0. On 1.x its x, y and z arrive
// packed in that register: until they are unpacked nothing else may take it.
func (l *lowering) read(in *inst) *inst {
	s := in.Src[0]
	if s.Kind == SpecialReg && s.N <= ir.TidZ && l.rules.PackedThreadIndex {
		if l.tid.Kind == None {
			l.tid = l.newReg(1)
		}
		in.alsoReads = append(in.alsoReads, l.tid)
	}
	return in
}

// moveType is the type of a plain move of a value.
func moveType(t ir.Type) ir.Type {
	switch {
	case t.Size() == 8:
		return ir.U64
	case t == ir.F32:
		return ir.F32
	}
	return ir.U32
}

// plus is a register that holds base + offset, computed outside of the loops in
// which base does not change. The block that knows base is at.
func (l *lowering) plus(b, at *block, base Operand, offset int64, t ir.Type, line int) Operand {
	key := placedKey{src: base, offset: offset}
	return l.placeOnce(b, l.home(b, at), key, width(t), func(dst Operand) *inst {
		src := [3]Operand{base, {Kind: Imm, Value: wrap(t, uint64(offset))}}
		return &inst{Instr: Instr{Op: ir.Add, Type: t, Dst: dst, Src: src, Line: line}}
	})
}

// wrap reduces bits to the width of t.
func wrap(t ir.Type, bits uint64) uint64 {
	if t.Size() < 8 {
		return uint64(uint32(bits))
	}
	return bits
}

var mirrored = [...]ir.Cmp{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}

// rank orders sources: one with a lower rank should come first, since shared and constant words may
// only be the first source and immediates only the second. Where an instruction has few bits for the
// offset of a constant word, it can be any source but the first.
func (l *lowering) rank(o Operand) int {
	switch {
	case o.Kind == SharedMem:
		return 0
	case o.Kind == Imm:
		return 4
	case o.Kind == ConstMem && l.rules.ConstantOffsetBits > 0:
		return 3
	case o.constant(), o.Kind == SpecialReg:
		return 1
	}
	return 2
}

// setSources gives in its sources in a legal form: only the first may be in
// shared memory, only the second may be an immediate.
//
// Sources that the encoding does not take go through a register. On 1.x an immediate and a third
// source exclude each other (mad_immediate_in_place): a*imm+c is written as d = c; d = a*imm + d.
func (l *lowering) setSources(b *block, in *inst, args []*ir.Value) {
	args = append([]*ir.Value(nil), args...)
	for i, a := range args {
		if a.Type == ir.Pred {
			in.Src[i] = l.predicate(b, a)
			continue
		}
		in.Src[i] = l.operand(a)
		l.readyAddressBase(in.Src[i])
	}
	// Memory to the front, immediates to the back.
	if len(args) > 1 && in.Op.Exchanges() && l.rank(in.Src[0]) > l.rank(in.Src[1]) {
		swapSources(in)
		args[0], args[1] = args[1], args[0]
	}
	// a - 5 is a + -5: only sums have a form with an immediate.
	if in.Op == ir.Sub && in.Src[1].Kind == Imm && in.Type.Size() == 4 {
		in.Op, in.Src[1].Value = ir.Add, negated(in.Type, in.Src[1].Value)
	}
	immediate := len(args) > 1 && in.Src[1].Kind == Imm && l.takesImmediate(in)
	if in.Op == ir.MadWide && l.takesConstant(in, 2) && in.Src[2].constant() {
		immediate = false // one source is no register: the base, as the factor serves more addresses
	}
	for i := range args {
		switch o := in.Src[i]; {
		case o.Kind == Reg, o.Kind == Pred:
		case i == 0 && l.takesMemory(in, o, immediate):
		case o.constant() && !immediate && l.takesConstant(in, i):
		case i == 1 && immediate:
		case l.isZero(o):
		case i == 0 && o.Kind == SharedMem:
			// The immediate has to give way.
			immediate = false
		case i == 2 && immediate && l.rules.MadImmediateInPlace:
			l.tieSource(b, in, args[2])
		default:
			reg := l.inRegister(b, args[i])
			reg.Neg = o.Neg
			in.Src[i] = reg
		}
	}
	if immediate && len(args) == 3 && !in.partial && l.rules.MadImmediateInPlace {
		l.tieSource(b, in, args[2])
	}
}

// isZero is true for what the register of zeros holds.
func (l *lowering) isZero(o Operand) bool {
	return l.rules.ZeroRegister && o.Kind == Imm && o.Value == 0
}

// tieSource copies the third source to the destination: the form with an
// immediate has no field for it.
func (l *lowering) tieSource(b *block, in *inst, v *ir.Value) {
	b.code = append(b.code, l.read(newMove(in.Dst, l.operand(v), moveType(in.Type), in.Line)))
	in.Src[2], in.partial = in.Dst, true
}

// swapSources exchanges the first two sources.
func swapSources(in *inst) {
	in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	switch in.Op {
	case ir.Setp:
		in.Cmp = mirrored[in.Cmp]
	case ir.Sub: // a - b = -b + a
		in.Op, in.Src[0].Neg = ir.Add, !in.Src[0].Neg
	}
}

func negated(t ir.Type, bits uint64) uint64 {
	if t == ir.F32 {
		return uint64(math.Float32bits(-math.Float32frombits(uint32(bits))))
	}
	return uint64(uint32(-bits))
}

// takesImmediate is true if the second source may be an immediate.
func (l *lowering) takesImmediate(in *inst) bool {
	c, ok := l.cost(&in.Instr, "r")
	return ok && c.immediate
}

// takesConstant is true if source i may be a word of constant memory: an instruction has room for
// one such word, which the first source that asks gets. Those behind i ask later, and find it taken.
func (l *lowering) takesConstant(in *inst, i int) bool {
	if !l.rules.ConstantOperand && (!l.rules.UniformOperand || in.Src[i].Kind != ConstMem) {
		return false
	}
	short := l.rules.ConstantOffsetBits > 0
	if i > 0 && in.Src[i].through() > 0 && !slices.Contains([]OperandKind{Reg, Imm, None}, in.Src[0].Kind) {
		return false // the address register would be that of the word in shared memory
	}
	if short && (i == 0 && !isMove(&in.Instr) || in.Src[i].Kind != ConstMem) || slices.ContainsFunc(in.Src[:i], Operand.constant) {
		return false
	}
	form := "s"
	if short {
		form = "r"
	}
	_, ok := l.cost(&in.Instr, form)
	return ok
}

// takesMemory is true if the first source may be o, a word in shared memory. Beside an immediate
// the field of the offset is shorter, 4 bits instead of 5 on 1.x.
func (l *lowering) takesMemory(in *inst, o Operand, immediate bool) bool {
	reach := l.rules.operandReach()
	if immediate {
		reach = l.rules.immediateReach()
	}
	at := o.Offset
	switch {
	case o.Kind == ParamMem && l.d.ParamsInShared:
		at += l.d.SharedReserved
	case o.Kind == SpecialReg && l.inHeader(o.N):
		// The words of the header are 16 bits wide.
		if in.From != ir.U16 {
			return false
		}
		at = 0
	case o.Kind != SharedMem:
		return false
	}
	_, ok := l.cost(&in.Instr, "s")
	return ok && at <= reach && width(in.Type) == 1
}
