package gpumodel

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A LackingError says that a kernel needs what the device's compute capability lacks.
type LackingError struct {
	Refused *cuda.Error
	What    string           // the name of what is lacking
	Devices []*device.Device // the modelled ones that have it, the nearest compute capability first
}

func (e *LackingError) Error() string { return e.Refused.Error() }

// Unwrap gives the error with its place in the source.
func (e *LackingError) Unwrap() error { return e.Refused }

// lackingOf makes an error of what devices before a compute capability lack.
func lackingOf(lack *ir.LackError) error {
	e := &LackingError{Refused: lack.Refused, What: lack.What}
	for _, d := range device.All() {
		if d.Modelled() == nil && isa.CompareCapabilities(d.ComputeCapability, lack.Since) >= 0 {
			e.Devices = append(e.Devices, d)
		}
	}
	e.nearest(1)
	return e
}

// nearest brings the devices in order: the lowest compute capability first, or with -1 the highest.
func (e *LackingError) nearest(order int) {
	slices.SortStableFunc(e.Devices, func(a, b *device.Device) int {
		return order * isa.CompareCapabilities(a.ComputeCapability, b.ComputeCapability)
	})
}

// lacking makes an error of what a device lacks, which names one that does not.
func (k *Kernel) lacking(place *isa.SourceError, lack *isa.LackError) error {
	e := &LackingError{What: lack.What()}
	for _, d := range device.All() {
		if d.Modelled() == nil && lack.On(d) {
			e.Devices = append(e.Devices, d)
		}
	}
	e.nearest(map[bool]int{false: 1, true: -1}[lack.Removed()])
	pos := cuda.Pos{Line: place.Line, Col: place.Col}
	if len(e.Devices) == 0 {
		e.Refused = k.Module.file.ErrorAt(pos, "%v", lack)
		return e
	}
	e.Refused = k.Module.file.ErrorAt(pos, "%v; or take a GPU that has them: use(%q)", lack, e.Devices[0].Name)
	return e
}
