package engine

import (
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/memory"
)

// idle is the time of a timer that is not set.
const idle = memory.Time(math.MaxInt64)

// timers are events of one kind, one for each id; at is idle for one that is not set. They are the leaves of a tree, in which each
// node has the earlier one of the two below it: node 1 has the earliest of all, and nodes 2n and 2n+1 lie below node n.
type timers struct {
	kind eventKind
	at   []memory.Time
	seq  []uint32
	tree []int32
}

func newTimers(kind eventKind, n int) timers {
	leaves := 1 << bits.Len(uint(max(1, n)-1))
	t := timers{kind: kind, at: make([]memory.Time, leaves), seq: make([]uint32, leaves), tree: make([]int32, 2*leaves)}
	for i := range t.at {
		t.at[i], t.tree[leaves+i] = idle, int32(i)
	}
	for n := leaves - 1; n > 0; n-- {
		t.tree[n] = t.tree[2*n]
	}
	return t
}

// first is the earliest event.
func (t *timers) first() event {
	i := t.tree[1]
	return event{t.at[i], t.seq[i], t.kind, i}
}

// before reports whether timer a goes off before timer b.
func (t *timers) before(a, b int32) bool {
	return t.at[a] < t.at[b] || t.at[a] == t.at[b] && int32(t.seq[a]-t.seq[b]) < 0
}

// set starts timer id, which is idle.
func (q *queue) set(t *timers, id int32, at memory.Time) {
	q.seq++
	t.at[id], t.seq[id] = at, q.seq
	for n := (len(t.at) + int(id)) / 2; n > 0 && (t.tree[n] == id || t.before(id, t.tree[n])); n /= 2 {
		t.tree[n] = id
	}
}

// stop ends the earliest timer.
func (t *timers) stop() {
	id := t.tree[1]
	t.at[id] = idle
	for n := (len(t.at) + int(id)) / 2; n > 0; n /= 2 {
		t.tree[n] = t.tree[2*n]
		if other := t.tree[2*n+1]; t.before(other, t.tree[n]) {
			t.tree[n] = other
		}
	}
}
