package engine

import (
	"math"

	"warpbook.dev/gpumodel/memory"
)

// idle is the time of a timer that is not set.
const idle = memory.Time(math.MaxInt64)

// timers are events of one kind, one for each id; at is idle for one that is not set. The times lie
// apart: each event looks for the earliest one.
type timers struct {
	kind     eventKind
	at       []memory.Time
	seq      []uint32
	earliest int
}

func newTimers(kind eventKind, n int) timers {
	t := timers{kind: kind, at: make([]memory.Time, n), seq: make([]uint32, n)}
	for i := range t.at {
		t.at[i] = idle
	}
	return t
}

// first is the earliest event.
func (t *timers) first() event {
	return event{t.at[t.earliest], t.seq[t.earliest], t.kind, int32(t.earliest)}
}

// set starts timer id.
func (q *queue) set(t *timers, id int32, at memory.Time) {
	q.seq++
	t.at[id], t.seq[id] = at, q.seq
	if first := t.at[t.earliest]; at < first || at == first && int32(q.seq-t.seq[t.earliest]) < 0 {
		t.earliest = int(id)
	}
}

// stop ends the earliest timer.
func (t *timers) stop() {
	t.at[t.earliest] = idle
	least := idle
	for _, at := range t.at {
		least = min(least, at)
	}
	found := -1
	for i, at := range t.at {
		if at == least && (found < 0 || int32(t.seq[i]-t.seq[found]) < 0) {
			found = i
		}
	}
	t.earliest = max(0, found)
}
