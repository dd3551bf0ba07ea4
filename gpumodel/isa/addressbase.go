package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// An addressBase is what an address register holds: src << shift + offset. From there accesses
// reach a window of shared memory, or instructions a window of constant memory. Accesses with the
// same computed part share as few address bases as their offsets allow.
//
// Example, with words of 4 bytes and a reach of 124 bytes: the loads s[t], s[t+1] … s[t+40] need two
// bases, one at t<<2 and one further on, from which the words that the first does not reach are
// read. A kernel whose rows are longer than a window pays an addition for each row.
type addressBase struct {
	value  *ir.Value // the computed part of the address, nil for none
	src    *ir.Value // value, or what it shifts left if only addresses need the result
	shift  uint64
	offset int
	uses   int     // accesses
	at     *block  // where the value is known
	reg    Operand // src, once it is selected
	// phys is the address register of an address base that keeps one throughout its
	// region, 0 otherwise.
	phys   int
	region map[*block]bool
}

// An access is a load, store or atomic on shared memory: its distance from the computed part of the
// address, and how far from its address register the encoding lets it be, both in bytes.
type access struct {
	v      *ir.Value
	offset int
	reach  int
}

// splitAddress takes the constant part off an address in shared memory; base is
// nil if nothing else is left. Addresses count from the kernel's own variables,
// which SharedBase lies in front of.
func splitAddress(v *ir.Value) (base *ir.Value, offset int) {
	switch v.Op {
	case ir.Constant, ir.SharedAddr:
		return nil, int(int32(v.Imm))
	case ir.Add:
		x, m := splitAddress(v.Args[0])
		y, n := splitAddress(v.Args[1])
		if x == nil {
			return y, m + n
		}
		if y == nil {
			return x, m + n
		}
	}
	return v, 0
}

func sharedAccess(v *ir.Value) bool {
	return v.Space == ir.Shared && v.Op.Accesses()
}

// findAddressBases groups the shared accesses by base and cuts each group into windows.
func (l *lowering) findAddressBases() error {
	if l.rules.AddressRegisters == 0 {
		return nil
	}
	groups := map[*ir.Value][]access{}
	var bases []*ir.Value // in program order
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if !sharedAccess(v) {
				continue
			}
			base, offset := splitAddress(v.Args[0])
			offset += int(int64(v.Imm)) + l.prog.SharedBase
			if groups[base] == nil {
				bases = append(bases, base)
			}
			groups[base] = append(groups[base], access{v, offset, l.reach(v)})
		}
	}
	for _, base := range bases {
		l.cutWindows(base, groups[base])
	}
	l.findConstantWindows()
	return nil
}

// findConstantWindows makes an address base for each window of constant memory from which instructions take words. The first window
// needs none.
func (l *lowering) findConstantWindows() {
	if l.rules.ConstantOffsetBits == 0 {
		return
	}
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.Load || v.Space != ir.Const || v.Args[0].Op != ir.GlobalAddr {
				continue
			}
			window := l.constantWindow(l.f.Globals[v.Args[0].Imm].Offset + int(int64(v.Imm)))
			if window > 0 && l.windows[window] == 0 {
				l.bases = append(l.bases, &addressBase{offset: window, at: l.blocks[0]})
				l.windows[window] = len(l.bases)
			}
		}
	}
}

// reach is the largest offset of the access from its address register. A load is a move with a
// shared operand; stores and atomics have an encoding of their own. The offset field counts words
// of the access's size, and a vector must reach its last word. On 1.x a store reaches 64 KB, a load
// as an operand 124 bytes.
func (l *lowering) reach(v *ir.Value) int {
	if v.Op != ir.Load {
		return l.rules.storeReach()
	}
	size, words := v.Mem.Size(), max(1, v.Lanes)
	if size == 8 {
		size, words = 4, 2*words
	}
	return l.rules.operandReach()/4*size - size*(words-1)
}

// cutWindows makes the address bases of one computed part, lowest offset first. The first window
// starts at 0, which needs no addition, unless that costs a window more.
func (l *lowering) cutWindows(base *ir.Value, group []access) {
	slices.SortStableFunc(group, func(a, b access) int { return a.offset - b.offset })
	starts := windows(group, group[0].offset)
	if group[0].offset > 0 && group[0].offset <= group[0].reach {
		fromZero := windows(group, 0)
		if len(fromZero) <= len(starts) || base == nil {
			starts = fromZero
		}
	}
	var at *block
	if base != nil {
		at = l.of[base.Block]
	} else {
		at = l.blocks[0]
	}
	first := len(l.bases)
	for _, start := range starts {
		l.bases = append(l.bases, &addressBase{value: base, src: base, offset: start, at: at})
	}
	w := 0
	for _, a := range group {
		for w+1 < len(starts) && a.offset-starts[w] > a.reach {
			w++
		}
		l.bases[first+w].uses++
		l.places[a.v] = Operand{Kind: SharedMem, N: first + w + 1, Offset: a.offset - starts[w]}
		if base == nil && starts[w] == 0 {
			l.places[a.v] = Operand{Kind: SharedMem, Offset: a.offset} // no address register is $ofs0, always 0
		}
	}
}

// windows are the starts of the fewest windows that cover the sorted accesses. Greedy from the
// lowest offset: as for covering points with intervals of equal length, no choice needs fewer.
func windows(group []access, start int) []int {
	starts := []int{start}
	for _, a := range group {
		if a.offset-start > a.reach {
			start = a.offset
			starts = append(starts, start)
		}
	}
	return starts
}

// shiftAddressBases lets the move to the address register do the shift of a base that
// nothing but addresses needs.
func (l *lowering) shiftAddressBases(addressUses map[*ir.Value]int) {
	for _, a := range l.bases {
		v := a.value
		if v != nil && v.Op == ir.Shl && v.Args[1].Op == ir.Constant && addressUses[v] == l.uses[v] {
			a.src, a.shift = v.Args[0], v.Args[1].Imm
		}
	}
	for _, a := range l.bases {
		if a.src != a.value {
			l.uses[a.value] = 0
		}
	}
}

// countUses counts how often each value is used, directly or not, by a value with an effect. Values
// that only the constant parts of addresses used drop out. A value with an effect (a store, a
// barrier, …) is a root, and so are the conditions of branches. In a program that is checked every
// load is one, because a load of a bad address is a fault even if nobody uses it.
func (l *lowering) countUses() error {
	addressUses := map[*ir.Value]int{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		l.uses[v]++
		if l.uses[v] > 1 {
			return
		}
		for _, a := range l.arguments(v) {
			visit(a)
		}
		if base := l.base(v); base != nil {
			addressUses[base]++
		}
	}
	for _, b := range l.f.Blocks {
		if b.Cond != nil {
			visit(b.Cond)
		}
		for _, v := range b.Values {
			if v.Effect() || l.f.Target.Checked && v.Op == ir.Load {
				visit(v)
			}
		}
	}
	l.shiftAddressBases(addressUses)
	return nil
}

// base is the computed part of the address of a shared access, or nil.
func (l *lowering) base(v *ir.Value) *ir.Value {
	if p, ok := l.places[v]; ok && p.N > 0 {
		return l.bases[p.N-1].value
	}
	return nil
}

// arguments are the values that the lowered v needs.
func (l *lowering) arguments(v *ir.Value) []*ir.Value {
	if _, ok := l.constantWord(v); ok {
		return nil
	}
	if _, ok := l.places[v]; !ok {
		return v.Args
	}
	args := slices.Clone(v.Args[1:])
	if base := l.base(v); base != nil {
		args = append(args, base)
	}
	return args
}

// foldLoads finds the loads of a shared word whose only use can take it as its first source, with
// no barrier or store to shared memory in between. The load then happens where its use is, so
// nothing may have changed the word in between.
func (l *lowering) foldLoads() error {
	if !l.rules.SharedOperand || l.f.Target.Checked {
		return nil
	}
	for _, b := range l.f.Blocks {
		position := map[*ir.Value]int{} // of the loads that are still valid
		for i, v := range b.Values {
			switch {
			case v.Op == ir.Load && v.Space == ir.Shared:
				position[v] = i
				continue
			case v.Op.Orders(), v.Space == ir.Shared && v.Effect():
				clear(position)
			}
			if l.uses[v] > 0 {
				l.foldInto(v, position)
			}
		}
	}
	return nil
}

// foldInto folds the best of the loads among v's arguments: the one whose address base
// serves the most accesses, so that the others' address registers are free sooner.
func (l *lowering) foldInto(v *ir.Value, valid map[*ir.Value]int) {
	in := Instr{Op: v.Op, Type: v.Type, From: v.From}
	if _, ok := l.cost(&in, "s"); !ok {
		return
	}
	sources := 1
	if v.Op.Exchanges() {
		sources = 2
	}
	var best *ir.Value
	for _, a := range v.Args[:min(sources, len(v.Args))] {
		if _, ok := valid[a]; !ok || l.uses[a] != 1 || a.Mem.Size() != 4 || a.Lanes > 0 || a.Volatile {
			continue
		}
		if best == nil || l.served(a) > l.served(best) {
			best = a
		}
	}
	if best != nil {
		l.folded[best] = true
	}
}

// served is the number of accesses that share the address base of v.
func (l *lowering) served(v *ir.Value) int {
	if n := l.places[v].N; n > 0 {
		return l.bases[n-1].uses
	}
	return len(l.places)
}

// readyAddressBase sees to it that the base of a shared operand is in a register. The
// first use comes before all others, and base's block dominates them.
func (l *lowering) readyAddressBase(o Operand) {
	if o.Kind != SharedMem || o.N == 0 {
		return
	}
	if a := l.bases[o.N-1]; a.reg.Kind == None && a.value != nil {
		a.reg = l.inRegister(a.at, a.src)
	}
}
