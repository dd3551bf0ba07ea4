package warp

import (
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A clockLoop waits for the clock, as every example of streams does:
//
//	long long start = clock64();
//	while (clock64() - start < clocks);
//
// Its body is straight code that computes from the clock and from what does not change, and leaves nothing to the next iteration.
// It ends by a comparison of the clock, plus or minus something that does not change, with something that does not change. So an
// iteration differs from the one before in the clock alone, and how many are to come is a division away.
type clockLoop struct {
	head, latch int // the first instruction, and the branch back to it
	test        int // the comparison
	moving      int // its operand that follows the clock, 0 or 1
	falls       bool
	timed       bool   // by nanoseconds
	wraps       []wrap // what must not happen meanwhile
}

// A wrap is where a value of 32 bits becomes one of 64, which falls back when the 32 bits are full.
type wrap struct {
	moving
	signed bool
}

// A polling is what is known of a warp in a clockLoop.
type polling struct {
	loop   *clockLoop
	lanes  uint32
	at     int64 // the clock at the end of the last iteration
	period int64 // clocks of that iteration
}

const (
	fewPolls  = 16      // that are executed one by one
	mostWaits = 1 << 30 // clocks that are waited for at once: a step's have 32 bits
)

// findClockLoops finds the loops that wait for the clock.
func (m *Machine) findClockLoops() {
	if !m.clock {
		return
	}
	f := newFlow(m.code)
	for pc := range m.code {
		if in := &m.code[pc]; in.Kind == isa.Branch && in.Target <= pc && in.Guard.Kind == isa.Pred {
			in.waits = m.clockLoop(f, in.Target, pc)
		}
	}
}

// A motion is how a value of an iteration follows the clock.
type motion uint8

const (
	otherwise motion = iota // in no way that is known
	still
	rising // by a clock each clock
	falling
)

// A moving is the motion of a value that fills so many registers: the clock or its negative, and the sum of terms.
type moving struct {
	motion
	registers int
	terms     []term
	timed     bool // it counts nanoseconds
}

// A term is an operand that does not change in the loop.
type term struct {
	in      *instr
	operand int
	minus   bool
}

// clockLoop is the loop from head to latch if it waits for the clock, nil otherwise.
func (m *Machine) clockLoop(f *flow, head, latch int) *clockLoop {
	l := &clockLoop{head: head, latch: latch, test: -1}
	written, set := map[int]bool{}, map[int]moving{}
	for pc := head; pc <= latch; pc++ {
		in := &m.code[pc]
		if pc > head && len(f.preds[pc]) != 1 || pc < latch && (in.Kind != isa.Plain || in.Guard.Kind != isa.None || in.collective ||
			!in.Op.Pure()) {
			return nil
		}
		for r := range in.results {
			written[in.dst+r] = true
		}
	}
	for pc := head; pc < latch; pc++ {
		in := &m.code[pc]
		for _, slot := range in.sources {
			if _, ok := set[slot]; written[slot] && !ok {
				return nil // an iteration leaves it to the next one
			}
		}
		way := m.motionOf(l, in, written, set)
		for r := range in.results {
			set[in.dst+r] = moving{}
		}
		if in.results > 0 {
			way.registers = in.results
			set[in.dst] = way
		}
		if in.dst == m.slot(m.code[latch].Guard) {
			l.test = -1
			if m.ordered(l, in, written, set) {
				l.test = pc
			}
		} else if l.test >= 0 { // what is compared must still be there at the end of the iteration
			for _, slot := range m.code[l.test].sources {
				if in.dst <= slot && slot < in.dst+in.results {
					return nil
				}
			}
		}
	}
	if l.test < 0 {
		return nil
	}
	return l
}

// motionOf is how the result of an instruction follows the clock.
func (m *Machine) motionOf(l *clockLoop, in *instr, written map[int]bool, set map[int]moving) moving {
	moves := in.Op == ir.Cvt && in.Type == in.From
	if o := in.Src[0]; moves && o.Kind == isa.SpecialReg && !o.Modified() && ir.Time(o.N) {
		return moving{motion: rising, timed: o.N == ir.GlobalTimer}
	}
	a := m.motionIn(in, 0, written, set)
	switch {
	case !in.Type.Integer():
	case moves:
		return a
	case in.Op == ir.Cvt && a.follows() && in.From.Integer() && in.From.Size() == 4 && in.Type.Size() == 8:
		l.wraps = append(l.wraps, wrap{a, in.From.Signed()})
		return moving{motion: a.motion}
	case (in.Op == ir.Add || in.Op == ir.Sub) && in.Src[2].Kind == isa.None:
		b, minus := m.motionIn(in, 1, written, set), in.Op == ir.Sub
		switch {
		case a.follows() && b.motion == still:
			return moving{motion: a.motion, terms: append(slices.Clone(a.terms), term{in, 1, minus}), timed: a.timed}
		case b.follows() && a.motion == still:
			if minus {
				b = b.negative()
			}
			return moving{motion: b.motion, terms: append(slices.Clone(b.terms), term{in, 0, false}), timed: b.timed}
		}
	}
	return moving{}
}

// follows reports whether a value goes with the clock or against it.
func (v moving) follows() bool { return v.motion == rising || v.motion == falling }

// negative is what the negative of a value does.
func (v moving) negative() moving {
	switch v.motion {
	case rising:
		v.motion = falling
	case falling:
		v.motion = rising
	}
	v.terms = slices.Clone(v.terms)
	for i := range v.terms {
		v.terms[i].minus = !v.terms[i].minus
	}
	return v
}

// motionIn is how operand i of an instruction follows the clock.
func (m *Machine) motionIn(in *instr, i int, written map[int]bool, set map[int]moving) moving {
	o := in.Src[i]
	v := moving{}
	switch o.Kind {
	case isa.Imm, isa.ParamMem, isa.ConstMem, isa.DimMem:
		v.motion = still
	case isa.SpecialReg:
		if !ir.Changes(o.N) {
			v.motion = still
		}
	case isa.Reg:
		slot := m.slot(o)
		if !written[slot] && (in.spans[i] < 2 || !written[slot+1]) {
			v.motion = still
		} else if x := set[slot]; x.registers == max(1, in.spans[i]) {
			v = x
		}
	}
	switch {
	case o.Abs && v.motion != still:
		return moving{}
	case o.Neg:
		return v.negative()
	}
	return v
}

// ordered reports whether an instruction compares what follows the clock with what does not change, by size.
func (m *Machine) ordered(l *clockLoop, in *instr, written map[int]bool, set map[int]moving) bool {
	if in.Op != ir.Setp || in.Joins != 0 || !in.From.Integer() || in.From.Size() < 4 || in.Cmp == ir.EQ || in.Cmp == ir.NE {
		return false
	}
	a, b := m.motionIn(in, 0, written, set), m.motionIn(in, 1, written, set)
	switch {
	case a.follows() && b.motion == still:
		l.moving, l.falls, l.timed = 0, a.motion == falling, a.timed
	case b.follows() && a.motion == still:
		l.moving, l.falls, l.timed = 1, b.motion == falling, b.timed
	default:
		return false
	}
	return true
}

// pollsClock is called when lanes go back to the head of a clockLoop. Once iterations take equally long it lets the warp wait as
// long as the loop is certain to go on.
func (m *Machine) pollsClock(w *warpState, l *clockLoop, lanes uint32) error {
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
func (m *Machine) pollsLeft(w *warpState, l *clockLoop, lanes uint32, period int64) (int64, error) {
	test, latch := &m.code[l.test], &m.code[l.latch]
	var operands [2]*Lanes
	for i := range operands {
		if _, err := m.source(w, test, i, lanes, &operands[i]); err != nil {
			return 0, err
		}
	}
	c, by := test.Cmp, period
	if l.moving == 1 {
		c = mirrored[c]
	}
	if latch.GuardNot { // it goes on where the comparison does not hold
		c = opposite[c]
	}
	if l.timed { // not less than it can be, so that the loop does not end too late
		by = int64(m.nanoseconds(period)) + 1
	}
	if l.falls {
		by = -by
	}
	left := mostWaits / period
	for i := range l.wraps {
		clocks, err := m.beforeWrap(w, &l.wraps[i], lanes)
		if err != nil {
			return 0, err
		}
		left = min(left, clocks/period-1)
	}
	for i := range 32 {
		if lanes>>i&1 == 0 {
			continue
		}
		at, ok := integerOf(operands[l.moving][i], test.From)
		end, fits := integerOf(operands[1-l.moving][i], test.From)
		if !ok || !fits {
			return 0, nil
		}
		n, ok := stays(c, at, end, by)
		if !ok {
			return 0, nil
		}
		left = min(left, int64(n))
	}
	return left - 1, nil
}

// beforeWrap is how many clocks go by until the 32 bits of a value are full in a lane.
func (m *Machine) beforeWrap(w *warpState, x *wrap, lanes uint32) (int64, error) {
	var sums [32]uint32
	for _, t := range x.terms {
		var v *Lanes
		if _, err := m.source(w, t.in, t.operand, lanes, &v); err != nil {
			return 0, err
		}
		for i := range sums {
			if t.minus {
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
		if x.falls() {
			v = ^(v - uint32(w.schedule.now())) // which is as far from full as the value is from empty
		} else {
			v += uint32(w.schedule.now())
		}
		if x.signed {
			v ^= 1 << 31
		}
		least = min(least, int64(^v))
	}
	return least, nil
}

func (v *moving) falls() bool { return v.motion == falling }

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
func (m *Machine) countPolls(l *clockLoop, lanes uint32, n, period int64) {
	port, busy := int64(0), isa.Busy{}
	for pc := l.head; pc <= l.latch; pc++ {
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
	for pc := l.head; pc <= l.latch; pc++ {
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
