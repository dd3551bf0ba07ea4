package host

// A program that reads the clock before and after a launch, without a synchronization in between, has measured the call alone: a launch
// returns at once.

// timers are the library functions that read the clock.
var timers = map[string]bool{"clock": true, "nanoseconds": true}

// A reading is a read of the clock.
type reading struct {
	line     int // source line; 0: none so far
	launches int // number of launches before it
}

// timed records a read of the clock. It reports a finding if a launch was issued since the previous read and its kernel still runs.
func (x *process) timed(line int) {
	before := x.reading
	x.reading = reading{line, len(x.launched)}
	if before.line == 0 || len(x.launched) == before.launches {
		return
	}
	last := x.launched[len(x.launched)-1]
	if now := x.clock.now(x.machine.Steps); last.end > now {
		x.finds(Remark, "line %d: the clock is read while %s (line %d) still runs: a launch returns at once, so call cudaDeviceSynchronize() before",
			line, last.kernel, last.line)
	}
}

// A launched is a kernel launch that was executed.
type launched struct {
	kernel string
	line   int     // source line
	end    float64 // time at which the kernel ends, in seconds
	prints bool    // the kernel called printf
}
