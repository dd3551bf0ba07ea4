package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp/flow"
)

// A polling is what is known of a warp in a flow.ClockLoop.
type polling struct {
	loop   *flow.ClockLoop
	lanes  uint32
	at     int64 // the clock at the end of the last iteration
	period int64 // clocks of that iteration
}

const (
	fewPolls  = 16      // that are executed one by one
	mostWaits = 1 << 30 // clocks that are waited for at once: a step's have 32 bits
)

// findClockWaits finds the loops that wait for the clock (flow.ClockLoop), and the reads of the clock and of the SM that tell
// when something happens.
func (m *Machine) findClockWaits() {
	if !m.clock {
		return
	}
	loops := m.flow.ClockLoops()
	for pc, l := range loops {
		m.code[pc].waits = l
	}
	reads, timed := m.flow.TimeReads(loops)
	m.timed = timed
	if m.told = timed && m.Values; m.told {
		m.parameters = m.newParameters()
		for _, pc := range reads {
			m.code[pc].timed = true
		}
	}
}

// pollsClock is called when lanes go back to the head of a flow.ClockLoop. Once iterations take equally long it lets the warp wait as
// long as the loop is certain to go on.
func (m *Machine) pollsClock(w *warpState, l *flow.ClockLoop, lanes uint32) error {
	s, last := &w.schedule, w.polling
	w.polling = polling{l, lanes, s.clock, s.clock - last.at}
	if last.loop != l || last.lanes != lanes || last.period != w.polling.period || last.period <= 0 || s.share != 1 || s.noting {
		return nil
	}
	n, err := m.pollsLeft(w, l, lanes, last.period)
	if err != nil || n < fewPolls {
		return err
	}
	s.rest(n * last.period)
	w.polling.at = s.clock
	m.countPolls(l, lanes, n, last.period)
	return nil
}

// pollsLeft is how many more iterations end in all lanes, less one, which takes the values that the loop leaves behind.
func (m *Machine) pollsLeft(w *warpState, l *flow.ClockLoop, lanes uint32, period int64) (int64, error) {
	test, latch := &m.code[l.Test], &m.code[l.Latch]
	var operands [2]*Lanes
	for i := range operands {
		if _, err := m.source(w, test, i, lanes, &operands[i]); err != nil {
			return 0, err
		}
	}
	by := period
	c := flow.StaysWhile(test.Cmp, l.Moving, latch.GuardNot) // the latch goes on where its guard holds
	if l.Timed {                                             // not less than it can be, so that the loop does not end too late
		by = int64(m.nanoseconds(period)) + 1
	}
	if l.Falls {
		by = -by
	}
	left := mostWaits / period
	for i := range l.Wraps {
		clocks, err := m.beforeWrap(w, &l.Wraps[i], lanes)
		if err != nil {
			return 0, err
		}
		left = min(left, clocks/period-1)
	}
	for i := range 32 {
		if lanes>>i&1 == 0 {
			continue
		}
		at, ok := integerOf(operands[l.Moving][i], test.From)
		end, fits := integerOf(operands[1-l.Moving][i], test.From)
		if !ok || !fits {
			return 0, nil
		}
		n, ok := flow.Trips(c, at, end, by)
		if !ok {
			return 0, nil
		}
		left = min(left, int64(n))
	}
	return left - 1, nil
}

// beforeWrap is how many clocks go by until the 32 bits of a value are full in a lane.
func (m *Machine) beforeWrap(w *warpState, x *flow.Wrap, lanes uint32) (int64, error) {
	var sums [32]uint32
	for _, t := range x.Terms {
		var v *Lanes
		if _, err := m.source(w, &m.code[t.PC], t.Operand, lanes, &v); err != nil {
			return 0, err
		}
		for i := range sums {
			if t.Minus {
				sums[i] -= uint32(v[i])
			} else {
				sums[i] += uint32(v[i])
			}
		}
	}
	least := int64(math.MaxInt64)
	for i, v := range sums {
		if lanes>>i&1 == 0 {
			continue
		}
		if x.Falls {
			v = ^(v - uint32(w.schedule.now())) // which is as far from full as the value is from empty
		} else {
			v += uint32(w.schedule.now())
		}
		if x.Signed {
			v ^= 1 << 31
		}
		least = min(least, int64(^v))
	}
	return least, nil
}

// integerOf is an integer of a type, as far as sums of it have 64 bits.
func integerOf(bits uint64, t ir.Type) (v int64, ok bool) {
	switch {
	case t.Size() == 4 && t.Signed():
		return int64(int32(bits)), true
	case t.Size() == 4:
		return int64(uint32(bits)), true
	case t.Signed():
		v = int64(bits)
	case bits > math.MaxInt64:
		return 0, false
	default:
		v = int64(bits)
	}
	return v, -1<<62 < v && v < 1<<62
}

// countPolls counts the iterations that a warp does not execute. Alone it would do n; the warps of an SM do fewer where they keep
// a unit busy together.
func (m *Machine) countPolls(l *flow.ClockLoop, lanes uint32, n, period int64) {
	port, busy := int64(0), isa.Busy{}
	for pc := l.Head; pc <= l.Latch; pc++ {
		port += int64(m.code[pc].clocks.port)
		busy.Add(&m.code[pc].clocks.busy)
	}
	takes := float64(port) / float64(max(1, m.Device.Schedulers))
	for p, clocks := range busy {
		takes = max(takes, isa.Pipe(p).ClocksOfSM(int64(clocks), m.Device))
	}
	if takes *= float64(m.residentWarps()); takes > float64(period) {
		n = int64(float64(n) * float64(period) / takes)
	}
	for pc := l.Head; pc <= l.Latch; pc++ {
		m.countTimes(&m.code[pc], lanes, lanes, n)
	}
	m.stats.Branches += n
}

// residentWarps is how many warps of the launch an SM has at most at a time.
func (m *Machine) residentWarps() int {
	blocks := (m.Grid.count() + m.Device.SMs - 1) / m.Device.SMs
	if o, err := m.Program.Occupy(m.Device, m.Block.count(), m.Shared); err == nil {
		blocks = min(blocks, o.BlocksPerSM)
	}
	return max(1, blocks) * len(m.tid)
}

// rest lets the warp wait for so many clocks, in which it takes nothing from others. Results that are under way stay so: the next
// iteration is like the last one.
func (s *schedule) rest(clocks int64) {
	s.flush()
	for r := range s.ready {
		if s.ready[r] > s.clock {
			s.ready[r] += clocks
		}
	}
	s.add(Step{Kind: Run, Latency: int32(clocks), PC: s.pc})
	s.clock += clocks
	s.start = s.clock
}
