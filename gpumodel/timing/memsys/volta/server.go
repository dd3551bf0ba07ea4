package volta

import "warpbook.dev/gpumodel/memory"

// A server is a unit that does one thing after the other and is booked ahead, not always in
// the order of time: a request that books first may come later to the unit. So its time is a
// row of short spans. Each fills up with the work that comes in it; work that finds a span full
// goes into the next.
type server struct {
	length memory.Time
	spans  []span // a ring
}

// A span is a short time of a server.
type span struct {
	number int64
	booked memory.Time
	next   int64 // if it is full: one before which there is no room either
}

// spansAhead is how far ahead a server can be booked at first; the ring grows when it is booked
// half as far.
const spansAhead = 1024

func newServer(length memory.Time) server {
	return server{length: length, spans: make([]span, spansAhead)}
}

// at is span number n.
func (s *server) at(n int64) *span {
	x := &s.spans[n%int64(len(s.spans))]
	if x.number < n {
		*x = span{number: n}
	}
	return x
}

// grow makes the ring twice as long.
func (s *server) grow() {
	old := s.spans
	s.spans = make([]span, 2*len(old))
	for _, x := range old {
		s.spans[x.number%int64(len(s.spans))] = x
	}
}

// room is the first span from number n on that has room.
func (s *server) room(n int64) int64 {
	free := n
	for x := s.at(free); x.number == free && x.booked >= s.length; x = s.at(free) {
		free = max(free+1, x.next)
		for free-n >= int64(len(s.spans))/2 {
			s.grow()
		}
	}
	for n < free { // what was passed leads here at once the next time
		x := s.at(n)
		n, x.next = max(n+1, x.next), free
	}
	return free
}

// book takes the unit for some time from a moment on, at the earliest, and returns when that
// is over.
func (s *server) book(at, takes memory.Time) memory.Time {
	n := s.room(int64(at / s.length))
	x := s.at(n)
	start := max(at, memory.Time(n)*s.length+x.booked)
	x.booked += takes
	for over := x.booked - s.length; over > 0; over = x.booked - s.length {
		x.booked = s.length
		n++
		x = s.at(n)
		x.booked += over
	}
	return start + takes
}

// behind is until when the unit has no time left, from a moment on.
func (s *server) behind(at memory.Time) memory.Time {
	return memory.Time(s.room(int64(at/s.length))) * s.length
}
