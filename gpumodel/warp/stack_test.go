package warp

import "testing"

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
	s.reset(lanes, 100)
	return s
}

func TestStackUniformBranch(t *testing.T) {
	s := newStack(0xff)
	if s.branch(0xff, 10, 20) {
		t.Error("a branch that all take is no divergence")
	}
	s.want(t, 10, 0xff)
	if s.branch(0, 5, 20) {
		t.Error("a branch that nobody takes is no divergence")
	}
	s.want(t, 11, 0xff)
}

// if (a) { if (b) X else Y } else Z, meeting at 20 and 30.
func TestStackNestedDivergence(t *testing.T) {
	s := newStack(0xff)
	if !s.branch(0x0f, 10, 30) {
		t.Error("no divergence")
	}
	s.want(t, 10, 0x0f)
	s.branch(0x03, 15, 20)
	s.want(t, 15, 0x03)
	s.top().pc = 20
	s.want(t, 11, 0x0c)
	s.top().pc = 20
	s.want(t, 20, 0x0f) // the inner ones have met
	s.top().pc = 30
	s.want(t, 1, 0xf0)
	s.top().pc = 30
	s.want(t, 30, 0xff)
}

// A loop whose lanes leave one by one: the stack stays small, all meet behind it.
func TestStackLoop(t *testing.T) {
	s := newStack(^uint32(0))
	for lanes := ^uint32(0); lanes != 0; lanes <<= 1 {
		s.want(t, 0, lanes)
		s.top().pc = 7 // do { … } while: back to 0, or on to 8
		s.branch(lanes<<1, 0, 8)
		if len(s.paths) > 33 {
			t.Fatalf("%d paths", len(s.paths))
		}
	}
	s.want(t, 8, ^uint32(0))
}

// Lanes that leave the kernel inside of divergent code do not come back.
func TestStackExits(t *testing.T) {
	s := newStack(0xff)
	s.branch(0x0f, 10, 30)
	s.exit(0x05) // guarded: two of four go
	s.want(t, 11, 0x0a)
	s.exit(0x0a)
	s.want(t, 1, 0xf0)
	s.top().pc = 30
	s.want(t, 30, 0xf0)
	s.exit(0xf0)
	if p := s.top(); p != nil {
		t.Errorf("%+v runs behind the end", p)
	}
}

func TestStackBarrier(t *testing.T) {
	t.Run("all arrive", func(t *testing.T) {
		s := newStack(0xff)
		if complete, wait := s.barrier(0xff); !complete || wait {
			t.Errorf("complete %v, wait %v", complete, wait)
		}
	})
	t.Run("the others leave", func(t *testing.T) {
		s := newStack(0xff)
		s.branch(0x0f, 10, 100)
		if complete, wait := s.barrier(0xff); complete || !wait {
			t.Errorf("complete %v, wait %v", complete, wait)
		}
		s.want(t, 1, 0xf0)
		s.exit(0xf0)
		s.want(t, 10, 0x0f)
		if complete, _ := s.barrier(0xff); !complete {
			t.Error("not complete though the others have left")
		}
	})
	t.Run("the others come too", func(t *testing.T) {
		s := newStack(0xff)
		s.branch(0x0f, 10, 100)
		s.barrier(0xff)
		s.want(t, 1, 0xf0)
		s.top().pc = 10
		if complete, _ := s.barrier(0xff); !complete {
			t.Error("not complete though all have come")
		}
		s.want(t, 10, 0xff)
	})
	t.Run("the others wait elsewhere", func(t *testing.T) {
		s := newStack(0xff)
		s.branch(0x0f, 10, 100)
		s.barrier(0xff)
		if complete, wait := s.barrier(0xff); complete || wait {
			t.Errorf("complete %v, wait %v", complete, wait)
		}
	})
	t.Run("the others skip it", func(t *testing.T) {
		s := newStack(0xff)
		s.branch(0x0f, 10, 30)
		s.barrier(0xff)
		s.want(t, 1, 0xf0)
		s.top().pc = 30
		s.want(t, 10, 0x0f)
		if complete, wait := s.barrier(0xff); complete || wait {
			t.Errorf("complete %v, wait %v", complete, wait)
		}
	})
}
