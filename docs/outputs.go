package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// The longest output of an example that a page shows, in lines and in bytes.
const (
	mostLines = 6
	mostBytes = 400
)

// output is the text that a cell shows: what it prints, and its result.
type output struct {
	printed strings.Builder
	result  string
	rich    bool // it also shows what is not text
}

func (o *output) Stream(_, text string)   { o.printed.WriteString(text) }
func (o *output) Display(b kernel.Bundle) { o.rich = true }
func (o *output) Update(b kernel.Bundle)  { o.rich = true }
func (o *output) Clear(bool)              {}

func (o *output) Result(b kernel.Bundle) {
	o.result, _ = b.Data["text/plain"].(string)
	o.rich = o.rich || len(b.Data) > 1
}

// outputOf runs an example after the cells of the page's setup, and returns its output, or "" if that is not
// text or is too long.
func (p *page) outputOf(s *cell.Session, name, example string) (string, error) {
	var o *output
	answer := func(context.Context, string, bool) (string, error) { return "Ada", nil }
	for _, code := range append(slices.Clone(p.setup), example) {
		o = new(output)
		if outcome := s.Execute(context.Background(), kernel.Cell{Code: code, Count: 1, Input: answer}, o); outcome.Error != nil {
			return "", fmt.Errorf("the example of %s fails: %s: %s\n%s", name, outcome.Error.Name, outcome.Error.Value, code)
		}
	}
	text := strings.TrimRight(o.printed.String()+o.result, "\n")
	if o.rich || strings.Count(text, "\n") >= mostLines || len(text) > mostBytes {
		return "", nil
	}
	return text, nil
}
