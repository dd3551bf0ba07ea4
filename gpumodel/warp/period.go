package warp

import (
	"errors"
	"math"

	"warpbook.dev/gpumodel/memory"
)

// A Rhythm says after how many iterations the work of a launch's long loops repeats. In
//
//	for (i = 0; i < n; i++) s += a[8*t + i];   // float *a
//
// every thread comes to a new sector of 32 bytes with each eighth iteration; the seven between hit the
// L1. Who measures iterations has to measure whole periods.
type Rhythm struct {
	Period int
	// Uneven is by what part of its mean the work of so many iterations still differs from that
	// of the next ones: little, unless no period was found.
	Uneven float64
}

// How much is probed, at most.
const (
	probedLoops        = 4   // of a block
	probedIterations   = 192 // of each
	probedWarps        = 4   // of the block
	probedSteps        = 1_000_000
	probedTransactions = 50_000 // transactions of all warps
	leastProbed        = 8      // fewer iterations of a loop tell nothing
	mostPieces         = 512    // pieces of a block until its last loop begins
	longestPeriod      = probedIterations / 3
	fetchedWork        = 8 // a sector's way from the DRAM, in sectors from the L1: the ratio of the bandwidths, about
)

// Even is by what part of the mean the work of periods may differ.
const Even = 0.1

// Rhythm is that of a launch, by the loops of block n. The longest period counts, as it is no fault to
// measure a multiple of another one.
func (m *Machine) Rhythm(n int) (Rhythm, error) {
	if m.rhythm != nil || len(m.loops) == 0 {
		if m.rhythm == nil {
			return Rhythm{Period: 1}, nil
		}
		return *m.rhythm, nil
	}
	m.accessed()
	r, work := Rhythm{Period: 1}, m.Work()
	m.limitProfile()
	b, err := m.start(n, Options{ByIteration: true, Uncounted: true})
	for pieces, loops := 0, 0; err == nil && b.state != nil && loops < probedLoops && pieces < mostPieces; {
		left, ok := b.Iterations()
		if !ok || left < leastProbed {
			pieces++
			err = m.on(b)
			continue
		}
		var one Rhythm
		if one, err = m.probe(b, min(left, probedIterations)); err != nil {
			break
		}
		if one.Period > r.Period {
			r.Period = one.Period
		}
		r.Uneven = max(r.Uneven, one.Uneven)
		loops++
		b.Skip(math.MaxInt32)
	}
	m.limit = limit{}
	m.profiling.work += m.Work() - work
	if err != nil && !errors.Is(err, ErrEnough) {
		return r, err
	}
	m.Release(b)
	m.rhythm = &r
	return r, nil
}

// probe executes some iterations of a block's loop.
func (m *Machine) probe(b *Block, iterations int) (Rhythm, error) {
	h := periodProbe{
		miss: float64(m.Device.MemoryLatencyClocks), cached: m.Device.L2KB > 0, fetched: max(sectorBytes, uint64(m.Device.L2FetchBytes)),
		at: make([]int, min(probedWarps, len(b.warps))), seen: map[uint64]bool{},
	}
	transactions := 0
	for begun := m.steps; b.state != nil && m.steps-begun < probedSteps && transactions < probedTransactions; {
		least := math.MaxInt
		for i := range b.Warps {
			transactions += len(b.Warps[i].Transactions)
		}
		for i, w := range b.warps[:min(probedWarps, len(b.warps))] {
			if !w.done {
				h.add(i, &b.Warps[i])
				least = min(least, h.at[i])
			}
		}
		if least >= iterations {
			break
		}
		if err := m.on(b); err != nil {
			return Rhythm{}, err
		}
	}
	return h.rhythm(), nil
}

// A periodProbe is the work of a loop's iterations, of some warps of a block.
type periodProbe struct {
	miss    float64         // clocks
	cached  bool            // what was loaded before comes from a cache
	fetched uint64          // bytes that come from the DRAM at once
	seen    map[uint64]bool // sectors that have come, by number
	at      []int           // iterations that each warp has ended
	alone   []float64       // clocks that an iteration would take a warp alone
	moved   []float64       // sectors, those from the DRAM counted as fetchedWork
}

// add adds the piece of a warp.
func (h *periodProbe) add(warp int, t *Trace) {
	next := t.Transactions
	for _, s := range t.Steps {
		h.at[warp] += int(s.Iterations)
		for len(h.alone) <= h.at[warp] {
			h.alone, h.moved = append(h.alone, 0), append(h.moved, 0)
		}
		transactions := next[:s.N]
		next = next[s.N:]
		if s.Kind == Contest {
			transactions = nil // of shared memory
		}
		fresh := 0
		if !h.cached {
			fresh = len(transactions)
		}
		for k := range transactions {
			fresh += h.fresh(&transactions[k])
		}
		h.alone[h.at[warp]] += float64(s.Latency)
		if fresh > 0 {
			h.alone[h.at[warp]] += h.miss
		}
		h.moved[h.at[warp]] += float64(len(transactions) + fetchedWork*fresh)
	}
}

// fresh is how many sectors come from the DRAM for a transaction.
func (h *periodProbe) fresh(x *memory.Transaction) (sectors int) {
	if !h.cached {
		return 0
	}
	for at := x.Addr / sectorBytes; at*sectorBytes < x.Addr+uint64(x.Size); at++ {
		if h.seen[at] {
			continue
		}
		first := at * sectorBytes / h.fetched * h.fetched / sectorBytes
		for i := range h.fetched / sectorBytes {
			h.seen[first+i] = true
		}
		sectors += int(h.fetched / sectorBytes)
	}
	return sectors
}

// rhythm judges what was probed, except its beginning, when every unit is new, and its last iteration,
// which may be a part of one.
func (h *periodProbe) rhythm() Rhythm {
	n := math.MaxInt
	for _, at := range h.at {
		n = min(n, at)
	}
	n = min(n, len(h.alone)-1)
	if n < leastProbed {
		return Rhythm{Period: 1}
	}
	return rhythm(h.alone[n/6:n], h.moved[n/6:n])
}

// rhythm finds the shortest period of some kinds of work of the same iterations. If there is none, because
// the work is irregular, it is that after which it is most even.
func rhythm(work ...[]float64) Rhythm {
	best := Rhythm{Period: 1, Uneven: math.Inf(1)}
	for p := 1; p <= max(1, len(work[0])/3) && p <= longestPeriod && best.Uneven > Even; p++ {
		uneven := 0.0
		for _, w := range work {
			uneven = max(uneven, unevenness(w, p))
		}
		if uneven < best.Uneven {
			best = Rhythm{p, uneven}
		}
	}
	return best
}

// unevenness is by how much the work of p iterations differs from that of the p after them, on average and as a
// part of the mean. Work that grows slowly is even, and so is work that changes once.
func unevenness(work []float64, p int) float64 {
	changes, all, groups, last := 0.0, 0.0, 0, 0.0
	for ; (groups+1)*p <= len(work); groups++ {
		sum := 0.0
		for _, w := range work[groups*p : (groups+1)*p] {
			sum += w
		}
		if groups > 0 {
			changes += math.Abs(sum - last)
		}
		last = sum
		all += sum
	}
	if all == 0 {
		return 0
	}
	return changes / float64(groups-1) / (all / float64(groups))
}
