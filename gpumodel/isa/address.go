package isa

import (
	"math"
	"slices"
	"sort"

	"warpbook.dev/gpumodel/ir"
)

// assignAddresses gives every address base an address register. Address bases that loops use
// again and again are pinned to a register that is set before the loop; the
// others are computed where they are used and stay in a register until it is
// needed for another. A register that is computed anew costs one instruction:
// base << shift, a constant, or another address base of the same base plus a constant.
func (l *lowering) assignAddresses() error {
	if len(l.bases) == 0 {
		return nil
	}
	l.pin()
	for _, b := range l.blocks {
		l.assignLocal(b)
	}
	for _, b := range l.blocks {
		for i, in := range b.code {
			if in.Dst.Kind == Addr {
				hoist(b.code, i)
			}
		}
	}
	return nil
}

// pin chooses the address bases that are worth a register of their own.
func (l *lowering) pin() {
	counts := l.baseUses()
	benefit := map[*addressBase]float64{}
	var order []*addressBase
	for i, a := range l.bases {
		if len(counts[i]) == 0 {
			continue
		}
		if gain := l.gain(i, counts); gain > 0 {
			benefit[a] = gain
			order = append(order, a)
		}
	}
	sort.SliceStable(order, func(i, j int) bool {
		if benefit[order[i]] != benefit[order[j]] {
			return benefit[order[i]] > benefit[order[j]]
		}
		return order[i].uses > order[j].uses
	})
	for _, a := range order {
		l.pinOne(a, counts)
	}
}

// gain is what pinning address base i saves: setting it in every block that uses it, and for the
// first of its base, shifting the base for the others. Uses count by the weight of their block;
// setting costs the weight of the block where the base is set.
func (l *lowering) gain(i int, counts []map[*block]int) float64 {
	a := l.bases[i]
	gain := -weight(l.setRegion(a, counts[i]))
	for b := range counts[i] {
		gain += weight(b)
	}
	if a.value == nil || i > 0 && l.bases[i-1].value == a.value {
		return gain // a constant is set as fast without another
	}
	for j := i + 1; j < len(counts) && l.bases[j].value == a.value; j++ {
		for b := range counts[j] {
			gain += weight(b)
		}
	}
	return gain
}

// weight estimates how often a block runs: ten times for each loop around it.
func weight(b *block) float64 { return math.Pow(10, float64(b.depth)) }

// baseUses counts the uses of each address base by block.
func (l *lowering) baseUses() []map[*block]int {
	counts := make([]map[*block]int, len(l.bases))
	for i := range counts {
		counts[i] = map[*block]int{}
	}
	for _, b := range l.blocks {
		for _, in := range b.code {
			in.reads(Addr, func(o Operand) { counts[o.N-1][b]++ })
		}
	}
	return counts
}

// setRegion finds where an address base would be set if it were pinned, and the blocks through
// which it would then live. The setting block dominates all uses and lies outside of as many loops
// as it can. The region is everything on the way from there to a use, back edges included.
func (l *lowering) setRegion(a *addressBase, uses map[*block]int) *block {
	var at *block
	for _, b := range l.blocks {
		if uses[b] == 0 {
			continue
		}
		if at == nil {
			at = b
		}
		for !at.dominates(b) {
			at = at.idom
		}
	}
	at = l.home(at, a.at)
	a.region = map[*block]bool{at: true}
	var visit func(b *block)
	visit = func(b *block) {
		if !a.region[b] {
			a.region[b] = true
			for _, p := range b.preds {
				visit(p)
			}
		}
	}
	for b := range uses {
		visit(b)
	}
	return at
}

// pinOne pins an address base if a register is free throughout its region and one
// remains for the address bases there that are not pinned.
func (l *lowering) pinOne(a *addressBase, counts []map[*block]int) {
	taken := map[int]bool{}
	for b := range a.region {
		pinned, others := map[int]bool{}, false
		for i, other := range l.bases {
			switch {
			case other == a:
			case other.phys > 0 && other.region[b]:
				pinned[other.phys], taken[other.phys] = true, true
			case other.phys == 0 && counts[i][b] > 0:
				others = true
			}
		}
		// One register must remain for bases that are computed where they are used.
		room := l.rules.AddressRegisters - len(pinned) - 1
		if room < 0 || room == 0 && others {
			return
		}
	}
	for n := 1; n <= l.rules.AddressRegisters; n++ {
		if !taken[n] {
			a.phys = n
			return
		}
	}
}

// held is what the address registers hold at a point of a block: an address base
// number minus one, or -1.
type held []int

// assignLocal sets and names the address registers in one block. Nothing but pinned bases is
// assumed to be in a register when a block begins.
func (l *lowering) assignLocal(b *block) {
	regs := make(held, l.rules.AddressRegisters+1)
	for n := range regs {
		regs[n] = -1
	}
	var toSet []int // pinned address bases that are set in this block
	pinned := map[int]bool{}
	for i, a := range l.bases {
		if a.phys > 0 && a.region[b] {
			pinned[a.phys] = true
			if l.pinnedAt(a) == b {
				toSet = append(toSet, i)
			} else {
				regs[a.phys] = i
			}
		}
	}
	var code []*inst
	old := b.code
	for i, in := range old {
		in.eachOperand(func(o *Operand) {
			if o.through() == 0 {
				return
			}
			want := o.through() - 1
			n := slices.Index(regs, want)
			if n < 0 {
				if n = l.bases[want].phys; n == 0 {
					n = victim(regs, pinned, old[i:])
				}
				code = append(code, l.setAddressBase(regs, n, want, in)...)
				toSet = slices.DeleteFunc(toSet, func(k int) bool { return k == want })
			}
			o.reachThrough(n)
		})
		code = append(code, in)
	}
	for _, k := range toSet {
		code = append(code, l.setAddressBase(regs, l.bases[k].phys, k, &inst{Instr: Instr{Line: b.line}})...)
	}
	b.code = code
}

// pinnedAt is the block in which a pinned address base is set: the one of its region
// that dominates the others.
func (l *lowering) pinnedAt(a *addressBase) *block {
	for _, b := range l.blocks {
		if a.region[b] {
			return b // reverse postorder: a dominator comes first
		}
	}
	panic("BUG: an address base without region")
}

// victim is the register to use for another address base: an empty one, or the one whose address
// base is needed last (Belady's rule, which is the best one within a block).
func victim(regs held, pinned map[int]bool, rest []*inst) int {
	best, bestNext := 0, -1
	for n := 1; n < len(regs); n++ {
		if pinned[n] {
			continue
		}
		next := math.MaxInt
		if regs[n] >= 0 {
			next = nextUse(rest, regs[n])
		}
		if next > bestNext {
			best, bestNext = n, next
		}
	}
	if best == 0 {
		panic("BUG: all address registers are pinned")
	}
	return best
}

func nextUse(rest []*inst, base int) int {
	for i, in := range rest {
		found := false
		in.reads(Addr, func(o Operand) { found = found || o.N == base+1 })
		if found {
			return i
		}
	}
	return math.MaxInt - 1
}

// setAddressBase computes address base number k in register n.
func (l *lowering) setAddressBase(regs held, n, k int, by *inst) []*inst {
	a := l.bases[k]
	dst := Operand{Kind: Addr, N: n}
	add := func(from Operand, offset int) *inst {
		return &inst{Instr: Instr{Op: ir.Add, Type: ir.U32, Dst: dst, Line: by.Line,
			Src: [3]Operand{from, {Kind: Imm, Value: uint64(uint32(offset))}}}}
	}
	defer func() { regs[n] = k }()
	if a.value == nil {
		return []*inst{add(Operand{Kind: Addr}, a.offset)} // $ofs0 is always 0
	}
	for m := 1; m < len(regs); m++ {
		if regs[m] >= 0 && l.bases[regs[m]].value == a.value {
			return []*inst{add(Operand{Kind: Addr, N: m}, a.offset-l.bases[regs[m]].offset)}
		}
	}
	code := []*inst{{Instr: Instr{Op: ir.Shl, Type: ir.U32, Dst: dst, Line: by.Line,
		Src: [3]Operand{a.reg, {Kind: Imm, Value: a.shift}}}}}
	if a.offset != 0 {
		code = append(code, add(dst, a.offset))
	}
	return code
}

// hoist moves the setting of an address register up to where the register's last value was used, or
// where its source is computed, so that it is ready in time. An address register takes effect after
// some instructions; a use right behind it would wait.
func hoist(code []*inst, i int) {
	in := code[i]
	stop := func(before *inst) bool {
		hit := false
		before.reads(Addr, func(o Operand) { hit = hit || o.N == in.Dst.N })
		before.writes(Addr, func(o Operand) { hit = hit || o.N == in.Dst.N || in.Src[0] == o })
		before.writes(Reg, func(o Operand) { hit = hit || in.Src[0].Kind == Reg && o.N == in.Src[0].N })
		return hit
	}
	for ; i > 0 && !stop(code[i-1]); i-- {
		code[i] = code[i-1]
	}
	code[i] = in
}
