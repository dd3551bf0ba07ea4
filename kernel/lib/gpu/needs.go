package gpu

import (
	"context"

	"warpbook.dev/gpumodel/device"
)

// needs are what a kernel takes of an SM: by the model's compiler, or by that of a real GPU.
type needs struct {
	registers, shared, local int // of a thread, bytes of a block, bytes of a thread
	compiler                 string
}

// needs compiles the kernel for a device.
func (k *Kernel) needs(ctx context.Context, d *device.Device) (needs, error) {
	if d.Card == nil || k.kernel.Template() { // which lower refuses
		p, err := k.lower(ctx, d)
		if err != nil {
			return needs{}, err
		}
		return needs{p.Registers, p.SharedBytes, p.LocalBytes, ""}, nil
	}
	f, err := k.kernel.Build(ctx, d)
	if err != nil {
		return needs{}, launchFault(err, k.kernel)
	}
	return needs{f.Registers, f.StaticShared, f.Local, f.Compiler}, nil
}
