package widget

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// A frontEnd is a session with the other end of its comms: it keeps the models as a
// widget manager does, and all that is put out below the cells.
type frontEnd struct {
	*testing.T
	session *cell.Session

	mu       sync.Mutex
	models   map[string]map[string]any // by id: the state
	echoes   int
	messages int
	text     strings.Builder
	bundles  []kernel.Bundle
}

func newFrontEnd(t *testing.T) *frontEnd {
	s := cell.New()
	Install(s)
	return &frontEnd{T: t, session: s, models: map[string]map[string]any{}}
}

// through makes what was said JSON and back.
func (f *frontEnd) through(v any) (m map[string]any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		f.Errorf("%v: %v", v, err)
	}
	return m
}

func (f *frontEnd) Open(target string, data any, metadata map[string]any) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if target != "jupyter.widget" || metadata["version"] != "2.1.0" {
		f.Errorf("comm_open for %s, %v", target, metadata)
	}
	id := fmt.Sprint("m", len(f.models))
	f.models[id] = f.through(data)["state"].(map[string]any)
	return id, nil
}

func (f *frontEnd) Send(id string, data any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.messages++
	m := f.through(data)
	switch m["method"] {
	case "update":
		for name, v := range m["state"].(map[string]any) {
			f.models[id][name] = v
		}
	case "echo_update":
		f.echoes++
	case "update_states":
		f.models[id] = m
	default:
		f.Errorf("%s: %v", id, m)
	}
	return nil
}

func (f *frontEnd) Close(id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.models, id)
	return nil
}

func (f *frontEnd) Stream(_, text string)   { f.text.WriteString(text) }
func (f *frontEnd) Display(b kernel.Bundle) { f.bundles = append(f.bundles, b) }
func (f *frontEnd) Result(b kernel.Bundle)  { f.bundles = append(f.bundles, b) }
func (f *frontEnd) Update(kernel.Bundle)    {}
func (f *frontEnd) Clear(bool)              {}

// run runs a cell, which must not fail.
func (f *frontEnd) run(code string) {
	f.Helper()
	if o := f.session.Execute(context.Background(), kernel.Cell{Code: code, Count: 1, Comms: f}, f); o.Error != nil {
		f.Fatalf("%s: %s: %s", code, o.Error.Name, o.Error.Value)
	}
}

// said is what was printed since the last call.
func (f *frontEnd) said() string {
	defer f.text.Reset()
	return f.text.String()
}

// tell sends a message to a model.
func (f *frontEnd) tell(id string, data any) *kernel.Error {
	text, _ := json.Marshal(data)
	return f.session.Comm(context.Background(), kernel.CommMessage{Kind: kernel.CommData, ID: id, Target: "jupyter.widget", Data: text},
		kernel.Cell{Count: 1, Comms: f}, f)
}

// move sets fields of a model as a user does.
func (f *frontEnd) move(id string, state map[string]any) {
	f.Helper()
	if e := f.tell(id, map[string]any{"method": "update", "state": state, "buffer_paths": []any{}}); e != nil {
		f.Fatalf("%s %v: %s: %s", id, state, e.Name, e.Value)
	}
}

// model finds the model of a name, with a field of a value.
func (f *frontEnd) model(name, field string, value any) (id string) {
	f.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, m := range f.models {
		if m["_model_name"] == name+"Model" && (field == "" || cmp.Equal(m[field], value)) {
			return id
		}
	}
	f.Fatalf("no %s with %s = %v", name, field, value)
	return ""
}

// field is a field of a model.
func (f *frontEnd) field(id, name string) any {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.models[id][name]
}

func (f *frontEnd) expect(what string, got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestSlider(t *testing.T) {
	f := newFrontEnd(t)
	f.run("s = widgets.IntSlider(512, min=512, max=8192, step=64, description='n')\ns")
	view := f.bundles[0].Data["application/vnd.jupyter.widget-view+json"].(map[string]any)
	id := view["model_id"].(string)
	f.expect("the text", f.bundles[0].Data["text/plain"], "IntSlider(description=\"n\", max=8192, min=512, step=64, value=512)")
	f.expect("the value", f.field(id, "value"), 512.0)
	f.expect("layout", strings.HasPrefix(f.field(id, "layout").(string), "IPY_MODEL_m"), true)

	f.run("s.observe(lambda c: print(c.name, c.old, c['new'], c.owner == s), names='value')")
	f.move(id, map[string]any{"value": 640})
	f.run("print(s.value)")
	f.expect("what is said", f.said(), "value 512 640 True\n640\n")
	f.expect("echoes", f.echoes, 1)

	f.run("s.value = 1000000") // beyond the end
	f.expect("what is said", f.said(), "value 640 8192 True\n")
	f.expect("the value", f.field(id, "value"), 8192.0)
	f.move(id, map[string]any{"value": 3}) // as a broken front end might
	f.expect("the value is set right in the front end", f.field(id, "value"), 512.0)
	f.said()
	f.run("s.max = 600\ns.layout.width = '50%'\ns.layout = {'height': '3em'}\ns.style = {'handle_color': 'red'}")
	f.expect("max", f.field(id, "max"), 600.0)
	layout := f.model("Layout", "width", "50%")
	f.expect("height", f.field(layout, "height"), "3em")
	f.model("SliderStyle", "handle_color", "red")
	f.run("s.close()")
	f.expect("closed", f.models[id] == nil, true)
}

// A loop that moves a bar sends few messages, and the last value arrives.
func TestUpdatesAreGathered(t *testing.T) {
	f := newFrontEnd(t)
	f.run("bar = widgets.IntProgress(max=100000)\nbar")
	f.messages = 0
	f.run("for i in range(100001):\n    bar.value = i")
	f.expect("the value", f.field(f.model("IntProgress", "", nil), "value"), 100000.0)
	if f.messages > 1000 {
		t.Errorf("%d messages for 100000 steps", f.messages)
	}
}

func TestSelection(t *testing.T) {
	f := newFrontEnd(t)
	f.run("d = widgets.Dropdown(options=[('one', 1), ('two', 2)], value=2)\nd.observe(lambda c: print(c), names='value')\nd")
	id := f.model("Dropdown", "", nil)
	f.expect("index", f.field(id, "index"), 1.0)
	f.expect("labels", f.field(id, "_options_labels"), []any{"one", "two"})
	f.move(id, map[string]any{"index": 0})
	f.run("print(d.value, d.label, d.options)")
	f.expect("what is said", f.said(), "change(name=\"value\", old=2, new=1)\n1 one [1, 2]\n")
	f.move(id, map[string]any{"index": 7})
	f.run("print(d.value)\nd.options = {'a': [1], 'b': None}\nprint(d.value)")
	f.expect("index set right", f.field(id, "index"), 0.0)
	f.expect("what is said", strings.Contains(f.said(), "[1]\n"), true)

	f.run("m = widgets.SelectMultiple(options=range(3), value=[0, 2])\nm")
	id = f.model("SelectMultiple", "", nil)
	f.expect("index", f.field(id, "index"), []any{0.0, 2.0})
	f.move(id, map[string]any{"index": []any{1}})
	f.run("print(m.value)")
	f.expect("what is said", f.said(), "(1,)\n")
}

func TestButtonAndOutput(t *testing.T) {
	f := newFrontEnd(t)
	f.run(`
out = widgets.Output()
def pressed(b):
    out.call(show, b.description, sep="!")
def show(what, sep):
    print(what, end=sep)
    display("shown")
    fail("on purpose")
b = widgets.Button("go")
b.on_click(pressed)
widgets.VBox([b, widgets.HBox(), out])`)
	click := map[string]any{"method": "custom", "content": map[string]any{"event": "click"}}
	if e := f.tell(f.model("Button", "", nil), click); e != nil {
		t.Fatal(e)
	}
	outputs := f.field(f.model("Output", "", nil), "outputs").([]any)
	var got []string
	for _, o := range outputs {
		m := o.(map[string]any)
		data, _ := m["data"].(map[string]any)
		got = append(got, fmt.Sprintf("%v %v %v %v", m["output_type"], m["text"], data["text/plain"], m["evalue"]))
	}
	f.expect("outputs", got, []string{"stream go! <nil> <nil>", `display_data <nil> "shown" <nil>`, "error <nil> <nil> on purpose"})
	f.expect("what is said below the cell", f.said(), "")
	f.run("out.clear_output()\nout.append(1, 'two')")
	f.expect("outputs", len(f.field(f.model("Output", "", nil), "outputs").([]any)), 2)
}

func TestInteract(t *testing.T) {
	f := newFrontEnd(t)
	f.run(`
def f(n, variant, fast, title="x", scale=0.5, k=3):
    print(n, variant, fast, title, scale, k)
    return n
interact(f, n=(512, 8192, 64), variant=["naive", "padded"], fast=True, k=fixed(4))`)
	text := func() string {
		outputs := f.field(f.model("Output", "", nil), "outputs").([]any)
		return outputs[0].(map[string]any)["text"].(string)
	}
	f.expect("the first call", text(), "4352 naive True x 0.5 4\n")
	f.move(f.model("IntSlider", "description", "n"), map[string]any{"value": 640})
	f.move(f.model("Dropdown", "description", "variant"), map[string]any{"index": 1})
	f.move(f.model("Checkbox", "description", "fast"), map[string]any{"value": false})
	f.move(f.model("Text", "description", "title"), map[string]any{"value": "y"})
	f.move(f.model("FloatSlider", "description", "scale"), map[string]any{"value": 1})
	f.expect("the last call", text(), "640 padded False y 1.0 4\n")
	f.expect("outputs", len(f.field(f.model("Output", "", nil), "outputs").([]any)), 2)

	f.run("box = interactive(lambda x: x * 2, x=10)\nbox")
	f.move(f.model("IntSlider", "description", "x"), map[string]any{"value": 21})
	f.run("print(box.result, box.kwargs, len(box.children))")
	f.expect("what is said", f.said(), "42 {\"x\": 21} 2\n")
}

func TestInteractManual(t *testing.T) {
	f := newFrontEnd(t)
	f.run("count = [0]\ndef g(x):\n    count[0] += x\ninteract_manual(g, x=(1, 9))")
	f.move(f.model("IntSlider", "", nil), map[string]any{"value": 7})
	if e := f.tell(f.model("Button", "", nil), map[string]any{"method": "custom", "content": map[string]any{"event": "click"}}); e != nil {
		t.Fatal(e)
	}
	f.run("print(count)")
	f.expect("what is said", f.said(), "[7]\n")
}

// Without a front end interact calls its function once, and a widget is a text.
func TestWithoutFrontEnd(t *testing.T) {
	f := newFrontEnd(t)
	o := f.session.Execute(context.Background(), kernel.Cell{Code: "interact(lambda n: print(n), n=(1, 5))\nwidgets.IntText(3)"}, f)
	if o.Error != nil {
		t.Fatal(o.Error)
	}
	f.expect("what is said", f.said(), "3\n")
	f.expect("the widget", f.bundles[0].Data, map[string]any{"text/plain": "IntText(value=3)"})
}

// A page that is loaded again asks for all models.
func TestControl(t *testing.T) {
	f := newFrontEnd(t)
	f.run("widgets.VBox([widgets.Checkbox(True), widgets.Label('a')])")
	n := len(f.models)
	say := func(kind kernel.CommKind, data string) {
		t.Helper()
		if e := f.session.Comm(context.Background(), kernel.CommMessage{Kind: kind, ID: "control", Target: "jupyter.widget.control",
			Data: json.RawMessage(data)},
			kernel.Cell{Comms: f}, f); e != nil {
			t.Fatal(e)
		}
	}
	say(kernel.CommOpen, `{}`)
	say(kernel.CommData, `{"method": "request_states"}`)
	states := f.models["control"]["states"].(map[string]any)
	f.expect("models", len(states), n)
	box := states[f.model("VBox", "", nil)].(map[string]any)
	f.expect("the box", box["model_name"], "VBoxModel")
	f.expect("its children", len(box["state"].(map[string]any)["children"].([]any)), 2)
}

func TestMistakes(t *testing.T) {
	f := newFrontEnd(t)
	f.run("s = widgets.IntSlider()\nd = widgets.Dropdown(['a', 'b'])\ndef f(x): return x")
	for code, want := range map[string]string{
		"s.value = 'x'":                                "IntSlider: value: got x, want a whole number",
		"s.value = 1.5":                                "IntSlider: value: got 1.5, want a whole number",
		"s.valu = 1":                                   "did you mean value?",
		"d.value = 'c'":                                `"c" is not one of the options [a, b]`,
		"widgets.IntSlider(1, 2, 3, 4, 5)":             "got 5 positional arguments, want at most 4",
		"widgets.IntSlider(min=5, max=1)":              "min 5 is above max 1",
		"widgets.IntSlider(1, value=2)":                "given twice",
		"widgets.VBox([1])":                            "got int in the list, want widgets",
		"interact(f)":                                  "x has no control: give x=(low, high)",
		"interact(f, x=(1, 2), y=2)":                   `has no parameter "y"`,
		"interact(f, x=None)":                          "no control can be made of None",
		"interact(f, x=(5, 1))":                        "want low ≤ high",
		"interact(3, x=1)":                             "got int, want a function",
		"s.observe(f, names='valeu')":                  `has no field "valeu"`,
		"s.layout = 'wide'":                            "want a dict",
		"widgets.HTML(float('nan'))":                   "cannot be shown by a widget",
		"widgets.Button().on_click(1)":                 "want callable",
		"widgets.SelectionSlider(options=[])":          "leaves nothing to choose",
		"widgets.Text(value=range(3))":                 "want a text",
		"widgets.IntSlider(style={'color': 'red'})":    "no such field",
		"widgets.Tab(children=[s], titles='x')":        "want a list",
		"widgets.FloatSlider(value=1 << 70, max=1e30)": "",
	} {
		o := f.session.Execute(context.Background(), kernel.Cell{Code: code, Comms: f}, f)
		switch {
		case want == "" && o.Error != nil:
			t.Errorf("%s: %s", code, o.Error.Value)
		case want != "" && (o.Error == nil || !strings.Contains(o.Error.Value, want)):
			t.Errorf("%s: got %+v, want %q", code, o.Error, want)
		}
	}
	f.run("d")
	id := f.model("Dropdown", "", nil)
	for _, data := range []string{`{"method":"jump"}`, `[]`, `{"method":"update","state":{"index":"x","nothing":1,"layout":"no"}}`} {
		f.session.Comm(context.Background(), kernel.CommMessage{Kind: kernel.CommData, ID: id, Target: "jupyter.widget",
			Data: json.RawMessage(data)}, kernel.Cell{Comms: f}, f)
	}
	f.run("print(d.value)")
	f.expect("what is said", f.said(), "a\n")
	if !slices.Contains(Classes(), "IntSlider") {
		t.Error(Classes())
	}
}

// FuzzReceive: nothing that a front end says panics, or makes a widget that cannot be sent.
func FuzzReceive(f *testing.F) {
	for _, data := range []string{
		`{"method":"update","state":{"value":7}}`, `{"method":"update","state":{"index":[0,9]}}`, `{"method":"request_state"}`,
		`{"method":"update","state":{"options":1,"outputs":[{"output_type":3}],"min":1e99,"max":"x","_dom_classes":null}}`,
		`{"method":"custom","content":{"event":"click"}}`, `{"method":"update","state":{"value":[3,-1,0.5],"style":{},"children":["IPY_MODEL_m0"]}}`,
	} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		if !json.Valid([]byte(data)) {
			return
		}
		front := newFrontEnd(t)
		front.run(`for c in [widgets.IntSlider, widgets.FloatRangeSlider, widgets.Dropdown, widgets.SelectMultiple, widgets.Button, widgets.Output, widgets.Tab, widgets.Text]:
    display(c())`)
		for id := range front.models {
			e := front.session.Comm(context.Background(), kernel.CommMessage{Kind: kernel.CommData, ID: id, Target: "jupyter.widget",
				Data: json.RawMessage(data)}, kernel.Cell{Comms: front}, front)
			if e != nil && e.Name == "InternalError" {
				t.Errorf("%s to %v: %s", data, front.models[id]["_model_name"], e.Value)
			}
			if e := front.tell(id, map[string]any{"method": "request_state"}); e != nil {
				t.Errorf("%s made %v fail: %s", data, front.models[id]["_model_name"], e.Value)
			}
		}
	})
}
