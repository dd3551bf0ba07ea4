package volta

// A Share is, for each instruction that loads, what share of the lines that it asks the L2 for
// may have to be fetched, and be kept.
type Share struct {
	of      []float64 // by PC; beyond the last one it is all
	ByBlock bool      // each block has lines of its own, otherwise they are the same for all
}

// Set sets the share of an instruction.
func (s *Share) Set(pc int32, x float64) {
	for int(pc) >= len(s.of) {
		s.of = append(s.of, 1)
	}
	s.of[pc] = x
}

// At is the share of an instruction.
func (s *Share) At(pc int32) float64 {
	if int(pc) >= len(s.of) {
		return 1
	}
	return s.of[pc]
}

// takes reports whether a line that an instruction of a block loads is among them.
func (s *Share) takes(pc int32, line uint64, block int32) bool {
	x := s.At(pc)
	if x == 1 {
		return true
	}
	if s.ByBlock {
		line += mixed(uint64(block))
	}
	return float64(mixed(line)>>32) < x*(1<<32)
}

// mixed is a number all of whose bits depend on all of x's: the end of SplitMix64 (Steele et al. 2014).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// some reports whether something that is not simulated fetches for this part of the chip at the
// same time.
func (s *Share) some() bool { return len(s.of) > 0 && !s.ByBlock }
