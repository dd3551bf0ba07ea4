package volta

import (
	"testing"

	"warpbook.dev/gpumodel/memory"
)

// Who comes early finds room before what was booked for later, and no more is done in a time
// than there is time.
func TestServer(t *testing.T) {
	s := newServer(100)
	if got := s.book(1000, 10); got != 1010 {
		t.Errorf("a free unit: done at %d, want 1010", got)
	}
	if got := s.book(300, 10); got != 310 {
		t.Errorf("earlier than what is booked: done at %d, want 310", got)
	}
	if got := s.behind(1000); got != 1000 {
		t.Errorf("behind until %d, want 1000: there is room", got)
	}
	last := memory.Time(0)
	for range 100 {
		last = max(last, s.book(2000, 30))
	}
	if last < 2000+3000 || last > 2000+3000+100 {
		t.Errorf("100 times 30 from 2000 on: done at %d, want 5000", last)
	}
	if got := s.behind(2000); got < 4900 || got > 5000 {
		t.Errorf("behind until %d, want about 5000", got)
	}
	if got := s.book(0, 250); got != 250 {
		t.Errorf("longer than a span: done at %d, want 250", got)
	}
}

// However far ahead a server is booked, it does one thing after the other.
func TestServerBookedFarAhead(t *testing.T) {
	s := newServer(16)
	const n, takes = 100_000, 5
	last := memory.Time(0)
	for range n {
		last = max(last, s.book(0, takes))
	}
	if last < 0.99*n*takes || last > n*takes+16 { // what does not end with a span begins a little early
		t.Errorf("%d times %d ps are done at %d ps", n, takes, last)
	}
	if early := s.book(3, takes); early < last {
		t.Errorf("there is room at %d ps, before the end at %d", early, last)
	}
}
