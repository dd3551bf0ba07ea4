package volta

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// Access books the access of a warp's step that is issued at a time.
func (v *System) Access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	if v.holds(id, s, list) {
		return
	}
	v.e.Tracer.Issued(id, s, issued)
	if s.Kind == warp.Load {
		l := &v.e.Warp(id).Loads[s.Tag]
		l.Left, l.Done = 0, issued+v.e.Clock.Clocks(int(s.Latency))
	}
	v.e.Sent(id, s, max(v.book(id, s, list, issued), issued+v.e.Clock.Clocks(int(s.Port))))
}

// book books the transactions of a load or a store that was issued at a time, and
// returns when the load-store unit takes the next one of the warp.
func (v *System) book(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) memory.Time {
	w := v.e.Warp(id)
	if s.Cached == memory.ConstantCache {
		v.loadConstants(id, s, list, issued)
		return issued
	}
	unit := &v.l1[w.SM]
	t := max(issued, unit.free)
	given := t + v.times.line*memory.Time(s.UnitClocks) // when the banks have given all words that are there
	hit := false
	list = v.inTurns(list)
	for len(list) > 0 {
		n, line := 1, list[0].Addr&^uint64(v.d.L1LineBytes-1)
		for n < len(list) && list[n].Addr&^uint64(v.d.L1LineBytes-1) == line && !list[n].Atomic {
			n++
		}
		if v.e.Tracer.Is(id, s.Tag, line, v.d.L1LineBytes) {
			v.e.Tracer.Note(engine.LookedAt, t)
		}
		switch next := t + v.times.line; {
		case list[0].Host:
			t = next
			v.host(id, s, list[:n], t)
		case list[0].Atomic:
			n = together(list)
			t += v.times.line * memory.Time(n)
			v.atomic(id, s, list[:n], line, t)
		case s.Kind == warp.Store:
			t = v.store(w, s, line, list[:n], next, issued)
		default:
			var some bool
			t, some = v.load(id, s, line, list[:n], t)
			hit = hit || some
		}
		list = list[n:]
	}
	t = max(t, given)
	unit.free = t
	if hit {
		l := &w.Loads[s.Tag]
		l.Done = max(l.Done, t+v.times.l1Hit)
	}
	return max(issued, t-v.times.lsuQueue)
}

// fetch asks the L2 for sectors of a line, for a load and the line of an L1, if there is
// one. It returns when the L1 can look up the next line.
func (v *System) fetch(id int32, s *warp.Step, into *memory.Line, line uint64, mask uint8, t memory.Time) memory.Time {
	w := v.e.Warp(id)
	tag := s.Tag
	l := &w.Loads[tag]
	home := v.routes.home(line)
	near := v.routes.near(w.SM, home)
	sent, arrived := v.cross(w.SM, near, v.times.header, t)
	v.e.Observer.Departed(&memory.Request{Transaction: memory.Part(line, mask)}, sent)
	before := v.traceAsked(id, tag, line, near, home, sent, arrived)
	var known memory.Time
	var fills [2]uint32
	if v.share.takes(s.PC, line, w.Slot) {
		known, fills = v.readL2(near, home, line, mask, arrived)
	} else {
		known = v.elsewhere(near, line, mask, arrived)
	}
	at := known + v.times.fromL2
	v.traceL2(id, tag, line, before, fills, at)
	if fills[0]|fills[1] == 0 {
		v.e.Observer.Arrived(at)
	}
	l.Done = max(l.Done, at)
	if into != nil {
		into.Ready = max(into.Ready, at)
	}
	back := memory.Time(0)
	if near != home {
		back = v.times.far
	}
	for half, f := range fills {
		if f == 0 {
			continue
		}
		if into != nil {
			into.Fill[half] = f
		}
		if half == 0 || f != fills[0] {
			v.join(f, id, tag, back)
		}
		if half == 1 && fills[0] != 0 && f != fills[0] { // each half comes by itself
			v.e.Observer.Departed(&memory.Request{}, sent)
		}
	}
	return v.held(w.SM, t)
}

// cross takes bytes from an SM through the port of its TPC to a slice. It returns when
// they left and when they arrive.
func (v *System) cross(sm int32, slice, bytes int, t memory.Time) (sent, arrived memory.Time) {
	port := &v.ports[v.e.TPC(sm)]
	t = max(t, v.slices[slice].unit.behind(t+v.times.toL2)-v.times.toL2-v.times.sliceQueue)
	sent = port.book(t, memory.Time(float64(bytes)*v.times.portByte))
	return sent, sent + v.times.toL2
}

// loadConstants looks lines up in the cache of constants, one address after the other.
func (v *System) loadConstants(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	w := v.e.Warp(id)
	l := &w.Loads[s.Tag]
	free := &v.constantFree[w.SM]
	issued = max(issued, *free)
	*free = issued + v.times.constantAddress*memory.Time(s.UnitClocks)
	l.Done = max(l.Done, *free-v.times.constantAddress+v.times.constant)
	for i := range list {
		if hit, _, _ := v.constants[w.SM].Access(list[i].Addr, false); !hit {
			line := list[i].Addr &^ uint64(v.d.L1LineBytes-1)
			v.fetch(id, s, nil, line, memory.Mask(&list[i], v.d.L1LineBytes), issued+v.times.constant)
		}
	}
}

// host passes transactions to the memory of the host.
func (v *System) host(id int32, s *warp.Step, list []memory.Transaction, t memory.Time) {
	for i := range list {
		r := memory.Request{Transaction: list[i], Write: s.Kind == warp.Store, Owner: id, Tag: s.Tag}
		done := v.e.Link.Send(&r, max(t, v.e.Link.Room(r.Write, t)))
		v.e.LastsUntil(done)
		if !r.Write {
			l := v.e.Warp(id).Loads[s.Tag]
			l.Done = max(l.Done, done+v.times.fromDRAM)
		}
	}
}

// together is how many of the first transactions are atomics on different words of one sector, which are done at once.
func together(list []memory.Transaction) (n int) {
	var words [sectorBytes]bool // by their first bytes
	for _, x := range list {
		word := &words[x.Addr%sectorBytes]
		if n > 0 && (!x.Atomic || x.Addr/sectorBytes != list[0].Addr/sectorBytes || *word) {
			break
		}
		*word = true
		n++
	}
	return n
}

// inTurns is a list with its atomics in the order in which they are done: sector by sector, and in each first what comes
// first to a word, then what comes second, and so on. Which lane has which word of a sector does not matter: on an H100 lanes
// that add to 32 neighbouring words take as long in rising order as in falling or mixed order, and two of them on each word as long as
// twice as many sectors (published/measured/h100_atomics.csv).
func (v *System) inTurns(list []memory.Transaction) []memory.Transaction {
	if len(list) < 2 || !list[0].Atomic || rising(list) {
		return list
	}
	turns := v.turns[:0]
	for i, x := range list {
		t := turn{Transaction: x, sector: i}
		for j := range turns {
			o := &turns[j]
			if o.Addr/sectorBytes == x.Addr/sectorBytes {
				t.sector = min(t.sector, o.sector)
			}
			if o.Addr == x.Addr {
				t.before++
			}
		}
		turns = append(turns, t)
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Or(cmp.Compare(a.sector, b.sector), cmp.Compare(a.before, b.before)) })
	v.turns, v.ordered = turns, v.ordered[:0]
	for i := range turns {
		v.ordered = append(v.ordered, turns[i].Transaction)
	}
	return v.ordered
}

// A turn is an atomic among those of its warp.
type turn struct {
	memory.Transaction
	sector int // the first transaction of its sector
	before int // how many others come to its word before
}

// rising reports whether all transactions are atomics with rising addresses: they are in order.
func rising(list []memory.Transaction) bool {
	for i := 1; i < len(list); i++ {
		if !list[i].Atomic || list[i].Addr <= list[i-1].Addr {
			return false
		}
	}
	return true
}

const sectorBytes = 32

// atomic changes words of a sector in its slice of the L2, after the ones before it there.
func (v *System) atomic(id int32, s *warp.Step, words []memory.Transaction, line uint64, t memory.Time) {
	x := &words[0]
	w := v.e.Warp(id)
	home := v.routes.home(line)
	near := v.routes.near(w.SM, home)
	sent, at := v.cross(w.SM, near, v.times.header+4*len(words), t)
	load := s.Kind == warp.Load
	for i := range words {
		v.e.Observer.Departed(&memory.Request{Transaction: words[i], Write: !load}, sent)
	}
	if near != home {
		at += v.times.far
	}
	done := v.slices[home].change(x, at, &v.times)
	mask := memory.Mask(x, v.d.L1LineBytes)
	v.slices[home].stats.Written += int64(memory.Count(mask))
	var fills [2]uint32
	if v.share.takes(s.PC, line, w.Slot) {
		// What is changed has to be there.
		there, has := v.slices[home].look(line, mask)
		if has != mask {
			v.fromDRAM(there, line, v.widen(mask)&^there.Valid, at, &fills)
		}
		v.written(&v.slices[home], line, memory.WholeSectors(mask), done)
	}
	v.e.LastsUntil(done)
	if load {
		back := v.times.fromL2
		if near != home {
			back += v.times.far
		}
		l := &w.Loads[s.Tag]
		l.Done = max(l.Done, done+back)
		for _, f := range fills {
			if f != 0 {
				v.e.Observer.Departed(&memory.Request{}, sent) // its data come back beside those of the words
				v.join(f, id, s.Tag, back-v.times.fromL2)
			}
		}
		for range words {
			v.e.Observer.Arrived(done + back)
		}
	}
}
