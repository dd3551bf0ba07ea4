package volta

import "warpbook.dev/gpumodel/memory"

// Sums of floats take a slice no longer than other atomics, but one that goes to the same sector waits for its result: an
// adder of floats is a pipeline (on an H100 a warp that adds to 32 words in 4 sectors takes 2.4 ns with floats and with integers, and a
// lane that adds to the word of the lane before 1.8 ns with floats, 0.7 with integers).

// sums are the latest sums of floats of a slice. As many are kept as the slice could do in the time of one.
type sums struct {
	latest [4]struct {
		sector uint64
		until  memory.Time // when the next one in its sector can begin
		count  int64       // of those in this sector, each of which waited for the one before
	}
	next int
}

// change books an atomic that arrives at a time, and returns when it is done.
func (s *slice) change(x *memory.Transaction, at memory.Time, t *times) memory.Time {
	s.stats.Atomics++
	if !x.Sum {
		return s.unit.book(at, t.atomic)
	}
	sector := x.Addr / sectorBytes
	n := -1
	for i := range s.sums.latest {
		if l := &s.sums.latest[i]; l.sector == sector {
			at, n = max(at, l.until), i
		}
	}
	if n < 0 {
		n = s.sums.next
		s.sums.next = (n + 1) % len(s.sums.latest)
		s.sums.latest[n].count = 0
	}
	done := s.unit.book(at, t.atomic)
	l := &s.sums.latest[n]
	l.sector, l.until = sector, done-t.atomic+t.sum
	l.count++
	s.stats.Sums = max(s.stats.Sums, l.count)
	return done
}
