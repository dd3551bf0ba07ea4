package host

// A clock that is read before a launch and behind it, with nothing in between that waits for the GPU, has measured the launch alone.

// timers are the functions of the system that read the clock.
var timers = map[string]bool{"clock": true, "nanoseconds": true}

// A reading is what is known when the clock is read.
type reading struct {
	line     int
	launches int
}

// timed notes that the clock is read.
func (x *process) timed(line int) {
	before := x.reading
	x.reading = reading{line, len(x.launched)}
	if before.line == 0 || len(x.launched) == before.launches {
		return
	}
	last := x.launched[len(x.launched)-1]
	if now := x.clock.now(x.machine.Steps); last.end > now {
		x.find("line %d: the clock is read while %s (line %d) still runs: a launch returns at once, so call cudaDeviceSynchronize() before", line, last.kernel, last.line)
	}
}

// A launched kernel is one that the GPU works at until end.
type launched struct {
	kernel string
	line   int
	end    float64
	prints bool
}
