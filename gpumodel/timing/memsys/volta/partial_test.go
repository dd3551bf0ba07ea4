package volta

import (
	"testing"

	"warpbook.dev/gpumodel/memory"
)

// writeTo writes bytes of the first sector of a line of a slice, as written does.
func writeTo(s *slice, line uint64, bytes uint8) {
	l, _ := s.look(line, 0)
	was := partial(l)
	l.Write([4]uint8{bytes})
	s.partial.changed(line, was, partial(l))
	s.complete(128, 1<<30)
}

// More lines than a slice may have that are written in part are filled and written back, the
// oldest first, after as many of what came before; those that become whole are left alone.
func TestPartialLines(t *testing.T) {
	const most = 4
	s := slice{cache: memory.NewLineCache(64*128, 128, 64), partial: partialLines{most: most}}
	for i := range uint64(3) {
		writeTo(&s, i*128, 16)
		writeTo(&s, i*128, 16)
	}
	for i := range uint64(3 * most) {
		writeTo(&s, (10+i)*128, 8)
	}
	before, now := 0, []uint64{}
	for i := range s.victims {
		if addr := s.victims[i].Addr(128); addr >= 1<<30 {
			before++
		} else {
			now = append(now, addr/128)
		}
		if v := s.victims[i]; v.Dirty != 1 || v.Valid != 0 {
			t.Errorf("a victim has sectors %#b written and %#b valid", v.Dirty, v.Valid)
		}
	}
	if before != most {
		t.Errorf("%d lines of before were completed, want %d", before, most)
	}
	if len(now) != 2*most || now[0] != 10 || now[len(now)-1] != 10+2*most-1 || s.partial.now != most {
		t.Errorf("completed lines %v, %d are left, want 10 to %d, and %d", now, s.partial.now, 10+2*most-1, most)
	}
	if l := s.cache.Find(10 * 128); l == nil || l.Dirty != 0 || l.Valid != 1 {
		t.Errorf("a completed line is %+v", l)
	}
}

// A store goes with one that waits if that has its sectors, was issued in the same round, and
// has not left.
func TestStoresJoin(t *testing.T) {
	var u l1
	u.waiting[0] = waitingStore{line: 128, mask: 0b0110, issued: 100, leaves: 200}
	for _, test := range []struct {
		line   uint64
		mask   uint8
		t      memory.Time
		issued memory.Time
		want   bool
	}{
		{128, 0b0010, 150, 102, true},
		{128, 0b0110, 199, 104, true},
		{128, 0b0001, 150, 102, false},
		{256, 0b0010, 150, 102, false},
		{128, 0b0010, 200, 102, false},
		{128, 0b0010, 150, 105, false},
	} {
		if got := u.joins(test.line, test.mask, test.t, test.issued, 4); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
