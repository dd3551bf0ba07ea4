package gpumodel

import (
	"fmt"
	"io"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/warp"
)

// Dim3 is the size of a grid or a block.
type Dim3 struct{ X, Y, Z int }

// Count is the number of blocks or threads.
func (d Dim3) Count() int { return d.X * d.Y * d.Z }

func (d Dim3) String() string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

// Short is the size as CUDA C may write it: a number where the rest is 1.
func (d Dim3) Short() string {
	switch {
	case d.Z != 1:
		return d.String()
	case d.Y != 1:
		return fmt.Sprintf("(%d, %d)", d.X, d.Y)
	}
	return fmt.Sprint(d.X)
}

// Mode says how much of a launch is executed.
type Mode uint8

const (
	// Auto executes every thread of a small launch, or an exact one, and a sample of a large one: of one of
	// many threads, or whose threads take more than some seconds. It takes about 20 s of a core at most.
	Auto Mode = iota
	// Full executes every thread, however long that takes.
	Full
	// Sample executes blocks until the throughput is steady, for about 20 s of a core at most.
	Sample
)

// A Launch is kernel<<<Grid, Block, Shared>>>(Args).
type Launch struct {
	Kernel *Kernel
	Grid   Dim3
	Block  Dim3
	Shared int // bytes of dynamic shared memory
	// MaxShared is how much of it cudaFuncSetAttribute allows the kernel; 0 is what every kernel may have.
	MaxShared int
	// Args has an argument for each of Kernel.Params: *Array or Mapped for a pointer,
	// *Texture for a texture object, int64, float64 or bool for a number.
	Args []any
	Mode Mode
	// Exact simulates every block and every iteration, whatever that takes: the time has no uncertainty.
	Exact bool
	// Progress is told now and then how many blocks have been begun, or of an exact launch with each
	// block how many have been simulated; nil for nobody.
	Progress func(done, all int)
	// Variables are the __device__ and __constant__ variables; nil is those of the
	// kernel's module.
	Variables *Variables
	Stdout    io.Writer // printf of the kernel; nil discards
	// Again says that a launch of the same module whose time depends on the same may tell the time of this one, which is then only
	// executed for what it writes. It has no effect where that cannot be known, and is not for experiments.
	Again bool
	// Experiment is for those who ask why a launch takes its time; zero is a usual launch.
	Experiment experiment.Experiment
	// inside is set for a launch by a kernel, and launched are those that this one has made.
	inside   *nesting
	launched []nestedRun
	repeats  *Repeats // nil where no launch is like another
	touches  *warp.Touches
}

// Warps are those of a block.
func (l *Launch) Warps(d *device.Device) int {
	return (l.Block.Count() + d.WarpSize - 1) / d.WarpSize
}

// Check refuses a launch that the device would refuse, with its limit.
func (l *Launch) Check(d *device.Device) error {
	if err := d.Runnable(); err != nil {
		return err
	}
	if err := checkSizes(l.Grid, l.Block, d); err != nil {
		return err
	}
	if n, most := l.Block.Count(), l.Kernel.fn.MaxThreads; most > 0 && n > most {
		return fmt.Errorf("block %v has %d threads, __launch_bounds__ of %s allows %d", l.Block, n, l.Kernel.Name, most)
	}
	for i, arg := range l.Args {
		if _, mapped := arg.(Mapped); mapped && !d.MapHostMemory {
			return fmt.Errorf("argument %d is memory of the host: %s (compute capability %s) cannot map it, capabilities from 1.2 on can",
				i+1, d.Name, d.ComputeCapability)
		}
	}
	most := max(d.MaxSharedPerBlock, min(l.MaxShared, d.MaxSharedOptIn))
	if d.Card != nil {
		most = max(most, d.MaxSharedOptIn) // which the driver is asked for
	}
	if l.Shared < 0 || l.Shared > most {
		return fmt.Errorf("%d bytes of dynamic shared memory: %s allows 0 to %d", l.Shared, d.Name, most)
	}
	return nil
}

// CheckArgs refuses another number of arguments than the kernel takes.
func (l *Launch) CheckArgs() error {
	if params := l.Kernel.Params(); len(l.Args) != len(params) {
		return fmt.Errorf("%s takes %d arguments (%s), got %d", l.Kernel.Name, len(params), signature(params), len(l.Args))
	}
	return nil
}
