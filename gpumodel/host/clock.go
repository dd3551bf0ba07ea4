package host

// A clock is the one virtual clock of a program: what the host computes takes time by the number of its operations, and what it
// waits for, the time that the model of the GPU says.
type clock struct {
	waited  float64           // seconds beside the host's own
	streams map[int64]float64 // when their last op ends
	engines [4]float64        // of kernels, of copies to the GPU, of copies back, of events
	latest  float64           // of all streams
	events  map[uint64]float64
}

// hostRate is how many operations of the host a second are assumed: of compiled code on a core of 3 GHz.
const hostRate = 6e9

// now is the time on the host after so many of its operations.
func (c *clock) now(steps int64) float64 { return float64(steps)/hostRate + c.waited }

// until lets the host wait.
func (c *clock) until(t float64, steps int64) {
	if now := c.now(steps); t > now {
		c.waited += t - now
	}
}

const (
	computeEngine = iota
	uploadEngine
	downloadEngine
	eventEngine
)

// issue puts an op into a stream and returns when it begins and ends. The default stream, 0, waits for all others and they for it.
func (c *clock) issue(stream int64, engine int, seconds float64, steps int64) (start, end float64) {
	if c.streams == nil {
		c.streams = map[int64]float64{}
	}
	start = max(c.now(steps), c.engines[engine], c.streams[stream], c.streams[0])
	if stream == 0 {
		start = max(start, c.latest)
	}
	end = start + seconds
	c.engines[engine], c.streams[stream], c.latest = end, end, max(c.latest, end)
	return start, end
}

// reached is when all that a stream was given is done.
func (c *clock) reached(stream int64) float64 {
	if stream == 0 {
		return c.latest
	}
	return max(c.streams[stream], c.streams[0])
}
