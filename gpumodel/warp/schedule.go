package warp

// A schedule turns the instructions of one warp into steps. It issues them in
// order, each as soon as its operands are there, as if the warp were alone; the
// engine adds what the other warps take away.
type schedule struct {
	steps   []Step
	clock   int64   // when the next instruction could issue
	start   int64   // of the current Run
	issue   int32   // clocks of the issue port in the current Run
	ready   []int64 // when a register can be read
	pending []int32 // the load that fills a register, plus 1; 0 is none
	loads   int32
	waited  []bool // loads that have been waited for
}

func (s *schedule) reset(steps []Step, registers int) {
	if len(s.ready) < registers {
		s.ready, s.pending = make([]int64, registers), make([]int32, registers)
	}
	clear(s.ready)
	clear(s.pending)
	*s = schedule{steps: steps[:0], ready: s.ready, pending: s.pending, waited: s.waited[:0]}
}

// use makes the next instruction wait for a register.
func (s *schedule) use(register int) {
	if tag := s.pending[register]; tag != 0 {
		s.wait(tag - 1)
		s.pending[register] = 0
	}
	s.clock = max(s.clock, s.ready[register])
}

// wait stops the warp until a load is back.
func (s *schedule) wait(tag int32) {
	if s.waited[tag] {
		return
	}
	s.flush()
	s.steps = append(s.steps, Step{Kind: Wait, Tag: tag})
	s.waited[tag] = true
}

// issued books an instruction whose result is in n registers from register on
// after latency clocks; register is negative if it has none.
func (s *schedule) issued(issue, latency int32, register, n int) {
	for r := register; r < register+n && register >= 0; r++ {
		s.ready[r] = s.clock + int64(latency)
		s.pending[r] = 0
	}
	s.clock += int64(issue)
	s.issue += issue
}

// flush ends the current Run.
func (s *schedule) flush() {
	if s.issue > 0 || s.clock > s.start {
		s.steps = append(s.steps, Step{Kind: Run, Issue: s.issue, Latency: int32(s.clock - s.start)})
	}
	s.start, s.issue = s.clock, 0
}

// access books a memory instruction; a load returns into registers first to
// first+n-1.
func (s *schedule) access(kind StepKind, issue int32, first, n int32, register, registers int) {
	s.flush()
	step := Step{Kind: kind, Issue: issue, First: first, N: n}
	if kind == Load {
		step.Tag = s.loads
		s.loads++
		s.waited = append(s.waited, false)
		for r := register; r < register+registers && register >= 0; r++ {
			s.pending[r] = step.Tag + 1
		}
	}
	s.steps = append(s.steps, step)
	s.clock += int64(issue)
	s.start = s.clock
}

// barrier books __syncthreads().
func (s *schedule) barrier(issue int32) {
	s.issued(issue, 0, -1, 0)
	s.flush()
	s.steps = append(s.steps, Step{Kind: Barrier})
}

// finish ends the warp once all its loads are back.
func (s *schedule) finish() {
	for tag := range s.loads {
		s.wait(tag)
	}
	s.flush()
}
