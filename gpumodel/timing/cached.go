package timing

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// caches are those of read-only data: of constants in each SM, of textures in each
// TPC, and behind these a part at each partition.
type caches struct {
	constant, texture, textureL2 []*memory.Cache
	l1                           []*memory.Cache
	l1Global, l1Local            memory.CacheStats // of loads
	l2Texture                    memory.CacheStats // of textures in the L2, sectors
	unitFree                     []memory.Time     // of each TPC's texture unit
	fills                        map[fill][]waits  // lines on their way, and who waits besides their owner
	hit                          [memory.L1Local + 1]memory.Time
	l2                           memory.Time // the way there and back of what the L2 has
	l2Hit, behindL2              memory.Time // from the port; what a miss of it takes longer than a load of global memory
}

// A fill is a line on its way into a cache: the one of an SM or of a TPC.
type fill struct {
	cached memory.Cached
	unit   int32
	line   uint64
}

type waits struct{ warp, tag int32 }

func newCaches(d *device.Device, c *costs) caches {
	all := func(n, bytes, lineBytes, ways int) []*memory.Cache {
		list := make([]*memory.Cache, n)
		for i := range list {
			list[i] = memory.NewCache(bytes, lineBytes, ways)
		}
		return list
	}
	k := caches{
		constant:  all(d.SMs, d.ConstantCacheBytes, d.ConstantLineBytes, d.ConstantWays),
		texture:   all(d.TPCs, d.TextureCacheBytes, d.TextureLineBytes, d.TextureWays),
		textureL2: all(d.Partitions, d.TextureL2Bytes, d.TextureLineBytes, d.TextureL2Ways),
		unitFree:  make([]memory.Time, d.TPCs), fills: map[fill][]waits{},
	}
	if !d.Sectored() {
		k.l1 = all(d.SMs, d.L1KB<<10, max(1, d.L1LineBytes), max(1, d.L1Ways))
	}
	k.hit[memory.L1Cache] = c.clocks(d.L1HitClocks)
	k.hit[memory.L1Local] = k.hit[memory.L1Cache]
	k.hit[memory.ConstantCache] = c.clocks(d.ConstantHitClocks)
	k.hit[memory.TextureCache] = c.clocks(d.TextureHitClocks)
	k.l2 = c.clocks(d.L2HitClocks)
	k.l2Hit = c.clocks(d.TextureL2HitClocks)
	k.behindL2 = c.clocks(d.TextureLatencyClocks - d.MemoryLatencyClocks)
	return k
}

// place is the cache of a warp for a kind of data, and the number of its SM or TPC.
func (e *engine) place(w *warpState, cached memory.Cached) (*memory.Cache, int32) {
	switch cached {
	case memory.ConstantCache:
		return e.caches.constant[w.sm], w.sm
	case memory.L1Cache, memory.L1Local:
		return e.caches.l1[w.sm], w.sm
	}
	tpc := w.sm / int32(len(e.sms)/len(e.ports))
	return e.caches.texture[tpc], tpc
}

// lookUp takes from a load, issued at a time, the lines that are in the cache or
// on their way to it: the rest, moved to the front, has to be fetched.
func (e *engine) lookUp(id int32, s *warp.Step, lines []memory.Transaction, issued memory.Time) {
	w := &e.warps[id]
	cache, unit := e.place(w, s.Cached)
	if s.Kind == warp.Store {
		e.storeL1(w, cache, s, lines)
		return
	}
	ready := issued
	if s.Cached == memory.TextureCache { // the SMs of a TPC take turns
		ready = max(ready, e.caches.unitFree[unit]) + memory.Time(s.UnitClocks)*e.costs.coreClock
		e.caches.unitFree[unit] = ready
	}
	ready += e.caches.hit[s.Cached]
	l := &w.loads[s.Tag]
	l.done = ready
	n := int32(0)
	for _, line := range lines {
		if line.Host { // is not kept, as the host may change it
			lines[n] = line
			n++
			continue
		}
		key := fill{s.Cached, unit, line.Addr}
		hit, evicted, writeBack := cache.Access(line.Addr, false)
		waiting, coming := e.caches.fills[key]
		e.caches.count(s.Cached, hit || coming)
		e.tracer.inCache(e, id, s.Tag, line.Addr, int(line.Size), hit, coming, ready)
		if writeBack {
			e.writeBack(w, evicted)
		}
		if coming {
			e.caches.fills[key] = append(waiting, waits{id, s.Tag})
			continue
		}
		if hit {
			l.left--
			continue
		}
		e.caches.fills[key] = nil
		lines[n] = line
		n++
	}
	s.N = n
}

// count counts a look-up in an L1.
func (k *caches) count(cached memory.Cached, hit bool) {
	s := &k.l1Global
	switch cached {
	case memory.L1Cache:
	case memory.L1Local:
		s = &k.l1Local
	default:
		return
	}
	if hit {
		s.Hits++
	} else {
		s.Misses++
	}
}

// inL2 reports whether the line that a port sends to a partition is in the
// texture cache there; then it comes back without the DRAM.
func (e *engine) inL2(target int32, r *memory.Request) bool {
	if r.Cached != memory.TextureCache || !e.caches.textureL2[target].Lookup(e.d.PartitionOffset(r.Addr)) {
		return false
	}
	e.returned(r, e.now+e.caches.l2Hit)
	return true
}

// returned counts the data of a read as back at a time, for all that wait for them.
func (e *engine) returned(r *memory.Request, at memory.Time) {
	at = e.filled(r, at)
	e.observer.arrived(at)
	if e.tracer.at(backAt, r, at) {
		e.tracer.back(e, at)
	}
	if r.Cached == memory.Uncached {
		e.arrive(r.Owner, r.Tag, at)
		return
	}
	_, unit := e.place(&e.warps[r.Owner], r.Cached)
	key := fill{r.Cached, unit, r.Addr}
	e.arrive(r.Owner, r.Tag, at)
	for _, other := range e.caches.fills[key] {
		if e.tracer.is(other.warp, other.tag, r.Addr, e.d.L1LineBytes) {
			e.tracer.back(e, at)
		}
		e.arrive(other.warp, other.tag, at)
	}
	delete(e.caches.fills, key)
}

// filled is when the data of a read have come through the way to its TPC.
func (e *engine) filled(r *memory.Request, at memory.Time) memory.Time {
	if e.d.FillBytesPerClock == 0 {
		return at
	}
	p := &e.ports[e.warps[r.Owner].sm/int32(len(e.sms)/len(e.ports))]
	clocks := (int(r.Size) + e.d.FillBytesPerClock - 1) / e.d.FillBytesPerClock
	p.filled = max(p.filled, at) + memory.Time(clocks)*e.costs.coreClock
	return p.filled
}

// response is how long the data of a read take from the DRAM to the SM.
func (e *engine) response(r *memory.Request) memory.Time {
	if r.Cached == memory.TextureCache {
		return e.costs.response + e.caches.behindL2
	}
	return e.costs.response
}

// cacheStats adds up what the caches of one kind have seen.
func cacheStats(list []*memory.Cache) (s memory.CacheStats) {
	for _, c := range list {
		s.Add(c.Stats)
	}
	return s
}
