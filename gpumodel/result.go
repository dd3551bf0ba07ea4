package gpumodel

import (
	"context"
	"math"
	"slices"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A Result is what a launch did and how long it took.
type Result struct {
	Kernel *Kernel
	Device *device.Device
	Launch Launch
	// Time is the modelled duration of the kernel in seconds, launch overhead apart.
	Time float64
	// Simulated is the same as the engine has it: Time is the largest bound where that is longer.
	Simulated float64
	Measured  bool // on a real GPU
	// Measurement is how, and nil for a modelled result.
	Measurement Measurement
	Occupancy   isa.Occupancy
	Registers   int
	// SharedBytes is the shared memory of a block: static (as the compiler counts it) and dynamic.
	SharedBytes int
	Sampled     float64 // share of the launch that was simulated
	// Uncertainty is by what part of Time the whole simulation of the launch may differ from it, with a
	// probability of 95 %; 0 if all of the launch was simulated. It says nothing of how far the model
	// is from a card.
	Uncertainty float64
	// Unfinished says of a launch that was to be executed in full what was executed instead, because every
	// thread takes too long; empty otherwise. What it writes can't be read then.
	Unfinished string
	// Counters, Bounds and what follows have to be asked for where a result is measured (Complete).
	Counters counter.Set
	Bounds   []Bound // largest first
	// Inner is the basic block of the program that most floating-point operations come
	// from: the body of the inner loop, or a part of it between barriers.
	Inner isa.BasicBlock
	// Counted is what the counters were computed from: what was executed at each place of
	// the program, and what the engine saw. The sum of launches has none of its own.
	Counted *counter.Run
	// Launches are the results that this one is the sum of, if there were several.
	Launches []*Result
	nested   []nestedRun // what the kernel launched
}

// LeastUncertainty is the uncertainty from which reports tell it.
const LeastUncertainty = 0.01

// Within reports whether the times of two results differ by less than their uncertainties together.
func (r *Result) Within(o *Result) bool {
	return math.Abs(r.Time-o.Time) < r.Uncertainty*r.Time+o.Uncertainty*o.Time
}

// UsesHeap reports whether the kernel may take memory with malloc or new: what that takes on a card is not modelled.
func (r *Result) UsesHeap() bool {
	return r.Counted != nil && slices.ContainsFunc(r.Counted.Program.Globals,
		func(g ir.Var) bool { return g.Name == ir.HeapName && g.Written })
}

// LoopsOnShared reports whether warps of a block may disturb one another at atomics on shared memory that are loops, of floats or of
// 64 bits where the banks do the others: how often a loop then runs again is known within a factor of two.
func (r *Result) LoopsOnShared() bool {
	return r.Counted != nil && r.Device.SharedQueue && r.Launch.Block.Count() > r.Device.WarpSize &&
		slices.ContainsFunc(r.Counted.Program.Code, func(in isa.Instr) bool {
			if in.Space == ir.Generic && in.Within[ir.Shared] != nil {
				in = *in.Within[ir.Shared]
			}
			return in.Op == ir.Atom && in.Space == ir.Shared && in.Turns == isa.ByLock
		})
}

// Recursive reports whether functions of the kernel call themselves: what their calls take on a card is not modelled.
func (r *Result) Recursive() bool {
	return r.Counted != nil && slices.ContainsFunc(r.Counted.Program.Locals, func(l ir.Var) bool { return l.Name == ir.StackName })
}

// Chooses reports whether a call of the kernel may lead to one function or another, through a pointer or as a virtual one:
// what such a call takes on a card is not modelled.
func (r *Result) Chooses() bool { return r.Counted != nil && r.Counted.Program.Chooses }

// TimesItself reports whether the kernel measures a part of itself with the clock in blocks that were not simulated, while several warps
// share a scheduler. The clock of such a warp does not see what the others take from it, so that what it measures is too short:
// deviation 86.
func (r *Result) TimesItself() bool {
	if r.Counted == nil || r.Sampled >= 1 || !r.Counted.Program.TimesItself() {
		return false
	}
	d, block := r.Device, (r.Launch.Block.Count()+31)/32
	blocks := min(max(1, r.Occupancy.BlocksPerSM), (r.Launch.Grid.Count()+d.SMs-1)/d.SMs)
	return block*blocks > d.Schedulers
}

// LaunchOverhead is the seconds that the launches take besides their kernels, on the
// host and on the way to the GPU.
func (r *Result) LaunchOverhead() float64 {
	return float64(max(1, len(r.Launches))) * r.Device.LaunchOverhead * 1e-6
}

// Elapsed is the seconds that a host sees from the first launch to the end of the last
// kernel, as it measures them with a clock or with events around them.
func (r *Result) Elapsed() float64 { return r.Time + r.LaunchOverhead() }

// BelowBound is by what share the largest bound was longer than the simulated time, 0 if it
// was not. A sample of a launch can be a little too fast; more is an error of the model.
func (r *Result) BelowBound() float64 {
	if r.Simulated == 0 { // measured
		return 0
	}
	return r.Time/r.Simulated - 1
}

// GBps is what the threads asked for, loads and stores of global memory and texels, in 1e9 bytes per second.
func (r *Result) GBps() float64 {
	if r.Measured {
		return r.work().Bytes / r.Time / 1e9
	}
	return r.Counters.Value("inst_bytes_requested") / r.Time / 1e9
}

// BusGBps is what the memory bus moved, in 1e9 bytes per second.
func (r *Result) BusGBps() float64 {
	return (r.Counters.Value("dram__bytes_read.sum") + r.Counters.Value("dram__bytes_write.sum")) / r.Time / 1e9
}

// PCIeGBps is what kernels moved of mapped memory of the host, the busier way, in
// 1e9 bytes per second.
func (r *Result) PCIeGBps() float64 {
	return max(r.Counters.Value("pcie__read_bytes.sum"), r.Counters.Value("pcie__write_bytes.sum")) / r.Time / 1e9
}

// GFLOPs is the floating-point operations executed (multiply-add counts 2), in 1e9 per second.
func (r *Result) GFLOPs() float64 { return r.Flops() / r.Time / 1e9 }

// Flops is the number of floating-point operations.
func (r *Result) Flops() float64 {
	if r.Measured {
		return r.work().Flops
	}
	return r.Counters.Value("flop_count_sp") + r.Counters.Value("flop_count_dp")
}

// work is that of a measured result, as far as it is known.
func (r *Result) work() Work {
	if w := r.Measurement.Work(); w != nil {
		return *w
	}
	return Work{}
}

// A Measurement is how a result was timed on a real GPU. Package measured has the type.
type Measurement interface {
	// Work is what the rates of the result are of: nil where it is not known.
	Work() *Work
	// Model is the result of the same launch on the device's model. The error says why
	// the model refuses the launch.
	Model(ctx context.Context) (*Result, error)
}

// Work is what the threads of a launch ask for and compute.
type Work struct {
	Bytes float64 // loads and stores of global memory, and texels
	Flops float64
}

// Complete gives a measured result what only the model can tell: counters, bounds, the
// inner loop and what they come from. A modelled one has them.
func (r *Result) Complete(ctx context.Context) error {
	if !r.Measured {
		return nil
	}
	model, err := r.Measurement.Model(ctx)
	if err != nil {
		return err
	}
	r.Counters, r.Inner, r.Counted = model.Counters, model.Inner, model.Counted
	r.Bounds = slices.Clone(model.Bounds)
	for i := range r.Bounds {
		r.Bounds[i].Share = r.Bounds[i].Time / r.Time
	}
	return nil
}

// Bound is the name of the bound that the time is made of.
func (r *Result) Bound() string { return r.Bounds[0].Name }

// A Bound is a lower limit of the time, in closed form.
type Bound struct {
	Name    string  // issue, shared memory, DRAM bandwidth, partition camping, block launch, latency …: the constants Bound…
	Time    float64 // seconds
	Share   float64 // of the result's time
	Formula string  // with the numbers put in
}
