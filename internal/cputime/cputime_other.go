//go:build !linux

package cputime

import "time"

var start = time.Now()

// Process is the time since the start, where the system is not asked.
func Process() time.Duration { return time.Since(start) }

// Thread is the time since the start, where the system is not asked.
func Thread() time.Duration { return time.Since(start) }
