package gpumodel

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
)

// A LimitError is a grid or a block that a device cannot launch.
type LimitError struct {
	Grid, Block Dim3
	Device      *device.Device
	what        string
}

func (e *LimitError) Error() string { return e.what }

// Allowed reports whether another device can launch the grid and the block.
func (e *LimitError) Allowed(d *device.Device) bool { return checkSizes(e.Grid, e.Block, d) == nil }

// Empty reports whether there are no blocks, or no threads in a block.
func (e *LimitError) Empty() bool { return e.Grid.Count() == 0 || e.Block.Count() == 0 }

// Swapped reports whether the grid and the block look exchanged: there are too many threads in
// a block, and the number of blocks would be a usual block. 32 threads are a warp.
func (e *LimitError) Swapped() bool {
	most := e.Device.MaxThreadsPerBlock
	return e.Block.Count() > most && e.Grid.Count() <= most && e.Grid.Count() >= 32
}

// checkSizes refuses a grid and a block that the device cannot launch, with its limit.
func checkSizes(grid, block Dim3, d *device.Device) *LimitError {
	refuse := func(format string, args ...any) *LimitError {
		return &LimitError{Grid: grid, Block: block, Device: d, what: fmt.Sprintf(format, args...)}
	}
	for _, x := range []struct {
		what     string
		got, max int
	}{
		{"block.x", block.X, d.MaxBlockX}, {"block.y", block.Y, d.MaxBlockY}, {"block.z", block.Z, d.MaxBlockZ},
		{"grid.x", grid.X, d.MaxGridX}, {"grid.y", grid.Y, d.MaxGridY}, {"grid.z", grid.Z, d.MaxGridZ},
	} {
		if x.got < 1 || x.got > x.max {
			return refuse("%s is %d: %s allows 1 to %d", x.what, x.got, d.Name, x.max)
		}
	}
	if n := block.Count(); n > d.MaxThreadsPerBlock {
		return refuse("block %v has %d threads, %s allows %d", block, n, d.Name, d.MaxThreadsPerBlock)
	}
	return nil
}
