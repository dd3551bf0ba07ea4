package host

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A capture records the work given to streams as a graph instead of executing it.
type capture struct {
	graph  *graph
	handle uint64 // of the graph
	id     uint64
	mode   uint64 // cudaStreamCaptureMode
	origin *stream
	last   map[*stream]*captureEnd
	broken int // why it ends without a graph, as a code
}

// A captureEnd is behind what the next node of a stream runs.
type captureEnd struct{ nodes []*graphNode }

// The modes of a capture, and how a capture stands.
const (
	captureGlobal  = 0
	captureRelaxed = 2

	captureNone    = 0
	captureActive  = 1
	captureInvalid = 2
)

// Captures.
func init() {
	register(map[string]system{
		// Args: the stream, the mode.
		"cudaBeginCapture": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case s.number == 0:
				x.find("line %d: the default stream cannot be captured: create a stream", c.Line)
				return x.fails(captureUnsupported)
			case c.Args[1] > captureRelaxed:
				return x.fails(invalidValue)
			case s.capture != nil:
				return x.fails(illegalState)
			}
			s.capture = &capture{graph: &graph{}, handle: x.handle(), id: x.handle(), mode: c.Args[1], origin: s,
				last: map[*stream]*captureEnd{s: {}}}
			x.graphs[s.capture.handle] = s.capture.graph
			return success
		}),
		// Args: the stream, where the graph goes.
		"cudaEndCapture": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			slot, ok := x.heap.memory.Bytes(c.Args[1], 8)
			switch {
			case !ok && c.Args[1] != 0:
				return x.fails(invalidValue)
			case s == nil:
				return x.fails(invalidHandle)
			case s.capture == nil:
				return x.fails(illegalState)
			case s.capture.origin != s:
				return x.fails(captureUnmatched)
			}
			if c.Args[1] == 0 {
				x.leaveCapture(s.capture)
				return success
			}
			caught := s.capture
			if caught.broken == success && !caught.joined() {
				x.find("line %d: a stream that waited for an event of the capture was not joined: let the stream that is captured wait for it", c.Line)
				caught.broken = captureUnjoined
			}
			x.leaveCapture(caught)
			if caught.broken != success {
				memory.PutWord(slot, 8, 0)
				delete(x.graphs, caught.handle)
				return x.fails(caught.broken)
			}
			memory.PutWord(slot, 8, caught.handle)
			return success
		}),
		// Args: the stream, and where go: the status, the number of the capture, its graph, the nodes that the next one will wait for
		// and their number; 0 for what is not wanted.
		"cudaCaptureInfo": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case c.Args[1] == 0:
				return x.fails(invalidValue)
			}
			status, id, g := uint64(captureNone), uint64(0), uint64(0)
			var after []uint64
			if k := s.capture; k != nil {
				status, id, g = captureActive, k.id, k.handle
				if k.broken != success {
					status = captureInvalid
				}
				for _, n := range k.last[s].nodes {
					after = append(after, n.handle)
				}
			}
			table := uint64(0)
			if c.Args[4] != 0 && len(after) > 0 {
				table = x.heap.alloc(8*len(after), c.Line)
				for i, handle := range after {
					if slot, ok := x.heap.memory.Bytes(table+8*uint64(i), 8); ok {
						memory.PutWord(slot, 8, handle)
					}
				}
			}
			for i, v := range []uint64{id, g, table, uint64(len(after))} {
				if slot, ok := x.heap.memory.Bytes(c.Args[2+i], 8); ok {
					memory.PutWord(slot, 8, v)
				}
			}
			c.Args = c.Args[1:]
			return x.result(c, 4, status)
		}),
		// Args: where the mode of the thread's captures stands; it is exchanged.
		"cudaCaptureMode": plain(func(x *process, c *scalar.Call) uint64 {
			slot, ok := x.heap.memory.Bytes(c.Args[0], 4)
			if !ok {
				return x.fails(invalidValue)
			}
			before := x.captureMode
			x.captureMode = memory.Word(slot, 4)
			memory.PutWord(slot, 4, before)
			return success
		}),
		"cudaCaptureHost": plain(func(x *process, c *scalar.Call) uint64 {
			return x.captured(x.streamOf(c.Args[0]), &graphNode{kind: hostNode, host: [2]uint64{c.Args[1], c.Args[2]}})
		}),
	})
}

// leaveCapture ends a capture for all its streams.
func (x *process) leaveCapture(k *capture) {
	for s := range x.everyStream {
		if s.capture == k {
			s.capture = nil
		}
	}
}

// joined tells whether all that was captured comes before the end of the stream with which the capture has begun.
func (k *capture) joined() bool {
	reached := map[*graphNode]bool{}
	var reach func(n *graphNode)
	reach = func(n *graphNode) {
		if reached[n] {
			return
		}
		reached[n] = true
		for _, before := range n.after {
			reach(before)
		}
	}
	for _, n := range k.last[k.origin].nodes {
		reach(n)
	}
	for _, end := range k.last {
		for _, n := range end.nodes {
			if !reached[n] {
				return false
			}
		}
	}
	return true
}

// breaks notes that a call cannot be captured, which ends the captures that it meets without a graph, and returns its code.
func (x *process) breaks(k *capture, code int) uint64 {
	k.broken = captureInvalidated
	return x.fails(code)
}

// breaksCaptures ends the captures during which a call must not be made that may wait for the GPU, as cudaMalloc; false if there are
// none.
func (x *process) breaksCaptures() (broken bool) {
	for s := range x.everyStream {
		if s.capture != nil && s.capture.mode != captureRelaxed {
			s.capture.broken, broken = captureInvalidated, true
		}
	}
	return broken
}

// implicit tells whether work in the default stream meets a capture of a stream that waits for it, which ends the capture.
func (x *process) implicit(s *stream) (broken bool) {
	for other := range x.everyStream {
		if s.number == 0 && other.capture != nil && !other.Nonblocking {
			other.capture.broken, broken = captureInvalidated, true
		}
	}
	return broken
}

// captured puts a node into the graph that the stream's work goes into.
func (x *process) captured(s *stream, n *graphNode) uint64 {
	if s.capture.broken != success {
		return x.fails(s.capture.broken)
	}
	end := s.capture.last[s]
	x.add(s.capture.graph, n, end.nodes...)
	s.capture.last[s] = &captureEnd{[]*graphNode{n}}
	return success
}

// joinCapture lets a stream wait for an event of a capture, which takes the stream in.
func (x *process) joinCapture(s *stream, e *event) uint64 {
	if s.capture != nil && s.capture != e.capture {
		return x.fails(captureMerge)
	}
	if e.capture.broken != success {
		return x.fails(e.capture.broken)
	}
	s.capture = e.capture
	end := s.capture.last[s]
	if end == nil {
		end = &captureEnd{}
	}
	s.capture.last[s] = &captureEnd{append(append([]*graphNode{}, end.nodes...), e.end.nodes...)}
	return success
}
