package scalar

import "warpbook.dev/gpumodel/ir"

// Fusing makes one instruction of two operations, where nothing else reads the first one's result. The interpreter spends
// most of its time on dispatch, so an instruction less is time saved.
//
// The first operation then runs later, at the place of the second. This is right only if its operands are still in their registers
// there: a phi may share a register with the value of the next iteration (join.go), which may be set in between.

// counts returns the number of uses of each value.
func (t *translator) counts() map[*ir.Value]int {
	n := map[*ir.Value]int{}
	for _, b := range t.f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				n[a]++
			}
		}
		if b.Cond != nil {
			n[b.Cond]++
		}
	}
	return n
}

// findProducts finds floating-point products that only a sum of the same block reads. The fused instruction rounds the product and the
// sum, so the result is the same as without fusing.
func (t *translator) findProducts() {
	for _, b := range t.f.Blocks {
		place := map[*ir.Value]int{}
		for i, v := range b.Values {
			place[v] = i
			if v.Op != ir.Add || !v.Type.Float() {
				continue
			}
			for k, a := range v.Args {
				if a.Op == ir.Mul && a.Block == b && a.Type == v.Type && t.reads[a] == 1 && t.stays(b, a.Args, place[a], i) {
					t.fused[a], t.sums[v] = true, k+1
					break
				}
			}
		}
	}
}

// stays reports whether the values keep their registers between two indices of a block: no other value is set to one of them.
func (t *translator) stays(b *ir.Block, values []*ir.Value, from, to int) bool {
	for _, v := range b.Values[from+1 : to] {
		for _, a := range values {
			if v != a && t.of[v] != 0 && t.of[v] == t.of[a] {
				return false
			}
		}
	}
	return true
}

// mulAdd emits a sum together with its fused product; false if the sum has none.
func (t *translator) mulAdd(v *ir.Value) bool {
	k := t.sums[v] - 1
	if k < 0 {
		return false
	}
	op := opMulAddF
	if v.Type == ir.F64 {
		op = opMulAddG
	}
	m := v.Args[k]
	t.emit(instr{op: op, dst: t.register(v), a: t.register(m.Args[0]), b: t.register(m.Args[1]), c: t.register(v.Args[1-k]),
		line: int32(v.Line)})
	return true
}

// findCounters finds the end of a counting loop: i + constant, then i < n with a branch, as in for (…; i < n; i++). Both become opCount.
// The sum moves to the end of its block, so nothing between may read the new value, overwrite the old one, or still read another value
// that shares the sum's register.
func (t *translator) findCounters() {
	for _, b := range t.f.Blocks {
		c := b.Cond
		if c == nil || !t.fused[c] || c.From != ir.S32 || c.Cmp != ir.LT {
			continue
		}
		n := c.Args[0]
		if n.Op != ir.Add || n.Block != b || n.Type.Size() != 4 || n.Args[1].Op != ir.Constant || t.fused[n] {
			continue
		}
		at := -1
		for i, v := range b.Values {
			if v == n {
				at = i
			}
			if at >= 0 && v != n && v != c {
				for _, a := range v.Args {
					if a == n {
						at = -2
					}
				}
				if t.of[v] != 0 && t.of[v] == t.of[n.Args[0]] || v.Op == ir.Phi {
					at = -2
				}
			}
			if at == -2 {
				break
			}
		}
		for _, v := range b.Values { // nothing after the sum may read another value in the sum's register, such as the old counter
			for _, a := range v.Args {
				if at >= 0 && v != n && t.of[a] != 0 && t.of[a] == t.of[n] && a != n && v.Block == b && after(b, v, n) {
					at = -2
				}
			}
		}
		if at >= 0 {
			t.fused[n], t.counters[c] = true, n
		}
	}
}

// after reports whether v comes after n in a block.
func after(b *ir.Block, v, n *ir.Value) bool {
	behind := false
	for _, x := range b.Values {
		if x == v {
			return behind
		}
		behind = behind || x == n
	}
	return false
}
