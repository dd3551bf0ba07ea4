package isa

import (
	"math/bits"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// voltaNames are the names of operations from 7.0 on, where they are others than before, on
// 32-bit integers, and on float and double.
//
// Source: NVIDIA CUDA Binary Utilities 12.9, instruction set references of Volta to Hopper.
var voltaNames = map[ir.Op][3]string{
	ir.Add: {"IADD3", "FADD", "DADD"}, ir.Sub: {"IADD3", "FADD", "DADD"}, ir.Neg: {"IADD3", "FADD", "DADD"}, ir.Mul: {"IMAD", "FMUL", "DMUL"},
	ir.MulHi: {"IMAD.HI"}, ir.MulWide: {"IMAD.WIDE"}, ir.And: {"LOP3.AND"}, ir.Or: {"LOP3.OR"}, ir.Xor: {"LOP3.XOR"}, ir.Not: {"LOP3.NOT"},
	ir.Shl: {"SHF.L"}, ir.Shr: {"SHF.R"}, ir.Abs: {"IABS", "FADD", "DADD"}, ir.Selp: {"SEL", "FSEL", "SEL"},
	ir.Floor: {"", "FRND.FLOOR", "FRND.F64.FLOOR"}, ir.Ceil: {"", "FRND.CEIL", "FRND.F64.CEIL"},
	ir.Trunc: {"", "FRND.TRUNC", "FRND.F64.TRUNC"},
	ir.Round: {"", "FRND", "FRND.F64"}, ir.PAnd: {"PLOP3.AND"}, ir.POr: {"PLOP3.OR"}, ir.PNot: {"PLOP3.NOT"},
}

// voltaName is the name of an instruction from 7.0 on, empty where it is as before. An atomic whose
// result nobody reads is a reduction (RED) there.
func (l *lowering) voltaName(in *Instr) string {
	switch {
	case in.Kind == Barrier && in.Imm == ir.BarArrive:
		return in.barrierName()
	case in.Kind == Barrier:
		return in.barrierName() + ".DEFER_BLOCKING"
	case in.readsBarrier():
		return ""
	case in.Kind != Plain:
		return ""
	case isMove(in) && in.Src[0].constant() && !l.rules.ConstantOperand:
		return "LDC" + wide(in.Type)
	case isMove(in) && in.Src[0].Kind != SpecialReg:
		return "MOV" + wide(in.Type)
	case in.Op == ir.Load || in.Op == ir.Store:
		return strings.Replace(strings.Replace(sassAccess(in), "LD.", "LDG.", 1), "ST.", "STG.", 1)
	case in.Op == ir.Atom && in.Space != ir.Shared:
		name := "ATOMG.E."
		if in.Dst.Kind == None {
			name = "REDG.E."
		}
		return name + strings.ToUpper(atomNames[in.Atom])
	case scaledAdd(in):
		return "LEA"
	}
	kind := 0
	if in.Type.Float() {
		kind = min(in.Type.Size()/4, 2)
	}
	name := voltaNames[in.Op][kind]
	switch {
	case name == "":
		return ""
	case in.Type.Integer() && in.Type.Size() == 8 && in.Op != ir.MulWide:
		return name + ".64"
	case in.Dst.Kind == Pred && in.Op != ir.Setp && in.Type != ir.Pred: // LOP3 that tests its result
		return name + "." + strings.ToUpper(cmpNames[in.Cmp])
	case in.Op == ir.Shl, in.Op == ir.Shr:
		if in.Type.Signed() {
			return name + ".S32"
		}
		return name + ".U32"
	}
	return name + flush(in)
}

func wide(t ir.Type) string {
	if t.Size() == 8 {
		return ".64"
	}
	return ""
}

// shiftedAdd writes a*2^k + c as LEA has it: a, c, k.
func shiftedAdd(in *Instr) *Instr {
	c := *in
	c.Src[1], c.Src[2] = in.Src[2], in.Src[1]
	c.Src[2].Value = uint64(bits.TrailingZeros64(in.Src[1].Value))
	return &c
}

// scaledAdd is true for a*2^k + c, which LEA computes beside the multiplier.
func scaledAdd(in *Instr) bool {
	f := in.Src[1]
	return in.Op == ir.Mad && in.Type.Integer() && in.Type.Size() == 4 && f.Kind == Imm && bits.OnesCount64(f.Value) == 1
}
