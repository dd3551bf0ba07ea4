package notebook

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A player is a kernel that publishes the messages of a cell, one JSON object in each line.
type player struct{}

func (player) Execute(_ context.Context, code string, publish func(Message)) (Reply, error) {
	for line := range strings.Lines(code) {
		var m struct {
			Type    string          `json:"msg_type"`
			Content json.RawMessage `json:"content"`
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return Reply{}, err
		}
		publish(Message{m.Type, m.Content})
	}
	return Reply{Status: "ok", Count: 1}, nil
}

const widgetMessages = `{"msg_type":"comm_open","content":{"comm_id":"s","target_name":"jupyter.widget","data":{"state":{"_model_name":"IntSliderModel","_model_module":"@jupyter-widgets/controls","_model_module_version":"2.0.0","description":"n","value":1,"max":9}}}}
{"msg_type":"comm_open","content":{"comm_id":"d","target_name":"jupyter.widget","data":{"state":{"_model_name":"DropdownModel","_options_labels":["<a>","b"],"index":0}}}}
{"msg_type":"comm_open","content":{"comm_id":"o","target_name":"jupyter.widget","data":{"state":{"_model_name":"OutputModel","outputs":[]}}}}
{"msg_type":"comm_open","content":{"comm_id":"box","target_name":"jupyter.widget","data":{"state":{"_model_name":"VBoxModel","children":["IPY_MODEL_s","IPY_MODEL_d","IPY_MODEL_o","IPY_MODEL_box"]}}}}
{"msg_type":"comm_open","content":{"comm_id":"x","target_name":"other","data":{"state":{}}}}
{"msg_type":"display_data","content":{"data":{"application/vnd.jupyter.widget-view+json":{"model_id":"box","version_major":2,"version_minor":0},"text/plain":"VBox"},"metadata":{}}}
{"msg_type":"comm_msg","content":{"comm_id":"s","data":{"method":"update","state":{"value":7}}}}
{"msg_type":"comm_msg","content":{"comm_id":"s","data":{"method":"echo_update","state":{"value":8}}}}
{"msg_type":"comm_msg","content":{"comm_id":"o","data":{"method":"update","state":{"outputs":[{"output_type":"stream","name":"stdout","text":"inside"},{"output_type":"display_data","data":{"text/html":"<i>it</i>"},"metadata":{}}]}}}}`

// The state of widgets is kept with the notebook, as nbclient does, and a page shows it.
func TestWidgets(t *testing.T) {
	nb := &Notebook{Minor: 5, Cells: []*Cell{{Type: Code, Source: widgetMessages}}}
	if err := Execute(t.Context(), nb, player{}, nil); err != nil {
		t.Fatal(err)
	}
	nb, err := Parse(Format(nb))
	if err != nil {
		t.Fatal(err)
	}
	states := nb.Metadata["widgets"].(map[string]any)[widgetState].(map[string]any)["state"].(map[string]any)
	slider := states["s"].(map[string]any)
	if slider["model_name"] != "IntSliderModel" || slider["model_module_version"] != "2.0.0" || len(states) != 4 {
		t.Errorf("state %v", states)
	}
	if diff := cmp.Diff(json.Number("7"), slider["state"].(map[string]any)["value"]); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	page, err := HTML(nb, Page{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<span>n</span> 7`, `&lt;a&gt;`, `<pre>inside</pre>`, `<i>it</i>`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if err := Execute(t.Context(), &Notebook{Cells: []*Cell{{Type: Code, Source: "{}"}}, Metadata: nb.Metadata}, player{},
		nil); err != nil || nb.Metadata["widgets"] != nil {
		t.Errorf("widgets of an earlier run are left: %v", err)
	}
}

// TestWidgetsInThemselves: a file may say that a box is in itself, that what shows outputs shows itself, or that boxes hold one another so
// often that no page could show all of it.
func TestWidgetsInThemselves(t *testing.T) {
	view := func(id string) map[string]any {
		return map[string]any{"output_type": "display_data", "metadata": map[string]any{},
			"data": map[string]any{"application/vnd.jupyter.widget-view+json": map[string]any{"model_id": id}}}
	}
	models := map[string]any{"self": map[string]any{"state": map[string]any{"_model_name": "OutputModel",
		"outputs": []any{view("self"), view("self")}}}}
	for i := range 19 {
		next := fmt.Sprintf("IPY_MODEL_box%d", i+1)
		models[fmt.Sprintf("box%d", i)] = map[string]any{"state": map[string]any{"_model_name": "VBoxModel",
			"children": []any{next, next, next, next}}}
	}
	models["box19"] = map[string]any{"state": map[string]any{"_model_name": "IntTextModel", "value": "19"}}
	nb := &Notebook{Metadata: map[string]any{"widgets": map[string]any{
		"application/vnd.jupyter.widget-state+json": map[string]any{"state": models}}}}
	for _, id := range []string{"box0", "self"} {
		nb.Cells = append(nb.Cells, &Cell{Type: Code, Outputs: []*Output{{Type: DisplayData,
			Data: view(id)["data"].(map[string]any)}}})
	}
	page, err := HTML(nb, Page{})
	if err != nil || len(page) > 10<<20 || !strings.Contains(string(page), "<p>19</p>") {
		t.Errorf("the page has %d bytes, %v", len(page), err)
	}
}
