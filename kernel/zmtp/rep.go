package zmtp

import (
	"slices"

	"github.com/go-zeromq/zmq4"
)

// A Rep answers every request of every peer.
type Rep struct{ *server }

// ListenRep binds a REP socket. answer is called with the body of each request,
// possibly for several peers at once, and returns the body of its reply.
func ListenRep(network, address string, answer func(body [][]byte) [][]byte) (*Rep, error) {
	s, err := listen(network, address, zmq4.Rep, defaultLimits)
	if err != nil {
		return nil, err
	}
	s.receive = func(p *peer, frames [][]byte) {
		// The envelope ends with an empty frame; what has none is no request.
		end := slices.IndexFunc(frames, func(f []byte) bool { return len(f) == 0 })
		if end >= 0 && end < len(frames)-1 {
			body := answer(frames[end+1:])
			p.enqueue(encode(slices.Concat(frames[:end+1], body)))
		}
	}
	s.start()
	return &Rep{s}, nil
}
