package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// An HBMProduct is a figure of high-bandwidth memory with all its terms, as a value.
type HBMProduct struct{ *figure.Product }

func (p *HBMProduct) String() string        { return p.Title() }
func (*HBMProduct) Type() string            { return "hbm_product" }
func (*HBMProduct) Freeze()                 {}
func (*HBMProduct) Truth() starlark.Bool    { return true }
func (p *HBMProduct) Hash() (uint32, error) { return unhashable(p) }

var hbmProductAttributes = attributes[*HBMProduct]{
	"value":   number(func(p *HBMProduct) float64 { return p.Value() }),
	"formula": text(func(p *HBMProduct) string { return p.Formula() }),
	"gbps": func(p *HBMProduct) (starlark.Value, error) {
		if p.Unit != "B/s" {
			return nil, nil
		}
		return starlark.Float(p.Value() / 1e9), nil
	},
	"banks": func(p *HBMProduct) (starlark.Value, error) {
		if p.Unit != "banks" {
			return nil, nil
		}
		return starlark.MakeInt(int(p.Value() + 0.5)), nil
	},
	"of_gpu": func(p *HBMProduct) (starlark.Value, error) {
		if p.Device == nil {
			return starlark.None, nil
		}
		if p.Unit == "B/s" {
			return starlark.Float(p.OfDevice() / 1e9), nil
		}
		return starlark.MakeInt(int(p.OfDevice() + 0.5)), nil
	},
}

var _ = declare(row{
	name: "hbm_product.table", returns: exampleTable,
	attr: field(tableOf(func(p *HBMProduct) *plotting.Table { return p.Table() })),
})

// Attr returns a figure.
func (p *HBMProduct) Attr(name string) (starlark.Value, error) {
	return hbmProductAttributes.get(p, name)
}

// AttrNames lists the figures.
func (p *HBMProduct) AttrNames() []string { return hbmProductAttributes.names() }

// MIMEBundle shows the terms.
func (p *HBMProduct) MIMEBundle() (data, metadata map[string]any) { return p.Table().MIMEBundle() }

// product makes the value of a call: terms that were not given are the device's.
func (l *library) product(c call, make func(d *device.Device, g figure.Given) (*figure.Product, error), params ...string) (starlark.Value, error) {
	var gpu starlark.Value = starlark.None
	g, err := c.numbers(&gpu, params...)
	if err != nil {
		return nil, err
	}
	var d *device.Device
	if gpu != starlark.None || len(g) == 0 {
		if d, err = l.hbmDevice(c.name, gpu); err != nil {
			return nil, err
		}
	}
	p, err := make(d, g)
	if err != nil {
		return nil, pictureFault(c, err, nil)
	}
	return &HBMProduct{p}, nil
}

// numbers reads the parameters that are numbers.
func (c call) numbers(gpu *starlark.Value, names ...string) (figure.Given, error) {
	values := make([]starlark.Value, len(names))
	pairs := []any{"gpu??", gpu}
	for i, n := range names {
		values[i] = starlark.None
		pairs = append(pairs, n+"??", &values[i])
	}
	if err := c.unpack(pairs...); err != nil {
		return nil, err
	}
	g := figure.Given{}
	for i, v := range values {
		if v == starlark.None {
			continue
		}
		x, ok := starlark.AsFloat(v)
		if !ok {
			return nil, typeErrorf("%s: %s is %s, want a number", c.name, names[i], describe(v))
		}
		g[names[i]] = x
	}
	return g, nil
}

func (l *library) hbmBandwidth(c call) (starlark.Value, error) {
	return l.product(c, figure.HBMBandwidth, "stacks", "channels", "bits", "clock_mhz")
}

func (l *library) hbmConcurrency(c call) (starlark.Value, error) {
	return l.product(c, figure.HBMConcurrency, "stacks", "channels", "pseudo_channels", "banks")
}
