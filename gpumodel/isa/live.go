package isa

import "math/bits"

// A bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// union adds t to s and is true if that changed s.
func (s bitset) union(t bitset) (changed bool) {
	for i := range s {
		next := s[i] | t[i]
		changed = changed || next != s[i]
		s[i] = next
	}
	return changed
}

func (s bitset) each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(64*w + bits.TrailingZeros64(word))
		}
	}
}

// A sparseSet is a set of numbers most of which are close to each other, such as those of the virtual
// registers that live beside one. Its pages are made when they are needed: n full bitsets of n numbers
// would take 500 MB for the 65536 values that a kernel may have.
type sparseSet []*page

// A page has the numbers from a multiple of pageBits on.
type page [pageBits / 64]uint64

const pageBits = 1024

// page returns page n, made if need be.
func (s *sparseSet) page(n int) bitset {
	if n >= len(*s) {
		*s = append(*s, make([]*page, n+1-len(*s))...)
	}
	if (*s)[n] == nil {
		(*s)[n] = new(page)
	}
	return (*s)[n][:]
}

func (s *sparseSet) add(i int) { s.page(i / pageBits).add(i % pageBits) }

// union adds all of t.
func (s *sparseSet) union(t bitset) {
	for n, word := range t {
		if word != 0 {
			s.page(64 * n / pageBits)[64*n%pageBits/64] |= word
		}
	}
}

func (s sparseSet) remove(i int) {
	if s.has(i) {
		bitset(s[i/pageBits][:]).remove(i % pageBits)
	}
}

func (s sparseSet) has(i int) bool {
	n := i / pageBits
	return n < len(s) && s[n] != nil && bitset(s[n][:]).has(i%pageBits)
}

func (s sparseSet) each(f func(i int)) {
	for n, p := range s {
		if p != nil {
			bitset(p[:]).each(func(i int) { f(n*pageBits + i) })
		}
	}
}

// reads calls see for each operand of the kind (Reg, Pred or Addr) that the instruction reads; Addr
// operands include those inside of a SharedMem or a ConstMem. A partial write also reads its destination, because
// some of its words or lanes keep their values: that keeps the register alive before it.
func (in *inst) reads(kind OperandKind, see func(Operand)) {
	see1 := func(o Operand) {
		switch {
		case o.Kind == kind:
			see(o)
		case kind == Addr && o.through() > 0:
			see(o.Address())
		}
	}
	for _, o := range in.Src {
		see1(o)
	}
	for _, o := range in.Extra {
		see1(o)
	}
	for _, m := range in.moves {
		see1(m.src)
		if in.partial {
			see1(m.dst)
		}
	}
	for _, o := range in.alsoReads {
		see1(o)
	}
	if in.partial {
		see1(in.Dst)
	}
	see1(in.Guard)
}

// writes calls see for each register of the kind that the instruction sets,
// scratch registers apart.
func (in *inst) writes(kind OperandKind, see func(Operand)) {
	if in.Dst.Kind == kind {
		see(in.Dst)
	}
	for _, m := range in.moves {
		if m.dst.Kind == kind {
			see(m.dst)
		}
	}
}

// eachOperand calls f with every operand, to be changed in place.
func (in *inst) eachOperand(f func(*Operand)) {
	f(&in.Dst)
	f(&in.Guard)
	for i := range in.Src {
		f(&in.Src[i])
	}
	for _, list := range [][]Operand{in.Extra, in.alsoReads, in.scratch} {
		for i := range list {
			f(&list[i])
		}
	}
	for i := range in.moves {
		f(&in.moves[i].dst)
		f(&in.moves[i].src)
	}
}

// liveOut computes which of the n virtual registers of the kind are live at the
// end of each block, the branch's own predicate included. poll is called now and then.
func liveOut(poll func(), blocks []*block, kind OperandKind, n int) []bitset {
	in, out := make([]bitset, len(blocks)), make([]bitset, len(blocks))
	for i := range blocks {
		in[i], out[i] = newBitset(n), newBitset(n)
	}
	for changed := true; changed; {
		changed = false
		for i := len(blocks) - 1; i >= 0; i-- {
			b := blocks[i]
			for _, s := range b.succs {
				out[i].union(in[s.index])
			}
			if b.cond.Kind == kind {
				out[i].add(b.cond.N)
			}
			live := append(bitset(nil), out[i]...)
			for j := len(b.code) - 1; j >= 0; j-- {
				poll()
				b.code[j].stepBack(live, kind)
			}
			changed = in[i].union(live) || changed
		}
	}
	return out
}

// stepBack turns what is live after the instruction into what is live before. Writes come first: in
// r1 = r1 + 1 the register lives before.
func (in *inst) stepBack(live bitset, kind OperandKind) {
	in.writes(kind, func(o Operand) { live.remove(o.N) })
	in.reads(kind, func(o Operand) { live.add(o.N) })
}
