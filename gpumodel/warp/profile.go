package warp

// A Profile is what a block does, all warps together.
type Profile struct {
	Steps, Transactions float64
	Instructions        float64 // of warps, that were executed
	Stored              float64 // sectors of global memory
	Skipped             bool    // some iterations of a loop were not executed
	// Iterations are those of long loops that were counted one by one, at equal
	// distances, of all warps together.
	Iterations []Iteration
}

// An Iteration is what iterations of a loop at the same place do together.
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
// executes some iterations and counts the others like those beside them.
func (m *Machine) Profile(n int) (Profile, error) {
	p := Profile{}
	s := &m.Stats
	steps, sent, stored := s.Steps, s.transactions(), s.Stores.BusBytes
	before := m.steps
	err := m.execute(n, Options{profile: &p})
	p.Stored = float64(s.Stores.BusBytes-stored) / sectorBytes
	p.Instructions = float64(m.steps - before)
	p.Steps, p.Transactions = float64(s.Steps-steps), float64(s.transactions()-sent)
	return p, err
}

// Recount forgets what has been counted in m.Stats.
func (m *Machine) Recount() { m.Stats.reset() }

// profiled is how many iterations of a loop a profile counts one by one, about.
const profiled = 8

// sampling is how far the profile of a warp's leading loop has come.
type sampling struct {
	on         bool  // the current iteration is counted in this
	number     int   // of the iteration among those that are counted
	stride     int   // iterations from the begin of one to that of the next
	skipped    int   // iterations between last and this
	last, this Stats // one iteration each
}

// statsOf is where a warp is counted.
func (m *Machine) statsOf(w *warpState) *Stats {
	if w.sampling.on {
		return &w.sampling.this
	}
	return m.total
}

// sample ends an iteration of a profile and begins another one. What is skipped between them is
// half like the one, half like the other:
//
//	this iteration counted | stride-1 skipped | the next one counted | …
//
// so the counts of a loop are the area under a line through the counted iterations.
func (m *Machine) sample(w *warpState, v *visit) {
	s := &w.sampling
	if s.on {
		m.endSample(w)
		for len(m.block.options.profile.Iterations) <= s.number {
			m.block.options.profile.Iterations = append(m.block.options.profile.Iterations, Iteration{})
		}
		m.block.options.profile.Iterations[s.number].Add(iteration(&s.this))
		s.number++
		if s.skipped > 0 {
			s.last.Add(&s.this, 1, 1)
			m.total.Add(&s.last, int64(s.skipped), 2)
			m.block.options.profile.Skipped = true
		}
		s.last, s.this = s.this, s.last
		w.toSkip = max(0, min(s.stride, v.left)-1)
	} else {
		s.number, s.stride = 0, max(1, v.left/profiled)
		if s.this.Executed == nil {
			s.this, s.last = m.newStats(), m.newStats()
		}
	}
	s.skipped = w.toSkip
	w.skip(v)
	s.this.reset()
	m.countSteps(w)
	s.on = v.left > 0
	m.stats = m.statsOf(w)
}

// endSample adds the iteration that is being counted to the others.
func (m *Machine) endSample(w *warpState) {
	if s := &w.sampling; s.on {
		m.countSteps(w)
		m.total.Add(&s.this, 1, 1)
		s.on = false
		m.stats = m.total
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
