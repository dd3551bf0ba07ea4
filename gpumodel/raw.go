package gpumodel

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// HostStack is where the local variables of a host lie.
const HostStack = 0x7ffc << 32

// hostTarget is what the front half of the compiler knows of the host: gcc's rules for x86-64, which contracts nothing.
var hostTarget = ir.Target{PointerBits: 64, NativeMul32: true, Calls: true, UnrollLimit: 1, IfConvertLimit: 2,
	Arithmetic: ir.Arithmetic{NoContraction: true}, MaxLocalBytes: 64 << 20, StackAt: HostStack}

// Start is the code that begins a module compiled with Options.Host: it calls main.
func (m *Module) Start(ctx context.Context) (*ir.Func, error) {
	if m.file.Start == nil {
		return nil, fmt.Errorf("%s has no main, or was compiled without the code of its host", m.Name)
	}
	return ir.Build(ctx, m.file, m.file.Start, hostTarget)
}

// Raw is a launch by the code of a host: the bits of the parameters, and the memory in which its addresses are.
type Raw struct {
	Params []uint64
	Global *memory.Global
}

// RunRaw executes a launch in full whose arguments are raw. The kernel is one of those that the module's host launches, by its name.
func (m *Module) RunRaw(ctx context.Context, d *device.Device, kernel string, l Launch, raw Raw) (*Result, error) {
	k, err := m.nested(kernel)
	if err != nil {
		return nil, err
	}
	l.Kernel, l.Args, l.Mode = k, make([]any, len(k.Params())), Full
	l.inside = &nesting{params: raw.Params, global: raw.Global}
	return Run(ctx, d, l)
}

// CheckRaw says what is wrong with the sizes of such a launch.
func (m *Module) CheckRaw(d *device.Device, kernel string, l Launch) error {
	k, err := m.nested(kernel)
	if err != nil {
		return err
	}
	l.Kernel = k
	return l.Check(d)
}
