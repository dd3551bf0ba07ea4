package volta

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// A slice is a slice of the L2: it answers the SMs of its side, and stands in front of
// its partitions of the DRAM.
type slice struct {
	cache   *memory.LineCache
	unit    server
	sums    sums
	stats   engine.SliceStats
	victims []memory.Line // written lines that have made room, on their way to the DRAM
	partial partialLines
	earlier earlier
}

// An earlier is what a slice has of earlier launches. Nobody asks for it, and as much of it was written
// as this launch writes. So as long as it makes room, as much is written back as is written: where
// this launch's own written lines don't make room yet, lines of before do. Otherwise the first part of
// a launch, which is all that is simulated of a large one, would write too little to DRAM.
type earlier struct {
	lines int      // that have made room and were not written back
	owed  int      // sectors that were written whole, less those that were written back
	after []uint64 // lines of this launch that were written and for which nothing has been written back
}

// readL2 reads sectors of a line that arrive at the near slice at a time: from there if it
// has them, otherwise from the slice in front of the DRAM, which fetches what it lacks. The
// near one keeps a copy. It returns when those are ready at the near slice whose time is
// known, and the fills that bring the others.
func (v *System) readL2(near, home int, line uint64, mask uint8, at memory.Time) (known memory.Time, fills [2]uint32) {
	s := &v.slices[near]
	passed := s.pass(v, mask, at)
	l, has := s.look(line, mask)
	known, fills = v.ready(l, has, passed)
	missing := v.widen(mask&^has) &^ l.Valid
	s.stats.Asked += int64(memory.Count(mask))
	s.stats.Hits += int64(memory.Count(has))
	s.stats.Misses += int64(memory.Count(missing))
	if missing == 0 {
		return known, fills
	}
	if near == home {
		v.fromDRAM(l, line, missing, passed, &fills)
	} else {
		from := &v.slices[home]
		from.stats.Fabric += int64(memory.Count(missing))
		there, found := from.look(line, missing)
		at := from.pass(v, missing, passed+v.times.far)
		first, more := v.ready(there, found, at)
		if lacking := missing &^ found; lacking != 0 {
			v.fromDRAM(there, line, lacking, at, &more)
		}
		if found != 0 {
			l.Ready = max(l.Ready, first+v.times.far)
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
		v.evict(from, at)
	}
	l.Valid |= missing
	v.evict(s, passed)
	return known, fills
}

// elsewhere reads sectors of a line that what is not simulated fetches from the DRAM: before, or, if
// it is another part of the chip that does the same, when they are first asked for here.
func (v *System) elsewhere(near int, line uint64, mask uint8, at memory.Time) (known memory.Time) {
	s := &v.slices[near]
	n := int64(memory.Count(mask))
	s.stats.Asked += n
	s.stats.Hits += n
	known = s.pass(v, mask, at)
	if v.others == nil {
		return known
	}
	l, _, _ := v.others.Make(line)
	if mask&^l.Valid != 0 {
		l.Valid |= v.widen(mask)
		l.Ready = known + v.times.dram
	}
	return max(known, l.Ready)
}

// look finds or makes a line of a slice; has are the sectors of a mask that it has.
func (s *slice) look(line uint64, mask uint8) (l *memory.Line, has uint8) {
	l, found, evicted := s.cache.Make(line)
	if found {
		return l, mask & l.Valid
	}
	if evicted.Empty() {
		s.earlier.lines++
	}
	if evicted.Dirty != 0 {
		s.victims = append(s.victims, evicted)
		s.earlier.wroteBack(&evicted)
		s.partial.changed(0, partial(&evicted), false)
	}
	return l, 0
}

// ready is when sectors of a line that are valid are there, if that is known from a time
// on, and the fills of the others.
func (v *System) ready(l *memory.Line, has uint8, at memory.Time) (known memory.Time, fills [2]uint32) {
	if has == 0 {
		return at, fills
	}
	for half := range fills {
		if f := l.Fill[half]; f != 0 && has>>(2*half)&3 != 0 {
			if v.pending(f) {
				fills[half] = f
			} else {
				l.Fill[half] = 0
			}
		}
	}
	return max(at, l.Ready), fills
}

// widen is a mask with all sectors that are fetched together.
func (v *System) widen(mask uint8) uint8 {
	if v.d.L2FetchBytes >= 64 && mask != 0 {
		mask |= mask<<1&0b1010 | mask>>1&0b0101
	}
	return mask
}

// fromDRAM fetches sectors into a line of the slice in front of the DRAM.
func (v *System) fromDRAM(l *memory.Line, line uint64, mask uint8, at memory.Time, fills *[2]uint32) {
	f := v.newFill()
	for half := range fills {
		if mask>>(2*half)&3 != 0 {
			l.Fill[half], fills[half] = f, f
		}
	}
	s := &v.slices[v.routes.home(line)]
	whole, was := l.Dirty&l.Valid, partial(l)
	l.Valid |= mask
	s.partial.changed(line, was, partial(l))
	s.becameWhole(v, l, line, whole)
	v.toPartition(memory.Request{Transaction: memory.Part(line, mask), Owner: int32(f)}, at)
}

// written notes what is written in a slice. It stays there until the line has to make room.
func (v *System) written(s *slice, line uint64, parts [4]uint8, at memory.Time) {
	l, _ := s.look(line, 0)
	whole, was := l.Dirty&l.Valid, partial(l)
	l.Write(parts)
	s.partial.changed(line, was, partial(l))
	s.becameWhole(v, l, line, whole)
	s.complete(v.d.L1LineBytes, uint64(v.d.L2KB)<<10)
	v.evict(s, at)
}

// becameWhole is called when more sectors of a line may be written whole than before.
func (s *slice) becameWhole(v *System, l *memory.Line, line uint64, before uint8) {
	if l.Dirty&l.Valid == before {
		return
	}
	sectors := v.d.L1LineBytes / 32
	if old, ok := s.earlier.wrote(line, memory.Count(l.Dirty&l.Valid&^before), before == 0, sectors); ok {
		s.victims = append(s.victims, memory.WrittenLine(old+uint64(v.d.L2KB)<<10, v.d.L1LineBytes))
	}
}

// wrote notes sectors that were written whole in a line, which are its first ones or not. If a line of so
// many sectors is to be written back in exchange, it returns which line of this launch that lies like.
func (e *earlier) wrote(line uint64, sectors int, first bool, lineSectors int) (like uint64, ok bool) {
	if e.owed += sectors; e.owed <= 0 {
		e.after = e.after[:0]
		return 0, false
	}
	if first && e.lines > 0 {
		e.after = append(e.after, line)
	}
	if e.owed < lineSectors || e.lines == 0 || len(e.after) == 0 {
		return 0, false
	}
	like = e.after[0]
	e.after = append(e.after[:0], e.after[1:]...)
	e.owed -= lineSectors
	e.lines--
	return like, true
}

// wroteBack notes a line of this launch that is written back.
func (e *earlier) wroteBack(l *memory.Line) {
	e.owed -= memory.Count(l.Dirty & l.Valid)
	if len(e.after) > 0 {
		e.after = append(e.after[:0], e.after[1:]...)
	}
}

// evict writes lines back that have made room. Sectors that were written only in part are read
// first: the DRAM moves whole ones.
func (v *System) evict(s *slice, at memory.Time) {
	for i := range s.victims {
		x := &s.victims[i]
		line := x.Addr(v.d.L1LineBytes)
		if part := x.Dirty &^ x.Valid; part != 0 {
			v.toPartition(memory.Request{Transaction: memory.Part(line, part), Owner: engine.NoWarp}, at)
		}
		v.toPartition(memory.Request{Transaction: memory.Part(line, x.Dirty), Owner: engine.NoWarp, Write: true}, at)
	}
	s.victims = s.victims[:0]
}

// toPartition queues a request at its partition of the DRAM, at a time. No slice is held up by
// what waits there: it is booked ahead. Stores are, see behind.
func (v *System) toPartition(r memory.Request, at memory.Time) {
	id := int32(v.d.Partition(r.Addr))
	v.traced.queued(id, &r, at)
	v.owes(id, &r, 1)
	v.e.Partitions[id].Add(r, at)
	v.e.WakePartition(id, at)
}

// PartitionReady lets a partition serve its next request.
func (v *System) PartitionReady(id int32) {
	r, done := v.e.Serve(id)
	v.traced.filling(v.e.Partitions[id], &r, done)
	v.owes(id, &r, -1)
	if !r.Write && r.Owner != engine.NoWarp {
		v.came(uint32(r.Owner), done)
	}
	v.e.Served(id)
	v.goOn(id)
}

// pass takes sectors through a slice, and returns when that is done.
func (s *slice) pass(v *System, mask uint8, at memory.Time) memory.Time {
	return s.unit.book(at, max(v.times.core, memory.Time(memory.Count(mask))*v.times.sector))
}

// write takes sectors that a store writes, whole ones or parts of them, into a slice. It returns when that is done.
func (s *slice) write(v *System, mask uint8, partly bool, at memory.Time) memory.Time {
	if !partly {
		return s.pass(v, mask, at)
	}
	return s.unit.book(at, memory.Time(memory.Count(mask))*v.times.written+v.times.partial)
}
