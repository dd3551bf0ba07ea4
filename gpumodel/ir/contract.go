package ir

import "slices"

// contractions says of sums and differences of floating-point numbers which of their two operands is the product that becomes part of a
// multiply-add.
//
// nvcc contracts twice. NVVM contracts sums, from the last one of a block to the first: a product of the same block goes that only sums
// use, four at most. Of two such products the one of lower rank goes. What is left ptxas contracts, differences too: a product goes that
// only sums and differences use. Of two the left one goes, but one of a single use before one of several.
//
// Source: LLVM 7, lib/Target/NVPTX/NVPTXISelLowering.cpp, PerformADDCombineWithOperands; the order, and what ptxas does, were read from
// PTX and SASS of NVRTC 12.9 for sm_90. testdata/fusing of gpumodel/conformance has the results of a card.
type contractions struct {
	f      *Func
	ranks  ranking
	users  map[*Value][]*Value // of products and changes of sign, once for each use
	chosen map[*Value]int
	// paths is how many slow paths stand before a value in its block. LLVM's vectorizer puts sums that are stored together to where they
	// are stored.
	paths map[*Value]int
}

// mostUses is how many sums may use a product that NVVM contracts.
const mostUses = 4

func (f *Func) contractions() map[*Value]int {
	c := &contractions{f: f, ranks: newRanking(f), users: map[*Value][]*Value{}, chosen: map[*Value]int{}, paths: map[*Value]int{}}
	for _, b := range f.Blocks {
		paths := 0
		for _, v := range b.Values {
			for _, a := range v.Args {
				if a.Op == Mul || a.Op == Neg {
					c.users[a] = append(c.users[a], v)
				}
			}
			if v.slowPath() {
				paths++
			}
			c.paths[v] = paths
			if sums := v.Args[min(1, len(v.Args)):]; v.Op == Store && v.Lanes > 0 &&
				!slices.ContainsFunc(sums, func(s *Value) bool { return s.Op != Add && s.Op != Sub || s.Block != b }) {
				for _, s := range sums {
					c.paths[s] = paths
				}
			}
		}
	}
	c.settleSigns()
	for _, b := range f.Blocks {
		for _, v := range slices.Backward(b.Values) {
			if v.Op == Add {
				c.choose(v, c.inNVVM)
			}
		}
	}
	for _, goes := range []func(v, m *Value) bool{c.inPtxasOnce, c.inPtxas} {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == Add || v.Op == Sub {
					c.choose(v, goes)
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			c.bringBack(v)
		}
	}
	return c.chosen
}

// slowPath reports whether a part of an operation is a function that is called where operands are unusual: it ends a block of ptxas.
func (v *Value) slowPath() bool {
	return v.Type.Float() && v.Rounding == Nearest && (v.Op == Div || v.Op == Sqrt || v.Op == Rcp && !v.Flush)
}

// choose contracts v with the first of its operands that is a product which goes.
func (c *contractions) choose(v *Value, goes func(v, m *Value) bool) {
	if _, done := c.chosen[v]; done || !v.Type.Float() {
		return
	}
	for _, i := range c.order(v) {
		if m := v.Args[i]; c.f.fused(v, m) == Fma && (v.Op == Add || v.Args[0] != v.Args[1]) && goes(v, m) {
			c.chosen[v] = i
			return
		}
	}
}

// order is the order of the operands of a sum behind Reassociate and InstCombine: the one of lower rank first, and a product by a
// negative constant last, which was subtracted for a while.
func (c *contractions) order(v *Value) [2]int {
	if v.Op != Add {
		return [2]int{0, 1}
	}
	left, right := c.negative(v.Args[0]), c.negative(v.Args[1])
	if left && !right || left == right && c.ranks[v.Args[1]] < c.ranks[v.Args[0]] {
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

// negative reports whether a value is a product of one use by a constant below 0.
func (c *contractions) negative(m *Value) bool {
	return m.Op == Mul && !m.Exact && len(c.users[m]) == 1 && m.Args[1].isConst() && m.Type.float(m.Args[1].Imm) < 0
}

// settleSigns makes sums of differences whose subtrahend is a product by a negative constant, and brings a sign between a difference and
// its product back into the product.
func (c *contractions) settleSigns() {
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if v.Op != Sub || v.Exact || !v.Type.Float() {
				continue
			}
			if m := v.Args[1]; c.negative(m) {
				factor := m.Args[1]
				positive := c.f.constant(v.Type, v.Type.floatBits(-v.Type.float(factor.Imm)))
				v.Op, m.Args = Add, []*Value{m.Args[0], positive}
			} else {
				c.bringBack(v.Args[0])
			}
		}
	}
}

// bringBack makes of a product whose sign is changed a product with a factor whose sign is changed: an instruction has that for nothing.
func (c *contractions) bringBack(n *Value) {
	if n.Op != Neg || len(c.users[n]) != 1 {
		return
	}
	if m := n.Args[0]; m.Op == Mul && m.Type.Float() && !m.Exact && len(c.users[m]) == 1 {
		n.Op, n.Args, m.Op, m.Args = Mul, []*Value{m, m.Args[1]}, Neg, m.Args[:1]
	}
}

// uses counts what uses a product, now that some sums are contracted: sums, differences, and other operations.
func (c *contractions) uses(m *Value) (sums, differences, others int) {
	for _, v := range c.users[m] {
		i, done := c.chosen[v]
		switch {
		case done && v.Args[i] == m && v.Args[1-i] != m:
		case done || c.f.fused(v, m) != Fma:
			others++
		case v.Op == Add:
			sums++
		case v.Op == Sub:
			differences++
		default:
			others++
		}
	}
	return sums, differences, others
}

func (c *contractions) inNVVM(v, m *Value) bool {
	local := m.Block == v.Block && !slices.ContainsFunc(c.users[m], func(u *Value) bool { return u.Block != m.Block })
	sums, differences, others := c.uses(m)
	return local && sums <= mostUses && differences+others == 0
}

func (c *contractions) inPtxasOnce(v, m *Value) bool {
	sums, differences, _ := c.uses(m)
	return sums+differences == 1 && c.inPtxas(v, m)
}

// inPtxas: a product goes whose uses are all in its block, with no slow path between; of one use in another block, to which it is moved
// first; or of any uses in other blocks if a factor is a constant.
func (c *contractions) inPtxas(v, m *Value) bool {
	local, parted := true, false
	for _, u := range c.users[m] {
		local = local && u.Block == m.Block
		parted = parted || u.Block == m.Block && c.paths[u] != c.paths[m]
	}
	_, _, others := c.uses(m)
	return others == 0 && !parted && (local || len(c.users[m]) == 1 || m.Args[0].isConst() || m.Args[1].isConst())
}
