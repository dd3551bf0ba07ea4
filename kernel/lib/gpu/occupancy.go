package gpu

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/plotting"
)

// An Occupancy says how many blocks of a kernel fit an SM, as a value.
type Occupancy struct {
	occupancy isa.Occupancy
	title     string
	maxWarps  int
}

func (o *Occupancy) String() string {
	return fmt.Sprintf("%s, limited by %s", percent(o.occupancy.Fraction), o.occupancy.Limiter)
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
}

// Attr returns a figure of the occupancy.
func (o *Occupancy) Attr(name string) (starlark.Value, error) {
	return occupancyAttributes.get(o, name)
}

// AttrNames lists the figures.
func (o *Occupancy) AttrNames() []string { return occupancyAttributes.names() }

// MIMEBundle shows what each resource would allow.
func (o *Occupancy) MIMEBundle() (data, metadata map[string]any) {
	k := o.occupancy
	t := &plotting.Table{
		Title:   fmt.Sprintf("%s: %d of %d warps, %s, limited by %s", o.title, k.WarpsPerSM, o.maxWarps, percent(k.Fraction), k.Limiter),
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

func (k *Kernel) occupancy(c call) (starlark.Value, error) {
	var gpu, block starlark.Value
	shared := 0
	if err := c.unpack("gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
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
	default:
		return nil, typeErrorf("occupancy: missing argument for block, as in %s.occupancy(block=256)", k.kernel.Name)
	}
	if _, err := k.lower(d); err != nil {
		return nil, err
	}
	o, err := k.kernel.Occupancy(d, size, shared)
	if err != nil {
		return nil, valueErrorf("occupancy: %s", strings.TrimPrefix(err.Error(), "isa: "))
	}
	return &Occupancy{o, fmt.Sprintf("%s, block %v, on %s", k.kernel.Name, dims(size), d.Name), d.MaxWarpsPerSM}, nil
}
