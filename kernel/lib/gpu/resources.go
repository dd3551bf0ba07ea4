package gpu

import (
	"context"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/lib/cudacell"
)

// resources are what a kernel uses of an SM, according to the model's compiler or the one of a real
// GPU.
type resources struct {
	registers, shared, local int // of a thread, bytes of a block, bytes of a thread
	compiler                 string
}

// resources compiles the kernel for a device.
func (k *Kernel) resources(ctx context.Context, d *device.Device) (resources, error) {
	if d.Card == nil || k.kernel.Template() { // which lower refuses
		p, err := k.lower(ctx, d)
		if err != nil {
			return resources{}, err
		}
		return resources{p.Registers, p.SharedBytes, p.LocalBytes, ""}, nil
	}
	f, err := measured.Build(ctx, k.kernel, d)
	if err != nil {
		return resources{}, cudacell.Launching(err, k.kernel)
	}
	return resources{f.Registers, f.StaticShared, f.Local, f.Compiler}, nil
}
