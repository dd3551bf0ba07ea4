package engine

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// stalls add up how long warps are in their states, by the instruction of the program
// at which they are.
type stalls struct{ times []memory.Time }

// spend books time in a state.
func (l *stalls) spend(pc int32, s State, t memory.Time) {
	if t <= 0 {
		return
	}
	i := int(pc)*int(States) + int(s)
	if i >= len(l.times) {
		l.times = append(l.times, make([]memory.Time, i+1-len(l.times))...)
	}
	l.times[i] += t
}

// issuing is a warp's way to the issue of a step: it may wait for the port of its
// scheduler, and then for units.
type issuing struct {
	since, port, start memory.Time
	units              State   // the throttle, if it waits for units
	behind             backlog // while it waits for the port
}

// A backlog is the time that a scheduler's port will spend waiting for units. Warps issue in
// order: one that waits for units holds up those behind it, and they wait for these units too.
type backlog struct {
	at    memory.Time
	units [throttles]float64 // the time in which the port waits for units
}

// firstThrottle and the states behind it are those of warps that wait for units.
const (
	firstThrottle = StalledPipeThrottle
	throttles     = StalledLGThrottle - StalledPipeThrottle + 1
)

// until leaves the part of a backlog that remains at a time now, if the port is free at another
// time. Each unit's share shrinks by the same factor.
func (b *backlog) until(now, port memory.Time) {
	part := 0.0
	if port > now {
		part = float64(port-now) / float64(port-b.at)
	}
	for i := range b.units {
		b.units[i] *= part
	}
	b.at = now
}

// waited books the way to a step's issue, as far as it took place before a time, and
// returns what is left of the time.
func (l *stalls) waited(pc int32, i *issuing, until memory.Time) memory.Time {
	port := min(i.port, until) - i.since
	if port > 0 {
		part := float64(port) / float64(i.port-i.since)
		for n, t := range i.behind.units {
			held := memory.Time(t * part)
			l.spend(pc, firstThrottle+State(n), held)
			port -= held
		}
	}
	l.spend(pc, StalledNotSelected, port)
	l.spend(pc, i.units, min(i.start, until)-i.port)
	return until - min(i.start, until)
}

// ran books a Run, or an access that nothing is sent for: the warp issues, waits for
// results, and otherwise for its instructions to pass through the units.
func (e *Engine) ran(i *issuing, s *warp.Step) {
	e.stalls.waited(s.PC, i, i.start)
	left := s.Latency
	left = e.takes(s.PC, Selected, s.Port, left)
	left = e.takes(s.StallPC, StalledShortScoreboard, s.ShortClocks, left)
	left = e.takes(s.StallPC, StalledWait, s.WaitClocks, left)
	e.takes(s.PC, i.units, left, left)
}

// takes books clocks of a step in a state, of those that are left, and returns what remains.
func (e *Engine) takes(pc int32, s State, clocks, left int32) int32 {
	if clocks = min(clocks, left); clocks > 0 {
		e.stalls.spend(pc, s, e.Clock.Clocks(int(clocks)))
	}
	return left - clocks
}

// sent books an access whose last transaction is in the port at a time.
func (e *Engine) sent(w *Warp, s *warp.Step, at memory.Time) {
	left := e.stalls.waited(s.PC, &w.issuing, at)
	issue := min(left, e.Clock.Clocks(int(s.Port)))
	e.stalls.spend(s.PC, Selected, issue)
	e.stalls.spend(s.PC, StalledLGThrottle, left-issue)
}

// resumes books the time since a warp began to wait at its current step.
func (e *Engine) resumes(w *Warp, s State, at memory.Time) {
	e.stalls.spend(w.trace.Steps[w.pc-1].PC, s, at-w.issuing.since)
}

// seconds is the times in seconds.
func (l *stalls) seconds() StateTimes {
	all := make(StateTimes, len(l.times))
	for i, t := range l.times {
		all[i] = Seconds(t)
	}
	return all
}

// plus adds x times b.
func (a StateTimes) plus(b StateTimes, x float64) StateTimes {
	if len(b) == 0 {
		return a
	}
	all := make(StateTimes, max(len(a), len(b)))
	copy(all, a)
	for i, v := range b {
		all[i] += x * v
	}
	return all
}

// StateTimes are how long the warps of a launch are in each state, in seconds, by the
// instruction of the program at which they are.
type StateTimes []float64

// At is the time in the states at one instruction.
func (a StateTimes) At(pc int) (t [States]float64) {
	if i := pc * int(States); i < len(a) {
		copy(t[:], a[i:])
	}
	return t
}

// Total is the time in the states at all instructions.
func (a StateTimes) Total() (t [States]float64) {
	for i, x := range a {
		t[i%int(States)] += x
	}
	return t
}
