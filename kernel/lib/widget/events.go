package widget

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// An observer is a function that wants to know when fields change.
type observer struct {
	fn    starlark.Callable
	names []string // nil for all
}

// visible is a field as a cell sees it, or None.
func (w *Widget) visible(name string) starlark.Value {
	if v, err := w.Attr(name); err == nil && v != nil {
		return v
	}
	return starlark.None
}

// notify calls the observers of the changed fields, in the running cell. Of a selection
// the index is an inner thing: what changes is the value.
func (w *Widget) notify(changed []string, before map[string]any, value starlark.Value) error {
	for _, name := range changed {
		c := &change{owner: w, name: name, old: toStarlark(before[name]), new: w.visible(name)}
		if name == "index" && w.class.selection() {
			c = &change{owner: w, name: "value", old: value, new: w.value()}
		}
		for _, o := range slices.Clone(w.observers) {
			if o.names != nil && !slices.Contains(o.names, c.name) {
				continue
			}
			if err := w.call(o.fn, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// call calls a function of the session in the running cell.
func (w *Widget) call(fn starlark.Callable, arg starlark.Value) error {
	run := w.library.session.Active()
	if run == nil {
		return fmt.Errorf("%s: no cell runs", fn.Name())
	}
	_, err := starlark.Call(run.Thread(), fn, starlark.Tuple{arg}, nil)
	return err
}

// clicked calls what the button was given.
func (w *Widget) clicked(*cell.Run) error {
	for _, fn := range slices.Clone(w.clicks) {
		if err := w.call(fn, w); err != nil {
			return err
		}
	}
	return nil
}

// A change is what an observer is given: change.new or, as in ipywidgets,
// change["new"].
type change struct {
	owner    *Widget
	name     string
	old, new starlark.Value
}

func (c *change) String() string {
	return fmt.Sprintf("change(name=%q, old=%s, new=%s)", c.name, cell.Repr(c.old), cell.Repr(c.new))
}
func (*change) Type() string          { return "change" }
func (*change) Freeze()               {}
func (*change) Truth() starlark.Bool  { return true }
func (*change) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: change") }
func (*change) AttrNames() []string   { return []string{"name", "new", "old", "owner", "type"} }

func (c *change) Attr(name string) (starlark.Value, error) {
	switch name {
	case "name":
		return starlark.String(c.name), nil
	case "old":
		return c.old, nil
	case "new":
		return c.new, nil
	case "owner":
		return c.owner, nil
	case "type":
		return starlark.String("change"), nil
	}
	return nil, nil
}

func (c *change) Get(k starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(k)
	v, err := c.Attr(name)
	return v, v != nil, err
}
