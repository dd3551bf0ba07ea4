package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A move sets a register to another one.
type move struct{ to, from uint16 }

// movesTo are the moves that the phis of a block want on the edge from one of its predecessors: all at once, so they are put
// into an order in which none overwrites what another one still reads. A cycle goes through a spare register.
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
