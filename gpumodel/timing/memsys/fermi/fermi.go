package fermi

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/memsys/tesla"
	"warpbook.dev/gpumodel/warp"
)

// System is the memory of compute capability 2.x and 3.x: the ports of the generation before
// it, with an L1 in each SM before them and slices of the L2 behind them.
type System struct {
	tesla.Ports
	e         *engine.Engine
	slices    []slice           // of the L2, one at each partition
	l2Texture memory.CacheStats // of textures in the L2, sectors
}

// New returns the memory of an engine's device.
func New(e *engine.Engine) *System {
	d := e.Device
	s := &System{e: e, slices: newSlices(d)}
	s.Ports = tesla.NewPorts(e, s)
	s.L1 = memory.NewCaches(d.SMs, d.L1KB<<10, max(1, d.L1LineBytes), max(1, d.L1Ways))
	return s
}

// Access sends the transactions of a step through the L1.
func (f *System) Access(id int32, s *warp.Step, list []memory.Transaction, issued memory.Time) {
	if s.Cached == memory.Uncached || s.Kind == warp.Load {
		f.Ports.Access(id, s, list, issued)
		return
	}
	if f.store(f.e.Warp(id).SM, s, list); s.N == 0 {
		f.e.Answered(id, s, issued)
		return
	}
	f.Queue(id)
}

// store does what a store does to the L1: local memory stays there until its line
// has to make room, so nothing is sent; other stores drop the lines that they write.
func (f *System) store(sm int32, s *warp.Step, lines []memory.Transaction) {
	l1 := f.L1[sm]
	for _, line := range lines {
		if s.Cached == memory.L1Cache {
			l1.Drop(line.Addr)
			continue
		}
		if _, evicted, writeBack := l1.Access(line.Addr, true); writeBack {
			f.WriteBack(sm, evicted)
		}
	}
	if s.Cached == memory.L1Local {
		s.N = 0
	}
}

// Counts is what the caches have seen.
func (f *System) Counts() engine.CacheCounts {
	c := f.Ports.Counts()
	c.TextureL2 = f.l2Texture
	for i := range f.slices {
		c.Slices = append(c.Slices, engine.SliceStats{CacheStats: f.slices[i].cache.Stats, Written: f.slices[i].written})
	}
	return c
}
