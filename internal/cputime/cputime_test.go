//go:build linux

package cputime

import (
	"runtime"
	"testing"
	"time"
)

// TestSleepIsNoWork: time in which the thread sleeps does not count, time in which it works does.
func TestSleepIsNoWork(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin := Thread()
	time.Sleep(100 * time.Millisecond)
	if took := Thread() - begin; took > 50*time.Millisecond {
		t.Errorf("sleeping for 100 ms took %v of CPU time", took)
	}
	for begin = Thread(); Thread()-begin < 5*time.Millisecond; {
	}
	if Process() < Thread() {
		t.Errorf("the process took %v, its thread %v", Process(), Thread())
	}
}
