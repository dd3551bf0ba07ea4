package warp

import (
	"math/bits"

	"warpbook.dev/gpumodel/ir"
)

// votes are what the threads of a block bring to a barrier (__syncthreads_count and its
// relatives): those of the warps that have arrived, and what the last barrier found. No
// warp arrives at the next one before all have read that.
type votes struct {
	threads, yes int
	found        [ir.BarAny - ir.BarCount + 1]Lanes
}

// vote adds what a warp brings.
func (m *Machine) vote(w *warpState, in *instr, active uint32) {
	if !w.schedule.untimed {
		for _, slot := range in.Sources {
			w.schedule.use(slot)
		}
	}
	v := &m.block.votes
	v.threads += bits.OnesCount32(active)
	v.yes += bits.OnesCount32(m.mask(w, in.Src[0]) & active)
}

// reduce works out what a barrier has found, where threads brought something to it.
func (v *votes) reduce() {
	if v.threads == 0 {
		return
	}
	fill(&v.found[0], uint64(v.yes)) // of ir.BarCount
	fill(&v.found[ir.BarAll-ir.BarCount], uint64(truth(v.yes == v.threads)))
	fill(&v.found[ir.BarAny-ir.BarCount], uint64(truth(v.yes > 0)))
	v.threads, v.yes = 0, 0
}
