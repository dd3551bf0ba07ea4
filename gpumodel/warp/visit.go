package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
)

// A visit is a warp's stay in a loop. Two iterations tell by how much its registers change, and the
// test that ends it, how many iterations are to come. For "for (i = 0; i < 10; i += 2)" the heads
// are passed with i = 0, 2, 4: before keeps 2, change becomes 2, and the test says that the loop
// will be left at i = 10.
//
// Lanes are compared with those of the last iteration. A loop that lanes leave one by one starts
// over each time, as its amounts were learned from other lanes.
type visit struct {
	loop   *loop
	lanes  uint32 // that iterate
	trips  int    // iterations ended since the lanes are these, skipped ones included
	tests  int    // of the loop's end, in this iteration
	known  bool   // what an iteration changes, and
	left   int    // how many more will end, at least
	before []Lanes
	change []Lanes // of the carried registers, by an iteration
	test   struct{ moving, against, before Lanes }
	replaying
}

func (m *Machine) newVisits() []visit {
	visits := make([]visit, len(m.loops))
	for i, l := range m.loops {
		visits[i] = visit{loop: l, before: make([]Lanes, len(l.carried)), change: make([]Lanes, len(l.carried))}
	}
	return visits
}

// begin starts over with the lanes that are there.
func (v *visit) begin(lanes uint32) {
	v.lanes, v.trips, v.tests, v.known = lanes, 0, 0, false
	v.replaying.reset()
}

// tested notes the operands of the test that the loop's end depends on. Both are kept until the
// amounts are known; after that left is counted down instead.
func (v *visit) tested(moving, against *Lanes) {
	if v.tests++; !v.known {
		v.test.moving, v.test.against = *moving, *against
	}
}

// leadTrips is how many iterations a loop has, at least, in which a warp's
// progress is counted.
const leadTrips = 16

// atHead is called when a warp comes to the head of a loop, from its end (again)
// or from outside. It reports whether the warp's piece of execution ends there.
//
// A profile counts some iterations one by one (profile.go). The engine's samples skip here, and
// with Options.ByIteration the piece ends at each head, once there is a step to replay.
func (m *Machine) atHead(w *warpState, l *loop, again bool) bool {
	v := &w.visits[l.index]
	lanes := w.stack.top().lanes &^ w.stack.exited
	if !again || lanes != v.lanes {
		m.leave(w, v)
		v.begin(lanes)
		return false
	}
	m.iterated(w, v)
	if w.recording.on {
		m.recorded(w, v)
	}
	v.tests = 0
	if w.lead != v {
		return false
	}
	if m.block.options.profile != nil {
		m.sample(w, v)
		return false
	}
	w.skip(v)
	if !m.block.options.ByIteration {
		return false
	}
	w.schedule.crossed++
	return len(w.schedule.steps) > 0
}

// leave ends a visit.
func (m *Machine) leave(w *warpState, v *visit) {
	w.recording.on = false
	if v.lanes = 0; w.lead == v {
		m.endSample(w)
		w.lead = nil
	}
}

// iterated counts an iteration, and learns from the first two.
//
// The leading visit is that of the outermost loop with enough iterations: skipping there saves the
// most.
func (m *Machine) iterated(w *warpState, v *visit) {
	switch v.trips++; {
	case v.known:
		v.left = max(0, v.left-1)
	case v.tests != 1:
		v.trips = 0 // the test is not where it should be
	case v.trips == 1:
		for i, c := range v.loop.carried {
			w.carried(c, &v.before[i])
		}
		v.test.before = v.test.moving
	default:
		for i, c := range v.loop.carried {
			w.carried(c, &v.change[i])
			subtract(&v.change[i], &v.before[i])
		}
		subtract(&v.test.before, &v.test.moving)
		v.left, v.known = m.iterations(v)
		if v.known && !v.loop.counted && v.trips+v.left >= leadTrips && (w.lead == nil || w.lead.loop.depth > v.loop.depth) {
			m.endSample(w)
			w.lead = v
		}
	}
}

func subtract(d, s *Lanes) {
	for i := range d {
		d[i] -= s[i]
	}
}

// carried reads a register that an iteration leaves to the next one.
func (w *warpState) carried(c carried, out *Lanes) {
	if w.path != nil && w.spilled(c.slot) < 0 {
		join(out, w.frame, w.path.place(c.slot, w.files.registers), c.wide)
		return
	}
	if n := c.slot - w.files.registers; n >= 0 {
		if word := w.spilled(c.slot); word >= 0 {
			for i := range out {
				out[i] = uint64(w.local[word][i])
			}
			return
		}
		*out = w.addresses[n]
		return
	}
	*out = *w.read(c.slot, c.wide, out)
}

// spilled is the word of local memory that a slot stands for; negative for a register.
func (w *warpState) spilled(slot int) int {
	return slot - w.files.slots()
}

// skip goes on to a later (or back to an earlier) iteration of the leading loop, as far as the
// engine wants it and the loop goes. It goes back no further than to the second iteration, the
// first one whose state is known.
func (w *warpState) skip(v *visit) {
	n := max(min(w.toSkip, v.left), 2-v.trips)
	if w.toSkip == 0 || n == 0 {
		w.toSkip = 0
		return
	}
	for i, c := range v.loop.carried {
		w.advance(c, &v.change[i], uint64(n), v.lanes)
	}
	v.trips += n
	v.left -= n
	w.toSkip = 0
}

// advance adds n times what an iteration changes to a register. All sums wrap around like those of
// the device: a change of -1 in 32 bits is 0xffffffff.
func (w *warpState) advance(c carried, change *Lanes, n uint64, lanes uint32) {
	if word := w.spilled(c.slot); word >= 0 {
		for i := range change {
			if lanes>>i&1 != 0 {
				w.local[word][i] += uint32(n * change[i])
			}
		}
		return
	}
	if w.path != nil {
		at := w.path.place(c.slot, w.files.registers)
		low := vector.At(w.frame, at)
		for i := range change {
			switch sum := n * change[i]; {
			case lanes>>i&1 == 0:
			case c.wide:
				high := vector.At(w.frame, at+vector.WordBytes)
				sum += uint64(low[i]) | uint64(high[i])<<32
				low[i], high[i] = uint32(sum), uint32(sum>>32)
			default:
				low[i] += uint32(sum)
			}
		}
		return
	}
	if at := c.slot - w.files.registers; at >= 0 {
		w.shapes[at].known = false
		for i := range change {
			if lanes>>i&1 != 0 {
				w.addresses[at][i] = uint64(uint32(w.addresses[at][i] + n*change[i]))
			}
		}
		return
	}
	low, high := &w.registers[c.slot], &w.registers[c.slot+1]
	for i := range change {
		switch sum := n * change[i]; {
		case lanes>>i&1 == 0:
		case c.wide:
			sum += low[i] | high[i]<<32
			low[i], high[i] = uint64(uint32(sum)), sum>>32
		default:
			low[i] = uint64(uint32(low[i] + sum))
		}
	}
}

// iterations is how many more iterations will end in all lanes; ok is false if that can't be told.
// The comparison is turned until it reads: the loop goes on while moving c against holds.
// v.test.before holds the old value minus the new one, so its negative is the step.
func (m *Machine) iterations(v *visit) (least int, ok bool) {
	l := v.loop
	test, exit := &m.code[l.test], &m.code[l.exit]
	c := test.Cmp
	if l.moving == 1 {
		c = mirrored[c]
	}
	if l.taken != exit.GuardNot { // it leaves where the test holds
		c = opposite[c]
	}
	least = math.MaxInt32
	for i := range 32 {
		if v.lanes>>i&1 == 0 {
			continue
		}
		at, end, by := v.test.moving[i], v.test.against[i], -int64(int32(v.test.before[i]))
		n, ok := 0, false
		if test.From == ir.S32 {
			n, ok = stays(c, int64(int32(at)), int64(int32(end)), by)
		} else {
			n, ok = stays(c, int64(uint32(at)), int64(uint32(end)), by)
		}
		if !ok {
			return 0, false
		}
		least = min(least, n)
	}
	return least, true
}

var (
	mirrored = map[ir.Cmp]ir.Cmp{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}
	opposite = map[ir.Cmp]ir.Cmp{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.LT: ir.GE, ir.LE: ir.GT, ir.GT: ir.LE, ir.GE: ir.LT}
)

// stays counts for how many further steps of by the relation of at to end holds; ok is false if at
// moves away from what would end it. For instance with at = 2, end = 10 and by = 2, at < end holds
// for 4, 6 and 8: three steps. The arithmetic has 64 bits, so that end+1 cannot overflow.
func stays(c ir.Cmp, at, end, by int64) (n int, ok bool) {
	switch c {
	case ir.LE:
		// at <= end is at < end+1; in the same way at >= end is at > end-1 below.
		end++
	case ir.GE:
		end--
	case ir.GT, ir.LT:
	case ir.NE:
		// The steps must hit end exactly; a loop that jumps over it runs until it wraps around.
		if by == 0 || (end-at)%by != 0 || (end-at)/by < 1 {
			return 0, false
		}
		return int((end-at)/by) - 1, true
	default:
		return 0, by != 0
	}
	if c == ir.GT || c == ir.GE {
		at, end, by = -at, -end, -by
	}
	if by <= 0 {
		return 0, false
	}
	return int(max(0, end-at-1) / by), true
}
