package timing

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A shadow is the wave of blocks before those that are simulated from the middle of their loops
// on. It is executed ahead of them, iteration by iteration and without time, and leaves in the
// L2 what it would have left there: the lines that it shares with the wave that follows. If the
// L2 cannot hold what a whole wave touches, all that is gone before the next one comes, and
// there is no shadow.
type shadow struct {
	e      *engine
	blocks []*warp.Block
	sms    []int32
	done   int32 // iterations
	whole  int   // times the iterations that the block with the most has left are those of its loop
	fresh  int64 // sectors that the L2 did not have
}

// newShadow starts the blocks before number first in the middle of their loops.
func newShadow(e *engine, first, whole int) (*shadow, error) {
	s := &shadow{e: e, whole: whole}
	for i := range min(len(e.resident), first) {
		b, err := e.start(first - 1 - i)
		if err != nil {
			return nil, err
		}
		s.blocks, s.sms = append(s.blocks, b), append(s.sms, e.smOf(int32(i)))
	}
	return s, nil
}

// follow executes iterations of all shadows until they have done so many.
func (s *shadow) follow(iterations int32) error {
	for s.done < iterations && len(s.blocks) > 0 {
		for i, b := range s.blocks {
			for w := range b.Warps {
				t := &b.Warps[w]
				for k := range t.Steps {
					s.touch(s.sms[i], t, &t.Steps[k])
				}
				if t.Done {
					t.Steps = nil
					continue
				}
				if err := s.e.source.Continue(b, w); err != nil {
					return err
				}
			}
		}
		if s.done++; s.done == fewIterations && s.touched() > s.e.d.L2KB<<10 {
			s.release()
			s.e.hierarchy.forget()
		}
	}
	return nil
}

// fewIterations are enough to see how much a shadow touches in each.
const fewIterations = 3

// touched is about how many bytes a whole wave touches.
func (s *shadow) touched() int {
	length := 0
	for _, b := range s.blocks {
		if left, ok := b.Iterations(); ok {
			length = max(length, s.whole*left)
		}
	}
	return int(s.fresh) * 32 * length / int(s.done)
}

// touch leaves what a step accesses in the L2.
func (s *shadow) touch(sm int32, t *warp.Trace, step *warp.Step) {
	if step.Kind != warp.Load && step.Kind != warp.Store || step.Cached == memory.ConstantCache {
		return
	}
	d, h := s.e.d, s.e.hierarchy
	for i := step.First; i < step.First+step.N; i++ {
		x := &t.Transactions[i]
		if x.Host {
			continue
		}
		line := x.Addr &^ uint64(d.L1LineBytes-1)
		home := d.Slice(d.Partition(line))
		mask := h.widen(memory.Mask(x, d.L1LineBytes))
		if near := d.NearSlice(int(sm), home); near != home && step.Kind == warp.Load {
			s.fresh += h.slices[near].leave(line, mask)
		}
		s.fresh += h.slices[home].leave(line, mask)
	}
}

// leave leaves sectors of a line in a slice, and returns how many were not there.
func (s *l2Slice) leave(line uint64, mask uint8) int64 {
	l, has := s.look(line, mask)
	s.victims = s.victims[:0]
	l.Valid |= mask
	return int64(memory.Count(mask &^ has))
}

// release gives the blocks back.
func (s *shadow) release() {
	for _, b := range s.blocks {
		s.e.source.Release(b)
	}
	s.blocks = nil
}

// forget empties the L2.
func (h *hierarchy) forget() {
	for i := range h.slices {
		h.slices[i].cache.Clear()
	}
}
