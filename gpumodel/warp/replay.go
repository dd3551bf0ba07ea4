package warp

import (
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// Iterations of an even loop (flow/even.go) leave traces that differ in the addresses of their transactions alone. So a warp
// executes two of them, which tell by how much each address grows, and replays the others: it appends the steps of an
// iteration that was executed before, and its transactions further on. What the banks, lines and segments do for an access
// depends on where its first lane is within vector.Period; so an iteration is replayed if another one began in the same state
// of the schedule with all accesses at the same places there. If there was none, it is executed and kept.
//
// Only samples whose instructions nobody counts are replayed. Registers keep what they held when the last iteration
// was executed; loopState.lag says how many iterations they are behind.

// A manner is how the accesses of an iteration lie to each other in all lanes, which many warps have in common.
type manner struct {
	accesses []manneredAccess
	rounds   map[uint64]*round // by a hash of their places
	latest   *round
	kept     int // iterations
	replayed int
}

// A manneredAccess is an access of device memory.
type manneredAccess struct {
	access    *access
	active    uint32
	of        vector.Word // distances of the lanes from the first one
	low, high int64
}

// A round is an iteration that was executed.
type round struct {
	from, to *scheduleState
	places   []uint8 // of its accesses within vector.Period
	parts    []roundPart
}

// A roundPart is what a warp does up to a barrier, or to the end of the iteration.
type roundPart struct {
	steps            []*Step
	first            *Step // steps[0], if an iteration ends there
	transactions     []memory.Transaction
	of               []int32 // their accesses, from whose first lanes addresses count
	spent            spent
	executed         int64  // instructions
	transactionCount int64  // transactions
	barrier          *instr // behind it; nil at the end
}

// mostRounds limits the iterations of a manner that are kept, and mostManners the manners of a loop.
const (
	mostRounds  = 1 << 10
	mostManners = 64
)

// A recording notes an iteration while it is executed.
type recording struct {
	on       bool
	whole    bool // with its steps, to be kept; else only where its accesses are
	state    *loopState
	trips    int // of it, when the recording began
	from     *scheduleState
	accesses []recordedAccess
	parts    []roundPart
}

type recordedAccess struct {
	pattern *lanePattern
	taught  int
	base    uint64
}

// A replaying is what a loopState knows of the addresses of its loop's iterations.
type replaying struct {
	manner *manner // nil until it is known
	trips  int     // after which the accesses began at
	bases  []uint64
	by     []uint64         // by how much they grow in an iteration
	last   []recordedAccess // of the iteration before, if one was seen
	seen   bool
	next   []uint64 // bases of the iteration that is replayed
	round  *round   // that is replayed; nil if none is
	part   int      // of it that comes next
	lag    int      // iterations that the registers are behind
	failed int      // times that two iterations could not be compared
}

// mostFailed is after how many failures no further iteration of a stay is recorded.
const mostFailed = 4

// reset forgets an earlier stay.
func (r *replaying) reset() {
	*r = replaying{bases: r.bases[:0], by: r.by[:0], last: r.last[:0], next: r.next[:0]}
}

// replays begins to replay an iteration of the loop that counts progress, or to record the one that is executed now. A warp is at
// the head of a loop.
func (m *Machine) replays(w *warpState, l *loop) bool {
	if o := &m.block.options; !l.Even || !o.Uncounted || !o.ByIteration {
		return false
	}
	v := &w.loopStates[l.index]
	r, together := &v.replaying, w.stack.together()
	useful := r.failed <= mostFailed && m.filter == nil && !r.manner.futile()
	if useful && together && w.progress == v && v.left > 0 && r.manner != nil && m.findRound(w, v) {
		return true
	}
	m.catchUp(w, v)
	if x := &w.recording; useful && together && (v.left > 0 || !v.known) {
		*x = recording{on: true, whole: r.manner != nil, state: v, trips: v.trips, from: w.at, accesses: x.accesses[:0],
			parts: append(x.parts[:0], roundPart{})}
	}
	return false
}

// catchUp brings the registers to the present iteration.
func (m *Machine) catchUp(w *warpState, v *loopState) {
	if v.replaying.lag == 0 {
		return
	}
	for i, c := range v.loop.Carried {
		w.advance(c, &v.change[i], uint64(v.replaying.lag), v.lanes)
	}
	v.replaying.lag = 0
}

// findRound looks for an iteration that was like the next one, all of whose accesses have to lie in arrays.
func (m *Machine) findRound(w *warpState, v *loopState) bool {
	r := &v.replaying
	x := r.manner
	r.next = r.next[:0]
	n, key := uint64(v.trips-r.trips), uint64(0)
	for i := range x.accesses {
		a := &x.accesses[i]
		base := (r.bases[i] + n*r.by[i]) & a.access.touch.Far
		if a.active != 0 && !m.traceable(a.access, base+uint64(a.low), base+uint64(a.high)) {
			return false
		}
		r.next = append(r.next, base)
		key = key*placeFactor + base%vector.Period
	}
	one := x.latest
	if one == nil || !one.is(w.at, r.next) {
		if one = x.rounds[key]; one == nil || !one.is(w.at, r.next) {
			return false
		}
		x.latest = one
	}
	x.replayed++
	r.round, r.part = one, 0
	return true
}

// is reports whether a round began in a state of the schedule with its accesses at the same places.
func (x *round) is(from *scheduleState, bases []uint64) bool {
	if x.from != from {
		return false
	}
	for i, base := range bases {
		if uint8(base%vector.Period) != x.places[i] {
			return false
		}
	}
	return true
}

// replay appends a part of an iteration to a warp's trace. stop is true at a barrier.
func (m *Machine) replay(w *warpState) (stop bool, err error) {
	v, p := w.progress, w.stack.top()
	r := &v.replaying
	x := &r.round.parts[r.part]
	if m.steps/pollEvery != (m.steps+x.executed)/pollEvery {
		m.flushCurrent()
		if err := m.pause(w, p); err != nil {
			return true, err
		}
	}
	m.spin.refute()
	m.steps += x.executed
	m.beside += x.transactionCount
	s := &w.schedule
	s.spent.plus(&x.spent)
	from := len(s.steps)
	if s.steps = append(s.steps, x.steps...); s.crossed != 0 && len(x.steps) > 0 {
		if s.steps[from] = x.first; s.crossed != 1 {
			one := *x.first
			one.Iterations = s.crossed
			s.steps[from] = m.known.of(&one)
		}
		s.crossed = 0
	}
	from = len(w.transactions)
	w.transactions = append(w.transactions, x.transactions...)
	for i, transaction := range w.transactions[from:] {
		w.transactions[from+i].Addr = transaction.Addr + r.next[x.of[i]]
	}
	if r.part++; x.barrier != nil {
		p.pc = x.barrier.PC
		return m.barrier(w, x.barrier)
	}
	p.pc, w.again, w.at = v.loop.Head, v.loop, r.round.to
	r.round = nil
	r.lag++
	return false, nil
}

// executed notes instructions.
func (x *recording) executed(n int64) { x.parts[len(x.parts)-1].executed += n }

// access notes an access of device memory, whose first lane has the address base.
func (x *recording) access(p *lanePattern, base uint64) {
	x.accesses = append(x.accesses, recordedAccess{p, p.taught, base})
	if !x.whole {
		return
	}
	part, number := &x.parts[len(x.parts)-1], int32(len(x.accesses)-1)
	for _, t := range p.transactions {
		t.Addr -= p.Base
		part.transactions = append(part.transactions, t)
		part.of = append(part.of, number)
	}
	part.transactionCount += p.transactionCount
}

// follow notes the steps of a piece of code.
func (x *recording) follow(m *Machine, t *transition) {
	if !x.whole {
		return
	}
	part := &x.parts[len(x.parts)-1]
	part.steps = append(part.steps, t.steps...)
	part.spent.plus(&t.spent)
	if t.piece.end == atBarrier {
		part.barrier = &m.code[t.piece.first]
		x.parts = append(x.parts, roundPart{})
	}
}

// short reports whether no piece of the trace ends within the iteration, but at a barrier.
func (x *recording) short() bool {
	steps, transactions := 0, 0
	for i := range x.parts {
		steps += len(x.parts[i].steps)
		transactions += len(x.parts[i].transactions)
	}
	return steps < aheadSteps && transactions < aheadTransactions
}

// recorded ends the recording of an iteration, when the warp is at the loop's head again.
func (m *Machine) recorded(w *warpState, v *loopState) {
	x, r := &w.recording, &v.replaying
	x.on = false
	if x.state != v || v.trips != x.trips+1 || !w.stack.together() {
		return
	}
	if r.manner == nil {
		follows := r.seen && r.trips+1 == x.trips && len(r.last) == len(x.accesses)
		if follows && !m.learnManner(v, x) {
			r.failed++
		}
		if r.manner == nil {
			r.seen, r.trips, r.last = true, x.trips, append(r.last[:0], x.accesses...)
		}
		return
	}
	if !x.short() {
		r.failed = mostFailed + 1
		return
	}
	n := uint64(x.trips - r.trips)
	for i, a := range x.accesses {
		if i >= len(r.bases) || a.base != (r.bases[i]+n*r.by[i])&a.pattern.access.touch.Far {
			panic("BUG: an address of an even loop does not grow evenly")
		}
	}
	r.manner.keep(m, x, w.at)
}

// learnManner compares an iteration with the one before it. It reports whether their accesses lie in the same manner.
func (m *Machine) learnManner(v *loopState, x *recording) bool {
	r := &v.replaying
	r.bases, r.by = r.bases[:0], r.by[:0]
	for i, now := range x.accesses {
		before := &r.last[i]
		p, q := before.pattern, now.pattern
		if p.access != q.access || p.taught != before.taught || q.taught != now.taught || p.Active != q.Active || p.Of != q.Of {
			return false
		}
		r.bases = append(r.bases, now.base)
		r.by = append(r.by, now.base-before.base)
	}
	if r.manner = v.loop.manner(x); r.manner == nil {
		return false
	}
	r.trips = x.trips
	return true
}

// manner is that of a recording's accesses; nil if there are too many.
func (l *loop) manner(x *recording) *manner {
	for _, one := range l.manners {
		if slices.EqualFunc(one.accesses, x.accesses, func(a manneredAccess, b recordedAccess) bool {
			return a.access == b.pattern.access && a.active == b.pattern.Active && a.of == b.pattern.Of
		}) {
			return one
		}
	}
	if len(l.manners) == mostManners {
		return nil
	}
	one := &manner{rounds: map[uint64]*round{}}
	for _, a := range x.accesses {
		p := a.pattern
		one.accesses = append(one.accesses, manneredAccess{p.access, p.Active, p.Of, p.Low, p.High})
	}
	l.manners = append(l.manners, one)
	return one
}

// keep keeps an iteration that was recorded, up to a state of the schedule.
func (x *manner) keep(m *Machine, r *recording, to *scheduleState) {
	one, key := &round{from: r.from, to: to}, uint64(0)
	for _, a := range r.accesses {
		one.places = append(one.places, uint8(a.base%vector.Period))
		key = key*placeFactor + a.base%vector.Period
	}
	for i := range r.parts {
		p := r.parts[i]
		p.steps, p.transactions, p.of = slices.Clone(p.steps), slices.Clone(p.transactions), slices.Clone(p.of)
		if len(p.steps) > 0 {
			first := *p.steps[0]
			first.Iterations = 1
			p.first = m.known.of(&first)
		}
		one.parts = append(one.parts, p)
	}
	if x.kept++; len(x.rounds) == mostRounds {
		clear(x.rounds)
	}
	x.rounds[key] = one
}

// placeFactor is that of the hash of places.
const placeFactor = 0x9e3779b97f4a7c15

// futile reports whether to keep iterations does not pay, since they rarely come again.
func (x *manner) futile() bool {
	return x != nil && x.kept > mostRounds && x.replayed < patienceToLearn*x.kept
}
