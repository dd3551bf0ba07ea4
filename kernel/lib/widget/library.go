package widget

import (
	"maps"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"warpbook.dev/kernel/cell"
)

// A library is the state that the widgets of one session share. Who has the turn uses
// it; the outbox has a lock of its own.
type library struct {
	session *cell.Session
	open    map[string]*Widget // by the ids of their comms
	outbox  outbox
}

// page is where docs/ describes this package.
const page = "controls.md"

// Install defines the built-ins of this package in a session: interact and its like,
// and the module widgets with the classes.
func Install(s *cell.Session) {
	l := &library{session: s, open: map[string]*Widget{}}
	module := &starlarkstruct.Module{Name: "widgets", Members: starlark.StringDict{}}
	for name, c := range classes() {
		if c.Doc == "" {
			continue
		}
		module.Members[name] = l.constructor(c)
		s.Declare(cell.Entry{Name: "widgets." + name, Page: page, Doc: c.text()})
	}
	s.Declare(cell.Entry{Name: "widgets", Page: page, Value: module,
		Doc: "widgets\nContains the controls of ipywidgets: widgets.IntSlider(…), widgets.Dropdown(…), widgets.Output(), …"})
	for name, m := range methods {
		s.Declare(cell.Entry{Name: "widget." + name, Page: page, Doc: m.doc})
	}
	for _, r := range rows {
		fn := func(c call) (starlark.Value, error) { return r.fn(l, c) }
		s.Declare(cell.Entry{Name: r.name, Page: r.page, Value: builtin(r.name, fn), Doc: r.doc})
	}
	s.Target(target, l.receive)
	s.Target(targetControl, l.control)
	s.AtEnd(l.outbox.flush)
}

// rows are the built-ins beside the module.
var rows = []struct {
	name, page string
	fn         func(l *library, c call) (starlark.Value, error)
	doc        string
}{
	{"interact", page, interactFn(false), `interact(fn, **controls)
Shows a control for each parameter of a function. It calls the function immediately, and again after each change of a control.

fn (function): the function; its output and its return value are shown below the controls
**controls (any): the control of each parameter. (low, high) or (low, high, step) makes a slider. A list makes a
  drop-down list of its values, and a dict makes one of its keys. A bool makes a check box, a string makes a
  text field, and a number makes a slider around it. A widget is used directly. fixed(value) makes no control. If
  you omit the argument for a parameter, its default value determines the control

    def product(a, b):
        return a * b

    interact(product, a=(1, 10), b=[2, 4])`},
	{"interact_manual", page, interactFn(true), `interact_manual(fn, **controls)
Shows the same controls as interact, but calls the function only after a click on a button.

fn (function): the function
**controls (any): the control of each parameter, as for interact

    def product(a, b):
        return a * b

    interact_manual(product, a=(1, 10), b=[2, 4])`},
	{"interactive", page, func(l *library, c call) (starlark.Value, error) { return l.interactive(c, false) }, `interactive(fn, **controls)
Makes the same box of controls as interact, and returns it. The function is called when a control changes.

fn (function): the function
**controls (any): the control of each parameter, as for interact

Returns a box with the attributes .children, .kwargs (the values of the controls) and .result (the return value
of the last call).

    def product(a, b):
        return a * b

    box = interactive(product, a=(1, 10), b=3)
    box.kwargs`},
	{"fixed", "pictures.md", func(_ *library, c call) (starlark.Value, error) {
		var v starlark.Value
		err := c.unpack("value", &v)
		return fixed{v}, err
	}, `fixed(value)
Makes an argument for interact: the parameter has this value and no control.

value (any): the value

    def product(a, b):
        return a * b

    interact(product, a=(1, 10), b=fixed(3))`},
}

// make makes a widget of a class with some fields.
func (l *library) make(class string, fields ...starlark.Tuple) (*Widget, error) {
	w := l.newWidget(classes()[class])
	// In this order: options before value, ends before what lies between them.
	rank := map[string]int{"options": -3, "max": -2, "min": -1, "value": 1, "label": 1}
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, func(a, b starlark.Tuple) int {
		return rank[string(a[0].(starlark.String))] - rank[string(b[0].(starlark.String))]
	})
	for _, f := range fields {
		if err := w.set(string(f[0].(starlark.String)), f[1]); err != nil {
			return nil, err
		}
	}
	if low, isLow := number(w.state["min"]); isLow {
		if high, _ := number(w.state["max"]); low > high {
			return nil, valueErrorf("%s: min %v is above max %v", class, low, high)
		}
	}
	w.normalise()
	return w, nil
}

// constructor is the function that makes widgets of a class.
func (l *library) constructor(c *class) *starlark.Builtin {
	return builtin(c.name, func(call call) (starlark.Value, error) {
		if len(call.args) > len(c.Positional) {
			return nil, typeErrorf("%s: got %d positional arguments, want at most %d: %s", c.name, len(call.args), len(c.Positional), c.signature())
		}
		fields := slices.Clone(call.kwargs)
		given := map[starlark.Value]bool{}
		for _, f := range fields {
			given[f[0]] = true
		}
		for i, v := range call.args {
			name := starlark.String(c.Positional[i])
			if given[name] {
				return nil, typeErrorf("%s: %s is given twice", c.name, name)
			}
			fields = append(fields, starlark.Tuple{name, v})
		}
		return l.make(c.name, fields...)
	})
}

// Classes lists the names of the widgets.
func Classes() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(classes())) {
		if classes()[name].Doc != "" {
			names = append(names, name)
		}
	}
	return names
}
