package sample

import (
	"container/heap"
	"math"
)

// A queueing of blocks is a coarse model of a GPU: blocks are dispatched in order to SMs with a number of
// slots, and the blocks of an SM share its rate. It knows nothing of what limits the rate, but all about
// which SM is left with the last long block. So it says by what a part of a chip, with a part of the
// blocks, ends earlier or later than the chip with all of them.
//
// A full SM does one unit of work in a unit of time. A block alone does 1/saturated of that: so many
// blocks keep an SM busy.
type queueing struct {
	sms, slots int
	saturated  float64
}

// time is when the last block ends. Work is that of block b.
func (q queueing) time(blocks int, work func(b int) float64) float64 {
	h := make(sharing, 0, q.sms)
	next := 0
	for i := range min(q.sms, blocks) {
		h = append(h, &shared{index: i})
	}
	for range q.slots { // one block per SM in turn
		for _, s := range h {
			if next < blocks {
				s.ends = append(s.ends, work(next))
				next++
			}
		}
	}
	for _, s := range h {
		s.plan(q.saturated)
	}
	heap.Init(&h)
	for {
		s := h[0]
		if len(s.ends) == 0 {
			return h.latest()
		}
		s.finish()
		if next < blocks {
			s.ends = append(s.ends, s.done+work(next))
			next++
		}
		s.plan(q.saturated)
		heap.Fix(&h, 0)
	}
}

func (h sharing) latest() (last float64) {
	for _, s := range h {
		last = max(last, s.now)
	}
	return last
}

// shared is an SM, whose blocks share its rate.
type shared struct {
	index int
	now   float64
	done  float64   // by each block that is resident all the time
	ends  []float64 // when done is so much, a block ends
	least int       // the first one to end
	next  float64   // when it does
}

// plan finds the next block that ends.
func (s *shared) plan(saturated float64) {
	if s.next = math.Inf(1); len(s.ends) == 0 {
		return
	}
	s.least = 0
	for i, x := range s.ends {
		if x < s.ends[s.least] {
			s.least = i
		}
	}
	s.next = s.now + (s.ends[s.least]-s.done)*max(float64(len(s.ends)), saturated)
}

// finish goes on to the end of that block.
func (s *shared) finish() {
	s.now, s.done = s.next, s.ends[s.least]
	last := len(s.ends) - 1
	s.ends[s.least] = s.ends[last]
	s.ends = s.ends[:last]
}

// sharing orders SMs by when a block of theirs ends.
type sharing []*shared

func (h sharing) Len() int { return len(h) }
func (h sharing) Less(i, j int) bool {
	return h[i].next < h[j].next || h[i].next == h[j].next && h[i].index < h[j].index
}
func (h sharing) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *sharing) Push(x any)   { *h = append(*h, x.(*shared)) }
func (h *sharing) Pop() any     { panic("no SM goes away") }

// tail is by what the last block ends later than all work would take if all SMs were full to the end.
// A long launch is followed in its last blocks alone.
func (q queueing) tail(blocks int, work func(b int) float64) float64 {
	from := max(0, blocks-followed*q.sms*q.slots)
	sum := 0.0
	for b := from; b < blocks; b++ {
		sum += work(b)
	}
	return q.time(blocks-from, func(b int) float64 { return work(from + b) }) - sum/float64(q.sms)
}

// fit finds how many blocks keep an SM busy: so many that the tail is as it was simulated.
func (q queueing) fit(blocks int, work func(b int) float64, tail float64) queueing {
	least, most := 1.0, float64(q.slots)
	for range fitSteps {
		q.saturated = (least + most) / 2
		if q.tail(blocks, work) < tail {
			least = q.saturated
		} else {
			most = q.saturated
		}
	}
	return q
}

const (
	fitSteps = 8
	followed = 32 // generations of blocks
)
