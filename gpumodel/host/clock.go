package host

import "warpbook.dev/gpumodel/pcie"

// A clock is the virtual clock of a program, in seconds from its start. It is the sum of two parts: host operations at a fixed rate, and
// the time that the host has waited. There is no clock per stream: a stream only knows when its last work ends.
type clock struct {
	rate   float64 // host operations a second
	waited float64 // seconds spent in calls and waiting for GPUs
}

// Assumptions about the host: compiled code does two operations a cycle, at 3 GHz.
const (
	operationsPerCycle = 2
	usualGHz           = 3
)

// now returns the time, in seconds, after steps host operations (scalar.Machine.Steps).
func (c *clock) now(steps int64) float64 { return float64(steps)/c.rate + c.waited }

// until makes the host wait until time t. If t has passed, it does nothing: the host never goes back.
func (c *clock) until(t float64, steps int64) {
	if now := c.now(steps); t > now {
		c.waited += t - now
	}
}

// A stream is a queue of a GPU: each op starts when the one before it has ended. Package pcie places the ops on the units of the GPU.
type stream struct {
	pcie.Stream
	number     int // 0 is the default stream
	gpu        *gpu
	flags      uint64
	priority   int64
	capture    *capture
	attributes map[uint64][]byte // by cudaLaunchAttributeID
	lane       *lane             // nil until it has work
}

// reached returns the time at which all work issued to a stream so far has ended, including what it waits for.
func (s *stream) reached() float64 { return s.gpu.line.Reached(&s.Stream) }

// mark records an event in a stream at time now. It returns the time at which the GPU reaches the event.
func (s *stream) mark(now float64) float64 {
	_, at := s.gpu.line.Issue(&s.Stream, pcie.Work{}, now)
	return at
}
