package checker

import (
	"warpbook.dev/gpumodel/ir"
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
		c.stored(x)
		if in.Space != ir.Const {
			c.race(x, globalMemory)
		}
	}
}

// race compares an access with those before it of the same words. It runs before the access takes
// place, lane by lane, so two lanes of one instruction that touch the same word are compared too.
func (c *Checker) race(x *warp.Touch, m int) {
	in, w := x.Instruction, &c.warps[x.Warp]
	a := access{Touch: x, w: w, memory: m, kind: load}
	switch in.Op {
	case ir.Store:
		a.kind = store
	case ir.Atom:
		a.kind = atomic
	}
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
			c.touch(&a, cell, i)
		}
		if m == globalMemory || a.kind == atomic {
			told = c.communicate(&a, at) || told
		}
	}
	if told {
		c.tick(w)
	}
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

// touch compares an access with what a cell knows, and notes it there. A load can race with the
// last write; a store or an atomic also with the latest readers. After a write the readers are
// forgotten: whoever is ordered behind the write is ordered behind them, or their race was found
// now.
func (c *Checker) touch(a *access, x *cell, i int) {
	e, self := &c.events[a.memory], uint32(1)<<a.lane
	n := c.number(a)
	value := uint32(0)
	if a.kind == store {
		value = a.value(i, c.granule[a.memory])
	}
	if x.write != 0 && (x.write != n || x.writer != uint8(a.lane)) {
		before := e.at(x.write)
		both := a.kind == store && before.kind == store
		if !(a.kind == atomic && before.kind == atomic) && c.unordered(a, before, 1<<x.writer) != 0 {
			if both && before.place == int32(a.PC) {
				c.faults.changed(a.Instruction.Line)
			}
			if !both || value != x.value {
				c.raced(a, before, int(x.writer), x.write == n)
			}
		}
	}
	if a.kind == load {
		c.noteRead(x, n, self, e)
		return
	}
	for r, read := range x.reads {
		if read == 0 {
			continue
		}
		before := e.at(read)
		if a.kind == atomic && before.block == c.block && int(before.warp) == a.Warp && x.lanes[r]&self != 0 {
			c.faults.tried(before.place) // who looks first and then decides by an atomic
			x.lanes[r] &^= self
		}
		if other := c.unordered(a, before, x.lanes[r]); other != 0 {
			c.raced(a, before, firstLane(other), false)
		}
	}
	x.write, x.writer, x.value = n, uint8(a.lane), value
	x.reads, x.lanes = [2]int32{}, [2]uint32{}
}

// noteRead keeps the latest readers, of different warps. Two are enough nearly always: a later
// write by a third warp races with one of them if nothing orders it.
func (c *Checker) noteRead(x *cell, n int32, lane uint32, e *events) {
	switch first := x.reads[0]; {
	case first == n:
		x.lanes[0] |= lane
	case first != 0 && (e.at(first).warp != e.at(n).warp || e.at(first).block != e.at(n).block):
		x.reads[1], x.lanes[1] = first, x.lanes[0]
		fallthrough
	default:
		x.reads[0], x.lanes[0] = n, lane
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
