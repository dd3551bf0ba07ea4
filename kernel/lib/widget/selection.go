package widget

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A selection has options: values of the session, of which the front end sees only
// the labels and the index of the one that is chosen.

// setOptions takes values, (label, value) pairs, or a dict of labels to values. The
// first is chosen, unless any number may be.
func (w *Widget) setOptions(v starlark.Value) error {
	var labels []any
	var values []starlark.Value
	add := func(label, value starlark.Value) {
		labels, values = append(labels, cell.Str(label)), append(values, value)
	}
	switch list := v.(type) {
	case starlark.IterableMapping:
		for _, item := range list.Items() {
			add(item[0], item[1])
		}
	case starlark.Iterable:
		for e := range starlark.Elements(list) {
			pair, ok := e.(starlark.Tuple)
			if _, isLabel := first(pair).(starlark.String); ok && isLabel && len(pair) == 2 {
				add(pair[0], pair[1])
			} else {
				add(e, e)
			}
		}
	default:
		return fmt.Errorf("got %s, want a list of values or a dict of labels to values", v.Type())
	}
	if w.class.name == "SelectionSlider" && len(values) == 0 {
		return fmt.Errorf("an empty list leaves nothing to choose")
	}
	if labels == nil {
		labels = []any{}
	}
	w.options, w.state["_options_labels"] = values, labels
	switch {
	case w.class.multiple():
		w.state["index"] = []any{}
	case len(values) == 0:
		w.state["index"] = nil
	default:
		w.state["index"] = int64(0)
	}
	return nil
}

func first(t starlark.Tuple) starlark.Value {
	if len(t) == 0 {
		return nil
	}
	return t[0]
}

// choose makes v the value.
func (w *Widget) choose(v starlark.Value) error {
	if w.class.multiple() {
		list, ok := v.(starlark.Iterable)
		if !ok {
			return fmt.Errorf("got %s, want a list of options", v.Type())
		}
		index := []any{}
		for e := range starlark.Elements(list) {
			i, err := w.optionAt(e)
			if err != nil {
				return err
			}
			index = append(index, int64(i))
		}
		w.state["index"] = index
		return nil
	}
	if v == starlark.None {
		w.state["index"] = nil
		return nil
	}
	i, err := w.optionAt(v)
	if err == nil {
		w.state["index"] = int64(i)
	}
	return err
}

func (w *Widget) optionAt(v starlark.Value) (int, error) {
	i := slices.IndexFunc(w.options, func(o starlark.Value) bool {
		same, err := starlark.Equal(o, v)
		return err == nil && same
	})
	if i < 0 {
		return 0, fmt.Errorf("%s is not one of the options %s", cell.Repr(v), w.labels())
	}
	return i, nil
}

func (w *Widget) chooseLabel(v starlark.Value) error {
	for i, label := range w.state["_options_labels"].([]any) {
		if starlark.String(label.(string)) == v {
			w.state["index"] = int64(i)
			return nil
		}
	}
	return fmt.Errorf("%s is not one of the labels %s", cell.Repr(v), w.labels())
}

func (w *Widget) labels() string {
	var all []string
	for _, label := range w.state["_options_labels"].([]any) {
		all = append(all, label.(string))
	}
	if len(all) > 20 {
		all = append(all[:20], "…")
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// value is what is chosen: an option, None, or a tuple of options.
func (w *Widget) value() starlark.Value {
	option := func(i any) starlark.Value {
		if n, ok := i.(int64); ok && n >= 0 && n < int64(len(w.options)) {
			return w.options[n]
		}
		return starlark.None
	}
	if !w.class.multiple() {
		return option(w.state["index"])
	}
	chosen := starlark.Tuple{}
	for _, i := range w.state["index"].([]any) {
		chosen = append(chosen, option(i))
	}
	return chosen
}

func (w *Widget) label() starlark.Value {
	labels := w.state["_options_labels"].([]any)
	if n, ok := w.state["index"].(int64); ok && n >= 0 && n < int64(len(labels)) {
		return starlark.String(labels[n].(string))
	}
	return starlark.None
}
