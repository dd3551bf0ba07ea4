package volta

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
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
	constantFree      []memory.Time     // when an SM's unit for constants takes the next address
	l1Global, l1Local memory.CacheStats // sectors of loads
	l1                []l1
	traced            traced
	ports             []server // of TPCs
	slices            []slice
	behind            []behind // partitions
	full              int      // of these, for which stores wait
	routes            routes
	fills             []fill // a ring
	onTheWay          int    // of them
	filled            uint32 // number of the last one
	times             times
	turns             []turn               // of atomics: see inTurns
	ordered           []memory.Transaction // likewise
	share             Share
	others            *memory.LineCache // lines that other parts of the chip have brought meanwhile, if there are any
}

// times are the fixed times of a device.
type times struct {
	l1Hit, line, found  memory.Time // of a load that hits, of a look-up, of one that hits
	toL2, fromL2        memory.Time // from the L1 to a near slice and back to the warp
	far                 memory.Time // one way to the other side
	fromDRAM            memory.Time // to the warp
	dram                memory.Time // what a miss of a slice takes longer than a hit
	constant            memory.Time // from a load of constants that are in the cache to its use
	constantAddress     memory.Time // of the SM's unit for each address
	sector, core        memory.Time // a sector in a slice; a clock of the crossbar
	written, partial    memory.Time // a sector that a store writes in part; what such a store takes longer
	storeByte, portByte float64     // ps
	lsuQueue, portQueue memory.Time // how far the unit behind may be behind
	sliceQueue          memory.Time
	header              int
	sum                 memory.Time // from an atomic sum of floats to the next one in its sector
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
	// L2 are the slices as an earlier launch has left them, and as this one leaves them; nil for empty ones.
	L2 []*memory.LineCache
}

// New returns the memory of an engine's device.
func New(e *engine.Engine, c Config) *System {
	d := e.Device
	v := &System{
		e: e, d: d, share: c.Share, l1: make([]l1, d.SMs), ports: make([]server, d.TPCs), slices: make([]slice, d.L2Slices), behind: newBehind(d),
		fills:     make([]fill, firstFills),
		constants: memory.NewCaches(d.SMs, d.ConstantCacheBytes, d.ConstantLineBytes, d.ConstantWays), constantFree: make([]memory.Time, d.SMs),
		traced: traced{e: e}, times: newTimes(d, &e.Clock), routes: newRoutes(d),
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
		if v.slices[i].cache = memory.NewLineCache(d.L2KB<<10/d.L2Slices, d.L1LineBytes, d.L2Ways); len(c.L2) == d.L2Slices {
			v.slices[i].cache = c.L2[i]
		}
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
	t.found = t.line / memory.Time(d.L1LinesPerClock)
	t.l1Hit = k.Clocks(d.L1HitClocks)
	t.toL2 = k.Clocks(d.L2HitClocks) / 2
	t.fromL2 = k.Clocks(d.L2HitClocks) - t.toL2
	t.far = k.Clocks(d.L2FarClocks) / 2
	t.fromDRAM = k.Clocks(d.MemoryLatencyClocks) - t.toL2 - memory.Nanoseconds(d.TRCD) - memory.BurstTime(d)
	t.dram = k.Clocks(d.MemoryLatencyClocks - d.L2HitClocks)
	t.constant = k.Clocks(d.ConstantHitClocks)
	t.constantAddress = memory.Nanoseconds(d.ConstantAddressClocks * 1e3 / d.ClockMHz)
	t.sector = memory.Nanoseconds(32 * 1e3 / (float64(d.L2BytesPerClock) * d.CoreClockMHz))
	t.written = memory.Nanoseconds(32 * 1e3 / (float64(d.L2PartialBytes) * d.CoreClockMHz))
	t.partial = memory.Time(d.L2PartialClocks) * t.core
	t.storeByte = 1e6 / (float64(max(1, d.StoreBytesPerClock)) * d.ClockMHz)
	t.portByte = 1e6 / (float64(d.PortBytesPerClock) * d.CoreClockMHz)
	t.header = d.PortHeaderBytes
	t.portQueue = memory.Time(float64(d.PortQueue*(d.PortHeaderBytes+d.SegmentBytes)) * t.portByte)
	t.lsuQueue = t.portQueue
	t.sliceQueue = memory.Time(d.L2Queue) * t.sector
	t.atomic = memory.Nanoseconds(d.AtomicTurn)
	t.sum = max(t.atomic, memory.Nanoseconds(d.AtomicSumTurn))
	t.round = k.Clocks(d.Schedulers)
	return t
}

// PortReady is never called: ports are booked ahead.
func (v *System) PortReady(int32) { panic("BUG: a port that is booked ahead has an event") }

// Counts is what the caches have seen.
func (v *System) Counts() engine.CacheCounts {
	c := engine.CacheCounts{Constant: v.constants.Stats(), L1Global: v.l1Global, L1Local: v.l1Local}
	for i := range v.slices {
		s := v.slices[i].stats
		s.Owed = int64(v.slices[i].earlier.owed)
		c.Slices = append(c.Slices, s)
	}
	for i := range v.behind {
		c.Behind.Write += v.behind[i].Write
		c.Behind.Read += v.behind[i].Read
		c.Behind.Most += v.behind[i].Most
	}
	return c
}
