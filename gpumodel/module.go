package gpumodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// Options are the compiler options of a CUDA cell.
type Options struct {
	Defines map[string]string // -D NAME=VALUE
	// Include finds the files that the source includes, as in cuda.Options; nil finds none.
	Include       func(name, from string) (path, text string, ok bool)
	MaxRegisters  int      // --maxrregcount; 0 is none
	ir.Arithmetic          // --use_fast_math, --ftz, --prec-div, --prec-sqrt, --fmad
	Host          bool     // the code of the host, too: a whole program
	Part          bool     // of a program: what it declares may be defined in another source
	LoadCaching   string   // -Xptxas -dlcm: "ca" for loads of global memory through the L1, "cg" for past it, "" for the device's default
	literals      []string // whose arrays every reading of the source has
}

// PerThreadStream is the macro that CUDA's headers ask whether the stream that is not named is the thread's own, and not the legacy
// default stream (CUDA Runtime API, stream synchronization behavior). nvcc defines it for --default-stream per-thread.
const PerThreadStream = "CUDA_API_PER_THREAD_DEFAULT_STREAM"

// A Module is one compiled source text.
type Module struct {
	Name    string
	Source  string
	Kernels []*Kernel
	// Notes say what of the text was ignored (headers, host code), and Launches
	// what the host code launches.
	Notes    []token.Note
	Launches []cuda.HostLaunch
	file     *cuda.File
	options  Options

	deviceText atomic.Pointer[deviceText] // of the last launch
	repeats    Repeats                    // what launches took that may be repeated

	mu        sync.Mutex
	readAs    map[int]*cuda.File  // the text as compute capabilities read it; nil if all read the same
	inner     map[string]*Kernel  // those that device code launches
	variables *Variables          // nil until they are asked for
	bound     map[string]*Texture // what the texture references are bound to
}

// A Kernel is a __global__ function.
type Kernel struct {
	Name   string // "mtran", "mtran<32>"; of a built-in program "transpose/naive"
	Module *Module
	fn     *cuda.Func

	template *cuda.Func // of an instance, with args
	args     []string

	mu      sync.Mutex
	lowered map[loweredKey]*isa.Program
}

// A loweredKey names a compiled kernel: the device, and which variant of the kernel.
type loweredKey struct {
	device string
	experiment.Variant
}

// Compile parses and checks source. The error is a token.ErrorList, which shows
// every error with its line and a caret.
func Compile(name, source string, o Options) (*Module, error) {
	file, readAs, err := parseNewest(name, source, &o)
	if err != nil {
		return nil, err
	}
	m := &Module{Name: name, Source: source, Notes: file.Notes, Launches: file.Launches, file: file, options: o, readAs: readAs}
	for _, fn := range file.Kernels {
		m.Kernels = append(m.Kernels, &Kernel{Name: fn.Name, Module: m, fn: fn})
	}
	return m, nil
}

// Options are what the module was compiled with.
func (m *Module) Options() Options { return m.options }

// File is the parsed text.
func (m *Module) File() *cuda.File { return m.file }

// Kernel returns the kernel of a name, or nil.
func (m *Module) Kernel(name string) *Kernel {
	for _, k := range m.Kernels {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Library reports whether the kernel is one of ours that stands for a kernel of a library.
func (k *Kernel) Library() bool { return k.fn != nil && k.fn.Library }

// Template reports whether the kernel needs template arguments before it can be launched.
func (k *Kernel) Template() bool { return k.fn.Template != nil }

// TemplateParams are the names of the template's parameters.
func (k *Kernel) TemplateParams() []string {
	if k.fn.Template == nil {
		return nil
	}
	var names []string
	for _, p := range k.fn.Template.Params {
		names = append(names, p.Name)
	}
	return names
}

// Instantiate returns the kernel for template arguments, as written between < and >.
func (k *Kernel) Instantiate(args ...string) (*Kernel, error) {
	if k.fn.Template == nil {
		return nil, fmt.Errorf("%s is not a template", k.Name)
	}
	fn, err := k.Module.file.Instantiate(k.fn, args)
	if err != nil {
		return nil, err
	}
	return &Kernel{Name: fn.Name, Module: k.Module, fn: fn, template: k.fn, args: args}, nil
}

// Func is the parsed function.
func (k *Kernel) Func() *cuda.Func { return k.fn }

// Source is the kernel's own text.
func (k *Kernel) Source() string { return k.fn.Source }

// Line is the line of the kernel in its module's source.
func (k *Kernel) Line() int { return k.fn.Pos.Line }

// Lower compiles the kernel for a device: its String method is the listing,
// and it knows registers, shared and local bytes. Results are cached. A
// *token.Error says what of the text the device has no instructions for. A cancelled
// context ends it with the context's cause.
func (k *Kernel) Lower(ctx context.Context, d *device.Device) (*isa.Program, error) {
	return k.LowerVariant(ctx, d, experiment.Variant{})
}

// LowerVariant compiles a variant of the kernel.
func (k *Kernel) LowerVariant(ctx context.Context, d *device.Device, v experiment.Variant) (*isa.Program, error) {
	if err := d.Modelled(); err != nil {
		return nil, err
	}
	if k.Template() {
		return nil, fmt.Errorf("%s is a template: give it its arguments %v first", k.Name, k.TemplateParams())
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	key := loweredKey{d.Name, v}
	if p := k.lowered[key]; p != nil {
		return p, nil
	}
	if n := k.paramBytes(); n > maxParamBytes {
		return nil, k.tooManyParams(d, n)
	}
	text, err := k.textFor(d)
	if err != nil {
		return nil, err
	}
	t := target(d, k.Module.options)
	t.Part, t.SingleLiterals, t.FastMath = v.Part, v.Single, t.FastMath || v.FastMath
	var p *isa.Program
	if v.Checked {
		p, err = text.faithful(ctx, d, t)
	} else {
		p, err = text.fitted(ctx, k.limited(d), t)
	}
	if lacking, ok := k.lacking(err); ok {
		return nil, lacking
	}
	if place := (*isa.SourceError)(nil); errors.As(err, &place) {
		return nil, k.errorAt(place)
	}
	if err != nil {
		return nil, err
	}
	if p.BypassL1 = !d.CacheGlobalLoads; cmp.Or(v.Caching, k.Module.options.LoadCaching) != "" {
		p.BypassL1 = cmp.Or(v.Caching, k.Module.options.LoadCaching) == "cg"
	}
	if p.ParamBytes > d.MaxParamBytes {
		return nil, k.tooManyParams(d, p.ParamBytes)
	}
	if k.lowered == nil {
		k.lowered = map[loweredKey]*isa.Program{}
	}
	k.lowered[key] = p
	return p, nil
}

// Occupancy is the occupancy of the kernel on a device for a block size and
// bytes of dynamic shared memory. The error names the limit that is exceeded.
func (k *Kernel) Occupancy(d *device.Device, block Dim3, shared int) (isa.Occupancy, error) {
	p, err := k.Lower(context.Background(), d)
	if err != nil {
		return isa.Occupancy{}, err
	}
	return p.Occupy(d, block.Count(), shared)
}

// SharedSteps are the bytes of dynamic shared memory that leave ever fewer blocks
// on an SM: none for as many as fit, then the least for each smaller number that
// can be reached. Padding a launch so shows how its time depends on the occupancy.
func (k *Kernel) SharedSteps(d *device.Device, block Dim3) ([]int, error) {
	p, err := k.Lower(context.Background(), d)
	if err != nil {
		return nil, err
	}
	if _, err := p.Occupy(d, block.Count(), 0); err != nil {
		return nil, err
	}
	return isa.SharedSteps(d, block.Count(), p.Registers, p.SharedBytes), nil
}

func target(d *device.Device, o Options) ir.Target {
	o.Flush = o.Flush || d.FlushesSubnormals
	ahead := 0
	if d.AddressesAhead {
		ahead = isa.RegistersOfAllWarps(d)
	}
	return ir.Target{PointerBits: d.PointerBits, AddressesAhead: ahead, RegistersOfAllWarps: isa.RegistersOfAllWarps(d),
		HoistsAnticipated: d.HoistsAnticipated, UnrollLimit: d.UnrollLimit, IfConvertLimit: d.IfConvertLimit,
		FMA: d.FMA, NativeMul32: d.NativeMul32, Arithmetic: o.Arithmetic, StraightLineReduction: d.StraightLineReduction, NarrowInduction: d.NarrowInduction,
		UnrollsPartly: d.UnrollsPartly, ScaledAdd: d.ScaledAdd, JoinsLoads: d.JoinsLoads, NarrowsDoubles: d.NarrowsDoubles, PairsRemainders: d.PairsRemainders,
		DividesByProducts: d.DividesByProducts, JoinsSigns: d.JoinsSigns,
		LoadsByPressure: d.KeepsWarps, MaxLocalBytes: d.MaxLocalBytes, Calls: d.PointerBits == 64, MmaK: d.MmaK,
		AsyncCopies: isa.Has(d, "cp.async"), MergesAtomics: d.KeepsWarps, Reduces: isa.Has(d, "redux"), UnitReciprocal: d.UnitReciprocal, UnitTanh: isa.Has(d, "tanh.approx"),
		Lacks: isa.Lacks(d)}
}

// At names a line for messages: "line 12", or "line 12 of kernel.cu" where that is a header or one of several sources.
func (m *Module) At(line int) string { return m.file.Placed(fmt.Sprintf("line %d", line)) }

// Mark is a line for tables and values: its number, or the text kernel.cu:12 where At names a file.
func (m *Module) Mark(line int) any {
	if name, at := m.file.At(line); name != "" {
		return fmt.Sprintf("%s:%d", name, at)
	}
	return line
}

// Line is a line of the source or of a header, from 1, without the space around it; empty if there is none. See [cuda.File.At].
func (m *Module) Line(n int) string { return strings.TrimSpace(m.file.Line(n)) }
