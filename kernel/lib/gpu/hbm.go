package gpu

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "hbm", Page: "devices.md", StateFunc: (*Library).hbm,
	Returns: &HBM{},
	Args:    face.Hints{"gpu": hbmDevices},
	Doc: `hbm(gpu=None)
Draws the high-bandwidth memory (HBM) of a GPU: its stacks, their channels, the pseudo-channels of one
channel, and the banks of one pseudo-channel.

gpu (GPU or name, None): the GPU; None is the default of the session

Returns the figure h. h.table has the counts, the bits and the bandwidth of each level. h.stacks, h.channels,
h.pseudo_channels and h.banks count the parts of the whole GPU.

    h = hbm("A100")
    h.table`,
})

var _ = registry.Declare(row{
	Name: "hbm_bandwidth", Page: "devices.md", StateFunc: (*Library).hbmBandwidth,
	Returns: &HBMProduct{},
	Args:    face.Hints{"gpu": hbmDevices},
	Doc: `hbm_bandwidth(gpu=None, stacks=None, channels=None, bits=None, clock_mhz=None)
Computes the bandwidth of high-bandwidth memory: stacks × channels × bits × clock × 2 transfers per clock. Give
a GPU, your own numbers, or both. With both, the table compares each factor. It also names the source of each
factor of the GPU.

gpu (GPU or name, None): the GPU; None is the default of the session, or no GPU if you give numbers
stacks (int, None): number of stacks
channels (int, None): channels per stack
bits (int, None): width of a channel in bits
clock_mhz (number, None): memory clock in MHz

Returns a product b, shown as a table. b.gbps is the product in GB/s. b.of_gpu is the bandwidth of the GPU.
b.formula lists the factors.

    hbm_bandwidth("A100")
    hbm_bandwidth(stacks=4, channels=8, bits=128, clock_mhz=877).gbps`,
})

var _ = registry.Declare(row{
	Name: "hbm_concurrency", Page: "devices.md", StateFunc: (*Library).hbmConcurrency,
	Returns: &HBMProduct{},
	Args:    face.Hints{"gpu": hbmDevices},
	Doc: `hbm_concurrency(gpu=None, stacks=None, channels=None, pseudo_channels=None, banks=None)
Computes how many requests high-bandwidth memory can serve at the same time, one in each bank:
stacks × channels × pseudo-channels × banks. Give a GPU, your own numbers, or both to compare them.

gpu (GPU or name, None): the GPU; None is the default of the session, or no GPU if you give numbers
stacks (int, None): number of stacks
channels (int, None): channels per stack
pseudo_channels (int, None): pseudo-channels per channel
banks (int, None): banks per pseudo-channel

Returns a product c, shown as a table. c.banks is the product. c.of_gpu is the product of the GPU. c.formula
lists the factors.

    hbm_concurrency("A100")
    hbm_concurrency(stacks=4, channels=8, pseudo_channels=2, banks=16).banks`,
})

// An HBM is the memory of a device as a value.
type HBM struct{ device *device.Device }

func (h *HBM) String() string        { return h.picture().Diagram().Text() }
func (*HBM) Type() string            { return "hbm" }
func (*HBM) Freeze()                 {}
func (*HBM) Truth() starlark.Bool    { return true }
func (h *HBM) Hash() (uint32, error) { return face.Unhashable(h) }

// Unchanging marks the value as immutable, so that an interrupted cell does not wait for the drawing.
func (*HBM) Unchanging() {}

var _ = face.DeclareFields(&registry, face.Fields[*HBM]{
	"stacks":             face.Integer(func(h *HBM) int { return h.device.HBMStacks }),
	"channels_per_stack": face.Integer(func(h *HBM) int { return h.device.HBMChannelsPerStack }),
	"channels":           face.Integer(func(h *HBM) int { return h.device.Channels() }),
	"channel_bits":       face.Integer(func(h *HBM) int { return h.device.HBMChannelBits }),
	"pseudo_channels":    face.Integer(func(h *HBM) int { return h.device.Channels() * h.device.HBMPseudoChannels }),
	"banks":              face.Integer(func(h *HBM) int { return h.device.HBMBanks() }),
	"gbps":               face.Number(func(h *HBM) float64 { return h.device.BandwidthGBps() }),
	"gpu":                func(h *HBM) (starlark.Value, error) { return &GPU{h.device}, nil },
})

var _ = registry.Declare(row{
	Name: "hbm.table", Returns: exampleTable,
	Attr: face.Field(face.Table(func(h *HBM) *plotting.Table { return h.picture().Table() })),
})

// Attr returns a count or the table.
func (h *HBM) Attr(name string) (starlark.Value, error) { return registry.Attr(h, name) }

// AttrNames lists the counts.
func (h *HBM) AttrNames() []string { return registry.AttrNames(h) }

// MIMEBundle shows the picture.
func (h *HBM) MIMEBundle() (data, metadata map[string]any) { return h.picture().Diagram().MIMEBundle() }

func (h *HBM) picture() figure.HBM { return figure.HBM{Device: h.device} }

func (l *Library) hbm(c face.Call) (starlark.Value, error) {
	var gpu starlark.Value = starlark.None
	if err := c.Unpack("gpu??", &gpu); err != nil {
		return nil, err
	}
	d, err := l.hbmDevice(c.Name, gpu)
	if err != nil {
		return nil, err
	}
	return &HBM{d}, nil
}

// hbmDevice returns a device with high-bandwidth memory; the default is the session's.
func (l *Library) hbmDevice(function string, v starlark.Value) (*device.Device, error) {
	d := l.device()
	if v != starlark.None {
		var err error
		if d, err = l.anyDevice(v); err != nil {
			return nil, err
		}
	}
	if d.HBMStacks > 0 {
		return d, nil
	}
	memory := d.MemoryType
	if memory == "" {
		memory = "no memory of its own"
	}
	var known []string
	for _, d := range hbmCards() {
		known = append(known, d.Name)
	}
	return nil, face.ValueErrorf("%s: %s has %s, no stacks of high-bandwidth memory (these have: %s)", function, d.Name, memory,
		strings.Join(known, ", "))
}

// hbmCards are the cards with high-bandwidth memory.
func hbmCards() []*device.Device {
	var list []*device.Device
	for _, d := range device.All() {
		if d.HBMStacks > 0 {
			list = append(list, d)
		}
	}
	return list
}

// An HBMProduct is a figure of high-bandwidth memory with all its terms, as a value.
type HBMProduct struct{ *figure.Product }

func (p *HBMProduct) String() string        { return p.Title() }
func (*HBMProduct) Type() string            { return "hbm_product" }
func (*HBMProduct) Freeze()                 {}
func (*HBMProduct) Truth() starlark.Bool    { return true }
func (p *HBMProduct) Hash() (uint32, error) { return face.Unhashable(p) }

var _ = face.DeclareFields(&registry, face.Fields[*HBMProduct]{
	"value":   face.Number(func(p *HBMProduct) float64 { return p.Value() }),
	"formula": face.Text(func(p *HBMProduct) string { return p.Formula() }),
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
})

var _ = registry.Declare(row{
	Name: "hbm_product.table", Returns: exampleTable,
	Attr: face.Field(face.Table(func(p *HBMProduct) *plotting.Table { return p.Table() })),
})

// Attr returns a figure.
func (p *HBMProduct) Attr(name string) (starlark.Value, error) {
	return registry.Attr(p, name)
}

// AttrNames lists the figures.
func (p *HBMProduct) AttrNames() []string { return registry.AttrNames(p) }

// MIMEBundle shows the terms.
func (p *HBMProduct) MIMEBundle() (data, metadata map[string]any) { return p.Table().MIMEBundle() }

// product makes the value of a call: terms that were not given are the device's.
func (l *Library) product(c face.Call, make func(d *device.Device, g figure.Given) (*figure.Product, error),
	params ...string) (starlark.Value,
	error) {
	var gpu starlark.Value = starlark.None
	g, err := numbers(c, &gpu, params...)
	if err != nil {
		return nil, err
	}
	var d *device.Device
	if gpu != starlark.None || len(g) == 0 {
		if d, err = l.hbmDevice(c.Name, gpu); err != nil {
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
func numbers(c face.Call, gpu *starlark.Value, names ...string) (figure.Given, error) {
	values := make([]starlark.Value, len(names))
	pairs := []any{"gpu??", gpu}
	for i, n := range names {
		values[i] = starlark.None
		pairs = append(pairs, n+"??", &values[i])
	}
	if err := c.Unpack(pairs...); err != nil {
		return nil, err
	}
	g := figure.Given{}
	for i, v := range values {
		if v == starlark.None {
			continue
		}
		x, ok := starlark.AsFloat(v)
		if !ok {
			return nil, face.TypeErrorf("%s: %s is %s, want a number", c.Name, names[i], face.Describe(v))
		}
		g[names[i]] = x
	}
	return g, nil
}

func (l *Library) hbmBandwidth(c face.Call) (starlark.Value, error) {
	return l.product(c, figure.HBMBandwidth, "stacks", "channels", "bits", "clock_mhz")
}

func (l *Library) hbmConcurrency(c face.Call) (starlark.Value, error) {
	return l.product(c, figure.HBMConcurrency, "stacks", "channels", "pseudo_channels", "banks")
}
