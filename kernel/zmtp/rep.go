package zmtp

import (
	"errors"
	"slices"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/kernel/zmtp/curve"
)

// A Rep answers every request of every peer.
type Rep struct{ *server }

// ListenRep binds a REP socket. answer is called with the body of each request,
// possibly for several peers at once, and returns the body of its reply; report, if
// not nil, hears of what is refused.
func ListenRep(network, address string, keys *curve.Keys, answer func(body [][]byte) [][]byte, report func(error)) (*Rep, error) {
	s, err := listen(network, address, keys, zmq4.Rep, defaultLimits, report)
	if err != nil {
		return nil, err
	}
	s.receive = func(p *peer, frames [][]byte) error {
		// The envelope ends with an empty frame; what has none is no request.
		end := slices.IndexFunc(frames, func(f []byte) bool { return len(f) == 0 })
		if end < 0 || end == len(frames)-1 {
			return errors.New("zmtp: REP message that is not a request")
		}
		p.enqueue(encode(slices.Concat(frames[:end+1], answer(frames[end+1:]))))
		return nil
	}
	s.start()
	return &Rep{s}, nil
}
