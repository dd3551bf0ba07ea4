package jobs

import (
	"fmt"
	"html"
	"strings"
	"time"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// Interval is the time between two updates of a progress bar.
const Interval = 100 * time.Millisecond

// A progress bar is one display that is updated in place.
type progress struct {
	run         *cell.Run
	id          string
	done, total int
	counted     string // what done and total are numbers of
	kept        string // what has the points that are done; empty if nothing has
	begin       time.Time
}

// newProgress shows an empty bar.
func newProgress(run *cell.Run, id string, total int, kept string) *progress {
	p := &progress{run: run, id: id, total: total, counted: "points", kept: kept, begin: time.Now()}
	run.Display(p.bundle(p.text()))
	return p
}

func (p *progress) update() { p.run.Update(p.bundle(p.text())) }

// end leaves the count and the time.
func (p *progress) end(err error) {
	text := p.text()
	if err != nil {
		text = "ended early: " + text
		if p.done > 0 && p.kept != "" {
			text += "; " + p.kept + " has them"
		}
	}
	p.run.Update(p.bundle(text))
}

func (p *progress) text() string {
	return fmt.Sprintf("%d of %d %s, %.1f s", p.done, p.total, p.counted, time.Since(p.begin).Seconds())
}

// barWidth is the length of the bar in characters.
const barWidth = 30

func (p *progress) bundle(text string) kernel.Bundle {
	full := barWidth * p.done / p.total
	bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
	return kernel.Bundle{ID: p.id, Data: map[string]any{
		"text/plain": bar + " " + text,
		"text/html":  fmt.Sprintf(`<progress value="%d" max="%d"></progress> %s`, p.done, p.total, html.EscapeString(text)),
	}}
}
