package warp

import "slices"

// A path is a group of lanes of one warp that are at the same instruction.
type path struct {
	pc      int
	lanes   uint32
	parting *parting // of which it is a part; only followed if it is wanted
}

// A stack holds the paths of a divergent warp, the foremost first. The last one has the lowest
// program counter and runs. So it meets the others where their ways come together again, which
// isa's layout of the code makes the end of the if, the switch or the loop in which they parted.
// Lanes that leave a loop or the kernel from inside of an if do not delay it.
//
// The code of "if (lane >= 16) B; else A; C", with the branch to B at 0, A at 1, a jump to C at 2,
// B at 3 and C at 4, takes the stack through these states:
//
//	[0: all]                    at the branch
//	[3: 16-31] [1: 0-15]        parted: A runs
//	[4: 0-15]  [3: 16-31]       the first lanes have jumped to C; B runs
//	[4: all]                    the others have come to C as well
//
// Invariants: paths are sorted by falling pc and no two have the same one, except that the last
// path may have gone past others until top is called next. A lane that has not ended is in exactly
// one of paths, waiting and resting. A lane that has ended may still be in their masks, so whoever
// reads lanes removes exited from them.
//
// The hardware keeps a stack of reconvergence points instead. Code pushes one before it may
// diverge: join and break addresses on c.c. 1.x, SSY and PBK up to 6.x.
type stack struct {
	paths   []path
	waiting []waiter // lanes that wait for others at a collective
	resting []path   // lanes that have polled for long enough; see rotate
	polled  bool     // the running lanes have polled since they last went back
	rounds  int      // in which they have
	all     uint32   // the lanes that there are
	exited  uint32
	follow  bool // the partings are wanted
}

func (s *stack) reset(lanes uint32) {
	s.paths, s.waiting, s.resting = append(s.paths[:0], path{lanes: lanes}), s.waiting[:0], s.resting[:0]
	s.polled, s.rounds = false, 0
	s.all, s.exited = lanes, 0
}

// top returns the path to run, after joining those that have met and dropping those that have
// ended; nil if the warp has finished. What it returns points into paths and is valid until the
// stack changes.
func (s *stack) top() *path {
	for n := len(s.paths); n > 0; n = len(s.paths) {
		p := s.paths[n-1]
		// The last path stays the last one while it is behind the others. Otherwise it is put where
		// its pc belongs, which merges it with a path that is there already.
		if p.lanes&^s.exited != 0 && (n == 1 || p.pc < s.paths[n-2].pc) {
			return &s.paths[n-1]
		}
		s.paths = s.paths[:n-1]
		s.put(p.pc, p.lanes, p.parting)
	}
	if len(s.resting) > 0 {
		s.rouse()
		return s.top()
	}
	return nil
}

// patience is how often lanes poll while others of their warp stand still.
const patience = 64

// rotate is called when the running path goes back in the code. Lanes that take turns at a lock and
// are furthest behind would wait for ever for one that has it and is ahead: from 7.0 on such lanes
// rest until the others can do no more. Before 7.0 nothing is marked as a poll: such a lock hangs
// there on the hardware too, and ends as ErrEndless here.
func (s *stack) rotate() {
	polled := s.polled
	if s.polled = false; !polled || len(s.paths) == 1 {
		s.rounds = 0
		return
	}
	if s.rounds++; s.rounds < patience {
		return
	}
	s.rounds = 0
	last := len(s.paths) - 1
	s.resting, s.paths = append(s.resting, s.paths[last]), s.paths[:last]
}

// rouse lets lanes go on that rest.
func (s *stack) rouse() {
	for _, p := range s.resting {
		s.put(p.pc, p.lanes, p.parting)
	}
	s.resting = s.resting[:0]
}

// put adds lanes at an instruction.
func (s *stack) put(pc int, lanes uint32, from *parting) {
	if lanes &^= s.exited; lanes == 0 {
		return
	}
	i := len(s.paths)
	for i > 0 && s.paths[i-1].pc < pc {
		i--
	}
	if i > 0 && s.paths[i-1].pc == pc {
		s.paths[i-1].join(lanes, from, s.exited)
		return
	}
	s.paths = slices.Insert(s.paths, i, path{pc, lanes, from})
}

// join adds lanes. A parting whose lanes are all together again is over. Of two partings the outer
// one is kept, which has more lanes: the inner one is over if they meet here.
func (p *path) join(lanes uint32, from *parting, exited uint32) {
	p.lanes |= lanes
	if p.parting != nil && from != nil && ones(from.lanes) > ones(p.parting.lanes) {
		p.parting = from
	}
	for p.parting != nil && p.parting.lanes&^exited&^p.lanes == 0 {
		p.parting = p.parting.outer
	}
}

// branch, in a line of the source, sends the taken lanes of the running path to target and the
// others on, and reports whether they diverged. Which of the two sides runs first follows from
// their program counters alone, not from the condition.
func (s *stack) branch(taken uint32, target, line int) bool {
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
	from := p.parting
	if s.follow {
		from = &parting{line, lanes, from}
	}
	s.paths = s.paths[:n]
	s.put(next, lanes&^taken, from)
	s.put(target, taken, from)
	return true
}

// exit ends lanes of the running path. A guarded exit leaves the other lanes on the path, so its pc
// goes on.
func (s *stack) exit(lanes uint32) {
	s.exited |= lanes
	s.paths[len(s.paths)-1].pc++
}

// together reports whether all lanes that are left are on the running path.
func (s *stack) together() bool {
	return len(s.paths) == 1 && len(s.waiting) == 0 && len(s.resting) == 0
}

// A waiter is a path at a collective of which lanes are still to come.
type waiter struct {
	path
	mask uint32 // the lanes that it waits for, its own among them
}

// wait takes the running path out until others have come. Lanes of different masks wait for themselves.
func (s *stack) wait(masks *Lanes) {
	last := len(s.paths) - 1
	p := s.paths[last]
	s.paths = s.paths[:last]
	for lanes := p.lanes &^ s.exited; lanes != 0; {
		mask, some := sameMask(masks, lanes)
		lanes &^= some
		i := slices.IndexFunc(s.waiting, func(w waiter) bool { return w.pc == p.pc && w.mask == mask })
		if i >= 0 {
			s.waiting[i].join(some, p.parting, s.exited)
			continue
		}
		s.waiting = append(s.waiting, waiter{path{p.pc, some, p.parting}, mask})
	}
}

// resume lets lanes that waited go on behind the collective. The collective itself is executed by
// the caller.
func (s *stack) resume(w waiter) {
	s.waiting = slices.DeleteFunc(s.waiting, func(x waiter) bool { return x.pc == w.pc && x.mask == w.mask })
	s.put(w.pc+1, w.lanes, w.parting)
}

// sameMask is the mask of the first of some lanes, and which of them have the same.
func sameMask(masks *Lanes, lanes uint32) (mask, same uint32) {
	mask = uint32(masks[first(lanes)])
	for i, m := range masks {
		if lanes>>i&1 != 0 && uint32(m) == mask {
			same |= 1 << i
		}
	}
	return mask, same
}
