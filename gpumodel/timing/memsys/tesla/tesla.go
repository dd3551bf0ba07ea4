package tesla

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// System is the memory of compute capability 1.x: behind the ports lie the partitions of the
// DRAM, each with a cache of textures.
type System struct {
	Ports
	textures memory.Caches // at the partitions
}

// New returns the memory of an engine's device.
func New(e *engine.Engine) *System {
	d := e.Device
	s := &System{textures: memory.NewCaches(d.Partitions, d.TextureL2Bytes, d.TextureLineBytes, d.TextureL2Ways)}
	s.Ports = NewPorts(e, s)
	return s
}

// Full reports whether a partition has no room.
func (s *System) Full(p *memory.Partition, write bool) (full, asWrite bool) {
	return p.Full(write), write
}

// Take answers a transaction from the cache of textures, or passes it on to the DRAM.
func (s *System) Take(partition int32, r *memory.Request) {
	if s.e.Tracer.IsRequest(r) {
		s.e.Tracer.Note(engine.QueuedAt, s.e.Now())
		s.e.Tracer.Path.DRAM = true
	}
	if r.Cached == memory.TextureCache && s.textures[partition].Lookup(s.e.Device.PartitionOffset(r.Addr)) {
		s.Returned(r, s.e.Now()+s.Times.L2Texture)
		return
	}
	s.e.Partitions[partition].Add(*r, s.e.Now())
	s.e.WakePartition(partition, s.e.Now())
}

// Fetched passes on what the DRAM has read.
func (s *System) Fetched(_ int32, r *memory.Request, at memory.Time) { s.Returned(r, at) }

// Counts is what the caches have seen.
func (s *System) Counts() engine.CacheCounts {
	c := s.Ports.Counts()
	c.TextureL2 = s.textures.Stats()
	return c
}
