package timing

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// pump moves transactions of an SM's load-store unit into the TPC's port while
// there is room. A warp goes on when its last transaction is in the port.
func (e *engine) pump(id int32) {
	m := &e.sms[id]
	portID := id / int32(len(e.sms)/len(e.ports))
	p := &e.ports[portID]
	for m.lsu.len() > 0 && !m.blocked {
		warpID := *m.lsu.first()
		w := &e.warps[warpID]
		t := w.trace
		s := &t.Steps[w.pc-1]
		for ; m.sent < s.N; m.sent++ {
			if p.queue.len() >= e.costs.portQueue {
				m.blocked = true
				p.waiters.push(id)
				break
			}
			m.lsuFree = max(m.lsuFree, e.now) + e.costs.lsu
			r := memory.Request{
				Transaction: t.Transactions[s.First+m.sent],
				Write:       s.Kind == warp.Store, Owner: warpID, Tag: s.Tag,
			}
			e.observer.departed(&r, e.now)
			e.tracer.at(lookedAt, &r, max(m.lsuFree, e.now))
			p.queue.push(r)
		}
		if m.blocked {
			break
		}
		m.sent = 0
		m.lsu.pop()
		ready := max(e.now, m.lsuFree)
		e.sent(w, s, ready)
		e.queue.push(ready, warpReady, warpID)
	}
	e.wake(portID)
}

// wake schedules a port that has something to send.
func (e *engine) wake(id int32) {
	p := &e.ports[id]
	if !p.scheduled && !p.blocked && p.queue.len() > 0 {
		p.scheduled = true
		e.queue.set(&e.queue.ports, id, max(e.now, p.free))
	}
}

// send passes the head of a port to its partition, if that has room.
func (e *engine) send(id int32) {
	p := &e.ports[id]
	r := p.queue.first()
	if r.Host {
		e.sendHost(id)
		return
	}
	target := int32(e.d.Partition(r.Addr))
	partition := e.partitions[target]
	full, write := partition.Full(r.Write), r.Write
	if e.slices != nil && !full { // an L2 may have to write back for a read, and to read for others
		full, write = partition.Full(true), true
	}
	if full {
		p.blocked = true
		e.waiting[waitList(target, write)].push(id)
		return
	}
	sent := p.queue.pop()
	e.tracer.leaves(e, target, &sent)
	if e.slices != nil {
		e.throughL2(target, &sent)
	} else if !e.inL2(target, &sent) {
		partition.Add(sent, e.now)
		if !e.scheduled[target] {
			e.scheduled[target] = true
			e.queue.set(&e.queue.partitions, target, max(e.now, partition.BusFree()))
		}
	}
	e.leave(id, &sent)
}

// sendHost passes the head of a port to the link to the host, or waits for room.
func (e *engine) sendHost(id int32) {
	p := &e.ports[id]
	if room := e.link.Room(p.queue.first().Write, e.now); room > e.now {
		p.free = room
		e.wake(id)
		return
	}
	r := p.queue.pop()
	done := e.link.Send(&r, e.now)
	e.last = max(e.last, done)
	if !r.Write {
		e.arrive(r.Owner, r.Tag, done+e.costs.response)
	}
	e.leave(id, &r)
}

// leave books the time that a transaction took a port, and lets the next one and
// an SM that waits for room go on.
func (e *engine) leave(id int32, sent *memory.Request) {
	p := &e.ports[id]
	clocks := 1
	if sent.Write {
		clocks = max(1, int(sent.Size)/e.costs.portBytes)
	}
	p.free = e.now + memory.Time(clocks)*e.costs.coreClock
	e.wake(id)
	if p.waiters.len() > 0 { // the SMs of a TPC take turns
		sm := p.waiters.pop()
		e.sms[sm].blocked = false
		e.pump(sm)
	}
}

// serve lets a partition commit its next request and tells the reader.
func (e *engine) serve(id int32) {
	partition := e.partitions[id]
	if partition.Idle() {
		return
	}
	r, done := partition.Next()
	e.observer.served(id, &r, done)
	e.tracer.served(partition, &r, done)
	e.last = max(e.last, done)
	switch {
	case r.Write:
	case e.slices != nil:
		e.fetched(id, &r, done+e.response(&r))
	default:
		e.returned(&r, done+e.response(&r))
	}
	if !partition.Idle() {
		e.scheduled[id] = true
		e.queue.set(&e.queue.partitions, id, max(e.now, partition.BusFree()))
	}
	if list := &e.waiting[waitList(id, r.Write)]; list.len() > 0 { // one place is free, for one port
		port := list.pop()
		e.ports[port].blocked = false
		e.wake(port)
	}
}

// arrive counts a transaction of a load as back; the last one wakes the warp.
func (e *engine) arrive(warpID, tag int32, at memory.Time) {
	w := &e.warps[warpID]
	l := &w.loads[tag]
	l.left--
	l.done = max(l.done, at)
	if l.left == 0 && w.waiting == tag {
		w.waiting = -1
		ready := max(e.now, l.done)
		e.resumes(w, l.wait, ready)
		e.queue.push(ready, warpReady, warpID)
	}
}
