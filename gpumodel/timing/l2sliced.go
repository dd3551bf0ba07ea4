package timing

import "warpbook.dev/gpumodel/memory"

// An l2Slice is a slice of the L2: it answers the SMs of its side, and stands in front of
// its partitions of the DRAM.
type l2Slice struct {
	cache   *memory.LineCache
	unit    server
	stats   SliceStats
	victims []memory.Line // written lines that have made room, on their way to the DRAM
	ghosts  []uint64      // lines that were written where there was room, see writeL2
	owed    int           // sectors that were written in them and for which nothing has been written back
	partial partialLines
}

// readL2 reads sectors of a line that arrive at the near slice at a time: from there if it
// has them, otherwise from the slice in front of the DRAM, which fetches what it lacks. The
// near one keeps a copy. It returns when those are ready at the near slice whose time is
// known, and the fills that bring the others.
func (e *engine) readL2(near, home int, line uint64, mask uint8, at memory.Time) (known memory.Time, fills [2]uint32) {
	h := e.hierarchy
	s := &h.slices[near]
	passed := s.pass(h, mask, at)
	l, has := s.look(line, mask)
	known, fills = h.ready(l, has, passed)
	missing := h.widen(mask&^has) &^ l.Valid
	s.stats.Asked += int64(memory.Count(mask))
	s.stats.Hits += int64(memory.Count(has))
	s.stats.Misses += int64(memory.Count(missing))
	if missing == 0 {
		return known, fills
	}
	if near == home {
		e.fromDRAM(l, line, missing, passed, &fills)
	} else {
		from := &h.slices[home]
		from.stats.Fabric += int64(memory.Count(missing))
		there, found := from.look(line, missing)
		at := from.pass(h, missing, passed+h.times.far)
		first, more := h.ready(there, found, at)
		if lacking := missing &^ found; lacking != 0 {
			e.fromDRAM(there, line, lacking, at, &more)
		}
		if found != 0 {
			l.Ready = max(l.Ready, first+h.times.far)
		}
		for half, f := range more {
			if f != 0 {
				l.Fill[half] = f
				if mask>>(2*half)&3 != 0 {
					fills[half] = f
				}
			}
		}
		if mask&found != 0 {
			known = max(known, l.Ready)
		}
		e.evict(from, at)
	}
	l.Valid |= missing
	e.evict(s, passed)
	return known, fills
}

// elsewhere reads sectors of a line that what is not simulated fetches from the DRAM: before, or, if
// it is another part of the chip that does the same, when they are first asked for here.
func (e *engine) elsewhere(near int, line uint64, mask uint8, at memory.Time) (known memory.Time) {
	h := e.hierarchy
	s := &h.slices[near]
	n := int64(memory.Count(mask))
	s.stats.Asked += n
	s.stats.Hits += n
	known = s.pass(h, mask, at)
	if h.others == nil {
		return known
	}
	l := h.others.Find(line)
	if l == nil {
		l, _ = h.others.Make(line)
	}
	if mask&^l.Valid != 0 {
		l.Valid |= h.widen(mask)
		l.Ready = known + h.times.dram
	}
	return max(known, l.Ready)
}

// look finds or makes a line of a slice; has are the sectors of a mask that it has.
func (s *l2Slice) look(line uint64, mask uint8) (l *memory.Line, has uint8) {
	if l = s.cache.Find(line); l != nil {
		return l, mask & l.Valid
	}
	l, evicted := s.cache.Make(line)
	l.First = evicted.Empty()
	if evicted.Dirty != 0 {
		s.victims = append(s.victims, evicted)
		s.partial.changed(0, partial(&evicted), false)
	}
	return l, 0
}

// ready is when sectors of a line that are valid are there, if that is known from a time
// on, and the fills of the others.
func (h *hierarchy) ready(l *memory.Line, has uint8, at memory.Time) (known memory.Time, fills [2]uint32) {
	if has == 0 {
		return at, fills
	}
	for half := range fills {
		if f := l.Fill[half]; f != 0 && has>>(2*half)&3 != 0 {
			if h.pending(f) {
				fills[half] = f
			} else {
				l.Fill[half] = 0
			}
		}
	}
	return max(at, l.Ready), fills
}

// widen is a mask with all sectors that are fetched together.
func (h *hierarchy) widen(mask uint8) uint8 {
	if h.d.L2FetchBytes >= 64 && mask != 0 {
		mask |= mask<<1&0b1010 | mask>>1&0b0101
	}
	return mask
}

// fromDRAM fetches sectors into a line of the slice in front of the DRAM.
func (e *engine) fromDRAM(l *memory.Line, line uint64, mask uint8, at memory.Time, fills *[2]uint32) {
	f := e.hierarchy.newFill()
	for half := range fills {
		if mask>>(2*half)&3 != 0 {
			l.Fill[half], fills[half] = f, f
		}
	}
	was := partial(l)
	l.Valid |= mask
	e.hierarchy.slices[e.d.Slice(e.d.Partition(line))].partial.changed(line, was, partial(l))
	e.toPartition(memory.Request{Transaction: memory.Part(line, mask), Owner: int32(f)}, at)
}

// writeL2 writes sectors of a line in the slice in front of the DRAM, some bytes of each, and
// returns when that is done.
func (e *engine) writeL2(home int, line uint64, mask uint8, parts [4]uint8, at memory.Time) memory.Time {
	s := &e.hierarchy.slices[home]
	done := s.pass(e.hierarchy, mask, at)
	s.stats.Written += int64(memory.Count(mask))
	e.written(s, line, parts, done)
	return done
}

// written notes what is written in a slice. It stays there until the line has to make room.
//
// The L2 begins full of what came before: of lines that nobody asks for, of which as many
// were written as are written now. So for each line's worth of sectors that are written whole where there
// was room, a line of before is written back: the first part of a launch, which is all that is
// simulated of a large one, has its share of the DRAM's writes.
func (e *engine) written(s *l2Slice, line uint64, parts [4]uint8, at memory.Time) {
	l, _ := s.look(line, 0)
	whole, was := l.Dirty&l.Valid, partial(l)
	l.Write(parts)
	s.partial.changed(line, was, partial(l))
	if more := l.Dirty & l.Valid &^ whole; l.First && more != 0 {
		if whole == 0 {
			s.ghosts = append(s.ghosts, line)
		}
		s.owed += memory.Count(more)
	}
	s.complete(e.d.L1LineBytes, uint64(e.d.L2KB)<<10)
	if sectors := e.d.L1LineBytes / 32; s.owed >= sectors && len(s.ghosts) > 0 {
		s.owed -= sectors
		s.victims = append(s.victims, memory.WrittenLine(s.ghosts[0]+uint64(e.d.L2KB)<<10, e.d.L1LineBytes))
		s.ghosts = append(s.ghosts[:0], s.ghosts[1:]...)
	}
	e.evict(s, at)
}

// evict writes lines back that have made room. Sectors of which only some bytes were written
// are read first: the DRAM moves whole ones.
func (e *engine) evict(s *l2Slice, at memory.Time) {
	for i := range s.victims {
		v := &s.victims[i]
		line := v.Addr(e.d.L1LineBytes)
		if part := v.Dirty &^ v.Valid; part != 0 {
			e.toPartition(memory.Request{Transaction: memory.Part(line, part), Owner: noWarp}, at)
		}
		e.toPartition(memory.Request{Transaction: memory.Part(line, v.Dirty), Owner: noWarp, Write: true}, at)
	}
	s.victims = s.victims[:0]
}

// toPartition queues a request at its partition of the DRAM, at a time. No slice is held up by
// what waits there: it is booked ahead, and its lines, far more than the entries of a
// controller, hold what is to be written.
func (e *engine) toPartition(r memory.Request, at memory.Time) {
	id := int32(e.d.Partition(r.Addr))
	p := e.partitions[id]
	e.tracer.queued(id, &r, at)
	p.Add(r, at)
	if !e.scheduled[id] {
		e.scheduled[id] = true
		e.queue.push(max(e.now, at, p.BusFree()), partitionReady, id)
	}
}

// serveFills lets a partition serve its next request.
func (e *engine) serveFills(id int32) {
	p := e.partitions[id]
	r, done := p.Next()
	e.observer.served(id, &r, done)
	e.tracer.filling(p, &r, done)
	if !r.Write && r.Owner != noWarp {
		e.came(uint32(r.Owner), done)
	}
	if !p.Idle() {
		e.scheduled[id] = true
		e.queue.push(max(e.now, p.BusFree()), partitionReady, id)
	}
}

// pass takes sectors through a slice, and returns when that is done.
func (s *l2Slice) pass(h *hierarchy, mask uint8, at memory.Time) memory.Time {
	return s.unit.book(at, max(h.times.core, memory.Time(memory.Count(mask))*h.times.sector))
}
