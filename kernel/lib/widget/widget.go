// Package widget is the part of the cell language that makes controls: sliders,
// drop-downs, buttons, progress bars, areas for output, and interact, which calls a
// function whenever its controls move. It speaks the Jupyter widgets protocol 2.1 with
// the models of @jupyter-widgets/controls 2.0, which JupyterLab's, Notebook's and VS
// Code's widget managers draw.
//
// A [Widget] is the kernel's end of a model. It is opened in the front end when it is
// first shown; from then on what a cell sets is sent there, and what a user does there
// is set here and told to the functions that observe it. These run beside the cells
// (see [cell.Run.Aside]).
//
// Source: jupyter-widgets/ipywidgets, packages/schema/messages.md.
package widget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A Widget is one model.
type Widget struct {
	library   *library
	class     *class
	id        string // of its comm; "" while it is not open
	state     map[string]any
	options   []starlark.Value // of a selection, beside the labels in the state
	observers []observer
	clicks    []starlark.Callable
	area      *area        // of an Output
	interact  *interaction // of the box that interactive makes
}

// newWidget returns a widget with the state of its class.
func (l *library) newWidget(c *class) *Widget {
	w := &Widget{library: l, class: c, state: map[string]any{}}
	for name, v := range c.State {
		w.state[name], _ = fromJSON(v, v)
	}
	if c.DOM {
		w.state["layout"] = l.newWidget(classes()["Layout"])
	}
	if c.Style != "" {
		w.state["style"] = l.newWidget(classes()[c.Style])
	}
	if c.name == "Output" {
		w.area = &area{widget: w}
	}
	return w
}

func (*Widget) Type() string            { return "widget" }
func (*Widget) Freeze()                 {}
func (*Widget) Truth() starlark.Bool    { return true }
func (w *Widget) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: widget") }

// String is the class with what is not as the class has it, as in ipywidgets.
func (w *Widget) String() string {
	var parts []string
	add := func(name string, v starlark.Value) { parts = append(parts, name+"="+cell.Repr(v)) }
	if w.class.selection() {
		add("options", starlark.NewList(w.options))
		add("value", w.value())
	}
	for _, name := range slices.Sorted(maps.Keys(w.state)) {
		like, v := w.class.State[name], w.state[name]
		if initial, _ := fromJSON(like, like); strings.HasPrefix(name, "_") || name == "index" || name == "layout" || name == "style" ||
			name == "outputs" {
			continue
		} else if name == "value" || !equal(initial, v) {
			add(name, toStarlark(v))
		}
	}
	return w.class.name + "(" + strings.Join(parts, ", ") + ")"
}

// MIMEBundle shows the widget where there is a front end, and opens it there.
func (w *Widget) MIMEBundle() (data, metadata map[string]any) {
	data = map[string]any{"text/plain": w.String()}
	if run := w.library.session.Active(); w.class.DOM && run != nil && run.Comms() != nil {
		if err := w.open(run.Comms()); err != nil {
			data["text/plain"] = err.Error()
			return data, nil
		}
		data["application/vnd.jupyter.widget-view+json"] = map[string]any{"model_id": w.id, "version_major": 2, "version_minor": 0}
	}
	return data, nil
}

// Attr is a field of the state or a method.
func (w *Widget) Attr(name string) (starlark.Value, error) {
	switch {
	case name == "value" && w.class.selection():
		return w.value(), nil
	case name == "options" && w.class.selection():
		return starlark.NewList(slices.Clone(w.options)), nil
	case name == "label" && w.class.selection():
		return w.label(), nil
	case name == "result" && w.interact != nil:
		return w.interact.result, nil
	case name == "kwargs" && w.interact != nil:
		return w.interact.kwargs(), nil
	case slices.Contains(w.class.fields(), name):
		return toStarlark(w.state[name]), nil
	}
	if m, ok := methods[name]; ok && (m.of == "" || m.of == w.class.name) {
		return m.bind(name, w), nil
	}
	return nil, nil
}

// AttrNames lists the fields and the methods.
func (w *Widget) AttrNames() []string {
	names := w.class.fields()
	for name, m := range methods {
		if m.of == "" || m.of == w.class.name {
			names = append(names, name)
		}
	}
	if w.interact != nil {
		names = append(names, "kwargs", "result")
	}
	slices.Sort(names)
	return names
}

// SetField is w.name = v in a cell.
func (w *Widget) SetField(name string, v starlark.Value) error {
	return w.change(nil, func() error { return w.set(name, v) })
}

// change runs f, which sets fields, sends what has changed, and tells who observes it.
// What a front end has said, known, is sent back only where the widget has not taken it
// as it came.
func (w *Widget) change(known map[string]any, f func() error) error {
	before, value := maps.Clone(w.state), w.visible("value")
	if err := f(); err != nil {
		return err
	}
	w.normalise()
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(w.state)) {
		differs := !equal(before[name], w.state[name])
		if differs {
			changed = append(changed, name)
		}
		if said, ok := known[name]; ok {
			differs = !sameJSON(said, w.state[name])
		}
		if differs {
			w.library.outbox.put(w, name)
		}
	}
	return w.notify(changed, before, value)
}

// equal compares state values.
func equal(a, b any) bool {
	x, isList := a.([]any)
	y, both := b.([]any)
	if isList && both {
		return slices.EqualFunc(x, y, equal)
	}
	_, isWidget := a.(*Widget)
	return isWidget && a == b || !isWidget && reflect.DeepEqual(a, b)
}

// sameJSON compares what a front end said with a state value.
func sameJSON(said, v any) bool {
	x, _ := json.Marshal(said)
	y, err := json.Marshal(v)
	return err == nil && bytes.Equal(x, y)
}

// set converts and stores one field.
func (w *Widget) set(name string, v starlark.Value) error {
	err := w.store(name, v)
	if err != nil {
		return valueErrorf("%s: %s: %v", w.class.name, name, err)
	}
	return nil
}

func (w *Widget) store(name string, v starlark.Value) (err error) {
	switch {
	case name == "options" && w.class.selection():
		return w.setOptions(v)
	case name == "value" && w.class.selection():
		return w.choose(v)
	case name == "label" && w.class.selection():
		return w.chooseLabel(v)
	case name == "children" && w.class.has(name):
		w.state[name], err = children(v)
	case name == "layout" && w.class.DOM, name == "style" && w.class.Style != "":
		return w.setPart(name, v)
	case w.class.has(name) && slices.Contains(w.class.fields(), name):
		w.state[name], err = fromStarlark(w.class.State[name], v)
	default:
		fields := w.class.fields()
		if near := spelling.Nearest(name, fields); near != "" {
			return fmt.Errorf("there is no such field (did you mean %s?)", near)
		}
		return fmt.Errorf("there is no such field; there are %s", strings.Join(fields, ", "))
	}
	return err
}

// setPart replaces the layout or the style, by a widget or by a dict of its fields.
func (w *Widget) setPart(name string, v starlark.Value) error {
	if part, ok := v.(*Widget); ok && part.class == w.state[name].(*Widget).class {
		w.state[name] = part
		return nil
	}
	d, ok := v.(*starlark.Dict)
	if !ok {
		return fmt.Errorf("got %s, want a dict such as {\"width\": \"50%%\"}", v.Type())
	}
	part := w.state[name].(*Widget)
	return part.change(nil, func() error {
		for _, item := range d.Items() {
			field, ok := starlark.AsString(item[0])
			if !ok {
				return fmt.Errorf("got the key %s, want names", item[0])
			}
			if err := part.set(field, item[1]); err != nil {
				return err
			}
		}
		return nil
	})
}

func children(v starlark.Value) ([]any, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("got %s, want a list of widgets", v.Type())
	}
	all := []any{}
	for e := range starlark.Elements(list) {
		child, ok := e.(*Widget)
		if !ok || !child.class.DOM {
			return nil, fmt.Errorf("got %s in the list, want widgets", e.Type())
		}
		all = append(all, child)
	}
	return all, nil
}

// normalise keeps the value of a slider or a bar between its ends.
func (w *Widget) normalise() {
	low, isLow := number(w.state["min"])
	high, isHigh := number(w.state["max"])
	if !isLow || !isHigh || w.class.name == "FloatLogSlider" {
		return
	}
	if low > high {
		w.state["max"] = w.state["min"]
		high = low
	}
	clamp := func(v any) any {
		x, ok := number(v)
		switch {
		case ok && x < low:
			return w.state["min"]
		case ok && x > high:
			return w.state["max"]
		}
		return v
	}
	switch v := w.state["value"].(type) {
	case []any:
		all := make([]any, len(v))
		for i, e := range v {
			all[i] = clamp(e)
		}
		w.state["value"] = all
	default:
		w.state["value"] = clamp(v)
	}
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
