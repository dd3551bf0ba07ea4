package ir

// mayOverwrite tells whether the effect e may change what the load v reads: in
// this thread or, for barriers and fences, by a store of another thread.
func (f *Func) mayOverwrite(e, v *Value) bool {
	if v.Op == Tex {
		return false // textures are read only
	}
	switch {
	case e.Op.Writes():
		return f.mayAlias(e, v)
	case e.Op.Orders():
		if v.Space == Const || v.Space == Local {
			return false
		}
		for _, b := range f.Blocks {
			for _, s := range b.Values {
				if s.Op.Writes() && f.sameMemory(s, v) {
					return true
				}
			}
		}
	}
	return false
}

// mayAlias tells whether two accesses of one thread may touch the same byte.
func (f *Func) mayAlias(a, b *Value) bool {
	x, y := a.Args[0], b.Args[0]
	switch {
	case a.Space == b.Space && x == y:
		return overlap(int64(a.Imm), a.bytes(), int64(b.Imm), b.bytes())
	case a.Space == b.Space && x.isConst() && y.isConst():
		return overlap(x.intConst()+int64(a.Imm), a.bytes(), y.intConst()+int64(b.Imm), b.bytes())
	}
	return f.sameMemory(a, b)
}

// sameMemory tells whether two accesses, whatever their indices, may lie in the same variable or array.
func (f *Func) sameMemory(a, b *Value) bool {
	if a.Space != b.Space {
		return (a.Space == Generic || b.Space == Generic) && a.Space != Const && b.Space != Const
	}
	ra, rb := rootOf(a.Args[0], map[*Value]bool{}), rootOf(b.Args[0], map[*Value]bool{})
	switch {
	case ra == nil || rb == nil || ra == rb:
		return true
	case ra.Op == ParamValue && rb.Op == ParamValue: // restrict promises that they are apart
		return !f.Params[ra.Imm].Restrict && !f.Params[rb.Imm].Restrict
	}
	return ra.Op == ParamValue || rb.Op == ParamValue
}

// Constant reports whether the kernel says that nobody writes what a load reads while
// it runs: by __ldg, or by an address within an array that is a pointer to const with
// __restrict__.
func (f *Func) Constant(v *Value) bool {
	if v.Op != Load || v.Space != Global || v.Volatile {
		return false
	}
	root := rootOf(v.Args[0], map[*Value]bool{})
	return v.ReadOnly || root != nil && root.Op == ParamValue && f.Params[root.Imm].Const && f.Params[root.Imm].Restrict
}

// rootOf is the parameter or variable that an address was computed from, nil if unknown.
func rootOf(v *Value, seen map[*Value]bool) *Value {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch v.Op {
	case SharedAddr, LocalAddr, GlobalAddr:
		return v
	case ParamValue:
		if v.Space != NoSpace {
			return v
		}
	case Add, Sub, Mad, MadWide, Phi:
		var root *Value
		for _, a := range v.Args {
			r := rootOf(a, seen)
			if r != nil && root != nil && r != root {
				return nil
			}
			if r != nil {
				root = r
			}
		}
		return root
	}
	return nil
}

func overlap(a int64, n int, b int64, m int) bool { return a < b+int64(m) && b < a+int64(n) }

// bytes is the size of the access.
func (v *Value) bytes() int { return v.Mem.Size() * max(1, v.Lanes) }
