package host

import "warpbook.dev/gpumodel/scalar"

// A capture makes a graph of what streams are given, in the place of doing it.
type capture struct {
	graph  *graph
	origin *stream
	last   map[*stream]*captureEnd
}

// A captureEnd is behind what the next node of a stream runs.
type captureEnd struct{ nodes []*graphNode }

// Captures.
func init() {
	register(map[string]system{
		"cudaBeginCapture": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case s.number == 0:
				x.find("line %d: the default stream cannot be captured: create a stream", c.Line)
				return x.fails(captureUnsupported)
			case s.capture != nil:
				return x.fails(illegalState)
			}
			s.capture = &capture{graph: &graph{}, origin: s, last: map[*stream]*captureEnd{s: {}}}
			return success
		}),
		"cudaEndCapture": plain(func(x *process, c *scalar.Call) uint64 {
			s := x.streamOf(c.Args[0])
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case s.capture == nil:
				return x.fails(illegalState)
			case s.capture.origin != s:
				return x.fails(captureUnmatched)
			}
			caught := s.capture
			for _, other := range x.streams {
				if other.capture == caught {
					other.capture = nil
				}
			}
			s.capture = nil
			c.Args = c.Args[1:]
			return x.newGraph(c, caught.graph)
		}),
		"cudaCapturing": plain(func(x *process, c *scalar.Call) uint64 {
			if s := x.streamOf(c.Args[0]); s != nil && s.capture != nil {
				return 1
			}
			return 0
		}),
		"cudaCaptureHost": plain(func(x *process, c *scalar.Call) uint64 {
			return x.captured(x.streamOf(c.Args[0]), &graphNode{kind: hostNode, host: [2]uint64{c.Args[1], c.Args[2]}})
		}),
	})
}

// captured puts a node into the graph that the stream's work goes into.
func (x *process) captured(s *stream, n *graphNode) uint64 {
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
	s.capture = e.capture
	end := s.capture.last[s]
	if end == nil {
		end = &captureEnd{}
	}
	s.capture.last[s] = &captureEnd{append(append([]*graphNode{}, end.nodes...), e.end.nodes...)}
	return success
}
