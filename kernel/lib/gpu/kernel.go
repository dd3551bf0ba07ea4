package gpu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "kernels", Page: "kernels.md", StateFunc: (*Library).kernels,
	Pure: true,
	Args: face.Hints{"family": programFamilies},
	Doc: `kernels(family=None)
Lists the built-in programs.

family (string, None): lists only this family, for example "transpose"

Returns a table with a row for each program.

    kernels("transpose")`,
})

var _ = registry.Declare(row{
	Name: "kernel", Page: "kernels.md", StateFunc: (*Library).kernel,
	Pure:      true,
	Args:      face.Hints{"defines{}": Macros("name")},
	StateArgs: stateHints{"name": (*Library).Programs},
	Doc: `kernel(name, defines=None)
Returns the kernel of a built-in program. run(name) launches it with its usual data.

name (string): the program, as kernels() lists it
defines (dict, None): values of macros

    padded = kernel("transpose/padded")
    print(padded.source)`,
})

var _ = registry.Declare(row{
	Name: "cuda", Page: "kernels.md", StateFunc: (*Library).cuda,
	Doc: `cuda(source, defines=None, maxrregcount=None, name="cuda", use_fast_math=False, dlcm=None, ftz=False, prec_div=True, prec_sqrt=True, fmad=True)
Compiles CUDA C. docs/supported.md lists the supported features of CUDA C++.

source (string): CUDA C
defines (dict, None): values of macros
maxrregcount (int, None): maximum number of registers per thread; None lets the compiler choose
name (string, "cuda"): name of the source in error messages
use_fast_math (bool, False): True compiles with functions that are faster, but less exact
dlcm (string, None): "cg" makes global loads bypass the L1. "ca" makes them use the L1. None is the default of
  the GPU
ftz (bool, False): True flushes denormal floats to zero
prec_div (bool, True): False allows divisions that are less exact
prec_sqrt (bool, True): False allows square roots that are less exact
fmad (bool, True): False does not combine a multiplication and an addition into one instruction

Returns a module. Its attributes are the kernels.

    m = cuda("__global__ void fill(float *a, float x) { a[threadIdx.x] = x; }")
    m.fill[1, 32](zeros(32), 1.5)`,
})

// A launch is a call behind an index: k[grid, block](…).
var _ = registry.Declare(row{Name: "kernel[]", Returns: &Result{}})

// A Kernel is a __global__ function as a value.
type Kernel struct {
	library *Library
	kernel  *gpumodel.Kernel
	program *programs.Program // the built-in program, nil for other kernels
	defines map[string]string // macros that the program was compiled with
	within  string            // "m." of a kernel of the cell %%cuda --name m
	graded  bool              // a graded cell has made it
}

// called is what a cell writes for the kernel.
func (k *Kernel) called() string { return k.within + k.kernel.Name }

func (k *Kernel) String() string {
	return fmt.Sprintf("<kernel %s(%s)>", k.kernel.Name, array.Signature(k.kernel))
}
func (*Kernel) Type() string            { return "kernel" }
func (*Kernel) Freeze()                 {}
func (*Kernel) Truth() starlark.Bool    { return true }
func (k *Kernel) Hash() (uint32, error) { return starlark.String(k.kernel.Name).Hash() }

var _ = face.DeclareFields(&registry, face.Fields[*Kernel]{
	"name":         face.Text(func(k *Kernel) string { return k.kernel.Name }),
	"source":       face.Text((*Kernel).source),
	"params":       (*Kernel).params,
	"shared_bytes": (*Kernel).sharedBytes,
	"ptx":          (*Kernel).ptx,
	"sass":         (*Kernel).sass,
})

var _ = registry.Declare(row{
	Name: "kernel.registers", Page: "kernels.md", Attr: face.Method(resource(func(n resources) int { return n.registers })),
	Doc: `registers(gpu=None)
Returns the number of registers per thread.

gpu (GPU or name, None): the GPU; None is the default of the session

    k.registers()`,
})

var _ = registry.Declare(row{
	Name: "kernel.local_bytes", Page: "kernels.md", Attr: face.Method(resource(func(n resources) int { return n.local })),
	Doc: `local_bytes(gpu=None)
Returns the bytes of local memory per thread. Local memory holds arrays and spilled registers.

gpu (GPU or name, None): the GPU; None is the default of the session

    k.local_bytes()`,
})

var _ = registry.Declare(row{
	Name: "kernel.lowered", Page: "kernels.md", Attr: face.Method((*Kernel).lowered),
	Doc: `lowered(gpu=None, line=None)
Returns the instructions of the kernel as text. Each line has the number, the clocks that a warp needs to issue
it, the instruction, and the line of the source.

gpu (GPU or name, None): the GPU; None is the default of the session
line (int or pair of ints, None): returns only the instructions of this source line; a pair is a first and a
  last line

    k.lowered()`,
})

var _ = registry.Declare(row{
	Name: "kernel.instance", Page: "kernels.md", Attr: face.Method((*Kernel).instance),
	Args: face.Hints{"**": templateParams},
	Doc: `instance(*args, **kwargs)
Returns an instance of a kernel template for the given arguments.

*args (any): template arguments in their order
**kwargs (any): template arguments by name

    cuda("template <int N> __global__ void k(float *a) { a[0] = N; }").k.instance(N=32)`,
})

// Attr returns an attribute of the kernel.
func (k *Kernel) Attr(name string) (starlark.Value, error) { return registry.Attr(k, name) }

// AttrNames lists the attributes.
func (k *Kernel) AttrNames() []string { return registry.AttrNames(k) }

// Source is what ??k shows.
func (k *Kernel) Source() string { return k.source() }

// IndexedSignature is how the kernel is launched.
func (k *Kernel) IndexedSignature() string {
	params := array.Signature(k.kernel)
	if params != "" {
		params += ", "
	}
	return k.kernel.Name + "[grid, block](" + params + "gpu=None, full=None, exact=False)"
}

// Doc is what ?k shows.
func (k *Kernel) Doc() string {
	doc := `Runs on the GPU: k[grid, block](…) or k[grid, block, shared_bytes](…) launches it. gpu=, full= and exact= are
as for launch(). A struct is a dict of its members: k[grid, block]({"alpha": 2.0, "n": 100, "v": [1, 2], "data": a}, …).
source, params                        the source, the parameters
registers(), local_bytes()            registers and bytes of local memory of a thread
shared_bytes                          bytes of shared memory of a block
occupancy(block=…)                    how many blocks fit a multiprocessor
lowered()                             the instructions with their source lines
ptx, sass                             PTX, before registers are allocated (from compute capability 5.0 on); SASS, which runs
instance(…)                           the kernel that a template makes
symbol(name), bind(name, texture)     a __device__ or __constant__ variable; binds a texture reference`
	if k.program != nil {
		doc = k.program.Doc + "\n" + doc
	}
	return doc
}

// Compiled returns the model's kernel.
func (k *Kernel) Compiled() *gpumodel.Kernel { return k.kernel }

// Program returns the built-in program that the kernel belongs to; nil for other kernels.
func (k *Kernel) Program() *programs.Program { return k.program }

// Subject marks kernels as the subject of graded cells: a kernel keeps its name even if a built-in has the same one.
func (*Kernel) Subject() {}

// source returns the source of the program's file, or of the function.
func (k *Kernel) source() string {
	if k.program != nil {
		return k.program.Source
	}
	return k.kernel.Module.File().MacrosOf(k.kernel.Source()) + k.kernel.Source()
}

func (k *Kernel) params() (starlark.Value, error) {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "name"}, {Name: "type"}, {Name: "pointer"}, {Name: "const"}}}
	for _, p := range k.kernel.Signature() {
		t.Add(p.Name, p.Type, starlark.Bool(p.Pointer), starlark.Bool(p.Const))
	}
	return plot.NewTable(t), nil
}

func (k *Kernel) sharedBytes() (starlark.Value, error) {
	n, err := k.resources(k.library.ctx(), k.library.device())
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(n.shared), nil
}

// lower compiles for a device.
func (k *Kernel) lower(ctx context.Context, d *device.Device) (*isa.Program, error) {
	if k.kernel.Template() {
		return nil, face.TypeErrorf("%s is a template: write %s.instance(%s)", k.called(), k.called(),
			strings.Join(k.kernel.TemplateParams(), ", "))
	}
	if d.Card != nil {
		d = d.Card.Model
	}
	p, err := k.kernel.Lower(ctx, d)
	return p, cudacell.Compiling(err)
}

// resource is a method that returns one of the kernel's resources on the GPU of its one
// argument.
func resource(of func(n resources) int) func(k *Kernel, c face.Call) (starlark.Value, error) {
	return func(k *Kernel, c face.Call) (starlark.Value, error) {
		var g starlark.Value
		if err := c.Unpack("gpu?", &g); err != nil {
			return nil, err
		}
		d, err := k.library.DeviceOf(g)
		if err != nil {
			return nil, err
		}
		n, err := k.resources(c.Ctx(), d)
		if err != nil {
			return nil, err
		}
		return starlark.MakeInt(of(n)), nil
	}
}

// lowerFor compiles for the GPU of an argument.
func (k *Kernel) lowerFor(g starlark.Value) (*isa.Program, error) {
	d, err := k.library.DeviceOf(g)
	if err != nil {
		return nil, err
	}
	return k.lower(k.library.ctx(), d)
}

// ptx returns the kernel's code as PTX, for the session's GPU.
func (k *Kernel) ptx() (starlark.Value, error) {
	text, err := k.kernel.PTX(k.library.ctx(), k.library.device())
	if err != nil {
		return nil, err
	}
	return face.Listing(text), nil
}

// sass returns the machine code for the session's GPU, as lowered lists it.
func (k *Kernel) sass() (starlark.Value, error) {
	p, err := k.lower(k.library.ctx(), k.library.device())
	if err != nil {
		return nil, err
	}
	return face.Listing(p.String()), nil
}

func (k *Kernel) lowered(c face.Call) (starlark.Value, error) {
	var g starlark.Value
	var lines starlark.Value
	if err := c.Unpack("gpu?", &g, "line?", &lines); err != nil {
		return nil, err
	}
	first, last, err := lineRange(lines)
	if err != nil {
		return nil, err
	}
	p, err := k.lowerFor(g)
	if err != nil {
		return nil, err
	}
	return face.Listing(k.kernel.Module.File().Placed(p.Listing(first, last))), nil
}

// lineRange reads the lines of a listing: one, a pair of the first and the last, or all.
func lineRange(v starlark.Value) (first, last int, err error) {
	switch v := v.(type) {
	case nil, starlark.NoneType:
		return 0, math.MaxInt, nil
	case starlark.Int:
		first, err = starlark.AsInt32(v)
		return first, first, err
	case starlark.Tuple:
		if len(v) == 2 && starlark.AsInt(v[0], &first) == nil && starlark.AsInt(v[1], &last) == nil {
			return first, last, nil
		}
	}
	return 0, 0, face.TypeErrorf("lowered: line is %s, want a line of the source or a pair of lines, as in line=(24, 29)", v)
}

// instance gives a template its arguments, by position or by name.
func (k *Kernel) instance(c face.Call) (starlark.Value, error) {
	names := k.kernel.TemplateParams()
	if !k.kernel.Template() {
		return nil, face.TypeErrorf("%s is not a template: it can be launched as it is", k.kernel.Name)
	}
	var args []string
	for _, v := range c.Args {
		args = append(args, TemplateArgument(v))
	}
	for _, kw := range c.Kwargs {
		name := string(kw[0].(starlark.String))
		i := slices.Index(names, name)
		if i != len(args) {
			return nil, face.TypeErrorf("%s.instance: got %s as argument %d; the template has %s, in this order", k.kernel.Name, name,
				len(args)+1, strings.Join(names, ", "))
		}
		args = append(args, TemplateArgument(kw[1]))
	}
	made, err := k.Instantiate(args)
	if err != nil {
		return nil, err
	}
	return made, nil
}

// Instantiate returns the instance of a kernel template for arguments in their order.
func (k *Kernel) Instantiate(args []string) (*Kernel, error) {
	made, err := k.kernel.Instantiate(args...)
	if err != nil {
		return nil, cudacell.Compiling(err)
	}
	return &Kernel{library: k.library, kernel: made, within: k.within, graded: k.graded}, nil
}

// TemplateArgument returns a value as it is written between < and >.
func TemplateArgument(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		return string(v)
	case starlark.Bool:
		return strings.ToLower(v.String())
	}
	return v.String()
}

// MIMEBundle shows the kernel with what it needs on the session's device.
func (k *Kernel) MIMEBundle() (data, metadata map[string]any) {
	t, err := kernelTable(k.library.device(), []*Kernel{k})
	if err != nil {
		return map[string]any{"text/plain": k.String()}, map[string]any{}
	}
	return t.MIMEBundle()
}

// kernelTable returns the table of the resources that kernels need on a device. If a real GPU's compiler refuses a kernel, the
// table says so; it is not an error, since the kernel may run on other GPUs.
func kernelTable(d *device.Device, kernels []*Kernel) (*plotting.Table, error) {
	t := &plotting.Table{Title: "on " + d.Name, Columns: []plotting.Column{{Name: "kernel"}, {Name: "parameters"},
		{Name: "registers", Kind: plotting.Int}, {Name: "shared", Unit: "B", Kind: plotting.Int}, {Name: "local", Unit: "B", Kind: plotting.Int}}}
	by, refused := "", ""
	for _, k := range kernels {
		if k.kernel.Template() {
			t.Add(k.kernel.Name+"<"+strings.Join(k.kernel.TemplateParams(), ", ")+">", array.Signature(k.kernel))
			continue
		}
		ctx := k.library.ctx()
		switch n, err := k.resources(ctx, d); {
		case err == nil:
			t.Add(k.kernel.Name, array.Signature(k.kernel), n.registers, n.shared, n.local)
			by = n.compiler
		case ctx.Err() == nil && d.Card != nil:
			t.Add(k.kernel.Name, array.Signature(k.kernel))
			refused = cmp.Or(refused, err.Error())
		default:
			return nil, err
		}
	}
	if by != "" {
		t.Title += ", by " + by
	}
	if refused != "" {
		t.Title += "; " + refused
	}
	return t, nil
}

func (l *Library) kernels(c face.Call) (starlark.Value, error) {
	var family string
	if err := c.Unpack("family??", &family); err != nil {
		return nil, err
	}
	programs := programs.All(strings.TrimSuffix(family, "/"))
	if len(programs) == 0 {
		return nil, face.ValueErrorf("kernels: no family %q (families: %s)", family, strings.Join(families(), ", "))
	}
	return plot.NewTable(figure.Programs(programs)), nil
}

func families() []string {
	var names []string
	for _, p := range programs.All("") {
		if f := family(p.Name); !slices.Contains(names, f) {
			names = append(names, f)
		}
	}
	return names
}

func (l *Library) kernel(c face.Call) (starlark.Value, error) {
	var name string
	var defines *starlark.Dict
	if err := c.Unpack("name", &name, "defines??", &defines); err != nil {
		return nil, err
	}
	macros, err := definesOf(defines)
	if err != nil {
		return nil, err
	}
	k, err := l.program(name, macros)
	if err != nil {
		return nil, err
	}
	k.graded = c.Run().Graded()
	return k, nil
}

// program compiles a built-in program.
func (l *Library) program(name string, defines map[string]string) (*Kernel, error) {
	p, err := programs.Find(name)
	if err != nil {
		return nil, unknownProgram(name)
	}
	if err := UsesDefines(p, defines); err != nil {
		return nil, err
	}
	k, err := p.Kernel(gpumodel.Options{Defines: defines})
	if err != nil {
		return nil, cudacell.Compiling(err)
	}
	return &Kernel{library: l, kernel: k, program: p, defines: defines}, nil
}

// UsesDefines returns an error for macros that the source of a program does not use: the results would be those without
// the macro.
func UsesDefines(p *programs.Program, defines map[string]string) error {
	for name := range defines {
		if words := MacroWords(p.Source); !slices.Contains(words, name) {
			return face.ValueErrorf("defines: %s has no macro %q (near: %s)", p.Name, name, strings.Join(face.Nearest(name, words), ", "))
		}
	}
	return nil
}

// MacroWords returns the words of a source that may be macros.
func MacroWords(source string) []string {
	words := macroName().FindAllString(source, -1)
	slices.Sort(words)
	return slices.Compact(words)
}

// macroName matches what may be a macro: a name in capital letters.
var macroName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z_][A-Z0-9_]+\b`) })

// unknownProgram returns an error that suggests the programs with the most similar names.
func unknownProgram(name string) error {
	var names []string
	for _, p := range programs.All("") {
		names = append(names, p.Name)
	}
	if slices.Contains(families(), name) {
		return face.ValueErrorf("%q is a family: write [p[\"program\"] for p in kernels(%q)] for its programs", name, name)
	}
	return face.ValueErrorf("no program %q (near: %s; kernels() lists all)", name, strings.Join(face.Nearest(name, names), ", "))
}
