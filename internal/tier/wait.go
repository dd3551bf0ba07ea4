package tier

import (
	"context"
	"testing"
	"time"
)

// Hang is how long a test waits for something before it calls it hung. It is a stop against
// waiting for ever on a busy machine, and no measure of speed.
const Hang = 2 * time.Minute

// Wait returns as soon as done returns true, and fails the test after Hang. It is for signs
// that nobody can wait for otherwise: a file, a process, a count.
func Wait(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(Hang); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", Hang, what)
		}
	}
}

// Look calls look again and again until it returns true or ended is closed. It is for what a test does to a process
// that uses up something that is counted: the processor's time, memory.
func Look(ended <-chan struct{}, look func() bool) {
	every := time.NewTicker(10 * time.Millisecond)
	defer every.Stop()
	for !look() {
		select {
		case <-ended:
			return
		case <-every.C:
		}
	}
}

// Receive returns what c gives next, and fails the test if nothing comes within Hang or c is closed.
func Receive[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	select {
	case v, ok := <-c:
		if !ok {
			t.Fatalf("%s: the channel is closed", what)
		}
		return v
	case <-time.After(Hang):
		t.Fatalf("waited %v for %s", Hang, what)
	}
	panic("unreachable")
}

// Closed returns once c is closed or gives a value, and fails the test after Hang.
func Closed[T any](t testing.TB, what string, c <-chan T) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(Hang):
		t.Fatalf("waited %v for %s", Hang, what)
	}
}

// Context is the test's context with a stop against hanging.
func Context(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Hang)
	t.Cleanup(cancel)
	return ctx
}
