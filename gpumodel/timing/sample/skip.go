package sample

import (
	"cmp"
	"math"
	"slices"

	"warpbook.dev/gpumodel/timing/engine"
)

// A skipper shortens the loops of one wave. When all warps are in a loop with many
// iterations to come, it measures what an iteration takes where the loop begins, in
// the middle and near its end, and lets the warps skip what lies between, all by
// the same number of iterations: in the machine nothing changes but the addresses.
// Where the measured times differ it goes back and measures between them. From 7.0 on it does so if the iterations
// do different work. If they are alike their times differ because warps have got apart, which goes on with what
// is simulated and not with what is skipped: more stretches would say little more of it. What was
// skipped is added to the credit.
//
// Progress is counted in iterations of all warps together: from the moment at
// which a number of them have ended to that at which each warp, on average, has
// ended some more, is exactly these iterations' time, however the warps share it.
type skipper struct {
	e       *engine.Engine
	warps   int64 // that take part
	start   int64 // iterations of all warps when the loop began
	skipped int   // iterations of each warp
	length  int   // of the loop
	period  int   // iterations after which their work repeats
	window  int   // iterations over which times are compared: whole periods
	heavy   bool  // one period has events enough
	events  int64
	share   float64        // of the launch's time that depends on this run
	limit   int            // stretches that the loop has at most
	marks   []engine.Tally // ends of windows
	first   engine.Tally   // what a step of the first loop took, on average
	from    float64        // where the current stretch began
	parts   []stretch
}

// A stretch is a part of the loop that was simulated.
type stretch struct {
	from, to float64
	each     engine.Tally // what an iteration of it is
	doubt    float64      // how far the time of an iteration of the gap behind it may be off
}

const (
	windowEvents     = 25_000 // that a window has at least
	mostWindow       = 64     // iterations
	agreement        = 0.02   // by how much the times of two windows may differ
	windowsOfStretch = 6      // at most
	lastIterations   = 3      // of a loop, that are simulated
	heavyWindows     = 3      // of a stretch, if a period is one
	heavyPeriod      = 50_000 // events of one that makes a window by itself
	tolerance        = 0.01   // by how much the time of a loop may be off
	mostStretches    = 24     // of a loop whose iterations differ
	fewStretches     = 3      // of one whose iterations are alike: where it begins, its middle and its end
	smallShare       = 0.2    // of the launch's time, for which a loop's middle is not looked at
)

// shorten begins to skip iterations of the engine's blocks. What share of the launch's
// time depends on them says how exactly they have to be measured; period is that of their loops, and they
// have so many stretches at most.
func shorten(e *engine.Engine, share float64, period, stretches int) *skipper {
	s := &skipper{e: e, share: share, period: period, limit: stretches}
	s.after(1, s.watch)
	return s
}

// after calls do when each warp has, on average, ended n more iterations.
func (s *skipper) after(n int, do func()) { s.halves(2*n, do) }

// halves calls do after so many halves of an iteration.
func (s *skipper) halves(n int, do func()) {
	s.e.AtIteration(s.e.Iterations()+int64(n)*max(1, s.e.Running())/2, do)
}

// most is how many windows a stretch has at most.
func (s *skipper) most() int {
	if s.heavy {
		return heavyWindows
	}
	return windowsOfStretch
}

// reserve is the length of a stretch that takes all its windows, and of the ways
// into it and out of it.
func (s *skipper) reserve() int {
	return (s.most()+1)*s.window + 4
}

// at is the warps' mean position in the loop, in whole iterations where these are light.
func (s *skipper) at() float64 {
	at := float64(s.e.Iterations()-s.start) / float64(s.warps)
	if !s.heavy {
		at = math.Floor(at)
	}
	return at + float64(s.skipped)
}

// isHeavy reports whether a period has events enough for a window. It never does where SMs
// are in each other's way at the partitions: how they get out of it takes longer.
func (s *skipper) isHeavy() bool {
	return s.e.Device.Sectored() && s.e.Events()*s.e.Running()*int64(s.period) >= heavyPeriod*s.e.Iterations()
}

// watch waits for a loop that is worth it.
func (s *skipper) watch() {
	s.window, s.heavy = s.period, s.isHeavy()
	left, ok := s.e.Left()
	if !ok || left < 4*s.reserve() {
		s.after(1, s.watch)
		return
	}
	s.warps, s.start, s.skipped, s.length = s.e.Running(), s.e.Iterations(), 0, left
	s.parts, s.from, s.events = nil, 0, s.e.Events()
	if s.heavy {
		s.after(1, s.warmUp)
		return
	}
	s.after(2, s.size)
}

// size chooses the window.
func (s *skipper) size() {
	s.window = s.periods(min(window(s.e.Events()-s.events, 2), max(1, s.length/60)))
	s.warmUp()
}

// periods is so many iterations, or a few more that make whole periods.
func (s *skipper) periods(iterations int) int {
	return (iterations + s.period - 1) / s.period * s.period
}

// window is how many iterations make a window, if some had so many events.
func window(events, iterations int64) int {
	return int(max(1, min(windowEvents*iterations/max(1, events), mostWindow)))
}

// warmUp leaves out a window, or half a heavy iteration.
func (s *skipper) warmUp() {
	s.marks = s.marks[:0]
	if s.heavy {
		s.halves(1, s.measure)
		return
	}
	s.after(s.window, s.measure)
}

// measure compares windows until two agree.
func (s *skipper) measure() {
	s.marks = append(s.marks, s.e.Tally())
	n := len(s.marks) - 1
	if n < 2 || n < s.most() && !s.agree(s.marks[n-2:]) {
		s.after(s.window, s.measure)
		return
	}
	each := s.marks[n].Plus(s.marks[n-2], -1).Times(1 / float64(2*s.window))
	p := stretch{from: s.from, to: s.at(), each: each}
	at, _ := slices.BinarySearchFunc(s.parts, p, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	s.judge(&p, at)
	s.parts = slices.Insert(s.parts, at, p)
	s.plan()
}

// agree compares two windows.
func (s *skipper) agree(marks []engine.Tally) bool {
	a, b := marks[1].Time-marks[0].Time, marks[2].Time-marks[1].Time
	return s.share*(max(a, b)-min(a, b)) <= agreement*max(a, b)
}

// judge estimates how far the times of the gaps on both sides of a stretch can be
// off: what a step between their ends would be off on average, or less, if the
// stretch lies on the line between its neighbours.
func (s *skipper) judge(p *stretch, at int) {
	if at == 0 || at > len(s.parts) {
		return
	}
	left := &s.parts[at-1]
	left.doubt = apart(left, p) / 4
	if at == len(s.parts) {
		return
	}
	right := &s.parts[at]
	x := (p.from - left.to) / (right.from - left.to)
	off := math.Abs(p.each.Time - left.each.Time*(1-x) - right.each.Time*x)
	left.doubt, p.doubt = min(left.doubt, off), min(apart(p, right)/4, off)
}

func apart(a, b *stretch) float64 { return math.Abs(a.each.Time - b.each.Time) }

// gap is how much of the loop lies between stretch number i and the next.
func (s *skipper) gap(i int) float64 { return s.parts[i+1].from - s.parts[i].to }

// plan decides where to go next.
func (s *skipper) plan() {
	end, reserve := float64(s.length-s.reserve()), float64(s.reserve())
	last := len(s.parts) - 1
	switch {
	case last == 0 && end-s.at() < 2*reserve:
		s.after(s.length, s.watch) // it took too long
		return
	case last == 0 && s.share < smallShare:
		s.jump(end)
		return
	case last == 0:
		s.jump(s.at() + (end-s.at())*9/20)
		return
	case last == 1 && end > s.at():
		s.jump(end)
		return
	}
	worst, total, doubt := -1, 0.0, 0.0
	for i := range last {
		p, q := &s.parts[i], &s.parts[i+1]
		total += s.gap(i) * (p.each.Time + q.each.Time) / 2
		doubt += s.gap(i) * p.doubt
		if s.gap(i) > 2*reserve && (worst < 0 || s.gap(i)*p.doubt > s.gap(worst)*s.parts[worst].doubt) {
			worst = i
		}
	}
	if s.share*doubt > tolerance*total && worst >= 0 && len(s.parts) < s.limit {
		s.jump(s.parts[worst].to + (s.gap(worst)-reserve)/2)
		return
	}
	s.finish()
}

// jump goes to another iteration of the loop.
func (s *skipper) jump(to float64) {
	s.from = s.skip(to)
	if s.heavy {
		s.after(1, s.landed)
		return
	}
	s.after(2, s.landed)
}

// skip lets all warps go to another iteration of the loop, and returns which one they reach.
func (s *skipper) skip(to float64) float64 {
	n := int(math.Floor(to - s.at()))
	s.e.Skip(n)
	s.skipped += n
	return s.at()
}

// landed waits until all warps have reached the iteration.
func (s *skipper) landed() {
	switch _, ok := s.e.Left(); {
	case ok:
		s.warmUp()
	case s.heavy:
		s.halves(1, s.landed)
	default:
		s.after(1, s.landed)
	}
}

// finish goes to the end of the last stretch, or on to the last iterations, and adds what was
// left out.
func (s *skipper) finish() {
	for i := range len(s.parts) - 1 {
		s.e.Credit(s.parts[i].each, s.gap(i)/2)
		s.e.Credit(s.parts[i+1].each, s.gap(i)/2)
	}
	if s.first.Steps == 0 {
		all := engine.Tally{}
		for i := range s.parts {
			all = all.Plus(s.parts[i].each.Awaited(), 1)
		}
		s.first = all.Times(1 / all.Steps)
	}
	last := &s.parts[len(s.parts)-1]
	to := last.to
	if s.heavy {
		to = max(to, float64(s.length-lastIterations))
	}
	if to != s.at() {
		s.e.Credit(last.each, s.skip(to)-last.to)
	}
	s.after(4, s.watch)
}
