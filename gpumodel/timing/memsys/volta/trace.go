package volta

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// What follows tells the tracer of a run how far requests have come, if there is one.

// traced is what is known of the request that is followed.
type traced struct {
	e        *engine.Engine
	fill     uint32
	fetching bool // its request is being booked
}

// half is which of the two fills of a line the target is in, and bit its sector.
func (t *traced) half(line uint64) (half int, bit uint8) {
	sector := t.e.Tracer.Sector(line)
	return int(sector / 2), 1 << sector
}

// traceL1 notes what the L1 says of a line.
func (v *System) traceL1(id, tag int32, line uint64, there *memory.Line, has uint8, hit memory.Time) {
	t := v.e.Tracer
	if !t.Is(id, tag, line, v.d.L1LineBytes) {
		return
	}
	half, bit := v.traced.half(line)
	switch {
	case has&bit == 0:
		t.Path.L1 = engine.Miss
	case there.Fill[half] != 0 && v.pending(there.Fill[half]):
		t.Path.L1, v.traced.fill = engine.OnItsWay, there.Fill[half]
	case there.Ready > hit:
		t.Path.L1 = engine.OnItsWay
		t.Back(there.Ready)
	default:
		t.Path.L1 = engine.Hit
		t.Back(hit)
	}
}

// traceAsked notes that the L2 is asked for a line; the fills that were begun before are
// others' requests.
func (v *System) traceAsked(id, tag int32, line uint64, near, home int, sent, arrived memory.Time) (before uint32) {
	t := v.e.Tracer
	if !t.Is(id, tag, line, v.d.L1LineBytes) {
		return 0
	}
	t.Note(engine.SentAt, sent)
	t.Note(engine.ArrivedAt, arrived)
	t.Path.Near, t.Path.Home, v.traced.fetching = near, home, true
	return v.filled
}

// traceL2 notes what the L2 has said.
func (v *System) traceL2(id, tag int32, line uint64, before uint32, fills [2]uint32, ready memory.Time) {
	t := v.e.Tracer
	if !t.Is(id, tag, line, v.d.L1LineBytes) {
		return
	}
	v.traced.fetching = false
	half, _ := v.traced.half(line)
	switch f := fills[half]; {
	case f == 0:
		t.Path.L2 = engine.Hit
		t.Back(ready)
	case f > before:
		t.Path.L2, v.traced.fill = engine.Miss, f
	default:
		t.Path.L2, v.traced.fill = engine.OnItsWay, f
	}
}

// queued notes that a partition gets a request.
func (t *traced) queued(partition int32, r *memory.Request, at memory.Time) {
	if t.fetching && !r.Write && t.e.Tracer.In(r.Addr, int(r.Size)) {
		t.e.Tracer.Note(engine.QueuedAt, at)
		t.e.Tracer.Path.Partition, t.e.Tracer.Path.DRAM = int(partition), true
	}
}

// filling notes that a partition serves a request for sectors.
func (t *traced) filling(p *memory.Partition, r *memory.Request, done memory.Time) {
	if t.fill != 0 && t.e.Tracer.Path.DRAM && !r.Write && uint32(r.Owner) == t.fill {
		t.e.Tracer.Served(p, done)
	}
}

// filled notes that a load has got what a fill brought.
func (t *traced) filled(f uint32, w waiter, at memory.Time) {
	if t.fill != 0 && f == t.fill && t.e.Tracer.Awaits(w.warp, w.tag) {
		t.e.Tracer.Back(at)
	}
}
