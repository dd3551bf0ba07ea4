package cell

import (
	"context"
	"math"
	"runtime/debug"
	"sync/atomic"
	"testing"

	"warpbook.dev/kernel"
)

// mb is the unit of these tests, whose sessions may hold 256 of them.
const mb = 1 << 20

// withSoftLimit sets the soft limit of a session with 256 MB for a test.
func withSoftLimit(t *testing.T) {
	t.Helper()
	before := debug.SetMemoryLimit(-1)
	SetSoftLimit(256 * mb)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
}

// TestAllowance gives the watch readings one after another: the last one, and no other, ends the cell, or none does.
// The soft limit is 272 MB, so the ceiling is 280.
func TestAllowance(t *testing.T) {
	for _, test := range []struct {
		name string
		soft bool
		ends bool
		read []reading
	}{
		{"a cell that fills the session", true, true, []reading{{20, 20, 30}, {90, 190, 200}, {257, 260, 270}}},
		{"garbage alone, at the soft limit", true, false, []reading{{20, 20, 30}, {90, 250, 265}, {90, 255, 272}, {90, 260, 279}}},
		{"small objects, and the rest is stacks, fragments and free pages", true, true, []reading{{20, 20, 30}, {90, 150, 200}, {90, 150, 281}}},
		{"a full session that drops values", true, false, []reading{{300, 300, 310}, {300, 302, 312}, {300, 303, 313}}},
		{"a full session that grows again", true, true, []reading{{300, 300, 310}, {300, 302, 314}, {300, 304, 315}}},
		{"a full session that drops values and grows", true, true, []reading{{300, 300, 310}, {100, 100, 290}, {100, 105, 295}}},
		{"the last of many cells that each add a little", true, true, []reading{{250, 250, 262}, {255, 260, 275}, {266, 270, 281}}},
		{"no soft limit: the footprint is that of the whole process", false, false, []reading{{20, 20, 900}, {90, 250, 1200}}},
		{"no soft limit: twice the limit", false, true, []reading{{20, 20, 900}, {90, 500, 1200}, {90, 513, 1200}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.soft {
				withSoftLimit(t)
			}
			mega := func(r reading) reading { return reading{r.live * mb, r.objects * mb, r.footprint * mb} }
			a := newAllowance(256*mb, mega(test.read[0]))
			for i, r := range test.read[1:] {
				want := test.ends && i == len(test.read)-2
				if got := a.exceeded(mega(r)); got != want {
					t.Errorf("reading %d: the cell has to end is %v, want %v: %+v", i+1, got, want, r)
				}
			}
		})
	}
}

// TestFootprintStopsCell: a cell ends with a MemoryError whose heap is small, when what Go has from the system is too much.
func TestFootprintStopsCell(t *testing.T) {
	withSoftLimit(t)
	s := New()
	s.MemoryLimit = 256 * mb
	var reads atomic.Int64
	s.memory = func() reading {
		if reads.Add(1) == 1 { // before the cell
			return reading{20 * mb, 20 * mb, 30 * mb}
		}
		return reading{20 * mb, 20 * mb, 281 * mb}
	}
	_, outcome := runCell(s, 1, "while True:\n    pass")
	if e := outcome.Error; e == nil || e.Name != "MemoryError" {
		t.Errorf("got %+v, want a MemoryError", e)
	}
}

// TestReservation: of two cells that each need more than half of the limit one is refused, until the operation of the other ends.
func TestReservation(t *testing.T) {
	s := New()
	s.MemoryLimit = 256 * mb
	s.memory = func() reading { return reading{live: 20 * mb, objects: 20 * mb} } // neither has allocated anything yet
	type answer struct {
		done func()
		err  error
	}
	ask := func(r *Run) answer {
		done, err := r.reserve("a list", 140*mb)
		return answer{done, err}
	}
	runs := []*Run{{session: s}, {session: s}}
	answers := make([]chan answer, len(runs))
	for i, r := range runs {
		answers[i] = make(chan answer, 1)
		go func() { answers[i] <- ask(r) }()
	}
	got := []answer{<-answers[0], <-answers[1]}
	holder := 0
	if got[0].err != nil {
		holder = 1
	}
	other := 1 - holder
	if got[holder].err != nil || got[other].err == nil {
		t.Fatalf("the answers are %v and %v, want exactly one error", got[0].err, got[1].err)
	}
	if a := ask(runs[holder]); a.err != nil {
		t.Errorf("an inner operation of the cell that has the room: %v", a.err)
	} else {
		a.done()
	}
	if err := runs[other].allocation("a dict", 140*mb); err == nil {
		t.Error("an instruction gets room that another cell has reserved")
	}
	got[holder].done()
	a := ask(runs[other])
	if a.err != nil {
		t.Fatalf("the room was given back, and the other cell is refused: %v", a.err)
	}
	a.done()
	if len(s.pending.bytes) != 0 {
		t.Errorf("reserved at the end: %v", s.pending.bytes)
	}
}

// TestOperationsGiveBack: no operation keeps its reservation, whether it succeeds or fails.
func TestOperationsGiveBack(t *testing.T) {
	s := New()
	for _, code := range []string{
		"'a' * (17 << 20)", "('a' * (17 << 20)) + 'b'", "''.join(['a' * (17 << 20)])", "f\"{'a' * (17 << 20)}\"",
		"'%s' % ('a' * (17 << 20),)", "len(list(range(1 << 21)))", "('a' * (17 << 20)).replace('a', b'')",
	} {
		s.Execute(context.Background(), kernel.Cell{Code: "x = " + code + "\nx = None", Count: 1}, new(recorder))
		if len(s.pending.bytes) != 0 {
			t.Errorf("after %s there are reservations of %v bytes", code, s.pending.bytes)
		}
	}
	if _, err := (&Run{session: s}).reserve("a list", math.Inf(1)); err == nil || len(s.pending.bytes) != 0 {
		t.Errorf("infinitely many bytes: error %v, reserved %v", err, s.pending.bytes)
	}
}
