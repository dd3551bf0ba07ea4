package ir

// forward replaces, within a block, a load of what was just loaded or stored
// there and not overwritten since. As in nvcc, a variable in shared memory that
// other threads change without a barrier must therefore be volatile.
//
// The facts of NVRTC 12.9 that it follows: a stored value is forwarded to a load of the same address, a shared
// value survives a store to global memory, and nothing survives a barrier that others may write behind.
// Stores stay, though NVRTC removes those that are overwritten. A store of fewer than 4 bytes is not forwarded, because the
// load would extend the low bits and the stored register has all of them.
func forward(f *Func) {
	replaced := map[*Value]*Value{}
	for _, b := range f.Blocks {
		var known []*Value // loads and stores whose memory holds their value
		for _, v := range b.Values {
			for i, a := range v.Args {
				v.Args[i] = follow(replaced, a)
			}
			switch {
			case v.Op == Load && !v.Volatile:
				if old := lookUp(known, v); old != nil {
					replaced[v] = old
					continue
				}
				known = append(known, v)
			case v.Op.Writes() || v.Op.Orders():
				known = f.keep(known, v)
				if v.Op == Store && !v.Volatile && v.Lanes == 0 && v.Mem.Size() >= 4 {
					known = append(known, v)
				}
			}
		}
	}
	f.replace(replaced)
	dropDead(f)
}

// lookUp finds the value that load v would give.
//
// Same base value and offset: forwarding relies on number and stripConstants to make equal addresses equal.
func lookUp(known []*Value, v *Value) *Value {
	for _, k := range known {
		if k.Space != v.Space || k.Args[0] != v.Args[0] || k.Imm != v.Imm || k.Lanes != v.Lanes || k.Mem.class() != v.Mem.class() {
			continue
		}
		if k.Op == Load && k.Mem == v.Mem {
			return k
		}
		if k.Op == Store && k.Mem.Size() == v.Mem.Size() { // a narrower load takes a part
			return k.Args[1]
		}
	}
	return nil
}

// keep are the accesses whose memory the effect e leaves alone.
func (f *Func) keep(known []*Value, e *Value) []*Value {
	var kept []*Value
	for _, k := range known {
		if !f.mayOverwrite(e, k) {
			kept = append(kept, k)
		}
	}
	return kept
}
