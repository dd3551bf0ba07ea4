package notebook

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// A Message is one message of a kernel's iopub channel that belongs to the cell
// that runs: its msg_type and its content.
type Message struct {
	Type    string
	Content json.RawMessage
}

// content holds the fields of every message type that makes an output.
type content struct {
	Name, Text string
	Data       map[string]any
	Metadata   map[string]any
	Count      int `json:"execution_count"`
	Transient  struct {
		DisplayID string `json:"display_id"`
	}
	EName     string
	EValue    string
	Traceback []string
	Wait      bool
}

// A collector turns messages into outputs, over all cells of one run.
type collector struct {
	displays map[string][]*Output // by display_id, over all cells
	cell     *Cell
	typed    map[*Output]*typed // streams of the cell with carriage returns or backspaces
	widgets  widgetStates
	clear    bool // clear_output(wait=True) was seen: clear before the next output
}

// start makes c the cell that outputs go to.
func (k *collector) start(c *Cell) { k.cell, k.clear, k.typed = c, false, map[*Output]*typed{} }

// add applies one message. Types that make no output (status, execute_input)
// are ignored; content that does not decode is an error.
func (k *collector) add(m Message) error {
	switch m.Type {
	case Stream, DisplayData, ExecuteResult, ErrorOutput, "update_display_data", "clear_output":
	case "comm_open", "comm_msg", "comm_close":
		return k.widgets.add(m)
	default:
		return nil
	}
	var c content
	d := json.NewDecoder(strings.NewReader(string(m.Content)))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		return fmt.Errorf("notebook: %s message: %w", m.Type, err)
	}
	switch m.Type {
	case "clear_output":
		k.clear = c.Wait
		if !c.Wait {
			k.reset()
		}
		return nil
	case "update_display_data": // changes what is shown, adds nothing
		joinBundle(c.Data)
		for _, o := range k.displays[c.Transient.DisplayID] {
			o.Data, o.Metadata = maps.Clone(c.Data), maps.Clone(c.Metadata)
		}
		return nil
	}
	if k.clear {
		k.reset()
	}
	if m.Type == Stream {
		k.stream(c.Name, c.Text)
		return nil
	}
	k.append(m.Type, c)
	return nil
}

func (k *collector) append(kind string, c content) {
	o := &Output{Type: kind}
	if kind == ErrorOutput {
		o.ErrorName, o.ErrorValue, o.Traceback = c.EName, c.EValue, c.Traceback
	} else {
		joinBundle(c.Data)
		o.Data, o.Metadata, o.Count = c.Data, c.Metadata, c.Count
	}
	if id := c.Transient.DisplayID; id != "" {
		k.displays[id] = append(k.displays[id], o)
	}
	k.cell.Outputs = append(k.cell.Outputs, o)
}

// stream appends text to the cell's last run of streams, so that stdout and
// stderr stay two outputs however they alternate.
func (k *collector) stream(name, text string) {
	for i := len(k.cell.Outputs) - 1; i >= 0 && k.cell.Outputs[i].Type == Stream; i-- {
		if o := k.cell.Outputs[i]; o.Name == name {
			k.write(o, text)
			return
		}
	}
	o := &Output{Type: Stream, Name: name}
	k.cell.Outputs = append(k.cell.Outputs, o)
	k.write(o, text)
}

// write adds text to a stream. Where in its last line the next text goes is remembered from the first one on that moves it.
func (k *collector) write(o *Output, text string) {
	t := k.typed[o]
	if t == nil {
		if !strings.ContainsAny(text, "\r\b") {
			o.Text += text
			return
		}
		t = &typed{}
		t.write(o.Text)
		k.typed[o] = t
	}
	t.write(text)
	o.Text = t.text()
}

func (k *collector) reset() {
	for _, o := range k.cell.Outputs {
		for id, all := range k.displays {
			k.displays[id] = without(all, o)
		}
	}
	k.cell.Outputs, k.clear = nil, false
}

func without(all []*Output, gone *Output) []*Output {
	var kept []*Output
	for _, o := range all {
		if o != gone {
			kept = append(kept, o)
		}
	}
	return kept
}
