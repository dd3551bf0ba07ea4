package engine

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Source executes blocks. Start is called once per block, in dispatch order, and
// Continue when all steps of a warp have been replayed and it is not done; Release
// gives a block back whose warps are.
type Source interface {
	Start(block int, o warp.Options) (*warp.Block, error)
	Continue(b *warp.Block, warp int) error
	Release(b *warp.Block)
	// Profile executes and counts a block without its traces being replayed.
	Profile(block int) (warp.Profile, error)
	// Recount forgets what has been counted.
	Recount()
	// EndPart ends one of several equal parts of what is counted.
	EndPart()
}

// A Memory is what lies behind the load-store units of the SMs: caches, the way to the
// partitions of the DRAM, and how both share them. A generation of GPUs has its own.
type Memory interface {
	// Access takes the transactions of a warp's step, a load or a store that was issued
	// at a time. The memory calls Sent or Answered when the warp can go on, and Arrive
	// for each transaction that comes back later.
	Access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time)
	// PortReady is called at the time that was set by SetPort.
	PortReady(tpc int32)
	// PartitionReady is called when a partition of the DRAM can serve its next request.
	PartitionReady(partition int32)
	// Counts is what the caches have seen so far.
	Counts() CacheCounts
}

// A Config says what an engine simulates.
type Config struct {
	Device        *device.Device
	First         int // block of the grid
	Blocks        int // to dispatch
	BlocksPerSM   int // resident
	WarpsPerBlock int
	// Options are those with which a block is started.
	Options func(block int) warp.Options
}

// Engine is the state of one run. SMs, ports, partitions, warps and blocks are
// numbered; events name them by number.
type Engine struct {
	Device     *device.Device
	Partitions []*memory.Partition
	Link       *memory.Link // to the host
	Clock      Clock
	Observer   *Observer // nil but in an observation
	Tracer     *Tracer   // nil but in a trace
	// Options are those with which the next blocks are started.
	Options func(block int) warp.Options
	// HoldUp is the time by some part of which each warp is held up once, at the end of
	// an iteration: so the warps of an SM get apart.
	HoldUp memory.Time
	// BlockEnded is called when a block has ended, if it is set.
	BlockEnded func()
	// MostWork is what may be done before Run returns, paused; 0 means any work.
	MostWork int64

	ctx           context.Context
	source        Source
	memory        Memory
	first         int // block
	queue         queue
	now           memory.Time
	sms           []sm
	smsPerTPC     int32
	perScheduler  [isa.Pipes]bool // whether each scheduler has its share of a pipe
	scheduled     []bool          // partitions with an event in the queue
	resident      []block
	warps         []Warp
	warpsPerBlock int
	dispatched    int
	limit         int         // blocks to dispatch: all, or fewer once steady
	completed     []float64   // seconds at which blocks ended, the skipped parts included
	last          memory.Time // the end of the last write or block
	behind        Behind      // at the end of the last block
	firstServed   memory.Time // when a partition served its first request
	launch        memory.Time // from the dispatch of a block until its warps can issue
	arrival       memory.Time // for which the unit for barriers of an SM takes in a warp
	barrier       memory.Time // from the last arrival until the warps go on
	started       memory.Time // when the GPU can start the next block
	interval      memory.Time // between two blocks that it starts
	demand        demand
	credit        Tally // of what was skipped
	stalls        stalls
	running       int64 // warps
	events        int64
	replayed      int64      // transactions
	served        int64      // requests to the DRAM
	steps         int64      // replayed
	iterations    int64      // of loops, of all warps
	nextIteration int64      // number at which atIteration is called
	atIteration   func()     // nil if nobody waits for iterations
	marks         []Progress // while the first blocks run
	stopped       bool
	paused        bool // by MostWork
	err           error
}

type block struct {
	*warp.Block
	running int                    // warps not finished
	arrived [warp.MostBarriers]int // warps at each barrier
	sm      int32
	changed map[uint64]memory.Time // words of shared memory, by contests
}

// A Warp is one of those that are resident.
type Warp struct {
	SM    int32
	Slot  int32  // of the block
	Loads []Load // by tag

	// Left is how many transactions of the current step have to be sent.
	Left int32

	sm        *sm
	scheduler *scheduler
	trace     *warp.Trace
	index     int32 // in the block
	pc        int32
	first     int32 // transaction of the current step
	next      int32 // and of the next one
	held      bool
	waiting   int32   // tag waited for, or -1
	at        int32   // number of the barrier at which it waits, from 1; 0 for none
	issuing   issuing // of the current step; since is also when it began to wait
	contest   contest // at which it is
}

// A Load is what a warp has asked for.
type Load struct {
	Left int32       // transactions that have not come back
	Done memory.Time // when those that have are there
	wait State       // of a warp that waits for it
}

// Current is the step at which a warp is, with the transactions that are left.
func (w *Warp) Current() (*warp.Step, []memory.Transaction) {
	return w.trace.Steps[w.pc-1], w.trace.Transactions[w.first : w.first+w.Left]
}

// New returns an engine with an empty GPU. newMemory makes the memory of the device.
func New(ctx context.Context, c Config, source Source, newMemory func(e *Engine) Memory) *Engine {
	d, slots := c.Device, c.Device.SMs*c.BlocksPerSM
	e := &Engine{
		Device: d, Partitions: memory.NewPartitions(d), Link: memory.NewLink(d), Clock: NewClock(d), Options: c.Options,
		ctx: ctx, source: source, first: c.First, limit: c.Blocks, warpsPerBlock: c.WarpsPerBlock,
		queue: newQueue(slots*c.WarpsPerBlock, d.TPCs, d.Partitions), scheduled: make([]bool, d.Partitions),
		sms: make([]sm, d.SMs), smsPerTPC: int32(d.SMs / d.TPCs),
		resident: make([]block, slots), warps: make([]Warp, slots*c.WarpsPerBlock),
	}
	for p := range e.perScheduler {
		e.perScheduler[p] = isa.Pipe(p).PerScheduler(d)
	}
	e.launch, e.barrier = e.Clock.Clocks(d.BlockLaunchClocks), e.Clock.Clocks(d.BarrierClocks)
	e.arrival = e.Clock.Clocks(d.ArrivalClocks())
	e.interval = memory.Nanoseconds(d.BlockInterval)
	e.demand = newDemand(d, e.Partitions)
	e.memory = newMemory(e)
	return e
}

// CoreClock is a clock of the crossbar and the L2 of a device.
func CoreClock(d *device.Device) memory.Time { return memory.Nanoseconds(1e3 / d.CoreClockMHz) }

// Run fills the GPU and replays blocks until all that are to be dispatched have finished.
// steady is asked after each finished block whether dispatch may stop. After MostWork it returns as
// well; another call goes on.
func (e *Engine) Run(steady func() bool) error {
	e.paused = false
	for ; e.err == nil && !e.stopped; e.events++ {
		if e.events%4096 == 0 {
			if e.ctx.Err() != nil {
				return context.Cause(e.ctx)
			}
			e.mark()
			e.Observer.come(e.now)
		}
		if e.MostWork > 0 && e.Work() >= e.MostWork {
			e.paused = true
			return nil
		}
		ev, ok := e.queue.next()
		if !ok {
			if e.running > 0 {
				panic(fmt.Sprintf("BUG: %d warps wait for an event that never comes", e.running))
			}
			break
		}
		if ev.at < e.now {
			panic(fmt.Sprintf("BUG: an event at %d ps after one at %d ps", ev.at, e.now))
		}
		e.now = ev.at
		switch ev.kind {
		case warpReady:
			e.step(ev.id)
		case portReady:
			e.memory.PortReady(ev.id)
		case partitionReady:
			e.scheduled[ev.id] = false
			e.memory.PartitionReady(ev.id)
		case blockReady:
			if e.dispatched >= e.limit || steady() {
				e.limit = e.dispatched
				continue
			}
			e.dispatch(ev.id)
		}
	}
	return e.err
}

// Fill starts the first wave: one block per SM in turn, across the TPCs first.
func (e *Engine) Fill() {
	for slot := range e.resident {
		if e.dispatched < e.limit && e.err == nil {
			e.dispatch(int32(slot))
		}
	}
}

// Paused reports whether Run returned because of MostWork.
func (e *Engine) Paused() bool { return e.paused }

// Stop ends the run after the current event.
func (e *Engine) Stop() { e.stopped = true }

// Abandon gives back the blocks of a run that was stopped.
func (e *Engine) Abandon() {
	for i := range e.resident {
		if b := e.resident[i].Block; b != nil {
			e.source.Release(b)
		}
	}
}

// SMOf is the SM of a block slot: neighbouring slots lie on different TPCs.
func (e *Engine) SMOf(slot int32) int32 {
	perTPC, tpcs := int(e.smsPerTPC), e.Device.TPCs
	n := int(slot) % len(e.sms)
	return int32(n%tpcs*perTPC + n/tpcs)
}

// TPC is the TPC of an SM.
func (e *Engine) TPC(sm int32) int32 { return sm / e.smsPerTPC }

// dispatch gives the next block of the grid to a slot.
func (e *Engine) dispatch(slot int32) {
	number := e.first + e.dispatched
	begins, o := max(e.now, e.started+e.interval), e.Options(number)
	o.Clock, o.SM = e.Clock.Count(begins+e.launch), int(e.SMOf(slot))
	started, err := e.source.Start(number, o)
	if err != nil {
		e.err = fmt.Errorf("block %d: %w", number, err)
		return
	}
	e.dispatched++
	e.running += int64(len(started.Warps))
	b := &e.resident[slot]
	*b = block{Block: started, running: len(started.Warps), sm: e.SMOf(slot), changed: b.changed}
	e.sms[b.sm].residency.enter(e.now)
	e.started = begins
	for i := range b.Warps {
		id := slot*int32(e.warpsPerBlock) + int32(i)
		w := &e.warps[id]
		m := &e.sms[b.sm]
		*w = Warp{
			trace: &b.Warps[i], Slot: slot, index: int32(i), SM: b.sm, sm: m, scheduler: &m.schedulers[int(id)%e.Device.Schedulers],
			waiting: -1, Loads: w.Loads[:0],
		}
		e.enter(id, Starting, e.now)
		e.queue.push(e.started+e.launch, warpReady, id)
	}
}

// finish ends a warp; the last one ends the block and frees its slot.
func (e *Engine) finish(slot int32) {
	b := &e.resident[slot]
	e.running--
	b.running--
	if b.running > 0 {
		e.release(slot, 0, 0)
		return
	}
	e.mark()
	e.Observer.ended(e, b.sm)
	e.source.Release(b.Block)
	b.Block = nil
	e.completed = append(e.completed, e.progress().At)
	if e.BlockEnded != nil {
		e.BlockEnded()
	}
	e.last = max(e.last, e.now)
	if e.running == 0 {
		e.behind = e.memory.Counts().Behind
	}
	e.sms[b.sm].residency.leave(e.now)
	e.queue.push(e.now, blockReady, slot)
}
