package widget

import (
	"sync"
	"time"

	"warpbook.dev/kernel"
)

// An outbox gathers what changes in open widgets, so that a loop that moves a bar sends
// some messages a second and not a message for each step: servers drop output above
// 1000 a second. Later values of a field replace earlier ones that have not left.
type outbox struct {
	mu      sync.Mutex
	comms   kernel.Comms // through which the first of the waiting changes came
	order   []string     // ids of widgets with changes
	waiting map[string]map[string]any
	last    time.Time // when something was sent
	timer   *time.Timer
}

// gatherTime is the time between two messages of changes: a person sees no steps.
const gatherTime = 40 * time.Millisecond

// put sends a changed field of an open widget, soon.
func (o *outbox) put(w *Widget, name string) {
	run := w.library.session.Active()
	if w.id == "" || run == nil || run.Comms() == nil {
		return
	}
	value, err := w.sent(run.Comms(), name) // opens a new child first
	if err != nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting == nil {
		o.waiting = map[string]map[string]any{}
	}
	if o.waiting[w.id] == nil {
		o.waiting[w.id] = map[string]any{}
		o.order = append(o.order, w.id)
	}
	o.waiting[w.id][name] = value
	o.comms = run.Comms()
	if wait := gatherTime - time.Since(o.last); wait <= 0 {
		o.send()
	} else if o.timer == nil {
		o.timer = time.AfterFunc(wait, o.flush)
	}
}

// flush sends all that waits. It comes before everything that must come later: other
// messages of widgets, the end of a cell.
func (o *outbox) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.send()
}

func (o *outbox) send() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	for _, id := range o.order {
		// All of it is JSON: see fromJSON.
		_ = o.comms.Send(id, update("update", o.waiting[id]))
	}
	if len(o.order) > 0 {
		o.last = time.Now()
	}
	o.order, o.waiting, o.comms = nil, nil, nil
}

// update is the message that changes fields of a model.
func update(method string, state map[string]any) map[string]any {
	return map[string]any{"method": method, "state": state, "buffer_paths": []any{}}
}
