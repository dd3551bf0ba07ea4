package figure

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/plotting"
)

var deviceColumns = []plotting.Column{{Name: DeviceName}, {Name: "compute capability"}, {Name: DeviceModel}, {Name: "SMs", Kind: plotting.Int},
	{Name: "cores per SM", Kind: plotting.Int}, {Name: "clock", Unit: "MHz", Kind: plotting.Float}, {Name: "memory"},
	{Name: "bandwidth", Unit: "GB/s", Kind: plotting.Float}, {Name: "peak", Unit: "GFLOP/s", Kind: plotting.Float}, {Name: "fp64 rate"}}

// The columns of Devices that say which device a row has, and what can be done with it.
const (
	DeviceName  = "GPU"
	DeviceModel = "model"
)

// RealGPU is the model of a device that is not modelled.
const RealGPU = "real GPU"

// Devices has a row for each device; what a generation has not is left empty.
func Devices(list ...*device.Device) *plotting.Table {
	t := &plotting.Table{Columns: deviceColumns}
	for _, d := range list {
		row := []any{d.Name, d.ComputeCapability, ModelKind(d), nil, nil, nil, nil, nil, nil, oneIn(d.FP64Share())}
		if d.SMs > 0 {
			copy(row[3:], []any{d.SMs, d.CoresPerSM, d.ClockMHz, fmt.Sprintf("%d MB %s", d.MemoryMB, d.MemoryType), d.BandwidthGBps(),
				d.PeakGFLOPs()})
		}
		t.Add(row...)
	}
	return t
}

// ModelKind says what can be done with a device.
func ModelKind(d *device.Device) string {
	switch {
	case d.Card != nil:
		return RealGPU
	case d.Modelled() == nil:
		return "full"
	case d.InstructionSet != "":
		return "what-if of a card"
	}
	return "rates only"
}

// oneIn writes a rate as a part of another, as in 1/8.
func oneIn(x float64) string {
	if x == 0 {
		return "none"
	}
	return "1/" + plotting.Number(1/x, 4)
}

// rates are the columns of gpus(rates=True).
var rates = []struct {
	name string
	of   func(d *device.Device) int
}{
	{"fp32", func(d *device.Device) int { return d.FP32 }},
	{"fp64", func(d *device.Device) int { return d.FP64 }},
	{"fp16", func(d *device.Device) int { return d.FP16 }},
	{"int add", func(d *device.Device) int { return d.IntAdd }},
	{"int multiply", func(d *device.Device) int { return d.IntMul }},
	{"logic", func(d *device.Device) int { return d.Logic }},
	{"shift", func(d *device.Device) int { return d.Shift }},
	{"SFU", func(d *device.Device) int { return d.SFU }},
	{"convert", func(d *device.Device) int { return d.Convert }},
	{"convert 64-bit", func(d *device.Device) int { return d.Convert64 }},
	{"popc", func(d *device.Device) int { return d.Popc }},
	{"shuffle", func(d *device.Device) int { return d.Shuffle }},
	{"barrier", func(d *device.Device) int { return d.Barrier }},
}

// Rates has the rates of all generations. What one has not as a single
// instruction is left empty.
func Rates() *plotting.Table {
	t := &plotting.Table{Title: "operations per clock and SM", Columns: []plotting.Column{{Name: "compute capability"}, {Name: "fp64 rate"}}}
	for _, r := range rates {
		t.Columns = append(t.Columns, plotting.Column{Name: r.name, Kind: plotting.Int})
	}
	for _, d := range device.Generations() {
		row := []any{d.ComputeCapability, oneIn(d.FP64Share())}
		for _, r := range rates {
			if n := r.of(d); n > 0 {
				row = append(row, n)
			} else {
				row = append(row, nil)
			}
		}
		t.Add(row...)
	}
	return t
}

// Sources has a row for each constant of a device.
func Sources(d *device.Device) *plotting.Table {
	t := &plotting.Table{Title: d.Name, Columns: []plotting.Column{
		{Name: "field"}, {Name: "value"}, {Name: "unit"}, {Name: "kind"}, {Name: "source"}}}
	for _, k := range d.Sources() {
		t.Add(k.Field, k.Value, k.Unit, k.Kind, k.Source)
	}
	return t
}

// Device has the figures of a GPU that are asked for most.
func Device(d *device.Device) *plotting.Table {
	t := &plotting.Table{Title: d.Name, Columns: []plotting.Column{{Name: "figure"}, {Name: "value"}}}
	t.Add("model", ModelKind(d))
	t.Add("compute capability", d.ComputeCapability)
	if d.SMs > 0 {
		t.Add("multiprocessors", fmt.Sprintf("%d of %d cores", d.SMs, d.CoresPerSM))
		t.Add("clock", plotting.Number(d.ClockMHz, 4)+" MHz")
		t.Add("memory", fmt.Sprintf("%d MB %s", d.MemoryMB, d.MemoryType))
		t.Add("bandwidth", plotting.Number(d.BandwidthGBps(), 4)+" GB/s")
		t.Add("peak", plotting.Number(d.PeakGFLOPs(), 4)+" GFLOP/s")
	}
	if d.MaxWarpsPerSM > 0 {
		t.Add("warps of a multiprocessor", d.MaxWarpsPerSM)
		t.Add("threads of a block", d.MaxThreadsPerBlock)
		t.Add("registers of a multiprocessor", d.RegistersPerSM)
		t.Add("shared memory of a block", fmt.Sprintf("%d B", d.MaxSharedPerBlock))
	}
	return t
}
