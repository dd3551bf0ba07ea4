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

// Swapped reports whether the grid and the block look exchanged: the number of blocks would be a usual block, and there are too
// many threads in a block, or less than a warp in a row. One thread in a block is what a first lesson writes on purpose, and so is
// a small tile, such as 4 × 4 threads.
func Swapped(grid, block Dim3, d *device.Device) bool {
	blocks, threads := grid.Count(), block.Count()
	if blocks < d.WarpSize || blocks > d.MaxThreadsPerBlock {
		return false
	}
	row := block.X == threads && grid.X == blocks
	return threads > d.MaxThreadsPerBlock || row && threads > 1 && threads < d.WarpSize && blocks%d.WarpSize == 0
}

// Swapped is [Swapped] of the launch that was refused.
func (e *LimitError) Swapped() bool { return Swapped(e.Grid, e.Block, e.Device) }

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
