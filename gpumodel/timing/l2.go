package timing

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A slice is the part of the L2 at one partition. It takes a sector in each clock,
// answers what it has, fetches what it lacks, and keeps what is written until the
// line has to make room.
type slice struct {
	cache *memory.SectorCache
	free  memory.Time
	// coming are the reads of lines that are on their way from the DRAM, by the
	// address of the line, besides the first one.
	coming  map[uint64][]memory.Request
	written int64 // sectors
}

// SliceStats count what a slice has seen, in sectors: reads that hit and missed, and writes.
type SliceStats struct {
	memory.CacheStats
	Written int64
	// From c.c. 7.0 on: the sectors that SMs asked for, where a miss may fetch more, and those
	// that were read for the other side of the chip.
	Asked, Fabric int64
}

// Read is the sectors that were read for SMs.
func (s *SliceStats) Read() int64 {
	if s.Asked > 0 {
		return s.Asked
	}
	return s.Hits + s.Misses
}

func newSlices(d *device.Device) []slice {
	if d.L2KB == 0 || d.Sectored() {
		return nil
	}
	all := make([]slice, d.Partitions)
	for i := range all {
		all[i] = slice{cache: memory.NewSectorCache(d.L2KB<<10/d.Partitions, d.L1LineBytes, d.L2Ways), coming: map[uint64][]memory.Request{}}
	}
	return all
}

// noWarp owns what no warp waits for.
const noWarp = -1

// throughL2 passes a transaction through the slice at a partition.
func (e *engine) throughL2(target int32, r *memory.Request) {
	s := &e.slices[target]
	line := r.Addr &^ uint64(e.d.L1LineBytes-1)
	set := e.d.PartitionOffset(line) / uint64(e.d.L1LineBytes)
	start := max(e.now, s.free)
	s.free = start + memory.Time((int(r.Size)+e.d.L2BytesPerClock-1)/e.d.L2BytesPerClock)*e.costs.coreClock
	if r.Atomic {
		e.atomicInL2(s, r, start, set)
		return
	}
	if r.Write {
		s.written += int64(r.Size+31) / 32
		e.toDRAM(target, s.cache.Write(r.Transaction, set), noWarp, true)
		e.last = max(e.last, s.free)
		return
	}
	missing, evicted := s.cache.Read(r.Transaction, set)
	if r.Cached == memory.TextureCache {
		e.caches.l2Texture.Hits += int64(r.Size-missing.Size) / 32
		e.caches.l2Texture.Misses += int64(missing.Size) / 32
	}
	e.toDRAM(target, evicted, noWarp, true)
	waiting, coming := s.coming[line]
	e.tracer.inSlice(target, r, missing.Size > 0, coming, s.free)
	switch {
	case missing.Size > 0:
		fetch := *r
		if fetch.Addr, fetch.Size = missing.Addr, missing.Size; coming || missing.Size < r.Size {
			fetch.Owner = noWarp // r waits, with others, for the last of the line
			s.coming[line] = append(waiting, *r)
		} else {
			s.coming[line] = nil
		}
		e.addToDRAM(target, fetch)
	case coming:
		s.coming[line] = append(waiting, *r)
	default:
		e.returned(r, s.free+e.fromL2(r))
	}
}

// fromL2 is the way there and back of what the L2 has.
func (e *engine) fromL2(r *memory.Request) memory.Time {
	if r.Cached == memory.TextureCache {
		return e.caches.l2Hit
	}
	return e.caches.l2
}

// atomicInL2 changes a word in the L2, after the ones before it at this slice.
func (e *engine) atomicInL2(s *slice, r *memory.Request, start memory.Time, set uint64) {
	s.free = max(s.free, start+memory.Nanoseconds(e.d.AtomicTurn))
	s.written++
	s.cache.Write(memory.Transaction{Addr: r.Addr &^ 31, Size: 32}, set)
	e.last = max(e.last, s.free)
	if !r.Write {
		e.returned(r, s.free+e.caches.l2)
	}
}

// toDRAM sends sectors to the DRAM, unless there are none.
func (e *engine) toDRAM(target int32, t memory.Transaction, owner int32, write bool) {
	if t.Size > 0 {
		e.addToDRAM(target, memory.Request{Transaction: t, Owner: owner, Write: write})
	}
}

func (e *engine) addToDRAM(target int32, r memory.Request) {
	partition := e.partitions[target]
	partition.Add(r, e.now)
	if !e.scheduled[target] {
		e.scheduled[target] = true
		e.queue.set(&e.queue.partitions, target, max(e.now, partition.BusFree()))
	}
}

// fetched passes a line from the DRAM on to all that wait for it.
func (e *engine) fetched(target int32, r *memory.Request, at memory.Time) {
	if r.Owner != noWarp {
		e.returned(r, at)
	}
	s := &e.slices[target]
	line := r.Addr &^ uint64(e.d.L1LineBytes-1)
	for i := range s.coming[line] {
		e.returned(&s.coming[line][i], at)
	}
	delete(s.coming, line)
}

// storeL1 does what a store does to the L1: local memory stays there until its line
// has to make room, so nothing is sent; other stores drop the lines that they write.
func (e *engine) storeL1(w *warpState, l1 *memory.Cache, s *warp.Step, lines []memory.Transaction) {
	for _, line := range lines {
		if s.Cached == memory.L1Cache {
			l1.Drop(line.Addr)
			continue
		}
		if _, evicted, writeBack := l1.Access(line.Addr, true); writeBack {
			e.writeBack(w, evicted)
		}
	}
	if s.Cached == memory.L1Local {
		s.N = 0
	}
}

// writeBack sends a line of local memory from an L1 to the L2.
func (e *engine) writeBack(w *warpState, addr uint64) {
	port := w.sm / int32(len(e.sms)/len(e.ports))
	e.ports[port].queue.push(memory.Request{
		Transaction: memory.Transaction{Addr: addr, Size: uint32(e.d.L1LineBytes)}, Write: true, Owner: noWarp,
	})
	e.wake(port)
}
