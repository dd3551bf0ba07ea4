package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A move copies register from to register to.
type move struct{ to, from uint16 }

// movesTo returns the moves for the phis of a block on the edge from one of its predecessors. Phis read their arguments at the same
// time, so the moves are a parallel copy. They are put into an order in which no move overwrites a register that a later one reads. A
// cycle, such as a swap, goes through a new register.
func (t *translator) movesTo(to *ir.Block, edge int) []move {
	var todo []move
	for _, v := range to.Values {
		if v.Op != ir.Phi {
			break
		}
		if m := (move{t.register(v), t.register(v.Args[edge])}); m.to != m.from {
			todo = append(todo, m)
		}
	}
	var list []move
	for len(todo) > 0 {
		ready := slices.IndexFunc(todo, func(m move) bool {
			return !slices.ContainsFunc(todo, func(o move) bool { return o.from == m.to })
		})
		if ready >= 0 {
			list = append(list, todo[ready])
			todo = slices.Delete(todo, ready, ready+1)
			continue
		}
		spare := t.spare()
		list = append(list, move{spare, todo[0].from})
		todo[0].from = spare
	}
	return list
}
