package warp

import (
	"encoding/binary"
	"slices"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// An automaton turns pieces of code into steps without going through their instructions. The steps of a piece depend on
// two things only: the state of the schedule before it (when each register is ready, which loads are in flight, what the
// current Run holds) and what its accesses ask for (outcome). A kernel has few of these states, and few transitions between
// them. So each transition is learned once, instruction by instruction, by an ordinary schedule. From then on it is a
// list of steps and the next state.
type automaton struct {
	states   map[string]*scheduleState
	first    *scheduleState
	key      []byte
	ages     []load // loads in flight, the oldest first
	learner  schedule
	learned  int64 // number of transitions learned
	followed int64 // number of transitions followed
}

// futile reports whether learning does not pay: transitions are rarely followed again, because the states of this kernel do not repeat.
func (a *automaton) futile() bool {
	return a.learned > mostStates && a.followed < patienceToLearn*a.learned
}

const patienceToLearn = 4

// A scheduleState is a schedule at some clock. Its clocks are relative to that clock and its loads are renumbered, so that
// schedules that continue in the same way have the same state.
type scheduleState struct {
	schedule
	next   map[uint64]*transition // by a hash of the piece and its outcomes
	latest *transition
}

// A transition is what a piece of code does to a schedule.
type transition struct {
	piece    piece
	outcomes []outcome
	steps    []*Step
	spent    spent
	to       *scheduleState
}

// A piece is code that is booked as a whole: the instructions from first up to end; or a barrier or the end of the program, whose
// end is negative.
type piece struct{ first, end int32 }

const (
	atBarrier = -1
	atEnd     = -2
)

// mostStates limits the states of a machine. A kernel whose warps take many different paths could have very many.
const mostStates = 1 << 12

// An outcome is what the duration of an instruction depends on besides the instruction itself: what its access asked for.
type outcome struct {
	again  int32 // clocks added by repeated bank passes
	n      int32 // number of transactions
	unit   int16 // Step.UnitClocks
	kind   StepKind
	cached memory.Cached
	sends  bool // an access with a step of its own
}

// step is the step of an access.
func (o *outcome) step() Step {
	return Step{Kind: o.kind, Cached: o.cached, N: o.n, UnitClocks: o.unit}
}

// follow books a piece of code that a warp has executed, given the outcomes of its accesses.
func (m *Machine) follow(w *warpState, p piece, outcomes []outcome) {
	a := &m.fast.automaton
	t := w.at.transition(p, outcomes)
	if t == nil {
		t = m.learn(w.at, p, outcomes)
	}
	a.followed++
	w.at.latest, w.at = t, t.to
	if w.recording.on {
		w.recording.follow(m, t)
	}
	s := &w.schedule
	s.spent.plus(&t.spent)
	if s.crossed != 0 && len(t.steps) > 0 {
		one := *t.steps[0]
		one.Iterations, s.crossed = s.crossed, 0
		s.steps = append(s.steps, a.learner.known.of(&one))
		s.steps = append(s.steps, t.steps[1:]...)
		return
	}
	s.steps = append(s.steps, t.steps...)
}

// transition finds the way from a state; nil if it is not known.
func (x *scheduleState) transition(p piece, outcomes []outcome) *transition {
	if t := x.latest; t != nil && t.is(p, outcomes) {
		return t
	}
	if t := x.next[hash(p, outcomes)]; t != nil && t.is(p, outcomes) {
		return t
	}
	return nil
}

func (t *transition) is(p piece, outcomes []outcome) bool {
	return t.piece == p && slices.Equal(t.outcomes, outcomes)
}

func hash(p piece, outcomes []outcome) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(p.first))<<32 | uint64(uint32(p.end))) * odd
	for i := range outcomes {
		o := &outcomes[i]
		h = (h>>29 ^ h ^ uint64(uint32(o.again))<<32 ^ uint64(uint32(o.n))<<8 ^ uint64(uint16(o.unit))<<16 ^ uint64(o.kind)) * odd
	}
	return h
}

// learn books a piece instruction by instruction, as runWarp does.
func (m *Machine) learn(from *scheduleState, p piece, outcomes []outcome) *transition {
	a := &m.fast.automaton
	a.learned++
	s := &a.learner
	s.load(from)
	s.steps, s.spent = s.steps[:0], spent{}
	switch p.end {
	case atEnd:
		s.finish()
	case atBarrier:
		in := &m.code[p.first]
		s.pc = p.first
		s.barrier(in.clocks, namedBarrier{})
	default:
		m.bookPiece(s, p, outcomes)
	}
	t := &transition{piece: p, outcomes: slices.Clone(outcomes), steps: slices.Clone(s.steps), spent: s.spent, to: a.stateOf(s)}
	from.next[hash(p, outcomes)] = t
	return t
}

// bookPiece books the instructions of a piece.
func (m *Machine) bookPiece(s *schedule, p piece, outcomes []outcome) {
	for pc := p.first; pc < p.end; pc++ {
		in := &m.code[pc]
		s.pc = pc
		s.await(in)
		if in.Kind != isa.Plain {
			s.issued(&in.clocks, 0, -1, 0)
			continue
		}
		var o outcome
		for range m.fast.outcomes[pc] {
			o.again += outcomes[0].again
			if outcomes[0].sends {
				o = outcomes[0]
			}
			outcomes = outcomes[1:]
		}
		if o.sends {
			s.access(o.step(), &in.clocks, o.again, in.ResultSlot, in.Results)
		} else {
			s.issued(&in.clocks, o.again, in.ResultSlot, in.Results)
		}
	}
	if len(outcomes) > 0 {
		panic("BUG: an access was booked twice")
	}
}

// load sets a schedule to a state.
func (s *schedule) load(from *scheduleState) {
	x := &from.schedule
	s.clock, s.start, s.port, s.busy, s.stalls, s.loads = 0, x.start, x.port, x.busy, x.stalls, x.loads
	copy(s.ready, x.ready)
	copy(s.makers, x.makers)
	copy(s.pending, x.pending)
	s.inFlight = append(s.inFlight[:0], x.inFlight...)
}

// stateOf is the state in which a schedule is.
func (a *automaton) stateOf(s *schedule) *scheduleState {
	// Loads that have been waited for are as if they had never been; the others are numbered by their age.
	for n := len(s.inFlight); n > 0 && s.inFlight[n-1] == noLoad; n-- {
		s.inFlight = s.inFlight[:n-1]
	}
	a.ages = a.ages[:0]
	for _, l := range s.inFlight {
		if l != noLoad {
			a.ages = append(a.ages, l)
		}
	}
	slices.Sort(a.ages)
	age := func(l load) int64 { // from 1, for the oldest
		rank, _ := slices.BinarySearch(a.ages, l)
		return int64(rank) + 1
	}
	key := binary.AppendVarint(a.key[:0], s.clock-s.start)
	for _, n := range []int32{s.port, s.stalls.first, s.stalls.wait, s.stalls.short, s.stalls.longest, s.stalls.at} {
		key = binary.AppendVarint(key, int64(n))
	}
	for _, n := range s.busy {
		key = binary.AppendVarint(key, int64(n))
	}
	key = binary.AppendVarint(key, int64(len(s.inFlight)))
	for _, l := range s.inFlight {
		rank := int64(0)
		if l != noLoad {
			rank = age(l)
		}
		key = binary.AppendVarint(key, rank)
	}
	for r := range s.ready {
		if late := s.ready[r] - s.clock; late > 0 {
			key = binary.AppendVarint(key, int64(r)<<2|1)
			key = binary.AppendVarint(key, late<<11|s.makers[r].code())
		}
		if l := s.pending[r]; l != noLoad && s.waitedFor(l) {
			key = binary.AppendVarint(key, int64(r)<<2|2)
			key = binary.AppendVarint(key, int64(l.tag()))
		}
	}
	a.key = key
	if x := a.states[string(key)]; x != nil {
		return x
	}
	x := &scheduleState{next: map[uint64]*transition{}}
	x.start, x.port, x.busy, x.stalls = s.start-s.clock, s.port, s.busy, s.stalls
	x.ready, x.makers, x.pending = make([]int64, len(s.ready)), make([]maker, len(s.ready)), make([]load, len(s.ready))
	for _, l := range s.inFlight {
		if l != noLoad {
			l = load(age(l))*mostLoads + load(l.tag())
			x.loads = max(x.loads, l/mostLoads*mostLoads)
		}
		x.inFlight = append(x.inFlight, l)
	}
	for r := range s.ready {
		if late := s.ready[r] - s.clock; late > 0 {
			x.ready[r], x.makers[r] = late, s.makers[r]
		}
		if l := s.pending[r]; l != noLoad && s.waitedFor(l) {
			x.pending[r] = x.inFlight[l.tag()]
		}
	}
	if len(a.states) == mostStates {
		clear(a.states)
	}
	a.states[string(key)] = x
	return x
}

// waitedFor reports whether a load is still in flight.
func (s *schedule) waitedFor(l load) bool {
	return int(l.tag()) < len(s.inFlight) && s.inFlight[l.tag()] == l
}

func (s *spent) plus(x *spent) {
	s.port += x.port
	for p, clocks := range x.busy {
		s.busy[p] += clocks
	}
}
