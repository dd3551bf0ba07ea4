package engine

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// The methods in this file are for memory systems.

// NoWarp owns a request that no warp waits for.
const NoWarp = -1

// Now is the time of the current event.
func (e *Engine) Now() memory.Time { return e.now }

// Warp is a resident warp, by its number.
func (e *Engine) Warp(id int32) *Warp { return &e.warps[id] }

// Sent lets a warp go on at a time, when its last transaction has left the load-store unit.
func (e *Engine) Sent(id int32, s *warp.Step, at memory.Time) {
	e.sent(&e.warps[id], s, at)
	e.queue.push(at, warpReady, id)
}

// Answered lets a warp go on whose access, issued at a time, needs no transaction.
func (e *Engine) Answered(id int32, s *warp.Step, issued memory.Time) {
	e.ran(&e.warps[id].issuing, s)
	e.enter(id, StalledWait, issued+e.Clock.Clocks(int(s.Port)))
	e.queue.push(issued+e.Clock.Clocks(int(s.Latency)), warpReady, id)
}

// Arrive counts a transaction of a load as back; the last one wakes the warp.
func (e *Engine) Arrive(id, tag int32, at memory.Time) {
	w := &e.warps[id]
	l := &w.Loads[tag]
	l.Left--
	l.Done = max(l.Done, at)
	if l.Left == 0 && w.waiting == tag {
		w.waiting = -1
		ready := max(e.now, l.Done)
		e.resumes(w, l.wait, ready)
		e.queue.push(ready, warpReady, id)
	}
}

// LastsUntil says that a write ends at a time, and the launch not before.
func (e *Engine) LastsUntil(at memory.Time) { e.last = max(e.last, at) }

// Backlog is for how long the last write that is under way goes on.
func (e *Engine) Backlog() memory.Time { return max(0, e.last-e.now) }

// SetPort calls PortReady at a time. A TPC has one such call at most.
func (e *Engine) SetPort(tpc int32, at memory.Time) { e.queue.set(&e.queue.ports, tpc, at) }

// WakePartition calls PartitionReady at a time, or when the bus of the partition is free,
// unless it will be called anyway.
func (e *Engine) WakePartition(id int32, at memory.Time) {
	if e.scheduled[id] {
		return
	}
	e.scheduled[id] = true
	at = max(e.now, at, e.Partitions[id].BusFree())
	if e.queue.timed {
		e.queue.set(&e.queue.partitions, id, at)
		return
	}
	e.queue.push(at, partitionReady, id)
}

// Serve lets a partition serve its next request, and returns it with the time at which its
// data have left the DRAM.
func (e *Engine) Serve(id int32) (r memory.Request, done memory.Time) {
	if e.firstServed == 0 {
		e.firstServed = e.now
	}
	e.served++
	r, done = e.Partitions[id].Next()
	e.Observer.served(id, &r, done)
	return r, done
}

// Served goes on with the next request of a partition, if there is one.
func (e *Engine) Served(id int32) {
	if !e.Partitions[id].Idle() {
		e.WakePartition(id, e.now)
	}
}
