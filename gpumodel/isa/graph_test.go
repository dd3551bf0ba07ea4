package isa

import (
	"math/rand/v2"
	"testing"
)

// TestDominates compares dominates with a walk up the tree of immediate dominators, in random graphs.
func TestDominates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		blocks := make([]*block, 2+r.IntN(40))
		for i := range blocks {
			blocks[i] = &block{}
		}
		join := func(a, b *block) { a.succs, b.preds = append(a.succs, b), append(b.preds, a) }
		for i := 1; i < len(blocks); i++ {
			join(blocks[r.IntN(i)], blocks[i])
		}
		for range r.IntN(len(blocks)) {
			join(blocks[r.IntN(len(blocks))], blocks[1+r.IntN(len(blocks)-1)])
		}
		blocks = reverseOrder(blocks[0])
		setDominators(blocks)
		late := &block{}
		for _, a := range append(blocks, late) {
			for _, b := range append(blocks, late) {
				want := false
				for up := b; up != nil; up = up.idom {
					want = want || up == a
				}
				if got := a.dominates(b); got != want {
					t.Fatalf("block %d dominates block %d: %v, want %v", a.index, b.index, got, want)
				}
			}
		}
	}
}
