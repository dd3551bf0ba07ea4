package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
	notebook "warpbook.dev/notebooks"
)

func newSession() *cell.Session {
	s := cell.New()
	lib.Install(s)
	return s
}

// gathered is what a cell puts out, as `warpbook exec` prints it.
type gathered struct {
	text    strings.Builder
	picture string // the last one, SVG
	failed  string // the message of its error, one line; empty where it ended well
	program bool   // what failed is a program, whose findings say why
	line    int    // of the page, where the cell begins
	told    bool   // the page shows it
}

// runCell runs a cell.
func runCell(ctx context.Context, s *cell.Session, code string, count int) *gathered {
	g := &gathered{}
	o := s.Execute(ctx, kernel.Cell{Code: code, Count: count}, g)
	if o.Error == nil {
		return g
	}
	g.program = o.Error.Name == "ProgramError"
	value, _, _ := strings.Cut(strings.TrimSpace(o.Error.Value), "\n")
	g.failed = o.Error.Name + ": " + place.ReplaceAllString(value, "")
	text := g.failed
	if len(o.Error.Traceback) > 0 {
		text = notebook.StripANSI(strings.TrimRight(strings.Join(o.Error.Traceback, "\n"), "\n"))
	}
	fmt.Fprintln(&g.text, text)
	return g
}

func (g *gathered) Stream(_, text string)  { g.text.WriteString(text) }
func (g *gathered) Result(b kernel.Bundle) { g.Display(b) }
func (g *gathered) Clear(bool)             {}
func (g *gathered) Update(kernel.Bundle)   {}

// Display takes a picture and its text. A display with an id, which a later one may replace, is left out: it tells progress, with
// seconds of this machine.
func (g *gathered) Display(b kernel.Bundle) {
	if b.ID != "" {
		return
	}
	if svg, ok := b.Data["image/svg+xml"].(string); ok {
		g.picture = svg
	}
	if text, ok := b.Data["text/plain"].(string); ok {
		g.text.WriteString(strings.TrimRight(text, "\n") + "\n")
	}
}

// String is the text without blanks at the ends of lines.
func (g *gathered) String() string {
	var b strings.Builder
	for line := range strings.Lines(g.text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

var (
	// place is that of an error of the compiler, or of a fault in a kernel.
	place = regexp.MustCompile(`^(?:\S+:\d+:\d+|\w+, line \d+ of In\[\d+\]): `)
	// finding is one of the checker or of a program, a note of the compiler, or why a cell was skipped.
	finding = regexp.MustCompile(`(?m)^ *(?:(?:\w+, )?line \d+: (.*)|(skipped: .*))$`)
)

// message is the first message that the cell shows, without its place; empty if it shows none.
func (g *gathered) message() string {
	m := finding.FindStringSubmatch(g.text.String())
	if m != nil && (g.program || g.failed == "") {
		return m[1] + m[2]
	}
	return g.failed
}
