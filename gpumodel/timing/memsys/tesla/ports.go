package tesla

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// Ports lead from the load-store units of the SMs into the crossbar, one for each TPC, with the
// L1 and the caches of read-only data before them. The generation decides what is at the other end.
type Ports struct {
	Times    Times
	L1       memory.Caches     // of each SM; empty before 2.0
	L1Global memory.CacheStats // of loads
	L1Local  memory.CacheStats

	e        *engine.Engine
	behind   Behind
	units    []loadStore   // of SMs
	ports    []port        // of TPCs
	waiting  []fifo[int32] // ports that wait for room in a partition, for reads and for writes
	readOnly readOnly
	// leaving is the transaction that leaves a port, served the one that a partition serves: what
	// goes through an interface by its address must lie here, not be allocated each time.
	leaving, served memory.Request
}

// Behind is what is at the other end of the ports, at each partition.
type Behind interface {
	// Full reports whether a partition has no room for a read or a write, and whether it is
	// the room for writes that the port has to wait for.
	Full(p *memory.Partition, write bool) (full, asWrite bool)
	// Take takes a transaction that has come through a port.
	Take(partition int32, r *memory.Request)
	// Fetched takes what a partition has read from the DRAM; it is there at a time.
	Fetched(partition int32, r *memory.Request, at memory.Time)
}

// Times are fixed times of a device.
type Times struct {
	CoreClock memory.Time
	L2        memory.Time // latency of a hit in the L2
	L2Texture memory.Time // the same for textures, from the port

	response  memory.Time                     // the way there and back, DRAM apart
	texture   memory.Time                     // what a miss of a texture takes longer
	lsu       memory.Time                     // of a transaction
	hit       [memory.L1Local + 1]memory.Time // of each kind of cache
	portBytes int                             // that a port passes in a core clock
	portQueue int                             // transactions that wait in a port
	fillBytes int                             // that come back to a TPC in a core clock; 0 is any number
	lineBytes int
}

// A loadStore is the load-store unit of an SM, which feeds the port of its TPC in order.
type loadStore struct {
	free    memory.Time // when it can send the next transaction
	queue   fifo[int32] // warps whose memory instruction waits, the first one in progress
	sent    int32       // transactions of the first one that are in the port
	blocked bool        // waits for room in the port
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

// NewPorts returns the ports of an engine's device.
func NewPorts(e *engine.Engine, behind Behind) Ports {
	d := e.Device
	p := Ports{
		e: e, behind: behind, units: make([]loadStore, d.SMs), ports: make([]port, d.TPCs),
		waiting: make([]fifo[int32], 2*d.Partitions), readOnly: newReadOnly(d),
		L1: memory.NewCaches(d.SMs, d.L1KB<<10, max(1, d.L1LineBytes), max(1, d.L1Ways)),
	}
	dram := memory.Nanoseconds(d.TRCD) + memory.BurstTime(d)
	clocks := e.Clock.Clocks
	p.Times = Times{
		CoreClock: engine.CoreClock(d), L2: clocks(d.L2HitClocks), L2Texture: clocks(d.TextureL2HitClocks),
		response: clocks(d.MemoryLatencyClocks) - dram, texture: clocks(d.TextureLatencyClocks - d.MemoryLatencyClocks),
		lsu: memory.Nanoseconds(d.LSUClocks * 1e3 / d.ClockMHz), portBytes: d.PortBytesPerClock, portQueue: d.PortQueue,
		fillBytes: d.FillBytesPerClock, lineBytes: d.L1LineBytes,
	}
	hit := &p.Times.hit
	hit[memory.L1Cache], hit[memory.L1Local] = clocks(d.L1HitClocks), clocks(d.L1HitClocks)
	hit[memory.ConstantCache], hit[memory.TextureCache] = clocks(d.ConstantHitClocks), clocks(d.TextureHitClocks)
	return p
}

// waitList numbers the ports' queues at a partition: reads and writes wait for
// room of their own.
func waitList(partition int32, write bool) int32 {
	if write {
		return 2*partition + 1
	}
	return 2 * partition
}

// Access queues the transactions of a step in the load-store unit, or what its caches lack of them.
func (p *Ports) Access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	w := p.e.Warp(id)
	if s.Cached != memory.Uncached && s.Kind == warp.Store {
		if p.store(w, s, list); w.Left == 0 {
			p.e.Answered(id, s, issued)
			return
		}
		p.Queue(id)
		return
	}
	p.e.Tracer.Issued(id, s, p.e.Now())
	if s.Cached != memory.Uncached && s.Kind == warp.Load {
		if p.lookUp(id, s, list, issued); w.Left == 0 {
			p.e.Answered(id, s, issued)
			return
		}
	}
	p.Queue(id)
}

// Queue queues what is left of a warp's transactions in the load-store unit.
func (p *Ports) Queue(id int32) {
	sm := p.e.Warp(id).SM
	p.units[sm].queue.push(id)
	p.pump(sm)
}

// pump moves transactions of an SM's load-store unit into the TPC's port while
// there is room. A warp goes on when its last transaction is in the port.
func (p *Ports) pump(sm int32) {
	e, m := p.e, &p.units[sm]
	tpc := e.TPC(sm)
	out := &p.ports[tpc]
	for m.queue.len() > 0 && !m.blocked {
		id := *m.queue.first()
		s, list := e.Warp(id).Current()
		for ; int(m.sent) < len(list); m.sent++ {
			if out.queue.len() >= p.Times.portQueue {
				m.blocked = true
				out.waiters.push(sm)
				break
			}
			m.free = max(m.free, e.Now()) + p.Times.lsu
			r := memory.Request{
				Transaction: list[m.sent],
				Write:       s.Kind == warp.Store, Owner: id, Tag: s.Tag,
			}
			e.Observer.Departed(&r, e.Now())
			p.trace(engine.LookedAt, &r, max(m.free, e.Now()))
			out.queue.push(r)
		}
		if m.blocked {
			break
		}
		m.sent = 0
		m.queue.pop()
		e.Sent(id, s, max(e.Now(), m.free))
	}
	p.wake(tpc)
}

// wake schedules a port that has something to send.
func (p *Ports) wake(tpc int32) {
	out := &p.ports[tpc]
	if !out.scheduled && !out.blocked && out.queue.len() > 0 {
		out.scheduled = true
		p.e.SetPort(tpc, max(p.e.Now(), out.free))
	}
}

// PortReady passes the head of a port to its partition, if that has room.
func (p *Ports) PortReady(tpc int32) {
	out := &p.ports[tpc]
	out.scheduled = false
	r := out.queue.first()
	if r.Host {
		p.sendHost(tpc)
		return
	}
	target := int32(p.e.Device.Partition(r.Addr))
	if full, asWrite := p.behind.Full(p.e.Partitions[target], r.Write); full {
		out.blocked = true
		p.waiting[waitList(target, asWrite)].push(tpc)
		return
	}
	p.leaving = out.queue.pop()
	p.traceLeaving(target, &p.leaving)
	p.behind.Take(target, &p.leaving)
	p.left(tpc, &p.leaving)
}

// sendHost passes the head of a port to the link to the host, or waits for room.
func (p *Ports) sendHost(tpc int32) {
	e, out := p.e, &p.ports[tpc]
	if room := e.Link.Room(out.queue.first().Write, e.Now()); room > e.Now() {
		out.free = room
		p.wake(tpc)
		return
	}
	r := out.queue.pop()
	done := e.Link.Send(&r, e.Now())
	e.LastsUntil(done)
	if !r.Write {
		e.Observer.Arrived(done + p.Times.response)
		e.Arrive(r.Owner, r.Tag, done+p.Times.response)
	}
	p.left(tpc, &r)
}

// left books the time that a transaction took a port, and lets the next one and
// an SM that waits for room go on.
func (p *Ports) left(tpc int32, sent *memory.Request) {
	out := &p.ports[tpc]
	clocks := 1
	if sent.Write {
		clocks = max(1, int(sent.Size)/p.Times.portBytes)
	}
	out.free = p.e.Now() + memory.Time(clocks)*p.Times.CoreClock
	p.wake(tpc)
	if out.waiters.len() > 0 { // the SMs of a TPC take turns
		sm := out.waiters.pop()
		p.units[sm].blocked = false
		p.pump(sm)
	}
}

// WriteBack sends a line of local memory from an L1 to the L2.
func (p *Ports) WriteBack(sm int32, addr uint64) {
	tpc := p.e.TPC(sm)
	p.ports[tpc].queue.push(memory.Request{
		Transaction: memory.Transaction{Addr: addr, Size: uint32(p.Times.lineBytes)}, Write: true, Owner: engine.NoWarp,
	})
	p.wake(tpc)
}

// PartitionReady lets a partition serve its next request.
func (p *Ports) PartitionReady(id int32) {
	e := p.e
	if e.Partitions[id].Idle() {
		return
	}
	var done memory.Time
	r := &p.served
	*r, done = e.Serve(id)
	if e.Tracer.IsRequest(r) {
		e.Tracer.Served(e.Partitions[id], done)
	}
	e.LastsUntil(done)
	if !r.Write {
		p.behind.Fetched(id, r, done+p.response(r))
	}
	e.Served(id)
	if list := &p.waiting[waitList(id, r.Write)]; list.len() > 0 { // one place is free, for one port
		tpc := list.pop()
		p.ports[tpc].blocked = false
		p.wake(tpc)
	}
}

// response is how long the data of a read take from the DRAM to the SM.
func (p *Ports) response(r *memory.Request) memory.Time {
	if r.Cached == memory.TextureCache {
		return p.Times.response + p.Times.texture
	}
	return p.Times.response
}

// Returned counts the data of a read as back at a time, for all that wait for them.
func (p *Ports) Returned(r *memory.Request, at memory.Time) {
	e := p.e
	at = p.filled(r, at)
	e.Observer.Arrived(at)
	if p.trace(engine.BackAt, r, at) {
		e.Tracer.Back(at)
	}
	if r.Cached == memory.Uncached {
		e.Arrive(r.Owner, r.Tag, at)
		return
	}
	_, unit := p.cacheOf(e.Warp(r.Owner).SM, r.Cached)
	key := fill{r.Cached, unit, r.Addr}
	e.Arrive(r.Owner, r.Tag, at)
	for _, other := range p.readOnly.fills[key] {
		if e.Tracer.Is(other.warp, other.tag, r.Addr, p.Times.lineBytes) {
			e.Tracer.Back(at)
		}
		e.Arrive(other.warp, other.tag, at)
	}
	delete(p.readOnly.fills, key)
}

// filled is when the data of a read have come through the way to its TPC.
func (p *Ports) filled(r *memory.Request, at memory.Time) memory.Time {
	if p.Times.fillBytes == 0 {
		return at
	}
	out := &p.ports[p.e.TPC(p.e.Warp(r.Owner).SM)]
	clocks := (int(r.Size) + p.Times.fillBytes - 1) / p.Times.fillBytes
	out.filled = max(out.filled, at) + memory.Time(clocks)*p.Times.CoreClock
	return out.filled
}
