package cputime

import (
	"syscall"
	"time"
)

// Process is the time that all threads have taken so far.
func Process() time.Duration { return used(syscall.RUSAGE_SELF) }

// Thread is the time that the calling thread has taken so far. The goroutine should be locked to it
// (runtime.LockOSThread).
func Thread() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD, getrusage(2)
	return used(thisThread)
}

func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		panic("BUG: getrusage: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
