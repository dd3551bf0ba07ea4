package cell

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	starlarkjson "go.starlark.net/lib/json"
	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// What a cell can call to show something, by the names that IPython.display has.

func display(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	id, clear := starlark.Value(starlark.None), false
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "display_id?", &id, "clear?", &clear); err != nil {
		return nil, err
	}
	var h handle
	switch id := id.(type) {
	case starlark.NoneType:
	case starlark.Bool:
		if id {
			h.id = rand.Text()
		}
	case starlark.String:
		h.id = string(id)
	default:
		return nil, typeErrorf("display: display_id is a string, or True for a new one, got %s", id.Type())
	}
	if clear {
		run.Clear(true)
	}
	for _, v := range args {
		bundle, err := run.drawn(v)
		if err != nil {
			return nil, err
		}
		bundle.ID = h.id
		run.Display(bundle)
	}
	if h.id == "" {
		return starlark.None, nil
	}
	return h, nil
}

func updateDisplay(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	var id string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "value", &v, "display_id", &id); err != nil {
		return nil, err
	}
	if id == "" {
		return nil, valueErrorf("update_display: display_id is empty")
	}
	bundle, err := run.drawn(v)
	if err != nil {
		return nil, err
	}
	bundle.ID = id
	run.Update(bundle)
	return starlark.None, nil
}

// A handle is what display(x, display_id=…) returns: a place below a cell whose
// content can be replaced, also by later cells.
type handle struct{ id string }

func (h handle) String() string        { return fmt.Sprintf("<display %s>", h.id) }
func (h handle) Type() string          { return "display" }
func (h handle) Freeze()               {}
func (h handle) Truth() starlark.Bool  { return true }
func (h handle) Hash() (uint32, error) { return starlark.String(h.id).Hash() }
func (h handle) AttrNames() []string   { return []string{"display", "display_id", "update"} }

func (h handle) Attr(name string) (starlark.Value, error) {
	switch name {
	case "display_id":
		return starlark.String(h.id), nil
	case "display", "update":
		show := (*Run).Update
		if name == "display" {
			show = func(run *Run, b kernel.Bundle) { run.Display(b) }
		}
		return builtin(name, func(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var v starlark.Value
			if err := starlark.UnpackArgs(b.Name(), args, kwargs, "value", &v); err != nil {
				return nil, err
			}
			bundle, err := run.drawn(v)
			if err != nil {
				return nil, err
			}
			bundle.ID = h.id
			show(run, bundle)
			return starlark.None, nil
		}), nil
	}
	return nil, nil
}

func clearOutput(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	wait := false
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "wait?", &wait); err != nil {
		return nil, err
	}
	run.Clear(wait)
	return starlark.None, nil
}

func setNextInput(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, replace := "", false
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "text", &text, "replace?", &replace); err != nil {
		return nil, err
	}
	run.payload = append(run.payload, map[string]any{"source": "set_next_input", "text": text, "replace": replace})
	return starlark.None, nil
}

func page(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "value", &v); err != nil {
		return nil, err
	}
	bundle := bundleOf(v)
	if s, ok := v.(starlark.String); ok {
		bundle = textBundle(string(s))
	}
	run.payload = append(run.payload, map[string]any{"source": "page", "data": bundle.Data, "start": 0})
	return starlark.None, nil
}

// A rich value is a text that is shown as what it is.
type rich struct{ kind, mime, text string }

func (r rich) String() string        { return r.text }
func (r rich) Type() string          { return r.kind }
func (r rich) Freeze()               {}
func (r rich) Truth() starlark.Bool  { return r.text != "" }
func (r rich) Hash() (uint32, error) { return starlark.String(r.text).Hash() }
func (r rich) AttrNames() []string   { return []string{"data"} }

func (r rich) Attr(name string) (starlark.Value, error) {
	if name == "data" {
		return starlark.String(r.text), nil
	}
	return nil, nil
}

func (r rich) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{r.mime: r.text, "text/plain": r.text}, nil
}

// richText makes the built-in for a type of text.
func richText(kind, mime string) builtinFunc {
	return func(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var text string
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "data", &text); err != nil {
			return nil, err
		}
		return rich{kind, mime, text}, nil
	}
}

// jsonTree is a value that a front end shows as a tree.
type jsonTree struct {
	starlark.Value
	data     any
	expanded bool
}

func (jsonTree) Type() string     { return "JSON" }
func (t jsonTree) String() string { return Repr(t.Value) }

func (t jsonTree) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"application/json": t.data, "text/plain": reprWithin(context.Background(), t.Value, shownText)},
		map[string]any{"application/json": map[string]any{"expanded": t.expanded}}
}

func newJSON(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t := jsonTree{}
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "data", &t.Value, "expanded?", &t.expanded); err != nil {
		return nil, err
	}
	if _, err := whole(run.ctx, t.Value, true); err != nil { // Starlark's encoder has no budget
		return nil, err
	}
	text, err := starlark.Call(run.thread, starlarkjson.Module.Members["encode"], starlark.Tuple{t.Value}, nil)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text.(starlark.String)), &t.data); err != nil {
		return nil, err
	}
	return t, nil
}
