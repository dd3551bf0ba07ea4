package tesla

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// readOnly are the caches of read-only data: of constants in each SM, of textures in each
// TPC.
type readOnly struct {
	constant, texture memory.Caches
	unitFree          []memory.Time    // of each TPC's texture unit
	fills             map[fill][]waits // lines on their way, and who waits besides their owner
}

// A fill is a line on its way into a cache: the one of an SM or of a TPC.
type fill struct {
	cached memory.Cached
	unit   int32
	line   uint64
}

type waits struct{ warp, tag int32 }

func newReadOnly(d *device.Device) readOnly {
	return readOnly{
		constant: memory.NewCaches(d.SMs, d.ConstantCacheBytes, d.ConstantLineBytes, d.ConstantWays),
		texture:  memory.NewCaches(d.TPCs, d.TextureCacheBytes, d.TextureLineBytes, d.TextureWays),
		unitFree: make([]memory.Time, d.TPCs), fills: map[fill][]waits{},
	}
}

// cacheOf is the cache of an SM for a kind of data, and the number of its SM or TPC.
func (p *Ports) cacheOf(sm int32, cached memory.Cached) (*memory.Cache, int32) {
	switch cached {
	case memory.ConstantCache:
		return p.readOnly.constant[sm], sm
	case memory.L1Cache, memory.L1Local:
		return p.L1[sm], sm
	}
	tpc := p.e.TPC(sm)
	return p.readOnly.texture[tpc], tpc
}

// lookUp takes from a load, issued at a time, the lines that are in the cache or
// on their way to it: the rest, moved to the front, has to be fetched.
func (p *Ports) lookUp(id int32, s *warp.Step, lines []memory.Transaction, issued memory.Time) {
	w := p.e.Warp(id)
	cache, unit := p.cacheOf(w.SM, s.Cached)
	ready := issued
	if s.Cached == memory.TextureCache { // the SMs of a TPC take turns
		ready = max(ready, p.readOnly.unitFree[unit]) + memory.Time(s.UnitClocks)*p.Times.CoreClock
		p.readOnly.unitFree[unit] = ready
	}
	ready += p.Times.hit[s.Cached]
	l := &w.Loads[s.Tag]
	l.Done = ready
	n := int32(0)
	for _, line := range lines {
		if line.Host { // is not kept, as the host may change it
			lines[n] = line
			n++
			continue
		}
		key := fill{s.Cached, unit, line.Addr}
		hit, evicted, writeBack := cache.Access(line.Addr, false)
		waiting, coming := p.readOnly.fills[key]
		p.count(s.Cached, hit || coming)
		p.traceCached(id, s.Tag, &line, hit, coming, ready)
		if writeBack {
			p.WriteBack(w.SM, evicted)
		}
		if coming {
			p.readOnly.fills[key] = append(waiting, waits{id, s.Tag})
			continue
		}
		if hit {
			l.Left--
			continue
		}
		p.readOnly.fills[key] = nil
		lines[n] = line
		n++
	}
	w.Left = n
}

// store does what a store does to the L1: local memory stays there until its line
// has to make room, so nothing is sent; other stores drop the lines that they write.
func (p *Ports) store(w *engine.Warp, s *warp.Step, lines []memory.Transaction) {
	l1 := p.L1[w.SM]
	for _, line := range lines {
		if s.Cached == memory.L1Cache {
			l1.Drop(line.Addr)
			continue
		}
		if _, evicted, writeBack := l1.Access(line.Addr, true); writeBack {
			p.WriteBack(w.SM, evicted)
		}
	}
	if s.Cached == memory.L1Local {
		w.Left = 0
	}
}

// count counts a look-up in an L1.
func (p *Ports) count(cached memory.Cached, hit bool) {
	s := &p.L1Global
	switch cached {
	case memory.L1Cache:
	case memory.L1Local:
		s = &p.L1Local
	default:
		return
	}
	if hit {
		s.Hits++
	} else {
		s.Misses++
	}
}

// Counts is what the caches before the ports have seen.
func (p *Ports) Counts() engine.CacheCounts {
	return engine.CacheCounts{
		Constant: p.readOnly.constant.Stats(), Texture: p.readOnly.texture.Stats(), L1Global: p.L1Global, L1Local: p.L1Local,
	}
}
