package timing

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A hierarchy is the memory behind the load-store units from compute capability 7.0 on:
// an L1 of sectors in each SM, a port to the crossbar in each TPC, slices of the L2 on
// two sides of the chip, and partitions of the DRAM behind them.
//
// What happens on the way to the L2 happens in order and takes known times, so a request
// books all of it when it is issued: each unit has the time at which it is free, and what
// comes later begins later. Only the DRAM, which serves requests out of order, has events.
// A unit that is too far behind holds up the one before it.
type hierarchy struct {
	d      *device.Device
	l1     []l1
	ports  []server // of TPCs
	slices []l2Slice
	fills  []fillFromDRAM // a ring
	filled uint32         // number of the last one
	times  hierarchyTimes
	share  share
	others *memory.LineCache // what other parts of the chip have brought at the same time, if there are any
	// started is when the GPU can start the next block.
	started memory.Time
}

// l1 is the L1 of an SM with the unit that looks requests up in it.
type l1 struct {
	cache *memory.LineCache
	free  memory.Time // when the next line can be looked up
	store memory.Time // when the next store can go to the port
	// waiting are the latest stores, some of which wait for the port; next is the oldest one.
	waiting [storeBuffer]waitingStore
	next    int
}

// A waitingStore is sectors of a line that an SM writes.
type waitingStore struct {
	line           uint64
	mask           uint8
	issued, leaves memory.Time
}

// storeBuffer is how many stores to a line can wait in an SM. A store to sectors that wait
// there goes with them, if it was issued in the same round of the schedulers. On an H200 warps
// that have their data at the same time and write parts of the same sectors have half of them merged
// where they write 16 lines at a time, and none where they write 32; those whose data come
// apart have 7 % merged (transpose/both_strided and naive, published/measured/h200_counters.csv).
const storeBuffer = 16

// joins is true if the sectors wait for the port at t already, by a store that was issued at most
// a round before.
func (u *l1) joins(line uint64, mask uint8, t, issued, round memory.Time) bool {
	for i := range u.waiting {
		if x := &u.waiting[i]; x.leaves > t && issued-x.issued <= round && x.line == line && mask&^x.mask == 0 {
			return true
		}
	}
	return false
}

// hierarchyTimes are the fixed times of a hierarchy.
type hierarchyTimes struct {
	l1Hit, line         memory.Time // of a load that hits, of a look-up
	toL2, fromL2        memory.Time // from the L1 to a near slice and back to the warp
	far                 memory.Time // one way to the other side
	fromDRAM            memory.Time // to the warp
	dram                memory.Time // what a miss of a slice takes longer than a hit
	constant            memory.Time // what a miss of the constant cache takes longer
	sector, core        memory.Time // a sector in a slice; a clock of the crossbar
	storeByte, portByte float64     // ps
	lsuQueue, portQueue memory.Time // how far the unit behind may be behind
	sliceQueue          memory.Time
	header              int
	interval            memory.Time // between two blocks
	round               memory.Time // in which each scheduler issues an instruction
}

// spanClocks is the length of the spans of servers, in shader clocks.
const spanClocks = 16

func newHierarchy(c Config, k *costs) *hierarchy {
	d := c.Device
	if !d.Sectored() {
		return nil
	}
	h := &hierarchy{d: d, share: c.share, l1: make([]l1, d.SMs), ports: make([]server, d.TPCs), slices: make([]l2Slice, d.L2Slices), fills: make([]fillFromDRAM, fillRing)}
	for i := range h.l1 {
		h.l1[i].cache = memory.NewLineCache(d.L1Bytes(c.SharedPerSM), d.L1LineBytes, d.L1Ways)
	}
	length := k.clocks(spanClocks)
	for i := range h.ports {
		h.ports[i] = newServer(length)
	}
	for i := range h.slices {
		h.slices[i].unit = newServer(length)
		h.slices[i].cache = memory.NewLineCache(d.L2KB<<10/d.L2Slices, d.L1LineBytes, d.L2Ways)
		h.slices[i].partial.most = d.L2KB << 10 / d.L2Slices / d.L1LineBytes / partialShare
	}
	if len(c.share.of) > 0 && !c.share.byBlock {
		h.others = memory.NewLineCache(int(float64(d.L2KB<<10)*(c.parts-1)), d.L1LineBytes, d.L2Ways)
	}
	t := &h.times
	t.core = k.coreClock
	t.line = k.lsu
	t.l1Hit = k.clocks(d.L1HitClocks)
	t.toL2 = k.clocks(d.L2HitClocks) / 2
	t.fromL2 = k.clocks(d.L2HitClocks) - t.toL2
	t.far = k.clocks(d.L2FarClocks) / 2
	t.fromDRAM = k.clocks(d.MemoryLatencyClocks) - t.toL2 - memory.Nanoseconds(d.TRCD) - memory.BurstTime(d)
	t.dram = k.clocks(d.MemoryLatencyClocks - d.L2HitClocks)
	t.constant = k.clocks(d.ConstantHitClocks)
	t.sector = memory.Nanoseconds(32 * 1e3 / (float64(d.L2BytesPerClock) * d.CoreClockMHz))
	t.storeByte = 1e6 / (float64(max(1, d.StoreBytesPerClock)) * d.ClockMHz)
	t.portByte = 1e6 / (float64(d.PortBytesPerClock) * d.CoreClockMHz)
	t.header = d.PortHeaderBytes
	t.portQueue = memory.Time(float64(d.PortQueue*(d.PortHeaderBytes+d.SegmentBytes)) * t.portByte)
	t.lsuQueue = t.portQueue
	t.sliceQueue = memory.Time(d.L2Queue) * t.sector
	t.interval = memory.Nanoseconds(d.BlockInterval)
	t.round = k.clocks(d.Schedulers)
	return h
}

// access books the transactions of a load or a store that was issued at a time, and
// returns when the load-store unit takes the next one of the warp.
func (e *engine) access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) memory.Time {
	w, h := &e.warps[id], e.hierarchy
	if s.Cached == memory.ConstantCache {
		e.constants(id, s, list, issued)
		return issued
	}
	unit := &h.l1[w.sm]
	t := max(issued, unit.free)
	for len(list) > 0 {
		n, line := 1, list[0].Addr&^uint64(e.d.L1LineBytes-1)
		for n < len(list) && list[n].Addr&^uint64(e.d.L1LineBytes-1) == line && !list[n].Atomic {
			n++
		}
		if e.tracer != nil && e.tracer.is(id, s.Tag, line, e.d.L1LineBytes) {
			e.tracer.note(lookedAt, t)
		}
		t += h.times.line
		switch {
		case list[0].Host:
			e.host(id, s, list[:n], t)
		case list[0].Atomic:
			n = 1
			e.atomic(id, s, &list[0], line, t)
		case s.Kind == warp.Store:
			t = e.store(w, s, line, list[:n], t, issued)
		default:
			t = e.load(id, s, line, list[:n], t)
		}
		list = list[n:]
	}
	unit.free = t
	return max(issued, t-h.times.lsuQueue)
}

// load looks a line up in the L1 and fetches what is missing.
func (e *engine) load(id int32, s *warp.Step, line uint64, list []memory.Transaction, t memory.Time) memory.Time {
	w, h := &e.warps[id], e.hierarchy
	l, unit := &w.loads[s.Tag], &h.l1[w.sm]
	var want uint8
	for i := range list {
		want |= memory.Mask(&list[i], e.d.L1LineBytes)
	}
	if s.Cached == memory.Uncached {
		t = e.fetch(id, s, nil, line, want, t)
		return t
	}
	there := unit.cache.Find(line)
	has := uint8(0)
	if there != nil {
		has = want & there.Valid
	}
	stats := &e.caches.l1Global
	if s.Cached == memory.L1Local {
		stats = &e.caches.l1Local
	}
	stats.Hits += int64(memory.Count(has)) // what is on its way counts too, as Nsight Compute does
	stats.Misses += int64(memory.Count(want &^ has))
	if e.tracer != nil {
		e.tracer.inL1(e, id, s.Tag, line, there, has, t+h.times.l1Hit)
	}
	if has != 0 {
		l.done = max(l.done, t+h.times.l1Hit, there.Ready)
		e.await(id, s.Tag, there, has, line, 0)
	}
	if missing := want &^ has; missing != 0 {
		if there == nil {
			there, _ = unit.cache.Make(line)
		}
		t = e.fetch(id, s, there, line, missing, t)
		there.Valid |= missing
	}
	return t
}

// fetch asks the L2 for sectors of a line, for a load and the line of an L1, if there is
// one. It returns when the L1 can look up the next line.
func (e *engine) fetch(id int32, s *warp.Step, into *memory.Line, line uint64, mask uint8, t memory.Time) memory.Time {
	w, h := &e.warps[id], e.hierarchy
	tag := s.Tag
	l := &w.loads[tag]
	home := e.d.Slice(e.d.Partition(line))
	near := e.d.NearSlice(int(w.sm), home)
	sent, arrived := e.cross(w.sm, near, h.times.header, t)
	e.observer.departed(&memory.Request{Transaction: memory.Part(line, mask)}, sent)
	before := e.tracer.asked(e, id, tag, line, near, home, sent, arrived)
	var known memory.Time
	var fills [2]uint32
	if h.share.takes(s.Place, line, w.block) {
		known, fills = e.readL2(near, home, line, mask, arrived)
	} else {
		known = e.elsewhere(near, line, mask, arrived)
	}
	at := known + h.times.fromL2
	e.tracer.inL2(e, id, tag, line, before, fills, at)
	if fills[0]|fills[1] == 0 {
		e.observer.arrived(at)
	}
	l.done = max(l.done, at)
	if into != nil {
		into.Ready = max(into.Ready, at)
	}
	back := memory.Time(0)
	if near != home {
		back = h.times.far
	}
	for half, f := range fills {
		if f == 0 {
			continue
		}
		if into != nil {
			into.Fill[half] = f
		}
		if half == 0 || f != fills[0] {
			e.join(f, id, tag, back)
		}
	}
	return e.held(w.sm, t)
}

// await lets a load wait for what is on its way to a line that it found.
func (e *engine) await(id, tag int32, there *memory.Line, has uint8, line uint64, back memory.Time) {
	for half, f := range there.Fill {
		if f == 0 || has>>(2*half)&3 == 0 || half == 1 && f == there.Fill[0] && has&3 != 0 {
			continue
		}
		if !e.hierarchy.pending(f) {
			there.Fill[half] = 0
			continue
		}
		home := e.d.Slice(e.d.Partition(line))
		if int(e.d.NearSlice(int(e.warps[id].sm), home)) != home {
			back = e.hierarchy.times.far
		}
		e.observer.departed(&memory.Request{}, e.now)
		e.join(f, id, tag, back)
	}
}

func (e *engine) smsPerPort() int { return len(e.sms) / len(e.ports) }

// cross takes bytes from an SM through the port of its TPC to a slice. It returns when
// they left and when they arrive.
func (e *engine) cross(sm int32, slice, bytes int, t memory.Time) (sent, arrived memory.Time) {
	h := e.hierarchy
	port := &h.ports[int(sm)/e.smsPerPort()]
	t = max(t, h.slices[slice].unit.behind(t+h.times.toL2)-h.times.toL2-h.times.sliceQueue)
	sent = port.book(t, memory.Time(float64(bytes)*h.times.portByte))
	return sent, sent + h.times.toL2
}

// held is until when the L1 of an SM is held up by the port of its TPC.
func (e *engine) held(sm int32, t memory.Time) memory.Time {
	h := e.hierarchy
	return max(t, h.ports[int(sm)/e.smsPerPort()].behind(t)-h.times.portQueue)
}

// store sends the sectors of a line that a warp writes through to the L2.
func (e *engine) store(w *warpState, s *warp.Step, line uint64, list []memory.Transaction, t, issued memory.Time) memory.Time {
	h := e.hierarchy
	unit := &h.l1[w.sm]
	var mask uint8
	wanted, bytes, parts := 0, 0, [4]uint8{}
	for i := range list {
		for k, n := range list[i].Parts {
			parts[k] += n
		}
		mask |= memory.Mask(&list[i], e.d.L1LineBytes)
		wanted += int(list[i].Wanted)
		bytes += int(list[i].Size)
	}
	flits, masks := bytes, 0
	if wanted < bytes { // a bit for each byte says which are written
		flits, masks = bytes+32, bytes/8
	}
	home := e.d.Slice(e.d.Partition(line))
	if unit.joins(line, mask, t, issued, h.times.round) {
		e.written(&h.slices[home], line, parts, unit.store+h.times.toL2)
		return e.held(w.sm, max(t, unit.store-h.times.lsuQueue))
	}
	near := e.d.NearSlice(int(w.sm), home)
	unit.store = max(t, unit.store) + memory.Time(float64(flits)*h.times.storeByte)
	sent, at := e.cross(w.sm, near, h.times.header+bytes+masks, unit.store)
	e.observer.departed(&memory.Request{Transaction: memory.Transaction{Size: uint32(bytes)}, Write: true}, sent)
	if near != home {
		at = h.slices[near].pass(h, mask, at) + h.times.far
		if copied := h.slices[near].cache.Find(line); copied != nil {
			copied.Valid &^= mask
		}
	}
	unit.waiting[unit.next] = waitingStore{line, mask, issued, sent}
	unit.next = (unit.next + 1) % storeBuffer
	done := e.writeL2(home, line, mask, parts, at)
	e.last = max(e.last, done)
	if s.Cached == memory.L1Local && wanted == bytes {
		there, _ := unit.cache.Make(line)
		there.Valid |= mask
	}
	return e.held(w.sm, max(t, unit.store-h.times.lsuQueue))
}

// constants looks lines up in the cache of constants.
func (e *engine) constants(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	w, h := &e.warps[id], e.hierarchy
	l := &w.loads[s.Tag]
	for i := range list {
		l.done = max(l.done, issued+e.caches.hit[memory.ConstantCache])
		if hit, _, _ := e.caches.constant[w.sm].Access(list[i].Addr, false); !hit {
			line := list[i].Addr &^ uint64(e.d.L1LineBytes-1)
			e.fetch(id, s, nil, line, memory.Mask(&list[i], e.d.L1LineBytes), issued+h.times.constant)
		}
	}
}

// host passes transactions to the memory of the host.
func (e *engine) host(id int32, s *warp.Step, list []memory.Transaction, t memory.Time) {
	for i := range list {
		r := memory.Request{Transaction: list[i], Write: s.Kind == warp.Store, Owner: id, Tag: s.Tag}
		done := e.link.Send(&r, max(t, e.link.Room(r.Write, t)))
		e.last = max(e.last, done)
		if !r.Write {
			l := &e.warps[id].loads[s.Tag]
			l.done = max(l.done, done+e.hierarchy.times.fromDRAM)
		}
	}
}

// atomic changes a word in its slice of the L2, after the ones before it there.
func (e *engine) atomic(id int32, s *warp.Step, x *memory.Transaction, line uint64, t memory.Time) {
	w, h := &e.warps[id], e.hierarchy
	home := e.d.Slice(e.d.Partition(line))
	near := e.d.NearSlice(int(w.sm), home)
	sent, at := e.cross(w.sm, near, h.times.header+4, t)
	load := s.Kind == warp.Load
	e.observer.departed(&memory.Request{Transaction: *x, Write: !load}, sent)
	if near != home {
		at += h.times.far
	}
	at = h.slices[home].unit.book(at, memory.Nanoseconds(e.d.AtomicTurn))
	mask := memory.Mask(x, e.d.L1LineBytes)
	done := e.writeL2(home, line, mask, memory.WholeSectors(mask), at)
	e.last = max(e.last, done)
	if load {
		back := h.times.fromL2
		if near != home {
			back += h.times.far
		}
		l := &w.loads[s.Tag]
		l.done = max(l.done, done+back)
		e.observer.arrived(done + back)
	}
}

// request books the access of a warp's step that is issued at a time.
func (e *engine) request(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	w := &e.warps[id]
	if s.Kind == warp.Load {
		l := &w.loads[s.Tag]
		l.left, l.done = 0, issued+e.costs.clocks(int(s.Latency))
	}
	ready := max(e.access(id, s, list, issued), issued+e.costs.clocks(int(s.Port)))
	e.sent(w, s, ready)
	e.queue.push(ready, warpReady, id)
}

// turn is when the GPU can start a block: it starts them one after the other.
func (e *engine) turn() memory.Time {
	h := e.hierarchy
	if h == nil {
		return e.now
	}
	h.started = max(e.now, h.started+h.times.interval)
	return h.started
}
