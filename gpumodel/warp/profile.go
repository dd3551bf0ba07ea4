package warp

import "errors"

// A Profile is what a block does, all warps together.
type Profile struct {
	Steps, Transactions float64
	Tries               float64 // rounds of the atomics on shared memory that are loops, of warps that are alone
	Instructions        float64 // of warps, that were executed
	Work                float64 // of all instructions and transactions of the block, as Machine.Work counts it
	Stored              float64 // sectors of global memory
	Skipped             bool    // some iterations of a loop were not executed
	Rhythm              Rhythm  // of the launch
	Cut                 bool    // the block was not executed to its end
	// Iterations are those of long loops that were counted one by one, at equal
	// distances, of all warps together.
	Iterations []Iteration
}

// An Iteration is what iterations of a loop at the same place do together: whole periods of a loop whose
// iterations differ in turn.
type Iteration struct {
	Warps, Clocks, Transactions float64
	ByPartition                 []float64 // bytes
}

// Add adds another iteration at the same place.
func (x *Iteration) Add(y *Iteration) {
	x.Warps += y.Warps
	x.Clocks += y.Clocks
	x.Transactions += y.Transactions
	if x.ByPartition == nil {
		x.ByPartition = make([]float64, len(y.ByPartition))
	}
	for i, bytes := range y.ByPartition {
		x.ByPartition[i] += bytes
	}
}

// iteration is what the counts of one say.
func iteration(s *Stats) *Iteration {
	x := &Iteration{Warps: 1, Clocks: float64(s.PortClocks), Transactions: float64(s.transactions())}
	for i, bytes := range s.Loads.ByPartition {
		x.ByPartition = append(x.ByPartition, float64(bytes+s.Stores.ByPartition[i]))
	}
	return x
}

// Profile executes block number n with its long loops shortened: of each it
// executes some iterations, whole periods of them, and counts the others like those beside them. Of a block that
// takes more than a part of what is left of Launch.MostProfiled the rest is estimated; see estimate.
func (m *Machine) Profile(n int) (Profile, error) {
	p := Profile{}
	var err error
	if p.Rhythm, err = m.Rhythm(n); err != nil {
		return p, err
	}
	m.accessed()
	s := &m.Stats
	steps, transactions, stored := s.Steps, s.transactions(), s.Stores.BusBytes
	before, work, executed, tries := m.steps, m.Work(), s.executed(), s.SharedAtomics.Tries
	m.limitProfile()
	b, err := m.start(n, Options{profile: &p})
	for err == nil && b.state != nil {
		err = m.on(b)
	}
	p.Instructions = float64(m.steps - before)
	m.profiling.work += m.Work() - work
	switch {
	case errors.Is(err, ErrEnough):
		p.Cut = true
		err = m.estimate(b, steps, err)
	}
	m.limit = limit{}
	if err == nil {
		m.profiling.steps = max(1, s.Steps-steps)
		m.Release(b)
	}
	p.Stored = float64(s.Stores.BusBytes-stored) / sectorBytes
	p.Steps, p.Transactions = float64(s.Steps-steps), float64(s.transactions()-transactions)
	p.Tries = float64(s.SharedAtomics.Tries - tries)
	p.Work = float64(s.executed()-executed) + p.Transactions
	return p, err
}

// Recount forgets what has been counted in m.Stats, and the parts of it.
func (m *Machine) Recount() {
	m.flushAll()
	m.Stats.reset()
	m.Parts = nil
}

// EndPart ends one of several parts of a survey, which are about equal: how much these differ says how well
// all of them are known.
func (m *Machine) EndPart() {
	m.flushAll()
	part := m.newStats()
	part.Add(&m.Stats, 1, 1)
	for i := range m.Parts {
		part.Add(&m.Parts[i], -1, 1)
	}
	m.Parts = append(m.Parts, part)
}

// profiled is how many iterations of a loop a profile counts one by one, about.
const profiled = 8

// sampling is how far the profile of the loop that counts a warp's progress has come.
type sampling struct {
	on         bool  // the current iteration is counted in this
	number     int   // of the period among those that are counted
	ended      int   // iterations of the period
	stride     int   // iterations from the begin of one period to that of the next
	skipped    int   // iterations between last and this
	last, this Stats // one period each
}

// statsOf is where a warp is counted.
func (m *Machine) statsOf(w *warpState) *Stats {
	if w.sampling.on {
		return &w.sampling.this
	}
	return m.total
}

// sample ends an iteration of a profile and, after a whole period of them, begins another one. What is
// skipped between periods is half like the one, half like the other:
//
//	a period counted | stride-period skipped | the next one counted | …
//
// so the counts of a loop are the area under a line through the counted periods.
func (m *Machine) sample(w *warpState, v *loopState) {
	m.flushCurrent()
	s, period := &w.sampling, m.block.options.profile.Rhythm.Period
	if m.beside += sampleWork; s.on {
		if s.ended++; s.ended < period && v.left > 0 {
			return
		}
		m.endSample(w)
		for len(m.block.options.profile.Iterations) <= s.number {
			m.block.options.profile.Iterations = append(m.block.options.profile.Iterations, Iteration{})
		}
		m.block.options.profile.Iterations[s.number].Add(iteration(&s.this))
		s.number++
		if s.skipped > 0 {
			s.last.Add(&s.this, 1, 1)
			m.total.Add(&s.last, int64(s.skipped), int64(2*period))
			m.block.options.profile.Skipped = true
		}
		s.last, s.this = s.this, s.last
		w.toSkip = max(0, min(s.stride, v.left)-period)
		w.toSkip -= w.toSkip % period // so that what is counted once in a period is not lost to rounding
	} else {
		s.number, s.stride = 0, max(1, v.left/profiled)
		if s.this.Executed == nil {
			s.this, s.last = m.newStats(), m.newStats()
		}
	}
	s.skipped, s.ended = w.toSkip, 0
	w.skip(v)
	s.this.reset()
	m.countSteps(w)
	s.on = v.left > 0
	m.countIn(m.statsOf(w))
}

// endSample adds the iteration that is being counted to the others.
func (m *Machine) endSample(w *warpState) {
	if s := &w.sampling; s.on {
		m.flushCurrent()
		m.countSteps(w)
		m.total.Add(&s.this, 1, 1)
		s.on = false
		m.countIn(m.total)
	}
}

// countSteps adds what a warp has done since the last time. It is called before the place to count
// in changes, and when a piece is handed out.
func (m *Machine) countSteps(w *warpState) {
	s, x := m.statsOf(w), &w.schedule
	s.Steps += int64(len(x.steps) - w.counted)
	w.counted = len(x.steps)
	s.PortClocks += x.spent.port
	for p, clocks := range x.spent.busy {
		s.PipeClocks[p] += clocks
	}
	x.spent = spent{}
}
