package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// fillVectors lets instructions write the elements of a vector store directly into the store's
// registers, without moves. These are the registers of a loaded vector if each instruction reads
// the element that it replaces and nothing else reads that vector. For a float4 to which a constant
// is added, ptxas 12.9 does the same (data/cc7.0.rules.csv):
//
//	LDG.128 R4; FADD R4, R4, c; FADD R5, R5, c; FADD R6, R6, c; FADD R7, R7, c; STG.128 R4
func (l *lowering) fillVectors() error {
	if !l.rules.FillsVectors {
		return nil
	}
	reads, writes := make([]int, len(l.widths)), make([]int, len(l.widths))
	for _, b := range l.blocks {
		for _, in := range b.code {
			in.reads(Reg, func(o Operand) { reads[o.N]++ })
			in.writes(Reg, func(o Operand) { writes[o.N]++ })
		}
	}
	for _, irb := range l.f.Blocks { // phis read later
		for _, v := range irb.Values {
			for _, a := range v.Args {
				if o := l.vals[a]; v.Op == ir.Phi && o.Kind == Reg {
					reads[o.N]++
				}
			}
		}
	}
	for _, b := range l.blocks {
		l.fill(b, reads, writes)
	}
	return nil
}

// fill does it in one block. reads and writes count those of each virtual register in the kernel:
// an element that something else reads or sets too stays where it is.
func (l *lowering) fill(b *block, reads, writes []int) {
	filled := map[int][]*inst{} // by the vector's register, what computes its elements
	drop := map[*inst]bool{}
	for i, in := range b.code {
		to, from := in.Dst, in.Src[0]
		if !isMove(&in.Instr) || in.moves != nil || to.Kind != Reg || from.Kind != Reg || from.Offset != 0 || from.Neg || in.Guard.Kind != None ||
			l.widths[to.N] <= l.widths[from.N] || reads[from.N] != 1 || writes[from.N] != 1 {
			continue
		}
		j := slices.IndexFunc(b.code[:i], func(d *inst) bool { return d.Dst.Kind == Reg && d.Dst.N == from.N })
		if j < 0 || b.code[j].partial || b.code[j].Lanes > 0 || b.code[j].Guard.Kind != None {
			continue
		}
		d := b.code[j]
		d.Dst, d.partial = to, true
		filled[to.N] = append(filled[to.N], d)
		drop[in] = true
	}
	b.code = slices.DeleteFunc(b.code, func(in *inst) bool { return drop[in] })
	for vector, code := range filled {
		if loaded := l.replaces(code, reads); loaded > 0 && writes[vector] == len(code) && l.widths[loaded] == l.widths[vector] {
			for _, in := range b.code {
				in.eachOperand(func(o *Operand) {
					if o.Kind == Reg && o.N == vector {
						o.N = loaded
					}
				})
			}
			continue
		}
		first := slices.IndexFunc(b.code, func(in *inst) bool {
			return in.Dst.Kind == Reg && in.Dst.N == vector
		})
		// The first write begins the life of the vector; the later ones keep its other elements.
		b.code[first].partial = false
		for _, in := range b.code[first+1:] {
			if in.Dst.Kind == Reg && in.Dst.N == vector {
				in.partial = true
			}
		}
	}
}

// replaces is the vector that the instructions overwrite in place: each reads the element that
// it sets, and nothing else reads the vector. It is 0 if there is none.
func (l *lowering) replaces(code []*inst, reads []int) int {
	vector := 0
	for _, in := range code {
		n := 0
		in.reads(Reg, func(o Operand) {
			if o.Offset == in.Dst.Offset && o.N != in.Dst.N && l.widths[o.N] == l.widths[in.Dst.N] {
				n = o.N
			}
		})
		if n == 0 || vector > 0 && n != vector {
			return 0
		}
		vector = n
	}
	if reads[vector] != len(code) {
		return 0
	}
	return vector
}
