package counter

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// A Run is what the counters of a launch are computed from. Some of its blocks were
// executed, and some of these simulated; the counters are of the whole grid.
type Run struct {
	Device                 *device.Device
	Program                *isa.Program
	Blocks, Threads        int // of the grid; of a block
	Registers, SharedBytes int
	Occupancy              isa.Occupancy
	Time                   float64 // seconds
	Stats                  *warp.Stats
	Parts                  []warp.Stats // of Stats, if they are of some blocks of the grid, which differ
	Outcome                *timing.Outcome

	states *[timing.States]float64 // of all places, once it is known
}

// A quantity is a count of a part of the grid, with what makes one of the whole of it.
// It is kept in parts so that ratios of two are exact.
type quantity struct{ n, times, of float64 }

func (q quantity) value() float64 { return q.n * q.times / q.of }

func exactly(x float64) quantity { return quantity{x, 1, 1} }

// plus adds two quantities.
func (q quantity) plus(p quantity) quantity {
	if q.times == p.times && q.of == p.of {
		return quantity{q.n + p.n, q.times, q.of}
	}
	return exactly(q.value() + p.value())
}

// executed goes from the executed blocks to the whole grid.
func (r *Run) executed(n int64) quantity {
	return quantity{float64(n), float64(r.Blocks), float64(r.Stats.Blocks)}
}

// simulated goes from what the memory system did in the simulated part to the whole grid.
func (r *Run) simulated(n int64) quantity {
	return quantity{float64(n), float64(r.Blocks), float64(r.Outcome.Blocks)}
}

// Executed is a count of the executed blocks, for the whole grid.
func (r *Run) Executed(n int64) float64 { return r.executed(n).value() }

// Simulated is a count of the simulated part, for the whole grid.
func (r *Run) Simulated(n int64) float64 { return r.simulated(n).value() }

// missed is how many of the lines that were looked up in a cache missed there, as
// the simulated part has it.
func (r *Run) missed(lines int64, seen memory.CacheStats) quantity {
	q := r.executed(lines)
	q.n *= seen.MissRate()
	return q
}

// found is how many of them did not.
func (r *Run) found(lines int64, seen memory.CacheStats) quantity {
	q := r.executed(lines)
	return exactly(q.value() - r.missed(lines, seen).value())
}

// cachedBytes are the bytes that the memory bus moved into caches of read-only data.
func (r *Run) cachedBytes() float64 {
	d := r.Device
	return r.missed(r.Stats.ConstantLoads.Lines, r.Outcome.Constant).value()*float64(d.ConstantLineBytes) +
		r.textureMisses()*float64(d.TextureLineBytes)
}

// textureMisses are the lines of textures that were fetched from DRAM: of those that were looked up, the
// share that missed in the cache at a partition. What misses in the first cache while its line is on its way
// never comes there.
func (r *Run) textureMisses() float64 {
	looked := r.Outcome.Texture.Hits + r.Outcome.Texture.Misses
	if looked == 0 {
		return 0
	}
	return r.Executed(r.Stats.Textures.Lines) * float64(r.Outcome.TextureL2.Misses) / float64(looked)
}

// ReadBytes are the bytes that the memory bus read. Where there is an L2, they are
// what the simulation moved; elsewhere they follow from the transactions.
func (r *Run) ReadBytes() float64 {
	if r.Device.L2KB > 0 {
		return r.Simulated(r.Outcome.DRAM.ReadBytes) - float64(r.Outcome.Behind.Read)
	}
	return r.Executed(r.Stats.DRAMReads()) + r.cachedBytes()
}

// WrittenBytes are the bytes that the memory bus wrote. Profilers begin a launch with caches
// that hold nothing written, and end it without writing them back; so what the L2 keeps of
// written lines is missing.
func (r *Run) WrittenBytes() float64 {
	if r.Device.L2KB > 0 {
		written := r.Simulated(r.Outcome.DRAM.Bytes - r.Outcome.DRAM.ReadBytes)
		// What the simulated part wrote beyond that, the launch writes back sooner or later, but for what
		// the L2 holds at its end: that does not grow with the blocks.
		owed := float64(32 * r.Outcome.L2.Owed)
		written += r.Simulated(32*r.Outcome.L2.Owed) - owed
		return written - max(r.kept(written), float64(r.Outcome.Behind.Write))
	}
	return r.Executed(r.Stats.DRAMWrites())
}

// kept is how much of what was written is still in the L2 when a launch has ended: of all that
// passes through it, its share of the room that is left beside what is read again and again.
func (r *Run) kept(written float64) float64 {
	held := r.Outcome.Held
	read := max(0, r.ReadBytes()-held.Bytes) * held.PerByte()
	if passes := written + read; passes > 0 {
		room := max(0, float64(r.Device.L2RoomKB<<10)-held.Bytes*timing.Sides)
		return min(written, float64(r.Device.L2DirtyKB<<10), room*written/passes)
	}
	return 0
}

// l1Lines are the lines that loads of global memory look up in the L1, or from c.c. 7.0 on
// the sectors.
func (r *Run) l1Lines() int64 {
	if r.Outcome.L1Global == (memory.CacheStats{}) {
		return 0
	}
	if r.Device.Sectored() {
		return sectors(&r.Stats.Loads)
	}
	return r.Stats.Loads.Total()
}

// localLines are the same of local memory.
func (r *Run) localLines() int64 {
	if r.Device.Sectored() {
		return sectors(&r.Stats.LocalLoads)
	}
	return r.Stats.LocalLoads.Total()
}
