package warp

import (
	"errors"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp/flow"
)

// A Checker is told what the threads of a launch do, as they do it. Its machine executes
// programs that were compiled for it (ir.Target.Checked), block after block.
type Checker interface {
	// Begin is called when a block begins.
	Begin(block int)
	// Access is called before an access of memory; it says which lanes may make it.
	Access(x *Touch)
	// Barrier is called when the block passes a barrier.
	Barrier()
	// Missing is called when some threads are at a barrier and others are not: the block
	// is abandoned.
	Missing(threads []Standing)
	// Sync is called when lanes of a warp have met: at __syncwarp, a vote, a shuffle.
	Sync(warp int, lanes uint32)
	// Absent is called when lanes of a collective's mask have ended elsewhere, without having been
	// there: lanes meets without missing. name is that of the collective in CUDA C.
	Absent(warp int, lanes, missing uint32, in *isa.Instr, name string)
	// Fence is called for __threadfence and its like, with the scope of ir.FenceBlock ….
	Fence(warp int, lanes uint32, scope uint64)
	// Texel is called for a tex1Dfetch by a lane of a texel that a texture of so many does not have.
	Texel(warp, lane int, in *isa.Instr, name string, number, texels int)
	// Undefined is called where a value matters that was never set: what was loaded under
	// a number that Access gave.
	Undefined(warp int, lanes uint32, origin int32, in *isa.Instr, use Use)
	// ZeroDivisor is called for a division of integers by zero.
	ZeroDivisor(warp int, lanes uint32, in *isa.Instr)
}

// A Touch is an access that a warp is about to make: of so many words of so many bytes in
// each lane.
type Touch struct {
	Warp        int // of the block
	Instruction *isa.Instr
	PC          int // of the instruction in the program
	Active      uint32
	Addresses   *Lanes
	Words, Size int
	Values      [4]Lanes  // of a store
	Undefined   [4]uint32 // lanes that store, or load, what was never set
	Origins     [4]int32  // the load that it came from
	Allowed     uint32    // the lanes that go on to make it
}

// A Use tells where a value that was never set begins to matter.
type Use uint8

const (
	UseBranch  Use = iota // a branch depends on it
	UseAddress            // so does an address
	UseStore              // it is stored where the host or another block finds it
	UseOutput             // it is printed, or asserted
)

// A Standing is where a thread is while others are at a barrier.
type Standing struct {
	Warp, Lane int
	Line       int  // where it is, or where it left the kernel
	PC         int  // of the barrier, where it is at one
	Here       bool // at a barrier
	Left       bool
}

// ErrAbandoned says that a block could not go on, which its checker knows.
var ErrAbandoned = errors.New("the block was abandoned at a barrier that not all threads reach")

// marks hold which lanes of a warp's registers were never set, by slot, and which load such a value
// came from (a number that the checker gave). They follow values through the program as the values
// themselves go: copying an unset word is not a fault, using it is one.
type marks struct {
	lanes  []uint32 // by slot
	origin []int32
	some   bool // any
	left   [32]int
	at     int // PC of the barrier at which it waits
}

// checkedAccess tells the checker of an access and returns the lanes that make it.
//
// Before the access the checker gets the values to be stored, with their marks; afterwards it has
// said which lanes may go on and, for loads, which words in memory were never set. The result of an
// atomic counts as set: the fault is reported at the atomic.
func (m *Machine) checkedAccess(w *warpState, in *instr, at *Lanes, active uint32) uint32 {
	if active == 0 {
		return 0
	}
	x := &m.touched
	x.Warp, x.Instruction, x.PC, x.Active, x.Allowed, x.Addresses = w.index, in.Instr, in.PC, active, active, at
	x.Words, x.Size = flow.Elements(in.Instr), in.Mem.Size()
	x.Undefined = [4]uint32{}
	if s := m.files.Slot(in.Src[0]); s >= 0 && w.marks.some {
		m.undefined(w, in, s, in.Spans[0], active, UseAddress)
	}
	if in.Op != ir.Load {
		o := in.Src[1]
		if in.Op == ir.Atom && in.Atom == ir.AtomCAS {
			o = in.Src[2]
		}
		for word := range x.Words {
			x.Values[word] = *m.value(w, o, in.Mem)
			x.Undefined[word], x.Origins[word] = w.marks.of(m.files.Slot(o), flow.Span(in.Mem), active)
			if o.Kind == isa.Reg {
				o.N += flow.Span(in.Mem)
			}
		}
	}
	m.Check.Access(x)
	if in.Op != ir.Store && in.ResultSlot >= 0 {
		each := max(1, in.Results/x.Words)
		for i := range in.Results {
			word := min(i/each, x.Words-1)
			lanes := x.Undefined[word]
			if in.Op == ir.Atom {
				lanes = 0
			}
			w.marks.set(in.ResultSlot+i, active, lanes, x.Origins[word])
		}
	}
	return x.Allowed
}

// checkedMatrix tells the checker of the rows that eight lanes of an ldmatrix name, and marks what comes of them: each
// lane has two halves, of one row or of two. It reports whether all of them may be read.
func (m *Machine) checkedMatrix(w *warpState, in *instr, at *Lanes, lanes uint32) bool {
	x := &m.touched
	x.Warp, x.Instruction, x.PC, x.Active, x.Allowed, x.Addresses = w.index, in.Instr, in.PC, lanes, lanes, at
	x.Words, x.Size, x.Undefined = 4, 4, [4]uint32{}
	m.Check.Access(x)
	if in.ResultSlot < 0 || x.Allowed != lanes {
		return x.Allowed == lanes
	}
	part, _, transposed := in.Matrix.Of()
	undefined, origin := uint32(0), int32(0)
	for lane := range 32 {
		for h := range 2 {
			row, column := lane/4, lane%4*2+h
			if transposed {
				row, column = column, row
			}
			if x.Undefined[column/2]>>(8*part+row)&1 != 0 {
				undefined, origin = undefined|1<<lane, x.Origins[column/2]
			}
		}
	}
	w.marks.set(in.ResultSlot, allLanes, undefined, origin)
	return true
}

// of is which of some lanes of a register were never set, and by which load.
func (k *marks) of(slot, span int, active uint32) (lanes uint32, origin int32) {
	if slot < 0 || !k.some {
		return 0, 0
	}
	for s := slot; s < slot+span; s++ {
		if l := k.lanes[s] & active; l != 0 {
			lanes, origin = lanes|l, k.origin[s]
		}
	}
	return lanes, origin
}

// set notes which of the active lanes of a register hold what was never set.
func (k *marks) set(slot int, active, lanes uint32, origin int32) {
	k.lanes[slot] = k.lanes[slot]&^active | lanes&active
	if lanes&active != 0 {
		k.origin[slot], k.some = origin, true
	}
}

// undefined tells the checker of a use of a register that was never set.
func (m *Machine) undefined(w *warpState, in *instr, slot, span int, active uint32, use Use) {
	if lanes, origin := w.marks.of(slot, span, active); lanes != 0 {
		m.Check.Undefined(w.index, lanes, origin, in.Instr, use)
		for s := slot; s < slot+span; s++ {
			w.marks.lanes[s] &^= lanes // once is enough
		}
	}
}

// checkedStep takes the marks of an instruction's sources over to its result, reports the uses that
// matter, and looks at divisors. It is called before the instruction is executed, while the
// registers still hold its sources. Collectives have checkedResult instead.
func (m *Machine) checkedStep(w *warpState, in *instr, active uint32) {
	if (in.Op == ir.Div || in.Op == ir.Rem) && in.Type.Integer() && in.Kind == isa.Plain {
		m.divisor(w, in, active)
	}
	if in.Op == ir.Membar && active != 0 {
		m.Check.Fence(w.index, active, in.Imm)
	}
	if !w.marks.some {
		return
	}
	if in.Guard.Kind == isa.Pred {
		here := w.stack.paths[len(w.stack.paths)-1].lanes &^ w.stack.exited
		m.undefined(w, in, m.files.Slot(in.Guard), 1, here, UseBranch)
	}
	if in.Op.Outputs() {
		for i, o := range in.Extra {
			if s := m.files.Slot(o); s >= 0 {
				m.undefined(w, in, s, flow.Span(in.Types[i]), active, UseOutput)
			}
		}
	}
	if in.ResultSlot < 0 {
		return
	}
	var lanes uint32
	var origin int32
	for _, s := range in.Sources {
		if l := w.marks.lanes[s] & active; l != 0 {
			lanes, origin = lanes|l, w.marks.origin[s]
		}
	}
	if lanes != 0 {
		lanes &^= m.decided(w, in, active)
	}
	for i := range in.Results {
		w.marks.set(in.ResultSlot+i, active, lanes, origin)
	}
}

// decided are the lanes whose result does not depend on the values that were never set: the one
// that is selected was set, or 0 times anything is 0. Without it "x = cond ? a : b" would report
// the value that is not taken.
func (m *Machine) decided(w *warpState, in *instr, active uint32) (lanes uint32) {
	set := func(i int) uint32 {
		l, _ := w.marks.of(m.files.Slot(in.Src[i]), in.Spans[i], active)
		return active &^ l
	}
	switch in.Op {
	case ir.Selp:
		p := m.mask(w, in.Src[0])
		return set(0) & (p&set(1) | ^p&set(2))
	case ir.PAnd:
		return set(0)&^m.mask(w, in.Src[0]) | set(1)&^m.mask(w, in.Src[1]) | set(0)&set(1)
	case ir.POr:
		return set(0)&m.mask(w, in.Src[0]) | set(1)&m.mask(w, in.Src[1]) | set(0)&set(1)
	case ir.Setp:
		switch in.Joins {
		case ir.PAnd:
			return set(2) &^ m.mask(w, in.Src[2])
		case ir.POr:
			return set(2) & m.mask(w, in.Src[2])
		}
	case ir.And, ir.Mul:
		for i := range 2 {
			var value *Lanes
			if _, err := m.source(w, in, i, active, &value); err != nil || !in.Type.Integer() {
				return 0
			}
			for lane, v := range value {
				if v == 0 {
					lanes |= set(i) & (1 << lane)
				}
			}
		}
	}
	return lanes
}

// divisor looks for zeros that integers are divided by.
func (m *Machine) divisor(w *warpState, in *instr, active uint32) {
	var by *Lanes
	if _, err := m.source(w, in, 1, active, &by); err != nil {
		return
	}
	zero := uint32(0)
	for i, v := range by {
		if active>>i&1 != 0 && in.Type.Bits(v) == 0 {
			zero |= 1 << i
		}
	}
	if zero != 0 {
		m.Check.ZeroDivisor(w.index, zero, in.Instr)
	}
}

// met tells the checker which lanes were together at a collective.
func (m *Machine) met(w *warpState, in *instr, all uint32, masks *Lanes) {
	if in.Op == ir.Vote && in.Imm == ir.VoteActive {
		return
	}
	for lanes := all; lanes != 0; {
		same := lanes
		if masks != nil {
			_, same = sameMask(masks, lanes)
		}
		m.Check.Sync(w.index, same)
		lanes &^= same
	}
}

// absent tells the checker of lanes that a collective's mask names and that were not there. From 7.0
// on all lanes of the mask that have not ended have to come, or the result is undefined. Lanes that
// have returned in a line before that count as ended, wherever they are when the others arrive.
func (m *Machine) absent(w *warpState, in *instr, all uint32, masks *Lanes) {
	if !m.Program.Independent || !in.hasMask() {
		return
	}
	for lanes := all; lanes != 0; {
		mask, same := allLanes, lanes
		if masks != nil {
			mask, same = sameMask(masks, lanes)
		} else if o, ok := in.Mask(); ok {
			mask = uint32(o.Value)
		}
		missing := mask & w.stack.all &^ all
		for i, line := range w.marks.left {
			if line < in.Line {
				missing &^= 1 << i
			}
		}
		if missing != 0 {
			m.Check.Absent(w.index, same, missing, in.Instr, describe(in))
		}
		lanes &^= same
	}
}

// leave notes where lanes end.
func (k *marks) leave(lanes uint32, line int) {
	for i := range k.left {
		if lanes>>i&1 != 0 {
			k.left[i] = line
		}
	}
}

// together looks whether all threads of the block are at one barrier, where its warps
// wait at one or have ended.
//
// It is called when no warp can go on. If some warp stopped because it is ahead, it is not there
// yet, and the question is asked again later.
func (m *Machine) together(b *Block) error {
	pc, all := -1, true
	for _, w := range b.warps {
		if w.arrived && w.barrier != (namedBarrier{}) {
			return nil // some of the warps meet: see open
		}
		if !w.arrived && !w.done {
			return nil // it is not there yet
		}
		if w.arrived && pc < 0 {
			pc = w.marks.at
		}
		all = all && w.arrived && w.stack.exited == 0 && w.marks.at == pc
	}
	if pc < 0 {
		return nil
	}
	if !all {
		var threads []Standing
		for _, w := range b.warps {
			threads = m.standing(w, threads)
		}
		m.Check.Missing(threads)
		return ErrAbandoned
	}
	m.Check.Barrier()
	return nil
}

// lineFrom is the line of the next instruction that has one.
func (m *Machine) lineFrom(pc int) int {
	for ; pc < len(m.code); pc++ {
		if line := m.code[pc].Line; line > 0 {
			return line
		}
	}
	return 0
}

// standing appends where the threads of a warp are.
func (m *Machine) standing(w *warpState, list []Standing) []Standing {
	for lane := range 32 {
		if w.lanes>>lane&1 == 0 {
			continue
		}
		s := Standing{Warp: w.index, Lane: lane}
		switch {
		case w.stack.exited>>lane&1 != 0:
			s.Left, s.Line = true, w.marks.left[lane]
		case w.arrived:
			s.Here, s.PC, s.Line = true, w.marks.at, m.code[w.marks.at].Line
		default:
			for _, p := range w.stack.paths {
				if p.lanes>>lane&1 != 0 {
					s.Line, s.PC, s.Here = m.lineFrom(p.pc), p.pc, p.pc < len(m.code) && m.code[p.pc].Kind == isa.Barrier
				}
			}
		}
		list = append(list, s)
	}
	return list
}
