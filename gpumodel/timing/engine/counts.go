package engine

import "warpbook.dev/gpumodel/memory"

// CacheCounts is what the caches have seen of a run.
type CacheCounts struct {
	Constant, Texture, TextureL2 memory.CacheStats
	L1Global, L1Local            memory.CacheStats // lines, or from 7.0 on sectors, of loads
	Slices                       []SliceStats      // of the L2; none without one
	Behind                       Behind
}

// Behind is bytes that the DRAM has still to move for what was stored, from c.c. 7.0 on: to write back, and
// to read for what was written in part.
type Behind struct {
	Write, Read int64
	Most        int64 // that there can be before stores wait
}

// SliceStats count what a slice of the L2 has seen, in sectors: reads that hit and missed, and writes.
type SliceStats struct {
	memory.CacheStats
	Written int64
	// From c.c. 7.0 on: the sectors that SMs asked for, where a miss may fetch more, and those
	// that were read for the other side of the chip.
	Asked, Fabric int64
	// Owed is the sectors that were written, less those that were written back. It does not grow with
	// the launch: at its end it is at most what the slice holds.
	Owed int64
	// Atomics is how often the slice has changed words for an atomic, one time after the other, and Sums how many sums of floats
	// in one of its sectors waited for one another. Of several slices both are those of the one that has most.
	Atomics, Sums int64
}

// Read is the sectors that were read for SMs.
func (s *SliceStats) Read() int64 {
	if s.Asked > 0 {
		return s.Asked
	}
	return s.Hits + s.Misses
}

// Add adds the counts of another slice.
func (s *SliceStats) Add(t *SliceStats) {
	s.CacheStats.Add(t.CacheStats)
	s.Written += t.Written
	s.Asked += t.Asked
	s.Fabric += t.Fabric
	s.Owed += t.Owed
	s.Atomics = max(s.Atomics, t.Atomics)
	s.Sums = max(s.Sums, t.Sums)
}

// Caches is what the caches have seen so far.
func (e *Engine) Caches() CacheCounts { return e.memory.Counts() }

// Behind is how far the DRAM was behind when the last block ended.
func (e *Engine) Behind() Behind { return e.behind }

// FirstServed is when a partition of the DRAM served its first request.
func (e *Engine) FirstServed() memory.Time { return e.firstServed }

// CoresBusy is the seconds of the busiest SM's cores.
func (e *Engine) CoresBusy() (s float64) {
	for i := range e.sms {
		s = max(s, Seconds(e.sms[i].busy))
	}
	return s
}

// States is how long warps have been in their states.
func (e *Engine) States() StateTimes { return e.stalls.seconds() }

// Seconds converts a time.
func Seconds(t memory.Time) float64 { return float64(t) * 1e-12 }
