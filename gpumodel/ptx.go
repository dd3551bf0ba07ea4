package gpumodel

import (
	"context"
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
	asked := d
	if isa.CompareCapabilities(d.ComputeCapability, ptx.Oldest) < 0 {
		d = oldestOfPTX()
	}
	if _, err := k.Lower(ctx, d); err != nil { // which says what the device lacks
		return "", err
	}
	f, err := ir.Build(ctx, k.Module.file, k.fn, target(d, k.Module.options))
	if err != nil {
		return "", err
	}
	text, err := ptx.Text(f, k.fn.Symbol(), d.ComputeCapability)
	if err == nil && asked != d {
		text = fmt.Sprintf("// ptxas knows compute capability %s and newer, %s has %s: this is for %s.\n",
			ptx.Oldest, asked.Name, asked.ComputeCapability, d.ComputeCapability) + text
	}
	return text, err
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
