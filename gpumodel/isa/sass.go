package isa

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// sass spells an instruction as cuobjdump -sass does for the GPUs from 2.0 on: R
// registers (RZ is 0), P predicates, c[0x0][] parameters. A sequence that we count as
// one instruction is named after what it computes.
//
// Source: the opcode pages of asfermi's wiki.
func (l *lowering) sass(in *Instr) string {
	if isPrologue(in) {
		c, _ := l.cost(in, l.form(in))
		return c.text
	}
	in = constantSecond(in)
	var s strings.Builder
	if in.LoadsUniform {
		i := slices.IndexFunc(in.Src[:], func(o Operand) bool { return o.Kind == ConstMem })
		fmt.Fprintf(&s, "ULDC.64 UR, %s; ", l.sassOperand(Operand{Kind: ConstMem, N: in.Src[i].N, Offset: in.Src[i].Offset &^ 7}))
	}
	s.WriteString(sassGuard(in))
	s.WriteString(l.sassName(in))
	if operands := l.sassOperands(in); len(operands) > 0 {
		s.WriteString(" " + strings.Join(operands, ", "))
	}
	return s.String()
}

// sassGuard spells the predicate under which an instruction is executed.
func sassGuard(in *Instr) string {
	switch {
	case in.Guard.Kind != Pred:
		return ""
	case in.GuardNot:
		return fmt.Sprintf("@!P%d ", in.Guard.N)
	}
	return fmt.Sprintf("@P%d ", in.Guard.N)
}

// sassNames are the names of operations on 32-bit integers, and on float and double.
var sassNames = map[ir.Op][3]string{
	ir.Add: {"IADD", "FADD", "DADD"}, ir.Sub: {"IADD", "FADD", "DADD"}, ir.Mul: {"IMUL", "FMUL", "DMUL"},
	ir.Mad: {"IMAD", "FFMA", "DFMA"}, ir.Fma: {"", "FFMA", "DFMA"}, ir.MulHi: {"IMUL.HI"}, ir.MulWide: {"IMUL.WIDE"},
	ir.MadWide: {"IMAD.WIDE"}, ir.Min: {"IMNMX", "FMNMX", "DMNMX"}, ir.Max: {"IMNMX", "FMNMX", "DMNMX"},
	ir.And: {"LOP.AND"}, ir.Or: {"LOP.OR"}, ir.Xor: {"LOP.XOR"}, ir.Not: {"LOP.PASS_B"}, ir.Shl: {"SHL"}, ir.Shr: {"SHR"},
	ir.Neg: {"IADD", "FADD", "DADD"}, ir.Abs: {"I2I", "FADD", "DADD"}, ir.Popc: {"POPC"}, ir.Brev: {"BREV"},
	ir.Prmt: {"PRMT"}, ir.Clz: {"FLO"}, ir.Ffs: {"FLO"},
	ir.Rcp: {"", "MUFU.RCP", "MUFU.RCP64H"}, ir.Rsqrt: {"", "MUFU.RSQ", "MUFU.RSQ64H"}, ir.Sin: {"", "MUFU.SIN"}, ir.Cos: {"", "MUFU.COS"},
	ir.Ex2: {"", "MUFU.EX2"}, ir.Lg2: {"", "MUFU.LG2"}, ir.Tanh: {"", "MUFU.TANH"}, ir.Selp: {"SEL", "SEL", "SEL"},
	ir.Floor: {"", "F2F.FLOOR", "F2F.FLOOR"}, ir.Ceil: {"", "F2F.CEIL", "F2F.CEIL"}, ir.Trunc: {"", "F2F.TRUNC", "F2F.TRUNC"},
	ir.Round: {"", "F2F.ROUND", "F2F.ROUND"},
	ir.PAnd:  {"PSETP.AND"}, ir.POr: {"PSETP.OR"}, ir.PNot: {"PSETP.NOT"}, ir.Nanosleep: {"NANOSLEEP"},
	ir.Membar: {"MEMBAR"}, ir.Use: {"USE", "USE", "USE"},
}

// roundNames are the marks of F2I by how it rounds: to the nearest without one.
var roundNames = map[ir.Op]string{0: ".TRUNC", ir.Floor: ".FLOOR", ir.Ceil: ".CEIL"}

func (l *lowering) sassName(in *Instr) string {
	if c, _ := l.cost(in, l.form(in)); c.text != "" {
		return c.text
	}
	if l.rules.Pipes {
		if name := l.voltaName(in); name != "" {
			return name
		}
	}
	switch {
	case in.Kind == Branch:
		return "BRA"
	case in.Kind == Exit:
		return "EXIT"
	case in.Kind == Barrier:
		return in.barrierName()
	case in.readsBarrier():
		return "B2R.RESULT"
	case in.Op == ir.GlobalAddr:
		return "MOV32I"
	case in.Op == ir.Cvt && in.Src[0].Kind == SpecialReg:
		return "S2R"
	case isMove(in):
		if in.Src[0].Kind == Imm && in.Src[0].Value >= 1<<19 {
			return "MOV32I"
		}
		return "MOV"
	case in.Op == ir.Cvt:
		name := fmt.Sprintf("%c2%c.%s.%s", letter(in.From), letter(in.Type), strings.ToUpper(in.Type.String()), strings.ToUpper(in.From.String()))
		if in.From.Float() && in.Type.Integer() {
			name += roundNames[in.Round]
		}
		return name
	case in.Op == ir.FromHalf:
		return "F2F.F32.F16"
	case in.Op == ir.ToHalf:
		return "F2F.F16.F32"
	case in.Op == ir.Setp:
		name := "ISETP"
		if in.From.Float() {
			name = map[int]string{4: "FSETP", 8: "DSETP"}[in.From.Size()]
		}
		sign := ""
		if in.From.Integer() && !in.From.Signed() {
			sign = ".U32"
		}
		return name + "." + strings.ToUpper(cmpNames[in.Cmp]) + sign + flush(in) + joins(in)
	case in.Op == ir.Load, in.Op == ir.Store:
		return sassAccess(in)
	case in.Op == ir.Atom:
		name := "ATOM.E."
		switch {
		case in.Counts:
			return "ATOMS.POPC.INC.32"
		case in.Space == ir.Shared:
			name = "ATOMS."
		case in.Dst.Kind == None:
			name = "RED.E."
		}
		return name + strings.ToUpper(atomNames[in.Atom])
	case in.Op == ir.Tex:
		return "TEX"
	case in.Op == ir.Shf:
		return "SHF." + [...]string{"L.W", "R.W", "L", "R"}[in.Imm] + ".U32" + [...]string{".HI", "", ".HI", ""}[in.Imm]
	case in.Op == ir.CopyGroup && in.Imm == ir.CopyCommit:
		return "LDGDEPBAR"
	case in.Op == ir.CopyGroup:
		return "DEPBAR.LE SB0, " + fmt.Sprintf("%#x", in.Imm)
	case in.Collective():
		return collectiveName(in)
	case in.Op == ir.Mma:
		return matrixName(in)
	case in.Op == ir.Math:
		return strings.ToUpper(ir.MathFunc(in.Imm).String()) + "." + strings.ToUpper(in.Type.String())
	}
	kind := 0
	if in.Type.Float() {
		kind = in.Type.Size() / 4
	}
	name := sassNames[in.Op][min(kind, 2)] + flush(in) + direction(in)
	if sassNames[in.Op][min(kind, 2)] == "" {
		return strings.ToUpper(in.Op.String() + "." + in.Type.String())
	}
	if in.Type.Integer() && in.Type.Size() == 8 && in.Op != ir.MulWide && in.Op != ir.MadWide {
		name += ".64" // two instructions, the second with the carry
	}
	if in.Type == ir.U32 && in.Op == ir.Shr {
		name += ".U32"
	}
	return name
}

// joins is how a comparison combines its outcome with a predicate, which is PT where there is nothing to combine.
func joins(in *Instr) string {
	if in.Joins == ir.POr {
		return ".OR"
	}
	return ".AND"
}

// flush is the mark of instructions for which subnormal numbers are 0; the special
// function units know no other.
func flush(in *Instr) string {
	if !in.Flush || strings.HasPrefix(sassNames[in.Op][1], "MUFU") {
		return ""
	}
	return ".FTZ"
}

// direction is the mark of instructions that do not round to the nearest.
func direction(in *Instr) string {
	if in.Rounding == ir.Nearest {
		return ""
	}
	return "." + strings.ToUpper(strings.TrimPrefix(in.Rounding.String(), "r"))
}

func letter(t ir.Type) byte {
	if t.Float() {
		return 'F'
	}
	return 'I'
}

// sassAccess names a load or a store: its space, and its width where that is not 32 bits.
func sassAccess(in *Instr) string {
	switch part, n, transposed := in.Matrix.Of(); {
	case in.Async != ir.Synchronous:
		name := "LDGSTS.E"
		if in.Async == ir.AsyncBypass {
			name += ".BYPASS"
		}
		if bytes := in.Mem.Size() * max(1, in.Lanes); bytes > 4 {
			name += fmt.Sprintf(".%d", 8*bytes)
		}
		if in.continues() {
			name += " (cont.)"
		}
		return name
	case in.Matrix != 0:
		name := "LDSM.16."
		if transposed {
			name += "T"
		}
		if name += "M88"; n > 1 {
			name += fmt.Sprintf(".%d", n)
		}
		if part > 0 {
			name += " (cont.)"
		}
		return name
	}
	name := "LD"
	if in.Op == ir.Store {
		name = "ST"
	}
	name += map[ir.Space]string{ir.Shared: "S", ir.Local: "L", ir.Const: "C"}[in.Space]
	if in.ReadOnly {
		name += "G"
	}
	if len(name) == 2 || in.ReadOnly {
		name += ".E"
	}
	switch bytes := in.Mem.Size() * max(1, in.Lanes); {
	case bytes > 4:
		name += fmt.Sprintf(".%d", 8*bytes)
	case bytes < 4:
		name += "." + strings.ToUpper(in.Mem.String())
	}
	if in.PastL1 {
		name += ".STRONG.GPU"
	}
	return name
}

// sassOperands lists the operands in the order of cuobjdump: destination, memory, sources, mask. A
// comparison and a shuffle also have predicates that are always true.
func (l *lowering) sassOperands(in *Instr) (out []string) {
	if in.Kind == Branch {
		return []string{fmt.Sprintf("L%d", in.Target)}
	}
	if in.Dst.Kind != None && in.Op != ir.Store {
		out = append(out, l.sassOperand(in.Dst))
		switch in.Op {
		case ir.Setp:
			out = append(out, l.sassTrue())
		case ir.Shfl:
			out = append([]string{l.sassTrue()}, out...)
		}
	}
	if in.Op == ir.Atom && in.Space == ir.Shared && in.Dst.Kind == None {
		out = append(out, "RZ") // there is no RED of shared memory
	}
	if in.Op.Accesses() {
		out = append(out, l.sassMemory(in))
		for _, o := range in.Src[1:] {
			if o.Kind != None && !in.Counts {
				out = append(out, l.sassOperand(o))
			}
		}
		return out
	}
	switch in.Op {
	case ir.GlobalAddr:
		return append(out, "&"+l.f.Globals[in.Imm].Name)
	case ir.Tex:
		out = append(out, l.prog.Textures[in.Imm].Name)
	case ir.Sub:
		in = negatedSecond(in)
	case ir.Mad:
		if l.rules.Pipes && scaledAdd(in) { // its name is LEA
			in = shiftedAdd(in)
		}
	}
	if in.Multiplied {
		in = asProduct(in)
	}
	for _, o := range in.Src {
		if o.Kind != None {
			out = append(out, l.sassOperand(o))
		}
	}
	if mask, ok := in.Mask(); ok && (mask.Kind == Imm || !l.rules.IndependentThreads) && in.Op != ir.WarpBar {
		return out // where it is known, or means nothing, no operand holds it
	}
	for _, o := range in.Extra {
		out = append(out, l.sassOperand(o))
	}
	if in.Op == ir.Setp && in.Joins == 0 {
		out = append(out, l.sassTrue())
	}
	return out
}

// sassTrue is the predicate that is always true.
func (l *lowering) sassTrue() string {
	if l.rules.Capitals {
		return "PT"
	}
	return "pt"
}

// constantSecond has a word of constant memory where it stands in machine code: behind
// the register.
func constantSecond(in *Instr) *Instr {
	if !in.Src[0].constant() || in.Src[1].Kind != Reg || !in.Op.Exchanges() {
		return in
	}
	c := inst{Instr: *in}
	swapSources(&c)
	return &c.Instr
}

// asProduct writes what the multipliers execute as they see it: a << 3 as a * 8 + 0, a move as 0 * 0 + a.
func asProduct(in *Instr) *Instr {
	zero := Operand{Kind: Imm}
	c := *in
	switch in.Op {
	case ir.Shl:
		c.Src[1].Value, c.Src[2] = 1<<in.Src[1].Value, zero
	case ir.Neg:
		c.Src[0].Neg = !in.Src[0].Neg
		c.Src = [3]Operand{zero, zero, c.Src[0]}
	default:
		c.Src = [3]Operand{zero, zero, in.Src[0]}
	}
	return &c
}

// negatedSecond writes a - b as a + -b.
func negatedSecond(in *Instr) *Instr {
	c := *in
	c.Src[1].Neg = !c.Src[1].Neg
	return &c
}

func (l *lowering) sassMemory(in *Instr) string {
	a := in.Src[0]
	if a.Kind == Imm {
		return fmt.Sprintf("[%#x]", a.Value+in.Imm)
	}
	if in.Imm == 0 {
		return "[" + l.sassOperand(a) + "]"
	}
	return fmt.Sprintf("[%s%+#x]", l.sassOperand(a), int32(in.Imm))
}

func (l *lowering) sassOperand(o Operand) string {
	sign := ""
	if o.Neg {
		sign = "-"
	}
	if o.Abs {
		o.Neg, o.Abs = false, false
		return sign + "|" + l.sassOperand(o) + "|"
	}
	switch o.Kind {
	case Imm:
		if o.Value == 0 {
			return sign + "RZ"
		}
		return sign + fmt.Sprintf("%#x", o.Value)
	case ParamMem:
		return sign + fmt.Sprintf("c[0x0][%#x]", l.rules.ParameterBase+o.Offset)
	case DimMem:
		return sign + fmt.Sprintf("c[0x0][%#x]", l.rules.DimensionBase+4*(o.N-ir.NtidX))
	case ConstMem:
		return sign + fmt.Sprintf("c[0x2][%s%+#x]", l.f.Globals[o.N].Name, o.Offset)
	case Pred:
		if o.Neg {
			sign = "!"
		}
		return sign + fmt.Sprint("P", o.N)
	case SpecialReg:
		return sign + l.sassSpecial(o.N)
	}
	return sign + fmt.Sprint("R", o.N)
}

func (l *lowering) sassSpecial(n int) string {
	name := sassSpecials[n]
	if name == "" {
		return fmt.Sprintf("SR%d", n)
	}
	if l.rules.Capitals { // and a dot for the last underscore: SR_TID.X
		name = strings.ToUpper(name)
		if last := len(name) - 2; name[last] == '_' {
			name = name[:last] + "." + name[last+1:]
		}
	}
	return name
}

// sassSpecials are the names of special registers up to 3.0.
var sassSpecials = map[int]string{
	ir.TidX: "SR_Tid_X", ir.TidY: "SR_Tid_Y", ir.TidZ: "SR_Tid_Z", ir.CtaidX: "SR_CTAid_X", ir.CtaidY: "SR_CTAid_Y", ir.CtaidZ: "SR_CTAid_Z",
	ir.NtidX: "SR_NTid_X", ir.NtidY: "SR_NTid_Y", ir.NtidZ: "SR_NTid_Z",
	ir.NctaidX: "SR_NCTAid_X", ir.NctaidY: "SR_NCTAid_Y", ir.NctaidZ: "SR_NCTAid_Z",
	ir.Clock: "SR_ClockLo", ir.Clock64: "SR_Clock", ir.LaneID: "SR_LaneId", ir.GlobalTimer: "SR_GlobalTimerLo", ir.NWarpID: "SR_VirtCfg", ir.NSMID: "SR_VirtCfg", ir.SMID: "SR_VirtId",
}
