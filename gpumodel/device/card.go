package device

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Card is what makes a device a real GPU of this machine: launches on it are run, not
// modelled.
type Card struct {
	Index   int           // of CUDA
	Timeout time.Duration // of a launch
	// Model is the modelled GPU that what cannot be measured comes from, and Same
	// whether it is this card; otherwise it is the nearest there is.
	Model *Device
	Same  bool
	// Software is the driver and the compiler: "driver for CUDA 13.0, NVRTC 13.0".
	Software string
}

// Runnable returns an error unless kernels can run on the device: on a real GPU, or on a
// modelled one.
func (d *Device) Runnable() error {
	if d.Card != nil {
		return nil
	}
	return d.Modelled()
}

// Fields that NewCard must be given.
const (
	nameField       = "name"
	capabilityField = "compute_capability"
)

// NewCard is a real GPU: its figures as they were read, and the constants of its model, or
// of its generation, where nothing was.
func NewCard(c Card, figures []Constant) (*Device, error) {
	value := func(field string) string {
		if i := slices.IndexFunc(figures, isField(field)); i >= 0 {
			return figures[i].Value
		}
		return ""
	}
	name, capability := value(nameField), value(capabilityField)
	c.Model, c.Same = model(name, capability, value("sms"))
	own := slices.Clone(figures)
	if c.Same {
		own = below(own, c.Model.own)
	}
	d, err := build(own)
	if err != nil { // a capability that no file knows
		d = &Device{own: own, constants: own}
		d.complete()
	}
	// What was read holds also where other fields would say otherwise.
	for _, f := range figures {
		if err := d.set(f.Field, f.Value); err != nil {
			return nil, fmt.Errorf("the GPU's own figures: %w", err)
		}
	}
	d.Name = fmt.Sprintf("%s (cuda:%d)", name, c.Index)
	d.Card = &c
	return d, nil
}

// model finds the modelled GPU for a card: the one of its name, or one of its compute
// capability with as many SMs. Otherwise it is the nearest: of the capability, or of the
// newest one before it.
func model(name, capability, sms string) (nearest *Device, same bool) {
	if d, err := Get(name); err == nil && d.Modelled() == nil && d.ComputeCapability == capability {
		return d, true
	}
	for _, d := range All() {
		switch {
		case d.Modelled() != nil:
		case d.ComputeCapability == capability && fmt.Sprint(d.SMs) == sms:
			return d, true
		case nearest == nil || nearer(d.ComputeCapability, nearest.ComputeCapability, capability):
			nearest = d
		}
	}
	return nearest, false
}

// nearer reports whether capability a is a better stand-in for wanted than b.
func nearer(a, b, wanted string) bool {
	over := func(x string) bool { return newer(x, wanted) }
	if over(a) != over(b) {
		return over(b)
	}
	if over(a) {
		return newer(b, a)
	}
	return newer(a, b)
}

// newer compares compute capabilities: "10.0" is newer than "9.0".
func newer(a, b string) bool {
	majorA, minorA, _ := strings.Cut(a, ".")
	majorB, minorB, _ := strings.Cut(b, ".")
	if majorA != majorB {
		return len(majorA) > len(majorB) || len(majorA) == len(majorB) && majorA > majorB
	}
	return minorA > minorB
}
