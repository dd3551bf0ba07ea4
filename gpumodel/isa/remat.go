package isa

import (
	"maps"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A remat (rematerialisation) computes a value again instead of loading it back: from words that no
// thread can change meanwhile, or from registers that live wherever the value is read.
type remat struct {
	code  []*inst // the last one sets the value
	count int     // machine instructions, with the price of accesses to slots
	from  []int   // virtual registers
}

// maxRemat is the most machine instructions of a remat.
const maxRemat = 3

// findRemats looks for values with one definition that can be repeated anywhere. What it takes from
// registers findPressurePoints has to confirm. A value that was merged with others, or that has
// several definitions, is not the result of one piece of code and is left out.
func (s *spiller) findRemats() {
	size, writes := make([]int, len(s.widths)), make([]int, len(s.widths))
	for v := range s.widths {
		size[s.c.find(v)]++
	}
	defs := make([]*inst, len(s.widths))
	for _, b := range s.blocks {
		for _, in := range b.code {
			s.poll()
			in.writes(Reg, func(o Operand) { writes[o.N]++; defs[o.N] = in })
		}
	}
	once := func(v int) bool { return writes[v] == 1 }
	for _, b := range s.blocks {
		for _, in := range b.code {
			s.poll()
			if v := in.Dst.N; in.Dst.Kind == Reg && once(v) && size[s.c.find(v)] == 1 && (s.repeatable(in) || s.rereadable[v]) {
				s.prices[v].remat = s.rematOf(in, defs, once)
			}
		}
	}
}

// findRereadable looks for loads of shared memory, and of slots, whose value is only
// read in their block and as long as nothing else can have been stored there.
func (s *spiller) findRereadable() {
	s.rereadable = map[int]bool{}
	for _, b := range s.blocks {
		fresh := map[int]*inst{} // by virtual register: its load
		for _, in := range b.code {
			s.poll()
			in.reads(Reg, func(o Operand) {
				if fresh[o.N] == nil {
					delete(s.rereadable, o.N)
				}
			})
			if in.Op.Orders() || in.Op.Writes() || in.moves != nil {
				maps.DeleteFunc(fresh, func(_ int, load *inst) bool { return s.mayStoreTo(in, load) })
			}
			if s.sameAgain(in) {
				fresh[in.Dst.N], s.rereadable[in.Dst.N] = in, true
			}
		}
	}
}

// sameAgain is true for loads of shared memory and of slots.
func (l *lowering) sameAgain(in *inst) bool {
	if in.Op != ir.Load || in.volatile || in.Guard.Kind != None || in.Dst.Kind != Reg || in.Dst.Offset != 0 {
		return false
	}
	return in.Space == ir.Shared && in.Src[0].Kind == Reg || l.slotWords(in) > 0
}

// slotWords is the number of words that an instruction loads from a slot or stores to it.
func (l *lowering) slotWords(in *inst) int {
	if in.Op != ir.Load && in.Op != ir.Store || in.Space != ir.Local || in.Src[0].Kind != Imm || int(in.Src[0].Value) < l.f.LocalBytes {
		return 0
	}
	return in.Mem.Size() / 4 * max(1, in.Lanes)
}

// mayStoreTo is true if an instruction may change what a load from shared memory or a slot finds.
func (l *lowering) mayStoreTo(in, load *inst) bool {
	if load.Space == ir.Shared {
		return in.Op.Orders() || in.Op.Writes() && in.Space != ir.Local && in.Space != ir.Global
	}
	first := int(load.Src[0].Value)
	last := first + 4*l.slotWords(load)
	if at := int(in.Src[0].Value); in.Op == ir.Store && at < last && first < at+4*l.slotWords(in) {
		return true
	}
	return slices.ContainsFunc(in.moves, func(m move) bool {
		return m.dst.Kind == Slot && m.dst.N < last && first < m.dst.N+4*width(m.typ)
	})
}

// repeatable is true for arithmetic without conditions.
func (s *spiller) repeatable(in *inst) bool {
	if !in.Op.Pure() || in.Kind != Plain || in.moves != nil || in.Guard.Kind != None || in.partial ||
		in.Dst.Offset != 0 || len(in.alsoReads)+len(in.scratch)+len(in.Extra) > 0 {
		return false
	}
	for _, o := range in.Src {
		switch {
		case o.Kind == SpecialReg && ir.Changes(o.N), o.Kind == Pred, o.Kind == Addr, o.Kind == SharedMem, o.through() > 0:
			return false
		}
	}
	return true
}

// rematOf repeats in, and before it what its sources need if that takes no register; nil if it is too long.
func (s *spiller) rematOf(in *inst, defs []*inst, once func(int) bool) *remat {
	r := &remat{}
	for _, o := range in.Src {
		if o.Kind != Reg {
			continue
		}
		def := defs[o.N]
		switch {
		case !once(o.N):
			return nil
		case o.Offset == 0 && def.Dst.Kind == Reg && s.repeatable(def) && !readsRegisters(def):
			r.code = append(r.code, def)
		default:
			r.from = append(r.from, o.N)
		}
	}
	r.code = append(r.code, in)
	for _, in := range r.code {
		c, _ := s.cost(&in.Instr, s.form(&in.Instr))
		r.count += c.count
		if words := s.slotWords(in); words > 0 {
			r.count = accessPrice * words
		}
	}
	if r.count > maxRemat {
		return nil
	}
	return r
}

func readsRegisters(in *inst) (found bool) {
	in.reads(Reg, func(Operand) { found = true })
	return found
}

// confirm drops the remat of v if one of its sources does not live where v is read. live is what
// lives in front of the reader. Without that a remat would make its sources live longer and only
// move the pressure.
func (s *spiller) confirm(v int, live bitset) {
	r := s.prices[s.c.find(v)].remat
	if r == nil {
		return
	}
	for _, u := range r.from {
		if !live.has(u) {
			s.prices[s.c.find(v)].remat = nil
		}
	}
}

// rematerialise emits the code of a remat and returns the register that then holds the value.
func (s *spiller) rematerialise(r *remat, by *inst) (code []*inst, value Operand) {
	renamed := map[int]Operand{}
	for _, in := range r.code {
		again := &inst{Instr: in.Instr}
		again.Line, again.Col = by.Line, by.Col
		for i, o := range again.Src {
			if temp, ok := renamed[o.N]; ok && o.Kind == Reg {
				temp.Neg, temp.Abs = o.Neg, o.Abs
				again.Src[i] = temp
			}
		}
		again.Dst = s.temporary(s.widths[in.Dst.N])
		renamed[in.Dst.N] = again.Dst
		value, code = again.Dst, append(code, again)
	}
	return code, value
}
