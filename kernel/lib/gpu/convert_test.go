package gpu

import (
	"testing"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// exact=True is for the model: on a real GPU it is refused, with what to do.
func TestExtentOnRealGPU(t *testing.T) {
	h200, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	e := Extent{Full: starlark.False, Exact: starlark.True}
	if mode, exact, err := e.On(h200); mode != gpumodel.Sample || !exact || err != nil {
		t.Errorf("on the model: %v, %v, %v", mode, exact, err)
	}
	for _, tt := range []struct {
		model *device.Device
		want  string
	}{
		{h200, `exact=True: NVIDIA H200 is a real GPU, whose time is measured and not simulated; leave exact out, or launch on a modelled GPU, as in gpu="H200"`},
		{nil, `exact=True: NVIDIA H200 is a real GPU, whose time is measured and not simulated; leave exact out, or launch on a modelled GPU, as in gpu="GTX 280"`},
	} {
		real := &device.Device{Name: "NVIDIA H200", Card: &device.Card{Model: tt.model}}
		if _, _, err := e.On(real); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
		e := Extent{Exact: starlark.False}
		if _, exact, err := e.On(real); exact || err != nil {
			t.Errorf("exact=False: %v, %v", exact, err)
		}
	}
}
