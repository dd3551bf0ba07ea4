package scalar

import "warpbook.dev/gpumodel/ir"

// Pairs of operations that are one instruction.

// count is how often each value is read.
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

// findProducts finds products that only a sum of the same block reads. Both are rounded, as they are apart.
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

// stays reports whether no value between two places of a block takes the register of one of some values.
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

// mulAdd translates a sum with its product.
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
	t.emit(instr{op: op, dst: t.register(v), a: t.register(m.Args[0]), b: t.register(m.Args[1]), c: t.register(v.Args[1-k]), line: int32(v.Line)})
	return true
}

// findCounters finds counters that go up by a constant right before they are compared at the end of their block.
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
		for _, v := range b.Values { // nothing behind it may still read the counter's old value in the same register
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

// after reports whether v stands behind n in a block.
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
