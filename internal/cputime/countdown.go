package cputime

import (
	"context"
	"sync"
	"time"
)

// A Countdown is a context that is cancelled when somebody has looked at it so often, whatever a
// clock says: what is under test looks at its context, or it is not cancelled. It counts the looks
// through Err, and the longest CPU time of the looking thread between two of them. Several
// goroutines may look at it.
type Countdown struct {
	context.Context
	cause   error
	cancel  context.CancelCauseFunc
	mu      sync.Mutex
	at      int
	looks   int
	last    time.Duration
	longest time.Duration
	end     time.Duration // of the process's CPU time, if it is above 0
}

// NewCountdown is cancelled with the cause at look number at, which is above 0, or never if at is 0.
func NewCountdown(ctx context.Context, at int, cause error) *Countdown {
	c := &Countdown{at: at, cause: cause, last: Thread()}
	c.Context, c.cancel = context.WithCancelCause(ctx)
	return c
}

// Within cancels it also at the first look after the process has taken so much more CPU time: looks may be rare, and what
// is under test has shown enough by then. It returns c.
func (c *Countdown) Within(cpu time.Duration) *Countdown {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = Process() + cpu
	return c
}

// Err is what a context says; it counts as a look.
func (c *Countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := Thread()
	c.longest, c.last = max(c.longest, now-c.last), now
	if c.looks++; c.looks == c.at || c.end > 0 && Process() > c.end {
		c.cancel(c.cause)
	}
	return c.Context.Err()
}

// Looks is how often Err was called.
func (c *Countdown) Looks() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.looks
}

// Longest is the longest CPU time between two looks. It says something where one goroutine looks, on a thread of its own.
func (c *Countdown) Longest() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.longest
}
