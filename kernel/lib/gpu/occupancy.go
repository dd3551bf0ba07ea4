package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// An Occupancy says how many blocks of a kernel fit an SM, as a value.
type Occupancy struct{ *figure.Occupancy }

func (o *Occupancy) String() string {
	return fmt.Sprintf("%s, limited by %s", plotting.Percent(o.Fraction), o.Limiter)
}
func (*Occupancy) Type() string            { return "occupancy" }
func (*Occupancy) Freeze()                 {}
func (*Occupancy) Truth() starlark.Bool    { return true }
func (o *Occupancy) Hash() (uint32, error) { return face.Unhashable(o) }

var _ = face.DeclareFields(&registry, face.Fields[*Occupancy]{
	"fraction":      face.Number(func(o *Occupancy) float64 { return o.Fraction }),
	"limiter":       face.Text(func(o *Occupancy) string { return o.Limiter }),
	"blocks_per_sm": face.Integer(func(o *Occupancy) int { return o.BlocksPerSM }),
	"warps_per_sm":  face.Integer(func(o *Occupancy) int { return o.WarpsPerSM }),
	"by_blocks":     face.Integer(func(o *Occupancy) int { return o.ByBlocks }),
	"by_threads":    face.Integer(func(o *Occupancy) int { return o.ByThreads }),
	"by_registers":  face.Integer(func(o *Occupancy) int { return o.ByRegisters }),
	"by_shared":     face.Integer(func(o *Occupancy) int { return o.ByShared }),
	"shared_steps":  (*Occupancy).sharedSteps,
})

var _ = registry.Declare(row{
	Name: "kernel.occupancy", Page: "kernels.md", Attr: face.Method((*Kernel).occupancy),
	Returns: &Occupancy{},
	Doc: `occupancy(gpu=None, block=None, shared=0)
Computes how many blocks fit on a multiprocessor, and which resource limits this number.

gpu (GPU or name, None): the GPU; None is the default of the session
block (int or tuple, None): threads per block; None is the program's usual block
shared (int, 0): bytes of dynamic shared memory

Returns an occupancy o: o.fraction, o.limiter, o.blocks_per_sm, o.warps_per_sm, o.by_blocks, o.by_threads,
o.by_registers and o.by_shared. o.shared_steps lists the sizes of dynamic shared memory, in bytes, at which one
block fewer fits. Use it in sweep(shared=…).

    k.occupancy(block=256).blocks_per_sm`,
})

// Attr returns a figure of the occupancy.
func (o *Occupancy) Attr(name string) (starlark.Value, error) {
	return registry.Attr(o, name)
}

// AttrNames lists the figures.
func (o *Occupancy) AttrNames() []string { return registry.AttrNames(o) }

// sharedSteps is the list for sweep(shared=…).
func (o *Occupancy) sharedSteps() (starlark.Value, error) {
	var list []starlark.Value
	for _, bytes := range o.Steps {
		list = append(list, starlark.MakeInt(bytes))
	}
	return starlark.NewList(list), nil
}

// MIMEBundle shows what each resource would allow.
func (o *Occupancy) MIMEBundle() (data, metadata map[string]any) { return o.Table().MIMEBundle() }

// occupancy asks for a block without a kernel: on any GPU and any generation.
func (l *Library) occupancy(c face.Call) (starlark.Value, error) {
	var gpu, threads starlark.Value
	registers, shared := 0, 0
	if err := c.Unpack("gpu", &gpu, "threads", &threads, "registers?", &registers, "shared?", &shared); err != nil {
		return nil, err
	}
	d, err := l.anyDevice(gpu)
	if err != nil {
		return nil, err
	}
	block, err := Dim3("threads", threads)
	if err != nil {
		return nil, err
	}
	if registers < 0 || shared < 0 {
		return nil, face.ValueErrorf("occupancy: registers is %d and shared is %d, want 0 or more", registers, shared)
	}
	o, err := figure.NewOccupancy(d, fmt.Sprintf("%d registers, %d B of shared memory", registers, shared), block, registers, shared, 0)
	if err != nil {
		return nil, face.ValueErrorf("%s: %v", c.Name, err)
	}
	return &Occupancy{o}, nil
}

func (k *Kernel) occupancy(c face.Call) (starlark.Value, error) {
	var gpu, block starlark.Value
	shared := 0
	if err := c.Unpack("gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
	return k.occupancyOf("occupancy", gpu, block, shared)
}

// occupancyOf is the occupancy of blocks on a GPU; without a block those of the
// program's usual launch.
func (k *Kernel) occupancyOf(name string, gpu, block starlark.Value, shared int) (*Occupancy, error) {
	d, err := k.library.DeviceOf(gpu)
	if err != nil {
		return nil, err
	}
	var size gpumodel.Dim3
	switch {
	case block != nil:
		if size, err = Dim3("block", block); err != nil {
			return nil, err
		}
	case k.program != nil:
		size = k.program.Block
	case name == "occupancy":
		return nil, face.TypeErrorf("occupancy: missing argument for block, as in %s.occupancy(block=256)", k.called())
	default:
		return nil, face.TypeErrorf("%[1]s: missing argument for block, as in %[1]s(%[2]s, block=256)", name, k.called())
	}
	n, err := k.resources(k.library.ctx(), d)
	if err != nil {
		return nil, err
	}
	o, err := figure.NewOccupancy(d, k.kernel.Name, size, n.registers, n.shared+shared, shared)
	if err != nil {
		return nil, face.ValueErrorf("%s: %v", name, err)
	}
	return &Occupancy{o}, nil
}

var _ = registry.Declare(row{
	Name: "occupancy", Page: "kernels.md", StateFunc: (*Library).occupancy,
	Returns: &Occupancy{},
	Args:    face.Hints{"gpu": allDevices},
	Doc: `occupancy(gpu, threads, registers=0, shared=0)
Computes how many blocks fit on a multiprocessor, and which resource limits this number. NVIDIA's occupancy
calculator computes the same.

gpu (GPU or name): any GPU, or a compute capability, for example "8.6"
threads (int): threads per block
registers (int, 0): registers per thread
shared (int, 0): bytes of shared memory per block. On compute capability 1.x, add the bytes of the kernel's
  parameters and 16 more bytes

Returns an occupancy o: o.fraction, o.limiter, o.blocks_per_sm, o.warps_per_sm, …

    occupancy("8.6", 256, registers=40, shared=16384)
    occupancy("GTX 280", 512, registers=16).limiter`,
})

var _ = registry.Declare(row{
	Name: "occupancy_plot", Page: "pictures.md", StateFunc: (*Library).occupancyPlot,
	StateArgs: stateHints{"kernel": (*Library).Programs},
	Doc: `occupancy_plot(kernel, gpu=None, block=None, shared=0)
Draws how many warps fit on a multiprocessor. Three curves show this number over the threads per block, the
registers per thread, and the shared memory per block. A mark on each curve shows the kernel. Labels at the
steps show the number of blocks. The lower part shows the number of blocks that fit for each resource. The bar
of the limiting resource is full.

kernel (kernel or occupancy): a kernel, or the result of occupancy(…)
gpu (GPU or name, None): the GPU; None is the default of the session
block (int or tuple, None): threads per block; None is the program's usual block
shared (int, 0): bytes of dynamic shared memory

Returns the figure.

    occupancy_plot(kernel("transpose/padded"), block=(32, 8))
    occupancy_plot(occupancy("8.6", 256, registers=40))`,
})

func (l *Library) occupancyPlot(c face.Call) (starlark.Value, error) {
	var kernel, gpu, block starlark.Value
	shared := 0
	if err := c.Unpack("kernel", &kernel, "gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
	o, err := l.plotted(kernel, gpu, block, shared)
	if err != nil {
		return nil, err
	}
	return plot.NewFigure(o.Sheet())
}

// plotted is the occupancy that occupancy_plot draws: one that is given, or a kernel's.
func (l *Library) plotted(v, gpu, block starlark.Value, shared int) (*Occupancy, error) {
	if o, ok := v.(*Occupancy); ok {
		if gpu != nil || block != nil || shared != 0 {
			return nil, face.TypeErrorf("occupancy_plot: an occupancy has its gpu, block and shared memory: want no further arguments")
		}
		return o, nil
	}
	k, err := l.KernelOf(v)
	if err != nil {
		return nil, err
	}
	return k.occupancyOf("occupancy_plot", gpu, block, shared)
}
