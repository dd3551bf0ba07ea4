package volta

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

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

// load looks a line up in the L1 and fetches what is missing, one line in each clock. Of lines that have all there are
// several found in a clock. It returns when the next line can be looked up, and whether any sector was there.
func (v *System) load(id int32, s *warp.Step, line uint64, list []memory.Transaction, t memory.Time) (next memory.Time, hit bool) {
	w := v.e.Warp(id)
	l, unit := &w.Loads[s.Tag], &v.l1[w.SM]
	var want uint8
	for i := range list {
		want |= memory.Mask(&list[i], v.d.L1LineBytes)
	}
	if s.Cached == memory.Uncached {
		return v.fetch(id, s, nil, line, want, t+v.times.line), false
	}
	there, _, _ := unit.cache.Make(line)
	has := want & there.Valid
	if has == want {
		t += v.times.found
	} else {
		t += v.times.line
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
		l.Done = max(l.Done, there.Ready)
		v.await(id, s.Tag, there, has, line, 0)
	}
	if missing := want &^ has; missing != 0 {
		t = v.fetch(id, s, there, line, missing, t)
		there.Valid |= missing
	}
	return t, has != 0
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
		if home := v.routes.home(line); v.routes.near(v.e.Warp(id).SM, home) != home {
			back = v.times.far
		}
		v.e.Observer.Departed(&memory.Request{}, v.e.Now())
		v.join(f, id, tag, back)
	}
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
	home := v.routes.home(line)
	mine := v.share.takes(s.PC, line, w.Slot)
	if unit.joins(line, mask, t, issued, v.times.round) {
		if mine {
			v.written(&v.slices[home], line, parts, unit.store+v.times.toL2)
		}
		return v.held(w.SM, max(t, unit.store-v.times.lsuQueue))
	}
	near := v.routes.near(w.SM, home)
	unit.store = max(t, unit.store) + memory.Time(float64(flits)*v.times.storeByte)
	sent, at := v.cross(w.SM, near, v.times.header+bytes+masks, unit.store)
	v.e.Observer.Departed(&memory.Request{Transaction: memory.Transaction{Size: uint32(bytes)}, Write: true}, sent)
	if near != home {
		at += v.times.far
		if copied := v.slices[near].cache.Find(line); copied != nil {
			copied.Valid &^= mask
		}
	}
	unit.waiting[unit.next] = waitingStore{line, mask, issued, sent}
	unit.next = (unit.next + 1) % storeBuffer
	done := v.slices[home].write(v, mask, wanted < bytes, at)
	v.slices[home].stats.Written += int64(memory.Count(mask))
	if mine {
		v.written(&v.slices[home], line, parts, done)
	}
	v.e.LastsUntil(done)
	if s.Cached == memory.L1Local && wanted == bytes {
		there, _, _ := unit.cache.Make(line)
		there.Valid |= mask
	}
	return v.held(w.SM, max(t, unit.store-v.times.lsuQueue))
}
