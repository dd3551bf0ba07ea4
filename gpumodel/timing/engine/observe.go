package engine

import (
	"fmt"

	"warpbook.dev/gpumodel/memory"
)

// An Observation is what the warps of one SM did in the first waves of a launch, and
// what was in flight between all SMs and the memory.
type Observation struct {
	SM    int
	Slots [][]Activity // of each warp that the SM has room for, block slot by block slot
	End   float64      // seconds that were observed, from the launch on
	Whole bool         // that was all of the launch
	// Loads are the transactions that loads sent, from Since on: once blocks have begun
	// to take each other's place, if they do.
	Since  float64
	Loads  Flights
	Stored int64 // bytes that stores sent in that time
	Queues Queues
}

// An Activity is a state of a warp from one time to another, in seconds.
type Activity struct {
	State    State
	Block    int
	From, To float64
}

// Shares are the parts of warps' time that each state takes, from the start of their
// blocks until they are done.
func Shares(slots [][]Activity) [States]float64 {
	var shares [States]float64
	all := 0.0
	for _, slot := range slots {
		for _, a := range slot {
			if a.State != Exited {
				shares[a.State] += a.To - a.From
				all += a.To - a.From
			}
		}
	}
	for i := range shares {
		if all > 0 {
			shares[i] /= all
		}
	}
	return shares
}

// Flights are transactions in flight.
type Flights struct {
	Count int64
	Bytes int64
	Time  float64 // seconds, of all together
}

// mostChanges bounds an observation: changes of state on the SM.
const mostChanges = 20_000

// An Observer notes what the engine tells it.
type Observer struct {
	sm      int32
	blocks  int // of the SM, until the observation ends
	slots   [][]change
	changes int
	loads   flights
	before  flights // when the first block ended
	since   memory.Time
	open    bool // before is set
	queues  *gauges
}

// A change is the beginning of a state.
type change struct {
	at    memory.Time
	state State
	block int32
}

// flights sums up the transactions that have departed so far. Their total time is the sum of the returns
// minus the sum of the departures. Memories book ahead: what they say of later moments waits until these
// have come.
type flights struct {
	count, bytes, open int64
	stored             int64 // bytes of stores, beside them
	time               memory.Time
	ahead              []flight
}

// A flight is a departure or a return at a time that has not come yet.
type flight struct {
	at            memory.Time
	bytes, stored int64
	back          bool
}

// Observe notes from now on what the warps of an SM do, until it has had so many blocks.
func (e *Engine) Observe(sm, blocks int) {
	e.Observer = &Observer{sm: int32(sm), blocks: blocks, slots: make([][]change, len(e.warps)), queues: newGauges(len(e.Partitions))}
}

// enter notes that a warp changes to a state at a time. States that were foreseen for a later
// time are dropped.
func (e *Engine) enter(id int32, s State, at memory.Time) {
	o, w := e.Observer, &e.warps[id]
	if o == nil || w.SM != o.sm {
		return
	}
	list := o.slots[id]
	for len(list) > 0 && list[len(list)-1].at >= at {
		list = list[:len(list)-1]
	}
	block := int32(e.resident[w.Slot].Index)
	if n := len(list); n == 0 || list[n-1].state != s || list[n-1].block != block {
		list = append(list, change{at, s, block})
		o.changes++
	}
	o.slots[id] = list
	if o.changes > mostChanges {
		e.stopped = true
	}
}

// foresee notes the states of a warp around a step that was issued at a time: it waited
// for the port of its scheduler, then for the units, issues, and then waits.
func (e *Engine) foresee(id int32, i *issuing, issued memory.Time, then State) {
	if e.Observer == nil {
		return
	}
	e.enter(id, StalledNotSelected, e.now)
	e.enter(id, i.units, i.port)
	e.enter(id, Selected, i.start)
	e.enter(id, then, issued)
}

// ended notes the end of a block.
func (o *Observer) ended(e *Engine, sm int32) {
	if o == nil {
		return
	}
	if !o.open {
		o.come(e.now)
		o.open, o.before, o.since = true, o.loads, e.now
	}
	if sm != o.sm {
		return
	}
	if o.blocks--; o.blocks == 0 {
		e.stopped = true
	}
}

// Departed and Arrived note the transactions of loads, and Departed those of stores, each at its time,
// which may be a later one.
func (o *Observer) Departed(r *memory.Request, at memory.Time) {
	switch {
	case o == nil:
	case r.Write:
		o.loads.ahead = append(o.loads.ahead, flight{at: at, stored: int64(r.Size)})
	default:
		o.loads.ahead = append(o.loads.ahead, flight{at: at, bytes: int64(r.Size)})
	}
}

func (o *Observer) Arrived(at memory.Time) {
	if o != nil {
		o.loads.ahead = append(o.loads.ahead, flight{at: at, back: true})
	}
}

// come counts the departures and returns that have come by now.
func (o *Observer) come(now memory.Time) {
	if o == nil {
		return
	}
	f := &o.loads
	later := f.ahead[:0]
	for _, x := range f.ahead {
		switch {
		case x.at > now:
			later = append(later, x)
		case x.back:
			f.open--
			f.time += x.at
		case x.stored > 0:
			f.stored += x.stored
		default:
			f.count++
			f.open++
			f.bytes += x.bytes
			f.time -= x.at
		}
	}
	f.ahead = later
}

// out is how many have departed and not come back, of all that is known.
func (f *flights) out() int64 {
	n := f.open
	for _, x := range f.ahead {
		switch {
		case x.back:
			n--
		case x.stored == 0:
			n++
		}
	}
	return n
}

// until is the flights up to a time; those that are still in flight count as far as they have come.
func (f flights) until(now memory.Time) flights {
	f.time += memory.Time(f.open) * now
	return f
}

// Observation is what has been observed.
func (e *Engine) Observation() Observation {
	o := e.Observer
	end := e.now
	o.come(end)
	r := Observation{SM: int(o.sm), End: Seconds(end), Whole: !e.stopped}
	if e.dispatched <= len(e.resident) {
		o.before, o.since = flights{}, 0 // one wave: its beginning and its end belong to it
	}
	if r.Whole && o.loads.out() != 0 {
		panic(fmt.Sprintf("BUG: %d loads have departed but not come back", o.loads.out()))
	}
	from, to := o.before.until(o.since), o.loads.until(end)
	r.Since = Seconds(o.since)
	r.Stored = to.stored - from.stored
	r.Loads = Flights{to.count - from.count, to.bytes - from.bytes, Seconds(to.time - from.time)}
	r.Queues = o.queues.queues(end)
	for _, p := range e.Partitions {
		r.Queues.Opened = append(r.Queues.Opened, p.Stats.Activates)
	}
	for id, list := range o.slots {
		if e.SMOf(int32(id/e.warpsPerBlock)) != o.sm {
			continue
		}
		var done []Activity
		for i, c := range list {
			next := end
			if i+1 < len(list) {
				next = min(end, list[i+1].at)
			}
			if next > c.at {
				done = append(done, Activity{c.state, int(c.block), Seconds(c.at), Seconds(next)})
			}
		}
		r.Slots = append(r.Slots, done)
	}
	return r
}
