package gpumodel

import (
	"context"
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/ptx"
)

// PTX is the kernel in PTX: what the compiler's front half hands on, before registers are allocated. For a device that
// ptxas has forgotten it is that of the oldest one that it knows, and says so in its first line. The error says which construct
// is not written (an [ptx.UnsupportedError]), or what the device lacks.
func (k *Kernel) PTX(ctx context.Context, d *device.Device) (string, error) {
	text, refused, err := ptxOf(ctx, d, k)
	if err == nil && len(refused) > 0 {
		err = refused[0]
	}
	if err != nil {
		return "", err
	}
	return text, nil
}

// PTX is a file of PTX with the kernels of the module that the source itself has. refused are those that are not written, each of them an
// [ptx.UnsupportedError].
func (m *Module) PTX(ctx context.Context, d *device.Device) (text string, refused []error, err error) {
	var own []*Kernel
	for _, k := range m.Kernels {
		if !k.Template() && !k.Library() {
			own = append(own, k)
		}
	}
	return ptxOf(ctx, d, own...)
}

// ptxOf is a file with some kernels.
func ptxOf(ctx context.Context, d *device.Device, kernels ...*Kernel) (text string, refused []error, err error) {
	asked := d
	if isa.CompareCapabilities(d.ComputeCapability, ptx.Oldest) < 0 {
		d = oldestOfPTX()
	}
	file := ptx.NewModule(d.ComputeCapability)
	for _, k := range kernels {
		if _, err := k.Lower(ctx, d); err != nil { // which says what the device lacks
			return "", nil, err
		}
		own, err := k.textFor(d)
		if err != nil {
			return "", nil, err
		}
		f, err := ir.Build(ctx, own.file, own.fn, target(d, k.Module.options))
		if err == nil {
			err = file.Add(f, k.fn.Symbol())
		}
		var unsupported *ptx.UnsupportedError
		switch {
		case errors.As(err, &unsupported):
			refused = append(refused, err)
		case err != nil:
			return "", nil, err
		}
	}
	text = file.String()
	if asked != d {
		text = fmt.Sprintf("// ptxas knows compute capability %s and newer, %s has %s: this is for %s.\n",
			ptx.Oldest, asked.Name, asked.ComputeCapability, d.ComputeCapability) + text
	}
	return text, refused, nil
}

// oldestOfPTX is the oldest device for which PTX is written.
func oldestOfPTX() (oldest *device.Device) {
	for _, d := range device.All() {
		if d.Modelled() != nil || isa.CompareCapabilities(d.ComputeCapability, ptx.Oldest) < 0 {
			continue
		}
		if oldest == nil || isa.CompareCapabilities(d.ComputeCapability, oldest.ComputeCapability) < 0 {
			oldest = d
		}
	}
	return oldest
}
