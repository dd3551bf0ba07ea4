package gpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "gpus", Page: "devices.md", Func: gpus,
	Pure: true,
	Args: face.Hints{"rates": face.YesOrNo},
	Doc: `gpus(rates=False)
Lists the GPUs. A GPU runs kernels if its model is "full". For the other GPUs, the table has only the limits and
the instruction rates.

rates (bool, False): True shows the instruction rates of every compute capability,
  in operations per clock and multiprocessor

Returns a table with a row for each GPU.

    gpus()
    gpus(rates=True)`,
})

var _ = registry.Declare(row{
	Name: "gpu", Page: "devices.md", StateFunc: (*Library).gpu,
	Pure: true,
	Args: face.Hints{"name": allDevices, "**": fields},
	Doc: `gpu(name, **overrides)
Returns a GPU. Its constants are attributes, such as g.sms, g.clock_mhz, g.bandwidth_gbps and g.peak_gflops.
g.sources() lists the source of each constant.

name (string): a name from gpus(). Upper and lower case, blanks and hyphens make no difference. "9.0" is a
  compute capability: it has limits and instruction rates, but runs no kernels. "cuda:0" is the first real
  NVIDIA GPU of this machine. Launches on it are measured. The model computes the values that cannot be
  measured.
**overrides (number, string or bool): constants to change, for an experiment. The name of the GPU then shows the
  change. An override of compute_capability also changes the limits and rules. A real GPU accepts one
  override: timeout, the maximum time of a launch in seconds (60).

    g = gpu("GTX 280")
    gpu("GTX 280", memory_clock_mhz=1300)
    gpu("GTX 280", compute_capability="1.1")
    gpu("K20X", shared_bank_bytes=8, ecc=False)`,
})

var _ = registry.Declare(row{
	Name: "use", Page: "devices.md", StateFunc: (*Library).use,
	Args: face.Hints{"gpu": devices},
	Doc: `use(gpu)
Makes a GPU the default of the session, for kernels and for programs. A session begins with the Tesla T4. If
no cell has called use and a CUDA cell needs a feature that the T4 lacks, the session changes to the nearest
GPU that has it, and says so.

gpu (GPU or name): the new default

    use("GTX 280")`,
})

// A GPU is a device, modelled or real, as a value.
type GPU struct{ device *device.Device }

func (g *GPU) String() string        { return fmt.Sprintf("gpu(%q)", nameOfGPU(g.device)) }
func (*GPU) Type() string            { return "gpu" }
func (*GPU) Freeze()                 {}
func (*GPU) Truth() starlark.Bool    { return true }
func (g *GPU) Hash() (uint32, error) { return starlark.String(g.device.Name).Hash() }

var _ = face.DeclareFields(&registry, face.Fields[*GPU]{
	"bandwidth_gbps": face.Number(func(g *GPU) float64 { return g.device.BandwidthGBps() }),
	"peak_gflops":    face.Number(func(g *GPU) float64 { return g.device.PeakGFLOPs() }),
})

var _ = registry.Declare(row{
	Name: "gpu.sources", Page: "devices.md", Attr: face.Method((*GPU).sources),
	Doc: `sources()
Lists every constant of the GPU with its unit, its kind and its source.

Returns a table with a row for each constant.

    gpu("GTX 280").sources()`,
})

// AttrNames lists the fields of the device's data and what is computed from them.
func (g *GPU) AttrNames() []string {
	names := append(device.Fields(), registry.AttrNames(g)...)
	slices.Sort(names)
	return names
}

// Doc is what ?g shows.
func (*GPU) Doc() string {
	return `Describes a GPU: name, compute_capability, sms, clock_mhz, bandwidth_gbps, peak_gflops, …
sources() lists all fields with their sources. gpu(name, field=value) makes a what-if.`
}

// Attr returns a field or a computed figure.
func (g *GPU) Attr(name string) (starlark.Value, error) {
	field, ok := g.device.Field(name)
	if !ok {
		return registry.Attr(g, name)
	}
	switch v := field.(type) {
	case string:
		return starlark.String(v), nil
	case bool:
		return starlark.Bool(v), nil
	case int:
		return starlark.MakeInt(v), nil
	case float64:
		return starlark.Float(v), nil
	}
	panic(fmt.Sprintf("BUG: field %s is a %T", name, field))
}

func (g *GPU) sources(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	return plot.NewTable(figure.Sources(g.device)), nil
}

// MIMEBundle shows the GPU as its row of gpus().
func (g *GPU) MIMEBundle() (data, metadata map[string]any) {
	return figure.Devices(g.device).MIMEBundle()
}

func gpus(c face.Call) (starlark.Value, error) {
	withRates := false
	if err := c.Unpack("rates?", &withRates); err != nil {
		return nil, err
	}
	if withRates {
		return plot.NewTable(figure.Rates()), nil
	}
	list := device.All()
	for _, g := range device.Generations() {
		if !slices.ContainsFunc(list, func(d *device.Device) bool { return d.ComputeCapability == g.ComputeCapability }) {
			list = append(list, g)
		}
	}
	return plot.NewTable(figure.Devices(append(measured.Cards(c.Ctx()), list...)...)), nil
}

func (l *Library) gpu(c face.Call) (starlark.Value, error) {
	if len(c.Args) != 1 {
		return nil, face.TypeErrorf("gpu: want the name of a GPU and fields by keyword, as in gpu(\"GTX 280\", clock_mhz=1400); got %d arguments", len(c.Args))
	}
	d, err := l.anyDevice(c.Args[0])
	if err != nil {
		return nil, err
	}
	if d.Card != nil {
		return limited(d, c.Kwargs)
	}
	for _, kw := range c.Kwargs {
		if d, err = override(d, string(kw[0].(starlark.String)), kw[1]); err != nil {
			return nil, err
		}
	}
	if d.TPCs == 0 || d.SMs%d.TPCs == 0 {
		return &GPU{d}, nil
	}
	if slices.ContainsFunc(c.Kwargs, func(kw starlark.Tuple) bool { return kw[0] == starlark.String("tpcs") }) {
		return nil, face.ValueErrorf("gpu: %d SMs cannot be shared by %d TPCs", d.SMs, d.TPCs)
	}
	d, err = d.With("tpcs", strconv.Itoa(clusters(d.SMs, d.TPCs)))
	return &GPU{d}, err
}

// clusters is the largest number of TPCs, at most limit, that share sms evenly.
func clusters(sms, limit int) int {
	n := min(sms, limit)
	for sms%n != 0 {
		n--
	}
	return n
}

// override replaces one field of a device.
func override(d *device.Device, field string, v starlark.Value) (*device.Device, error) {
	switch {
	case field == "bandwidth_gbps":
		return nil, face.ValueErrorf("bandwidth_gbps is computed: override memory_clock_mhz or memory_bus_bits")
	case field == "peak_gflops":
		return nil, face.ValueErrorf("peak_gflops is computed: override sms, cores_per_sm or clock_mhz")
	case !slices.Contains(device.Fields(), field):
		return nil, face.ValueErrorf("%s has no field %q (near: %s)", d.Name, field, strings.Join(face.Nearest(field, device.Fields()), ", "))
	}
	value := v.String()
	switch v := v.(type) {
	case starlark.String:
		value = string(v)
	case starlark.Bool:
		value = fmt.Sprint(bool(v))
	case starlark.Int, starlark.Float:
	default:
		return nil, face.TypeErrorf("gpu: %s is %s, want a number, a text or a bool", field, face.Describe(v))
	}
	changed, err := d.With(field, value)
	if err != nil {
		return nil, face.ValueErrorf("gpu: %v", err)
	}
	return changed, nil
}

// findDevice finds a modelled GPU by its name, or a real one by its number: cuda:0.
func (l *Library) findDevice(name string) (*device.Device, error) {
	if number, real := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "cuda"); real {
		return l.realGPU(name, number)
	}
	return modelledGPU(name)
}

func modelledGPU(name string) (*device.Device, error) {
	d, err := device.Get(name)
	if err != nil {
		return nil, face.ValueErrorf("%v", err)
	}
	return d, nil
}

func (l *Library) use(c face.Call) (starlark.Value, error) {
	var v starlark.Value
	if err := c.Unpack("gpu", &v); err != nil {
		return nil, err
	}
	d, err := l.DeviceOf(v)
	if err != nil {
		return nil, err
	}
	l.chosen.Store(true)
	l.current.Store(d)
	return starlark.None, nil
}
