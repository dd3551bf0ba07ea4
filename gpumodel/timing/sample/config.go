package sample

import (
	"context"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/memsys"
	"warpbook.dev/gpumodel/timing/memsys/volta"
	"warpbook.dev/gpumodel/warp"
)

// A Config says what to simulate.
type Config struct {
	Device        *device.Device
	Blocks        int // of the grid
	GridX         int // blocks of one row of the grid; 0 if that does not matter
	GridY         int // rows of one layer of the grid; 0 if that does not matter
	BlocksPerSM   int // resident, from the occupancy
	WarpsPerBlock int
	SharedPerSM   int // bytes of shared memory that the resident blocks of an SM use, the system's included
	// Sample allows the simulation to stop once the throughput is steady.
	Sample bool
	// Partial says that blocks do not depend on others having been executed, so that
	// any of them, and any iterations of their loops, can be left out.
	Partial bool
	// Alike says that a survey has found blocks alike, of a launch that is not Partial. Blocks that nobody
	// surveyed may differ, and agreement of the first ones says nothing of the others.
	Alike bool
	// Whole says that the chip is simulated as a whole: blocks take turns at something
	// there is one of.
	Whole bool
	// Bounded says that the simulation ends after a bounded number of events (see most), with an error
	// that wraps ErrSpent if it knows too little of the rest then.
	Bounded bool
	// Results says that the blocks are executed for their results as well: a run is not cut off.
	Results bool
	// L2 are the slices of the L2 as an earlier launch has left them; nil if they are empty.
	L2     []*memory.LineCache
	spent  *int64      // events of the launch so far, if it is bounded
	steps  float64     // of all blocks, about, as a survey has it
	most   int64       // events of a sampled run; 0 means any number, as nothing is known of the rest
	parts  float64     // of the chip, of which the device is one
	rhythm warp.Rhythm // of the iterations of long loops
	differ bool        // blocks do
	goesOn bool        // a sample of short blocks that says too little goes on to the end of the launch
	share  volta.Share // of what is loaded
}

// surveyed reports whether a survey says how far blocks differ.
func (c *Config) surveyed() bool { return c.Partial || c.Alike }

// leastSampled is the work, as Engine.Work counts it, that is done before blocks are left out.
func (c *Config) leastSampled() int64 {
	if c.surveyed() {
		return 0
	}
	return mostReplayed / 2
}

// Engine returns an engine for the blocks of the grid, from the first one on.
func (c Config) Engine(ctx context.Context, source engine.Source) *engine.Engine {
	return c.engine(ctx, source, 0, func(int) warp.Options { return warp.Options{} })
}

// engine returns an engine for c.Blocks blocks from number first on, which are started with options.
func (c Config) engine(ctx context.Context, source engine.Source, first int, options func(block int) warp.Options) *engine.Engine {
	return engine.New(ctx, engine.Config{
		Device: c.Device, First: first, Blocks: c.Blocks, BlocksPerSM: c.BlocksPerSM, WarpsPerBlock: c.WarpsPerBlock, Options: options,
	}, source, func(e *engine.Engine) engine.Memory {
		return memsys.New(e, volta.Config{SharedPerSM: c.SharedPerSM, Share: c.share, Parts: c.parts, L2: c.L2})
	})
}
