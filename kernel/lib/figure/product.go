package figure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/device"
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

// A Product is a figure of high-bandwidth memory as the product of its terms.
type Product struct {
	what     string
	Unit     string // "B/s" or "banks"
	terms    []term
	Device   *device.Device // or nil
	compared bool           // some terms are not the device's
	further  []remark
}

// A remark is a figure that the product leads to.
type remark struct {
	name  string
	value float64
	unit  string
	why   string
}

// Value multiplies the terms.
func (p *Product) Value() float64 {
	x := 1.0
	for _, t := range p.terms {
		x *= t.value
	}
	return x
}

// OfDevice multiplies the device's terms.
func (p *Product) OfDevice() float64 {
	x := 1.0
	for _, t := range p.terms {
		x *= t.own
	}
	return x
}

// Formula is "6 × 8 × 128/8 B × 1215 MHz × 2 = 1.866 TB/s".
func (p *Product) Formula() string {
	var terms []string
	for _, t := range p.terms {
		if t.param != "" || t.value != 1 {
			terms = append(terms, t.write(t.value))
		}
	}
	return strings.Join(terms, " × ") + " = " + p.figure(p.Value())
}

func (p *Product) figure(x float64) string {
	if p.Unit == "B/s" {
		return plotting.SI(x, p.Unit)
	}
	return plotting.Number(x, 6) + " " + p.Unit
}

func (p *Product) Title() string {
	title := p.what + ": " + p.Formula()
	if p.compared {
		title += fmt.Sprintf("; %s has %s, %s times as much", p.Device.Name, p.figure(p.OfDevice()), plotting.Number(p.OfDevice()/p.Value(), 3))
	}
	return title
}

// Table has a row for each term with the product so far, and beside a device that
// differs its own with where it comes from.
func (p *Product) Table() *plotting.Table {
	t := &plotting.Table{Title: p.Title(), Columns: []plotting.Column{{Name: "term"}, {Name: "value", Kind: plotting.Float, Digits: 5},
		{Name: "unit"}, {Name: "product so far"}}}
	if p.Device != nil {
		t.Columns = append(t.Columns, plotting.Column{Name: p.Device.Name, Kind: plotting.Float, Digits: 5})
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
			sofar = plotting.SI(product, p.Unit)
		}
		scale := x.scale
		if scale == 0 {
			scale = 1
		}
		if i == len(p.terms)-1 {
			sofar = p.figure(product)
		}
		row := []any{x.name, x.value / scale, x.unit, sofar}
		if p.Device != nil {
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
func (p *Product) source(x term) string {
	for _, k := range p.Device.Sources() {
		if k.Field == x.field {
			return k.Kind + ": " + k.Source
		}
	}
	return "two edges of the clock"
}

// Given are the terms of a product that a call gives, by their parameters.
type Given map[string]float64

// missing are the parameters that are not given.
func (p *Product) missing(g Given) []string {
	var names []string
	for _, t := range p.terms {
		if _, ok := g[t.param]; t.param != "" && !ok {
			names = append(names, t.param)
		}
	}
	return names
}

// fill takes the terms from a device. Who gives another number of stacks or channels
// means channels that work.
func (p *Product) fill(d *device.Device, g Given, own ...float64) {
	p.Device = d
	for i, x := range own {
		p.terms[i].value, p.terms[i].own = x, x
		_, stacks := g["stacks"]
		_, channels := g["channels"]
		if p.terms[i].name == inUse && (stacks || channels) {
			p.terms[i].value = 1
		}
	}
}

// take replaces terms by those of the call.
func (p *Product) take(g Given) (*Product, error) {
	if missing := p.missing(g); p.Device == nil && missing != nil {
		return nil, errorf("%s not given: give the number, or a GPU to take it from", strings.Join(missing, ", "))
	}
	for i := range p.terms {
		t := &p.terms[i]
		x, ok := g[t.param]
		if !ok {
			continue
		}
		if !(x > 0) {
			return nil, errorf("%s is %s, must be greater than 0", t.param, plotting.Number(x, 6))
		}
		t.value = x
	}
	p.compared = p.Device != nil && slices.ContainsFunc(p.terms, func(t term) bool { return t.value != t.own })
	return p, nil
}

// inUse names the term of the channels that are not switched off.
const inUse = "channels in use"

func shareInUse(d *device.Device) float64 {
	return float64(d.Channels()) / float64(d.HBMStacks*d.HBMChannelsPerStack)
}

func six(x float64) string { return plotting.Number(x, 6) }

func four(x float64) string { return plotting.Number(x, 4) }

// HBMBandwidth is what the bandwidth of high-bandwidth memory is a product of. The
// parameters are stacks, channels, bits and clock_mhz; d may be nil where all are given.
func HBMBandwidth(d *device.Device, g Given) (*Product, error) {
	g = maps.Clone(g)
	if x, ok := g["bits"]; ok {
		g["bits"] = x / 8
	}
	if x, ok := g["clock_mhz"]; ok {
		g["clock_mhz"] = x * 1e6
	}
	p := &Product{what: "bandwidth", Unit: "B/s", terms: []term{
		{name: "stacks", param: "stacks", field: "hbm_stacks", unit: "stacks", write: six},
		{name: "channels of a stack", param: "channels", field: "hbm_channels_per_stack", unit: "channels", write: six},
		{name: inUse, field: "memory_bus_bits", value: 1, own: 1, unit: "of all", write: four},
		{name: "bytes of a channel", param: "bits", field: "hbm_channel_bits", unit: "B",
			write: func(x float64) string { return six(8*x) + "/8 B" }},
		{name: "clock", param: "clock_mhz", field: "memory_clock_mhz", unit: "MHz", scale: 1e6,
			write: func(x float64) string { return six(x/1e6) + " MHz" }},
		{name: "transfers in a clock", value: 2, own: 2, unit: "", write: six},
	}}
	if d != nil {
		p.fill(d, g, float64(d.HBMStacks), float64(d.HBMChannelsPerStack), shareInUse(d), float64(d.HBMChannelBits)/8, d.MemoryClockMHz*1e6)
	}
	return p.take(g)
}

// HBMConcurrency is how many requests high-bandwidth memory can work on at a time, as a
// product. The parameters are stacks, channels, pseudo_channels and banks; d may be nil
// where all are given.
func HBMConcurrency(d *device.Device, g Given) (*Product, error) {
	p := &Product{what: "requests at a time", Unit: "banks", terms: []term{
		{name: "stacks", param: "stacks", field: "hbm_stacks", unit: "stacks", write: six},
		{name: "channels of a stack", param: "channels", field: "hbm_channels_per_stack", unit: "channels", write: six},
		{name: inUse, field: "memory_bus_bits", value: 1, own: 1, unit: "of the channels", write: four},
		{name: "pseudo-channels of a channel", param: "pseudo_channels", field: "hbm_pseudo_channels", unit: "pseudo-channels", write: six},
		{name: "banks of a pseudo-channel", param: "banks", field: "dram_banks", unit: "banks", write: six},
	}}
	if d == nil {
		return p.take(g)
	}
	p.fill(d, g, float64(d.HBMStacks), float64(d.HBMChannelsPerStack), shareInUse(d), float64(d.HBMPseudoChannels), float64(d.PseudoBanks()))
	bandwidth, latency := d.BandwidthGBps()*1e9, float64(d.MemoryLatencyClocks)/d.ClockMHz/1e6
	burst := float64(d.BurstBytes)
	p.further = []remark{
		{"in flight for the bandwidth", math.Round(bandwidth * latency / burst), "requests",
			fmt.Sprintf("%s × %s of latency, in requests of %d bytes: what is not in a bank waits in a queue or is answered by the L2",
				plotting.SI(bandwidth, "B/s"), plotting.SI(latency, "s"), d.BurstBytes)},
		{"if each opened a row of its own", float64(d.HBMBanks()) * burst / d.TRC, "GB/s",
			fmt.Sprintf("all banks, each a request of %d bytes in %s ns (tRC): the rest of the bandwidth comes from further bursts of open rows",
				d.BurstBytes, plotting.Number(d.TRC, 3))},
	}
	return p.take(g)
}
