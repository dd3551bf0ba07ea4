package gpu

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// A term is a factor of a bandwidth, or of a count of banks.
type term struct {
	name  string
	param string  // of the call
	field string  // of the device's data
	value float64 // that is reckoned with; NaN is never one
	unit  string
	write func(x float64) string // of the formula
	own   float64                // the device's, 0 without one
	scale float64                // of the table; 0 is 1
}

// An HBMProduct is a product with all its terms, as a value.
type HBMProduct struct {
	what, unit string
	terms      []term
	device     *device.Device // or nil
	compared   bool           // some terms are not the device's
	further    []remark
}

// A remark is a figure that the product leads to.
type remark struct {
	name  string
	value float64
	unit  string
	why   string
}

func (p *HBMProduct) String() string        { return p.title() }
func (*HBMProduct) Type() string            { return "hbm_product" }
func (*HBMProduct) Freeze()                 {}
func (*HBMProduct) Truth() starlark.Bool    { return true }
func (p *HBMProduct) Hash() (uint32, error) { return unhashable(p) }

// value multiplies the terms.
func (p *HBMProduct) value() float64 {
	x := 1.0
	for _, t := range p.terms {
		x *= t.value
	}
	return x
}

// ofDevice multiplies the device's.
func (p *HBMProduct) ofDevice() float64 {
	x := 1.0
	for _, t := range p.terms {
		x *= t.own
	}
	return x
}

// formula is "6 × 8 × 128/8 B × 1215 MHz × 2 = 1.866 TB/s".
func (p *HBMProduct) formula() string {
	var terms []string
	for _, t := range p.terms {
		if t.param != "" || t.value != 1 {
			terms = append(terms, t.write(t.value))
		}
	}
	return strings.Join(terms, " × ") + " = " + p.figure(p.value())
}

func (p *HBMProduct) figure(x float64) string {
	if p.unit == "B/s" {
		return plotting.SI(x, p.unit)
	}
	return plotting.Number(x, 6) + " " + p.unit
}

func (p *HBMProduct) title() string {
	title := p.what + ": " + p.formula()
	if p.compared {
		title += fmt.Sprintf("; %s has %s, %s times as much", p.device.Name, p.figure(p.ofDevice()), plotting.Number(p.ofDevice()/p.value(), 3))
	}
	return title
}

var hbmProductAttributes = attributes[*HBMProduct]{
	"value":   number((*HBMProduct).value),
	"formula": text((*HBMProduct).formula),
	"gbps": func(p *HBMProduct) (starlark.Value, error) {
		if p.unit != "B/s" {
			return nil, nil
		}
		return starlark.Float(p.value() / 1e9), nil
	},
	"banks": func(p *HBMProduct) (starlark.Value, error) {
		if p.unit != "banks" {
			return nil, nil
		}
		return starlark.MakeInt(int(p.value() + 0.5)), nil
	},
	"of_gpu": func(p *HBMProduct) (starlark.Value, error) {
		if p.device == nil {
			return starlark.None, nil
		}
		if p.unit == "B/s" {
			return starlark.Float(p.ofDevice() / 1e9), nil
		}
		return starlark.MakeInt(int(p.ofDevice() + 0.5)), nil
	},
	"table": func(p *HBMProduct) (starlark.Value, error) { return plot.NewTable(p.table()), nil },
}

// Attr returns a figure.
func (p *HBMProduct) Attr(name string) (starlark.Value, error) {
	return hbmProductAttributes.get(p, name)
}

// AttrNames lists the figures.
func (p *HBMProduct) AttrNames() []string { return hbmProductAttributes.names() }

// MIMEBundle shows the terms.
func (p *HBMProduct) MIMEBundle() (data, metadata map[string]any) { return p.table().MIMEBundle() }

// table has a row for each term with the product so far, and beside a device that
// differs its own with where it comes from.
func (p *HBMProduct) table() *plotting.Table {
	t := &plotting.Table{Title: p.title(), Columns: []plotting.Column{{Name: "term"}, {Name: "value", Kind: plotting.Float, Digits: 5}, {Name: "unit"}, {Name: "product so far"}}}
	if p.device != nil {
		t.Columns = append(t.Columns, plotting.Column{Name: p.device.Name, Kind: plotting.Float, Digits: 5})
		if p.compared {
			t.Columns = append(t.Columns, plotting.Column{Name: "factor", Kind: plotting.Float, Digits: 4})
		}
		t.Columns = append(t.Columns, plotting.Column{Name: "where it comes from"})
	}
	product := 1.0
	for i, x := range p.terms {
		product *= x.value
		sofar := plotting.Number(product, 6)
		if product >= 1e6 {
			sofar = plotting.SI(product, p.unit)
		}
		scale := x.scale
		if scale == 0 {
			scale = 1
		}
		if i == len(p.terms)-1 {
			sofar = p.figure(product)
		}
		row := []any{x.name, x.value / scale, x.unit, sofar}
		if p.device != nil {
			row = append(row, x.own/scale)
			if p.compared {
				row = append(row, factor(x.own/x.value))
			}
			row = append(row, p.source(x))
		}
		t.Add(row...)
	}
	for _, r := range p.further {
		row := make([]any, len(t.Columns))
		row[0], row[1], row[2], row[len(row)-1] = r.name, r.value, r.unit, r.why
		t.Add(row...)
	}
	return t
}

// factor is left out where nothing differs.
func factor(x float64) any {
	if x == 1 {
		return nil
	}
	return x
}

// source is where the device's term comes from.
func (p *HBMProduct) source(x term) string {
	for _, k := range p.device.Sources() {
		if k.Field == x.field {
			return k.Kind + ": " + k.Source
		}
	}
	return "two edges of the clock"
}

// given are the numbers of a call, by parameter; what was not given is absent.
type given map[string]float64

// product makes the value of a call: terms that were not given are the device's.
func (l *library) product(c call, gpu starlark.Value, p *HBMProduct, g given, fill func(d *device.Device)) (starlark.Value, error) {
	var missing []string
	for _, t := range p.terms {
		if _, ok := g[t.param]; t.param != "" && !ok {
			missing = append(missing, t.param)
		}
	}
	if gpu != starlark.None || len(g) == 0 {
		d, err := l.hbmDevice(c.name, gpu)
		if err != nil {
			return nil, err
		}
		p.device, missing = d, nil
		fill(d)
	}
	if missing != nil {
		return nil, valueErrorf("%s: %s not given: give the number, or a GPU to take it from", c.name, strings.Join(missing, ", "))
	}
	for i := range p.terms {
		t := &p.terms[i]
		x, ok := g[t.param]
		if !ok {
			continue
		}
		if !(x > 0) {
			return nil, valueErrorf("%s: %s is %s, must be greater than 0", c.name, t.param, plotting.Number(x, 6))
		}
		t.value = x
	}
	p.compared = p.device != nil && slices.ContainsFunc(p.terms, func(t term) bool { return t.value != t.own })
	return p, nil
}

// numbers reads the parameters that are numbers.
func (c call) numbers(gpu *starlark.Value, names ...string) (given, error) {
	values := make([]starlark.Value, len(names))
	pairs := []any{"gpu??", gpu}
	for i, n := range names {
		values[i] = starlark.None
		pairs = append(pairs, n+"??", &values[i])
	}
	if err := c.unpack(pairs...); err != nil {
		return nil, err
	}
	g := given{}
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

func plain(x float64) string { return plotting.Number(x, 6) }

// inUse is the share of the channels that are not switched off. Who gives another
// number of stacks or channels means channels that work.
func inUse(g given) func(d *device.Device) (value, own float64) {
	return func(d *device.Device) (value, own float64) {
		own = float64(d.Channels()) / float64(d.HBMStacks*d.HBMChannelsPerStack)
		value = own
		for _, name := range []string{"stacks", "channels"} {
			if _, ok := g[name]; ok {
				value = 1
			}
		}
		return value, own
	}
}

func (l *library) hbmBandwidth(c call) (starlark.Value, error) {
	var gpu starlark.Value = starlark.None
	g, err := c.numbers(&gpu, "stacks", "channels", "bits", "clock_mhz")
	if err != nil {
		return nil, err
	}
	p := &HBMProduct{what: "bandwidth", unit: "B/s", terms: []term{
		{name: "stacks", param: "stacks", field: "hbm_stacks", unit: "stacks", write: plain},
		{name: "channels of a stack", param: "channels", field: "hbm_channels_per_stack", unit: "channels", write: plain},
		{name: "channels in use", field: "memory_bus_bits", value: 1, own: 1, unit: "of all", write: func(x float64) string { return plotting.Number(x, 4) }},
		{name: "bytes of a channel", param: "bits", field: "hbm_channel_bits", unit: "B", write: func(x float64) string { return plotting.Number(8*x, 6) + "/8 B" }},
		{name: "clock", param: "clock_mhz", field: "memory_clock_mhz", unit: "MHz", scale: 1e6, write: func(x float64) string { return plotting.Number(x/1e6, 6) + " MHz" }},
		{name: "transfers in a clock", value: 2, own: 2, unit: "", write: plain},
	}}
	if x, ok := g["bits"]; ok {
		g["bits"] = x / 8
	}
	if x, ok := g["clock_mhz"]; ok {
		g["clock_mhz"] = x * 1e6
	}
	return l.product(c, gpu, p, g, func(d *device.Device) {
		for i, own := range map[int]float64{0: float64(d.HBMStacks), 1: float64(d.HBMChannelsPerStack), 3: float64(d.HBMChannelBits) / 8, 4: d.MemoryClockMHz * 1e6} {
			p.terms[i].value, p.terms[i].own = own, own
		}
		p.terms[2].value, p.terms[2].own = inUse(g)(d)
	})
}

func (l *library) hbmConcurrency(c call) (starlark.Value, error) {
	var gpu starlark.Value = starlark.None
	g, err := c.numbers(&gpu, "stacks", "channels", "pseudo_channels", "banks")
	if err != nil {
		return nil, err
	}
	p := &HBMProduct{what: "requests at a time", unit: "banks", terms: []term{
		{name: "stacks", param: "stacks", field: "hbm_stacks", unit: "stacks", write: plain},
		{name: "channels of a stack", param: "channels", field: "hbm_channels_per_stack", unit: "channels", write: plain},
		{name: "channels in use", field: "memory_bus_bits", value: 1, own: 1, unit: "of the channels", write: func(x float64) string { return plotting.Number(x, 4) }},
		{name: "pseudo-channels of a channel", param: "pseudo_channels", field: "hbm_pseudo_channels", unit: "pseudo-channels", write: plain},
		{name: "banks of a pseudo-channel", param: "banks", field: "dram_banks", unit: "banks", write: plain},
	}}
	return l.product(c, gpu, p, g, func(d *device.Device) {
		for i, own := range map[int]float64{0: float64(d.HBMStacks), 1: float64(d.HBMChannelsPerStack), 3: float64(d.HBMPseudoChannels), 4: float64(d.PseudoBanks())} {
			p.terms[i].value, p.terms[i].own = own, own
		}
		p.terms[2].value, p.terms[2].own = inUse(g)(d)
		bandwidth, latency := d.BandwidthGBps()*1e9, float64(d.MemoryLatencyClocks)/d.ClockMHz/1e6
		burst := float64(d.BurstBytes)
		p.further = []remark{
			{"in flight for the bandwidth", math.Round(bandwidth * latency / burst), "requests", fmt.Sprintf("%s × %s of latency, in requests of %d bytes: what is not in a bank waits in a queue or is answered by the L2",
				plotting.SI(bandwidth, "B/s"), plotting.SI(latency, "s"), d.BurstBytes)},
			{"if each opened a row of its own", float64(d.HBMBanks()) * burst / d.TRC, "GB/s", fmt.Sprintf("all banks, each a request of %d bytes in %s ns (tRC): the rest of the bandwidth comes from further bursts of open rows", d.BurstBytes, plotting.Number(d.TRC, 3))},
		}
	})
}
