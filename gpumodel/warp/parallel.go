package warp

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"warpbook.dev/gpumodel/internal/cores"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// Blocks of a launch are executed on several processors, and yet results, counters and faults are those of the blocks
// one after the other:
//
//   - A survey executes the first blocks in order and notes which words of memory each of them touches (footprint). If
//     they clash already, the launch goes on in order, and so it does if the rest takes no time worth mentioning.
//   - Otherwise a pool executes the rest. Each worker is a machine of its own, on the same arrays, and notes what it touches.
//   - Atomics whose result nobody uses are kept, and made in the end in the order of the blocks; or before, if the order
//     does not matter.
//   - Now and then, and in the end, the footprints are compared. If a worker has touched what another one has written, or if there was an
//     error, the arrays are put back as they were before, and the blocks are executed in order after all.
//
// A launch whose blocks depend on each other may so read what another worker is just writing. Nothing of that lasts.

// A pool executes blocks of a launch on several processors.
type pool struct {
	of       *Machine
	from, to int // blocks
	size     int // blocks that a worker takes at a time
	survey   *footprint
	fresh    map[*memory.Buffer]bool // nobody had touched them before the survey
	begun    time.Time
	next     atomic.Int64 // block to be taken
	ended    atomic.Int64 // blocks
	work     atomic.Int64 // of all workers, as far as they have told
	stop     atomic.Bool

	running     sync.WaitGroup // workers, except the main one
	held        atomic.Int64   // bytes of the launch's memory
	interrupted error          // what whoever launched has said
	commute     bool           // the updates

	mu      sync.Mutex // of what follows, and of what becomes of buffers
	workers []*worker
	saved   map[*memory.Buffer]*memory.Saved
	copied  int // bytes
}

// A worker executes blocks of a pool.
type worker struct {
	*Machine
	pool      *pool
	main      bool // the goroutine of the launch, which asks the context
	updates   []update
	batches   []batch
	may       map[*memory.Buffer]bool // what it may read; true: and write
	told      *footprint              // as the others see it
	nextCheck time.Duration           // since the begin when it tells them the next time
	err       error
}

// A batch is blocks that a worker has executed one after the other, and their updates.
type batch struct {
	worker          *worker
	first, from, to int
}

// An update is an atomic of a thread, to be made later.
type update struct {
	address          uint64
	pc               int32
	operand, compare uint32
}

const (
	mostSurveyed = 16                     // blocks
	longSurvey   = 2 * time.Millisecond   // after which two blocks are enough
	worthwhile   = 5 * time.Millisecond   // that the rest takes in order
	batchTime    = 500 * time.Microsecond // what a worker takes at a time
	inOrderTime  = 5 * time.Millisecond   // after which it is asked again whether a processor is free
	batchesEach  = 4                      // that a worker takes at least, so that none waits long for another
	firstLook    = 30 * time.Millisecond  // after which a worker compares; then after twice the time, and so on
	manyUpdates  = 1 << 16                // of a worker, after which it makes them if their order does not matter
	mostUpdates  = 1 << 20                // of a worker, that it keeps for later
	mostSaved    = 256 << 20              // bytes
)

// errInOrder says that blocks have to be executed one after the other.
var errInOrder = errors.New("the blocks are executed in order")

// ResultsOf executes blocks for their results, as Results does one after the other, on the processors that are free. The
// counters are in Stats.
func (m *Machine) ResultsOf(from, to int) error {
	defer m.FlushCounts()
	if !m.divisible(from, to) {
		return m.oneByOne(from, to)
	}
	c := &pool{of: m, to: to, survey: &footprint{}, fresh: map[*memory.Buffer]bool{},
		saved: map[*memory.Buffer]*memory.Saved{}, commute: m.updatesCommute()}
	for _, b := range m.Global.Buffers() {
		c.fresh[b] = b.Fresh()
	}
	next, each, err := c.surveyed(from)
	for err == nil && each > 0 && next < to {
		if others := c.others(to - next); others > 0 {
			c.from = next
			err := c.execute(others, each)
			if !errors.Is(err, errInOrder) {
				return err
			}
			break
		}
		last := min(to, next+max(1, int(inOrderTime/each)))
		if err = c.noted(c.survey, next, last); err == nil {
			next = last
		}
	}
	if err != nil {
		return err
	}
	return m.oneByOne(next, to)
}

func (m *Machine) oneByOne(from, to int) error {
	for n := from; n < to; n++ {
		if err := m.Results(n); err != nil {
			return err
		}
	}
	return nil
}

// divisible reports whether blocks may be executed beside each other, as far as the program tells. One that prints or
// launches may not, and one that takes tickets is bound to clash.
func (m *Machine) divisible(from, to int) bool {
	return m.Check == nil && m.Workers != 1 && to-from >= 4 && to <= m.Grid.count() && m.fastest(&Options{Untimed: true}) != nil &&
		len(m.Program.Nested) == 0 && !m.Prints() && !slices.ContainsFunc(m.code, func(in instr) bool {
		return in.Op == ir.Atom && in.Space != ir.Shared && m.flow.ResultUsed(in.PC)
	})
}

// others is how many processors help, of those that are free, for so many blocks.
func (c *pool) others(blocks int) int {
	if n := c.of.Workers; n > 0 {
		return min(n, blocks) - 1
	}
	return cores.Take(min(cores.All(), blocks) - 1)
}

// surveyed executes the first blocks and returns the next one, and the time that each of the others takes: 0 if all have to be
// executed in order.
func (c *pool) surveyed(from int) (next int, each time.Duration, err error) {
	m, one := c.of, &footprint{}
	begin, work := time.Now(), m.Work()
	most := mostSurveyed
	if m.Workers > 0 { // a test
		most = 2
	}
	for next = from; next < min(c.to, from+most); {
		if err := c.noted(one, next, next+1); err != nil {
			return next, 0, err
		}
		if next++; one.late() || c.survey.clashes(one) {
			return next, 0, nil
		}
		c.survey.join(one)
		one.clear()
		if next >= from+2 && time.Since(begin) > longSurvey {
			break
		}
	}
	done, left := next-from, c.to-next
	each = max(1, time.Since(begin)/time.Duration(done))
	expected := (m.Work() - work) / int64(done) * int64(left)
	switch {
	case m.changesConstants(c.survey), c.paged(), !c.commute && c.survey.updates/done > mostUpdates/left:
		return next, 0, nil
	case m.Workers == 0 && each*time.Duration(left) < worthwhile:
		return next, 0, nil
	case m.Most > 0 && m.Work()+expected+expected/8 > m.Most: // the launch is going to end early, at a certain block
		return next, 0, nil
	}
	return next, each, nil
}

// paged reports whether arrays are in use that stay in pages, which come into being one by one.
func (c *pool) paged() bool {
	return slices.ContainsFunc(c.of.Global.Buffers(), func(b *memory.Buffer) bool { return b.Size > mostFlat && c.survey.has(b) }) ||
		slices.ContainsFunc(c.of.Textures, func(t *memory.Texture) bool { return t != nil && t.Buffer.Size > mostFlat })
}

// noted executes blocks in order and notes what they touch.
func (c *pool) noted(f *footprint, from, to int) error {
	c.of.FlushCounts() // what was executed before has no part in it
	c.of.footprint = f
	defer func() { c.of.footprint = nil }()
	defer c.of.FlushCounts()
	return c.of.oneByOne(from, to)
}

// changesConstants reports whether blocks change what the program takes for constant, or fetches as a texture: such reads
// are in no footprint.
func (m *Machine) changesConstants(f *footprint) bool {
	for _, b := range m.constants() {
		if f.changes(b) {
			return true
		}
	}
	return false
}

// constants are the mapped arrays that the program reads as constants, or as textures.
func (m *Machine) constants() (all []*memory.Buffer) {
	for i, v := range m.Program.Globals {
		if v.Space == ir.Const {
			if b, err := m.Global.Find(m.Globals[i], 1); err == nil {
				all = append(all, b)
			}
		}
	}
	for _, t := range m.Textures {
		if t != nil && slices.Contains(m.Global.Buffers(), t.Buffer) {
			all = append(all, t.Buffer)
		}
	}
	return all
}

// execute executes the blocks from c.from on with the help of so many others. If the error is errInOrder, nothing has happened.
func (c *pool) execute(others int, each time.Duration) error {
	m, begun := c.of, c.of.begun
	c.size = int(min(max(1, batchTime/each), max(1, time.Duration((c.to-c.from)/(batchesEach*(others+1))))))
	c.next.Store(int64(c.from))
	c.begun = time.Now()
	for _, t := range m.Textures {
		if t != nil {
			t.Buffer.Flat()
		}
	}
	main := c.newWorker(true)
	for range others {
		c.addWorker()
	}
	main.run()
	c.wait()
	m.begun = begun
	err := c.outcome()
	if errors.Is(err, errInOrder) {
		for _, s := range c.saved {
			s.Restore()
		}
	}
	m.Memory.held.Add(-c.held.Load())
	if err == nil {
		c.merge()
	}
	return err
}

// addWorker adds a worker, which gives its processor back when it ends.
func (c *pool) addWorker() {
	h := c.newWorker(false)
	c.running.Go(func() {
		if c.of.Workers == 0 {
			defer cores.Give(1)
		}
		h.run()
	})
}

// wait waits for the others. Meanwhile it asks whether to go on, as they do.
func (c *pool) wait() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.running.Wait()
	}()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			if c.interrupted == nil && c.ask() != nil {
				c.stop.Store(true)
			}
		}
	}
}

// ask asks whoever launched whether to go on, and tells how far the launch is.
func (c *pool) ask() error {
	c.of.begun = c.from + int(c.ended.Load())
	c.interrupted = c.of.poll()
	return c.interrupted
}

// newWorker makes a worker with a machine for the same launch.
func (c *pool) newWorker(main bool) *worker {
	m := c.of
	h := &worker{pool: c, main: main, may: map[*memory.Buffer]bool{}, told: &footprint{}, nextCheck: firstLook}
	if m.Workers > 0 { // a test
		h.nextCheck = 0
	}
	l := m.Launch
	l.Global, l.Nest, l.Stdout = m.Global.Clone(), nil, nil
	l.Memory = &Budget{} // of the worker, which holds one block at a time
	if l.Most > 0 {
		l.Most = max(1, l.Most-m.Work())
	}
	h.Machine = New(l, h.ask)
	h.patience, h.longPiece = m.patience, m.longPiece
	h.footprint = &footprint{worker: h}
	c.mu.Lock()
	c.workers = append(c.workers, h)
	c.mu.Unlock()
	if !c.hold(m.stateBytes()) {
		h.err = errInOrder
	}
	return h
}

// ask is what a worker asks now and then.
func (h *worker) ask() error {
	if h.pool.stop.Load() {
		return errInOrder
	}
	if h.main {
		return h.pool.ask()
	}
	return nil
}

// run executes blocks until there are none, or until others need the processor.
func (h *worker) run() {
	defer func() {
		if x := recover(); x != nil {
			h.err = fmt.Errorf("%w: %v", errInOrder, x) // if it was not for the others, it comes again
		}
		if h.err != nil {
			h.pool.stop.Store(true)
		}
	}()
	c := h.pool
	if h.err != nil {
		return
	}
	for worked := int64(0); !c.stop.Load() && (h.main || h.Workers > 0 || !cores.Crowded()); {
		first := int(c.next.Add(int64(c.size))) - c.size
		if first >= c.to {
			break
		}
		if h.main && h.Workers == 0 && c.to-first > 2*c.size && cores.Take(1) == 1 {
			c.addWorker()
		}
		last, updates := min(c.to, first+c.size), len(h.updates)
		if h.err = h.oneByOne(first, last); h.err != nil {
			return
		}
		h.batches = append(h.batches, batch{h, first, updates, len(h.updates)})
		c.ended.Add(int64(last - first))
		all := c.work.Add(h.Work() - worked)
		if c.commute && len(h.updates) > manyUpdates {
			c.make(h.updates)
			h.updates = h.updates[:0]
		}
		if worked = h.Work(); len(h.updates) > mostUpdates || h.Most > 0 && all > h.Most {
			h.err = errInOrder
			return
		}
		if elapsed := time.Since(c.begun); elapsed > h.nextCheck {
			if h.nextCheck = 2 * elapsed; h.conflicts() {
				h.err = errInOrder
				return
			}
		}
	}
	h.FlushCounts()
}

// conflicts tells the others which words the blocks of a worker have touched so far, and reports whether these clash with theirs.
func (h *worker) conflicts() bool {
	h.FlushCounts()
	h.pool.mu.Lock()
	defer h.pool.mu.Unlock()
	h.told.join(h.footprint)
	return h.told.late() || slices.ContainsFunc(h.pool.workers, func(x *worker) bool { return x != h && h.told.clashes(x.told) })
}

// prepare lets a worker use a buffer. Nobody makes pages of it later, and what it held is kept before anybody writes.
func (h *worker) prepare(b *memory.Buffer, writes bool) error {
	if may, known := h.may[b]; known && (may || !writes) {
		return nil
	}
	if err := h.pool.prepare(b, writes); err != nil {
		return err
	}
	h.may[b] = writes
	return nil
}

func (c *pool) prepare(b *memory.Buffer, writes bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if b.Size > mostFlat {
		return errInOrder
	}
	b.Flat()
	if !writes || c.saved[b] != nil {
		return nil
	}
	if c.copied += b.Size; c.copied > mostSaved || !c.hold(int64(b.Size)) {
		return errInOrder
	}
	var written func(piece int) bool
	if c.fresh[b] {
		written = func(piece int) bool {
			row := b.Base/rowBytes + uint64(piece)
			return c.survey.written.row(row)|c.survey.updated.row(row) != 0
		}
	}
	c.saved[b] = b.Save(written)
	return nil
}

// hold takes bytes of the launch's memory, until the pool has done its work.
func (c *pool) hold(bytes int64) bool {
	if c.of.Memory.Take(bytes, "") != nil {
		return false
	}
	c.held.Add(bytes)
	return true
}

// outcome is what became of the blocks: nil if they were executed as in order, errInOrder if they have to be.
func (c *pool) outcome() error {
	if c.interrupted != nil {
		return c.interrupted
	}
	for _, h := range c.workers {
		if h.err != nil {
			return errInOrder
		}
	}
	all := &footprint{}
	for _, h := range c.workers {
		if all.clashes(h.footprint) {
			return errInOrder
		}
		all.join(h.footprint)
	}
	if all.late() || c.of.changesConstants(all) {
		return errInOrder
	}
	return nil
}

// merge makes the updates, and adds what the workers count to the counts of the launch.
func (c *pool) merge() {
	m := c.of
	var batches []batch
	for _, h := range c.workers {
		if c.commute {
			c.make(h.updates)
		} else {
			batches = append(batches, h.batches...)
		}
		m.Stats.Add(&h.Stats, 1, 1)
		m.steps += h.steps
		m.beside += h.beside
		m.begun += h.begun
		m.ended += h.ended
	}
	m.progressed(0)
	slices.SortFunc(batches, func(a, b batch) int { return a.first - b.first })
	for _, t := range batches {
		c.make(t.worker.updates[t.from:t.to])
	}
}

// make makes updates.
func (c *pool) make(updates []update) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.of
	for _, u := range updates {
		in := &m.code[u.pc]
		b, err := m.Global.Find(u.address, 4)
		if err != nil {
			panic("BUG: an atomic outside of all arrays was executed")
		}
		at := int(u.address - b.Base)
		b.Store(at, 4, ir.AtomicResult(in.Atom, in.Mem, b.Load(at, 4), uint64(u.operand), uint64(u.compare)))
	}
}

// updatesCommute reports whether the order of the updates of global memory does not matter: all are of one operation
// on integers that commutes.
func (m *Machine) updatesCommute() bool {
	op, typ := ir.AtomCAS, ir.Void
	for i := range m.code {
		in := &m.code[i]
		if in.Op != ir.Atom || in.Space == ir.Shared {
			continue
		}
		if in.Mem.Float() || op != ir.AtomCAS && (op != in.Atom || typ != in.Mem) {
			return false
		}
		typ = in.Mem
		switch op = in.Atom; op {
		case ir.AtomAdd, ir.AtomSub, ir.AtomMin, ir.AtomMax, ir.AtomAnd, ir.AtomOr, ir.AtomXor:
		default:
			return false
		}
	}
	return true
}
