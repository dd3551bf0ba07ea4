package widget

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// An interaction is a function with a control for each of its parameters, and an area
// for what it puts out.
type interaction struct {
	fn       starlark.Callable
	names    []string
	controls []starlark.Value // a *Widget, or a fixed value
	out      *Widget
	result   starlark.Value // of the last call
}

// fixed is a value that no control changes.
type fixed struct{ starlark.Value }

func (f fixed) String() string { return "fixed(" + cell.Repr(f.Value) + ")" }

// kwargs are the values of the controls.
func (i *interaction) kwargs() starlark.Value {
	d := starlark.NewDict(len(i.names))
	for _, pair := range i.arguments() {
		_ = d.SetKey(pair[0], pair[1])
	}
	return d
}

func (i *interaction) arguments() []starlark.Tuple {
	var list []starlark.Tuple
	for n, control := range i.controls {
		v := control
		switch control := control.(type) {
		case *Widget:
			v = control.visible("value")
		case fixed:
			v = control.Value
		}
		list = append(list, starlark.Tuple{starlark.String(i.names[n]), v})
	}
	return list
}

// update calls the function with the values of the controls. What it puts out takes
// the place of what the last call put out, when it comes.
func (i *interaction) update(run *cell.Run) {
	i.out.area.Clear(true)
	i.result = i.out.area.call(run, func() (starlark.Value, error) {
		return starlark.Call(run.Thread(), i.fn, nil, i.arguments())
	})
}

// interactive makes the box of controls and area for interact(fn, n=(1, 10), …).
// With manual it is a button that calls the function, not every move of a control.
func (l *library) interactive(c call, manual bool) (*Widget, error) {
	if len(c.args) != 1 {
		return nil, typeErrorf("%s: want one function and a control for each of its parameters, as in %[1]s(f, n=(512, 8192, 64))", c.name)
	}
	fn, ok := c.args[0].(starlark.Callable)
	if !ok {
		return nil, typeErrorf("%s: got %s, want a function", c.name, c.args[0].Type())
	}
	i := &interaction{fn: fn, out: l.newWidget(classes()["Output"]), result: starlark.None}
	abbreviations, err := abbreviationsOf(fn, c.kwargs)
	if err != nil {
		return nil, err
	}
	parts := []any{}
	for _, a := range abbreviations {
		control, err := l.controlFor(a)
		if err != nil {
			return nil, err
		}
		i.names, i.controls = append(i.names, a.name), append(i.controls, control)
		if w, ok := control.(*Widget); ok {
			parts = append(parts, w)
		}
	}
	react := builtin("interact", func(call call) (starlark.Value, error) {
		i.update(call.run)
		return starlark.None, nil
	})
	if manual {
		button := l.newWidget(classes()["Button"])
		button.state["description"] = "Run Interact"
		button.clicks = []starlark.Callable{react}
		parts = append(parts, button)
	} else {
		for _, control := range i.controls {
			if w, ok := control.(*Widget); ok {
				w.observers = append(w.observers, observer{react, []string{"value"}})
			}
		}
	}
	box := l.newWidget(classes()["VBox"])
	box.state["children"] = append(parts, i.out)
	box.state["_dom_classes"] = []any{"widget-interact"}
	box.interact = i
	return box, nil
}

// interactFn is interact, or with manual interact_manual.
func interactFn(manual bool) func(*library, call) (starlark.Value, error) {
	return func(l *library, c call) (starlark.Value, error) {
		box, err := l.interactive(c, manual)
		if err != nil {
			return nil, err
		}
		if c.run.Comms() == nil { // nobody can move a control: one call, shown as it is
			v, err := starlark.Call(c.run.Thread(), box.interact.fn, nil, box.interact.arguments())
			if err == nil && v != starlark.None {
				c.run.Display(v)
			}
			return starlark.None, err
		}
		c.run.Display(box)
		if !manual {
			box.interact.update(c.run)
		}
		return starlark.None, nil
	}
}

// An abbreviation is what a control of a parameter is made from.
type abbreviation struct {
	name  string
	value starlark.Value
	start starlark.Value // the parameter's default, or nil
}

// abbreviationsOf are the abbreviations of a function's parameters, in their order:
// the keyword arguments of the call, or else the defaults of the parameters.
func abbreviationsOf(fn starlark.Callable, kwargs []starlark.Tuple) ([]abbreviation, error) {
	given := map[string]starlark.Value{}
	var names []string
	for _, pair := range kwargs {
		name := string(pair[0].(starlark.String))
		given[name] = pair[1]
		names = append(names, name)
	}
	var list []abbreviation
	if f, ok := fn.(*starlark.Function); ok {
		n := f.NumParams()
		if f.HasKwargs() {
			n--
		}
		if f.HasVarargs() {
			n--
		}
		for i := range n {
			name, _ := f.Param(i)
			a := abbreviation{name, given[name], f.ParamDefault(i)}
			if a.value == nil {
				a.value = a.start
			}
			if a.value == nil {
				return nil, typeErrorf("interact: %s has no control: give %s=(low, high), %[1]s=[…] or %[1]s=value", name, name)
			}
			list = append(list, a)
			delete(given, name)
		}
		if !f.HasKwargs() && len(given) > 0 {
			for _, name := range names {
				if given[name] != nil {
					return nil, typeErrorf("interact: %s has no parameter %q", f.Name(), name)
				}
			}
		}
	}
	for _, name := range names {
		if v := given[name]; v != nil {
			list = append(list, abbreviation{name, v, nil})
		}
	}
	return list, nil
}

// controlFor makes the control of one parameter, as ipywidgets does: (low, high) and
// (low, high, step) are sliders, a list or a dict is a drop-down, a truth value a check
// box, a text a line of text, a number a slider around it.
func (l *library) controlFor(a abbreviation) (starlark.Value, error) {
	w, err := l.controlOf(a)
	if w == nil || err != nil {
		if f, ok := a.value.(fixed); ok {
			return f, nil
		}
		if err == nil {
			err = fmt.Errorf("no control can be made of %s", cell.Repr(a.value))
		}
		return nil, typeErrorf("interact: %s: %v", a.name, err)
	}
	if w.state["description"] == "" {
		w.state["description"] = a.name
	}
	return w, nil
}

func (l *library) controlOf(a abbreviation) (w *Widget, err error) {
	switch v := a.value.(type) {
	case *Widget:
		if !v.class.has("value") && !v.class.selection() {
			return nil, fmt.Errorf("a %s has no value", v.class.name)
		}
		return v, nil
	case starlark.Bool:
		return l.make("Checkbox", pair("value", v))
	case starlark.String:
		return l.make("Text", pair("value", v))
	case starlark.Int, starlark.Float:
		return l.around(v)
	case starlark.Tuple:
		if w, err = l.slider(v); w == nil || err != nil {
			return w, err
		}
	case starlark.Iterable:
		if w, err = l.make("Dropdown", pair("options", v)); err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	if a.start != nil && a.start != a.value {
		_ = w.set("value", a.start) // a default that does not fit is not where it starts
		w.normalise()
	}
	return w, nil
}

func pair(name string, v starlark.Value) starlark.Tuple {
	return starlark.Tuple{starlark.String(name), v}
}

// slider makes a slider of (low, high) or (low, high, step).
func (l *library) slider(v starlark.Tuple) (*Widget, error) {
	if len(v) < 2 || len(v) > 3 {
		return nil, nil
	}
	kind := "IntSlider"
	var x [3]float64
	x[2] = 1
	for i, e := range v {
		switch e := e.(type) {
		case starlark.Int:
			x[i] = float64(e.Float())
		case starlark.Float:
			kind, x[i] = "FloatSlider", float64(e)
		default:
			return nil, nil
		}
	}
	low, high, step := x[0], x[1], x[2]
	if low > high || step <= 0 {
		return nil, fmt.Errorf("%s: want low ≤ high and a step above 0", v)
	}
	middle := low + (high-low)/2
	fields := []starlark.Tuple{pair("min", v[0]), pair("max", v[1])}
	if len(v) == 3 {
		middle = low + float64(int((middle-low)/step))*step
		fields = append(fields, pair("step", v[2]))
	}
	if kind == "IntSlider" {
		return l.make(kind, append(fields, pair("value", starlark.MakeInt(int(middle))))...)
	}
	return l.make(kind, append(fields, pair("value", starlark.Float(middle)))...)
}

// around makes a slider around a number.
func (l *library) around(v starlark.Value) (*Widget, error) {
	x, _ := starlark.AsFloat(v)
	low, high := -x, 3*x
	switch {
	case x == 0:
		low, high = 0, 1
	case x < 0:
		low, high = 3*x, -x
	}
	if _, whole := v.(starlark.Int); whole {
		return l.make("IntSlider", pair("min", starlark.MakeInt(int(low))), pair("max", starlark.MakeInt(int(high))), pair("value", v))
	}
	return l.make("FloatSlider", pair("min", starlark.Float(low)), pair("max", starlark.Float(high)), pair("value", v))
}
