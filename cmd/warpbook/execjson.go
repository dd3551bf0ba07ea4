package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/kernel"
	notebook "warpbook.dev/notebooks"
)

// A cellRecord is what exec --json prints of a cell.
type cellRecord struct {
	Cell     int         `json:"cell"`   // from 1
	Code     string      `json:"code"`   // its first line
	Status   string      `json:"status"` // ok, error, or not run
	Stdout   string      `json:"stdout,omitempty"`
	Stderr   string      `json:"stderr,omitempty"`
	Displays []mimeData  `json:"displays,omitempty"`
	Result   *mimeData   `json:"result,omitempty"`
	Error    *cellFailed `json:"error,omitempty"`
}

// A mimeData is the data of an output by MIME type. Omitted are types whose data are pictures that are too large.
type mimeData struct {
	Text    string         `json:"text"`
	Data    map[string]any `json:"data"`
	Omitted []string       `json:"omitted,omitempty"`
}

type cellFailed struct {
	Name      string   `json:"name"`
	Value     string   `json:"value"`
	Traceback []string `json:"traceback"` // without colours
}

// largestPicture is how many bytes of a picture's data exec --json prints.
const largestPicture = 100e3

// newMIMEData is an output without large pictures.
func newMIMEData(b kernel.Bundle) mimeData {
	d := mimeData{Text: bundleText(b), Data: map[string]any{}}
	for mime, data := range b.Data {
		if text, ok := data.(string); ok && strings.HasPrefix(mime, "image/") && len(text) > largestPicture {
			d.Omitted = append(d.Omitted, mime)
			continue
		}
		d.Data[mime] = data
	}
	slices.Sort(d.Omitted)
	return d
}

// A recorder is a kernel.Output that keeps what a cell has put out.
type recorder struct {
	mu     sync.Mutex
	record cellRecord
	ids    []string // of the displays
}

func newRecorder(number int, code string) *recorder {
	first, _, _ := strings.Cut(strings.TrimSpace(code), "\n")
	return &recorder{record: cellRecord{Cell: number, Code: first, Status: "ok"}}
}

func (r *recorder) Stream(name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if name == "stderr" {
		r.record.Stderr += text
	} else {
		r.record.Stdout += text
	}
}

func (r *recorder) Display(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record.Displays, r.ids = append(r.record.Displays, newMIMEData(b)), append(r.ids, b.ID)
}

func (r *recorder) Result(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := newMIMEData(b)
	r.record.Result = &d
}

// Update replaces the displays with an id.
func (r *recorder) Update(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, id := range r.ids {
		if id == b.ID && id != "" {
			r.record.Displays[i] = newMIMEData(b)
		}
	}
}

// Clear does nothing: what was put out stays.
func (r *recorder) Clear(bool) {}

func (r *recorder) end(outcome kernel.Outcome) {
	for _, part := range outcome.Payload {
		if data, ok := part["data"].(map[string]any); ok {
			r.Display(kernel.Bundle{Data: data})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := outcome.Error; e != nil {
		lines := []string{}
		for _, line := range e.Traceback {
			lines = append(lines, notebook.StripANSI(line))
		}
		r.record.Status, r.record.Error = "error", &cellFailed{e.Name, e.Value, lines}
	}
}

// printRecord writes a record as one line.
func printRecord(w io.Writer, r *cellRecord) error {
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("cell %d: %w", r.Cell, err)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
