package engine

import (
	"math/bits"
	"slices"

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

// A queue holds what is to happen: a calendar of events (Brown, Communications of the ACM 31, 1988), and a
// timer for each port and partition, which has one event at the most.
//
// The calendar is a ring of days of equal length, each with a list of a few events in any order. Those of the present
// day are sorted. What lies behind the last day of the ring waits in a heap. Entries of lists are used again, the
// latest one first, so that the events that wait fill little of the host's caches.
type queue struct {
	days              [mostDays]int32       // the first entry of each, or noEntry
	busy              [mostDays / 64]uint64 // a bit for each day of the ring that has events
	entries           []entry
	unused            int32   // the first entry of those
	today             int64   // number of the day
	present           []event // of today, and of before; the earliest one last
	shift             uint    // a day has 2^shift ps
	far               []event // a heap
	ports, partitions timers
	seq               uint32
	timed             bool // partitions have timers
}

// An entry is an event in a list.
type entry struct {
	event
	next int32
}

const (
	noEntry  = 0 // entry number 0 is none
	mostDays = 4096
	few      = 24 // events that are sorted by insertion
	// dayWarps is the product of the length of a day, in ps, and the warps of a chip: a warp has an event
	// every few hundred nanoseconds, so a day has a few events.
	dayWarps = 768_000
)

// fewPartitions have timers. The events of more are in the calendar: the earliest of many timers
// takes longer to find.
const fewPartitions = 12

// newQueue returns a queue for so many warps, ports and partitions.
func newQueue(warps, ports, partitions int) queue {
	return queue{
		entries: make([]entry, 1, 1+warps), shift: uint(bits.Len(uint(dayWarps / max(1, warps)))),
		ports: newTimers(portReady, ports), partitions: newTimers(partitionReady, partitions), timed: partitions <= fewPartitions,
	}
}

// next takes the earliest event; ok is false if there is none.
func (q *queue) next() (e event, ok bool) {
	e = q.ports.first()
	from := &q.ports
	if t := q.partitions.first(); t.before(&e) {
		e, from = t, &q.partitions
	}
	if len(q.present) > 0 || q.dawn() {
		if last := len(q.present) - 1; q.present[last].before(&e) {
			e = q.present[last]
			q.present = q.present[:last]
			return e, true
		}
	}
	if e.at == idle {
		return e, false
	}
	from.stop()
	return e, true
}

// push schedules an event.
func (q *queue) push(at memory.Time, kind eventKind, id int32) {
	q.seq++
	q.put(event{at, q.seq, kind, id})
}

func (q *queue) put(e event) {
	switch number := int64(e.at) >> q.shift; {
	case number <= q.today: // or before: a timer was earlier than all events
		q.sort(e)
	case number < q.today+mostDays:
		i := number % mostDays
		x := q.unused
		if x == noEntry {
			x = int32(len(q.entries))
			q.entries = append(q.entries, entry{})
		}
		q.unused = q.entries[x].next
		q.entries[x] = entry{e, q.days[i]}
		q.days[i] = x
		q.busy[i/64] |= 1 << (i % 64)
	default:
		q.far = append(q.far, e)
		q.rise(len(q.far) - 1)
	}
}

// sort puts an event among those of the present.
func (q *queue) sort(e event) {
	q.present = append(q.present, e)
	i := len(q.present) - 1
	for ; i > 0 && q.present[i-1].before(&e); i-- {
		q.present[i] = q.present[i-1]
	}
	q.present[i] = e
}

// dawn goes on to the next day that has events, and reports whether there is one.
func (q *queue) dawn() bool {
	if ahead := q.ahead(); ahead > 0 {
		q.today += ahead
	} else if len(q.far) > 0 {
		q.today = int64(q.far[0].at) >> q.shift
	} else {
		return false
	}
	i := q.today % mostDays
	q.busy[i/64] &^= 1 << (i % 64)
	first := q.days[i]
	q.days[i] = noEntry
	for x := first; x != noEntry; {
		q.present = append(q.present, q.entries[x].event)
		x, q.entries[x].next, q.unused = q.entries[x].next, q.unused, x
	}
	if len(q.present) > few {
		slices.SortFunc(q.present, func(a, b event) int {
			if a.before(&b) {
				return 1
			}
			return -1
		})
	} else {
		for n := 1; n < len(q.present); n++ {
			e, at := q.present[n], n
			for ; at > 0 && q.present[at-1].before(&e); at-- {
				q.present[at] = q.present[at-1]
			}
			q.present[at] = e
		}
	}
	for len(q.far) > 0 && int64(q.far[0].at)>>q.shift < q.today+mostDays {
		q.put(q.pop())
	}
	return true
}

// ahead is in how many days the next one of the ring is that has events; 0 if none has.
func (q *queue) ahead() int64 {
	first := (q.today + 1) % mostDays
	word := q.busy[first/64] >> (first % 64) << (first % 64)
	for n := range int64(len(q.busy) + 1) {
		at := (first/64 + n) % int64(len(q.busy))
		if n > 0 {
			word = q.busy[at]
		}
		if word != 0 {
			return (at*64+int64(bits.TrailingZeros64(word))-first+mostDays)%mostDays + 1
		}
	}
	return 0
}

// rise moves an event of the heap to its place.
func (q *queue) rise(i int) {
	e := q.far[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(&q.far[parent]) {
			break
		}
		q.far[i] = q.far[parent]
		i = parent
	}
	q.far[i] = e
}

// pop takes the earliest event of the heap.
func (q *queue) pop() event {
	top := q.far[0]
	n := len(q.far) - 1
	e := q.far[n]
	q.far = q.far[:n]
	if n == 0 {
		return top
	}
	i := 0
	for {
		least := i*2 + 1
		if least >= n {
			break
		}
		if least+1 < n && q.far[least+1].before(&q.far[least]) {
			least++
		}
		if !q.far[least].before(&e) {
			break
		}
		q.far[i] = q.far[least]
		i = least
	}
	q.far[i] = e
	return top
}
