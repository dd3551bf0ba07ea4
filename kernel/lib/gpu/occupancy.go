package gpu

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/plotting"
)

// An Occupancy says how many blocks of a kernel fit an SM, as a value.
type Occupancy struct {
	occupancy isa.Occupancy
	device    *device.Device
	kernel    string // or what a block needs, where there is none
	block     gpumodel.Dim3
	registers int   // of a thread
	shared    int   // bytes of a block
	steps     []int // bytes of dynamic shared memory for ever fewer blocks
}

// title is "k, block (256, 1, 1), on GTX 280: 24 of 32 warps, 75 %, limited by shared memory".
func (o *Occupancy) title() string {
	return fmt.Sprintf("%s, block %v, on %s: %d of %d warps, %s, limited by %s", o.kernel, dims(o.block), o.device.Name,
		o.occupancy.WarpsPerSM, o.device.MaxWarpsPerSM, plotting.Percent(o.occupancy.Fraction), o.occupancy.Limiter)
}

func (o *Occupancy) String() string {
	return fmt.Sprintf("%s, limited by %s", plotting.Percent(o.occupancy.Fraction), o.occupancy.Limiter)
}
func (*Occupancy) Type() string            { return "occupancy" }
func (*Occupancy) Freeze()                 {}
func (*Occupancy) Truth() starlark.Bool    { return true }
func (o *Occupancy) Hash() (uint32, error) { return unhashable(o) }

var occupancyAttributes = attributes[*Occupancy]{
	"fraction":      number(func(o *Occupancy) float64 { return o.occupancy.Fraction }),
	"limiter":       text(func(o *Occupancy) string { return o.occupancy.Limiter }),
	"blocks_per_sm": integer(func(o *Occupancy) int { return o.occupancy.BlocksPerSM }),
	"warps_per_sm":  integer(func(o *Occupancy) int { return o.occupancy.WarpsPerSM }),
	"by_blocks":     integer(func(o *Occupancy) int { return o.occupancy.ByBlocks }),
	"by_threads":    integer(func(o *Occupancy) int { return o.occupancy.ByThreads }),
	"by_registers":  integer(func(o *Occupancy) int { return o.occupancy.ByRegisters }),
	"by_shared":     integer(func(o *Occupancy) int { return o.occupancy.ByShared }),
	"shared_steps":  (*Occupancy).sharedSteps,
}

var _ = declare(row{
	name: "kernel.occupancy", page: "kernels.md", attr: method((*Kernel).occupancy),
	returns: &Occupancy{},
	doc: `occupancy(gpu=None, block=None, shared=0)
How many blocks of a size fit a multiprocessor, and what limits them: fraction, limiter, blocks_per_sm,
warps_per_sm, by_blocks, by_threads, by_registers, by_shared; shared_steps are the bytes of dynamic shared
memory that leave ever fewer blocks, for sweep(shared=…).

    k.occupancy(block=256).blocks_per_sm`,
})

// Attr returns a figure of the occupancy.
func (o *Occupancy) Attr(name string) (starlark.Value, error) {
	return occupancyAttributes.get(o, name)
}

// AttrNames lists the figures.
func (o *Occupancy) AttrNames() []string { return occupancyAttributes.names() }

// sharedSteps is the list for sweep(shared=…).
func (o *Occupancy) sharedSteps() (starlark.Value, error) {
	var list []starlark.Value
	for _, bytes := range o.steps {
		list = append(list, starlark.MakeInt(bytes))
	}
	return starlark.NewList(list), nil
}

// MIMEBundle shows what each resource would allow.
func (o *Occupancy) MIMEBundle() (data, metadata map[string]any) {
	k := o.occupancy
	t := &plotting.Table{
		Title:   o.title(),
		Columns: []plotting.Column{{Name: "resource"}, {Name: "blocks per SM", Kind: plotting.Int}},
	}
	for _, row := range []struct {
		name   string
		blocks int
	}{{"blocks", k.ByBlocks}, {"threads", k.ByThreads}, {"registers", k.ByRegisters}, {"shared memory", k.ByShared}} {
		t.Add(row.name, row.blocks)
	}
	return t.MIMEBundle()
}

// occupancy asks for a block without a kernel: on any GPU and any generation.
func (l *library) occupancy(c call) (starlark.Value, error) {
	var gpu, threads starlark.Value
	registers, shared := 0, 0
	if err := c.unpack("gpu", &gpu, "threads", &threads, "registers?", &registers, "shared?", &shared); err != nil {
		return nil, err
	}
	d, err := l.anyDevice(gpu)
	if err != nil {
		return nil, err
	}
	block, err := dim3("threads", threads)
	if err != nil {
		return nil, err
	}
	if registers < 0 || shared < 0 {
		return nil, valueErrorf("occupancy: registers is %d and shared is %d, want 0 or more", registers, shared)
	}
	o, err := isa.Occupy(d, block.Count(), registers, shared)
	if err != nil {
		return nil, valueErrorf("occupancy: %s", strings.TrimPrefix(err.Error(), "isa: "))
	}
	return &Occupancy{
		occupancy: o, device: d, kernel: fmt.Sprintf("%d registers, %d B of shared memory", registers, shared), block: block,
		registers: registers, shared: shared, steps: isa.SharedSteps(d, block.Count(), registers, shared),
	}, nil
}

func (k *Kernel) occupancy(c call) (starlark.Value, error) {
	var gpu, block starlark.Value
	shared := 0
	if err := c.unpack("gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
	return k.occupancyOf("occupancy", gpu, block, shared)
}

// occupancyOf is the occupancy of blocks on a GPU; without a block those of the
// program's usual launch.
func (k *Kernel) occupancyOf(name string, gpu, block starlark.Value, shared int) (*Occupancy, error) {
	d, err := k.library.deviceOf(gpu)
	if err != nil {
		return nil, err
	}
	var size gpumodel.Dim3
	switch {
	case block != nil:
		if size, err = dim3("block", block); err != nil {
			return nil, err
		}
	case k.program != nil:
		size = k.program.Block
	case name == "occupancy":
		return nil, typeErrorf("occupancy: missing argument for block, as in %s.occupancy(block=256)", k.kernel.Name)
	default:
		return nil, typeErrorf("%[1]s: missing argument for block, as in %[1]s(%[2]s, block=256)", name, k.kernel.Name)
	}
	n, err := k.needs(k.library.ctx(), d)
	if err != nil {
		return nil, err
	}
	o, err := isa.Occupy(d, size.Count(), n.registers, n.shared+shared)
	if err != nil {
		return nil, valueErrorf("%s: %s", name, strings.TrimPrefix(err.Error(), "isa: "))
	}
	return &Occupancy{
		occupancy: o, device: d, kernel: k.kernel.Name, block: size,
		registers: n.registers, shared: n.shared + shared, steps: isa.SharedSteps(d, size.Count(), n.registers, n.shared),
	}, nil
}
