package host

import (
	"cmp"
	"slices"
)

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

const (
	computeEngine = iota
	uploadEngine
	downloadEngine
	eventEngine
	engines
)

// A stream is a queue of a GPU: each op starts when the one before it is done.
type stream struct {
	number      int // 0 is the default stream
	gpu         *gpu
	nonblocking bool // takes no part in what the default stream waits for
	flags       uint64
	priority    int64
	end         float64 // of its last op
	capture     *capture
	attributes  map[uint64][]byte // by cudaLaunchAttributeID
}

// A queues is the time line of a GPU: its engines and streams.
type queues struct {
	engines  [engines]float64 // when they are free; kernels share theirs
	kernels  []share          // those that run or will, by their ends
	blocking float64          // when the last op ends of all streams that the default one waits for
	latest   float64          // of all streams
}

// A share is a kernel that runs on a part of the GPU.
type share struct{ start, end, part float64 }

// issue puts an op into a stream and returns when it begins and ends. The default stream waits for all blocking ones, and they for
// it. part is how much of its engine the op takes: kernels that leave room run beside others.
func (g *gpu) issue(s *stream, engine int, seconds, part, now float64) (start, end float64) {
	q := &g.queues
	start = max(now, s.end)
	switch {
	case s.number == 0:
		start = max(start, q.blocking)
	case !s.nonblocking:
		start = max(start, g.null.end)
	}
	if engine == computeEngine {
		start = q.room(start, seconds, part, now)
	} else if engine != eventEngine {
		start = max(start, q.engines[engine])
	}
	end = start + seconds
	if engine != eventEngine {
		q.engines[engine] = max(q.engines[engine], end)
	}
	s.end, q.latest = end, max(q.latest, end)
	if !s.nonblocking {
		q.blocking = max(q.blocking, end)
	}
	return start, end
}

// room is the earliest start at which a kernel finds its part of the GPU free as long as it takes.
func (q *queues) room(ready, seconds, part, now float64) float64 {
	q.kernels = slices.DeleteFunc(q.kernels, func(k share) bool { return k.end <= now })
	slices.SortFunc(q.kernels, func(a, b share) int { return cmp.Compare(a.end, b.end) })
	start := ready
	for i := 0; ; i++ {
		busy := 0.0
		for _, k := range q.kernels {
			if k.start < start+seconds && k.end > start {
				busy += k.part
			}
		}
		if busy+part <= 1+1e-9 || i >= len(q.kernels) && busy == 0 {
			break
		}
		for i < len(q.kernels) && q.kernels[i].end <= start {
			i++
		}
		if i >= len(q.kernels) {
			break
		}
		start = q.kernels[i].end
	}
	q.kernels = append(q.kernels, share{start, start + seconds, part})
	return start
}

// reached is when all that a stream was given is done, with what it waits for.
func (s *stream) reached() float64 {
	if s.number == 0 {
		return max(s.end, s.gpu.queues.blocking)
	}
	return s.end
}
