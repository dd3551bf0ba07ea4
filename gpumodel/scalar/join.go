package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A joiner gives a phi and its arguments one register, where none of them is wanted any more when another one is set: then no
// move is needed. Two values of a function in static single assignment form are wanted at once only if one is where the
// other is set (Hack and Goos, 2006), so that is all that is looked for.
type joiner struct {
	t     *translator
	out   map[*ir.Block]map[*ir.Value]bool // what is wanted at the end of each block, of what phis and their arguments are
	place map[*ir.Value]int
	last  map[*ir.Value]map[*ir.Block]int // the last place in a block where a value is read
	class map[*ir.Value][]*ir.Value       // those that have one register
}

// atEnd is a place behind all values of a block.
const atEnd = 1 << 30

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

// read notes that a value is read in a block: it is wanted from where it is set on.
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

// wanted notes that a value is wanted at the end of a block.
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

// meets reports whether a value is wanted behind the place where another one is set.
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

// before reports whether a value that is set elsewhere is wanted in a block.
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

// unite gives two values and all that share their registers one register, if no two of them are wanted at once.
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
