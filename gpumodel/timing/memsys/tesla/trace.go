package tesla

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// What follows tells the tracer of a run how far requests have come, if there is one.

// trace notes a moment of a transaction of a load, if it is the one that is followed.
func (p *Ports) trace(what engine.Moment, r *memory.Request, at memory.Time) bool {
	t := p.e.Tracer
	if !t.IsRequest(r) {
		return false
	}
	t.Note(what, at)
	return true
}

// traceCached notes what a cache of whole lines says.
func (p *Ports) traceCached(id, tag int32, line *memory.Transaction, hit, coming bool, ready memory.Time) {
	t := p.e.Tracer
	if !t.Is(id, tag, line.Addr, int(line.Size)) {
		return
	}
	t.Note(engine.LookedAt, p.e.Now())
	switch {
	case coming:
		t.Path.L1 = engine.OnItsWay
	case hit:
		t.Path.L1 = engine.Hit
		t.Back(ready)
	default:
		t.Path.L1 = engine.Miss
	}
}

// traceLeaving notes that a transaction goes through the port of a TPC to a partition.
func (p *Ports) traceLeaving(partition int32, r *memory.Request) {
	if !p.trace(engine.SentAt, r, p.e.Now()) {
		return
	}
	t := p.e.Tracer
	t.Note(engine.ArrivedAt, p.e.Now())
	t.Path.Partition, t.Path.Near, t.Path.Home = int(partition), int(partition), int(partition)
}
