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
//   - Otherwise a crew executes the rest. Each hand is a machine of its own, on the same arrays, and notes what it touches.
//   - Atomics whose result nobody uses are kept, and made in the end in the order of the blocks; or before, if the order
//     does not matter.
//   - Now and then, and in the end, the footprints are compared. If a hand has touched what another one has written, or if there was an
//     error, the arrays are put back as they were before, and the blocks are executed in order after all.
//
// A launch whose blocks depend on each other may so read what another hand is just writing. Nothing of that lasts.

// A crew executes blocks of a launch on several processors.
type crew struct {
	of       *Machine
	from, to int // blocks
	size     int // blocks that a hand takes at a time
	survey   *footprint
	fresh    map[*memory.Buffer]bool // nobody had touched them before the survey
	begun    time.Time
	next     atomic.Int64 // block to be taken
	ended    atomic.Int64 // blocks
	work     atomic.Int64 // of all hands, as far as they have told
	stop     atomic.Bool

	running     sync.WaitGroup // hands, except the main one
	held        atomic.Int64   // bytes of the launch's memory
	interrupted error          // what whoever launched has said
	commute     bool           // the updates

	mu     sync.Mutex // of what follows, and of what becomes of buffers
	hands  []*hand
	saved  map[*memory.Buffer]*memory.Saved
	copied int // bytes
}

// A hand executes blocks of a crew.
type hand struct {
	*Machine
	crew    *crew
	main    bool // the goroutine of the launch, which asks the context
	updates []update
	turns   []turn
	may     map[*memory.Buffer]bool // what it may read; true: and write
	told    *footprint              // as the others see it
	look    time.Duration           // since the begin when it tells them the next time
	err     error
}

// A turn is blocks that a hand has executed one after the other, and their updates.
type turn struct {
	hand            *hand
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
	turnTime     = 500 * time.Microsecond // what a hand takes at a time
	inOrderTime  = 5 * time.Millisecond   // after which it is asked again whether a processor is free
	turnsEach    = 4                      // that a hand takes at least, so that none waits long for another
	firstLook    = 30 * time.Millisecond  // after which a hand compares; then after twice the time, and so on
	manyUpdates  = 1 << 16                // of a hand, after which it makes them if their order does not matter
	mostUpdates  = 1 << 20                // of a hand, that it keeps for later
	mostSaved    = 256 << 20              // bytes
)

// errInOrder says that blocks have to be executed one after the other.
var errInOrder = errors.New("the blocks are executed in order")

// ResultsOf executes blocks for their results, as Results does one after the other, on the processors that are free. The
// counters are in Stats.
func (m *Machine) ResultsOf(from, to int) error {
	defer m.Settle()
	if !m.divisible(from, to) {
		return m.oneByOne(from, to)
	}
	c := &crew{of: m, to: to, survey: &footprint{}, fresh: map[*memory.Buffer]bool{},
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
func (c *crew) others(blocks int) int {
	if n := c.of.Workers; n > 0 {
		return min(n, blocks) - 1
	}
	return cores.Take(min(cores.All(), blocks) - 1)
}

// surveyed executes the first blocks and returns the next one, and the time that each of the others takes: 0 if all have to be
// executed in order.
func (c *crew) surveyed(from int) (next int, each time.Duration, err error) {
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
func (c *crew) paged() bool {
	return slices.ContainsFunc(c.of.Global.Buffers(), func(b *memory.Buffer) bool { return b.Size > mostFlat && c.survey.has(b) }) ||
		slices.ContainsFunc(c.of.Textures, func(t *memory.Texture) bool { return t != nil && t.Buffer.Size > mostFlat })
}

// noted executes blocks in order and notes what they touch.
func (c *crew) noted(f *footprint, from, to int) error {
	c.of.Settle() // what was executed before has no part in it
	c.of.prints = f
	defer func() { c.of.prints = nil }()
	defer c.of.Settle()
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
func (c *crew) execute(others int, each time.Duration) error {
	m, begun := c.of, c.of.begun
	c.size = int(min(max(1, turnTime/each), max(1, time.Duration((c.to-c.from)/(turnsEach*(others+1))))))
	c.next.Store(int64(c.from))
	c.begun = time.Now()
	for _, t := range m.Textures {
		if t != nil {
			t.Buffer.Flat()
		}
	}
	main := c.newHand(true)
	for range others {
		c.recruit()
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

// recruit adds a hand, which gives its processor back when it ends.
func (c *crew) recruit() {
	h := c.newHand(false)
	c.running.Go(func() {
		if c.of.Workers == 0 {
			defer cores.Give(1)
		}
		h.run()
	})
}

// wait waits for the others. Meanwhile it asks whether to go on, as they do.
func (c *crew) wait() {
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
func (c *crew) ask() error {
	c.of.begun = c.from + int(c.ended.Load())
	c.interrupted = c.of.poll()
	return c.interrupted
}

// newHand makes a hand with a machine for the same launch.
func (c *crew) newHand(main bool) *hand {
	m := c.of
	h := &hand{crew: c, main: main, may: map[*memory.Buffer]bool{}, told: &footprint{}, look: firstLook}
	if m.Workers > 0 { // a test
		h.look = 0
	}
	l := m.Launch
	l.Global, l.Nest, l.Stdout = m.Global.Clone(), nil, nil
	l.Memory = &Budget{} // of the hand, which holds one block at a time
	if l.Most > 0 {
		l.Most = max(1, l.Most-m.Work())
	}
	h.Machine = New(l, h.ask)
	h.patience, h.longPiece = m.patience, m.longPiece
	h.prints = &footprint{hand: h}
	c.mu.Lock()
	c.hands = append(c.hands, h)
	c.mu.Unlock()
	if !c.hold(m.stateBytes()) {
		h.err = errInOrder
	}
	return h
}

// ask is what a hand asks now and then.
func (h *hand) ask() error {
	if h.crew.stop.Load() {
		return errInOrder
	}
	if h.main {
		return h.crew.ask()
	}
	return nil
}

// run executes blocks until there are none, or until others need the processor.
func (h *hand) run() {
	defer func() {
		if x := recover(); x != nil {
			h.err = fmt.Errorf("%w: %v", errInOrder, x) // if it was not for the others, it comes again
		}
		if h.err != nil {
			h.crew.stop.Store(true)
		}
	}()
	c := h.crew
	if h.err != nil {
		return
	}
	for worked := int64(0); !c.stop.Load() && (h.main || h.Workers > 0 || !cores.Crowded()); {
		first := int(c.next.Add(int64(c.size))) - c.size
		if first >= c.to {
			break
		}
		if h.main && h.Workers == 0 && c.to-first > 2*c.size && cores.Take(1) == 1 {
			c.recruit()
		}
		last, updates := min(c.to, first+c.size), len(h.updates)
		if h.err = h.oneByOne(first, last); h.err != nil {
			return
		}
		h.turns = append(h.turns, turn{h, first, updates, len(h.updates)})
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
		if since := time.Since(c.begun); since > h.look {
			if h.look = 2 * since; h.finds() {
				h.err = errInOrder
				return
			}
		}
	}
	h.Settle()
}

// finds tells the others which words the blocks of a hand have touched so far, and reports whether these clash with theirs.
func (h *hand) finds() bool {
	h.Settle()
	h.crew.mu.Lock()
	defer h.crew.mu.Unlock()
	h.told.join(h.prints)
	return h.told.late() || slices.ContainsFunc(h.crew.hands, func(x *hand) bool { return x != h && h.told.clashes(x.told) })
}

// prepare lets a hand use a buffer. Nobody makes pages of it later, and what it held is kept before anybody writes.
func (h *hand) prepare(b *memory.Buffer, writes bool) error {
	if may, known := h.may[b]; known && (may || !writes) {
		return nil
	}
	if err := h.crew.prepare(b, writes); err != nil {
		return err
	}
	h.may[b] = writes
	return nil
}

func (c *crew) prepare(b *memory.Buffer, writes bool) error {
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

// hold takes bytes of the launch's memory, until the crew has done its work.
func (c *crew) hold(bytes int64) bool {
	if c.of.Memory.Take(bytes, "") != nil {
		return false
	}
	c.held.Add(bytes)
	return true
}

// outcome is what became of the blocks: nil if they were executed as in order, errInOrder if they have to be.
func (c *crew) outcome() error {
	if c.interrupted != nil {
		return c.interrupted
	}
	for _, h := range c.hands {
		if h.err != nil {
			return errInOrder
		}
	}
	all := &footprint{}
	for _, h := range c.hands {
		if all.clashes(h.prints) {
			return errInOrder
		}
		all.join(h.prints)
	}
	if all.late() || c.of.changesConstants(all) {
		return errInOrder
	}
	return nil
}

// merge makes the updates, and adds what the hands count to the counts of the launch.
func (c *crew) merge() {
	m := c.of
	var turns []turn
	for _, h := range c.hands {
		if c.commute {
			c.make(h.updates)
		} else {
			turns = append(turns, h.turns...)
		}
		m.Stats.Add(&h.Stats, 1, 1)
		m.steps += h.steps
		m.beside += h.beside
		m.begun += h.begun
		m.ended += h.ended
	}
	m.progressed(0)
	slices.SortFunc(turns, func(a, b turn) int { return a.first - b.first })
	for _, t := range turns {
		c.make(t.hand.updates[t.from:t.to])
	}
}

// make makes updates.
func (c *crew) make(updates []update) {
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
		b.Store(at, 4, atomicResult(in.Atom, in.Mem, b.Load(at, 4), uint64(u.operand), uint64(u.compare)))
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
