package timing

// A tally is what a machine has done up to a moment, in a part of a run, or in one
// step or iteration on average.
type tally struct {
	time                                 float64 // seconds
	steps                                float64 // of traces, replayed
	transactions, activates, turnarounds float64 // of the DRAM
	bytes, read, busy                    float64
	turns                                float64   // of atomics on the busiest word
	hits, misses, written, asked, fabric float64   // sectors of the L2
	l1Hits, l1Misses                     float64   // sectors of loads of global memory
	balanced, hottest, activation        float64   // as in Outcome
	states                               []float64 // as in Ledger
}

// tally closes a window of the demand on the partitions and sums up.
func (e *engine) tally() tally {
	e.demand.close()
	t := tally{
		time: seconds(e.now), steps: float64(e.steps),
		balanced: e.demand.balanced, hottest: e.demand.hottest, activation: e.demand.activation,
		l1Hits: float64(e.caches.l1Global.Hits), l1Misses: float64(e.caches.l1Global.Misses),
		states: e.ledger.seconds(),
	}
	for _, p := range e.partitions {
		t.transactions += float64(p.Stats.Transactions)
		t.activates += float64(p.Stats.Activates)
		t.turnarounds += float64(p.Stats.Turnarounds)
		t.bytes += float64(p.Stats.Bytes)
		t.read += float64(p.Stats.ReadBytes)
		t.busy += float64(p.Stats.Busy)
		t.turns = max(t.turns, float64(p.Stats.MostTurns))
	}
	for i := range e.slices {
		t.hits += float64(e.slices[i].cache.Stats.Hits)
		t.misses += float64(e.slices[i].cache.Stats.Misses)
		t.written += float64(e.slices[i].written)
	}
	if h := e.hierarchy; h != nil {
		for i := range h.slices {
			s := &h.slices[i].stats
			t.hits += float64(s.Hits)
			t.misses += float64(s.Misses)
			t.written += float64(s.Written)
			t.asked += float64(s.Asked)
			t.fabric += float64(s.Fabric)
		}
	}
	return t
}

// plus adds x times u.
func (t tally) plus(u tally, x float64) tally {
	return tally{
		t.time + x*u.time, t.steps + x*u.steps,
		t.transactions + x*u.transactions, t.activates + x*u.activates, t.turnarounds + x*u.turnarounds,
		t.bytes + x*u.bytes, t.read + x*u.read, t.busy + x*u.busy, t.turns + x*u.turns,
		t.hits + x*u.hits, t.misses + x*u.misses, t.written + x*u.written, t.asked + x*u.asked, t.fabric + x*u.fabric,
		t.l1Hits + x*u.l1Hits, t.l1Misses + x*u.l1Misses,
		t.balanced + x*u.balanced, t.hottest + x*u.hottest, t.activation + x*u.activation,
		sums(t.states, u.states, x),
	}
}

// stores corrects what was written by how many sectors all blocks store. Stores behind long loops
// are few, and samples see them by chance or not at all; nothing waits for them.
func (t *tally) stores(sectors float64) {
	switch {
	case t.written <= sectors/2:
		t.bytes += 32 * (sectors - t.written)
	case t.written <= 2*sectors: // more are stores to local memory
		t.bytes += (t.bytes - t.read) * (sectors/t.written - 1)
	default:
		return
	}
	t.written = sectors
}

// times is x times t.
func (t tally) times(x float64) tally { return tally{}.plus(t, x) }
