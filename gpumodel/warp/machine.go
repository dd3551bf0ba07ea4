package warp

import (
	"fmt"
	"io"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// Dim3 is a size or an index of a grid or a block.
type Dim3 struct{ X, Y, Z int }

func (d Dim3) count() int { return d.X * d.Y * d.Z }

// split is the index of the n-th element, x fastest.
func (d Dim3) split(n int) Dim3 { return Dim3{n % d.X, n / d.X % d.Y, n / (d.X * d.Y)} }

// A Launch is what a Machine executes.
type Launch struct {
	Device  *device.Device
	Program *isa.Program
	Grid    Dim3
	Block   Dim3
	Shared  int    // bytes of dynamic shared memory
	Params  []byte // the parameter block
	Global  *memory.Global
	Globals []uint64 // addresses of Program.Globals
	Stdout  io.Writer
	// Values asks for the results; without it only what time and counters depend on is computed.
	Values bool
}

// A Machine executes the blocks of one launch, one after the other, and counts
// what they do.
type Machine struct {
	Launch
	Stats       Stats
	code        []instr
	warps       []*warpState
	shared      []byte
	sharedLimit int         // end of the block's shared memory, dynamic part included
	tid         [][3]*Lanes // threadIdx of each warp
	special     [ir.LaneID + 1]*Lanes
	block       int
	free        []*Trace
	trace       *Trace
	steps       int64 // warp instructions so far
	maxTrace    int   // bound of a block's trace
	poll        func() error
	scratch     [4]Lanes
}

// An instr is an instruction made ready to run: constants are broadcast and
// the operation is looked up.
type instr struct {
	*isa.Instr
	run       vectorOp
	constants [3]*Lanes // of Imm and ParamMem sources
	spans     [3]int    // how many registers each source fills
	sources   []int     // slots of the registers read
	dst       int       // slot in the schedule, or -1
	results   int       // slots written, from dst on
	wide      bool      // a result of 64 bits
	needed    bool      // its values must be computed
	shared    bool      // it has a SharedMem operand
}

// warpState is one warp of the current block.
type warpState struct {
	index     int
	registers []Lanes
	addresses []Lanes
	preds     []uint32
	local     []byte
	stack     stack
	lanes     uint32 // threads of the block
	done      bool
	schedule  schedule
}

// New prepares a launch. poll is asked now and then whether to go on.
func New(l Launch, poll func() error) *Machine {
	m := &Machine{Launch: l, poll: poll, maxTrace: defaultMaxTrace}
	m.Stats.Loads.ByPartition = make([]int64, l.Device.Partitions)
	m.Stats.Stores.ByPartition = make([]int64, l.Device.Partitions)
	m.sharedLimit = max(l.Program.SharedBytes, l.Program.DynamicShared+l.Shared)
	m.shared = make([]byte, m.sharedLimit+8)
	for i, n := range []int{l.Block.X, l.Block.Y, l.Block.Z, l.Grid.X, l.Grid.Y, l.Grid.Z} {
		m.special[ir.NtidX+i] = broadcast(uint64(n))
	}
	m.special[ir.WarpSize] = broadcast(uint64(l.Device.WarpSize))
	m.special[ir.LaneID] = new(Lanes)
	for i := range m.special[ir.LaneID] {
		m.special[ir.LaneID][i] = uint64(i)
	}
	threads := l.Block.count()
	for w := 0; w*32 < threads; w++ {
		m.addWarp(w, min(32, threads-w*32))
	}
	m.prepare()
	if !l.Values {
		m.markNeeded()
	}
	return m
}

func (m *Machine) addWarp(index, threads int) {
	w := &warpState{
		index: index, lanes: ^uint32(0) >> (32 - threads),
		registers: make([]Lanes, m.Program.Registers+2), // a pair may begin at the last one
		addresses: make([]Lanes, m.Program.AddressRegisters+1),
		preds:     make([]uint32, m.Program.Predicates+1),
		local:     make([]byte, 32*m.Program.LocalBytes),
	}
	var tid [3]*Lanes
	for d := range tid {
		tid[d] = new(Lanes)
	}
	for i := range threads {
		t := m.Block.split(index*32 + i)
		tid[0][i], tid[1][i], tid[2][i] = uint64(t.X), uint64(t.Y), uint64(t.Z)
	}
	m.warps = append(m.warps, w)
	m.tid = append(m.tid, tid)
}

// Trace executes block number n of the grid and returns its trace.
func (m *Machine) Trace(n int) (*Trace, error) {
	m.begin(n)
	for running := len(m.warps); running > 0; {
		running = 0
		for _, w := range m.warps {
			if w.done {
				continue
			}
			if err := m.runWarp(w); err != nil {
				return nil, err
			}
			if !w.done {
				running++
			}
		}
	}
	m.Stats.Blocks++
	m.Stats.Warps += int64(len(m.warps))
	for _, w := range m.warps {
		for _, step := range w.schedule.steps {
			m.Stats.IssueClocks += int64(step.Issue)
		}
		m.trace.Warps = append(m.trace.Warps, w.schedule.steps)
	}
	return m.trace, nil
}

// Release takes a trace back for reuse.
func (m *Machine) Release(t *Trace) { m.free = append(m.free, t) }

// begin clears the state of the last block.
func (m *Machine) begin(n int) {
	m.block = n
	clear(m.shared)
	index := m.Grid.split(n)
	for d, i := range []int{index.X, index.Y, index.Z} {
		m.special[ir.CtaidX+d] = broadcast(uint64(i))
	}
	m.trace = new(Trace)
	if last := len(m.free) - 1; last >= 0 {
		m.trace, m.free = m.free[last], m.free[:last]
	}
	steps := m.trace.Warps
	m.trace.Warps, m.trace.Transactions = steps[:0], m.trace.Transactions[:0]
	for i, w := range m.warps {
		var reuse []Step
		if i < len(steps) {
			reuse = steps[i]
		}
		w.schedule.reset(reuse, m.slots())
		w.stack.reset(w.lanes, len(m.code))
		w.done = false
		clear(w.local)
	}
}

// slots is the number of registers of all kinds that the schedule follows:
// general ones, then address registers, then predicates.
func (m *Machine) slots() int {
	return len(m.warps[0].registers) + len(m.warps[0].addresses) + len(m.warps[0].preds)
}

func (m *Machine) slot(o isa.Operand) int {
	w := m.warps[0]
	switch o.Kind {
	case isa.Reg:
		return o.N
	case isa.Addr:
		return len(w.registers) + o.N
	case isa.SharedMem:
		if o.N > 0 {
			return len(w.registers) + o.N
		}
	case isa.Pred:
		return len(w.registers) + len(w.addresses) + o.N
	}
	return -1
}

// A Fault is an error of the running kernel, with the place in the source and
// the thread.
type Fault struct {
	Line   int
	Block  Dim3
	Thread Dim3
	Err    error
}

func (f *Fault) Error() string {
	return fmt.Sprintf("line %d: %v (block (%d, %d, %d), thread (%d, %d, %d))", f.Line, f.Err,
		f.Block.X, f.Block.Y, f.Block.Z, f.Thread.X, f.Thread.Y, f.Thread.Z)
}

func (f *Fault) Unwrap() error { return f.Err }

func (m *Machine) fault(w *warpState, lane, line int, err error) error {
	return &Fault{Line: line, Block: m.Grid.split(m.block), Thread: m.Block.split(w.index*32 + lane), Err: err}
}
