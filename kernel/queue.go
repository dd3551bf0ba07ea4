package kernel

import "sync"

// A queue holds requests until their turn. It never makes the reader of a socket
// wait: kernel_info and interrupts come on the same sockets.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting []*request
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.changed.L = &q.mu
	return q
}

func (q *queue) push(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.waiting = append(q.waiting, r)
		q.changed.Signal()
	}
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
	for len(q.waiting) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
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

// close ends each after the request that it is at; what waits is dropped.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
