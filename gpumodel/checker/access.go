package checker

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// Access is called before an access of memory.
func (c *Checker) Access(x *warp.Touch) {
	in := x.Instruction
	switch {
	case in.Space == ir.Shared:
		c.bounds(x)
		c.marks(x, c.unset.shared, int64(-c.Program.SharedBase), 0)
		c.race(x, sharedMemory)
	case in.Space == ir.Local:
		if !c.Program.Spills(in) {
			c.bounds(x)
		}
		c.marks(x, c.unset.local, 0, c.Program.LocalBytes)
	default:
		c.bounds(x)
		if in.Space != ir.Const && !c.AllSet {
			c.globalMarks(x)
		}
		if c.touched != nil && in.Space != ir.Const {
			c.touches(x)
		}
		c.stored(x)
		if in.Space != ir.Const {
			c.constWrites(x)
			c.race(x, globalMemory)
		}
	}
}

// race compares an access with those before it of the same words. It runs before the access takes
// place, lane by lane, so two lanes of one instruction that touch the same word are compared too.
func (c *Checker) race(x *warp.Touch, m int) {
	in, w := x.Instruction, &c.warps[x.Warp]
	a := access{Touch: x, w: w, memory: m, kind: kindOf(in)}
	width, g := x.Words*x.Size, c.granule[m]
	var buffer *memory.Buffer
	var s *shadow
	told := false
	if m == sharedMemory {
		s = &c.shared
	}
	for lane := range 32 {
		if x.Allowed>>lane&1 == 0 {
			continue
		}
		at := int(x.Addresses[lane]) - c.Program.SharedBase
		if m == globalMemory {
			b, err := c.Global.Find(x.Addresses[lane], width)
			if err != nil {
				continue
			}
			if b != buffer {
				buffer, s = b, c.shadowOf(b, a.kind)
			}
			if s == nil {
				continue
			}
			at = int(x.Addresses[lane] - b.Base)
		}
		a.buffer, a.lane = buffer, lane
		for i := 0; i < width; i += g {
			cell, fresh := s.cell((at + i) / g)
			if fresh && m == globalMemory {
				c.cells += pageCells
			}
			a.at = at + i
			if m == globalMemory && buffer.Name == ir.HeapName {
				continue // memory changes hands there by malloc and free, which order its users
			}
			c.touch(&a, s, cell, i)
		}
		if m == globalMemory || a.kind == atomic {
			told = c.communicate(&a, at) || told
		}
	}
	if told {
		c.tick(w)
	}
}

// kindOf is what an instruction does to memory.
func kindOf(in *isa.Instr) kind {
	switch in.Op {
	case ir.Store:
		return store
	case ir.Atom:
		return atomic
	}
	return load
}

// shadowOf is the shadow of an array; nil if it is one that nobody writes.
func (c *Checker) shadowOf(b *memory.Buffer, k kind) *shadow {
	s := c.global[b]
	if s == nil {
		if k == load && c.constant[b] {
			return nil
		}
		fresh := newShadow(b.Size/c.granule[globalMemory] + 1)
		s = &fresh
		c.global[b] = s
	}
	return s
}

// An access is one that a lane makes, in race.
type access struct {
	*warp.Touch
	w      *warpOrder
	memory int
	kind   kind
	buffer *memory.Buffer
	lane   int
	at     int   // the byte, of the array or of shared memory
	event  int32 // 0 if it has none yet
}

// number is the event of an access. Accesses of one instruction share an event until the warp's
// clock goes on: a loop of a thousand loads without a barrier is one event. A volatile access has
// its own, since where a warp goes in step each of them is ordered.
func (c *Checker) number(a *access) int32 {
	if a.event == 0 {
		e := &c.events[a.memory]
		in := a.Instruction
		if n := a.w.last[a.PC]; n > 0 && !in.Volatile {
			a.event = n
			return n
		}
		a.event = e.add(event{c.block, int32(a.PC), c.barriers, a.w.tick, int16(a.Warp), a.kind, in.Volatile})
		a.w.last[a.PC] = a.event
	}
	return a.event
}

// value is what a store writes to the cell at a byte of its words.
func (a *access) value(i, granule int) uint32 {
	v := a.Values[i/a.Size][a.lane] >> (8 * (i % a.Size))
	if granule < 4 {
		v &= 1<<(8*granule) - 1
	}
	return uint32(v)
}

// touch compares an access with the notes of a cell, and notes it there.
//
// A note is dropped when the access takes its place: whatever races with it later then races with the access, too.
// It is also dropped when its race with a write was found now.
func (c *Checker) touch(a *access, s *shadow, x *cell, i int) {
	e, self := &c.events[a.memory], uint32(1)<<a.lane
	n := c.number(a)
	value := uint32(0)
	if a.kind == store {
		value = a.value(i, c.granule[a.memory])
	}
	own, kept, forgiven := (*note)(nil), 0, false
	notes := s.notes(x)
	for j := range notes {
		r := &notes[j]
		if r.lanes == 0 {
			continue
		}
		before := e.at(r.event)
		if !r.hidden && (a.kind == store || before.kind == store || a.kind != before.kind) && (r.event != n || r.lanes != self) {
			forgiven = c.meet(a, before, r, value) || forgiven
		}
		c.replace(a, before, r)
		if r.event == n && r.value == value && !r.hidden {
			own = r
		}
		if r.lanes != 0 {
			kept++
		}
	}
	for j := range notes {
		if r := &notes[j]; forgiven && r.hidden && r.lanes != 0 {
			c.meet(a, e.at(r.event), r, value)
		}
	}
	if own != nil && own.lanes != 0 {
		own.lanes |= self
		return
	}
	if kept >= mostNotes {
		c.summarise(notes, e)
	}
	if s.add(x, note{event: n, lanes: self, value: value}) && a.memory == globalMemory {
		c.cells += 2 // for the memory that it takes
	}
}

// meet looks for a race of an access with a note, of which it takes out the lanes that need no longer be there. A race
// is forgiven if both write the same value.
func (c *Checker) meet(a *access, before *event, r *note, value uint32) (forgiven bool) {
	self := uint32(1) << a.lane
	if a.kind == atomic && before.kind == load && before.block == c.block && int(before.warp) == a.Warp && r.lanes&self != 0 {
		c.faults.tried(before.place) // who looks first and then decides by an atomic
	}
	other := c.unordered(a, before, r.lanes)
	if other == 0 {
		return false
	}
	both := a.kind == store && before.kind == store
	if both && before.place == int32(a.PC) {
		c.faults.changed(a.Instruction.Line)
	}
	if both && value == r.value {
		return true // be it found = 1 in all threads
	}
	c.raced(a, before, firstLane(other), both && r.event == a.event)
	if a.kind != load {
		r.lanes &^= other
	}
	return false
}

// replace takes the lanes out of a note, or hides it, for which an access stands that is ordered behind it: whatever
// can race with the earlier one can then race with the access.
//
// An atomic stands for no load, since it does not race with other atomics; and a volatile access for none that is not.
// A load or an atomic is only hidden behind a store: where the race of a later store with that one is forgiven, since
// both write the same value, it still races with what is hidden.
func (c *Checker) replace(a *access, e *event, r *note) {
	if a.memory == sharedMemory && e.barriers < c.barriers { // which other blocks do not see
		r.lanes = 0
		return
	}
	if a.kind != store && a.kind != e.kind || expectsOthers(a.kind, a.Instruction.Volatile) && !expectsOthers(e.kind, e.volatile) {
		return
	}
	switch before := c.behind(a, e, r.lanes); {
	case a.kind == e.kind:
		r.lanes &^= before
	case before == r.lanes:
		r.hidden = true
	}
}

// mostNotes is how many notes a cell keeps, beyond which it sums up.
const mostNotes = 12

// summarise drops notes, of several that any later access races with if it races with one of them. Without fences
// these are the notes of one kind
//
//   - of earlier blocks: one of them is enough;
//   - of what the block did before its last barrier: one is enough for later blocks, unless an earlier block has one;
//   - of what the block did since then: two warps are enough, of which any third one races with both.
//
// With fences, which may order one and not the other, a race may be missed; none is invented.
func (c *Checker) summarise(notes []note, e *events) {
	same := func(a, b *event) bool {
		return a.kind == b.kind && a.volatile == b.volatile
	}
	for i := range notes {
		r := &notes[i]
		if r.lanes == 0 {
			continue
		}
		x, warps, whole := e.at(r.event), 0, false
		for j := range notes {
			o := &notes[j]
			y := e.at(max(1, o.event))
			if j == i || o.lanes == 0 || !same(x, y) || o.value != r.value || o.hidden != r.hidden {
				continue
			}
			switch {
			case y.block != c.block:
				whole = whole || x.block != c.block || x.barriers < c.barriers
			case x.block == c.block && x.barriers < c.barriers:
				whole = whole || y.barriers < c.barriers
			case x.block == c.block && y.barriers == c.barriers && y.warp != x.warp:
				warps++
			}
		}
		if whole || warps >= 3 {
			r.lanes = 0
		}
	}
}

func firstLane(lanes uint32) int {
	for i := range 32 {
		if lanes>>i&1 != 0 {
			return i
		}
	}
	return 0
}
