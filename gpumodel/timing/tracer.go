package timing

import (
	"context"
	"errors"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Target is one load of one thread, which is followed through the memory.
type Target struct {
	Block, Warp int
	Place       int // instruction of the program
	Visit       int // how often the warp has come to it before
	Addr        uint64
}

// A Path is when a request got how far, in seconds from its issue on. Of what it did not
// reach the time is that of what came before.
type Path struct {
	Looked    float64 // the L1 is asked, or where there is none the load-store unit sends
	Sent      float64 // it leaves the SM for the L2, or for the memory
	AtL2      float64 // it arrives there
	Queued    float64 // it is in the queue of a controller
	Activated float64 // the controller begins with it, by opening its row if that is closed
	Start     float64 // of the burst
	Done      float64 // the data have left the DRAM
	Back      float64 // they are in the thread's register

	L1, L2     Lookup
	Near, Home int // slices of the L2: which is asked, and which is in front of the memory
	Partition  int
	DRAM       bool // it got there itself
	RowHit     bool
}

// A Lookup is what a cache says.
type Lookup uint8

const (
	Absent Lookup = iota // there is none, or the request is not for it
	Hit
	Miss
	OnItsWay // somebody else has asked already
	NotAsked
)

// ErrNotSeen is the error of a load that the part of the launch that was simulated does
// not come to.
var ErrNotSeen = errors.New("the load is not in the part of the launch that was simulated")

// Trace simulates the first waves of a launch until a load is back.
func Trace(ctx context.Context, c Config, source Source, t Target) (Path, error) {
	e := newEngine(ctx, c, source)
	e.tracer = &tracer{target: t, warp: noWarp}
	e.fill()
	if err := e.run(func() bool { return false }); err != nil {
		return Path{}, err
	}
	e.abandon()
	if !e.tracer.finished {
		return Path{}, ErrNotSeen
	}
	return e.tracer.path(), nil
}

// tracer notes how far the target has come. It is told of all loads and picks its own.
type tracer struct {
	target    Target
	visits    int
	warp, tag int32 // of the target, once it is issued
	fill      uint32
	fetching  bool // its request is being booked
	finished  bool
	times     [9]memory.Time // of the fields of Path, Issued first
	reached   [9]bool
	Path      Path
}

// The fields of times.
const (
	issuedAt = iota
	lookedAt
	sentAt
	arrivedAt
	queuedAt
	activatedAt
	startedAt
	doneAt
	backAt
)

func (t *tracer) note(what int, at memory.Time) {
	if !t.reached[what] {
		t.times[what], t.reached[what] = at, true
	}
}

// path fills in what was not reached.
func (t *tracer) path() Path {
	p := &t.Path
	var x [9]float64
	last := t.times[issuedAt]
	for i := range t.times {
		if t.reached[i] {
			last = max(last, t.times[i])
		}
		x[i] = seconds(last - t.times[issuedAt])
	}
	p.Looked, p.Sent, p.AtL2, p.Queued, p.Activated, p.Start, p.Done, p.Back = x[lookedAt], x[sentAt], x[arrivedAt], x[queuedAt], x[activatedAt], x[startedAt], x[doneAt], x[backAt]
	return *p
}

// issued looks whether a load is the target.
func (t *tracer) issued(e *engine, id int32, s *warp.Step, at memory.Time) {
	if t == nil || t.warp != noWarp {
		return
	}
	w := &e.warps[id]
	if int(s.Place) != t.target.Place || int(w.index) != t.target.Warp || e.resident[w.block].Index != t.target.Block {
		return
	}
	if t.visits++; t.visits <= t.target.Visit {
		return
	}
	t.warp, t.tag = id, s.Tag
	if e.hierarchy == nil {
		at = e.now // its transactions are taken to the load-store unit at once
	}
	t.note(issuedAt, at)
}

// is reports whether a warp's load of so many bytes at an address is the target.
func (t *tracer) is(id, tag int32, addr uint64, size int) bool {
	return t != nil && !t.finished && t.warp == id && t.tag == tag && id != noWarp && addr <= t.target.Addr && t.target.Addr < addr+uint64(size)
}

// back ends the trace.
func (t *tracer) back(e *engine, at memory.Time) {
	t.note(backAt, at)
	t.finished, e.stopped = true, true
}

// half is which of the two fills of a line the target is in, and bit its sector.
func (t *tracer) half(line uint64) (half int, bit uint8) {
	sector := (t.target.Addr - line) / 32
	return int(sector / 2), 1 << sector
}

// inL1 notes what the L1 of sectors says of a line.
func (t *tracer) inL1(e *engine, id, tag int32, line uint64, there *memory.Line, has uint8, hit memory.Time) {
	if !t.is(id, tag, line, e.d.L1LineBytes) {
		return
	}
	half, bit := t.half(line)
	switch {
	case has&bit == 0:
		t.Path.L1 = Miss
	case there.Fill[half] != 0 && e.hierarchy.pending(there.Fill[half]):
		t.Path.L1, t.fill = OnItsWay, there.Fill[half]
	case there.Ready > hit:
		t.Path.L1 = OnItsWay
		t.back(e, there.Ready)
	default:
		t.Path.L1 = Hit
		t.back(e, hit)
	}
}

// asked notes that the L2 is asked for a line; the fills that were begun before are
// others' requests.
func (t *tracer) asked(e *engine, id, tag int32, line uint64, near, home int, sent, arrived memory.Time) (before uint32) {
	if !t.is(id, tag, line, e.d.L1LineBytes) {
		return 0
	}
	t.note(sentAt, sent)
	t.note(arrivedAt, arrived)
	t.Path.Near, t.Path.Home, t.fetching = near, home, true
	return e.hierarchy.filled
}

// inL2 notes what the L2 has said.
func (t *tracer) inL2(e *engine, id, tag int32, line uint64, before uint32, fills [2]uint32, ready memory.Time) {
	if !t.is(id, tag, line, e.d.L1LineBytes) {
		return
	}
	t.fetching = false
	half, _ := t.half(line)
	switch f := fills[half]; {
	case f == 0:
		t.Path.L2 = Hit
		t.back(e, ready)
	case f > before:
		t.Path.L2, t.fill = Miss, f
	default:
		t.Path.L2, t.fill = OnItsWay, f
	}
}

// queued notes that a partition gets a request.
func (t *tracer) queued(partition int32, r *memory.Request, at memory.Time) {
	if t != nil && t.fetching && !r.Write && r.Addr <= t.target.Addr && t.target.Addr < r.Addr+uint64(r.Size) {
		t.note(queuedAt, at)
		t.Path.Partition, t.Path.DRAM = int(partition), true
	}
}

// filling notes that a partition serves a request for sectors.
func (t *tracer) filling(p *memory.Partition, r *memory.Request, done memory.Time) {
	if t != nil && t.fill != 0 && t.Path.DRAM && !r.Write && uint32(r.Owner) == t.fill {
		t.serviced(p, done)
	}
}

func (t *tracer) serviced(p *memory.Partition, done memory.Time) {
	t.note(activatedAt, p.Last.Activated)
	t.note(startedAt, p.Last.Start)
	t.note(doneAt, done)
	t.Path.RowHit = p.Last.RowHit
}

// filled notes that a load has got what a fill brought.
func (t *tracer) filled(e *engine, f uint32, w waiter, at memory.Time) {
	if t != nil && !t.finished && f == t.fill && t.warp == w.warp && t.tag == w.tag {
		t.back(e, at)
	}
}

// served notes that a partition serves a load itself.
func (t *tracer) served(p *memory.Partition, r *memory.Request, done memory.Time) {
	if !r.Write && t.is(r.Owner, r.Tag, r.Addr, int(r.Size)) {
		t.serviced(p, done)
	}
}

// at notes a moment of a transaction of a load.
func (t *tracer) at(what int, r *memory.Request, now memory.Time) bool {
	if r.Write || !t.is(r.Owner, r.Tag, r.Addr, int(r.Size)) {
		return false
	}
	t.note(what, now)
	return true
}

// inCache notes what an L1 of whole lines says.
func (t *tracer) inCache(e *engine, id, tag int32, line uint64, size int, hit, coming bool, ready memory.Time) {
	if !t.is(id, tag, line, size) {
		return
	}
	t.note(lookedAt, e.now)
	switch {
	case coming:
		t.Path.L1 = OnItsWay
	case hit:
		t.Path.L1 = Hit
		t.back(e, ready)
	default:
		t.Path.L1 = Miss
	}
}

// leaves notes that a transaction goes through the port of a TPC to a partition.
func (t *tracer) leaves(e *engine, partition int32, r *memory.Request) {
	if !t.at(sentAt, r, e.now) {
		return
	}
	t.note(arrivedAt, e.now)
	t.Path.Partition, t.Path.Near, t.Path.Home = int(partition), int(partition), int(partition)
	if e.slices == nil {
		t.note(queuedAt, e.now)
		t.Path.DRAM = true
	}
}

// inSlice notes what a slice of the L2 at a partition says.
func (t *tracer) inSlice(partition int32, r *memory.Request, missing, coming bool, done memory.Time) {
	if r.Write || !t.is(r.Owner, r.Tag, r.Addr, int(r.Size)) {
		return
	}
	switch {
	case missing && !coming:
		t.Path.L2, t.Path.DRAM = Miss, true
		t.note(queuedAt, done)
	case missing || coming:
		t.Path.L2 = OnItsWay
	default:
		t.Path.L2 = Hit
	}
}
