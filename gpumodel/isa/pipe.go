package isa

import (
	"warpbook.dev/gpumodel/device"
)

// A Pipe is a group of units of an SM that execute instructions side by side with the others.
// Costs, clocks, stalls, bounds and counters are arrays over pipes.
type Pipe uint8

const (
	PipeCores Pipe = iota // fp32, and all that the device has no other units for
	PipeFP64              // double precision, where it does not run on the cores, and tensor cores
	PipeALU               // integers and logic, where they do not run on the cores
	PipeSFU               // special functions, and conversions on some devices
	PipeLSU               // loads, stores and shuffles, from compute capability 2.0 on
	Pipes                 // how many there are
)

// Busy is how many clocks each pipe is busy: in parts of a clock (device.Device.CoreParts)
// for the pipes that the schedulers share out, in whole clocks for the others.
type Busy [Pipes]int32

// String names the units of a pipe.
func (p Pipe) String() string {
	return [Pipes]string{"cores", "units for double precision and tensor cores", "units for integers", "special function units",
		"load-store units"}[p]
}

// PerScheduler reports whether each scheduler of an SM has its own share of the pipe. The time of
// these pipes is counted in parts of a clock. The other pipes serve the whole SM.
func (p Pipe) PerScheduler(d *device.Device) bool {
	return p <= PipeALU || p == PipeSFU && d.SFUPerScheduler
}

// Scale is the number of units in which a clock of the pipe is counted.
func (p Pipe) Scale(d *device.Device) int {
	if p.PerScheduler(d) {
		return d.CoreParts
	}
	return 1
}

// ClocksOfSM converts the time of a pipe, added up over warps, to clocks of an SM.
func (p Pipe) ClocksOfSM(busy int64, d *device.Device) float64 {
	if p.PerScheduler(d) {
		return float64(busy) / float64(d.CoreParts) / float64(d.Schedulers)
	}
	return float64(busy)
}

// Add adds the clocks of an instruction.
func (b *Busy) Add(c *Busy) {
	for p, clocks := range c {
		b[p] += clocks
	}
}

// pipeColumns are the columns of a table of costs that counts instructions for each pipe. The
// threads per clock that the device computes give the clocks.
var pipeColumns = [...]struct {
	name string
	pipe Pipe
	rate func(d *device.Device) int
}{
	{"fma", PipeCores, func(d *device.Device) int { return d.FP32 }},
	{"imad", PipeCores, func(d *device.Device) int { return d.IntMul }},
	{"alu", PipeALU, func(d *device.Device) int { return d.IntAdd }},
	{"fp64", PipeFP64, func(d *device.Device) int { return d.FP64 }},
	{"xu", PipeSFU, func(d *device.Device) int { return d.SFU }},
	{"lsu", PipeLSU, func(d *device.Device) int { return d.LoadStore }},
	// Tensor cores and double precision share a pipe (Nsight Compute: the shared pipe). An instruction is 256 multiply-adds.
	{"tensor", PipeFP64, func(d *device.Device) int { return d.TensorFMA / 8 }},
}

// pipeWork are the instructions of a sequence in each column of pipeColumns.
type pipeWork [len(pipeColumns)]int

// clockColumns are the columns of a table of costs that says the clocks of each pipe itself.
var clockColumns = map[string]Pipe{"cores": PipeCores, "special": PipeSFU, "lsu": PipeLSU}

// busy is how long the work takes the pipes of a device.
func (w *pipeWork) busy(d *device.Device) (b Busy) {
	for i, c := range pipeColumns {
		b[c.pipe] += c.pipe.clocks(w[i], c.rate(d), d)
		if c.pipe == PipeALU && d.SharedIntegerLanes { // an integer instruction leaves half of the fp32 lanes
			b[PipeCores] += PipeCores.clocks(w[i], d.FP32, d)
		}
	}
	return b
}

// clocks is how long a pipe is busy with instructions of a warp, at a rate in threads per clock.
// For example, 64 threads per clock and SM with 4 schedulers are 16 for each: a warp of 32 threads
// keeps its scheduler's share busy for two clocks, which are 2*CoreParts parts.
func (p Pipe) clocks(instructions, rate int, d *device.Device) int32 {
	threads := instructions * d.WarpSize
	switch {
	case !p.PerScheduler(d):
		return int32(threads / max(1, rate))
	case instructions == 0:
		return 0
	}
	return int32(max(1, threads*d.Schedulers*d.CoreParts/max(1, rate)))
}
