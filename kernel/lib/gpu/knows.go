package gpu

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// teach tells completion and inspection what the built-ins take and return.
func (l *library) teach(s *cell.Session) {
	for path, f := range map[string]func(cell.Call) []cell.Offer{
		"gpu.name":              l.allDevices,
		"occupancy.gpu":         l.allDevices,
		"gpu.**":                fields,
		"use.gpu":               devices,
		"*.gpu":                 devices,
		"hbm.gpu":               hbmOffers,
		"optimizations.only":    words(optimizationNames()...),
		"layout_plot.order":     words("row", "column"),
		"tile_loads.linear":     yesOrNo,
		"hbm_bandwidth.gpu":     hbmOffers,
		"hbm_concurrency.gpu":   hbmOffers,
		"published.device":      devices,
		"kernel.name":           l.programs,
		"run.program":           l.programs,
		"launch.kernel":         l.programs,
		"sweep.kernels":         l.programs,
		"analyze.kernel":        l.programs,
		"tune.kernel":           l.programs,
		"occupancy_plot.kernel": l.programs,
		"kernels.family":        familyOffers,
		"published.family":      publishedFamilies,
		"kernel.defines{}":      macros("name"),
		"run.defines{}":         macros("program"),
		"sweep.defines{}":       macros("kernels"),
		"analyze.defines{}":     macros("kernel"),
		"tune.space{}":          spaceKeys,
		"tune.y":                words(objectives...),
		"tuning.best.y":         columnOffers,
		"*.dtype":               dtypeOffers,
		"*.full":                full3("executes every thread", "samples the blocks", "decides by the size of the launch"),
		"*.check":               full3("compares with the reference", "does not compare", "compares when the launch is small"),
		"*.block":               l.blocks,
		"texture.address":       words(addressModes[:]...),
		"texture.filter":        words("point", "linear"),
		"texture.read":          words("element", "normalized"),
		"texture.normalized":    yesOrNo,
		"transfer.to":           words("device", "host"),
		"transfer.pinned":       yesOrNo,
		"pipeline.order":        words("breadth", "depth"),
		"gpus.rates":            yesOrNo,
		"roofline.ceilings":     yesOrNo,
		"*.use_fast_math":       yesOrNo,
		"*.ftz":                 yesOrNo,
		"*.prec_div":            yesOrNo,
		"*.prec_sqrt":           yesOrNo,
		"*.fmad":                yesOrNo,
		"*.dlcm":                words("ca", "cg"),
		"result.report.level":   words(gpumodel.ReportLevels...),
		"counters.get.name":     func(c cell.Call) []cell.Offer { return (*Counters)(nil).CompletionKeys(c.Typed) },
		"sweep.best.y":          columnOffers,
		"kernel.symbol.name":    symbolOffers,
		"module.symbol.name":    symbolOffers,
		"kernel.bind.name":      textureOffers,
		"module.bind.name":      textureOffers,
		"kernel.instance.**":    templateParams,
	} {
		s.Offer(path, f)
	}
	s.Pure("gpu", "gpus", "kernel", "kernels")
	sweep := newSweep(nil)
	array, err := zeros(gpumodel.Float32, []int{1})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for path, example := range map[string]starlark.Value{
		"run": &Result{}, "launch": &Result{}, "sweep": sweep, "last_sweep": sweep, "tune": &Tuning{Sweep: sweep}, "last_tune": &Tuning{Sweep: sweep}, "result.counters": &Counters{},
		"result.lines": plot.NewTable(&plotting.Table{}), "result.report": &Report{&gpumodel.Report{}}, "result.ktt": &Bottlenecks{}, "result.timeline": &Timeline{}, "result.in_flight": &InFlight{}, "result.queues": &Queues{}, "trace_request": &Request{}, "optimizations": plot.NewTable(&plotting.Table{}), "request.steps": plot.NewTable(&plotting.Table{}), "queues.table": plot.NewTable(&plotting.Table{}), "result.limiter": &Limiter{}, "checked": &Checked{},
		"timeline.states": plot.NewTable(&plotting.Table{}), "timeline.spans": plot.NewTable(&plotting.Table{}),
		"result.bounds": plot.NewTable(&plotting.Table{}), "analyze": &Analysis{}, "texture": &Texture{},
		"transfer": &Transfer{}, "pipeline": &Pipeline{Table: plot.NewTable(&plotting.Table{})}, "published": plot.NewTable(&plotting.Table{}),
		"hbm": &HBM{}, "hbm_bandwidth": &HBMProduct{}, "hbm_concurrency": &HBMProduct{}, "tile_loads": plot.NewTable(&plotting.Table{}), "hbm.table": plot.NewTable(&plotting.Table{}), "hbm_product.table": plot.NewTable(&plotting.Table{}),
		"occupancy": &Occupancy{}, "kernel.occupancy": &Occupancy{}, "kernel[]": &Result{},
		"zeros": array, "ones": array, "full": array, "arange": array, "array": array, "rand": array, "matmul": array, "transpose": array,
	} {
		s.Results(path, example)
	}
	s.Assist("cuda", assistant{l, s})
}

// words are the values of a parameter that takes one of them.
func words(list ...string) func(cell.Call) []cell.Offer {
	return func(cell.Call) []cell.Offer {
		var offers []cell.Offer
		for _, w := range list {
			offers = append(offers, cell.Offer{Value: starlark.String(w)})
		}
		return offers
	}
}

func yesOrNo(cell.Call) []cell.Offer {
	return []cell.Offer{{Value: starlark.True}, {Value: starlark.False}}
}

// full3 is a parameter that is True, False or None.
func full3(yes, no, auto string) func(cell.Call) []cell.Offer {
	return func(cell.Call) []cell.Offer {
		return []cell.Offer{{Value: starlark.True, Doc: yes}, {Value: starlark.False, Doc: no}, {Value: starlark.None, Doc: auto}}
	}
}

// makers are words in the full names of cards that Get forgives.
var makers = []string{"NVIDIA ", "GeForce ", "NVIDIA GeForce ", "Tesla ", "NVIDIA Tesla "}

func deviceOffer(d *device.Device) cell.Offer {
	o := cell.Offer{Value: starlark.String(d.Name), Show: func() starlark.Value { return &GPU{d} }, Doc: "compute capability " + d.ComputeCapability + ", " + modelOf(d)}
	if d.SMs > 0 {
		o.Doc = fmt.Sprintf("%d SMs, %s GB/s, compute capability %s", d.SMs, plotting.Number(d.BandwidthGBps(), 4), d.ComputeCapability)
	}
	card := d.Name
	for _, maker := range makers {
		card = strings.TrimPrefix(card, maker)
	}
	o.Also = []string{card}
	for _, maker := range makers {
		o.Also = append(o.Also, maker+card)
	}
	return o
}

// devices are the cards that kernels run on.
func devices(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, d := range device.All() {
		if d.Modelled() == nil {
			offers = append(offers, deviceOffer(d))
		}
	}
	return offers
}

// hbmOffers are the cards with high-bandwidth memory.
func hbmOffers(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, d := range hbmCards() {
		offers = append(offers, deviceOffer(d))
	}
	return offers
}

// allDevices are the cards and the generations.
func (l *library) allDevices(c cell.Call) []cell.Offer {
	offers := devices(c)
	for _, d := range device.Generations() {
		o := deviceOffer(d)
		o.Value, o.Also = starlark.String(d.ComputeCapability), []string{d.Name}
		offers = append(offers, o)
	}
	return offers
}

// fields are what a what-if can override, with the values of the device.
func fields(c cell.Call) []cell.Offer {
	var d *device.Device
	if name, ok := starlark.AsString(c.Arg(0, "name")); ok {
		d, _ = modelledGPU(name)
	} else if g, ok := c.Arg(0, "name").(*GPU); ok {
		d = g.device
	}
	units := map[string]string{}
	if d != nil {
		for _, k := range d.Sources() {
			units[k.Field] = k.Unit
		}
	}
	var offers []cell.Offer
	for _, name := range device.Fields() {
		o := cell.Offer{Value: starlark.String(name)}
		if d != nil {
			v, _ := d.Field(name)
			o.Doc = strings.TrimSpace(fmt.Sprintf("%v %s", v, units[name]))
		}
		if name != "name" {
			offers = append(offers, o)
		}
	}
	return offers
}

func (l *library) programs(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, p := range gpumodel.Programs("") {
		_, variant, _ := strings.Cut(p.Name, "/")
		offers = append(offers, cell.Offer{Value: starlark.String(p.Name), Doc: p.Doc, Also: []string{variant}, Show: func() starlark.Value {
			k, err := l.program(p.Name, nil)
			if err != nil {
				return nil
			}
			return k
		}})
	}
	return offers
}

func familyOffers(cell.Call) []cell.Offer { return words(families()...)(cell.Call{}) }

func publishedFamilies(cell.Call) []cell.Offer {
	var names []string
	for _, r := range published.Rows() {
		names = append(names, r.Family)
	}
	slices.Sort(names)
	return words(slices.Compact(names)...)(cell.Call{})
}

func dtypeOffers(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, t := range gpumodel.DTypes() {
		offers = append(offers, cell.Offer{Value: starlark.String(t), Doc: plural(8*typeSize(t), "bit")})
	}
	return offers
}

func typeSize(name string) int {
	t, err := gpumodel.ParseDType(name)
	if err != nil {
		return 0
	}
	return t.Size()
}

// programOf is the built-in program of an argument, or the first of a list.
func programOf(v starlark.Value) *gpumodel.Program {
	for _, v := range oneOrMany(v) {
		switch v := v.(type) {
		case starlark.String:
			if p, err := gpumodel.FindProgram(string(v)); err == nil {
				return p
			}
		case *Kernel:
			return v.program
		}
	}
	return nil
}

// macroDefinition matches a macro that a program lets its caller define.
var macroDefinition = regexp.MustCompile(`(?m)^\s*#\s*(?:define|ifndef)\s+([A-Za-z_]\w*)(?:\s+(\S.*))?$`)

// macros are the definitions that the program of a parameter takes.
func macros(parameter string) func(cell.Call) []cell.Offer {
	return func(c cell.Call) []cell.Offer {
		p := programOf(c.Arg(0, parameter))
		if p == nil {
			return nil
		}
		var offers []cell.Offer
		for _, m := range macroDefinition.FindAllStringSubmatch(p.Source, -1) {
			i := slices.IndexFunc(offers, func(o cell.Offer) bool { return o.Value == starlark.String(m[1]) })
			if i < 0 {
				offers = append(offers, cell.Offer{Value: starlark.String(m[1])})
				i = len(offers) - 1
			}
			offers[i].Doc = cmp.Or(offers[i].Doc, strings.TrimSpace(m[2]))
		}
		return offers
	}
}

// spaceKeys are the macros of a program and what else of a launch can be tuned.
func spaceKeys(c cell.Call) []cell.Offer {
	offers := append(macros("kernel")(c),
		cell.Offer{Value: starlark.String("block"), Doc: "blocks of threads"},
		cell.Offer{Value: starlark.String("shared"), Doc: "bytes of dynamic shared memory"})
	if programOf(c.Arg(0, "kernel")) == nil {
		offers = append(offers, words(slices.Sorted(maps.Keys(compilerSettings))...)(c)...)
	}
	return offers
}

// usualBlocks are blocks that launches often have.
var usualBlocks = []starlark.Value{
	starlark.MakeInt(64), starlark.MakeInt(128), starlark.MakeInt(256), starlark.MakeInt(512),
	starlark.Tuple{starlark.MakeInt(16), starlark.MakeInt(16)}, starlark.Tuple{starlark.MakeInt(32), starlark.MakeInt(8)},
}

// blocks are the usual block of the program, and those of others that a block may be on
// the session's device.
func (l *library) blocks(c cell.Call) []cell.Offer {
	p := programOf(c.Arg(0, "program"))
	if k, ok := c.Receiver.(*Kernel); ok {
		p = k.program
	}
	var offers []cell.Offer
	if p != nil {
		offers = append(offers, cell.Offer{Value: dims(p.Block), Doc: "the usual block of " + p.Name})
	}
	for _, v := range usualBlocks {
		size, err := dim3("block", v)
		if err == nil && size.Count() <= l.device().MaxThreadsPerBlock && !(p != nil && size == p.Block) {
			offers = append(offers, cell.Offer{Value: v, Doc: plural(size.Count(), "thread")})
		}
	}
	return offers
}

// CompletionKeys are the names of the counters, and those of other profilers; of a
// metric's name and a dot all its forms.
func (*Counters) CompletionKeys(typed string) []cell.Offer {
	names := slices.Concat(counter.Names(), counter.OtherNames())
	if metric, _, dot := strings.Cut(typed, "."); dot {
		if forms := counter.Forms(metric); len(forms) > 0 {
			names = forms
		}
	} else {
		slices.Sort(names)
	}
	offers := make([]cell.Offer, 0, len(names))
	for _, name := range names {
		if d, err := counter.Describe(name); err == nil {
			offers = append(offers, cell.Offer{Value: starlark.String(name), Doc: d.String()})
		}
	}
	return offers
}

func columnOffers(c cell.Call) []cell.Offer {
	s, ok := c.Receiver.(interface{ columnNames() []string })
	if !ok {
		return nil
	}
	return words(s.columnNames()...)(c)
}

// moduleOf is the compiled text of a kernel or a module.
func moduleOf(v starlark.Value) *gpumodel.Module {
	switch v := v.(type) {
	case *Kernel:
		return v.kernel.Module
	case *Module:
		return v.compiled
	}
	return nil
}

func symbolOffers(c cell.Call) []cell.Offer  { return words(moduleOf(c.Receiver).SymbolNames()...)(c) }
func textureOffers(c cell.Call) []cell.Offer { return words(moduleOf(c.Receiver).TextureNames()...)(c) }

func templateParams(c cell.Call) []cell.Offer {
	return words(c.Receiver.(*Kernel).kernel.TemplateParams()...)(c)
}
