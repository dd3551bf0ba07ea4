package ir

// rootOf is the parameter or variable that an address was computed from, nil if unknown.
//
// It follows sums and loops. Offsets and indices have no root, so base+index has that of the base; two
// different roots, a select or a loaded pointer are unknown. A phi has a root if all its arguments have the
// same one: p in
//
//	for (p = a; p < a + n; p++) s += *p;
//
// points into a, which only shows if the argument of the next iteration may be what p turns out to be. After
// placeVariables shared and local addresses are constants without a root.
func rootOf(v *Value) *Value {
	if !v.sums() {
		return v.ownRoot()
	}
	r := &roots{of: map[*Value]*Value{}, seen: map[*Value]bool{}}
	r.collect(v)
	r.solve()
	// What is left waits for itself alone, as the counter i = phi(0, i+1) does: it has no root. Sums
	// that waited for it can be decided then.
	stuck := false
	for _, x := range r.order {
		if x.Op == Phi && r.of[x] == nil {
			r.of[x], stuck = noRoot, true
		}
	}
	if stuck {
		r.solve()
	}
	if root := r.of[v]; root != noRoot {
		return root
	}
	return nil
}

// roots finds the root of a value and of all that it is computed from.
//
// A value is first open (nil in of), then has a root, then none; it never goes back. Within a loop a value
// that is still open stands for whatever the others turn out to be.
type roots struct {
	order []*Value // arguments first, but for those of loops
	seen  map[*Value]bool
	of    map[*Value]*Value
}

// noRoot stands for an unknown root.
var noRoot = new(Value)

// sums is true for a value whose root is that of its arguments.
func (v *Value) sums() bool {
	switch v.Op {
	case Add, Sub, Mad, MadWide, Phi:
		return true
	}
	return false
}

// ownRoot is a parameter or variable itself, nil for anything else.
func (v *Value) ownRoot() *Value {
	switch {
	case v.Op == SharedAddr, v.Op == LocalAddr, v.Op == GlobalAddr, v.Op == ParamValue && v.Space != NoSpace:
		return v
	}
	return nil
}

func (r *roots) collect(v *Value) {
	if r.seen[v] {
		return
	}
	r.seen[v] = true
	if !v.sums() {
		if r.of[v] = v.ownRoot(); r.of[v] == nil {
			r.of[v] = noRoot
		}
		return
	}
	for _, a := range v.Args {
		r.collect(a)
	}
	r.order = append(r.order, v)
}

// solve repeats until nothing changes; without a loop the first round finds all.
func (r *roots) solve() {
	for changed := true; changed; {
		changed = false
		for _, v := range r.order {
			root := join(r.of[v], r.root(v))
			changed = changed || root != r.of[v]
			r.of[v] = root
		}
	}
}

// root is what the arguments of a sum or a phi tell of its root.
func (r *roots) root(v *Value) (root *Value) {
	if v.Op == Phi {
		for _, a := range v.Args {
			if !a.isConst() || a.Imm != 0 { // null stands for a pointer that has not been set
				root = join(root, r.of[a])
			}
		}
		return root
	}
	open := false
	for _, a := range v.Args {
		switch of := r.of[a]; {
		case of == nil:
			open = true
		case of == noRoot: // an index
		case root != nil && root != of:
			return noRoot
		default:
			root = of
		}
	}
	if root == nil && !open {
		return noRoot
	}
	return root
}

// join is the root of what is one value or the other.
func join(a, b *Value) *Value {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	return noRoot
}
