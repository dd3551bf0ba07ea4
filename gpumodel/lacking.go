package gpumodel

import (
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A LackingError says that a kernel needs what the device's compute capability lacks.
type LackingError struct {
	Refused *token.Error     // its message says how a cell chooses another GPU
	What    string           // the name of what is lacking
	Devices []*device.Device // the modelled ones that have it, the nearest compute capability first
	msg     string           // of Refused, without a GPU to choose
}

func (e *LackingError) Error() string { return e.Refused.Error() }

// OnCommandLine is the error of a program, whose GPU is chosen by an option of its command line: in a shell, and behind %%cuda.
func (e *LackingError) OnCommandLine() *token.Error {
	return e.choosing("--gpu %q")
}

// choosing is the error with a way to choose a GPU that has what is lacking.
func (e *LackingError) choosing(how string) *token.Error {
	refused := *e.Refused
	refused.Msg = e.msg
	if len(e.Devices) > 0 {
		refused.Msg += fmt.Sprintf("; "+how+" takes a GPU that has it", e.Devices[0].Name)
	}
	return &refused
}

// Unwrap gives the error with its place in the source.
func (e *LackingError) Unwrap() error { return e.Refused }

// lacking is the error of what a device lacks, if err is one, and names a device that has it.
func (k *Kernel) lacking(err error) (e *LackingError, ok bool) {
	place, front, back := (*isa.SourceError)(nil), (*ir.LackError)(nil), (*isa.LackError)(nil)
	switch {
	case errors.As(err, &front):
		e = &LackingError{Refused: front.Refused, What: front.What, Devices: modelled(1, func(d *device.Device) bool {
			return isa.CompareCapabilities(d.ComputeCapability, front.Since) >= 0
		})}
	case errors.As(err, &place) && errors.As(place.Err, &back):
		order := 1
		if back.Removed() {
			order = -1
		}
		e = &LackingError{Refused: k.errorAt(place), What: back.What(), Devices: modelled(order, back.On)}
	default:
		return nil, false
	}
	e.msg = e.Refused.Msg
	e.Refused = e.choosing("use(%q)")
	return e, true
}

// errorAt is an error of the machine code with its place in the source.
func (k *Kernel) errorAt(e *isa.SourceError) *token.Error {
	return k.Module.file.ErrorAt(token.Pos{Line: e.Line, Col: e.Col}, "%v", e.Err)
}

// modelled are the modelled devices that have something, the lowest compute capability first, or with -1 the highest.
func modelled(order int, has func(d *device.Device) bool) []*device.Device {
	list := slices.DeleteFunc(device.All(), func(d *device.Device) bool { return d.Modelled() != nil || !has(d) })
	slices.SortStableFunc(list, func(a, b *device.Device) int {
		return order * isa.CompareCapabilities(a.ComputeCapability, b.ComputeCapability)
	})
	return list
}
