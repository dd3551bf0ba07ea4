package widget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

const (
	target        = "jupyter.widget"
	targetControl = "jupyter.widget.control"
	modelPrefix   = "IPY_MODEL_"
)

// open opens the widget in the front ends, after what it consists of.
func (w *Widget) open(comms kernel.Comms) error {
	if w.id != "" {
		return nil
	}
	state, err := w.full(comms)
	if err != nil {
		return err
	}
	w.library.outbox.flush()
	w.id, err = comms.Open(target, map[string]any{"state": state, "buffer_paths": []any{}}, map[string]any{"version": "2.1.0"})
	if err == nil {
		w.library.open[w.id] = w
	}
	return err
}

// full is the whole state as it is sent.
func (w *Widget) full(comms kernel.Comms) (map[string]any, error) {
	state := w.class.header()
	for name := range w.state {
		v, err := w.sent(comms, name)
		if err != nil {
			return nil, err
		}
		state[name] = v
	}
	return state, nil
}

// sent is a field as it is sent: a widget is the name of its model.
func (w *Widget) sent(comms kernel.Comms, name string) (any, error) {
	model := func(part *Widget) (any, error) {
		err := part.open(comms)
		return modelPrefix + part.id, err
	}
	switch v := w.state[name].(type) {
	case *Widget:
		return model(v)
	case []any:
		all := make([]any, len(v))
		for i, e := range v {
			all[i] = e
			if child, ok := e.(*Widget); ok {
				var err error
				if all[i], err = model(child); err != nil {
					return nil, err
				}
			}
		}
		return all, nil
	default:
		return v, nil
	}
}

// close closes the widget in the front ends.
func (w *Widget) close(run *cell.Run) error {
	id := w.id
	w.forget()
	if id == "" || run.Comms() == nil {
		return nil
	}
	w.library.outbox.flush()
	return run.Comms().Close(id)
}

func (w *Widget) forget() {
	delete(w.library.open, w.id)
	w.id = ""
}

// A message is what a front end says to a widget.
type message struct {
	Method  string
	State   map[string]any
	Content struct{ Event string }
}

// receive takes what a front end says to a widget.
func (l *library) receive(run *cell.Run, m kernel.CommMessage) error {
	if m.Kind == kernel.CommOpen {
		return fmt.Errorf("widgets are made in cells, not in the front end")
	}
	w, ok := l.open[m.ID]
	if !ok {
		return nil // it was closed meanwhile
	}
	if m.Kind == kernel.CommClose {
		w.forget()
		return nil
	}
	var msg message
	d := json.NewDecoder(bytes.NewReader(m.Data))
	d.UseNumber()
	if err := d.Decode(&msg); err != nil {
		return fmt.Errorf("widget message: %w", err)
	}
	defer l.outbox.flush()
	switch msg.Method {
	case "update":
		return w.updated(run, msg.State)
	case "request_state":
		state, err := w.full(run.Comms())
		if err == nil {
			err = run.Comms().Send(w.id, update("update", state))
		}
		return err
	case "custom":
		if msg.Content.Event == "click" {
			return w.clicked(run)
		}
		return nil
	}
	return fmt.Errorf("widget message: the method is %q, want update, request_state or custom", msg.Method)
}

// updated takes what a user did. All front ends are told at once, by an echo; where
// the widget does not take a value as it came, they are told what it is.
func (w *Widget) updated(run *cell.Run, state map[string]any) error {
	w.library.outbox.flush()
	if err := run.Comms().Send(w.id, update("echo_update", state)); err != nil {
		return err
	}
	return w.change(state, func() error {
		for name, sent := range state {
			if !w.class.has(name) || name == "children" || name == "_options_labels" {
				continue
			}
			v, err := fromJSON(w.class.State[name], sent)
			if err == nil && name == "index" {
				err = w.checkIndex(v)
			}
			if err == nil {
				w.state[name] = v
			}
		}
		return nil
	})
}

// checkIndex refuses an index beyond the options.
func (w *Widget) checkIndex(v any) error {
	all, ok := v.([]any)
	if !ok {
		all = []any{v}
	}
	for _, i := range all {
		if n, ok := i.(int64); i != nil && (!ok || n < 0 || n >= int64(len(w.options))) {
			return fmt.Errorf("index %v is out of range", i)
		}
	}
	return nil
}

// control answers a front end that has lost its models, by a reload of the page, say.
func (l *library) control(run *cell.Run, m kernel.CommMessage) error {
	if m.Kind != kernel.CommData {
		return nil
	}
	var msg message
	if err := json.Unmarshal(m.Data, &msg); err != nil || msg.Method != "request_states" {
		return fmt.Errorf("widget control message: the method is %q, want request_states (%v)", msg.Method, err)
	}
	l.outbox.flush()
	states := map[string]any{}
	for id, w := range maps.Clone(l.open) {
		state, err := w.full(run.Comms())
		if err != nil {
			return err
		}
		states[id] = map[string]any{
			"model_name": w.class.name + "Model", "model_module": w.class.Module, "model_module_version": w.class.Version, "state": state,
		}
	}
	return run.Comms().Send(m.ID, map[string]any{"method": "update_states", "states": states, "buffer_paths": []any{}})
}

var _ starlark.HasSetField = (*Widget)(nil)
