package gpu

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// Parameters that mean the same wherever they stand.
var _ = registry.Declare(row{Name: "*", Args: face.Hints{
	"gpu":           devices,
	"dtype":         dtypes,
	"full":          yesNoAuto("executes every thread", "samples the blocks", "decides by the size of the launch"),
	"exact":         face.YesOrNo,
	"check":         yesNoAuto("compares with the reference", "does not compare", "compares when the launch is small"),
	"dlcm":          face.Words("ca", "cg"),
	"use_fast_math": face.YesOrNo,
	"ftz":           face.YesOrNo,
	"prec_div":      face.YesOrNo,
	"prec_sqrt":     face.YesOrNo,
	"fmad":          face.YesOrNo,
}, StateArgs: stateHints{"block": (*Library).blocks}})

// exampleTable is what calls return, for completion.
var exampleTable = plot.NewTable(&plotting.Table{})

// yesNoAuto is a parameter that is True, False or None.
func yesNoAuto(yes, no, auto string) face.Hint {
	return func(cell.Call) []cell.Offer {
		return []cell.Offer{{Value: starlark.True, Doc: yes}, {Value: starlark.False, Doc: no}, {Value: starlark.None, Doc: auto}}
	}
}

// makers are words in the full names of cards that Get ignores.
var makers = []string{"NVIDIA ", "GeForce ", "NVIDIA GeForce ", "Tesla ", "NVIDIA Tesla "}

func deviceOffer(d *device.Device) cell.Offer {
	o := cell.Offer{Value: starlark.String(d.Name), Show: func() starlark.Value { return &GPU{d} },
		Doc: "compute capability " + d.ComputeCapability + ", " + figure.ModelKind(d)}
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

// hbmDevices are the cards with high-bandwidth memory.
func hbmDevices(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, d := range hbmCards() {
		offers = append(offers, deviceOffer(d))
	}
	return offers
}

// allDevices are the cards and the generations.
func allDevices(c cell.Call) []cell.Offer {
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

// Programs are the built-in programs, for completion.
func (l *Library) Programs(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, p := range programs.All("") {
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

func programFamilies(cell.Call) []cell.Offer { return face.Offers(families()) }

func publishedFamilies(cell.Call) []cell.Offer {
	var names []string
	for _, r := range published.Rows() {
		names = append(names, r.Family)
	}
	slices.Sort(names)
	return face.Offers(slices.Compact(names))
}

func dtypes(cell.Call) []cell.Offer {
	var offers []cell.Offer
	for _, t := range gpumodel.DTypes() {
		offers = append(offers, cell.Offer{Value: starlark.String(t), Doc: plotting.Plural(8*typeSize(t), "bit")})
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

// ProgramOf is the built-in program of an argument, or the first of a list.
func ProgramOf(v starlark.Value) *programs.Program {
	for _, v := range face.OneOrMany(v) {
		switch v := v.(type) {
		case starlark.String:
			if p, err := programs.Find(string(v)); err == nil {
				return p
			}
		case *Kernel:
			return v.program
		}
	}
	return nil
}

// macroDefinition matches a macro that a program lets its caller define.
var macroDefinition = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*#\s*(?:define|ifndef)\s+([A-Za-z_]\w*)(?:\s+(\S.*))?$`)
})

// Macros are the definitions that the program of a parameter takes.
func Macros(parameter string) face.Hint {
	return func(c cell.Call) []cell.Offer {
		p := ProgramOf(c.Arg(0, parameter))
		if p == nil {
			return nil
		}
		var offers []cell.Offer
		for _, m := range macroDefinition().FindAllStringSubmatch(p.Source, -1) {
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

// usualBlocks are blocks that launches often have.
var usualBlocks = []starlark.Value{
	starlark.MakeInt(64), starlark.MakeInt(128), starlark.MakeInt(256), starlark.MakeInt(512),
	starlark.Tuple{starlark.MakeInt(16), starlark.MakeInt(16)}, starlark.Tuple{starlark.MakeInt(32), starlark.MakeInt(8)},
}

// blocks are the usual block of the program, and those of others that a block may be on
// the session's device.
func (l *Library) blocks(c cell.Call) []cell.Offer {
	p := ProgramOf(c.Arg(0, "program"))
	if k, ok := c.Receiver.(*Kernel); ok {
		p = k.program
	}
	var offers []cell.Offer
	if p != nil {
		offers = append(offers, cell.Offer{Value: Dims(p.Block), Doc: "the usual block of " + p.Name})
	}
	for _, v := range usualBlocks {
		size, err := Dim3("block", v)
		if err == nil && size.Count() <= l.device().MaxThreadsPerBlock && !(p != nil && size == p.Block) {
			offers = append(offers, cell.Offer{Value: v, Doc: plotting.Plural(size.Count(), "thread")})
		}
	}
	return offers
}

func counterNames(c cell.Call) []cell.Offer {
	return (*Counters)(nil).CompletionKeys(c.Typed)
}

// moduleOf returns the compiled module of a kernel or a module.
func moduleOf(v starlark.Value) *gpumodel.Module {
	switch v := v.(type) {
	case *Kernel:
		return v.kernel.Module
	case *Module:
		return v.compiled
	}
	return nil
}

func symbolNames(c cell.Call) []cell.Offer {
	return face.Offers(moduleOf(c.Receiver).SymbolNames())
}

func textureNames(c cell.Call) []cell.Offer {
	return face.Offers(moduleOf(c.Receiver).TextureNames())
}

func templateParams(c cell.Call) []cell.Offer {
	return face.Offers(c.Receiver.(*Kernel).kernel.TemplateParams())
}
