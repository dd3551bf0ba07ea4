package kernel

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/google/uuid"
)

// A lane runs requests one at a time, each under a context that an interrupt cancels:
// the cells of the shell or of a subshell, the messages of comms.
type lane struct {
	*queue
	done chan struct{} // closed when nothing runs any more

	mu     sync.Mutex
	cancel context.CancelFunc // of the request that runs
}

func newLane() *lane { return &lane{queue: newQueue(), done: make(chan struct{})} }

// run answers what is pushed until the lane is closed.
func (l *lane) run(answer func(*request)) {
	defer close(l.done)
	l.each(func(r *request) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		// Before status busy, so that whoever sees the cell begin can interrupt it.
		l.running(cancel)
		defer l.running(nil)
		r.ctx = ctx
		answer(r)
	})
}

// running notes how what runs is interrupted.
func (l *lane) running(cancel context.CancelFunc) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancel = cancel
}

// interrupt cancels what runs, if anything does.
func (l *lane) interrupt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		l.cancel()
	}
}

// Lanes are where a kernel computes: the main shell, its subshells by their ids
// (JEP 91), and comms, which are served while cells run.
type lanes struct {
	main, comms *lane

	mu        sync.Mutex
	subshells map[string]*lane
}

func newLanes() *lanes {
	return &lanes{main: newLane(), comms: newLane(), subshells: map[string]*lane{}}
}

// open adds a subshell, which answers its requests with answer, and returns its id.
func (l *lanes) open(answer func(*request)) string {
	id, sub := uuid.NewString(), newLane()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.subshells[id] = sub
	go sub.run(answer)
	return id
}

// find returns the lane of a shell; nil is the main one.
func (l *lanes) find(id *string) (*lane, bool) {
	if id == nil || *id == "" {
		return l.main, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	sub, ok := l.subshells[*id]
	return sub, ok
}

// remove takes a subshell out; the caller ends it.
func (l *lanes) remove(id string) (*lane, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	sub, ok := l.subshells[id]
	delete(l.subshells, id)
	return sub, ok
}

// ids lists the subshells.
func (l *lanes) ids() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.subshells))
}

// all lists the lanes.
func (l *lanes) all() []*lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]*lane{l.main, l.comms}, slices.Collect(maps.Values(l.subshells))...)
}

// interrupt cancels what runs, wherever it does: somebody pressed stop.
func (l *lanes) interrupt() {
	for _, lane := range l.all() {
		lane.interrupt()
	}
}

// close ends all lanes after what they are at, which is interrupted. The channel is
// closed when they have ended.
func (l *lanes) close() <-chan struct{} {
	all := l.all()
	for _, lane := range all {
		lane.close()
		lane.interrupt()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, lane := range all {
			<-lane.done
		}
	}()
	return done
}
