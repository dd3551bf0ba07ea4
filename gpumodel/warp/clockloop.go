package warp

import (
	"math"

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
	low         bool // it reads the low word of the clock
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
	clockHalf = 1 << 31 // where a low word of the clock wraps, as a signed number and as an unsigned one
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
	theClock // it is the low word
	rising   // by a clock each clock
	falling
)

// A moving is the motion of a value that fills so many registers.
type moving struct {
	motion
	registers int
}

// clockLoop is the loop from head to latch if it waits for the clock, nil otherwise.
func (m *Machine) clockLoop(f *flow, head, latch int) *clockLoop {
	l := &clockLoop{head: head, latch: latch, test: -1}
	written, set := map[int]bool{}, map[int]moving{}
	for pc := head; pc <= latch; pc++ {
		in := &m.code[pc]
		if pc > head && len(f.preds[pc]) != 1 || pc < latch && (in.Kind != isa.Plain || in.Guard.Kind != isa.None || in.collective || !in.Op.Pure()) {
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
			set[in.dst] = moving{way, in.results}
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
func (m *Machine) motionOf(l *clockLoop, in *instr, written map[int]bool, set map[int]moving) motion {
	moves := in.Op == ir.Cvt && in.Type == in.From
	if o := in.Src[0]; moves && o.Kind == isa.SpecialReg && !o.Modified() {
		switch o.N {
		case ir.Clock:
			l.low = true
			return theClock
		case ir.Clock64:
			return rising
		}
	}
	a := m.motionIn(in, 0, written, set)
	switch {
	case !in.Type.Integer():
	case moves:
		return a
	case in.Op == ir.Cvt && a == theClock && in.From.Integer() && in.From.Size() == 4 && in.Type.Size() == 8:
		return rising
	case (in.Op == ir.Add || in.Op == ir.Sub) && in.Src[2].Kind == isa.None:
		b := m.motionIn(in, 1, written, set)
		if in.Op == ir.Sub {
			b = b.negative()
		}
		if a = a.sum(); b.sum() == still || b == still {
			return a
		} else if a == still {
			return b.sum()
		}
	}
	return otherwise
}

// sum is the motion after something was added that does not change.
func (w motion) sum() motion {
	if w == theClock {
		return rising
	}
	return w
}

func (w motion) negative() motion {
	switch w {
	case theClock, rising:
		return falling
	case falling:
		return rising
	}
	return w
}

// motionIn is how operand i of an instruction follows the clock.
func (m *Machine) motionIn(in *instr, i int, written map[int]bool, set map[int]moving) motion {
	o := in.Src[i]
	way := otherwise
	switch o.Kind {
	case isa.Imm, isa.ParamMem, isa.ConstMem, isa.DimMem:
		way = still
	case isa.SpecialReg:
		if !ir.Changes(o.N) {
			way = still
		}
	case isa.Reg:
		slot := m.slot(o)
		if !written[slot] && (in.spans[i] < 2 || !written[slot+1]) {
			way = still
		} else if x := set[slot]; x.registers == max(1, in.spans[i]) {
			way = x.motion
		}
	}
	switch {
	case o.Abs && way != still:
		return otherwise
	case o.Neg:
		return way.negative()
	}
	return way
}

// ordered reports whether an instruction compares what follows the clock with what does not change, by size.
func (m *Machine) ordered(l *clockLoop, in *instr, written map[int]bool, set map[int]moving) bool {
	if in.Op != ir.Setp || !in.From.Integer() || in.From.Size() < 4 || in.Cmp == ir.EQ || in.Cmp == ir.NE {
		return false
	}
	a, b := m.motionIn(in, 0, written, set).sum(), m.motionIn(in, 1, written, set).sum()
	switch {
	case (a == rising || a == falling) && b == still:
		l.moving, l.falls = 0, a == falling
	case (b == rising || b == falling) && a == still:
		l.moving, l.falls = 1, b == falling
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
	if l.falls {
		by = -by
	}
	left := mostWaits / period
	if l.low {
		left = min(left, (clockHalf-w.schedule.clock%clockHalf)/period-1)
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
	if o, err := isa.Occupy(m.Device, m.Block.count(), m.Program.Registers, m.Program.SharedBytes+m.Shared); err == nil {
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
