package gpumodel

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
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

// lacking makes an error of what a device lacks, which names one that does not.
func (k *Kernel) lacking(place *isa.SourceError, lack *isa.LackError) error {
	e := &LackingError{What: lack.What()}
	for _, d := range device.All() {
		if d.Modelled() == nil && lack.On(d) {
			e.Devices = append(e.Devices, d)
		}
	}
	slices.SortStableFunc(e.Devices, func(a, b *device.Device) int {
		order := isa.CompareCapabilities(a.ComputeCapability, b.ComputeCapability)
		if lack.Removed() {
			return -order
		}
		return order
	})
	pos := cuda.Pos{Line: place.Line, Col: place.Col}
	if len(e.Devices) == 0 {
		e.Refused = k.Module.file.ErrorAt(pos, "%v", lack)
		return e
	}
	e.Refused = k.Module.file.ErrorAt(pos, "%v; or take a GPU that has them: use(%q)", lack, e.Devices[0].Name)
	return e
}
