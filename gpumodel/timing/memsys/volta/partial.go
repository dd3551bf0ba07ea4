package volta

import "warpbook.dev/gpumodel/memory"

// No DRAM can take part of a sector. So a slice of the L2 keeps few lines with sectors that were
// written only in part. Before there are more, the one that has been so for longest is completed
// from DRAM and written back. A slice begins with as many such lines of earlier launches as it
// will keep of this one.
type partialLines struct {
	most   int
	now    int      // lines of which sectors are written in part
	oldest []uint64 // those, and some that are whole by now
	tested int      // of oldest, that have shown whether they stay
	before int      // lines of before that have been completed
}

// partialShare is the part of a slice's lines that may be so: two ways of sixteen. Measured:
// stores with strides of 2 to 33 words on an H200 (published/measured/h200_counters.csv) leave 52
// to 64 thousand of its 491520 lines unfilled.
const partialShare = 8

// partial is true for a line with a sector that was written only in part.
func partial(l *memory.Line) bool { return l.Dirty&^l.Valid != 0 }

// changed notes whether a line was written in part before a write, and is so after it.
func (p *partialLines) changed(line uint64, was, is bool) {
	switch {
	case is && !was:
		p.now++
		p.oldest = append(p.oldest, line)
	case was && !is:
		p.now--
	}
}

// complete completes the lines that have been written in part for longest, if there are too many.
// away is how far from new lines those of before lay.
func (s *slice) complete(lineBytes int, away uint64) {
	p := &s.partial
	for ; p.before < p.most && len(p.oldest)-p.tested > p.most/2; p.tested++ {
		if l := s.cache.Peek(p.oldest[p.tested]); l != nil && partial(l) {
			p.before++
			s.victims = append(s.victims, memory.PartialLine(p.oldest[p.tested]+away, lineBytes, l.Dirty&^l.Valid))
		}
	}
	for p.now > p.most || len(p.oldest) > 2*p.most {
		line := p.oldest[0]
		p.oldest = append(p.oldest[:0], p.oldest[1:]...)
		p.tested = max(0, p.tested-1)
		switch l := s.cache.Peek(line); {
		case l == nil || !partial(l):
		case p.now <= p.most:
			p.oldest = append(p.oldest, line)
		default:
			s.victims = append(s.victims, *l)
			s.earlier.wroteBack(l)
			l.Valid |= l.Dirty
			l.Dirty = 0
			p.now--
		}
	}
}
