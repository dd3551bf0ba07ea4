package ir

// A value is uniform if all lanes of a warp that compute it together have the same one. Threads have different values of threadIdx, of
// what they load from different addresses, of what atomics return, and of what they were told on different ways to a phi.

// Varying returns the values that may differ between the lanes of a warp.
func (f *Func) Varying() map[*Value]bool {
	post := f.postDominators()
	varying, apart := map[*Value]bool{}, map[*Block]bool{}
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if !varying[v] && v.varies(varying, apart) {
					varying[v], again = true, true
				}
			}
			if b.Term == Branch && varying[b.Cond] && f.separate(b, post, apart) {
				again = true
			}
		}
	}
	return varying
}

// varies tells whether v may differ, as far as is known of what it is computed from.
func (v *Value) varies(varying map[*Value]bool, apart map[*Block]bool) bool {
	switch {
	case v.Op == Special:
		switch v.Imm {
		case TidX, TidY, TidZ, LaneID, Clock, Clock64, GlobalTimer:
			return true
		}
		return false
	case v.Op == Phi && apart[v.Block]:
		return true
	case v.Op == Load && (v.Volatile || v.Space == Local || apart[v.Block] && v.Block.LoopDepth > 0):
		return true
	case v.Op != Phi && v.Op != Load && !v.Pure() && !v.Leaf():
		return true
	}
	for _, a := range v.Args {
		if varying[a] {
			return true
		}
	}
	return false
}

// separate notes the blocks in which lanes may be that a branch sends different ways, up to where they meet, and reports whether there
// are new ones.
func (f *Func) separate(b *Block, post []map[*Block]bool, apart map[*Block]bool) (found bool) {
	seen := map[*Block]bool{}
	var visit func(s *Block)
	visit = func(s *Block) {
		if seen[s] {
			return
		}
		seen[s] = true
		if !apart[s] {
			apart[s], found = true, true
		}
		if s != b && post[b.ID][s] {
			return
		}
		for _, next := range s.Succs {
			visit(next)
		}
	}
	for _, s := range b.Succs {
		visit(s)
	}
	return found
}

// postDominators are, for each block by its ID, the blocks through which all ways from it to a return lead: itself too.
func (f *Func) postDominators() []map[*Block]bool {
	sets := make([]map[*Block]bool, len(f.Blocks)) // nil is all blocks
	for again := true; again; {
		again = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			var set map[*Block]bool
			for _, s := range b.Succs {
				switch of := sets[s.ID]; {
				case of == nil:
				case set == nil:
					set = map[*Block]bool{}
					for x := range of {
						set[x] = true
					}
				default:
					for x := range set {
						if !of[x] {
							delete(set, x)
						}
					}
				}
			}
			if set == nil && b.Term != Return {
				continue
			}
			if set == nil {
				set = map[*Block]bool{}
			}
			set[b] = true
			if len(set) != len(sets[i]) || sets[i] == nil {
				sets[i], again = set, true
			}
		}
	}
	return sets
}
