package widget

import (
	"encoding/json"
	"fmt"
	"sync"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// An area is what an Output shows: outputs as a notebook file has them. It is a
// kernel.Output, so that what runs can write to it instead of below its cell.
type area struct {
	widget *Widget

	mu      sync.Mutex
	outputs []any    // each a new map when it changes: the front end may be reading the old one
	ids     []string // display ids of outputs
	text    int      // bytes of streams
	clear   bool     // before the next output
}

// maxText bounds the streams of an area: they are sent whole at every change.
const maxText = 256 << 10

func (a *area) Stream(name, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ready()
	a.text += len(text)
	if n := len(a.outputs); n > 0 {
		if last := a.outputs[n-1].(map[string]any); last["name"] == name {
			text = last["text"].(string) + text
			a.outputs, a.ids = a.outputs[:n-1:n-1], a.ids[:n-1]
		}
	}
	a.add(map[string]any{"output_type": "stream", "name": name, "text": a.folded(text)}, "")
}

// folded is the end of a text that has become too long, with a line that says so.
func (a *area) folded(text string) string {
	if a.text <= maxText || len(text) <= maxText/2 {
		return text
	}
	cut := len(text) - maxText/2
	for cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut++
	}
	a.text -= cut
	return fmt.Sprintf("… %d bytes before this are left out …\n", cut) + text[cut:]
}

func (a *area) Display(b kernel.Bundle) { a.bundle(b) }
func (a *area) Result(b kernel.Bundle)  { a.bundle(b) }

func (a *area) bundle(b kernel.Bundle) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ready()
	a.add(displayed(b), b.ID)
}

// Update changes the outputs of a display id, here and where else it is.
func (a *area) Update(b kernel.Bundle) {
	a.mu.Lock()
	for i, id := range a.ids {
		if id == b.ID {
			a.outputs[i] = displayed(b)
		}
	}
	a.show()
	a.mu.Unlock()
}

func (a *area) Clear(wait bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clear = wait
	if !wait {
		a.empty()
		a.show()
	}
}

// fail shows an error.
func (a *area) fail(e *kernel.Error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ready()
	lines := make([]any, len(e.Traceback))
	for i, line := range e.Traceback {
		lines[i] = line
	}
	a.add(map[string]any{"output_type": "error", "ename": e.Name, "evalue": e.Value, "traceback": lines}, "")
}

// settle clears what was to be cleared before an output that has not come.
func (a *area) settle() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.clear {
		a.ready()
		a.show()
	}
}

func (a *area) ready() {
	if a.clear {
		a.clear = false
		a.empty()
	}
}

func (a *area) empty() { a.outputs, a.ids, a.text = nil, nil, 0 }

func (a *area) add(output map[string]any, id string) {
	a.outputs, a.ids = append(a.outputs[:len(a.outputs):len(a.outputs)], output), append(a.ids, id)
	a.show()
}

// show makes the outputs the state of the widget.
func (a *area) show() {
	w := a.widget
	w.state["outputs"] = append([]any{}, a.outputs...)
	w.library.outbox.put(w, "outputs")
}

// displayed is a bundle as an output; what JSON cannot hold is left out.
func displayed(b kernel.Bundle) map[string]any {
	data, metadata := map[string]any{}, map[string]any{}
	for into, from := range map[*map[string]any]map[string]any{&data: b.Data, &metadata: b.Metadata} {
		for name, v := range from {
			if _, err := json.Marshal(v); err == nil {
				(*into)[name] = v
			}
		}
	}
	return map[string]any{"output_type": "display_data", "data": data, "metadata": metadata}
}

// call runs f with its output here; its error is shown here too. What f returns is
// shown unless it is None.
func (a *area) call(run *cell.Run, f func() (starlark.Value, error)) starlark.Value {
	var result starlark.Value = starlark.None
	restore := run.Redirect(a)
	defer restore()
	v, err := f()
	if err != nil {
		a.fail(run.Report(err))
	} else if result = v; v != starlark.None {
		run.Display(v)
	}
	a.settle()
	return result
}
