package fermi

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
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
	atomics int64
}

func newSlices(d *device.Device) []slice {
	all := make([]slice, d.Partitions)
	for i := range all {
		all[i] = slice{cache: memory.NewSectorCache(d.L2KB<<10/d.Partitions, d.L1LineBytes, d.L2Ways), coming: map[uint64][]memory.Request{}}
	}
	return all
}

// Full reports whether a partition has no room for what a transaction may lead to: an L2 may
// have to write back for a read, and to read for others.
func (f *System) Full(p *memory.Partition, write bool) (full, asWrite bool) {
	if p.Full(write) {
		return true, write
	}
	return p.Full(true), true
}

// Take passes a transaction through the slice at a partition.
func (f *System) Take(partition int32, r *memory.Request) {
	d, s := f.e.Device, &f.slices[partition]
	line := r.Addr &^ uint64(d.L1LineBytes-1)
	set := d.PartitionOffset(line) / uint64(d.L1LineBytes)
	start := max(f.e.Now(), s.free)
	s.free = start + memory.Time((int(r.Size)+d.L2BytesPerClock-1)/d.L2BytesPerClock)*f.Times.CoreClock
	if r.Atomic {
		f.atomic(s, r, start, set)
		return
	}
	if r.Write {
		s.written += int64(r.Size+31) / 32
		f.writeBack(partition, s.cache.Write(r.Transaction, set))
		f.e.LastsUntil(s.free)
		return
	}
	missing, evicted := s.cache.Read(r.Transaction, set)
	if r.Cached == memory.TextureCache {
		f.l2Texture.Hits += int64(r.Size-missing.Size) / 32
		f.l2Texture.Misses += int64(missing.Size) / 32
	}
	f.writeBack(partition, evicted)
	waiting, coming := s.coming[line]
	f.trace(r, missing.Size > 0, coming, s.free)
	switch {
	case missing.Size > 0:
		fetch := *r
		if fetch.Addr, fetch.Size = missing.Addr, missing.Size; coming || missing.Size < r.Size {
			fetch.Owner = engine.NoWarp // r waits, with others, for the last of the line
			s.coming[line] = append(waiting, *r)
		} else {
			s.coming[line] = nil
		}
		f.toDRAM(partition, fetch)
	case coming:
		s.coming[line] = append(waiting, *r)
	default:
		f.Returned(r, s.free+f.back(r))
	}
}

// back is the latency of a hit in the L2.
func (f *System) back(r *memory.Request) memory.Time {
	if r.Cached == memory.TextureCache {
		return f.Times.L2Texture
	}
	return f.Times.L2
}

// atomic changes a word in the L2, after the ones before it at this slice.
func (f *System) atomic(s *slice, r *memory.Request, start memory.Time, set uint64) {
	s.free = max(s.free, start+memory.Nanoseconds(f.e.Device.AtomicTurn))
	s.written++
	s.atomics++
	s.cache.Write(memory.Transaction{Addr: r.Addr &^ 31, Size: 32}, set)
	f.e.LastsUntil(s.free)
	if !r.Write {
		f.Returned(r, s.free+f.Times.L2)
	}
}

// writeBack sends sectors to the DRAM, unless there are none.
func (f *System) writeBack(partition int32, t memory.Transaction) {
	if t.Size > 0 {
		f.toDRAM(partition, memory.Request{Transaction: t, Owner: engine.NoWarp, Write: true})
	}
}

func (f *System) toDRAM(partition int32, r memory.Request) {
	f.e.Partitions[partition].Add(r, f.e.Now())
	f.e.WakePartition(partition, f.e.Now())
}

// Fetched passes a line from the DRAM on to all that wait for it.
func (f *System) Fetched(partition int32, r *memory.Request, at memory.Time) {
	if r.Owner != engine.NoWarp {
		f.Returned(r, at)
	}
	s := &f.slices[partition]
	line := r.Addr &^ uint64(f.e.Device.L1LineBytes-1)
	for i := range s.coming[line] {
		f.Returned(&s.coming[line][i], at)
	}
	delete(s.coming, line)
}

// trace notes what a slice says of the load that is followed.
func (f *System) trace(r *memory.Request, missing, coming bool, done memory.Time) {
	t := f.e.Tracer
	if !t.IsRequest(r) {
		return
	}
	switch {
	case missing && !coming:
		t.Path.L2, t.Path.DRAM = engine.Miss, true
		t.Note(engine.QueuedAt, done)
	case missing || coming:
		t.Path.L2 = engine.OnItsWay
	default:
		t.Path.L2 = engine.Hit
	}
}
