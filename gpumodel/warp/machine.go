package warp

import (
	"fmt"
	"io"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp/flow"
)

// Dim3 is a size or an index of a grid or a block.
type Dim3 struct{ X, Y, Z int }

// count returns the number of elements: of threads in a block, or of blocks in a grid.
func (d Dim3) count() int { return d.X * d.Y * d.Z }

// split returns the index of the n-th element; x varies fastest.
func (d Dim3) split(n int) Dim3 { return Dim3{n % d.X, n / d.X % d.Y, n / (d.X * d.Y)} }

// A Launch is a kernel launch that a Machine executes, with what is wanted of it.
type Launch struct {
	Device   *device.Device
	Program  *isa.Program
	Grid     Dim3
	Block    Dim3
	Shared   int    // bytes of dynamic shared memory
	Params   []byte // the parameter block
	Global   *memory.Global
	Globals  []uint64          // addresses of Program.Globals
	Textures []*memory.Texture // bindings of Program.Textures
	Stdout   io.Writer         // output of printf
	// Nest runs a kernel that the kernel launches.
	Nest func(n Nested) error
	// Slow executes on the plain path even if only results are wanted (see fastPath).
	Slow bool
	// Workers is the number of processors on which ResultsOf executes blocks in parallel; 0: all free ones.
	Workers int
	// Values asks for the results; without it only what time and counters depend on is computed.
	Values bool
	// Together says that the kernel writes arrays from which it also reads values that decide
	// on addresses or branches (see ErrTogether). It has no effect with Values.
	Together bool
	// Lift is a limit that is removed for this execution, to see what it costs.
	Lift Lift
	// Watch receives each load, store and atomic of global memory, WatchShared the loads and stores of shared
	// memory; nil: nobody watches.
	Watch, WatchShared func(Access)
	// Check receives what a checker needs to find faults; nil: no check.
	Check Checker
	// Memory is the budget for the state of the threads; nil: a budget of the machine's own.
	Memory *Budget
	// Most is about the work after which the execution ends with ErrEnough; 0: no limit.
	Most int64
	// MostProfiled is the same for all profiles together (Machine.Profile).
	MostProfiled int64
	// Touches notes which arrays are read and written; nil: nobody asks. The machines of a launch share it.
	Touches *Touches
}

// A Machine executes the blocks of one launch, piece by piece, and counts what
// they do.
//
// New prepares code once; Start, Continue and Execute then use it for any number of blocks. The
// fields from block to special belong to the block that runs now: enter sets them, so a block can
// be left at any piece and taken up again later. The scratch registers are overwritten by each
// instruction: 0 to 2 hold its sources, 3 its result or its addresses.
type Machine struct {
	Launch
	Stats       Stats
	Parts       []Stats // of Stats, if it is a survey's; see EndPart
	stats       *Stats  // that the current warp is counted in
	total       *Stats  // that the current block is counted in: Stats or scrap
	scrap       Stats   // counts of blocks that are not to be counted
	code        []instr
	loops       []*loop                 // that iterations can be skipped of
	read        map[*memory.Buffer]bool // that values that matter are read from; nil if it does not matter
	written     map[*memory.Buffer]bool // that would be written
	flow        *flow.Code              // the program, as analyses see it
	slice       *flow.Slice             // what has to be computed
	files       flow.Files
	block       *Block
	shared      []byte      // of the current block
	sharedLimit int         // end of a block's shared memory, dynamic part included
	sharedEnd   int         // end of what threads reach of it
	tid         [][3]*Lanes // threadIdx of each warp
	special     [ir.BarAny + 1]*Lanes
	freeBlocks  []*Block
	waiting     []Nested // launches by the kernel
	ended       int      // blocks
	freeStates  []*state
	steps       int64 // warp instructions so far
	due         bool  // a look at the context, which the next piece begins with: a warp may have ended where it was
	beside      int64 // work beside these
	polledAt    int64 // beside, when poll was last asked because of it
	limit       limit // of a profile
	profiling   profiling
	patience    int64   // instructions after which a launch is taken for endless, for each warp besides
	progress    int64   // steps when a block last began or ended
	lookAt      int64   // steps since then after which it is asked for the next time whether the kernel ends
	live        int     // blocks in execution
	begun       int     // blocks so far
	spin        *spin   // that may never end; see spins
	rhythm      *Rhythm // of its loops, once a block was probed
	spun        bool    // it certainly does not end
	running     map[*Block]bool
	low, high   int  // instructions between which it was found since; see endless
	lockstep    bool // with the clock; see waitsInLoops
	longPiece   int  // steps after which a piece ends wherever the warp is
	poll        func() error
	scratch     [4]Lanes
	at          Lanes             // addresses of the current access
	part        [1]part           // of a collective that one path executes
	packings    map[int]*packing  // of words of each size
	touched     Touch             // what the checker is told of
	fast        *fastPath         // of the current block
	results     *fastPath         // of blocks for their results alone, once there are any
	traces      *fastPath         // of blocks whose steps are wanted
	clock       bool              // the program reads it
	timed       bool              // and asks when something happens; see findTimed
	told        bool              // for which it is told the time
	parameters  *parameters       // that it waits for, if somebody notices
	places      places            // of blocks whose begin nobody tells
	filter      *FaultFilter      // Check, if it is one
	footprint   *footprint        // of the blocks, if somebody wants to know it
	noted       map[touchKey]bool // what of Launch.Touches is there already
	known       *knownSteps
}

// longest is by how much a result can be there later for one instruction than for another. No instruction of the pipes that forward their
// results has a latency of less than 4 clocks, where the table has such rules.
func (m *Machine) longest() int64 {
	return int64(max(m.Program.OtherPipeClocks, m.Program.QueueClocks))
}

// guards is how long the program's instructions wait for their guards.
func (m *Machine) guards() guards {
	return guards{first: m.files.Registers + m.files.Addresses, longer: int64(m.Program.GuardClocks)}
}

// An instr is an instruction made ready to run: constants are broadcast and
// the operation is looked up.
//
// Whatever follows from the instruction alone is worked out in prepare, because runWarp executes an
// instruction millions of times. findSlice and findClockWaits fill in inSlice, loop, exitOf, testOf and waits
// after that.
type instr struct {
	flow.Instruction
	run        vectorOp
	unary      func(float32) float32
	constants  [3]*Lanes // of Imm and ParamMem sources
	operands   []int     // the register that each source is, or -1 if it is anything else
	awaited    []int     // slots that have to be there when the instruction is issued: not what an asynchronous copy stores
	clocks     clocks
	leasts     leasts
	work       int64    // beside that of any instruction
	inSlice    bool     // its values must be computed
	collective bool     // the lanes of a warp do it together
	polls      bool     // it may be how a lane waits for another one: an exchange of a lock
	observes   bool     // what others write, and does nothing else if it is repeated
	moves      bool     // it adds a constant to an address register
	sends      bool     // it may send transactions
	fixed      *Lanes   // the address of an access that has no register
	anyBank    *isa.Try // a round of an atomic, without bank conflicts
	memo       [memos]*memo
	within     map[ir.Space]*instr // of generic addresses: see generic
	loop       *loop               // that it is the head of
	exitOf     *loop               // that it leaves
	testOf     *loop               // whose exit depends on it
	waits      *flow.ClockLoop     // that it leads back into
	timed      bool                // it reads a clock that is the engine's
	parameter  int32               // the line of the parameter that it reads, from 1; 0 for none that is waited for
}

// New prepares a launch. poll is asked now and then whether to go on.
func New(l Launch, poll func() error) *Machine {
	m := &Machine{Launch: l, running: map[*Block]bool{}, known: newKnownSteps(), poll: poll, patience: patienceInAll,
		longPiece: defaultLongPiece}
	if m.Memory == nil {
		m.Memory = &Budget{}
	}
	m.sharedLimit = max(l.Program.SharedBytes, l.Program.DynamicShared+l.Shared)
	m.sharedEnd = m.sharedLimit
	// What a card gives a block beyond that is memory, too: on an H100, where it was measured, up to a multiple of 128 bytes.
	if unit := l.Device.SharedUnit; unit > 0 && l.Global != nil && l.Global.InPages() {
		m.sharedEnd = (m.sharedLimit + unit - 1) / unit * unit
	}
	m.flow = flow.New(l.Program, l.Device.PointerBits)
	m.files, m.slice = m.flow.Files, m.flow.WholeSlice()
	for i, n := range []int{l.Block.X, l.Block.Y, l.Block.Z, l.Grid.X, l.Grid.Y, l.Grid.Z} {
		m.special[ir.NtidX+i] = broadcast(uint64(n))
	}
	m.special[ir.WarpSize] = broadcast(uint64(l.Device.WarpSize))
	m.special[ir.NWarpID], m.special[ir.NSMID] = broadcast(uint64(l.Device.MaxWarpsPerSM)), broadcast(uint64(l.Device.SMs))
	m.special[ir.LaneID] = new(Lanes)
	for i := range m.special[ir.LaneID] {
		m.special[ir.LaneID][i] = uint64(i)
	}
	for w := 0; w*32 < l.Block.count(); w++ {
		m.tid = append(m.tid, m.threads(w))
	}
	m.prepare()
	m.lockstep, m.clock = m.flow.Polls(), m.Program.ReadsClock()
	m.findClockWaits()
	m.Stats, m.scrap = m.newStats(), m.newStats()
	m.total = &m.Stats
	if !l.Values {
		m.findSlice()
	}
	m.beginTouches()
	return m
}

// Begun returns the number of blocks started so far.
func (m *Machine) Begun() int { return m.begun }

func (m *Machine) newStats() (s Stats) {
	s.Executed, s.Excess, s.PerInstruction = make([]int64, len(m.code)), make([]int64, len(m.code)), newPerInstruction(len(m.code))
	s.Loads.ByPartition = make([]int64, m.Device.Partitions)
	s.Stores.ByPartition = make([]int64, m.Device.Partitions)
	return s
}

// threads returns the thread indices (x, y, z) of a warp's lanes within the block.
func (m *Machine) threads(warp int) (tid [3]*Lanes) {
	for d := range tid {
		tid[d] = new(Lanes)
	}
	// The last warp may be partial. Its missing lanes keep index 0 and never become active.
	for i := range min(32, m.Block.count()-warp*32) {
		t := m.Block.split(warp*32 + i)
		tid[0][i], tid[1][i], tid[2][i] = uint64(t.X), uint64(t.Y), uint64(t.Z)
	}
	return tid
}

// A Trap is an error that ends a running kernel, with the line of the source and the thread.
type Trap struct {
	Line   int
	Col    int // column of the instruction, 0 if unknown; with it a file finds the header that holds the line
	Block  Dim3
	Thread Dim3
	Err    error
	Kernel string // the kernel with the error, if a kernel launched it; empty for the launch itself
}

// Error names the line, the error, the block and the thread.
func (t *Trap) Error() string {
	return fmt.Sprintf("line %d: %v (block (%d, %d, %d), thread (%d, %d, %d))", t.Line, t.Err,
		t.Block.X, t.Block.Y, t.Block.Z, t.Thread.X, t.Thread.Y, t.Thread.Z)
}

// Unwrap returns the error without its place.
func (t *Trap) Unwrap() error { return t.Err }

// A MisalignedError is an access at an address that is not a multiple of the access's size.
type MisalignedError struct{ where string }

// Error names the address and the size.
func (e *MisalignedError) Error() string { return "misaligned address: " + e.where }

func misaligned(format string, args ...any) error {
	return &MisalignedError{fmt.Sprintf(format, args...)}
}

// An OutsideError is an access outside of the memory that a thread may access.
type OutsideError struct {
	what string // "read", "write", or empty if it may be either
	err  error
	// Shared says that the memory is the block's shared memory, which has Limit bytes.
	Shared bool
	Limit  int
}

// Error names the kind of access and the cause.
func (e *OutsideError) Error() string { return e.Verb() + ": " + e.err.Error() }

// Verb is what the thread did: "out of bounds write".
func (e *OutsideError) Verb() string {
	if e.what == "" {
		return "out of bounds"
	}
	return "out of bounds " + e.what
}

// Unwrap returns the cause.
func (e *OutsideError) Unwrap() error { return e.err }

// trap returns the error of a lane with its place. Block.Index counts beyond the grid for copies of the grid, so
// it is reduced to a block of the grid.
func (m *Machine) trap(w *warpState, lane, line int, err error) error {
	col := 0
	if p := w.stack.top(); p != nil && p.pc < len(m.code) && m.code[p.pc].Line == line {
		col = m.code[p.pc].Col
	}
	return &Trap{Line: line, Col: col, Block: m.Grid.split(m.block.Index % m.Grid.count()), Thread: m.Block.split(w.index*32 + lane), Err: err}
}
