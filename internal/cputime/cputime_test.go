//go:build linux

package cputime

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestSleepIsNoWork: time in which the thread waits does not count, time in which it works does.
func TestSleepIsNoWork(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const work = 100 * time.Millisecond
	begin, worked := Thread(), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for begin := Thread(); Thread()-begin < work; {
		}
		close(worked)
	}()
	<-worked
	if took := Thread() - begin; took > work/2 {
		t.Errorf("waiting for a thread that worked %v took %v of CPU time", work, took)
	}
	for begin = Thread(); Thread()-begin < 5*time.Millisecond; {
	}
	if Process() < Thread() {
		t.Errorf("the process took %v, its thread %v", Process(), Thread())
	}
}

// TestCountdown: a context ends at the look that was set, with its cause.
func TestCountdown(t *testing.T) {
	enough := errors.New("enough")
	c := NewCountdown(t.Context(), 3, enough)
	for look := 1; look <= 4; look++ {
		if err := c.Err(); (err != nil) != (look >= 3) {
			t.Errorf("look %d: %v", look, err)
		}
	}
	if n := c.Looks(); n != 4 {
		t.Errorf("%d looks, want 4", n)
	}
	if cause := context.Cause(c); cause != enough {
		t.Errorf("cause %v, want %v", cause, enough)
	}
}

// TestCountdownWithin: a context ends at the first look after the process has taken its time, whatever the number of looks.
func TestCountdownWithin(t *testing.T) {
	enough := errors.New("enough")
	c := NewCountdown(t.Context(), 0, enough).Within(5 * time.Millisecond)
	began := Process()
	for c.Err() == nil {
	}
	if took := Process() - began; took < 4*time.Millisecond || context.Cause(c) != enough {
		t.Errorf("ends after %v: %v", took, context.Cause(c))
	}
}
