package engine

import (
	"math"

	"warpbook.dev/gpumodel/memory"
)

// An event says that something happens to number id at a time. Events of one
// time happen in the order in which they were scheduled, so that a run is
// deterministic.
type event struct {
	at   memory.Time
	seq  uint32
	kind eventKind
	id   int32
}

type eventKind uint8

const (
	warpReady eventKind = iota
	portReady
	partitionReady
	blockReady
)

func (a *event) before(b *event) bool {
	return a.at < b.at || a.at == b.at && int32(a.seq-b.seq) < 0
}

// A queue holds what is to happen: a four-way heap of events (flatter than a
// binary one: most of the engine's time is spent here), and a timer for each
// port and partition, which has one event at the most.
type queue struct {
	events            []event
	ports, partitions timers
	seq               uint32
	timed             bool // partitions have timers
}

// fewPartitions have timers. The events of more are in the heap: the earliest of many timers
// takes longer to find.
const fewPartitions = 12

// newQueue returns a queue for so many ports and partitions.
func newQueue(ports, partitions int) queue {
	return queue{ports: newTimers(portReady, ports), partitions: newTimers(partitionReady, partitions), timed: partitions <= fewPartitions}
}

// next takes the earliest event; ok is false if there is none.
func (q *queue) next() (e event, ok bool) {
	e = *q.ports.first()
	from := &q.ports
	if t := q.partitions.first(); t.before(&e) {
		e, from = *t, &q.partitions
	}
	if len(q.events) > 0 && q.events[0].before(&e) {
		return q.pop(), true
	}
	if e.at == idle {
		return e, false
	}
	from.stop()
	return e, true
}

const idle = memory.Time(math.MaxInt64)

// timers are events of one kind, one for each id; at is idle for one that is not set.
type timers struct {
	events   []event
	earliest int
}

func newTimers(kind eventKind, n int) timers {
	t := timers{events: make([]event, n)}
	for i := range t.events {
		t.events[i] = event{at: idle, kind: kind, id: int32(i)}
	}
	return t
}

func (t *timers) first() *event { return &t.events[t.earliest] }

// set starts timer id.
func (q *queue) set(t *timers, id int32, at memory.Time) {
	q.seq++
	e := &t.events[id]
	e.at, e.seq = at, q.seq
	if e.before(t.first()) {
		t.earliest = int(id)
	}
}

// stop ends the earliest timer.
func (t *timers) stop() {
	t.first().at = idle
	t.earliest = 0
	least := &t.events[0]
	for i := range t.events {
		if e := &t.events[i]; e.at <= least.at && e.before(least) {
			least, t.earliest = e, i
		}
	}
}

func (q *queue) push(at memory.Time, kind eventKind, id int32) {
	q.seq++
	e := event{at, q.seq, kind, id}
	q.events = append(q.events, e)
	i := len(q.events) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&q.events[parent]) {
			break
		}
		q.events[i] = q.events[parent]
		i = parent
	}
	q.events[i] = e
}

func (q *queue) pop() event {
	top := q.events[0]
	n := len(q.events) - 1
	e := q.events[n]
	q.events = q.events[:n]
	if n == 0 {
		return top
	}
	i := 0
	for {
		least := i*4 + 1
		if least >= n {
			break
		}
		for c := least + 1; c < min(i*4+5, n); c++ {
			if q.events[c].before(&q.events[least]) {
				least = c
			}
		}
		if !q.events[least].before(&e) {
			break
		}
		q.events[i] = q.events[least]
		i = least
	}
	q.events[i] = e
	return top
}
