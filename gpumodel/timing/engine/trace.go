package engine

import (
	"errors"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Target is one load of one thread, which is followed through the memory.
type Target struct {
	Block, Warp int
	PC          int // instruction of the program
	Visit       int // how often the warp has come to it before
	Addr        uint64
}

// A Path holds the moments of a request, in seconds from its issue on. A moment that it did not
// reach has the time of the one before.
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
	DRAM       bool // the request itself reached the DRAM
	RowHit     bool
}

// A Lookup is what a cache says.
type Lookup uint8

const (
	Absent Lookup = iota // there is no such cache, or the request passes it by
	Hit
	Miss
	OnItsWay // another request has asked for it already
	NotAsked
)

// ErrNotSeen is the error of a load that the simulated part of the launch does not come to.
var ErrNotSeen = errors.New("the load is not in the simulated part of the launch")

// Trace follows a load until it is back; then the run stops.
func (e *Engine) Trace(t Target) { e.Tracer = &Tracer{e: e, target: t, warp: NoWarp} }

// A Tracer notes how far the target has come. The memory tells it of all loads, and it picks its own.
type Tracer struct {
	Path     Path
	e        *Engine
	target   Target
	visits   int
	warp     int32 // of the target, once it is issued
	tag      int32
	finished bool
	times    [moments]memory.Time
	reached  [moments]bool
}

// A Moment is one of those that a Path has.
type Moment int

const (
	IssuedAt Moment = iota
	LookedAt
	SentAt
	ArrivedAt
	QueuedAt
	ActivatedAt
	StartedAt
	DoneAt
	BackAt
	moments // their number
)

// Note notes when the target got somewhere. The first word counts.
func (t *Tracer) Note(what Moment, at memory.Time) {
	if !t.reached[what] {
		t.times[what], t.reached[what] = at, true
	}
}

// Result is the path of the target, with the moments that it did not reach filled in.
func (t *Tracer) Result() (Path, error) {
	if !t.finished {
		return Path{}, ErrNotSeen
	}
	p := &t.Path
	var x [moments]float64
	last := t.times[IssuedAt]
	for i := range t.times {
		if t.reached[i] {
			last = max(last, t.times[i])
		}
		x[i] = Seconds(last - t.times[IssuedAt])
	}
	p.Looked, p.Sent, p.AtL2, p.Queued = x[LookedAt], x[SentAt], x[ArrivedAt], x[QueuedAt]
	p.Activated, p.Start, p.Done, p.Back = x[ActivatedAt], x[StartedAt], x[DoneAt], x[BackAt]
	return *p, nil
}

// Issued looks whether a load that goes on its way at a time is the target.
func (t *Tracer) Issued(id int32, s *warp.Step, at memory.Time) {
	if t == nil || t.warp != NoWarp || s.Kind != warp.Load {
		return
	}
	w := &t.e.warps[id]
	if int(s.PC) != t.target.PC || int(w.index) != t.target.Warp || t.e.resident[w.Slot].Index != t.target.Block {
		return
	}
	if t.visits++; t.visits <= t.target.Visit {
		return
	}
	t.warp, t.tag = id, s.Tag
	t.Note(IssuedAt, at)
}

// Is reports whether a warp's load of so many bytes at an address is the target.
func (t *Tracer) Is(id, tag int32, addr uint64, size int) bool {
	return t != nil && !t.finished && t.warp == id && t.tag == tag && id != NoWarp && t.In(addr, size)
}

// Awaits reports whether a warp's load is the one that the target belongs to, which is not back.
func (t *Tracer) Awaits(id, tag int32) bool {
	return t != nil && !t.finished && t.warp == id && t.tag == tag
}

// In reports whether the target's address is among so many bytes from an address on.
func (t *Tracer) In(addr uint64, size int) bool {
	return addr <= t.target.Addr && t.target.Addr < addr+uint64(size)
}

// IsRequest reports whether a request is the target's.
func (t *Tracer) IsRequest(r *memory.Request) bool {
	return !r.Write && t.Is(r.Owner, r.Tag, r.Addr, int(r.Size))
}

// Sector is the number of the target's sector in its line.
func (t *Tracer) Sector(line uint64) uint64 { return (t.target.Addr - line) / 32 }

// Served notes what a partition has just done with the target's request.
func (t *Tracer) Served(p *memory.Partition, done memory.Time) {
	t.Note(ActivatedAt, p.Last.Activated)
	t.Note(StartedAt, p.Last.Start)
	t.Note(DoneAt, done)
	t.Path.RowHit = p.Last.RowHit
}

// Back ends the trace, and with it the run.
func (t *Tracer) Back(at memory.Time) {
	t.Note(BackAt, at)
	t.finished = true
	t.e.Stop()
}
