package fermi

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/memsys/tesla"
)

// System is the memory of compute capability 2.x and 3.x: the ports of the generation before
// it with slices of the L2 behind them.
type System struct {
	tesla.Ports
	e         *engine.Engine
	slices    []slice           // of the L2, one at each partition
	l2Texture memory.CacheStats // of textures in the L2, sectors
}

// New returns the memory of an engine's device.
func New(e *engine.Engine) *System {
	s := &System{e: e, slices: newSlices(e.Device)}
	s.Ports = tesla.NewPorts(e, s)
	return s
}

// Counts is what the caches have seen.
func (f *System) Counts() engine.CacheCounts {
	c := f.Ports.Counts()
	c.TextureL2 = f.l2Texture
	for i := range f.slices {
		s := &f.slices[i]
		c.Slices = append(c.Slices, engine.SliceStats{CacheStats: s.cache.Stats, Written: s.written, Owed: s.cache.Owed, Atomics: s.atomics})
	}
	return c
}
