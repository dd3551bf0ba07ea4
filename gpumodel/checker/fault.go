package checker

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// The kinds of faults.
const (
	OutOfBounds   = "out of bounds"
	Misaligned    = "misaligned access"
	Race          = "race"
	Uninitialised = "uninitialised read"
	Barrier       = "barrier"
	AbsentLanes   = "absent lanes"
	Fence         = "missing fence"
	ZeroDivision  = "division by zero"
	ConstWrite    = "write through const"
	Other         = "error" // what ends the block
)

// A Fault is what is wrong in a line, or in a pair of lines, with the first example.
type Fault struct {
	Kind string
	// Line is that of the access, and OtherLine that of what it is at odds with, 0 if there
	// is nothing: of a race the earlier access, of an uninitialised read what depends on it,
	// of a barrier where the missing thread is.
	Line, OtherLine         int
	Array                   string // or variable
	Index                   int    // of the element in it, in the order of memory
	Element                 string // with its index as C writes it
	Block, Thread           warp.Dim3
	OtherBlock, OtherThread warp.Dim3 // if OtherLine is not 0
	Count                   int       // how often it was found
	What                    string    // in words
	Remedy                  string
	// Barrier says that a barrier may be what is missing, and WarpBarrier that __syncwarp may do. Where
	// one helps is for somebody to try who has the kernel's text: Remedy is right without one.
	Barrier, WarpBarrier bool
	// Volatile says that the two are of a warp that goes in step, for which volatile is enough.
	Volatile bool
	splits   bool // the remedy splits the line
	lockstep bool // a race of lanes that go in step
	own      bool // a thread's own variable, which no other thread sets
}

// Text is the fault in words, with what would mend it.
func (f *Fault) Text() string { return f.What + ". " + f.Remedy + "." }

// A key identifies duplicates: faults with the same key are reported once, with a count.
type key struct {
	kind, array string
	line, other int
	more        int // what else tells two apart
}

// faults gathers them.
type faults struct {
	index map[key]*Fault
	list  []*Fault
	by    []int32        // of each: the place of the plain read that may not matter, or -1
	again map[int32]bool // places of reads after which the thread decided by an atomic
	many  map[int]bool   // lines in which several threads write one element
}

// found counts a fault; it returns the fault to fill in if it is the first of its kind. read is the
// place of a plain read that the fault hangs on, or -1: if tried is called for that place later,
// Faults leaves the fault out.
func (s *faults) found(k key, read int32) *Fault {
	if f := s.index[k]; f != nil {
		f.Count++
		return nil
	}
	f := &Fault{Kind: k.kind, Line: k.line, OtherLine: k.other, Array: k.array, Count: 1}
	s.index[k] = f
	s.list, s.by = append(s.list, f), append(s.by, read)
	return f
}

// tried notes that a thread has read a word plainly and then decided by an atomic on it, as
// CUDA's own atomicAdd for doubles does: that the read is no atomic does not matter.
func (s *faults) tried(place int32) {
	if s.again == nil {
		s.again = map[int32]bool{}
	}
	s.again[place] = true
}

// changed notes a line in which several threads write one element, be it with one value.
func (s *faults) changed(line int) {
	if s.many == nil {
		s.many = map[int]bool{}
	}
	s.many[line] = true
}

// Faults are those found so far, in the order of their lines.
func (c *Checker) Faults() []*Fault {
	var list []*Fault
	for i, f := range c.faults.list {
		if read := c.faults.by[i]; read >= 0 && c.faults.again[read] || f.Kind == Uninitialised && !f.own && c.faults.racing(f) ||
			c.faults.behindBarrier(f) {
			continue
		}
		if f.splits && c.faults.many[f.Line] {
			f.Remedy = updated()
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b *Fault) int { return a.Line - b.Line })
	return list
}

// racing is true if the word of an uninitialised read is also in a race: then it may well be set,
// only not in time, and the race is what has to be reported.
func (s *faults) racing(read *Fault) bool {
	return slices.ContainsFunc(s.list, func(f *Fault) bool {
		return f.Kind == Race && f.Array == read.Array && (f.Line == read.Line || f.OtherLine == read.Line)
	})
}

// behindBarrier is true for what follows from a barrier that some threads did not reach.
func (s *faults) behindBarrier(f *Fault) bool {
	return (f.Kind == Race || f.Kind == Uninitialised && !f.own) && slices.ContainsFunc(s.list, func(b *Fault) bool {
		return b.Kind == Barrier && max(f.Line, f.OtherLine) >= b.Line
	})
}

// place fills in who has a fault, where.
func (c *Checker) place(f *Fault, warp, lane int, e extent, offset int64) {
	f.Block, f.Thread = c.blockAt(c.block), c.thread(warp, lane)
	f.Array, f.Index, f.Element = e.name, e.index(offset), e.element(offset)
}

func (c *Checker) outside(x *warp.Touch, lane int, e extent, offset int64) {
	f := c.faults.found(key{OutOfBounds, e.name, x.Instruction.Line, 0, int(x.Instruction.Op)}, -1)
	if f == nil {
		return
	}
	c.place(f, x.Warp, lane, e, offset)
	f.What, f.Remedy = outOfBounds(f, verb(x.Instruction), e, offset)
}

// Texel is called for a tex1Dfetch out of bounds. Other fetches have an address mode, which says what is there.
func (c *Checker) Texel(warp, lane int, in *isa.Instr, name string, number, texels int) {
	f := c.faults.found(key{OutOfBounds, name, in.Line, 0, int(in.Op)}, -1)
	if f == nil {
		return
	}
	c.place(f, warp, lane, extent{name: name, size: texels, elem: 1}, int64(number))
	f.What, f.Remedy = outOfTexture(f, texels)
}

func (c *Checker) misaligned(x *warp.Touch, lane int, e extent, offset int64, width int) {
	f := c.faults.found(key{Misaligned, e.name, x.Instruction.Line, 0, int(x.Instruction.Op)}, -1)
	if f == nil {
		return
	}
	c.place(f, x.Warp, lane, e, offset)
	f.What, f.Remedy = misaligned(f, verb(x.Instruction), offset, width)
}

// ZeroDivisor is called for a division of integers by zero.
func (c *Checker) ZeroDivisor(warp int, lanes uint32, in *isa.Instr) {
	f := c.faults.found(key{kind: ZeroDivision, line: in.Line, more: int(in.Op)}, -1)
	if f == nil {
		return
	}
	f.Block, f.Thread = c.blockAt(c.block), c.thread(warp, firstLane(lanes))
	f.What, f.Remedy = zeroDivisor(f, in.Op == ir.Rem)
}

// raced notes a race with an earlier access by a lane; together says that one instruction
// makes both.
func (c *Checker) raced(a *access, e *event, lane int, together bool) {
	extent := c.extentOfCell(a)
	x := party{a.Instruction.Line, a.kind, c.block, c.thread(a.Warp, a.lane)}
	y := party{c.Program.Code[e.place].Line, e.kind, e.block, c.thread(int(e.warp), lane)}
	r := race{later: x, earlier: y, shared: a.memory == sharedMemory, together: together, independent: c.Program.Independent,
		sameBlock: e.block == c.block, sameWarp: e.block == c.block && int(e.warp) == a.Warp}
	k := key{kind: Race, array: extent.name, more: r.scope()}
	if told := c.syncs.unfenced(c, a, e, lane); told != nil {
		k.kind = Fence
		r.release, r.blockScope = c.Program.Code[told.place].Line, told.blockScope()
		x, y = y, x // the earlier one lacks it
	} else if x.line < y.line {
		x, y = y, x
	}
	k.line, k.other = x.line, y.line
	read := int32(-1)
	switch {
	case a.kind == load && e.kind == atomic:
		read = int32(a.PC)
	case a.kind == atomic && e.kind == load:
		read = e.place
	}
	f := c.faults.found(k, read)
	if old := c.faults.index[k]; f == nil && old.lockstep && !r.lockstep() {
		f = old // a warp that goes in step is no help
	}
	if f == nil {
		return
	}
	f.lockstep = r.lockstep()
	r.barrier, r.loop = c.barrierBetween(y.line, x.line), c.inLoop(int(e.place), a.PC)
	offset := int64(a.at) - extent.base
	f.Array, f.Index, f.Element = extent.name, extent.index(offset), extent.element(offset)
	f.Block, f.Thread, f.OtherBlock, f.OtherThread = c.blockAt(x.block), x.thread, c.blockAt(y.block), y.thread
	if k.kind == Fence {
		f.What, f.Remedy = missingFence(f, &r)
	} else {
		f.What, f.Remedy = raced(f, &r, x.kind, y.kind)
		f.Barrier = r.sameBlock && !r.together && (x.line != y.line || r.loop)
		f.WarpBarrier, f.Volatile = f.Barrier && r.sameWarp && r.independent, f.Barrier && r.lockstep()
		f.splits = r.sameBlock && f.Line == f.OtherLine && (x.kind == load || y.kind == load)
	}
}

// barrierBetween is true if there is a barrier in a line between two.
func (c *Checker) barrierBetween(from, to int) bool {
	return slices.ContainsFunc(c.Program.Code, func(in isa.Instr) bool { return in.Kind == isa.Barrier && from < in.Line && in.Line < to })
}

// inLoop is true if a loop goes through two places.
func (c *Checker) inLoop(p, q int) bool {
	for pc := range c.Program.Code {
		if in := &c.Program.Code[pc]; in.Kind == isa.Branch && in.Target <= min(p, q) && pc >= max(p, q) {
			return true
		}
	}
	return false
}

// extentOfCell is the array that a cell belongs to, with its base as a byte of the cells'.
func (c *Checker) extentOfCell(a *access) extent {
	if a.memory == globalMemory {
		e, ok := c.extentOf(a.Instruction)
		if !ok {
			e.elem = a.Size
		}
		e.name, e.base, e.size = a.buffer.Name, 0, a.buffer.Size
		return e
	}
	e, _ := c.extentAt(ir.Shared, int64(a.at+c.Program.SharedBase), 1)
	if e.name == "shared memory" {
		if known, ok := c.extentOf(a.Instruction); ok {
			e = known
		}
		e.elem = max(e.elem, a.Size)
	}
	e.base -= int64(c.Program.SharedBase)
	return e
}

// Missing is called when some threads are at a barrier and others are not.
func (c *Checker) Missing(threads []warp.Standing) {
	here, missing := split(threads)
	other := missing[0]
	more := 0
	if other.Left {
		more = 1
	}
	f := c.faults.found(key{Barrier, "", here.Line, other.Line, more}, -1)
	if f == nil {
		return
	}
	f.Block, f.Thread = c.blockAt(c.block), c.thread(here.Warp, here.Lane)
	f.OtherBlock, f.OtherThread = f.Block, c.thread(other.Warp, other.Lane)
	f.What, f.Remedy = barrier(f, other, len(missing), len(threads))
}

// Absent is called when lanes of a collective's mask never come to it.
func (c *Checker) Absent(warp int, lanes, missing uint32, in *isa.Instr, name string) {
	f := c.faults.found(key{kind: AbsentLanes, line: in.Line, array: name}, -1)
	if f == nil {
		return
	}
	f.Array = ""
	f.Block, f.Thread = c.blockAt(c.block), c.thread(warp, firstLane(lanes))
	f.What, f.Remedy = absentLanes(f, name, missing)
}

// split finds a thread at the first barrier, and those that are not at it.
func split(threads []warp.Standing) (here warp.Standing, missing []warp.Standing) {
	i := slices.IndexFunc(threads, func(s warp.Standing) bool { return s.Here })
	here = threads[i]
	for _, s := range threads {
		if !s.Here || s.PC != here.PC {
			missing = append(missing, s)
		}
	}
	return here, missing
}

// Add takes in what ended a block beside what the checker looks for: a failed assert, a loop
// without an end.
func (c *Checker) Add(w *warp.Trap) {
	if f := c.faults.found(key{kind: Other, line: w.Line, array: w.Err.Error()}, -1); f != nil {
		f.Array, f.Block, f.Thread = "", w.Block, w.Thread
		f.What, f.Remedy = other(f, w.Err)
	}
}
