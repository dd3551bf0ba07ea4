package volta

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// System is the memory behind the load-store units from compute capability 7.0 on:
// an L1 of sectors in each SM, a port to the crossbar in each TPC, slices of the L2 on
// two sides of the chip, and partitions of the DRAM behind them.
//
// What happens on the way to the L2 happens in order and takes known times, so a request
// books all of it when it is issued: each unit has the time at which it is free, and what
// comes later begins later. Only the DRAM, which serves requests out of order, has events.
// A unit that is too far behind holds up the one before it.
type System struct {
	e                 *engine.Engine
	d                 *device.Device
	constants         memory.Caches     // of SMs
	l1Global, l1Local memory.CacheStats // sectors of loads
	l1                []l1
	traced            traced
	ports             []server // of TPCs
	slices            []slice
	fills             []fill // a ring
	filled            uint32 // number of the last one
	times             times
	share             Share
	others            *memory.LineCache // what other parts of the chip have brought at the same time, if there are any
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

// times are the fixed times of a device.
type times struct {
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
	atomic              memory.Time // that one on a word keeps it
	round               memory.Time // in which each scheduler issues an instruction
}

// spanClocks is the length of the spans of servers, in shader clocks.
const spanClocks = 16

// A Config says what a device's memory depends on besides the device.
type Config struct {
	SharedPerSM int     // bytes of shared memory that the resident blocks of an SM use, the system's included
	Share       Share   // of what is loaded
	Parts       float64 // of the chip, of which the device is one; 0 if it is the chip
}

// New returns the memory of an engine's device.
func New(e *engine.Engine, c Config) *System {
	d := e.Device
	v := &System{
		e: e, d: d, share: c.Share, l1: make([]l1, d.SMs), ports: make([]server, d.TPCs), slices: make([]slice, d.L2Slices), fills: make([]fill, fillRing),
		constants: memory.NewCaches(d.SMs, d.ConstantCacheBytes, d.ConstantLineBytes, d.ConstantWays),
		traced:    traced{e: e}, times: newTimes(d, &e.Clock),
	}
	for i := range v.l1 {
		v.l1[i].cache = memory.NewLineCache(d.L1Bytes(c.SharedPerSM), d.L1LineBytes, d.L1Ways)
	}
	length := e.Clock.Clocks(spanClocks)
	for i := range v.ports {
		v.ports[i] = newServer(length)
	}
	for i := range v.slices {
		v.slices[i].unit = newServer(length)
		v.slices[i].cache = memory.NewLineCache(d.L2KB<<10/d.L2Slices, d.L1LineBytes, d.L2Ways)
		v.slices[i].partial.most = d.L2KB << 10 / d.L2Slices / d.L1LineBytes / partialShare
	}
	if c.Share.some() {
		v.others = memory.NewLineCache(int(float64(d.L2KB<<10)*(c.Parts-1)), d.L1LineBytes, d.L2Ways)
	}
	return v
}

func newTimes(d *device.Device, k *engine.Clock) (t times) {
	t.core = engine.CoreClock(d)
	t.line = memory.Nanoseconds(d.LSUClocks * 1e3 / d.ClockMHz)
	t.l1Hit = k.Clocks(d.L1HitClocks)
	t.toL2 = k.Clocks(d.L2HitClocks) / 2
	t.fromL2 = k.Clocks(d.L2HitClocks) - t.toL2
	t.far = k.Clocks(d.L2FarClocks) / 2
	t.fromDRAM = k.Clocks(d.MemoryLatencyClocks) - t.toL2 - memory.Nanoseconds(d.TRCD) - memory.BurstTime(d)
	t.dram = k.Clocks(d.MemoryLatencyClocks - d.L2HitClocks)
	t.constant = k.Clocks(d.ConstantHitClocks)
	t.sector = memory.Nanoseconds(32 * 1e3 / (float64(d.L2BytesPerClock) * d.CoreClockMHz))
	t.storeByte = 1e6 / (float64(max(1, d.StoreBytesPerClock)) * d.ClockMHz)
	t.portByte = 1e6 / (float64(d.PortBytesPerClock) * d.CoreClockMHz)
	t.header = d.PortHeaderBytes
	t.portQueue = memory.Time(float64(d.PortQueue*(d.PortHeaderBytes+d.SegmentBytes)) * t.portByte)
	t.lsuQueue = t.portQueue
	t.sliceQueue = memory.Time(d.L2Queue) * t.sector
	t.atomic = memory.Nanoseconds(d.AtomicTurn)
	t.round = k.Clocks(d.Schedulers)
	return t
}

// Access books the access of a warp's step that is issued at a time.
func (v *System) Access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	v.e.Tracer.Issued(id, s, issued)
	if s.Kind == warp.Load {
		l := &v.e.Warp(id).Loads[s.Tag]
		l.Left, l.Done = 0, issued+v.e.Clock.Clocks(int(s.Latency))
	}
	v.e.Sent(id, s, max(v.book(id, s, list, issued), issued+v.e.Clock.Clocks(int(s.Port))))
}

// PortReady is never called: ports are booked ahead.
func (v *System) PortReady(int32) { panic("BUG: a port that is booked ahead has an event") }

// Counts is what the caches have seen.
func (v *System) Counts() engine.CacheCounts {
	c := engine.CacheCounts{Constant: v.constants.Stats(), L1Global: v.l1Global, L1Local: v.l1Local}
	for i := range v.slices {
		c.Slices = append(c.Slices, v.slices[i].stats)
	}
	return c
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
	for len(list) > 0 {
		n, line := 1, list[0].Addr&^uint64(v.d.L1LineBytes-1)
		for n < len(list) && list[n].Addr&^uint64(v.d.L1LineBytes-1) == line && !list[n].Atomic {
			n++
		}
		if v.e.Tracer.Is(id, s.Tag, line, v.d.L1LineBytes) {
			v.e.Tracer.Note(engine.LookedAt, t)
		}
		t += v.times.line
		switch {
		case list[0].Host:
			v.host(id, s, list[:n], t)
		case list[0].Atomic:
			n = 1
			v.atomic(id, s, &list[0], line, t)
		case s.Kind == warp.Store:
			t = v.store(w, s, line, list[:n], t, issued)
		default:
			t = v.load(id, s, line, list[:n], t)
		}
		list = list[n:]
	}
	unit.free = t
	return max(issued, t-v.times.lsuQueue)
}

// load looks a line up in the L1 and fetches what is missing.
func (v *System) load(id int32, s *warp.Step, line uint64, list []memory.Transaction, t memory.Time) memory.Time {
	w := v.e.Warp(id)
	l, unit := &w.Loads[s.Tag], &v.l1[w.SM]
	var want uint8
	for i := range list {
		want |= memory.Mask(&list[i], v.d.L1LineBytes)
	}
	if s.Cached == memory.Uncached {
		t = v.fetch(id, s, nil, line, want, t)
		return t
	}
	there := unit.cache.Find(line)
	has := uint8(0)
	if there != nil {
		has = want & there.Valid
	}
	stats := &v.l1Global
	if s.Cached == memory.L1Local {
		stats = &v.l1Local
	}
	stats.Hits += int64(memory.Count(has)) // what is on its way counts too, as Nsight Compute does
	stats.Misses += int64(memory.Count(want &^ has))
	if v.e.Tracer != nil {
		v.traceL1(id, s.Tag, line, there, has, t+v.times.l1Hit)
	}
	if has != 0 {
		l.Done = max(l.Done, t+v.times.l1Hit, there.Ready)
		v.await(id, s.Tag, there, has, line, 0)
	}
	if missing := want &^ has; missing != 0 {
		if there == nil {
			there, _ = unit.cache.Make(line)
		}
		t = v.fetch(id, s, there, line, missing, t)
		there.Valid |= missing
	}
	return t
}

// fetch asks the L2 for sectors of a line, for a load and the line of an L1, if there is
// one. It returns when the L1 can look up the next line.
func (v *System) fetch(id int32, s *warp.Step, into *memory.Line, line uint64, mask uint8, t memory.Time) memory.Time {
	w := v.e.Warp(id)
	tag := s.Tag
	l := &w.Loads[tag]
	home := v.d.Slice(v.d.Partition(line))
	near := v.d.NearSlice(int(w.SM), home)
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
	}
	return v.held(w.SM, t)
}

// await lets a load wait for what is on its way to a line that it found.
func (v *System) await(id, tag int32, there *memory.Line, has uint8, line uint64, back memory.Time) {
	for half, f := range there.Fill {
		if f == 0 || has>>(2*half)&3 == 0 || half == 1 && f == there.Fill[0] && has&3 != 0 {
			continue
		}
		if !v.pending(f) {
			there.Fill[half] = 0
			continue
		}
		home := v.d.Slice(v.d.Partition(line))
		if int(v.d.NearSlice(int(v.e.Warp(id).SM), home)) != home {
			back = v.times.far
		}
		v.e.Observer.Departed(&memory.Request{}, v.e.Now())
		v.join(f, id, tag, back)
	}
}

// cross takes bytes from an SM through the port of its TPC to a slice. It returns when
// they left and when they arrive.
func (v *System) cross(sm int32, slice, bytes int, t memory.Time) (sent, arrived memory.Time) {
	port := &v.ports[v.e.TPC(sm)]
	t = max(t, v.slices[slice].unit.behind(t+v.times.toL2)-v.times.toL2-v.times.sliceQueue)
	sent = port.book(t, memory.Time(float64(bytes)*v.times.portByte))
	return sent, sent + v.times.toL2
}

// held is until when the L1 of an SM is held up by the port of its TPC.
func (v *System) held(sm int32, t memory.Time) memory.Time {
	return max(t, v.ports[v.e.TPC(sm)].behind(t)-v.times.portQueue)
}

// store sends the sectors of a line that a warp writes through to the L2.
func (v *System) store(w *engine.Warp, s *warp.Step, line uint64, list []memory.Transaction, t, issued memory.Time) memory.Time {
	unit := &v.l1[w.SM]
	var mask uint8
	wanted, bytes, parts := 0, 0, [4]uint8{}
	for i := range list {
		for k, n := range list[i].Parts {
			parts[k] += n
		}
		mask |= memory.Mask(&list[i], v.d.L1LineBytes)
		wanted += int(list[i].Wanted)
		bytes += int(list[i].Size)
	}
	flits, masks := bytes, 0
	if wanted < bytes { // a bit for each byte says which are written
		flits, masks = bytes+32, bytes/8
	}
	home := v.d.Slice(v.d.Partition(line))
	if unit.joins(line, mask, t, issued, v.times.round) {
		v.written(&v.slices[home], line, parts, unit.store+v.times.toL2)
		return v.held(w.SM, max(t, unit.store-v.times.lsuQueue))
	}
	near := v.d.NearSlice(int(w.SM), home)
	unit.store = max(t, unit.store) + memory.Time(float64(flits)*v.times.storeByte)
	sent, at := v.cross(w.SM, near, v.times.header+bytes+masks, unit.store)
	v.e.Observer.Departed(&memory.Request{Transaction: memory.Transaction{Size: uint32(bytes)}, Write: true}, sent)
	if near != home {
		at = v.slices[near].pass(v, mask, at) + v.times.far
		if copied := v.slices[near].cache.Find(line); copied != nil {
			copied.Valid &^= mask
		}
	}
	unit.waiting[unit.next] = waitingStore{line, mask, issued, sent}
	unit.next = (unit.next + 1) % storeBuffer
	done := v.writeL2(home, line, mask, parts, at)
	v.e.LastsUntil(done)
	if s.Cached == memory.L1Local && wanted == bytes {
		there, _ := unit.cache.Make(line)
		there.Valid |= mask
	}
	return v.held(w.SM, max(t, unit.store-v.times.lsuQueue))
}

// loadConstants looks lines up in the cache of constants.
func (v *System) loadConstants(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	w := v.e.Warp(id)
	l := &w.Loads[s.Tag]
	for i := range list {
		l.Done = max(l.Done, issued+v.times.constant)
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

// atomic changes a word in its slice of the L2, after the ones before it there.
func (v *System) atomic(id int32, s *warp.Step, x *memory.Transaction, line uint64, t memory.Time) {
	w := v.e.Warp(id)
	home := v.d.Slice(v.d.Partition(line))
	near := v.d.NearSlice(int(w.SM), home)
	sent, at := v.cross(w.SM, near, v.times.header+4, t)
	load := s.Kind == warp.Load
	v.e.Observer.Departed(&memory.Request{Transaction: *x, Write: !load}, sent)
	if near != home {
		at += v.times.far
	}
	at = v.slices[home].unit.book(at, v.times.atomic)
	mask := memory.Mask(x, v.d.L1LineBytes)
	done := v.writeL2(home, line, mask, memory.WholeSectors(mask), at)
	v.e.LastsUntil(done)
	if load {
		back := v.times.fromL2
		if near != home {
			back += v.times.far
		}
		l := &w.Loads[s.Tag]
		l.Done = max(l.Done, done+back)
		v.e.Observer.Arrived(done + back)
	}
}
