package isa

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// text spells an instruction of 1.x as decuda does: $r registers, $p predicates, $ofs
// address registers, s[] shared and g[] global memory. For example
//
//	@$p0.ne mad.rn.f32 $r1, s[$ofs1+0x0004], $r2, $r1
//
// has a guard, a word of shared memory as its first source and an accumulator.
func (l *lowering) text(in *Instr) string {
	var s strings.Builder
	if in.Guard.Kind == Pred {
		test := "ne"
		if in.GuardNot {
			test = "eq"
		}
		fmt.Fprintf(&s, "@$p%d.%s ", in.Guard.N, test)
	}
	s.WriteString(mnemonic(in))
	var operands []string
	if in.Dst.Kind != None {
		operands = append(operands, l.register(in.Dst, resultType(in)))
	}
	if in.Op == ir.Setp {
		operands[0] += "|$o127"
	}
	operands = append(operands, l.sources(in)...)
	if len(operands) > 0 {
		s.WriteByte(' ')
		s.WriteString(strings.Join(operands, ", "))
	}
	return s.String()
}

// mnemonic is the name of the operation with its types.
func mnemonic(in *Instr) string {
	t := in.Type.String()
	switch {
	case in.Kind == Branch:
		return fmt.Sprintf("bra.label L%d", in.Target)
	case in.Kind == Exit:
		return "exit"
	case in.Kind == Barrier:
		return "bar.sync.u32 0x00000000"
	case in.Dst.Kind == Addr && in.Op == ir.Shl:
		return "movsh.b32"
	case in.Dst.Kind == Addr && in.Src[0].N == 0:
		return "mov.b32"
	case in.Dst.Kind == Addr:
		return "add.b32"
	case in.Op == ir.GlobalAddr:
		return "mov.u32"
	case in.Src[0].Kind == SpecialReg && in.Src[0].N != ir.Clock && in.Op == ir.Cvt:
		return "cvt.u32.u16"
	case isMove(in) && in.Type.Size() == 8:
		return "mov.b64"
	case isMove(in):
		return "mov.b32"
	case in.Op == ir.Cvt:
		name := "cvt"
		if in.Round != 0 {
			name = in.Round.String() // cvt.rni
		}
		return name + "." + t + "." + in.From.String()
	case in.Op == ir.Setp:
		return "set." + cmpNames[in.Cmp] + "." + in.From.String()
	case in.Op == ir.Load, in.Op == ir.Store:
		return "mov." + vectorName(in.Lanes) + bitsName(in.Mem)
	case in.Op == ir.Tex:
		return ir.Tex.String() + "." + vectorName(in.Lanes) + in.Type.String()
	case in.Op == ir.Atom:
		return "atom." + atomNames[in.Atom] + "." + in.Mem.String()
	case in.Op == ir.Vote:
		return "vote." + [...]string{"all", "any", "ballot", "active"}[in.Imm]
	case in.Op == ir.Math:
		return ir.MathFunc(in.Imm).String() + "." + t
	case in.Type == ir.Void, in.Op == ir.FromHalf, in.Op == ir.ToHalf:
		return in.Op.String()
	case in.From == ir.U16 && in.Op == ir.Mul24:
		return "mul24.lo.u32.u16.u16"
	case in.From == ir.U16 && in.Op == ir.Mad24:
		return "mad24.lo.u32.u16.u16.u32"
	case in.Type.Float() && in.Op == ir.Mad:
		return "mad.rn." + t
	case in.Type.Float() && in.Op == ir.Mul:
		return "mul.rn." + t
	}
	return in.Op.String() + "." + t
}

var cmpNames = [...]string{ir.EQ: "eq", ir.NE: "ne", ir.LT: "lt", ir.LE: "le", ir.GT: "gt", ir.GE: "ge"}

var atomNames = [...]string{
	ir.AtomAdd: "add", ir.AtomSub: "sub", ir.AtomExch: "exch", ir.AtomMin: "min", ir.AtomMax: "max", ir.AtomInc: "inc",
	ir.AtomDec: "dec", ir.AtomCAS: "cas", ir.AtomAnd: "and", ir.AtomOr: "or", ir.AtomXor: "xor",
}

func vectorName(lanes int) string {
	if lanes == 0 {
		return ""
	}
	return fmt.Sprintf("v%d.", lanes)
}

// bitsName is the type of a move from or to memory: only short ones have a sign.
func bitsName(t ir.Type) string {
	switch t.Size() {
	case 4:
		return "b32"
	case 8:
		return "b64"
	}
	return t.String()
}

// resultType is the type of the destination.
func resultType(in *Instr) ir.Type {
	if in.Op == ir.Load {
		return in.Mem
	}
	return in.Type
}

// sources are the operands after the destination; the memory operand of a store
// comes first.
func (l *lowering) sources(in *Instr) (out []string) {
	if in.Op.Accesses() {
		out = append(out, l.memory(in))
		for _, o := range in.Src[1:] {
			if o.Kind != None {
				out = append(out, l.source(o, in.Mem))
			}
		}
		return out
	}
	switch in.Op {
	case ir.GlobalAddr:
		return []string{"&" + l.f.Globals[in.Imm].Name}
	case ir.Tex:
		out = append(out, l.prog.Textures[in.Imm].Name)
	}
	for i, o := range in.Src {
		if o.Kind != None && (o.Kind != Addr || o.N > 0) {
			out = append(out, l.source(o, in.SourceType(i)))
		}
	}
	for _, o := range in.Extra {
		if !in.Collective() {
			out = append(out, l.source(o, ir.U32))
		}
	}
	return out
}

// memory is the address of a load, a store or an atomic.
func (l *lowering) memory(in *Instr) string {
	a := in.Src[0]
	if a.Kind == SharedMem {
		return l.source(a, in.Mem)
	}
	space := map[ir.Space]string{ir.Shared: "s", ir.Local: "l", ir.Const: "c[1]"}[in.Space]
	if space == "" {
		space = "g"
	}
	if a.Kind == Imm {
		return fmt.Sprintf("%s[0x%04x]", space, a.Value)
	}
	if in.Imm != 0 {
		return fmt.Sprintf("%s[%s+0x%04x]", space, l.register(a, ir.U32), uint16(in.Imm))
	}
	return fmt.Sprintf("%s[%s]", space, l.register(a, ir.U32))
}

// register names a register, a predicate or an address register.
func (l *lowering) register(o Operand, t ir.Type) string {
	name := map[OperandKind]string{Reg: "$r", Pred: "$p", Addr: "$ofs"}[o.Kind]
	if o.Kind == Reg && t.Size() == 8 {
		name = "$d"
	}
	return fmt.Sprint(name, o.N)
}

// source names an operand.
func (l *lowering) source(o Operand, t ir.Type) string {
	sign := ""
	if o.Neg {
		sign = "-"
	}
	switch o.Kind {
	case Imm:
		return fmt.Sprintf("0x%0*x", 2*max(4, t.Size()), wrap(t, o.Value))
	case SharedMem:
		if o.N == 0 {
			return fmt.Sprintf("%ss[0x%04x]", sign, o.Offset)
		}
		return fmt.Sprintf("%ss[$ofs%d+0x%04x]", sign, o.N, o.Offset)
	case ParamMem:
		return fmt.Sprintf("%ss[0x%04x]", sign, l.d.SharedReserved+o.Offset)
	case ConstMem:
		at := l.f.Globals[o.N].Offset + o.Offset
		if n := o.through(); n > 0 {
			return fmt.Sprintf("%sc[1][$ofs%d+0x%04x]", sign, n, at-l.constantWindow(at))
		}
		return fmt.Sprintf("%sc[1][0x%04x]", sign, at)
	case SpecialReg:
		return sign + l.special(o.N)
	}
	return sign + l.register(o, t)
}

// special names a special register: threadIdx is packed into $r0, and those of
// block and grid are 16-bit words at the start of shared memory.
func (l *lowering) special(n int) string {
	if at, ok := headerWords[n]; ok && l.inHeader(n) {
		return fmt.Sprintf("s[0x%04x]", at)
	}
	if name, ok := map[int]string{ir.TidX: "$r0.lo", ir.TidY: "$r0.hi", ir.TidZ: "$r0.z"}[n]; ok {
		return name
	}
	if name, ok := map[int]string{ir.Clock: "$clock", ir.Clock64: "$clock", ir.LaneID: "$physid"}[n]; ok {
		return name
	}
	return fmt.Sprintf("$sr%d", n)
}

// headerWords are the offsets in the header that decuda documents.
var headerWords = map[int]int{
	ir.NtidX: 0x2, ir.NtidY: 0x4, ir.NtidZ: 0x6, ir.NctaidX: 0x8, ir.NctaidY: 0xa, ir.CtaidX: 0xc, ir.CtaidY: 0xe,
}
