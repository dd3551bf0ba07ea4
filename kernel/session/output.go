package session

import (
	"encoding/json"
	"maps"
	"slices"

	"warpbook.dev/kernel"
)

// An event is a line about a request that runs.
type event struct {
	ID       json.RawMessage `json:"id"`
	Event    string          `json:"event"`              // stream, display, update_display, result, clear, payload, input, call
	Name     string          `json:"name,omitempty"`     // stream: stdout or stderr
	Text     string          `json:"text,omitempty"`     // stream; input: the prompt
	Data     map[string]any  `json:"data,omitempty"`     // display, update_display, result: the MIME bundle; payload
	Metadata map[string]any  `json:"metadata,omitempty"` // of the bundle
	Display  string          `json:"display_id,omitempty"`
	Wait     bool            `json:"wait,omitempty"`     // clear
	Ask      int             `json:"ask,omitempty"`      // input, call: the number of the question
	Password bool            `json:"password,omitempty"` // input
	Function int             `json:"function,omitempty"` // call
	Args     []any           `json:"args,omitempty"`     // call
	Kwargs   [][2]any        `json:"kwargs,omitempty"`   // call
}

// event sends a line about the request.
func (r *request) event(e event) {
	e.ID = r.ID
	r.server.send(e)
}

// output sends what a cell puts out.
type output struct {
	*request
	result bool // a value was shown
}

// Stream implements [kernel.Output].
func (o *output) Stream(name, text string) { o.event(event{Event: "stream", Name: name, Text: text}) }

// Display implements [kernel.Output].
func (o *output) Display(b kernel.Bundle) { o.show("display", b) }

// Update implements [kernel.Output].
func (o *output) Update(b kernel.Bundle) { o.show("update_display", b) }

// Result implements [kernel.Output].
func (o *output) Result(b kernel.Bundle) {
	o.result = true
	o.show("result", b)
}

// Clear implements [kernel.Output].
func (o *output) Clear(wait bool) { o.event(event{Event: "clear", Wait: wait}) }

func (o *output) show(name string, b kernel.Bundle) {
	data, metadata := kernel.Encodable(b)
	o.event(event{Event: name, Data: data, Metadata: metadata, Display: b.ID})
}

func keysOf(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
