package jobs

import (
	"time"

	"warpbook.dev/kernel/cell"
)

// A Watch is the progress bar of one job. It appears once the job has taken a while.
type Watch struct {
	progress
	next  time.Time // before which there is nothing to show
	shown bool
}

// NewWatch begins to watch a job that counts something, such as "blocks". The bar appears after a while.
func NewWatch(run *cell.Run, id, counted string, after time.Duration) *Watch {
	now := time.Now()
	return &Watch{progress: progress{run: run, id: id, counted: counted, begin: now}, next: now.Add(after)}
}

// Tell notes how far the job has come, and shows it now and then.
func (w *Watch) Tell(done, total int) {
	w.done, w.total = done, total
	if time.Now().Before(w.next) {
		return
	}
	w.next = time.Now().Add(Interval)
	if !w.shown {
		w.shown = true
		w.run.Display(w.bundle(w.text()))
		return
	}
	w.update()
}

// End leaves in the bar, if it was shown, how far the job has come.
func (w *Watch) End(err error) {
	if w.shown {
		w.end(err)
	}
}
