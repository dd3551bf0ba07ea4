package widget

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A method is what can be called on widgets: on all, or on those of one class.
type method struct {
	of  string
	doc string
	fn  func(w *Widget, c call) (starlark.Value, error)
}

// A call is one call of a built-in.
type call struct {
	name   string
	run    *cell.Run
	args   starlark.Tuple
	kwargs []starlark.Tuple
}

// unpack is starlark.UnpackArgs for this call.
func (c call) unpack(pairs ...any) error {
	return starlark.UnpackArgs(c.name, c.args, c.kwargs, pairs...)
}

func (m method) bind(name string, w *Widget) *starlark.Builtin {
	return builtin(name, func(c call) (starlark.Value, error) { return m.fn(w, c) }).BindReceiver(w)
}

func builtin(name string, fn func(call) (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		return fn(call{b.Name(), cell.Current(t), args, kwargs})
	})
}

var methods map[string]method

func init() { // the methods use the table
	methods = map[string]method{
		"observe": {"", `observe(fn, names=None)
Calls a function when a field changes.

fn (function): a function with one parameter, the change: change.name, change.old, change.new, change.owner
names (string or list, None): the fields to observe; None observes all fields

    slider = widgets.IntSlider()
    slider.observe(lambda change: print(change.new), names="value")
    slider.value = 5`, (*Widget).observe},
		"unobserve_all": {"", `unobserve_all()
Removes all functions that were added with observe.

    slider = widgets.IntSlider()
    slider.unobserve_all()`, func(w *Widget, c call) (starlark.Value, error) {
			w.observers = nil
			return starlark.None, c.unpack()
		}},
		"close": {"", `close()
Removes the widget from the front end.

    slider = widgets.IntSlider()
    slider.close()`, func(w *Widget, c call) (starlark.Value, error) {
			if err := c.unpack(); err != nil {
				return nil, err
			}
			return starlark.None, w.close(c.run)
		}},
		"on_click": {"Button", `on_click(fn)
Calls a function when the button is pressed.

fn (function): a function with one parameter, the button

    b = widgets.Button(description="Run")
    b.on_click(lambda button: print("pressed"))`, (*Widget).onClick},
		"append": {"Output", `append(*values)
Shows values in the area.

*values (any): the values

    out = widgets.Output()
    out.append("in the area")`, (*Widget).appendOutput},
		"clear_output": {"Output", `clear_output(wait=False)
Empties the area.

wait (bool, False): True keeps the output until the next output replaces it

    out = widgets.Output()
    out.clear_output()`, (*Widget).clearOutput},
		"call": {"Output", `call(fn, *args, **kwargs)
Calls a function, and shows its output and return value in the area.

fn (function): the function
*args (any): its arguments
**kwargs (any): its arguments by name

Returns the return value of the function.

    out = widgets.Output()
    out.call(print, "in the area")`, (*Widget).callInto},
	}
}

func (w *Widget) observe(c call) (starlark.Value, error) {
	var fn starlark.Callable
	var names starlark.Value
	if err := c.unpack("fn", &fn, "names??", &names); err != nil {
		return nil, err
	}
	o := observer{fn: fn}
	switch names := names.(type) {
	case nil:
	case starlark.String:
		o.names = []string{string(names)}
	case starlark.Iterable:
		for e := range starlark.Elements(names) {
			name, _ := starlark.AsString(e)
			o.names = append(o.names, name)
		}
	default:
		return nil, typeErrorf("observe: names is %s, want a name or a list of names", names.Type())
	}
	for _, name := range o.names {
		if fields := w.class.fields(); !slices.Contains(fields, name) {
			return nil, valueErrorf("observe: %s has no field %q; it has %v", w.class.name, name, fields)
		}
	}
	w.observers = append(w.observers, o)
	return starlark.None, nil
}

func (w *Widget) onClick(c call) (starlark.Value, error) {
	var fn starlark.Callable
	if err := c.unpack("fn", &fn); err != nil {
		return nil, err
	}
	w.clicks = append(w.clicks, fn)
	return starlark.None, nil
}

func (w *Widget) appendOutput(c call) (starlark.Value, error) {
	if len(c.kwargs) > 0 {
		return nil, typeErrorf("append takes no keyword arguments")
	}
	restore := c.run.Redirect(w.area)
	defer restore()
	for _, v := range c.args {
		c.run.Display(v)
	}
	return starlark.None, nil
}

func (w *Widget) clearOutput(c call) (starlark.Value, error) {
	wait := false
	if err := c.unpack("wait?", &wait); err != nil {
		return nil, err
	}
	w.area.Clear(wait)
	return starlark.None, nil
}

func (w *Widget) callInto(c call) (starlark.Value, error) {
	if len(c.args) == 0 {
		return nil, typeErrorf("call: want a function and its arguments")
	}
	fn, ok := c.args[0].(starlark.Callable)
	if !ok {
		return nil, typeErrorf("call: got %s, want a function", c.args[0].Type())
	}
	return w.area.call(c.run, func() (starlark.Value, error) {
		return starlark.Call(c.run.Thread(), fn, c.args[1:], c.kwargs)
	}), nil
}

// A callError is an error with Python's name for it.
type callError struct{ name, msg string }

func (e *callError) Error() string     { return e.msg }
func (e *callError) ErrorName() string { return e.name }

func typeErrorf(format string, args ...any) error {
	return &callError{"TypeError", fmt.Sprintf(format, args...)}
}

func valueErrorf(format string, args ...any) error {
	return &callError{"ValueError", fmt.Sprintf(format, args...)}
}
