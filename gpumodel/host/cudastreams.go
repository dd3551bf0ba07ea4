package host

import (
	"maps"
	"math"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
)

// An event is a point of a stream.
type event struct {
	gpu         *gpu
	untimed     bool    // cudaEventDisableTiming
	recorded    bool    // at least once
	at          float64 // when the stream reaches it
	capture     *capture
	end         *captureEnd
	vectorClock vectorClock // what is done before it
}

// Streams and events.
func init() {
	register(map[string]system{
		"cudaStreamCreate": plain(func(x *process, c *scalar.Call) uint64 {
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			if c.Args[0] == 0 || c.Args[1]&^streamFlags != 0 {
				return x.fails(invalidValue)
			}
			x.numbered++
			h := x.handle()
			x.streams[h] = &stream{Stream: pcie.Stream{Nonblocking: c.Args[1]&1 != 0}, number: x.numbered, gpu: x.gpu, flags: c.Args[1],
				priority: max(-5, min(0, int64(int32(c.Args[2]))))}
			if x.streams[h].priority != 0 {
				x.note("line %d: priorities of streams change no time here: kernels begin in the order of their launches", c.Line)
			}
			return x.result(c, 8, h)
		}),
		"cudaStreamDestroy": plain(func(x *process, c *scalar.Call) uint64 {
			if x.streams[c.Args[0]] == nil {
				return x.fails(invalidHandle)
			}
			drop(x, x.streams, c.Args[0])
			return success
		}),
		"cudaStreamSynchronize": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			if s == nil {
				return x.fails(invalidHandle)
			}
			if s.capture != nil {
				return x.breaks(s.capture, captureUnsupported)
			}
			x.clock.until(s.reached(), x.machine.Steps)
			x.ordering.waitsFor(s)
			x.flush()
			x.failed()
			return uint64(x.gpu.sticky)
		}),
		"cudaStreamQuery": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case s.capture != nil:
				return x.breaks(s.capture, captureUnsupported)
			case x.now() < s.reached():
				x.poll()
				return notReady
			case x.failed():
				return uint64(x.gpu.sticky)
			}
			x.ordering.waitsFor(s)
			return success
		}),
		// Args: the stream, where the answer goes, and whether it is flags (0), a priority (1) or a device (2).
		"cudaStreamGet": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			data, ok := x.heap.memory.Bytes(c.Args[1], 4)
			switch {
			case !ok:
				return x.fails(invalidValue)
			case s == nil:
				return x.fails(invalidHandle)
			}
			memory.PutWord(data, 4, [...]uint64{s.flags, uint64(s.priority), uint64(s.gpu.number)}[c.Args[2]])
			return success
		}),
		// Args: the stream, the cudaLaunchAttributeID, the value, whether it is set.
		"cudaStreamAttribute": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			data, ok := x.heap.memory.Bytes(c.Args[2], launchAttributeBytes)
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case !ok:
				return x.fails(invalidValue)
			}
			return x.attributeOf(&s.attributes, c.Args[1], data, c.Args[3] != 0)
		}),
		// Args: the stream that gets attributes, and the one that has them.
		"cudaStreamAttributes": plain(func(x *process, c *scalar.Call) uint64 {
			to, from := x.streamOf(c.Args[0]), x.streamOf(c.Args[1])
			if to == nil || from == nil {
				return x.fails(invalidHandle)
			}
			to.attributes = maps.Clone(from.attributes)
			return success
		}),
		"cudaStreamWaitEvent": plain(func(x *process, c *scalar.Call) uint64 {
			s, e := x.streamOf(c.Args[0]), x.events[c.Args[1]]
			external := len(c.Args) > 2 && c.Args[2] != 0
			switch {
			case s == nil || e == nil:
				return x.fails(invalidHandle)
			case external && s.capture == nil:
				return x.fails(illegalState)
			}
			if e.capture != nil {
				return x.joinCapture(s, e)
			}
			if e.recorded {
				s.Wait(e.at)
				x.ordering.follows(s, e.vectorClock)
			}
			return success
		}),
		// cudaReached is when a stream is done with what it has, in nanoseconds.
		"cudaReached": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			if s == nil {
				return 0
			}
			x.ordering.waitsFor(s) // a function of the host will run there
			return uint64(s.reached() * 1e9)
		}),
		// cudaDue tells whether a time has come, in nanoseconds. Unlike a reading of the clock it measures nothing.
		"cudaDue": plain(func(x *process, c *scalar.Call) uint64 {
			if uint64(x.clock.now(x.machine.Steps)*1e9) < c.Args[0] {
				return 0
			}
			return 1
		}),
		"cudaWaitUntil": plain(func(x *process, c *scalar.Call) uint64 {
			x.clock.until(float64(c.Args[0]+1)*1e-9, x.machine.Steps)
			return 0
		}),
		"cudaEventCreate": plain(func(x *process, c *scalar.Call) uint64 {
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			if flags := c.Args[1]; flags&^eventFlags != 0 || flags&interprocess != 0 && flags&disableTiming == 0 {
				return x.fails(invalidValue)
			}
			h := x.handle()
			x.events[h] = &event{gpu: x.gpu, untimed: c.Args[1]&disableTiming != 0}
			return x.result(c, 8, h)
		}),
		"cudaEventDestroy": plain(func(x *process, c *scalar.Call) uint64 {
			switch {
			case x.events[c.Args[0]] == nil:
				return x.fails(invalidHandle)
			case x.gpu.seen && x.failed():
				return uint64(x.gpu.sticky)
			}
			drop(x, x.events, c.Args[0])
			return success
		}),
		"cudaEventRecord":      plain((*process).recordEvent),
		"cudaEventElapsedTime": plain((*process).elapsedTime),
		"cudaEventSynchronize": plain(func(x *process, c *scalar.Call) uint64 {
			e := x.events[c.Args[0]]
			if e == nil {
				return x.fails(invalidHandle)
			}
			x.clock.until(e.at, x.machine.Steps)
			x.ordering.host.join(e.vectorClock)
			x.flush()
			x.failed()
			return uint64(x.gpu.sticky)
		}),
		"cudaEventQuery": plain(func(x *process, c *scalar.Call) uint64 {
			e := x.events[c.Args[0]]
			switch {
			case e == nil:
				return x.fails(invalidHandle)
			case e.capture != nil:
				return x.breaks(e.capture, capturedEvent)
			case x.now() < e.at:
				x.poll()
				return notReady
			case x.failed():
				return uint64(x.gpu.sticky)
			}
			x.ordering.host.join(e.vectorClock)
			return success
		}),
	})
}

// Flags of streams and events, and all of them together (driver_types.h).
const (
	streamFlags   = 1
	disableTiming = 2
	interprocess  = 4
	eventFlags    = 7
)

// poll advances the clock by the time of a query that finds work unfinished. So a loop of queries ends.
func (x *process) poll() { x.takes(microseconds("query_us")) }

// perThread is the handle cudaStreamPerThread.
const perThread = 2

// streamOf returns the stream of a handle, or nil. Handle 1 is the default stream of the current GPU, 2 the per-thread one, and 0 one of
// them, as --default-stream says. The host is one thread.
func (x *process) streamOf(handle uint64) *stream {
	g := x.gpu
	if _, own := x.program.Module.Options().Defines[gpumodel.PerThreadStream]; own && handle == 0 {
		handle = perThread
	}
	switch {
	case handle < perThread:
		return g.null
	case handle > perThread:
		return x.streams[handle]
	case g.perThread == nil:
		x.numbered++
		g.perThread = &stream{number: x.numbered, gpu: g}
	}
	return g.perThread
}

// everyStream goes through all streams but the default ones.
func (x *process) everyStream(yield func(*stream) bool) {
	for _, s := range x.streams {
		if !yield(s) {
			return
		}
	}
	for _, g := range x.gpus {
		if g.perThread != nil && !yield(g.perThread) {
			return
		}
	}
}

func (x *process) recordEvent(c *scalar.Call) uint64 {
	e, s := x.events[c.Args[0]], x.streamOf(c.Args[1])
	external := len(c.Args) > 2 && c.Args[2] != 0
	switch {
	case x.gpu.seen && x.failed():
		return uint64(x.gpu.sticky)
	case e == nil || s == nil || s.gpu != e.gpu:
		return x.fails(invalidHandle)
	case external && s.capture == nil: // which is for captures
		return x.fails(illegalState)
	}
	if s.capture != nil {
		e.capture, e.end = s.capture, s.capture.last[s]
		return success
	}
	e.capture = nil
	x.takes(microseconds("event_record_us"))
	e.recorded = true
	e.at = s.mark(x.now())
	e.vectorClock = x.ordering.records(s)
	return success
}

// elapsedTime is cudaEventElapsedTime. An event that is not reached is an error of this call only; it does not become the last error.
func (x *process) elapsedTime(c *scalar.Call) uint64 {
	from, to := x.events[c.Args[1]], x.events[c.Args[2]]
	slot, ok := x.heap.memory.Bytes(c.Args[0], 4)
	switch {
	case !ok:
		return x.fails(invalidValue)
	case from == nil || to == nil || from.untimed || to.untimed:
		return x.fails(invalidHandle)
	case x.failed():
		return uint64(x.gpu.sticky)
	case !from.recorded || !to.recorded:
		x.find("line %d: cudaEventElapsedTime of an event that was not recorded", c.Line)
		return x.fails(invalidHandle)
	case x.now() < max(from.at, to.at):
		x.find("line %d: cudaEventElapsedTime before the events are reached: call cudaEventSynchronize first", c.Line)
		return notReady
	}
	tick := microseconds("event_resolution_ns") * 1e-3
	ms := math.Round((to.at-from.at)/tick) * tick * 1e3
	memory.PutWord(slot, 4, uint64(math.Float32bits(float32(ms))))
	return success
}
