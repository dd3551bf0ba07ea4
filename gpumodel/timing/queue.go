package timing

import "warpbook.dev/gpumodel/memory"

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

// A queue is a four-way heap of events, earliest first: flatter than a binary
// one, and most of the engine's time is spent here.
type queue struct {
	events []event
	seq    uint32
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
