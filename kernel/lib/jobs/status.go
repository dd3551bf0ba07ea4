package jobs

import (
	"html"
	"time"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// A Status is a line on a job that cannot say how much of it is left. It appears once the job has taken a while, changes in place,
// and is gone when the job has ended.
type Status struct {
	run   *cell.Run
	id    string
	begin time.Time
	next  time.Time // before which there is nothing to show
	shown bool
}

// NewStatus begins to watch a job. id is that of the display, which appears after a while.
func NewStatus(run *cell.Run, id string, after time.Duration) *Status {
	now := time.Now()
	return &Status{run: run, id: id, begin: now, next: now.Add(after)}
}

// Tell shows a text now and then: it is asked for when its turn comes, with how long the job has taken.
func (s *Status) Tell(text func(took time.Duration) string) {
	now := time.Now()
	if now.Before(s.next) {
		return
	}
	s.next = now.Add(Interval)
	b := s.bundle(text(now.Sub(s.begin)))
	if !s.shown {
		s.shown = true
		s.run.Display(b)
		return
	}
	s.run.Update(b)
}

// End takes the line away.
func (s *Status) End() {
	if s.shown {
		s.run.Update(s.bundle(""))
	}
}

func (s *Status) bundle(text string) kernel.Bundle {
	return kernel.Bundle{ID: s.id, Data: map[string]any{"text/plain": text, "text/html": html.EscapeString(text)}}
}
