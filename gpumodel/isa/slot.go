package isa

import (
	"maps"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A spilled value is in local memory, or computed again.
type spilled struct {
	slot  Operand
	remat *remat // nil for one that is in its slot
}

// A rewriter puts the accesses to slots into one block. A value that was just loaded or set stays
// at hand in a temporary, until a pressurePoint needs its register; findPrices assumes just that.
// Nothing is at hand when a block begins.
type rewriter struct {
	*spiller
	code   []*inst
	atHand map[int]Operand // values that a register still holds
}

// rewrite takes what was chosen out of its registers: it is stored where it is set,
// and loaded (or computed again) where it is read and not at hand.
func (s *spiller) rewrite() {
	for _, b := range s.blocks {
		s.poll()
		r := &rewriter{spiller: s, atHand: map[int]Operand{}}
		for _, in := range b.code {
			s.poll()
			if in.moves != nil {
				r.group(in)
			} else {
				r.add(in)
			}
			if point := s.points[in]; point != nil {
				maps.DeleteFunc(r.atHand, func(v int, _ Operand) bool { return point.waiting.has(v) })
			}
		}
		b.code = r.code
	}
}

// temporary is a register of spill code. It can be spilled itself once it serves
// more than one instruction.
func (s *spiller) temporary(width int) Operand {
	o := s.newReg(width)
	s.ofSpill[o.N] = true
	return o
}

// spilled is the value of an operand and where it is, nil if it is in a register.
func (r *rewriter) spilled(o Operand) (v int, at *spilled) {
	if o.Kind != Reg {
		return 0, nil
	}
	v = r.c.find(o.N)
	return v, r.out[v]
}

// get is a register that holds v, loaded in front of the instruction if need be.
func (r *rewriter) get(v int, by *inst) Operand {
	if o, ok := r.atHand[v]; ok {
		delete(r.ofSpill, o.N)
		return o
	}
	var o Operand
	if again := r.out[v].remat; again != nil {
		var code []*inst
		code, o = r.rematerialise(again, by)
		r.code = append(r.code, code...)
	} else {
		o = r.temporary(r.widths[v])
		r.code = append(r.code, slotAccess(ir.Load, o, r.out[v].slot, r.widths[v], by))
	}
	r.atHand[v] = o
	return o
}

// add appends an instruction with the accesses that it needs. A spilled destination is computed in
// a temporary and stored behind the instruction. If it is also a source, as with a partial write,
// both are the same temporary.
func (r *rewriter) add(in *inst) {
	v, dst := r.spilled(in.Dst)
	if dst != nil && dst.remat != nil {
		return // its readers have it computed again
	}
	held := map[int]Operand{}
	in.reads(Reg, func(o Operand) {
		if v, at := r.spilled(o); at != nil {
			held[v] = r.get(v, in)
		}
	})
	var store *inst
	if dst != nil {
		if _, ok := held[v]; !ok {
			held[v] = r.temporary(r.widths[v])
		}
		r.atHand[v] = held[v]
		store = slotAccess(ir.Store, held[v], dst.slot, r.widths[v], in)
	}
	in.eachOperand(func(o *Operand) {
		if v, at := r.spilled(*o); at != nil {
			o.N = held[v].N
		}
	})
	r.code = append(r.code, in)
	if store != nil {
		r.code = append(r.code, store)
	}
}

// group lets parallel copies read and write slots. Copies between registers and slots need no
// temporary of their own, so a phi that is spilled on both sides costs a load and a store at the
// most.
func (r *rewriter) group(in *inst) {
	var moves []move
	var set []int
	for _, m := range in.moves {
		if v, at := r.spilled(m.src); at != nil {
			_, atHand := r.atHand[v]
			if offset := m.src.Offset; atHand || at.remat != nil {
				m.src = r.get(v, in)
				m.src.Offset = offset
			} else {
				m.src = at.slot
				m.src.N += 4 * offset
			}
		}
		if v, at := r.spilled(m.dst); at != nil {
			offset := m.dst.Offset
			m.dst = at.slot
			m.dst.N += 4 * offset
			set = append(set, v)
		}
		if m.src != m.dst {
			moves = append(moves, m)
		}
	}
	for _, v := range set {
		delete(r.atHand, v)
	}
	if len(moves) == 0 {
		return
	}
	in.moves = moves
	for len(in.scratch) < passing(moves) {
		in.scratch = append(in.scratch, r.temporary(1))
	}
	r.code = append(r.code, in)
}

// passing is the number of registers that parallel copies need besides their own: one
// for what goes from one slot to another, and two for slots that exchange their values.
func passing(moves []move) int {
	var read, written []Operand // slots
	through := false            // a copy to a slot does not come from a register
	for _, m := range moves {
		for i := range width(m.typ) {
			if m.src.Kind == Slot {
				read = append(read, Operand{Kind: Slot, N: m.src.N + 4*i})
			}
			if m.dst.Kind == Slot {
				written = append(written, Operand{Kind: Slot, N: m.dst.N + 4*i})
				through = through || m.src.Kind != Reg
			}
		}
	}
	switch {
	case slices.ContainsFunc(read, func(o Operand) bool { return slices.Contains(written, o) }):
		return 2
	case through, len(read) > 0 && len(written) > 0:
		return 1
	}
	return 0
}

// slotAccess loads or stores a register of some words from or to its slot. A store keeps the guard
// of the instruction that sets the value; a load may always be made.
func slotAccess(op ir.Op, r, slot Operand, words int, by *inst) *inst {
	in := &inst{Instr: Instr{Op: op, Type: ir.U32, Mem: ir.U32, Space: ir.Local, Line: by.Line}}
	in.Src[0] = Operand{Kind: Imm, Value: uint64(slot.N)}
	switch words {
	case 2:
		in.Type, in.Mem = ir.U64, ir.U64
	case 4:
		in.Lanes = 4
	}
	if op == ir.Load {
		in.Dst = r
	} else {
		in.Type, in.Src[1] = ir.Void, r
		in.Guard, in.GuardNot = by.Guard, by.GuardNot
	}
	return in
}

// dropUnread removes the stores to slots that nothing reads: their values were at
// hand whenever they were needed.
func (l *lowering) dropUnread() {
	read := map[int]bool{} // bytes at which words begin
	access := func(in *inst, op ir.Op) (slot, words int) {
		if in.Op != op {
			return 0, 0
		}
		return int(in.Src[0].Value), l.slotWords(in)
	}
	for _, b := range l.blocks {
		for _, in := range b.code {
			slot, words := access(in, ir.Load)
			for i := range words {
				read[slot+4*i] = true
			}
			for _, m := range in.moves {
				for i := range width(m.typ) {
					read[m.src.N+4*i] = read[m.src.N+4*i] || m.src.Kind == Slot
				}
			}
		}
	}
	for _, b := range l.blocks {
		b.code = slices.DeleteFunc(b.code, func(in *inst) bool {
			slot, words := access(in, ir.Store)
			unread := words > 0
			for i := range words {
				unread = unread && !read[slot+4*i]
			}
			return unread
		})
	}
}
