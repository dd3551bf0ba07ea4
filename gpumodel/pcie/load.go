package pcie

import "slices"

// A load is what the kernels of a GPU take of its room over time, as a step function: each step holds until the next one. The last
// step has no kernel.
type load []step

type step struct {
	at      float64 // seconds
	used    float64 // the part of the room that kernels take; more than 1 where they share it
	kernels int
}

// rounding is what sums of shares may be off.
const rounding = 1e-9

// place finds the first start from ready on at which a kernel finds room for a block and at no time until its end more than most
// kernels run with it. It runs as fast as those that were placed before leave it room.
func (l *load) place(ready, now float64, w Work, most int) (start, end float64) {
	l.forget(now)
	share, least := w.share()
	start = ready
	for i := l.split(ready); ; i++ {
		s := (*l)[i]
		start = s.at
		if s.kernels > 0 && 1-s.used < least-rounding {
			continue
		}
		var ok bool
		if end, ok = l.end(i, share, w.Seconds, most); ok {
			break
		}
	}
	l.add(start, end, share)
	return start, end
}

// end is when a kernel ends that begins with step i, and whether at most most kernels run at any time.
func (l *load) end(i int, share, seconds float64, most int) (end float64, ok bool) {
	start, lost := (*l)[i].at, 0.0 // the time that the kernel loses to others
	for ; ; i++ {
		s := (*l)[i]
		end = start + seconds + lost
		last := i+1 == len(*l)
		if s.at >= end && s.at > start || seconds == 0 {
			return end, true
		}
		if s.kernels >= most {
			return 0, false
		}
		speed := 1.0
		if s.used+share > 1+rounding {
			speed = max(0, 1-s.used) / share
		}
		if last {
			return end, true
		}
		next := (*l)[i+1].at
		if speed == 1 && end <= next { // without the rounding of a difference
			return end, true
		}
		if at := s.at + (end-s.at)/speed; speed > 0 && at <= next {
			return at, true
		}
		lost += (1 - speed) * (next - s.at)
	}
}

// add notes a kernel.
func (l *load) add(start, end, share float64) {
	if end <= start {
		return
	}
	from, to := l.split(start), l.split(end)
	for i := from; i < to; i++ {
		(*l)[i].used += share
		(*l)[i].kernels++
	}
}

// split makes a step begin at t and returns which one.
func (l *load) split(t float64) int {
	i, found := slices.BinarySearchFunc(*l, t, func(s step, t float64) int {
		switch {
		case s.at < t:
			return -1
		case s.at > t:
			return 1
		}
		return 0
	})
	if found {
		return i
	}
	s := step{at: t}
	if i > 0 {
		s.used, s.kernels = (*l)[i-1].used, (*l)[i-1].kernels
	}
	*l = slices.Insert(*l, i, s)
	return i
}

// forget drops the steps that are over at t.
func (l *load) forget(t float64) {
	n := 0
	for n+1 < len(*l) && (*l)[n+1].at <= t {
		n++
	}
	*l = slices.Delete(*l, 0, n)
}
