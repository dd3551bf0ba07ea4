package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// A loopState is what is known of a warp's stay in a loop. Two iterations tell by how much its registers change, and the
// test that ends it, how many iterations are to come. For "for (i = 0; i < 10; i += 2)" the heads
// are passed with i = 0, 2, 4: before keeps 2, change becomes 2, and the test says that the loop
// will be left at i = 10.
//
// Lanes are compared with those of the last iteration. A loop that lanes leave one by one starts
// over each time, as its amounts were learned from other lanes.
type loopState struct {
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

func (m *Machine) newLoopStates() []loopState {
	states := make([]loopState, len(m.loops))
	for i, l := range m.loops {
		states[i] = loopState{loop: l, before: make([]Lanes, len(l.Carried)), change: make([]Lanes, len(l.Carried))}
	}
	return states
}

// begin starts over with the lanes that are there.
func (v *loopState) begin(lanes uint32) {
	v.lanes, v.trips, v.tests, v.known = lanes, 0, 0, false
	v.replaying.reset()
}

// tested notes the operands of the test that the loop's end depends on. Both are kept until the
// amounts are known; after that left is counted down instead.
func (v *loopState) tested(moving, against *Lanes) {
	if v.tests++; !v.known {
		v.test.moving, v.test.against = *moving, *against
	}
}

// leadTrips is how many iterations a loop has, at least, in which a warp's
// progress is counted.
const progressTrips = 16

// atHead is called when a warp comes to the head of a loop, from its end (again)
// or from outside. It reports whether the warp's piece of execution ends there.
//
// A profile counts some iterations one by one (profile.go). The engine's samples skip here, and
// with Options.ByIteration the piece ends at each head, once there is a step to replay.
func (m *Machine) atHead(w *warpState, l *loop, again bool) bool {
	v := &w.loopStates[l.index]
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
	if w.progress != v {
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

// leave ends the stay in a loop.
func (m *Machine) leave(w *warpState, v *loopState) {
	w.recording.on = false
	if v.lanes = 0; w.progress == v {
		m.endSample(w)
		w.progress = nil
	}
}

// iterated counts an iteration, and learns from the first two.
//
// Progress is counted in the outermost loop with enough iterations: skipping there saves the
// most.
func (m *Machine) iterated(w *warpState, v *loopState) {
	switch v.trips++; {
	case v.known:
		v.left = max(0, v.left-1)
	case v.tests != 1:
		v.trips = 0 // the test is not where it should be
	case v.trips == 1:
		for i, c := range v.loop.Carried {
			w.carried(c, &v.before[i])
		}
		v.test.before = v.test.moving
	default:
		for i, c := range v.loop.Carried {
			w.carried(c, &v.change[i])
			subtract(&v.change[i], &v.before[i])
		}
		subtract(&v.test.before, &v.test.moving)
		v.left, v.known = m.iterations(v)
		if v.known && !v.loop.counted && v.trips+v.left >= progressTrips && (w.progress == nil || w.progress.loop.Depth > v.loop.Depth) {
			m.endSample(w)
			w.progress = v
		}
	}
}

func subtract(d, s *Lanes) {
	for i := range d {
		d[i] -= s[i]
	}
}

// carried reads a register that an iteration leaves to the next one.
func (w *warpState) carried(c flow.Carried, out *Lanes) {
	if w.path != nil && w.spilled(c.Slot) < 0 {
		join(out, w.frame, w.path.place(c.Slot, w.files.Registers), c.Wide)
		return
	}
	if n := c.Slot - w.files.Registers; n >= 0 {
		if word := w.spilled(c.Slot); word >= 0 {
			for i := range out {
				out[i] = uint64(w.local[word][i])
			}
			return
		}
		*out = w.addresses[n]
		return
	}
	*out = *w.read(c.Slot, c.Wide, out)
}

// spilled is the word of local memory that a slot stands for; negative for a register.
func (w *warpState) spilled(slot int) int {
	return slot - w.files.Slots()
}

// skip goes on to a later (or back to an earlier) iteration of the loop that counts progress, as far as the
// engine wants it and the loop goes. It goes back no further than to the second iteration, the
// first one whose state is known.
func (w *warpState) skip(v *loopState) {
	n := max(min(w.toSkip, v.left), 2-v.trips)
	if w.toSkip == 0 || n == 0 {
		w.toSkip = 0
		return
	}
	for i, c := range v.loop.Carried {
		w.advance(c, &v.change[i], uint64(n), v.lanes)
	}
	v.trips += n
	v.left -= n
	w.toSkip = 0
}

// advance adds n times what an iteration changes to a register. All sums wrap around like those of
// the device: a change of -1 in 32 bits is 0xffffffff.
func (w *warpState) advance(c flow.Carried, change *Lanes, n uint64, lanes uint32) {
	if word := w.spilled(c.Slot); word >= 0 {
		for i := range change {
			if lanes>>i&1 != 0 {
				w.local[word][i] += uint32(n * change[i])
			}
		}
		return
	}
	if w.path != nil {
		at := w.path.place(c.Slot, w.files.Registers)
		low := vector.At(w.frame, at)
		for i := range change {
			switch sum := n * change[i]; {
			case lanes>>i&1 == 0:
			case c.Wide:
				high := vector.At(w.frame, at+vector.WordBytes)
				sum += uint64(low[i]) | uint64(high[i])<<32
				low[i], high[i] = uint32(sum), uint32(sum>>32)
			default:
				low[i] += uint32(sum)
			}
		}
		return
	}
	if at := c.Slot - w.files.Registers; at >= 0 {
		w.shapes[at].known = false
		for i := range change {
			if lanes>>i&1 != 0 {
				w.addresses[at][i] = uint64(uint32(w.addresses[at][i] + n*change[i]))
			}
		}
		return
	}
	low, high := &w.registers[c.Slot], &w.registers[c.Slot+1]
	for i := range change {
		switch sum := n * change[i]; {
		case lanes>>i&1 == 0:
		case c.Wide:
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
func (m *Machine) iterations(v *loopState) (least int, ok bool) {
	l := v.loop
	test, exit := &m.code[l.Test], &m.code[l.Exit]
	c := flow.StaysWhile(test.Cmp, l.Moving, l.Taken != exit.GuardNot)
	least = math.MaxInt32
	for i := range 32 {
		if v.lanes>>i&1 == 0 {
			continue
		}
		at, end, by := v.test.moving[i], v.test.against[i], -int64(int32(v.test.before[i]))
		n, ok := 0, false
		if test.From == ir.S32 {
			n, ok = flow.Trips(c, int64(int32(at)), int64(int32(end)), by)
		} else {
			n, ok = flow.Trips(c, int64(uint32(at)), int64(uint32(end)), by)
		}
		if !ok {
			return 0, false
		}
		least = min(least, n)
	}
	return least, true
}
