package warp

import (
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// A fastPath executes warps for their results and counters alone (Machine.Results). Results and counts equal those of
// runWarp exactly, but it leaves no steps. It translates the program into operations of package vector beforehand:
//
//   - Code without a jump is a basic block (basicblock.go), which is executed and counted as a whole. While a warp stays
//     together, it goes from one to the next without returning to Go. Counters are in the frames until FlushCounts adds
//     them up (counters.go).
//   - The registers of a warp are 32-bit words in a frame (frame.go).
//   - An access whose lanes have the same pattern of addresses as an earlier one is counted with it (pattern.go).
//   - Whatever has no operation of its own, and whatever ends in a fault, is executed by the code of runWarp: its registers
//     are copied out before and its results copied back (fallback.go). So each fault exists once.
//
// It is used when nothing observes the launch and the time of events is not needed; see fastest.
type fastPath struct {
	frameLayout
	basicBlocks []*basicBlock // by the pc of the first instruction
	accesses    []*access     // by pc, those of global and shared memory
	exchanges   []*exchange
	code        [2][]vector.Op // if all lanes of a warp take part that have not ended, and if some do
	counters
	jumps        bool // branches are operations
	constants    []vector.Word
	constant     map[uint64]uint32 // their places; those of 64 bits are wide
	wide         map[uint64]uint32
	native       []bool // by pc, what books no clocks itself
	frames       [][]vector.Word
	used         []*lanePattern     // since counts were last flushed
	touches      []*vector.Access   // by pc, those for which there is an operation
	none         []*vector.Access   // as long, with none of them
	shared       []*access          // of shared memory
	operands     map[[2]int]*access // in shared memory, by the pc and the number of the operand
	operandList  []*access
	runs         [2][]*sharedRun // of each code of traces, by the place of the first operation
	again        int32           // clocks that the operands of the next instruction add to it
	offsets      vector.Offsets  // of an access that has no pattern
	lines        lineSet         // the same
	words        meetSet         // the same
	transactions []memory.Transaction
	blockIdx     [3]bool // the program reads it
	partitioner
	paced  bool   // which pipe an instruction takes depends on those before it
	traced bool   // its steps are wanted
	booked bool   // either: the clocks are not sums over what was counted
	owner  *Stats // that the accesses of traces are counted in
	added  []int64
	automaton
	outcomes []int // by pc, how many outcomes an instruction has
}

// fastest returns the fast path of a launch, or nil if it must be executed instruction by instruction: for a watcher or
// a checker, with a limit lifted, in a cooperative launch, if the kernel reads a clock, or for mapped memory.
func (m *Machine) fastest(o *Options) *fastPath {
	if m.Slow || m.Check != nil && m.filter == nil || m.Watch != nil || m.WatchShared != nil || m.Lift.Limit != NoLimit ||
		m.lockstep || m.Program.Cooperative || m.clock || m.Global.Mapped() || m.Device.WarpSize != vector.WordLanes {
		return nil
	}
	switch {
	case !o.Untimed:
		return m.tracing()
	case !m.Values || o.profile != nil:
		return nil
	case m.results == nil:
		m.results = m.translate(false)
	}
	return m.results
}

// runFast is runWarp on the fast path: it executes a warp up to its next barrier or its end.
func (m *Machine) runFast(w *warpState) error {
	f := m.fast
	m.stats = m.statsOf(w)
	if m.filter != nil {
		m.filter.switchWarp(w)
	}
	defer func(begun int64) { w.ran += m.steps - begun }(m.steps)
	for {
		p := w.stack.top()
		if p == nil && len(w.stack.waiting) > 0 {
			if err := m.wake(w); err != nil {
				return err
			}
			continue
		}
		if p == nil || p.pc >= len(m.code) {
			w.done = true
			w.schedule.finish()
			return nil
		}
		if m.due {
			m.due = false
			m.FlushCounts()
			if err := m.pause(w, p); err != nil || m.filter == nil || m.filter.polls {
				return err // another warp may be what this one waits for
			}
			if m.filter.suspected != "" {
				return ErrSuspect
			}
		}
		active := p.lanes &^ w.stack.exited
		*vector.Mask(w.frame, f.path) = active
		code := someLanes
		if w.stack.together() {
			code = allLeft
		}
		left := pollEvery - m.steps%pollEvery
		vector.SetGauge(w.frame, f.gauge, vector.Gauge{Steps: left, Limit: w.stack.limit()})
		pc, control, err := m.runBasicBlocks(w, p.pc, code)
		after := vector.StepsLeft(w.frame, f.gauge)
		m.due = m.due || after <= 0
		m.steps += left - after
		if err != nil {
			return err
		}
		if p.pc = pc; !control {
			continue
		}
		if stop, err := m.control(w, &m.code[pc], active); stop || err != nil {
			return err
		}
	}
}

// limit is where the running path may meet another one.
func (s *stack) limit() uint32 {
	if n := len(s.paths); n > 1 {
		return uint32(s.paths[n-2].pc)
	}
	return math.MaxUint32
}

// runBasicBlocks executes basic blocks from pc on, one after the other, up to an instruction that is control, or to the
// begin of one before which others have to be asked.
func (m *Machine) runBasicBlocks(w *warpState, pc, which int) (end int, control bool, err error) {
	f := m.fast
	code, at := f.code[which], f.basicBlocks[pc].at[which]
	paced, touches := pc, f.touches
	if m.spin != nil && m.spin.reads != nil || f.traced || m.block.Index >= m.Grid.count() {
		touches = f.none
	}
	for ; ; at++ {
		at = vector.Run(code, at, w.frame, touches)
		op := &code[at]
		pc := pcOf(op)
		if f.paced {
			paced = m.pace(w, paced, pc)
		}
		switch {
		case op.Kind == vector.Enter:
			return pc, false, nil
		case op.Kind == opControl, op.Kind >= vector.Jump && op.Kind <= vector.Whole:
			return pc, true, nil
		case op.Kind == opTested:
			m.tested(w, op)
			continue
		case op.Kind == opDivisor:
			if lanes := *vector.Mask(w.frame, op.A) & *vector.Mask(w.frame, op.B); lanes != 0 {
				m.Check.ZeroDivisor(w.index, lanes, m.code[pc].Instr)
			}
			continue
		case op.Kind >= opLanes:
			m.lanes(w, op)
			continue
		}
		lanes := *vector.Mask(w.frame, op.A)
		w.schedule.pc = int32(pc)
		if r := f.runs[which]; r != nil && r[at] != nil && m.fastRun(w, r[at], lanes) {
			at += len(r[at].accesses) - 1
			continue
		}
		done := false
		if op.Kind == opOperand {
			if err := m.operand(w, f.operandList[op.B], lanes); err != nil {
				return pc, false, err
			}
			continue
		}
		switch {
		case op.Kind == opFallback || m.spin.notes(pc):
		case op.Kind == opAccess, op.Kind == vector.Touch:
			done = m.fastAccess(w, f.accesses[pc], lanes)
		default:
			done = m.fastAtomic(w, f.accesses[pc], lanes)
		}
		if !done {
			w.recording.on = false
			if err := m.fallBack(w, &m.code[pc], lanes); err != nil {
				return pc, false, err
			}
		}
		paced = pc + 1
	}
}

// pace books instructions where it depends on those before them which pipe they take.
func (m *Machine) pace(w *warpState, from, to int) int {
	for ; from < to; from++ {
		w.schedule.pc = int32(from)
		w.schedule.issued(&m.code[from].clocks, m.fast.again, -1, 0)
		m.fast.again = 0
	}
	return from
}

// control executes what ends a basic block: a branch, an exit, a barrier, or what lanes do together. It counts a guard's
// lanes, and what it executes by itself (tallied); the rest is counted with the block.
func (m *Machine) control(w *warpState, in *instr, active uint32) (stop bool, err error) {
	f := m.fast
	w.schedule.pc = int32(in.PC)
	switch {
	case in.Kind == isa.Barrier:
		if f.tallies[in.PC] != 0 && w.stack.together() {
			m.fastBarrier(w, in, active)
			return true, nil
		}
		m.unpackRegisters(w, in.Sources)
		return m.barrier(w, in)
	case in.collective:
		if len(w.stack.waiting) == 0 && m.fastExchange(w, in, active) {
			return false, nil
		}
		m.unpackRegisters(w, in.Sources)
		return false, m.collective(w, in)
	}
	guarded := active
	if in.Guard.Kind == isa.Pred {
		guarded &= f.guard(w, in)
		vector.Count(w.frame, f.guards[in.PC], uint64(ones(guarded)))
	}
	if f.paced {
		w.schedule.issued(&in.clocks, 0, -1, 0)
	}
	if in.Kind == isa.Branch {
		if w.stack.branch(guarded, in.Target, in.Line) {
			m.stats.DivergentBranches++
			m.stats.Excess[in.PC]++
		}
		if guarded != 0 && in.Target <= in.PC {
			w.stack.rotate()
		}
		return false, nil
	}
	if m.Check != nil {
		w.marks.leave(guarded, in.Line)
	}
	w.stack.exit(guarded)
	return false, nil
}

// fastBarrier lets a warp arrive as a whole at __syncthreads(), as barrier does.
func (m *Machine) fastBarrier(w *warpState, in *instr, active uint32) {
	w.marks.at = in.PC
	w.stack.top().pc++
	vector.Tally(w.frame, m.fast.tallies[in.PC], active)
	w.barrier, w.arrived = namedBarrier{}, true
}

// guard is the mask of lanes for which an instruction's guard holds.
func (f *fastPath) guard(w *warpState, in *instr) uint32 {
	mask := *vector.Mask(w.frame, f.predicateAt(in.Guard.N))
	if in.GuardNot {
		return ^mask
	}
	return mask
}

// direct reports whether the lanes' words of an access lie where its addresses say, in global or shared memory.
func (m *Machine) direct(in *instr) bool {
	if in.Op == ir.Atom {
		return m.hasFastAtomic(in)
	}
	if in.Op != ir.Load && in.Op != ir.Store || in.Async != ir.Synchronous || in.Matrix != 0 || in.within != nil {
		return false
	}
	switch in.Space {
	case ir.Shared, ir.Const:
		return true
	case ir.Local:
		return !m.fast.booked
	case ir.Global, ir.Generic, ir.NoSpace:
		return !in.ReadOnly || m.Device.Sectored()
	}
	return false
}

// A partitioner is device.Partition without divisions: by a product with 2^64 over the number of partitions, rounded
// up, which is exact for numbers below 2^56.
type partitioner struct {
	stride     int // its logarithm
	partitions uint64
	inverse    uint64
	hash       bool
}

func newPartitioner(d *device.Device) partitioner {
	n := uint64(d.Partitions)
	return partitioner{bits.TrailingZeros(uint(d.PartitionStrideBytes)), n, math.MaxUint64/n + 1, d.PartitionHash}
}

func (p *partitioner) partition(address uint64) int {
	n := address >> p.stride
	if p.hash {
		round, _ := bits.Mul64(n, p.inverse)
		n += round * 0x9e3779b97f4a7c15 >> 32
	}
	quotient, _ := bits.Mul64(n, p.inverse)
	return int(n - quotient*p.partitions)
}
