package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A joiner coalesces registers: a phi and its arguments share one if their live ranges don't overlap. Then the edge needs no move; a
// loop counter, for example, stays in one register.
//
// In SSA form the live ranges of two values overlap only if one is live where the other is set (Hack and Goos, 2006). So the joiner
// checks only the places where values are set. It computes liveness for phis and their arguments alone, not for all values.
type joiner struct {
	t     *translator
	out   map[*ir.Block]map[*ir.Value]bool // candidates that are live at the end of a block
	place map[*ir.Value]int                // index of a value in its block
	last  map[*ir.Value]map[*ir.Block]int  // index of the last read in a block; its keys are the candidates
	class map[*ir.Value][]*ir.Value        // values that share one register
}

// atEnd is an index behind all values of a block, for reads by its branch.
const atEnd = 1 << 30

// join coalesces the registers of a function. Presets keep their registers, since they must not be overwritten during a call, and the
// elements of vectors theirs, which are consecutive. An argument of a phi counts as read at the end of the predecessor that it comes
// from, where the move would be.
func (t *translator) join(f *ir.Func) {
	j := &joiner{t, map[*ir.Block]map[*ir.Value]bool{}, map[*ir.Value]int{}, map[*ir.Value]map[*ir.Block]int{}, map[*ir.Value][]*ir.Value{}}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.Phi {
				for _, x := range append([]*ir.Value{v}, v.Args...) {
					if !t.isPreset(x) && x.Lanes <= 1 && x.Op != ir.Extract {
						j.last[x] = map[*ir.Block]int{}
					}
				}
			}
		}
	}
	for _, b := range f.Blocks {
		j.out[b] = map[*ir.Value]bool{}
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			j.place[v] = i
			for k, a := range v.Args {
				switch {
				case j.last[a] == nil:
				case v.Op == ir.Phi:
					j.wanted(a, b.Preds[k])
				default:
					j.read(a, b, i)
				}
			}
		}
		if c := b.Cond; c != nil {
			for _, a := range append([]*ir.Value{c}, c.Args...) { // the comparison may be made with the branch
				if j.last[a] != nil && (a == c || c.Block == b) {
					j.read(a, b, atEnd)
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for _, phi := range b.Values {
			if phi.Op != ir.Phi {
				break
			}
			for _, a := range phi.Args {
				if j.last[a] != nil {
					j.unite(phi, a)
				}
			}
		}
	}
}

// read records a read of v at index at of block b. If v is set elsewhere, it is live at the end of b's predecessors.
func (j *joiner) read(v *ir.Value, b *ir.Block, at int) {
	if known, ok := j.last[v][b]; !ok || known < at {
		j.last[v][b] = at
	}
	if v.Block != b {
		for _, p := range b.Preds {
			j.wanted(v, p)
		}
	}
}

// wanted records that v is live at the end of block b, and so at the end of all blocks between its definition and b.
func (j *joiner) wanted(v *ir.Value, b *ir.Block) {
	for todo := []*ir.Block{b}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if j.out[b][v] {
			continue
		}
		j.out[b][v] = true
		if v.Block != b {
			todo = append(todo, b.Preds...)
		}
	}
}

// meets reports whether v is live just after the value set is set. A phi is set before all other values of its block, together with the
// block's other phis.
func (j *joiner) meets(v, set *ir.Value) bool {
	b := set.Block
	if !(v.Block == b && j.place[v] <= j.place[set] || v.Block != b && j.before(v, b)) {
		return false
	}
	at := j.place[set]
	if set.Op == ir.Phi {
		at = -1
	}
	last, ok := j.last[v][b]
	return j.out[b][v] || ok && last > at
}

// before reports whether v, which is set in another block, is read in b or live at its end.
func (j *joiner) before(v *ir.Value, b *ir.Block) bool {
	if _, ok := j.last[v][b]; ok {
		return true
	}
	return j.out[b][v]
}

func (j *joiner) members(v *ir.Value) []*ir.Value {
	if c := j.class[v]; c != nil {
		return c
	}
	return []*ir.Value{v}
}

// unite merges the classes of two values if no live range of one class overlaps one of the other.
func (j *joiner) unite(a, b *ir.Value) {
	x, y := j.members(a), j.members(b)
	if slices.Contains(x, b) {
		return
	}
	for _, v := range x {
		for _, w := range y {
			if j.meets(v, w) || j.meets(w, v) {
				return
			}
		}
	}
	all := slices.Concat(x, y)
	r := j.t.of[a]
	if r == 0 {
		if r = j.t.of[b]; r == 0 {
			r = j.t.spare()
		}
	}
	for _, v := range all {
		j.class[v], j.t.of[v] = all, r
	}
}
