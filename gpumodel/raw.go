package gpumodel

import (
	"context"
	"fmt"
	"maps"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// HostStack is where the local variables of a host lie.
const HostStack = 0x7ffc << 32

// hostTarget is what the front half of the compiler knows of the host: gcc's rules for x86-64, which contracts nothing.
var hostTarget = ir.Target{PointerBits: 64, NativeMul32: true, Calls: true, UnrollsPartly: true, IfConvertLimit: 2,
	Arithmetic: ir.Arithmetic{NoContraction: true}, MaxLocalBytes: 64 << 20}

// Start is the code of the host of a module compiled with Options.Host: its first function calls main.
func (m *Module) Start(ctx context.Context) (*ir.Program, error) {
	if m.file.Start == nil {
		return nil, fmt.Errorf("%s has no main, or was compiled without the code of its host", m.Name)
	}
	return ir.BuildProgram(ctx, m.file, hostTarget)
}

// Raw is a launch by the code of a host: the bits of the parameters, and the memory in which its addresses are.
type Raw struct {
	Params  []uint64
	Global  *memory.Global
	Texture func(object uint64) *Texture // that a texture object stands for; nil for none
	Bound   map[string]*Texture          // to the file's texture references
	Repeats *Repeats                     // what the program's launches took so far; nil if nobody keeps it
}

// RunRaw executes a launch in full whose arguments are raw.
func (k *Kernel) RunRaw(ctx context.Context, d *device.Device, l Launch, raw Raw) (*Result, error) {
	l, err := k.raw(l, raw)
	if err != nil {
		return nil, err
	}
	if raw.Repeats == nil {
		return Run(ctx, d, l)
	}
	l.repeats, l.touches = raw.Repeats, &warp.Touches{}
	r, err := Run(ctx, d, l)
	k.executed(d, &l, &raw, l.touches, r, err)
	return r, err
}

// raw is a launch with raw arguments, and the textures that they name.
func (k *Kernel) raw(l Launch, raw Raw) (Launch, error) {
	l.Kernel, l.Args, l.Mode = k, make([]any, len(k.Params())), Full
	for i, p := range k.Params() {
		if !p.Texture || i >= len(raw.Params) || raw.Texture == nil {
			continue
		}
		t := raw.Texture(raw.Params[i])
		if t == nil {
			return l, fmt.Errorf("%s is %#x, which is not a texture object", p.Name, raw.Params[i])
		}
		l.Args[i] = t
	}
	l.inside = &nesting{params: raw.Params, global: raw.Global, bound: maps.Clone(raw.Bound)}
	return l, nil
}

// CheckRaw says what is wrong with the sizes of such a launch.
func (k *Kernel) CheckRaw(d *device.Device, l Launch) error {
	l.Kernel = k
	return l.Check(d)
}

// OccupancyRaw is the occupancy of such a launch; the error names the resource of which it wants too much.
func (k *Kernel) OccupancyRaw(ctx context.Context, d *device.Device, block Dim3, shared int) (isa.Occupancy, error) {
	program, err := k.Lower(ctx, d)
	if err != nil {
		return isa.Occupancy{}, err
	}
	return program.Occupy(d, block.Count(), shared)
}

// RawKernel is the kernel of a name that the module's host launches.
func (m *Module) RawKernel(name string) (*Kernel, error) { return m.nested(name) }

// Accesses are what a kernel does with the memory behind each of its parameters, as [Kernel.Params] lists them.
func (k *Kernel) Accesses(ctx context.Context, d *device.Device) ([]ir.Access, error) {
	text, err := k.textFor(d)
	if err != nil {
		return nil, err
	}
	f, err := ir.Build(ctx, text.file, text.fn, target(d, k.Module.options))
	if err != nil {
		return nil, err
	}
	return f.Accesses(), nil
}

// InProgram is a raw launch on the memory that the program has: it is for those who execute it on copies, before the program goes on.
func (k *Kernel) InProgram(l Launch, raw Raw) (Launch, error) { return k.raw(l, raw) }

// Kept is a raw launch that can be executed again later: on copies of the memory as it is now.
func (k *Kernel) Kept(l Launch, raw Raw) (*Launch, error) {
	l, err := k.raw(l, raw)
	if err != nil {
		return nil, err
	}
	return l.withOwnMemory((*memory.Global).Copied, (*memory.Buffer).Copy)
}

// withOwnMemory is a launch inside of a program on copies of its memory and variables.
func (l Launch) withOwnMemory(memoryOf func(*memory.Global) (*memory.Global, map[*memory.Buffer]*memory.Buffer),
	copyOf func(*memory.Buffer) *memory.Buffer) (*Launch, error) {
	vars, err := l.UsedVariables()
	if err != nil {
		return nil, err
	}
	global, copies := memoryOf(l.inside.global)
	l.inside = &nesting{params: l.inside.params, global: global, depth: l.inside.depth}
	l.Stdout, l.Variables = nil, &Variables{}
	for _, a := range vars.arrays {
		c := *a
		if c.buf = copies[a.buf]; c.buf == nil {
			c.buf = copyOf(a.buf)
		}
		l.Variables.arrays = append(l.Variables.arrays, &c)
	}
	return &l, nil
}
