package engine

import "warpbook.dev/gpumodel/device"

// A Tally is what a machine has done up to a moment, in a part of a run, or in one
// step or iteration on average.
type Tally struct {
	Time                                 float64 // seconds
	Backlog                              float64 // seconds for which writes are under way when the SMs would go on
	Steps                                float64 // of traces, replayed
	Transactions, Activates, Turnarounds float64 // of the DRAM
	Bytes, Read, Busy                    float64
	Atomics                              float64 // on the busiest word, one after the other
	SliceAtomics, SliceSums              float64 // likewise, at the busiest slice of the L2 and on its busiest sector: SliceStats
	Hits, Misses, Written, Asked, Fabric float64 // sectors of the L2
	L1Hits, L1Misses                     float64 // sectors of loads of global memory
	Behind                               float64 // bytes that the DRAM has still to move for what was stored
	Demand                                       // on the DRAM
	States                               StateTimes
}

// Tally closes a window of the demand on the partitions and sums up.
func (e *Engine) Tally() Tally {
	e.CloseWindow()
	return e.Glance()
}

// Glance is Tally without the present window, which goes on: to glance at a run changes nothing in it.
func (e *Engine) Glance() Tally {
	c := e.memory.Counts()
	t := Tally{
		Time: Seconds(e.now), Backlog: Seconds(e.Backlog()), Steps: float64(e.steps), Demand: e.demand.Demand,
		L1Hits: float64(c.L1Global.Hits), L1Misses: float64(c.L1Global.Misses),
		Behind: float64(c.Behind.Write + c.Behind.Read), States: e.stalls.seconds(),
	}
	for _, p := range e.Partitions {
		t.Transactions += float64(p.Stats.Transactions)
		t.Activates += float64(p.Stats.Activates)
		t.Turnarounds += float64(p.Stats.Turnarounds)
		t.Bytes += float64(p.Stats.Bytes)
		t.Read += float64(p.Stats.ReadBytes)
		t.Busy += float64(p.Stats.Busy)
		t.Atomics = max(t.Atomics, float64(p.Stats.MostTurns))
	}
	for i := range c.Slices {
		s := &c.Slices[i]
		t.Hits += float64(s.Hits)
		t.Misses += float64(s.Misses)
		t.Written += float64(s.Written)
		t.Asked += float64(s.Asked)
		t.Fabric += float64(s.Fabric)
		t.SliceAtomics = max(t.SliceAtomics, float64(s.Atomics))
		t.SliceSums = max(t.SliceSums, float64(s.Sums))
	}
	return t
}

// Plus adds x times u.
func (t Tally) Plus(u Tally, x float64) Tally {
	return Tally{
		t.Time + x*u.Time, t.Backlog + x*u.Backlog, t.Steps + x*u.Steps,
		t.Transactions + x*u.Transactions, t.Activates + x*u.Activates, t.Turnarounds + x*u.Turnarounds,
		t.Bytes + x*u.Bytes, t.Read + x*u.Read, t.Busy + x*u.Busy, t.Atomics + x*u.Atomics,
		t.SliceAtomics + x*u.SliceAtomics, t.SliceSums + x*u.SliceSums,
		t.Hits + x*u.Hits, t.Misses + x*u.Misses, t.Written + x*u.Written, t.Asked + x*u.Asked, t.Fabric + x*u.Fabric,
		t.L1Hits + x*u.L1Hits, t.L1Misses + x*u.L1Misses, t.Behind + x*u.Behind,
		Demand{t.Balanced + x*u.Balanced, t.Hottest + x*u.Hottest, t.Activation + x*u.Activation},
		t.States.plus(u.States, x),
	}
}

// Awaited is t where what is left under way grows with each iteration: atomics whose results nobody needs,
// above all. In the end they are waited for.
func (t Tally) Awaited() Tally {
	if t.Backlog > growing*t.Time {
		t.Time += t.Backlog
	}
	t.Backlog = 0
	return t
}

const growing = 0.2 // of the time; less is chance

// Stored corrects what was written by how many sectors all blocks store. Stores behind long loops
// are few, and samples see them by chance or not at all; nothing waits for them.
func (t *Tally) Stored(sectors float64) {
	switch {
	case t.Written <= sectors/2:
		t.Bytes += 32 * (sectors - t.Written)
	case t.Written <= 2*sectors: // more are stores to local memory
		t.Bytes += (t.Bytes - t.Read) * (sectors/t.Written - 1)
	default:
		return
	}
	t.Written = sectors
}

// AtDRAM is what is done in a part of a run in which the DRAM fell behind, if it went on: no more than
// the DRAM does. What waits there at any time is no more than that.
func (t Tally) AtDRAM(d *device.Device) Tally {
	if t.Behind > AtAnyTime(d) {
		t.Time *= 1 + t.Behind/t.Bytes
	}
	return t
}

// AtAnyTime is the bytes that controllers may have to move for stores while they keep up with them.
func AtAnyTime(d *device.Device) float64 { return float64(d.Partitions * d.WriteQueue * d.L1LineBytes) }

// Times is x times t.
func (t Tally) Times(x float64) Tally { return Tally{}.Plus(t, x) }
