package warp

import "slices"

// A path is a group of lanes of one warp that go the same way until they meet
// the others again.
type path struct {
	pc, reconverge int
	lanes          uint32
	waiting        bool // at a barrier, for lanes that may yet come to it or leave
}

// A stack holds the paths of a divergent warp; the last one runs. Lanes that
// branch apart are pushed and popped again at the branch's reconvergence point,
// its immediate post-dominator.
type stack struct {
	paths  []path
	exited uint32
}

func (s *stack) reset(lanes uint32, end int) {
	s.paths = append(s.paths[:0], path{reconverge: end, lanes: lanes})
	s.exited = 0
}

// top returns the path to run, after closing those that have met or ended; nil
// if the warp has finished.
func (s *stack) top() *path {
	for n := len(s.paths); n > 0; n = len(s.paths) {
		p := &s.paths[n-1]
		if p.lanes&^s.exited != 0 && (p.pc != p.reconverge || n == 1) {
			return p
		}
		s.paths = s.paths[:n-1]
	}
	return nil
}

// branch sends the taken lanes of the running path to target and the others
// on, and reports whether they diverged.
func (s *stack) branch(taken uint32, target, reconverge int) bool {
	p := &s.paths[len(s.paths)-1]
	lanes := p.lanes &^ s.exited
	switch taken {
	case 0:
		p.pc++
		return false
	case lanes:
		p.pc = target
		return false
	}
	next := p.pc + 1
	p.pc = reconverge
	s.push(path{pc: next, reconverge: reconverge, lanes: lanes &^ taken})
	s.push(path{pc: target, reconverge: reconverge, lanes: taken})
	return true
}

func (s *stack) push(p path) {
	if p.pc != p.reconverge {
		s.paths = append(s.paths, p)
	}
}

// exit ends lanes of the running path.
func (s *stack) exit(lanes uint32) {
	s.exited |= lanes
	s.paths[len(s.paths)-1].pc++
}

// barrier brings lanes together that have come to the barrier at the running
// path's pc on paths that meet nowhere else. It reports whether all have; if
// some have not, go says that another path has become the running one.
func (s *stack) barrier(all uint32) (complete, wait bool) {
	p := &s.paths[len(s.paths)-1]
	for i := len(s.paths) - 2; i >= 0; i-- {
		q := s.paths[i]
		if q.waiting && q.pc == p.pc && q.reconverge == p.reconverge {
			p.lanes |= q.lanes
			s.paths = slices.Delete(s.paths, i, i+1)
			p = &s.paths[len(s.paths)-1]
		}
	}
	if p.waiting = p.lanes&^s.exited != all&^s.exited; !p.waiting {
		return true, false
	}
	for i := len(s.paths) - 2; i >= 0; i-- {
		q := s.paths[i]
		if !q.waiting && q.lanes&p.lanes == 0 && q.lanes&^s.exited != 0 && q.pc != q.reconverge {
			s.paths = append(slices.Delete(s.paths, i, i+1), q)
			return false, true
		}
	}
	return false, false
}
