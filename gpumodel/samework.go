package gpumodel

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
)

// SameWork is the remark on a launch of several blocks that all do the same; "" for other launches. A kernel for one block may be
// launched with many on purpose, to keep the GPU busy; its arrays are then as small as a block. So written returns the number of elements
// of the largest array that the kernel writes.
func (k *Kernel) SameWork(ctx context.Context, d *device.Device, grid, block Dim3, written func() int) string {
	if grid.Count() < 2 {
		return ""
	}
	p, err := k.Lower(ctx, d)
	if err != nil || !p.SameBlocks() || written() <= block.Count() {
		return ""
	}
	return fmt.Sprintf("all %d blocks of %s compute the same elements, because it does not use blockIdx; the index of a thread among all threads is "+
		"blockIdx.x * blockDim.x + threadIdx.x", grid.Count(), k.Name)
}
