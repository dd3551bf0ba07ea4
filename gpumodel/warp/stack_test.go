package warp

import (
	"math/rand/v2"
	"testing"
)

// want fails unless the running path is at pc with the lanes.
func (s *stack) want(t *testing.T, pc int, lanes uint32) {
	t.Helper()
	p := s.top()
	if p == nil {
		t.Fatalf("no path runs, want pc %d, lanes %#x", pc, lanes)
	}
	if p.pc != pc || p.lanes&^s.exited != lanes {
		t.Fatalf("runs pc %d, lanes %#x, want pc %d, lanes %#x", p.pc, p.lanes&^s.exited, pc, lanes)
	}
}

func newStack(lanes uint32) *stack {
	s := new(stack)
	s.reset(lanes)
	return s
}

func TestStackUniformBranch(t *testing.T) {
	s := newStack(0xff)
	if s.branch(0xff, 10, 1) {
		t.Error("a branch that all take is no divergence")
	}
	s.want(t, 10, 0xff)
	if s.branch(0, 5, 1) {
		t.Error("a branch that nobody takes is no divergence")
	}
	s.want(t, 11, 0xff)
	if !s.together() {
		t.Error("the lanes are not together")
	}
}

// 0: if (a) { 1: if (b) { 2: X } else { 15: Y } 20: Z } else { 25: W } 30:
func TestStackNestedDivergence(t *testing.T) {
	s := newStack(0xff)
	if !s.branch(0xf0, 25, 1) {
		t.Error("no divergence")
	}
	s.want(t, 1, 0x0f)
	s.branch(0x03, 15, 1)
	s.want(t, 2, 0x0c)
	s.top().pc = 20
	s.want(t, 15, 0x03)
	s.top().pc = 20
	s.want(t, 20, 0x0f) // the inner ones have met
	if s.together() {
		t.Error("the lanes are together")
	}
	s.top().pc = 30
	s.want(t, 25, 0xf0)
	s.top().pc = 30
	s.want(t, 30, 0xff)
	if !s.together() {
		t.Error("the lanes are not together")
	}
}

// A loop whose lanes leave one by one: the stack stays small, all meet behind it.
func TestStackLoop(t *testing.T) {
	s := newStack(^uint32(0))
	for lanes := ^uint32(0); lanes != 0; lanes <<= 1 {
		s.want(t, 0, lanes)
		s.top().pc = 7 // do { … } while: back to 0, or on to 8
		s.branch(lanes<<1, 0, 1)
		if len(s.paths) > 2 {
			t.Fatalf("%d paths", len(s.paths))
		}
	}
	s.want(t, 8, ^uint32(0))
}

// 0: while (…) { 1: if (a) { 2: if (b) break; 3: X } 4: Y } 5: lanes that break do
// not keep the others from meeting at Y.
func TestStackBreak(t *testing.T) {
	s := newStack(0xff)
	s.top().pc = 1
	s.branch(0xf0, 4, 1)
	s.want(t, 2, 0x0f)
	s.branch(0x03, 5, 1)
	s.want(t, 3, 0x0c)
	s.top().pc = 4
	s.want(t, 4, 0xfc)
	s.branch(0xfc, 0, 1)
	s.want(t, 0, 0xfc)
	s.branch(0xfc, 5, 1)
	s.want(t, 5, 0xff)
}

// Lanes that leave the kernel inside of divergent code do not come back.
func TestStackExits(t *testing.T) {
	s := newStack(0xff)
	s.branch(0xf0, 10, 1)
	s.want(t, 1, 0x0f)
	s.exit(0x05) // guarded: two of four go
	s.want(t, 2, 0x0a)
	s.exit(0x0a)
	s.want(t, 10, 0xf0)
	s.exit(0xf0)
	if p := s.top(); p != nil {
		t.Errorf("%+v runs behind the end", p)
	}
}

// TestStackRandomBranches follows each lane for itself: the running path has all
// lanes that are furthest behind, and no others.
func TestStackRandomBranches(t *testing.T) {
	const places = 12
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		s := newStack(^uint32(0))
		var at [32]int
		for p := s.top(); p != nil; p = s.top() {
			behind, lanes := places, uint32(0)
			for i, pc := range at {
				if s.exited>>i&1 == 0 && pc < behind {
					behind, lanes = pc, 0
				}
				if s.exited>>i&1 == 0 && pc == behind {
					lanes |= 1 << i
				}
			}
			s.want(t, behind, lanes)
			taken, target := lanes&r.Uint32(), min(behind+3, r.IntN(places))
			for i := range at {
				if lanes>>i&1 != 0 {
					at[i]++
				}
				if taken>>i&1 != 0 {
					at[i] = target
				}
			}
			if behind == places-1 {
				s.exit(lanes)
			} else if got, want := s.branch(taken, target, 1), taken != 0 && taken != lanes; got != want {
				t.Fatalf("a branch of %#x by %#x diverges: %v", lanes, taken, got)
			}
		}
	}
}
