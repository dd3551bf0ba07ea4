package notebook

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"strings"
)

// Widgets live in the kernel and the browser; a file keeps their last state, from
// which JupyterLab and nbconvert draw them again. A page shows that state as it is.

const (
	widgetView  = "application/vnd.jupyter.widget-view+json"
	widgetState = "application/vnd.jupyter.widget-state+json"
	widgetModel = "IPY_MODEL_"
)

// widgetStates are the states of models by their ids, as the messages of their comms
// have made them.
type widgetStates map[string]map[string]any

// add applies a comm message.
func (w widgetStates) add(m Message) error {
	var c struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
		Data   struct {
			Method string
			State  map[string]any
		}
	}
	d := json.NewDecoder(strings.NewReader(string(m.Content)))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		return fmt.Errorf("notebook: %s message: %w", m.Type, err)
	}
	state, known := w[c.ID]
	switch {
	case m.Type == "comm_open" && c.Target == "jupyter.widget":
		w[c.ID] = c.Data.State
	case m.Type == "comm_msg" && known && c.Data.Method == "update":
		maps.Copy(state, c.Data.State)
	case m.Type == "comm_close":
		delete(w, c.ID)
	}
	return nil
}

// metadata is the widgets field of a notebook's metadata.
func (w widgetStates) metadata() map[string]any {
	models := map[string]any{}
	for id, state := range w {
		kept := map[string]any{}
		model := map[string]any{"state": kept}
		for name, v := range state {
			switch name {
			case "_model_name", "_model_module", "_model_module_version":
				model[name[1:]] = v
			}
			kept[name] = v
		}
		models[id] = model
	}
	return map[string]any{widgetState: map[string]any{"version_major": 2, "version_minor": 0, "state": models}}
}

// savedWidgets reads what metadata holds. What is damaged there is not shown.
func savedWidgets(metadata map[string]any) widgetStates {
	widgets, _ := metadata["widgets"].(map[string]any)
	saved, _ := widgets[widgetState].(map[string]any)
	models, _ := saved["state"].(map[string]any)
	states := widgetStates{}
	for id, v := range models {
		model, _ := v.(map[string]any)
		if state, ok := model["state"].(map[string]any); ok {
			states[id] = state
		}
	}
	return states
}

const (
	// widgetDepth bounds boxes in boxes, and outputs in them: a file may say that a box, or what shows outputs, is in itself.
	widgetDepth = 20
	// mostWidgets bounds those of a page: a file may say that a box holds another one many times, which does the same.
	mostWidgets = 10_000
)

// render shows the state of a model: what is in a box, what an Output shows, and of a
// control its description and its value.
func (w widgetStates) render(id, prefix string, md *markdownPage) string {
	state, ok := w[id]
	if !ok || md.used.depth > widgetDepth || md.used.widgets >= mostWidgets {
		return ""
	}
	md.used.widgets++
	md.used.depth++
	defer func() { md.used.depth-- }()
	name, _ := state["_model_name"].(string)
	var b strings.Builder
	switch children, _ := state["children"].([]any); {
	case name == "OutputModel":
		outputs, _ := state["outputs"].([]any)
		for i, v := range outputs {
			if o, err := parseOutput(copied(v), "widget"); err == nil {
				out := renderOutput(o, fmt.Sprintf("%sw%d-", prefix, i), md)
				fmt.Fprintf(&b, `<div class="%s">%s</div>`, template.HTMLEscapeString(out.Class), out.Body)
			}
		}
	case len(children) > 0:
		titles, _ := state["titles"].([]any)
		fmt.Fprintf(&b, `<div class="widgets %s">`, strings.ToLower(template.HTMLEscapeString(strings.TrimSuffix(name, "Model"))))
		for i, child := range children {
			if i < len(titles) {
				fmt.Fprintf(&b, "<p>%s</p>", template.HTMLEscapeString(fmt.Sprint(titles[i])))
			}
			model, _ := child.(string)
			b.WriteString(w.render(strings.TrimPrefix(model, widgetModel), fmt.Sprintf("%s%d-", prefix, i), md))
		}
		b.WriteString("</div>")
	default:
		b.WriteString(renderControl(name, prefix, state))
	}
	return b.String()
}

// renderControl is a line: what the control is called and what it says.
func renderControl(name, prefix string, state map[string]any) string {
	text := func(field string) string {
		if v := state[field]; v != nil {
			return template.HTMLEscapeString(fmt.Sprint(v))
		}
		return ""
	}
	value := text("value")
	switch labels, _ := state["_options_labels"].([]any); {
	case strings.HasPrefix(name, "HTML"):
		html, _ := state["value"].(string)
		value = part("bdi", "value", html, prefix)
	case strings.HasSuffix(name, "ProgressModel"):
		value = fmt.Sprintf(`<progress value="%s" max="%s"></progress>`, value, text("max"))
	case value == "true", value == "false":
		value = map[string]string{"true": "yes", "false": "no"}[value]
	case name == "ButtonModel":
		return "<p><button disabled>" + text("description") + "</button></p>"
	case labels != nil:
		value = template.HTMLEscapeString(strings.Join(chosen(labels, state["index"]), ", "))
	}
	if description := text("description"); description != "" {
		return fmt.Sprintf(`<p class="control"><span>%s</span> %s</p>`, description, value)
	}
	return "<p>" + value + "</p>"
}

// chosen are the labels at an index or at several.
func chosen(labels []any, index any) (names []string) {
	several, ok := index.([]any)
	if !ok {
		several = []any{index}
	}
	for _, v := range several {
		n, _ := v.(json.Number)
		if i, err := n.Int64(); err == nil && i >= 0 && i < int64(len(labels)) {
			names = append(names, fmt.Sprint(labels[i]))
		}
	}
	return names
}

// copied is JSON of its own; parsing takes fields out of what it reads.
func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, e := range v {
			m[name] = copied(e)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = copied(e)
		}
		return l
	}
	return v
}
