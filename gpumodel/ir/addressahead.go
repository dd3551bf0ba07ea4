package ir

import "slices"

// heldByCode is what pressure does not count: the stack pointer, a constant that addresses are multiplied by, and a register between.
const heldByCode = 3

// addressesAhead moves the addresses of stores up to the last load in front of them, so that they are computed while the load is
// under way:
//
//	ld %f1, [%rd1]; fma %f2, %f1; %rd2 = mad.wide %r1; st [%rd2], %f2
//	ld %f1, [%rd1]; %rd2 = mad.wide %r1; fma %f2, %f1; st [%rd2], %f2
//
// It does so as long as the block fills at most that many registers. ptxas did so for 2.0: the listing of a sum of vectors for sm_20
// has all three addresses in front of the FADD.
func (f *Func) addressesAhead(b *Block, live map[*Value]bool, most int) {
	for i, v := range b.Values {
		if v.Op != Store || v.Space != Global && v.Space != Generic {
			continue
		}
		load := -1
		for j := i - 1; j >= 0 && !b.Values[j].Op.Orders() && b.Values[j].Op != Phi; j-- {
			if f.goesAhead(b.Values[j]) {
				load = j
				break
			}
		}
		if load < 0 {
			continue
		}
		before := slices.Clone(b.Values)
		b.addressTo(i, load+1)
		if p := f.pressureOf(b, live); slices.Max(p.all[load+1:i+1])+heldByCode > most {
			copy(b.Values, before)
		}
	}
}

// addressTo moves what the address of the store at i needs up to position to. What is not pure stays, and with it what needs it.
func (b *Block) addressTo(i, to int) {
	needed := map[*Value]bool{b.Values[i].Args[0]: true}
	var first, rest []*Value
	for _, v := range slices.Backward(b.Values[to:i]) {
		if !needed[v] || !v.Pure() {
			rest = append(rest, v)
			continue
		}
		for _, a := range v.Args {
			needed[a] = true
		}
		first = append(first, v)
	}
	slices.Reverse(first)
	slices.Reverse(rest)
	if slices.ContainsFunc(rest, func(v *Value) bool { return needed[v] }) {
		return
	}
	copy(b.Values[to:i], append(first, rest...))
}
