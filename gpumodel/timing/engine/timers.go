package engine

import (
	"math"

	"warpbook.dev/gpumodel/memory"
)

// idle is the time of a timer that is not set.
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
