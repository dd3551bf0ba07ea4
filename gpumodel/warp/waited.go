package warp

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// The clock of warps whose time the engine does not tell (timed.go): in blocks that it does not replay, and in programs that only wait
// until the clock has gone on. Such a program may store what it read, or branch by it, while it is executed. So it has the latency of
// each load then: that of an SM without other work, by the cache in which the load finds its data. Warps that wait at a barrier for a
// later one have its time. What warps take from each other, and queues of the memory, are not in these clocks.

// waited is what a warp has waited for, beside results of its own instructions.
type waited struct {
	clocks int64            // for loads and at barriers, in all
	due    [mostLoads]int64 // when each load is back, by tag
	next   int64            // the latency of the next load
	told   int64            // the clock that the program has read last
}

// now is the clock as the program sees it.
func (s *schedule) now() int64 {
	if s.waited == nil {
		return s.clock
	}
	return s.clock + s.waited.clocks
}

// sent notes when a load is back.
func (x *waited) note(l load, now int64) { x.due[l.tag()], x.next = now+x.next, 0 }

// until lets the warp wait until a time.
func (s *schedule) until(t int64) {
	if late := t - s.now(); late > 0 {
		s.waited.clocks += late
	}
}

// letGo lets warps go on that have met at a barrier, once the unit for barriers has taken them in one after the other.
func (m *Machine) letGo(warps []*warpState, waits func(*warpState) bool) {
	var met []*warpState
	for _, w := range warps {
		if waits(w) {
			met = append(met, w)
		}
	}
	slices.SortStableFunc(met, func(a, b *warpState) int { return cmp.Compare(a.schedule.now(), b.schedule.now()) })
	arrival, open := int64(m.Device.ArrivalClocks()), int64(0)
	for _, w := range met {
		open = max(open, w.schedule.now()) + arrival
	}
	for _, w := range met {
		w.schedule.until(open + int64(m.Device.BarrierClocks))
	}
}

// seen is what the caches hold, as the accesses that came before left them: an L1 for each block, as if it were alone on its SM, and
// the L2 of the GPU, which keeps it for the next launch that reads the clock.
type seen struct {
	l1, l2 *memory.LineCache // nil for none
}

// seenBy is what a new block finds.
func (m *Machine) seenBy() *seen {
	d, x := m.Device, &seen{}
	if d.L1KB > 0 {
		x.l1 = memory.NewLineCache(d.L1Bytes(m.sharedLimit), d.L1LineBytes, d.L1Ways)
	}
	switch {
	case d.L2KB == 0:
	case m.Values:
		x.l2 = m.Global.L2(d.L2KB<<10, d.L1LineBytes, d.L2Ways)
	default: // what is executed for its addresses alone leaves nothing behind
		x.l2 = memory.NewLineCache(d.L2KB<<10, d.L1LineBytes, d.L2Ways)
	}
	return x
}

// waitsFor notes how long an access takes until its last part is back, if the program reads the clock.
func (m *Machine) waitsFor(w *warpState, in *instr, transactions []memory.Transaction) {
	if !m.clock {
		return
	}
	longest := 0
	for _, t := range transactions {
		for at := t.Addr; at < t.Addr+uint64(t.Size); at += sectorBytes {
			longest = max(longest, m.latency(in, at, t))
		}
	}
	w.schedule.waited.next = int64(longest)
}

// latency is how long a sector of a transaction takes, in clocks. It brings the sector into the caches.
func (m *Machine) latency(in *instr, sector uint64, t memory.Transaction) int {
	d, x := m.Device, m.block.seen
	if t.Host {
		return d.MemoryLatencyClocks + int(d.PCIeLatencyNs*d.ClockMHz/1000)
	}
	switch cached := m.inL1(in); {
	case cached == memory.Uncached || t.Atomic:
	case in.Op == ir.Store && cached == memory.L1Cache:
		drop(x.l1, sector)
	case bring(x.l1, sector, m.fetched(sector, sectorBytes)):
		return d.L1HitClocks
	}
	switch {
	case x.l2 == nil:
		return d.MemoryLatencyClocks
	case bring(x.l2, sector, m.fetched(sector, d.L2FetchBytes)):
		return d.L2HitClocks
	case d.L2Sides > 1 && d.SideOfSlice(d.Slice(d.Partition(sector))) != d.SideOfSM(m.block.sm):
		return d.MemoryLatencyClocks + d.L2FarClocks
	}
	return d.MemoryLatencyClocks
}

// fetched are the sectors of a line that a miss brings, which fetches so many aligned bytes at least. Without sectors it is the line.
func (m *Machine) fetched(sector uint64, bytes int) uint8 {
	line := m.Device.L1LineBytes
	if bytes = max(bytes, sectorBytes); !m.Device.Sectored() {
		bytes = line
	}
	first := sector % uint64(line) / uint64(bytes) * uint64(bytes) / sectorBytes
	return uint8(1<<(bytes/sectorBytes)-1) << first
}

// bring reports whether a sector is in a cache, and else brings what a miss fetches.
func bring(c *memory.LineCache, sector uint64, fetched uint8) (hit bool) {
	line, _, _ := c.Make(sector)
	bit := sectorBit(c, sector)
	if line.Valid&bit != 0 {
		return true
	}
	line.Valid |= fetched | bit
	return false
}

// drop forgets a sector.
func drop(c *memory.LineCache, sector uint64) {
	if line := c.Peek(sector); line != nil {
		line.Valid &^= sectorBit(c, sector)
	}
}

func sectorBit(c *memory.LineCache, sector uint64) uint8 {
	return 1 << (sector % uint64(c.LineBytes()) / sectorBytes)
}
