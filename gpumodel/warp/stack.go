package warp

import "slices"

// A path is a group of lanes of one warp that are at the same place.
type path struct {
	pc    int
	lanes uint32
}

// A stack holds the paths of a divergent warp, the foremost first. The last one,
// which is furthest behind, runs; so it meets the others where their ways come
// together again, which isa's layout of the code makes the end of the if, the switch
// or the loop in which they parted. Lanes that leave a loop or the kernel from
// inside of an if do not hold up that.
//
// The hardware keeps a stack of such places, onto which the code puts one before it
// diverges (join and break addresses on c.c. 1.x, SSY and PBK up to 6.x).
type stack struct {
	paths  []path
	exited uint32
}

func (s *stack) reset(lanes uint32) {
	s.paths = append(s.paths[:0], path{lanes: lanes})
	s.exited = 0
}

// top returns the path to run, after joining those that have met and dropping
// those that have ended; nil if the warp has finished.
func (s *stack) top() *path {
	for n := len(s.paths); n > 0; n = len(s.paths) {
		p := s.paths[n-1]
		if p.lanes&^s.exited != 0 && (n == 1 || p.pc < s.paths[n-2].pc) {
			return &s.paths[n-1]
		}
		s.paths = s.paths[:n-1]
		s.put(p.pc, p.lanes)
	}
	return nil
}

// put adds lanes at a place.
func (s *stack) put(pc int, lanes uint32) {
	if lanes &^= s.exited; lanes == 0 {
		return
	}
	i := len(s.paths)
	for i > 0 && s.paths[i-1].pc < pc {
		i--
	}
	if i > 0 && s.paths[i-1].pc == pc {
		s.paths[i-1].lanes |= lanes
		return
	}
	s.paths = slices.Insert(s.paths, i, path{pc, lanes})
}

// branch sends the taken lanes of the running path to target and the others
// on, and reports whether they diverged.
func (s *stack) branch(taken uint32, target int) bool {
	n := len(s.paths) - 1
	p := &s.paths[n]
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
	s.paths = s.paths[:n]
	s.put(next, lanes&^taken)
	s.put(target, taken)
	return true
}

// exit ends lanes of the running path.
func (s *stack) exit(lanes uint32) {
	s.exited |= lanes
	s.paths[len(s.paths)-1].pc++
}

// together reports whether all lanes that are left are on the running path.
func (s *stack) together() bool { return len(s.paths) == 1 }
