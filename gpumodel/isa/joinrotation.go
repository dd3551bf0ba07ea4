package isa

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
)

// joinRotation makes one instruction of the shift to the left, the shift to the right and what puts both together at i, if the shifts
// are of 32 bits in all. It takes any two words; with the same one twice it is a rotation:
//
//	t = x << 7       SHF.L.W.U32.HI d, x, 0x7, x
//	u = x >> 25
//	d = t | u
//
// Since no bit is in both, a sum and an exclusive or do the same.
func (j *joinable) joinRotation(b *block, i int) {
	last := b.code[i]
	if last.family() == noFamily || last.Op != ir.Or && last.Op != ir.Xor && last.Op != ir.Add || last.Dst.Kind != Reg {
		return
	}
	var at [2]int
	for n := range at {
		r := last.Src[n]
		if r.Kind != Reg || j.uses[r.N] != 1 || j.home[r.N] != b {
			return
		}
		for at[n] = i - 1; at[n] >= 0 && b.code[at[n]].Dst != r; {
			at[n]--
		}
		if at[n] < 0 || b.code[at[n]].partial || b.code[at[n]].Joined || !b.alike(at[n], i) {
			return
		}
	}
	first, second := min(at[0], at[1]), max(at[0], at[1])
	if !rotation([]Instr{b.code[first].Instr, b.code[second].Instr, last.Instr}) {
		return
	}
	last.rotates = true
	b.joinAt(second, i-1)
	b.joinAt(first, i-2)
}

// rotation reports whether instructions are the parts of a rotation, in their order.
func rotation(parts []Instr) bool {
	if len(parts) != 3 {
		return false
	}
	left, right := shifts(parts)
	return left != nil && right != nil && right.Type == ir.U32 && left.Src[0].Kind == Reg && right.Src[0].Kind == Reg &&
		left.Src[1].Kind == Imm && right.Src[1].Kind == Imm &&
		left.Src[1].Value > 0 && left.Src[1].Value < 32 && left.Src[1].Value+right.Src[1].Value == 32
}

// shifts are the shift to the left and that to the right of the parts of a rotation.
func shifts(parts []Instr) (left, right *Instr) {
	for i := range parts[:2] {
		switch parts[i].Op {
		case ir.Shl:
			left = &parts[i]
		case ir.Shr:
			right = &parts[i]
		}
	}
	return left, right
}

// spellRotation writes the shift of two words, of which the upper word of the result stays.
func (l *lowering) spellRotation(parts []Instr) {
	left, right := shifts(parts)
	last := &parts[2]
	name := "SHF.L.U32.HI"
	if left.Src[0] == right.Src[0] {
		name = "SHF.L.W.U32.HI"
	}
	last.Text = fmt.Sprintf("%s%s %s, %s, %#x, %s", sassGuard(last), name,
		l.sassOperand(last.Dst), l.sassOperand(right.Src[0]), left.Src[1].Value, l.sassOperand(left.Src[0]))
}
