package kernel

import "sync"

// A queue holds requests until their turn. It never makes the reader of a socket
// wait: kernel_info and interrupts come on the same sockets.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	// finished: nothing is pushed any more. closed: nothing is popped either.
	finished, closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.changed.L = &q.mu
	return q
}

// push adds r, unless the queue has ended.
func (q *queue) push(r *request) (ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.finished {
		return false
	}
	q.waiting = append(q.waiting, r)
	q.changed.Signal()
	return true
}

// each calls f for one request after the other until the queue is closed.
func (q *queue) each(f func(*request)) {
	for r := q.pop(); r != nil; r = q.pop() {
		f(r)
	}
}

func (q *queue) pop() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.finished {
		q.changed.Wait()
	}
	if q.closed || len(q.waiting) == 0 {
		return nil
	}
	r := q.waiting[0]
	q.waiting = q.waiting[1:]
	return r
}

// abort marks all that waits. Whoever sent it cannot have known of the failure that
// aborts it, since the reply to that is not sent yet.
func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.waiting {
		r.aborted = true
	}
}

// finish ends each after all that waits.
func (q *queue) finish() { q.end(false) }

// close ends each after the request that it is at; what waits is dropped.
func (q *queue) close() { q.end(true) }

func (q *queue) end(drop bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.finished, q.closed = true, drop
	q.changed.Broadcast()
}
