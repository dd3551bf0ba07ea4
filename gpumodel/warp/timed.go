package warp

// A program may ask when something happens: how long a part of it takes, or when its blocks begin. What it reads is the clock of the
// engine. A piece of a trace ends before each such read, so that the engine has replayed all steps before it, against those of the
// other warps. Then whoever continues the block says what the clock is (Block.Clock). A block that begins has it from Options.
//
// A block that the engine does not replay has the clock of waited.go. It begins as long after the last block that was replayed as
// blocks follow one another. So does one that is executed for its time alone.

// Timed reports whether the program asks when something happens, so that the clock of its warps is the engine's. One that only waits
// until the clock has gone on is none.
func (m *Machine) Timed() bool { return m.timed }

// sets sets the clock of a warp. It does not go back behind what the program has read.
func (s *schedule) sets(clock int64) { s.waited.clocks = max(clock, s.waited.told) - s.clock }

// tell is the clock for the program.
func (s *schedule) tell() int64 {
	now := s.now()
	if s.waited != nil {
		s.waited.told = now
	}
	return now
}

// places say when blocks begin that nobody replays.
type places struct {
	latest int64   // clock at which the latest block that was replayed has begun
	after  int     // its number
	each   float64 // clocks from one block to the next
}

// begins is the clock at which a block begins.
func (m *Machine) begins(n int, o *Options) int64 {
	p := &m.places
	if o.Clock > 0 {
		p.latest, p.after = o.Clock, n
		return o.Clock
	}
	return p.latest + int64(p.each*float64(max(0, n-p.after)))
}

// Follow says in how many clocks blocks follow one another that are executed for their results alone.
func (m *Machine) Follow(each float64) { m.places.each = each }
