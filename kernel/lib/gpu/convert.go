package gpu

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/face"
)

// Dim3 reads the size of a grid or a block: an int or up to three.
func Dim3(what string, v starlark.Value) (gpumodel.Dim3, error) {
	ns, err := face.Ints(what, v, 3)
	if err != nil {
		return gpumodel.Dim3{}, err
	}
	if len(ns) == 0 {
		return gpumodel.Dim3{}, face.ValueErrorf("%s: want one to three numbers, got %s", what, v)
	}
	d := [3]int{1, 1, 1}
	copy(d[:], ns)
	return gpumodel.Dim3{X: d[0], Y: d[1], Z: d[2]}, nil
}

// Dims is a size as users write it: 256, (32, 8), (8, 8, 8).
func Dims(d gpumodel.Dim3) starlark.Value {
	x, y, z := starlark.MakeInt(d.X), starlark.MakeInt(d.Y), starlark.MakeInt(d.Z)
	switch {
	case d.Z != 1:
		return starlark.Tuple{x, y, z}
	case d.Y != 1:
		return starlark.Tuple{x, y}
	}
	return x
}

// DeviceOf reads gpu=: a GPU that kernels run on, the name of one, or the
// session's default.
func (l *Library) DeviceOf(v starlark.Value) (*device.Device, error) {
	d, err := l.anyDevice(v)
	if err != nil {
		return nil, err
	}
	if err := d.Runnable(); err != nil {
		return nil, face.ValueErrorf("%v", err)
	}
	return d, nil
}

// modelOf reads gpu= where only the model can answer: a modelled GPU, or the model of a real one.
func (l *Library) modelOf(v starlark.Value) (*device.Device, error) {
	d, err := l.DeviceOf(v)
	if err != nil || d.Card == nil {
		return d, err
	}
	if d.Card.Model == nil {
		return nil, face.ValueErrorf("no GPU like %s is modelled; give a modelled one, as in gpu=\"GTX 280\" or use(\"GTX 280\")", d.Name)
	}
	return d.Card.Model, nil
}

// anyDevice reads a GPU for which only the rates may be known.
func (l *Library) anyDevice(v starlark.Value) (*device.Device, error) {
	switch v := v.(type) {
	case nil, starlark.NoneType:
		return l.device(), nil
	case *GPU:
		return v.device, nil
	case starlark.String:
		return l.findDevice(string(v))
	case *starlark.Dict:
		if d, ok, err := l.inRow(v); ok {
			return d, err
		}
	}
	hint := ""
	if _, isNumber := v.(starlark.Int); isNumber {
		hint = " (give a number by its name, as in block=256)"
	}
	return nil, face.TypeErrorf("gpu: want gpu(\"%s\") or the name of one, got %s%s", l.device().Name, face.Describe(v), hint)
}

// ModeOf reads full=: True, False or None.
func ModeOf(name string, v starlark.Value) (gpumodel.Mode, error) {
	switch v {
	case nil, starlark.None:
		return gpumodel.Auto, nil
	case starlark.True:
		return gpumodel.Full, nil
	case starlark.False:
		return gpumodel.Sample, nil
	}
	return 0, face.TypeErrorf("%s: want True, False or None, got %s", name, face.Describe(v))
}

// An Extent says how much of a launch is executed for its results and simulated for its time: the arguments full= and
// exact= of a call.
type Extent struct{ Full, Exact starlark.Value }

// Params are the parameters that Unpack fills.
func (e *Extent) Params() []any { return []any{"full?", &e.Full, "exact?", &e.Exact} }

// On reads the extent of a launch on a device.
func (e *Extent) On(d *device.Device) (mode gpumodel.Mode, exact bool, err error) {
	if mode, err = ModeOf("full", e.Full); err != nil {
		return mode, false, err
	}
	switch e.Exact {
	case nil, starlark.None, starlark.False:
		return mode, false, nil
	case starlark.True:
	default:
		return mode, false, face.TypeErrorf("exact: want True or False, got %s", face.Describe(e.Exact))
	}
	if d.Card == nil {
		return mode, true, nil
	}
	modelled := "GTX 280"
	if d.Card.Model != nil {
		modelled = d.Card.Model.Name
	}
	return mode, false, face.ValueErrorf("exact=True: %s is a real GPU, whose time is measured and not simulated; leave exact out, or launch on a modelled GPU, as in gpu=%q", d.Name, modelled)
}

// definesOf reads defines=: a dict from macro names to numbers, strings or bools.
func definesOf(v *starlark.Dict) (map[string]string, error) {
	if v == nil {
		return nil, nil
	}
	defines := map[string]string{}
	for _, item := range v.Items() {
		name, ok := starlark.AsString(item[0])
		if !ok || name == "" {
			return nil, face.TypeErrorf("defines: the names of macros are strings, got %s", face.Describe(item[0]))
		}
		value, err := Macro(name, item[1])
		if err != nil {
			return nil, err
		}
		defines[name] = value
	}
	return defines, nil
}

// Macro returns the body of a macro that has a value.
func Macro(name string, v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.String:
		return string(v), nil
	case starlark.Int, starlark.Float:
		return v.String(), nil
	case starlark.Bool:
		if v {
			return "1", nil
		}
		return "0", nil
	}
	return "", face.TypeErrorf("defines: %s is %s, want a number or a text", name, face.Describe(v))
}

// family is the part of a program's name before the slash.
func family(name string) string {
	before, _, _ := strings.Cut(name, "/")
	return before
}
