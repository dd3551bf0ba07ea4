package warp

import "slices"

// A path is a group of lanes of one warp that are at the same instruction.
type path struct {
	pc      int
	lanes   uint32
	parting *parting // the divergence that made it; recorded only if stack.follow is set
}

// A stack holds the paths of a divergent warp, the one with the highest program counter first. The last
// path has the lowest program counter and runs. So it catches up with the others and joins them where
// their code meets again. By isa's layout of the code that is the end of the if, the switch or the loop
// in which they diverged. Lanes that leave a loop or the kernel from inside of an if do not delay it.
//
// No reconvergence points are needed: two paths join when they have the same pc, wherever that is.
//
// The code of "if (lane >= 16) B; else A; C", with the branch to B at 0, A at 1, a jump to C at 2,
// B at 3 and C at 4, takes the stack through these states:
//
//	[0: all]                    at the branch
//	[3: 16-31] [1: 0-15]        diverged: A runs
//	[4: 0-15]  [3: 16-31]       the first lanes have jumped to C; B runs
//	[4: all]                    the others have reached C, too
//
// Invariants: paths are in descending order of pc and no two have the same one, except that the last
// path may have gone past others until top is called next. A lane that has not ended is in exactly
// one of paths, waiting and resting. A lane that has ended may still be in their masks, so a reader
// of lanes must remove exited from them.
//
// The hardware keeps a stack of reconvergence points instead. Code pushes one before it may
// diverge: join and break addresses on c.c. 1.x, SSY and PBK up to 6.x.
type stack struct {
	paths   []path
	waiting []waiter // lanes that wait for others at a collective
	resting []path   // lanes that have polled for long enough; see rotate
	polled  bool     // the running lanes have polled since they last jumped back
	rounds  int      // jumps back in a row with a poll
	all     uint32   // lanes of the warp: fewer than 32 in a partial one
	exited  uint32   // lanes that have ended
	follow  bool     // partings are recorded
}

// reset begins a warp: all its lanes are at the first instruction.
func (s *stack) reset(lanes uint32) {
	s.paths, s.waiting, s.resting = append(s.paths[:0], path{lanes: lanes}), s.waiting[:0], s.resting[:0]
	s.polled, s.rounds = false, 0
	s.all, s.exited = lanes, 0
}

// top returns the path to run, after joining paths that have met and removing paths that have
// ended; nil if no path can run: the warp has finished, or its lanes wait. The pointer is valid until
// the stack changes.
func (s *stack) top() *path {
	for n := len(s.paths); n > 0; n = len(s.paths) {
		p := s.paths[n-1]
		// The last path stays last while its pc is the lowest. Otherwise it is inserted where its pc
		// belongs, and joins a path that is there already.
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

// patience is the number of rounds that lanes poll before other lanes of their warp run.
const patience = 64

// rotate is called when the running path jumps back. Lanes that poll a lock have the lowest pc and would
// run for ever, while the lane that owns the lock is ahead and never runs. From 7.0 on such lanes
// rest until the others cannot continue. Before 7.0 nothing is marked as a poll: such a lock hangs
// on the hardware, too, and ends as ErrEndless here.
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

// rouse makes the resting lanes runnable.
func (s *stack) rouse() {
	for _, p := range s.resting {
		s.put(p.pc, p.lanes, p.parting)
	}
	s.resting = s.resting[:0]
}

// put inserts lanes at an instruction; they join a path that is there.
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

// join adds lanes to a path. A parting ends when all its lanes are together again. If two partings meet, the
// outer one, which has more lanes, is kept: the inner one has ended.
func (p *path) join(lanes uint32, from *parting, exited uint32) {
	p.lanes |= lanes
	if p.parting != nil && from != nil && ones(from.lanes) > ones(p.parting.lanes) {
		p.parting = from
	}
	for p.parting != nil && p.parting.lanes&^exited&^p.lanes == 0 {
		p.parting = p.parting.outer
	}
}

// branch sends the taken lanes of the running path to target and the others to the next instruction. It
// reports whether they diverged. Which side runs first depends on the program counters
// alone, not on the condition. line is the source line of the branch.
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

// exit ends lanes of the running path. After a guarded exit the other lanes continue, so pc advances.
func (s *stack) exit(lanes uint32) {
	s.exited |= lanes
	s.paths[len(s.paths)-1].pc++
}

// together reports whether all lanes that have not ended are on the running path.
func (s *stack) together() bool {
	return len(s.paths) == 1 && len(s.waiting) == 0 && len(s.resting) == 0
}

// A waiter is a path at a collective that waits for more lanes.
type waiter struct {
	path
	mask uint32 // lanes that it waits for, its own included
}

// wait moves the running path to the waiting ones. Lanes with different masks become separate waiters.
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

// resume lets waiting lanes continue after the collective, which the caller executes.
func (s *stack) resume(w waiter) {
	s.waiting = slices.DeleteFunc(s.waiting, func(x waiter) bool { return x.pc == w.pc && x.mask == w.mask })
	s.put(w.pc+1, w.lanes, w.parting)
}

// sameMask returns the mask of the first of some lanes, and the lanes that have the same mask.
func sameMask(masks *Lanes, lanes uint32) (mask, same uint32) {
	mask = uint32(masks[first(lanes)])
	for i, m := range masks {
		if lanes>>i&1 != 0 && uint32(m) == mask {
			same |= 1 << i
		}
	}
	return mask, same
}
