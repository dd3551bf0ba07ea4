package gpu

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
)

// A Module is a compiled source. Its attributes are its kernels, and symbol.
type Module struct {
	name     string
	kernels  []*Kernel
	compiled *gpumodel.Module
	library  *Library
}

func (m *Module) String() string        { return "<CUDA module " + m.name + ">" }
func (*Module) Type() string            { return "module" }
func (*Module) Freeze()                 {}
func (*Module) Truth() starlark.Bool    { return true }
func (m *Module) Hash() (uint32, error) { return face.Unhashable(m) }

// Attr returns the kernel with a name, or a method.
func (m *Module) Attr(name string) (starlark.Value, error) {
	if i := slices.IndexFunc(m.kernels, func(k *Kernel) bool { return k.kernel.Name == name }); i >= 0 {
		return m.kernels[i], nil
	}
	if len(m.kernels) == 0 {
		return registry.Attr(m, name)
	}
	if v, err := registry.Lookup(m, name); v != nil || err != nil {
		return v, err
	}
	return nil, face.Errorf("AttributeError", "%s has no kernel %q (kernels: %s)", m.name, name, strings.Join(m.kernelNames(), ", "))
}

// Get returns the error for m[grid, block], where the kernel's name is missing.
func (m *Module) Get(starlark.Value) (starlark.Value, bool, error) {
	return nil, false, face.TypeErrorf("%s is a module: write %s.%s[grid, block](…) for its kernel", m.name, m.name,
		strings.Join(m.kernelNames(), ", "))
}

// AttrNames lists the kernels and the methods.
func (m *Module) AttrNames() []string { return append(m.kernelNames(), registry.AttrNames(m)...) }

// Doc is what ?m shows.
func (m *Module) Doc() string {
	return "Holds the kernels of a compiled source: " + strings.Join(m.kernelNames(), ", ") +
		".\nm.name[grid, block](…) launches one. m.symbol(name) is a __device__ or __constant__ variable.\nm.bind(name, texture) binds a texture reference."
}

// Compiled returns the model's module.
func (m *Module) Compiled() *gpumodel.Module { return m.compiled }

// Kernels returns the kernels in the order of the source.
func (m *Module) Kernels() []*Kernel { return m.kernels }

// Subject marks modules as the subject of graded cells.
func (*Module) Subject() {}

func (m *Module) kernelNames() []string {
	var names []string
	for _, k := range m.kernels {
		names = append(names, k.kernel.Name)
	}
	slices.Sort(names)
	return names
}

// MIMEBundle shows the kernels with what they need on the session's device.
func (m *Module) MIMEBundle() (data, metadata map[string]any) {
	t, err := kernelTable(m.library.device(), m.kernels)
	if err != nil {
		return map[string]any{"text/plain": m.String()}, map[string]any{}
	}
	return t.MIMEBundle()
}

// Compile compiles a source.
func (l *Library) Compile(name, source string, o gpumodel.Options) (*Module, error) {
	o.Include = cudacell.Include(l.Folder())
	type outcome struct {
		module *gpumodel.Module
		err    error
	}
	read, err := cell.Detached(l.ctx(), func() outcome { m, err := gpumodel.Compile(name, source, o); return outcome{m, err} })
	if err != nil {
		return nil, err
	}
	if read.err != nil {
		return nil, cudacell.Compiling(read.err)
	}
	m := &Module{name: name, compiled: read.module, library: l}
	for _, k := range read.module.Kernels {
		m.kernels = append(m.kernels, &Kernel{library: l, kernel: k})
	}
	return m, nil
}

// compilerArguments are the arguments of a call that are options of the compiler.
type compilerArguments struct {
	o                                 gpumodel.Options
	preciseDiv, preciseSqrt, contract bool
}

func newCompilerArguments() *compilerArguments {
	return &compilerArguments{preciseDiv: true, preciseSqrt: true, contract: true}
}

// params are the parameters, for unpack.
func (x *compilerArguments) params() []any {
	return []any{"maxrregcount??", &x.o.MaxRegisters, "dlcm??", &x.o.LoadCaching, "use_fast_math?", &x.o.FastMath,
		"ftz?", &x.o.Flush, "prec_div?", &x.preciseDiv, "prec_sqrt?", &x.preciseSqrt, "fmad?", &x.contract}
}

// options returns the compiler options of a call.
func (x *compilerArguments) options(function string) (gpumodel.Options, error) {
	if c := x.o.LoadCaching; c != "" && c != "ca" && c != "cg" {
		return x.o, face.ValueErrorf("%s: dlcm is %q, want \"ca\" (loads through the L1) or \"cg\" (past it)", function, c)
	}
	if x.o.MaxRegisters < 0 {
		return x.o, face.ValueErrorf("%s: maxrregcount is %d, want a number of registers", function, x.o.MaxRegisters)
	}
	x.o.FastDivision, x.o.FastSqrt, x.o.NoContraction = !x.preciseDiv, !x.preciseSqrt, !x.contract
	return x.o, nil
}

func (l *Library) cuda(c face.Call) (starlark.Value, error) {
	var source string
	var defines *starlark.Dict
	name, compiler := "cuda", newCompilerArguments()
	if err := c.Unpack(append([]any{"source", &source, "defines??", &defines, "name??", &name}, compiler.params()...)...); err != nil {
		return nil, err
	}
	macros, err := definesOf(defines)
	if err != nil {
		return nil, err
	}
	o, err := compiler.options("cuda")
	if err != nil {
		return nil, err
	}
	o.Defines = macros
	m, err := l.Compile(name, source, o)
	if err != nil {
		return nil, err
	}
	if len(m.kernels) == 0 {
		return nil, face.ValueErrorf("cuda: the text has no __global__ function")
	}
	for _, k := range m.kernels {
		k.graded = c.Run().Graded()
	}
	return m, nil
}
