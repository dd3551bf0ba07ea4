package warp

import (
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// A Block is one block of the grid in execution: the part that the engine sees. Its state is nil
// once the last warp has ended, while the engine may still replay the last steps.
type Block struct {
	Index int     // in the grid
	Warps []Trace // what is to be replayed, warp by warp
	// Clock is the clock of the GPU, as in Options, when a warp continues. Whoever calls Machine.Continue may set it.
	Clock int64
	*state
	options Options
}

// Options say how a block is executed, and what for. The zero value executes it from its
// beginning and counts what it does.
type Options struct {
	// From is how far on in its long loop the block begins, from 0 to 1, if it has one.
	From float64
	// ByIteration ends a piece of the trace with each iteration of a long loop, and counts
	// the iterations in its steps.
	ByIteration bool
	// Uncounted leaves Machine.Stats as it is.
	Uncounted bool
	// Untimed leaves out when things happen: there are no steps.
	Untimed bool
	// Clock is the clock of the GPU when the warps of the block begin, in shader clocks since the launch; 0 if nobody knows it.
	Clock   int64
	SM      int      // on which the block is, if Clock is known
	profile *Profile // of the block, if it is executed for one
}

// state is what a block needs until its last warp has ended. It is the larger part of a block's
// memory. A launch needs as many states as blocks run side by side, not one for each block that
// still has steps to replay.
type state struct {
	warps    []*warpState
	shared   []byte
	ctaid    [3]Lanes
	sm       int
	votes    votes
	seen     *seen           // by loads, if the program reads the clock
	frames   [][]vector.Word // of the warps, laid out for a fast path
	framesOf *fastPath
	pending  bool                               // they have counts of a traced block
	fast     *fastPath                          // on which it is; nil if on none
	passed   [MostBarriers]int                  // warps that have arrived at a barrier without waiting there
	loaded   map[uint64]*[pageWords / 64]uint64 // words, if it is asked what is loaded again
}

// warpState is one warp of a block.
//
// Each of the slices registers, addresses, shapes and preds is one register file. A value of 64
// bits fills two neighbouring registers. local holds the 32 lanes' local memory one after the
// other; localAddress says where the hardware has them.
type warpState struct {
	index        int
	files        flow.Files
	registers    []Lanes
	addresses    []Lanes
	shapes       []shape // of the address registers
	preds        []uint32
	local        []vector.Word
	stack        stack
	lanes        uint32 // threads of the block
	done         bool
	ran          int64 // instructions that it has executed, in this block and in earlier ones
	arrived      bool  // at a barrier
	barrier      namedBarrier
	schedule     schedule
	transactions []memory.Transaction // of the schedule's steps
	counted      int                  // steps in the statistics
	loopStates   []loopState          // of the loops that iterations can be skipped of
	progress     *loopState           // of the loop in whose iterations progress is counted
	again        *loop                // that the warp has come to the end of
	paused       bool                 // at the head of the loop that counts progress
	toSkip       int                  // iterations of the loop that counts progress
	sampling     sampling
	recording    recording      // of an iteration, if it is to be replayed
	polling      polling        // of the clock
	marks        marks          // if somebody checks
	frame        []vector.Word  // on the fast path; nil on the other
	path         *fastPath      // which it is on; nil if on none
	at           *scheduleState // of its schedule, while that only notes
}

// Start begins block number n of the grid and executes a first piece of it. With Options.From it
// begins in the middle of the block's long loop: package timing/sample simulates such pieces of
// long launches.
func (m *Machine) Start(n int, o Options) (*Block, error) {
	if o.From > 0 {
		return m.startInLoop(n, o)
	}
	return m.start(n, o)
}

// start begins a block at its beginning. All that a previous block left in the state is reset here,
// except for the registers: code sets each one before it reads it.
func (m *Machine) start(n int, o Options) (*Block, error) {
	b, err := m.newBlock()
	if err != nil {
		return nil, err
	}
	b.Index, b.options, b.Clock = n, o, 0
	if b.sm = n % m.Device.SMs; o.Clock > 0 {
		b.sm = o.SM
	}
	m.running[b] = true
	m.begun++
	m.progressed(1)
	index := m.Grid.split(n % m.Grid.count())
	clear(b.loaded)
	for d, i := range []int{index.X, index.Y, index.Z} {
		fill(&b.ctaid[d], uint64(i))
	}
	clear(b.shared)
	if m.clock {
		b.seen = m.seenBy()
	}
	b.passed = [MostBarriers]int{}
	m.fast = m.fastest(&o)
	b.enterPath(m.fast)
	for i, w := range b.warps {
		t := &b.Warps[i]
		if b.fast != nil {
			m.enterFrame(w, b)
		} else {
			m.haveRegisters(w)
		}
		w.schedule.sums = o.Untimed && !m.Device.DualIssue && m.Lift.Limit == NoLimit
		w.schedule.untimed, w.schedule.quantum, w.schedule.queued = o.Untimed, quanta(m.Device), m.Device.SharedQueue
		w.schedule.known, w.schedule.guards = m.known, m.guards()
		w.schedule.longest = m.longest()
		if m.clock && w.schedule.waited == nil {
			w.schedule.waited = &waited{}
		}
		w.schedule.reset(t.Steps, m.files.Slots())
		if m.told {
			w.schedule.sets(m.begins(n, &o))
		}
		if w.schedule.noting = b.fast != nil && b.fast.traced; w.schedule.noting {
			w.at = b.fast.automaton.first
		}
		w.transactions = t.Transactions[:0]
		w.stack.reset(w.lanes)
		w.stack.follow = m.Lift.Limit == Divergence
		w.counted, w.done, w.arrived, w.barrier, t.Done = 0, false, false, namedBarrier{}, false
		w.progress, w.again, w.paused, w.toSkip, w.sampling.on = nil, nil, false, 0, false
		w.recording.on = false
		for i := range w.loopStates {
			w.loopStates[i].begin(0)
		}
		clear(w.local)
		clear(w.marks.lanes)
		w.marks.some = false
	}
	if m.Check != nil {
		m.Check.Begin(n)
	}
	total := m.statsOfBlock(b)
	total.Blocks++
	total.Warps += int64(len(b.warps))
	return b, m.advance(b)
}

// haveRegisters makes the register files of a warp, which on the fast path few need.
func (m *Machine) haveRegisters(w *warpState) {
	if w.registers == nil {
		w.registers, w.addresses = make([]Lanes, m.files.Registers), make([]Lanes, m.files.Addresses)
	}
}

// Continue executes the next piece of a block when all steps of one of its warps have been replayed; the
// others keep theirs. Calling it makes the Steps and Transactions of that warp's Trace invalid: the
// memory is used again.
func (m *Machine) Continue(b *Block, warp int) error {
	w := b.warps[warp]
	w.begin()
	if m.told && b.Clock > 0 {
		w.schedule.sets(b.Clock)
	}
	err := m.advance(b)
	for err == nil && m.Lift.Limit == Barriers && !w.done && len(w.schedule.steps) == 0 {
		// The barrier at which it waits is lifted; the others have enough steps, but have to get there.
		if err = m.run(b, func(other *warpState) bool { return !other.done && !other.arrived }); err == nil {
			err = m.advance(b)
		}
	}
	return err
}

// startInLoop begins a block in the long loop that its warps come to; at its beginning if they come
// to none. It gives up after 64 pieces, and if a warp ends first: then the block has no loop that
// can be skipped.
func (m *Machine) startInLoop(n int, o Options) (*Block, error) {
	b, err := m.start(n, o)
	for range 64 {
		left, ok := 0, false
		if err == nil {
			left, ok = b.Iterations()
		}
		if ok {
			b.Skip(int(o.From * float64(left)))
			return b, m.land(b)
		}
		if err != nil || b.state == nil {
			break
		}
		err = m.on(b)
	}
	if err != nil {
		return nil, err
	}
	m.Release(b)
	return m.start(n, o)
}

// land executes a block until its warps have skipped what they are to skip, and
// forgets the steps to there.
func (m *Machine) land(b *Block) error {
	for slices.ContainsFunc(b.live(), func(w *warpState) bool { return w.toSkip != 0 }) {
		if err := m.on(b); err != nil {
			return err
		}
	}
	return m.on(b)
}

// on executes the next piece of a block as if all its steps had been replayed.
func (m *Machine) on(b *Block) error {
	for _, w := range b.warps {
		w.begin()
	}
	return m.advance(b)
}

// begin makes room for the next piece of a trace.
func (w *warpState) begin() {
	w.schedule.steps, w.transactions, w.counted = w.schedule.steps[:0], w.transactions[:0], 0
}

// Execute executes block number n from its begin to its end.
func (m *Machine) Execute(n int) error { return m.execute(n, Options{}) }

// execute runs a block to its end and throws its steps away.
func (m *Machine) execute(n int, o Options) error {
	b, err := m.start(n, o)
	for err == nil && b.state != nil {
		err = m.on(b)
	}
	if err == nil {
		m.Release(b)
	}
	return err
}

// Results executes block number n for its results and counters alone, which takes
// less time: it does not work out when what is done. The counters are in Stats after FlushCounts. Of a program whose blocks wait for one
// another, block 0 stands for the whole grid, and other blocks have nothing left to do.
func (m *Machine) Results(n int) error {
	o := Options{Untimed: !m.clock}
	switch {
	case !m.Program.Cooperative:
		return m.execute(n, o)
	case n == 0:
		return m.executeAll(o)
	}
	return nil
}

// executeAll runs all blocks of the grid in turn, piece by piece, to their ends.
func (m *Machine) executeAll(o Options) error {
	var running []*Block
	for n := range m.Grid.count() {
		b, err := m.start(n, o)
		if err != nil {
			return err
		}
		running = append(running, b)
	}
	for len(running) > 0 {
		left := running[:0]
		for _, b := range running {
			if b.state == nil {
				m.Release(b)
				continue
			}
			if err := m.on(b); err != nil {
				return err
			}
			left = append(left, b)
		}
		running = left
	}
	return nil
}

// Release takes a block back whose steps have all been replayed, or are not wanted
// any more.
func (m *Machine) Release(b *Block) {
	if b.state != nil {
		m.giveBack(b)
	}
	m.freeBlocks = append(m.freeBlocks, b)
}

// Iterations returns a number of iterations of its loop that each warp of a block will still
// complete. ok is false if some warp is in no loop that can be skipped, or has yet to make the skip
// that was asked of it.
func (b *Block) Iterations() (left int, ok bool) {
	left = math.MaxInt
	for i, w := range b.live() {
		switch {
		case b.Warps[i].Done:
		case w.progress == nil || w.toSkip != 0:
			return 0, false
		default:
			left = min(left, w.progress.left)
		}
	}
	return left, left < math.MaxInt
}

// Skip makes each warp of a block skip n iterations of its loop, or go back by n if it is negative.
// It happens when the warp comes to the loop's head next, not at once.
func (b *Block) Skip(n int) {
	for i, w := range b.live() {
		if !b.Warps[i].Done {
			w.toSkip = n
		}
	}
}

// live returns the warps of a block that has not ended.
func (b *Block) live() []*warpState {
	if b.state == nil {
		return nil
	}
	return b.warps
}

// advance executes the warps of a block in turn, from barrier to barrier, until
// each of them has enough steps, or waits for one that has, or has ended.
//
// Each turn of the loop runs every warp as far as it goes and then opens the barrier if all have
// arrived. A warp that is ahead stops for the engine's sake; the others stop at the next barrier,
// where they wait for it.
func (m *Machine) advance(b *Block) error {
	m.enter(b)
	for again := true; again; again = m.open(b) {
		if err := m.run(b, func(w *warpState) bool {
			return !w.done && !w.arrived && !m.ahead(w)
		}); err != nil {
			return err
		}
		if m.Check != nil {
			if err := m.together(b); err != nil {
				return err
			}
			if m.filter != nil && m.filter.suspected != "" {
				return ErrSuspect
			}
		}
	}
	if err := m.stuck(b); err != nil {
		return err
	}
	return m.publish(b)
}

// run executes some warps of a block in turn.
func (m *Machine) run(b *Block, some func(w *warpState) bool) error {
	for _, w := range b.warps {
		if some(w) {
			execute := m.runWarp
			switch {
			case b.fast == nil:
			case b.fast.traced:
				execute = m.runTraced
			default:
				execute = m.runFast
			}
			if err := execute(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// ahead reports whether enough of a warp has been executed. A warp that paused at a loop's head is
// ahead as soon as it has a step, since the engine wants to see each iteration.
func (w *warpState) ahead() bool {
	return w.paused && len(w.schedule.steps) > 0 || len(w.schedule.steps) >= aheadSteps || len(w.transactions) >= aheadTransactions
}

// ahead reports whether steps of a warp have to be replayed before it is executed further.
func (m *Machine) ahead(w *warpState) bool {
	return w.ahead() || (m.lockstep || m.told) && len(w.schedule.steps) > 0
}

// newBlock returns a block with the memory of an old one, if there is one.
func (m *Machine) newBlock() (*Block, error) {
	b := &Block{Warps: make([]Trace, len(m.tid))}
	if last := len(m.freeBlocks) - 1; last >= 0 {
		b, m.freeBlocks = m.freeBlocks[last], m.freeBlocks[:last]
	}
	if last := len(m.freeStates) - 1; last >= 0 {
		b.state, m.freeStates = m.freeStates[last], m.freeStates[:last]
		if m.stateBytes() > largeState { // the next look at the context may be many blocks away
			return b, m.poll()
		}
		return b, nil
	}
	if err := m.Memory.Take(m.stateBytes(), fmt.Sprintf("a block of %d threads, each with %d bytes of local memory,",
		m.Block.count(), m.Program.LocalBytes)); err != nil {
		return nil, err
	}
	// Some bytes more, so that a word, or words beside it, can be read at any offset up to the limit.
	b.state = &state{shared: make([]byte, m.sharedEnd+8+vector.Beyond)}
	for i := range b.Warps {
		b.warps = append(b.warps, &warpState{
			index: i, files: m.files, lanes: ^uint32(0) >> (32 - min(32, m.Block.count()-i*32)),
			shapes: make([]shape, m.files.Addresses),
			preds:  make([]uint32, m.files.Preds), local: make([]vector.Word, (m.Program.LocalBytes+3)/4),
			loopStates: m.newLoopStates(),
		})
		if m.Check != nil {
			b.warps[i].marks.lanes, b.warps[i].marks.origin = make([]uint32, m.files.Slots()), make([]int32, m.files.Slots())
		}
	}
	return b, nil
}

// enter makes a block the current one. Special registers that differ from block to block are
// pointers into its state.
func (m *Machine) enter(b *Block) {
	m.block, m.shared, m.total = b, b.shared, m.statsOfBlock(b)
	m.stats = m.total
	if m.fast = b.fast; b.fast != nil {
		m.enterShared()
	}
	for d := range b.ctaid {
		m.special[ir.CtaidX+d] = &b.ctaid[d]
	}
	for i := range b.votes.found {
		m.special[ir.BarCount+i] = &b.votes.found[i]
	}
}

// statsOfBlock is where a block is counted.
func (m *Machine) statsOfBlock(b *Block) *Stats {
	if b.options.Uncounted {
		return &m.scrap
	}
	return &m.Stats
}

// publish makes the traces of what the block's warps have done. A block that has ended gives its state back,
// so that short blocks share one. The traces share memory with the warps' schedules: they are valid
// until the warp continues. What the kernel has launched runs when all blocks have ended.
func (m *Machine) publish(b *Block) error {
	if m.stats != m.total {
		m.flushCurrent()
	}
	ended := true
	for i, w := range b.warps {
		m.countSteps(w)
		b.Warps[i] = Trace{w.schedule.steps, w.transactions, w.done}
		ended = ended && w.done
	}
	if !ended {
		return nil
	}
	m.giveBack(b)
	if m.ended++; m.ended == m.Grid.count() {
		return m.runNested(func(*Nested) bool { return true })
	}
	return nil
}

// enterPath puts a block on a fast path, or on none.
func (b *Block) enterPath(f *fastPath) {
	b.fast = f
	if f != nil && b.framesOf != f {
		b.frames, b.framesOf = nil, f
		for _, w := range b.warps {
			w.frame = nil
		}
	}
	for _, w := range b.warps {
		w.path = f
	}
}

// giveBack takes the state back of a block that has ended, or that nobody wants any more.
func (m *Machine) giveBack(b *Block) {
	m.flushBlock(b)
	m.accessed()
	m.freeStates = append(m.freeStates, b.state)
	b.state = nil
	delete(m.running, b)
	m.progressed(-1)
}
