package host

import "warpbook.dev/gpumodel/pcie"

// A clock is the one virtual clock of a program: what the host computes takes time by the number of its operations, and what it
// waits for, the time that the model of the GPU says.
type clock struct {
	rate   float64 // operations of the host a second
	waited float64 // seconds beside the host's own
}

// What is assumed of the host: compiled code does two operations in each cycle, and the core has 3 GHz.
const (
	operationsPerCycle = 2
	usualGHz           = 3
)

// now is the time on the host after so many of its operations.
func (c *clock) now(steps int64) float64 { return float64(steps)/c.rate + c.waited }

// until lets the host wait.
func (c *clock) until(t float64, steps int64) {
	if now := c.now(steps); t > now {
		c.waited += t - now
	}
}

// A stream is a queue of a GPU: each op starts when the one before it is done.
type stream struct {
	pcie.Stream
	number     int // 0 is the default stream
	gpu        *gpu
	flags      uint64
	priority   int64
	capture    *capture
	attributes map[uint64][]byte // by cudaLaunchAttributeID
}

// reached is when all that a stream was given is done, with what it waits for.
func (s *stream) reached() float64 { return s.gpu.line.Reached(&s.Stream) }

// mark puts an event into a stream at now and returns when the GPU comes to it.
func (s *stream) mark(now float64) float64 {
	_, at := s.gpu.line.Issue(&s.Stream, pcie.Work{}, now)
	return at
}
