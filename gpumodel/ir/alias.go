package ir

// mayOverwrite tells whether the effect e may change what the load v reads: in
// this thread or, for barriers and fences, by a store of another thread.
//
// A barrier matters only if the kernel has a store that may reach v's memory: without one no thread of
// the kernel can have changed it. The search is linear in the kernel for each pair; callers ask about loads
// and effects only.
func (f *Func) mayOverwrite(e, v *Value) bool {
	if v.Op == Tex {
		return false // textures are read only
	}
	switch {
	case e.Op == Runtime || e.Op == Invoke:
		return true
	case e.Op == Launch: // the kernel that is launched may write
		return !v.Space.Window() && v.Space != Const
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
//
// With one base the offsets decide. Different bases into one variable may have any distance, so a[i] and
// a[j] alias, as they do for nvcc without further proof.
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
//
// Two pointer parameters may point to the same array unless one is __restrict__: this is why a kernel
// with plain pointers cannot move a load above a store (NVRTC 12.9: load, store, load, store ...), and with
// __restrict__ issues its loads first. Variables are apart from each other.
func (f *Func) sameMemory(a, b *Value) bool {
	if a.Space != b.Space {
		return a.Space.Meets(b.Space)
	}
	ra, rb := rootOf(a.Args[0]), rootOf(b.Args[0])
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
//
// isa may then read through the read-only cache (LDG.E.CONSTANT from 3.5 on).
func (f *Func) Constant(v *Value) bool {
	if v.Op != Load || v.Space != Global || v.Volatile {
		return false
	}
	root := rootOf(v.Args[0])
	return v.ReadOnly || root != nil && root.Op == ParamValue && f.Params[root.Imm].Const && f.Params[root.Imm].Restrict
}

func overlap(a int64, n int, b int64, m int) bool { return a < b+int64(m) && b < a+int64(n) }

// bytes is the size of the access.
func (v *Value) bytes() int { return v.Mem.Size() * max(1, v.Lanes) }
