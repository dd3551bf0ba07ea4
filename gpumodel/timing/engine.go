package timing

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
}

// engine is the state of one run. SMs, ports, partitions, warps and blocks are
// numbered; events name them by number.
type engine struct {
	ctx        context.Context
	d          *device.Device
	source     Source
	first      int // block
	queue      queue
	now        memory.Time
	sms        []sm
	ports      []port
	partitions []*memory.Partition
	link       *memory.Link  // to the host
	slices     []slice       // of the L2, one at each partition; none without an L2
	hierarchy  *hierarchy    // instead of ports and slices, where the L1 holds sectors
	scheduled  []bool        // partitions with an event in the queue
	waiting    []fifo[int32] // ports that wait for room in a partition, for reads and for writes
	resident   []block
	warps      []warpState
	warpsPer   int // warps of a block
	dispatched int
	limit      int         // blocks to dispatch: all, or fewer once steady
	completed  []float64   // seconds at which blocks ended, the skipped parts included
	last       memory.Time // the end of the last write or block
	costs      costs
	caches     caches
	demand     demand
	skipper    *skipper
	credit     tally // of what was skipped
	begun      tally // until as many blocks as there is room for had ended
	ledger     ledger
	running    int64 // warps
	events     int64
	steps      int64 // replayed
	iterations int64 // of loops, of all warps
	marks      []progress
	stopped    bool
	options    func(block int) warp.Options // with which blocks are started
	observer   *observer                    // nil but in an observation
	tracer     *tracer                      // nil but in a trace
	hold       memory.Time                  // by some part of which each warp is held up once, at the end of an iteration
	err        error
}

// costs are the device's fixed times.
type costs struct {
	clocksPerMs     int64       // shader clocks in 1e9 ps
	coreParts       int64       // of a clock, in which time of the cores is counted
	response        memory.Time // the way there and back, DRAM apart
	lsu, coreClock  memory.Time
	portBytes       int
	portQueue       int
	launch, barrier memory.Time
}

// sm is a multiprocessor: an issue port, cores and special function units, which
// work side by side, and a load-store unit that feeds the TPC's port in order.
type sm struct {
	schedulers [mostSchedulers]scheduler
	free       pipes       // that serve the whole SM
	lsuFree    memory.Time // when they can send the next transaction
	lsu        fifo[int32] // warps whose memory instruction waits, the first one in progress
	sent       int32       // transactions of the first one that are in the port
	blocked    bool        // waits for room in the port
	busy       memory.Time
	residency  residency
}

// mostSchedulers bounds the schedulers of an SM.
const mostSchedulers = 4

// A scheduler issues instructions of its share of the warps, and has its share of the
// SM's cores.
type scheduler struct {
	port    memory.Time // when it can issue again
	free    pipes       // its share of them
	backlog backlog
}

// pipes is when each pipe takes the next instruction.
type pipes [isa.Pipes]memory.Time

// pipeThrottles are the states of warps that wait for a pipe.
var pipeThrottles = [isa.Pipes]State{
	isa.PipeCores: StalledPipeThrottle, isa.PipeFP64: StalledPipeThrottle, isa.PipeALU: StalledPipeThrottle,
	isa.PipeSFU: StalledPipeThrottle, isa.PipeLSU: StalledMIOThrottle,
}

// pipesOf is where the time of a pipe stands: with its scheduler or with the SM.
func (m *sm) pipesOf(c *scheduler, p isa.Pipe) *pipes {
	if p.PerScheduler() {
		return &c.free
	}
	return &m.free
}

// port is a TPC's way into the crossbar: first in, first out, so that one
// transaction to a full partition holds up what is behind it.
type port struct {
	queue     fifo[memory.Request]
	free      memory.Time
	filled    memory.Time // when the data of the last read have come back through it
	scheduled bool
	blocked   bool
	waiters   fifo[int32] // SMs
}

type block struct {
	*warp.Block
	running int // warps not finished
	arrived int // warps at the barrier
	sm      int32
}

type warpState struct {
	trace        *warp.Trace
	block, index int32
	sm           int32
	pc           int32
	loads        []load
	held         bool
	waiting      int32 // tag waited for, or -1
	atBarrier    bool
	issuing      issuing // of the current step; since is also when it began to wait
}

type load struct {
	left int32
	wait State // of a warp that waits for it
	done memory.Time
}

func newEngine(ctx context.Context, c Config, source Source) *engine {
	d, slots := c.Device, c.Device.SMs*c.BlocksPerSM
	e := &engine{
		ctx: ctx, d: d, source: source, limit: c.Blocks, warpsPer: c.WarpsPerBlock,
		queue: newQueue(d.TPCs, d.Partitions),
		sms:   make([]sm, d.SMs), ports: make([]port, d.TPCs), partitions: memory.NewPartitions(d), link: memory.NewLink(d),
		scheduled: make([]bool, d.Partitions), waiting: make([]fifo[int32], 2*d.Partitions),
		resident: make([]block, slots), warps: make([]warpState, slots*c.WarpsPerBlock),
		costs: newCosts(d), options: func(int) warp.Options { return warp.Options{} },
	}
	e.caches = newCaches(d, &e.costs)
	e.slices, e.hierarchy = newSlices(d), newHierarchy(c, &e.costs)
	e.demand = newDemand(d, e.partitions)
	return e
}

// waitList numbers the ports' queues at a partition: reads and writes wait for
// room of their own.
func waitList(partition int32, write bool) int32 {
	if write {
		return 2*partition + 1
	}
	return 2 * partition
}

func newCosts(d *device.Device) costs {
	c := costs{clocksPerMs: int64(d.ClockMHz * 1000), coreParts: int64(d.CoreParts), portBytes: d.PortBytesPerClock, portQueue: d.PortQueue}
	c.coreClock = memory.Nanoseconds(1e3 / d.CoreClockMHz)
	c.lsu = memory.Nanoseconds(d.LSUClocks * 1e3 / d.ClockMHz)
	unloaded := c.clocks(d.MemoryLatencyClocks)
	dram := memory.Nanoseconds(d.TRCD) + memory.BurstTime(d)
	c.response = unloaded - dram
	c.launch = c.clocks(d.BlockLaunchClocks)
	c.barrier = c.clocks(d.BarrierClocks)
	return c
}

// clocks converts shader clocks to time.
func (c *costs) clocks(n int) memory.Time {
	return memory.Time(int64(n) * 1e9 / c.clocksPerMs)
}

// parts converts parts of shader clocks to time.
func (c *costs) parts(n int) memory.Time {
	return memory.Time(int64(n) * 1e9 / (c.clocksPerMs * c.coreParts))
}

// busy converts the clocks of a pipe to time.
func (c *costs) busy(p isa.Pipe, n int) memory.Time {
	if p.PerScheduler() {
		return c.parts(n)
	}
	return c.clocks(n)
}

// run replays blocks until all that are to be dispatched have finished. steady
// is asked after each finished block whether dispatch may stop.
func (e *engine) run(steady func() bool) error {
	for ; e.err == nil && !e.stopped; e.events++ {
		if e.events%4096 == 0 {
			if e.ctx.Err() != nil {
				return context.Cause(e.ctx)
			}
			e.mark()
		}
		ev, ok := e.queue.next()
		if !ok {
			if e.running > 0 {
				panic(fmt.Sprintf("BUG: %d warps wait for what never comes", e.running))
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
			e.ports[ev.id].scheduled = false
			e.send(ev.id)
		case partitionReady:
			if e.scheduled[ev.id] = false; e.hierarchy != nil {
				e.serveFills(ev.id)
				continue
			}
			e.serve(ev.id)
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

// fill starts the first wave: one block per SM in turn, across the TPCs first.
func (e *engine) fill() {
	for slot := range e.resident {
		if e.dispatched < e.limit && e.err == nil {
			e.dispatch(int32(slot))
		}
	}
}

// abandon gives back the blocks of a run that was stopped.
func (e *engine) abandon() {
	for i := range e.resident {
		if b := e.resident[i].Block; b != nil {
			e.source.Release(b)
		}
	}
}

// smOf is the SM of a block slot: neighbouring slots lie on different TPCs.
func (e *engine) smOf(slot int32) int32 {
	perTPC := len(e.sms) / len(e.ports)
	n := int(slot) % len(e.sms)
	return int32(n%len(e.ports)*perTPC + n/len(e.ports))
}

// dispatch gives the next block of the grid to a slot.
func (e *engine) dispatch(slot int32) {
	number := e.first + e.dispatched
	started, err := e.source.Start(number, e.options(number))
	if err != nil {
		e.err = fmt.Errorf("block %d: %w", number, err)
		return
	}
	e.dispatched++
	e.running += int64(len(started.Warps))
	b := &e.resident[slot]
	*b = block{Block: started, running: len(started.Warps), sm: e.smOf(slot)}
	e.sms[b.sm].residency.enter(e.now)
	begin := e.turn()
	for i := range b.Warps {
		id := slot*int32(e.warpsPer) + int32(i)
		w := &e.warps[id]
		*w = warpState{trace: &b.Warps[i], block: slot, index: int32(i), sm: b.sm, waiting: -1, loads: w.loads[:0]}
		e.enter(id, Starting, e.now)
		e.queue.push(begin+e.costs.launch, warpReady, id)
	}
}

// step lets a warp go on as far as it can without waiting.
func (e *engine) step(id int32) {
	w := &e.warps[id]
	t := w.trace
	if int(w.pc) == len(t.Steps) && !t.Done {
		w.pc = 0
		b := &e.resident[w.block]
		if err := e.source.Continue(b.Block, int(w.index)); err != nil {
			e.err = fmt.Errorf("block %d: %w", b.Index, err)
			return
		}
	}
	if int(w.pc) == len(t.Steps) {
		e.enter(id, Exited, e.now)
		e.finish(w.block)
		return
	}
	s := &t.Steps[w.pc]
	if e.hold > 0 && s.Iterations > 0 && !w.held {
		w.held = true
		e.queue.push(e.now+memory.Time(spread(int(id))*float64(e.hold)), warpReady, id)
		return
	}
	w.pc++
	e.steps++
	if s.Iterations > 0 {
		e.iterated(s.Iterations)
	}
	switch s.Kind {
	case warp.Run:
		start := e.issue(id, s, StalledWait)
		e.ran(&w.issuing, s)
		e.queue.push(start+e.costs.clocks(int(s.Latency)), warpReady, id)
	case warp.Load, warp.Store:
		start := e.issue(id, s, StalledLGThrottle)
		if s.Kind == warp.Load {
			for int(s.Tag) >= len(w.loads) {
				w.loads = append(w.loads, load{})
			}
			w.loads[s.Tag] = load{left: s.N, wait: waitFor(s.Cached)}
			e.tracer.issued(e, id, s, start)
		}
		if e.hierarchy != nil {
			e.request(id, s, t.Transactions[s.First:s.First+s.N], start)
			return
		}
		if s.Cached != memory.Uncached {
			if e.lookUp(id, s, t.Transactions[s.First:s.First+s.N], start); s.N == 0 {
				e.ran(&w.issuing, s)
				e.enter(id, StalledWait, start+e.costs.clocks(int(s.Port)))
				e.queue.push(start+e.costs.clocks(int(s.Latency)), warpReady, id)
				return
			}
		}
		m := &e.sms[w.sm]
		m.lsu.push(id)
		e.pump(w.sm)
	case warp.Wait:
		if int(s.Tag) >= len(w.loads) { // its load was before a start in the middle
			e.step(id)
			return
		}
		l := w.loads[s.Tag]
		w.issuing.since = e.now
		e.enter(id, l.wait, e.now)
		if l.left > 0 {
			w.waiting = s.Tag
			return
		}
		if l.done <= e.now {
			e.step(id) // it is back already: the warp goes on
			return
		}
		e.resumes(w, l.wait, l.done)
		e.queue.push(l.done, warpReady, id)
	case warp.Barrier:
		w.issuing.since = e.now
		w.atBarrier = true
		e.enter(id, StalledBarrier, e.now)
		e.resident[w.block].arrived++
		e.release(w.block)
	}
}

// waitFor is the state of a warp that waits for a load.
func waitFor(c memory.Cached) State {
	if c == memory.ConstantCache {
		return StalledIMCMiss
	}
	return StalledLongScoreboard
}

// issue takes the issue port of a warp's scheduler and the units for a step and
// returns when it starts. Then the warp is in a state.
func (e *engine) issue(warpID int32, s *warp.Step, then State) memory.Time {
	w := &e.warps[warpID]
	m := &e.sms[w.sm]
	c := &m.schedulers[int(warpID)%e.d.Schedulers]
	start := max(e.now, c.port)
	c.backlog.until(e.now, c.port)
	w.issuing = issuing{since: e.now, port: start, units: StalledPipeThrottle, behind: c.backlog}
	for p := range isa.Pipes {
		if free := m.pipesOf(c, p)[p]; s.Busy[p] > 0 && free > start {
			start, w.issuing.units = free, pipeThrottles[p]
		}
	}
	if w.issuing.units == StalledMIOThrottle && s.Kind != warp.Run {
		w.issuing.units = StalledLGThrottle
	}
	w.issuing.start = start
	c.backlog.units[w.issuing.units-firstThrottle] += float64(start - w.issuing.port)
	e.foresee(warpID, &w.issuing, start+e.costs.clocks(int(s.Port)), then)
	c.port = start + e.costs.clocks(int(s.Port))
	for p := range isa.Pipes {
		if s.Busy[p] > 0 {
			m.pipesOf(c, p)[p] = start + e.costs.busy(p, int(s.Busy[p]))
		}
	}
	m.busy += e.costs.busy(isa.PipeCores, int(s.Busy[isa.PipeCores])) / memory.Time(e.d.Schedulers)
	return start
}

// release opens a block's barrier once every running warp has arrived.
func (e *engine) release(slot int32) {
	b := &e.resident[slot]
	if b.arrived < b.running || b.running == 0 {
		return
	}
	b.arrived = 0
	for i := range b.Warps {
		id := slot*int32(e.warpsPer) + int32(i)
		if w := &e.warps[id]; w.atBarrier {
			w.atBarrier = false
			e.resumes(w, StalledBarrier, e.now+e.costs.barrier)
			e.queue.push(e.now+e.costs.barrier, warpReady, id)
		}
	}
}

// finish ends a warp; the last one ends the block and frees its slot.
func (e *engine) finish(slot int32) {
	b := &e.resident[slot]
	e.running--
	b.running--
	if b.running > 0 {
		e.release(slot)
		return
	}
	e.mark()
	e.observer.ended(e, b.sm)
	e.source.Release(b.Block)
	b.Block = nil
	e.completed = append(e.completed, e.progress().at)
	if e.hierarchy != nil && e.skipper != nil && len(e.completed) == len(e.resident) {
		e.begun = e.tally().plus(e.credit, 1)
	}
	e.last = max(e.last, e.now)
	e.sms[b.sm].residency.leave(e.now)
	e.queue.push(e.now, blockReady, slot)
}
