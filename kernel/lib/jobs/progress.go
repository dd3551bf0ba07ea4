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
	picture     func() Picture // of what is done so far; nil for none
	drawn       time.Time      // when the picture was drawn
	svg         string
}

// A Picture is shown below a bar while it moves.
type Picture interface {
	MIMEBundle() (data, metadata map[string]any)
}

// How long a job takes until its picture is shown, and how long a picture stays at least: to draw one takes some hundredths of a second.
const (
	PictureAfter = 3 * time.Second
	PictureEvery = 2 * time.Second
)

// newProgress shows an empty bar.
func newProgress(run *cell.Run, id string, total int, kept string) *progress {
	p := &progress{run: run, id: id, total: total, counted: "points", kept: kept, begin: time.Now()}
	run.Display(p.bundle(p.text()))
	return p
}

func (p *progress) update() {
	p.draw()
	b := p.bundle(p.text() + p.remaining())
	if p.svg != "" {
		b.Data["text/html"] = b.Data["text/html"].(string) + "<br>" + p.svg
	}
	p.run.Update(b)
}

// draw draws the picture anew, if it is time to.
func (p *progress) draw() {
	now := time.Now()
	if p.picture == nil || p.done == 0 || now.Sub(p.begin) < PictureAfter || now.Sub(p.drawn) < PictureEvery {
		return
	}
	p.drawn, p.svg = now, ""
	if x := p.picture(); x != nil {
		data, _ := x.MIMEBundle()
		p.svg, _ = data["image/svg+xml"].(string)
		p.svg = p.svg[max(0, strings.Index(p.svg, "<svg")):] // HTML has no declaration of XML
	}
}

// Before so many are done in so much time nobody can say how long the others take.
const (
	leastDone = 2
	leastTook = time.Second
)

// remaining says how long the rest will take, if each takes what those that are done took in the mean.
func (p *progress) remaining() string {
	took := time.Since(p.begin)
	if p.done < leastDone || took < leastTook || p.done >= p.total {
		return ""
	}
	left := time.Duration(float64(took) / float64(p.done) * float64(p.total-p.done))
	if left > 90*time.Second {
		return fmt.Sprintf("; about %.0f min to go", left.Minutes())
	}
	return fmt.Sprintf("; about %.0f s to go", max(1, left.Seconds()))
}

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
