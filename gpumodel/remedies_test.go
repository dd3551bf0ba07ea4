package gpumodel

import (
	"testing"

	"warpbook.dev/gpumodel/device"
)

// runProgramOn runs a built-in program on a device.
func runProgramOn(t testing.TB, d *device.Device, name string, o ProgramRun) *Result {
	t.Helper()
	p, err := FindProgram(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), d, o)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	return r
}

// counters compares counters with what was worked out by hand.
func counters(t *testing.T, r *Result, want map[string]float64) {
	t.Helper()
	for name, want := range want {
		if got, err := r.Counters.Get(name); err != nil || got != want {
			t.Errorf("%s on %s: %s is %v, want %v (%v)", r.Kernel.Name, r.Device.Name, name, got, want, err)
		}
	}
}

// gain wants a remedy to make a program so many times as fast.
func gain(t *testing.T, before, after *Result, least, most float64) {
	t.Helper()
	if got := before.Time / after.Time; got < least || got > most {
		t.Errorf("%s: %s takes %.3g s, %s %.3g s: %.2f times as fast, want %g to %g",
			before.Device.Name, before.Kernel.Name, before.Time, after.Kernel.Name, after.Time, got, least, most)
	}
}
