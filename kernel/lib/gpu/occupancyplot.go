package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/plot"
)

var _ = declare(row{
	name: "occupancy", page: "kernels.md", fn: (*library).occupancy,
	returns: &Occupancy{},
	args:    hints{"gpu": (*library).allDevices},
	doc: `occupancy(gpu, threads, registers=0, shared=0)
How many blocks of so many threads fit a multiprocessor when each thread has so many
registers and each block so many bytes of shared memory, and what limits them: NVIDIA's
occupancy calculator for any GPU and, as "8.6", any compute capability. On 1.x shared
counts the 16 bytes and the parameters that a kernel has there.

    occupancy("8.6", 256, registers=40, shared=16384)
    occupancy("GTX 280", 512, registers=16).limiter`,
})

var _ = declare(row{
	name: "occupancy_plot", page: "pictures.md", fn: (*library).occupancyPlot,
	args: hints{"kernel": (*library).programs},
	doc: `occupancy_plot(kernel, gpu=None, block=None, shared=0)
What-if: how many warps a multiprocessor holds, over the threads of a block,
over the registers of a thread and over the shared memory of a block, all else
as it is. The kernel itself is marked in each, and steps say how many blocks they are. Below
stands what fits a multiprocessor: for each resource as many places as it has for such blocks,
and the blocks in them; the resource that limits has none left. Instead of a kernel it takes
what occupancy(…) gives.

    occupancy_plot(kernel("transpose/padded"), block=(32, 8))
    occupancy_plot(occupancy("8.6", 256, registers=40))`,
})

func (l *library) occupancyPlot(c call) (starlark.Value, error) {
	var kernel, gpu, block starlark.Value
	shared := 0
	if err := c.unpack("kernel", &kernel, "gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
	o, err := l.plotted(kernel, gpu, block, shared)
	if err != nil {
		return nil, err
	}
	return plot.NewFigure(o.Sheet())
}

// plotted is the occupancy that occupancy_plot draws: one that is given, or a kernel's.
func (l *library) plotted(v, gpu, block starlark.Value, shared int) (*Occupancy, error) {
	if o, ok := v.(*Occupancy); ok {
		if gpu != nil || block != nil || shared != 0 {
			return nil, typeErrorf("occupancy_plot: an occupancy has its gpu, block and shared memory: want no further arguments")
		}
		return o, nil
	}
	k, err := l.kernelOf(v)
	if err != nil {
		return nil, err
	}
	return k.occupancyOf("occupancy_plot", gpu, block, shared)
}
