package gpumodel

import (
	"cmp"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// The names of the bounds.
const (
	BoundIssue      = "issue"
	BoundSpecial    = "special function units"
	BoundFP64       = "double precision units"
	BoundALU        = "integer units"
	BoundConflicts  = "bank conflicts"
	BoundConstants  = "constant serialisation"
	BoundShared     = "shared memory"
	BoundDRAM       = "DRAM bandwidth"
	BoundL2         = "L2"
	BoundTexture    = "texture units"
	BoundActivation = "DRAM row activation"
	BoundCamping    = "partition camping"
	BoundUneven     = "uneven channels"
	BoundBlocks     = "block launch"
	BoundPCIe       = "PCI Express"
	BoundAtomics    = "atomics on one word"
	BoundSlice      = "atomics at one L2 slice"
	BoundSums       = "float sums in one sector"
	BoundLatency    = "latency"
)

// pipeBounds are the bounds of pipes of their own. That of the cores is BoundIssue.
var pipeBounds = []struct {
	pipe isa.Pipe
	name string
}{{isa.PipeSFU, BoundSpecial}, {isa.PipeFP64, BoundFP64}, {isa.PipeALU, BoundALU}}

// CampingFactor is how much busier than the average the hottest partitions must
// have been for that to be named as a bound of its own.
const CampingFactor = 1.3

// bounds computes lower limits of the time in closed form from the counts, the
// largest first. The run was never faster than any of them.
func bounds(r *Result, s *warp.Stats, o *timing.Outcome) []Bound {
	d := r.Device
	scale := float64(r.Launch.Grid.Count()) / float64(s.Blocks)
	grow := r.Time / o.Simulated // from the simulated part to the whole grid
	clock := d.ClockMHz * 1e6
	perSM := func(clocks float64) float64 { return clocks * scale / float64(d.SMs) / clock }

	issue := isa.PipeCores.ClocksOfSM(s.PipeClocks[isa.PipeCores], d)
	if d.Schedulers > 1 { // the ports are as busy as the cores, or more
		issue = max(issue, float64(s.PortClocks)/float64(d.Schedulers))
	}
	passes := float64(s.SharedLoads.Passes+s.SharedStores.Passes) * float64(d.SharedPassClocks)
	counted := r.Counted
	bytes := counted.ReadBytes() + counted.WrittenBytes()
	onBus, code := bytes, ""
	if d.ECC && d.ECCOverhead > 0 {
		onBus, code = bytes*(1+d.ECCOverhead), fmt.Sprintf(" × %g for the bits of the ECC", 1+d.ECCOverhead)
	}
	var all []Bound
	for _, b := range pipeBounds {
		clocks := b.pipe.ClocksOfSM(s.PipeClocks[b.pipe], d)
		all = append(all, Bound{Name: b.name, Time: perSM(clocks),
			Formula: fmt.Sprintf("%s clocks of the %s / %d SMs / %g MHz", grouped(clocks*scale), b.pipe, d.SMs, d.ClockMHz)})
	}
	all = append(all, []Bound{
		{Name: BoundShared, Time: perSM(passes),
			Formula: fmt.Sprintf("%s bank passes × %d clocks / %d SMs / %g MHz", grouped(passes/float64(d.SharedPassClocks)*scale),
				d.SharedPassClocks, d.SMs, d.ClockMHz)},
		{Name: BoundConstants, Time: perSM(float64(s.ConstantLoads.Passes) * d.ConstantAddressClocks),
			Formula: fmt.Sprintf("%s addresses of __constant__ memory × %g clocks / %d SMs / %g MHz",
				grouped(float64(s.ConstantLoads.Passes)*scale), d.ConstantAddressClocks, d.SMs, d.ClockMHz)},
		{Name: BoundTexture, Time: counted.Executed(s.Textures.UnitClocks) / float64(d.TPCs) / (d.CoreClockMHz * 1e6),
			Formula: fmt.Sprintf("%s fetches of threads / %d a clock / %d TPCs / %g MHz", grouped(counted.Executed(s.Textures.Fetches)),
				d.TextureRate, d.TPCs, d.CoreClockMHz)},
		{Name: BoundDRAM, Time: onBus / (d.BandwidthGBps() * 1e9),
			Formula: fmt.Sprintf("%s bytes on the bus%s / %.1f GB/s", grouped(bytes), code, d.BandwidthGBps())},
		l2Bound(counted),
		{Name: BoundActivation, Time: o.Activation * grow,
			Formula: fmt.Sprintf("%s row activations / %d partitions × max(tRRD %g ns, tFAW/4 %g ns)",
				grouped(float64(o.DRAM.Activates)*grow), d.Partitions, d.TRRD, d.TFAW/4)},
		linkBound(r, s, scale),
		{Name: BoundAtomics, Time: float64(o.DRAM.MostTurns) * d.AtomicTurn * 1e-9 * grow,
			Formula: fmt.Sprintf("%s atomics on one word × %g ns", grouped(float64(o.DRAM.MostTurns)*grow), d.AtomicTurn)},
		{Name: BoundSlice, Time: float64(o.L2.Atomics) * d.AtomicTurn * 1e-9 * grow,
			Formula: fmt.Sprintf("%s turns at the busiest of %d slices × %g ns", grouped(float64(o.L2.Atomics)*grow), d.L2Slices, d.AtomicTurn)},
		{Name: BoundSums, Time: float64(o.L2.Sums) * d.AtomicSumTurn * 1e-9 * grow,
			Formula: fmt.Sprintf("%s atomic sums of floats in the busiest sector × %g ns", grouped(float64(o.L2.Sums)*grow), d.AtomicSumTurn)},
	}...)
	if d.BlockInterval > 0 {
		all = append(all, Bound{Name: BoundBlocks, Time: float64(r.Launch.Grid.Count()) * d.BlockInterval * 1e-9,
			Formula: fmt.Sprintf("%s blocks × %g ns from one start to the next", grouped(float64(r.Launch.Grid.Count())), d.BlockInterval)})
	}
	if o.Hottest > CampingFactor*o.Balanced {
		// Strides don't meet at a partition where addresses are hashed; requests do, by chance.
		name := BoundCamping
		if d.PartitionHash {
			name = BoundUneven
		}
		all = append(all, Bound{Name: name, Time: o.Hottest * grow,
			Formula: fmt.Sprintf("busiest partition of each moment: %.2f × the average of %d", o.Hottest/o.Balanced, d.Partitions)})
	}
	port, why := BoundIssue, ""
	if replays := conflictClocks(r, s); replays > issue/2 || replays > issue*noticeable && perSM(issue-replays) < longest(all) {
		port, why = BoundConflicts, fmt.Sprintf(" (%s of them for bank conflicts)", grouped(replays*scale))
	}
	if replays := float64(s.ConstantLoads.Replays); replays > issue/2 {
		port, why = BoundConstants, fmt.Sprintf(" (%s of them because threads of a half-warp read different addresses of __constant__ memory)", grouped(replays*scale))
	}
	all = append(all, Bound{Name: port, Time: perSM(issue),
		Formula: fmt.Sprintf("%s clocks of the cores%s / %d SMs / %g MHz", grouped(issue*scale), why, d.SMs, d.ClockMHz)})
	all = slices.DeleteFunc(all, func(b Bound) bool { return b.Time <= 0 })
	slices.SortStableFunc(all, func(a, b Bound) int { return cmp.Compare(b.Time, a.Time) })
	for i := range all {
		all[i].Share = all[i].Time / r.Time
	}
	return withLatency(all, r)
}

// l2Bound is the time that the slices of the L2 need for the sectors that pass them, read or written: both
// take their turn at the port of the slice.
func l2Bound(c *counter.Run) Bound {
	d := c.Device
	if d.L2KB == 0 {
		return Bound{}
	}
	sectors := c.Simulated(c.Outcome.L2.Read() + c.Outcome.L2.Written)
	rate := float64(d.L2Slices*d.L2BytesPerClock) * d.CoreClockMHz * 1e6
	return Bound{Name: BoundL2, Time: sectors * 32 / rate,
		Formula: fmt.Sprintf("%s sectors × 32 B / %d slices × %d B / %g MHz", grouped(sectors), d.L2Slices, d.L2BytesPerClock, d.CoreClockMHz)}
}

// linkBound is the time of the busier way of PCI Express: reads send a packet up
// and data down, writes send data up.
func linkBound(r *Result, s *warp.Stats, scale float64) Bound {
	d := r.Device
	reads, writes := s.Loads.Host, s.Stores.Host
	reads.Transactions += s.Atomics.Host.Transactions
	reads.Bytes += s.Atomics.Host.Bytes
	packets, bytes := reads.Transactions, reads.Bytes
	if up := reads.Transactions + writes.Transactions; up*int64(d.PCIePacketBytes)+writes.Bytes > packets*int64(d.PCIePacketBytes)+bytes {
		packets, bytes = up, writes.Bytes
	}
	moved := float64(bytes+packets*int64(d.PCIePacketBytes)) * scale
	return Bound{Name: BoundPCIe, Time: moved / (d.PCIeGBps * 1e9),
		Formula: fmt.Sprintf("%s bytes and %s packets of %d B around them / %g GB/s",
			grouped(float64(bytes)*scale), grouped(float64(packets)*scale), d.PCIePacketBytes, d.PCIeGBps)}
}

// grouped writes a count with its thousands apart.
func grouped(x float64) string { return counter.Grouped(x) }

// noticeable is the share of the issue clocks from which bank conflicts are
// named as the bound, if without them something else would be it.
const noticeable = 0.1

// longest is the largest time of some bounds.
func longest(all []Bound) float64 {
	return slices.MaxFunc(all, func(a, b Bound) int { return cmp.Compare(a.Time, b.Time) }).Time
}

// conflictClocks is how long the cores repeat accesses to shared memory.
func conflictClocks(r *Result, s *warp.Stats) float64 {
	extra := s.SharedLoads.Passes - s.SharedLoads.Ideal + s.SharedStores.Passes - s.SharedStores.Ideal
	return float64(extra) * float64(r.Device.SharedPassClocks)
}

// latencyShare is the share of the time below which no throughput bound explains
// it: the warps in flight are too few to hide the latency.
const latencyShare = 0.6

// withLatency puts latency first where nothing else comes near the time.
func withLatency(all []Bound, r *Result) []Bound {
	if len(all) > 0 && all[0].Share >= latencyShare {
		return all
	}
	waves := float64(r.Launch.Grid.Count()) / float64(r.Device.SMs*r.Occupancy.BlocksPerSM)
	return append([]Bound{{Name: BoundLatency, Time: r.Time, Share: 1,
		Formula: fmt.Sprintf("%.2g waves of %d blocks wait for memory, barriers and dependences with %d warps per SM",
			waves, r.Device.SMs*r.Occupancy.BlocksPerSM, r.Occupancy.WarpsPerSM)}}, all...)
}
