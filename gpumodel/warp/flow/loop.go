package flow

import (
	"slices"

	"warpbook.dev/gpumodel/isa"
)

// A Loop is a natural loop with one way in. [Slice.Skippable] finds out whether its iterations can be skipped: what the
// registers hold at its head that matters changes by the same amount in each iteration, as counters and pointers
// do, and it is left at one place, by a test of such a register against one that does not change.
// The state after any number of iterations is then a multiplication away. In
//
//	for (i = 0; i < n; i += 2) s += a[i];
//
// a sample does not compute s. Its carried registers are i, which grows by 2, and the address of
// a[i], which grows by 8. The amounts need not be known here: they are measured when the loop is executed, so
// they may differ from lane to lane and from launch to launch.
type Loop struct {
	Head  int // pc of the first instruction
	Depth int // loops around it
	Body  []bool

	// What Skippable and Counted find out.
	Exit    int  // pc of the branch that leaves it
	Taken   bool // the exit's branch is taken to leave
	Carried []Carried
	Test    int  // pc of the comparison that the exit depends on
	Moving  int  // its operand that changes, 0 or 1
	Even    bool // all iterations are alike, but for addresses that grow evenly
}

// Carried is a register that an iteration leaves to the next one. It is part of the state that changes
// when iterations are skipped; registers that each iteration sets anew are not.
type Carried struct {
	Slot int
	Wide bool // a pair
}

// Loops finds the loops with one way in, the outer ones first, by their backward branches. Backward branches to the same
// head make one loop, as a continue does. The bodies are the usual ones: the head and all that
// reaches a backward branch without passing it.
func (c *Code) Loops() []*Loop {
	byHead := map[int]*Loop{}
	var all []*Loop
	for pc := range c.Instructions {
		if in := &c.Instructions[pc]; in.Kind == isa.Branch && in.Target <= pc {
			l := byHead[in.Target]
			if l == nil {
				l = &Loop{Head: in.Target, Body: make([]bool, len(c.Instructions))}
				l.Body[l.Head] = true
				byHead[in.Target] = l
				all = append(all, l)
			}
			c.gather(l, pc)
		}
	}
	all = slices.DeleteFunc(all, func(l *Loop) bool { return !c.oneWayIn(l) })
	for _, l := range all {
		for _, other := range all {
			if other != l && other.Body[l.Head] {
				l.Depth++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *Loop) int { return a.Depth - b.Depth })
	return all
}

// gather adds to a loop's body what leads to a backward branch.
func (c *Code) gather(l *Loop, pc int) {
	if l.Body[pc] {
		return
	}
	l.Body[pc] = true
	for _, p := range c.Predecessors[pc] {
		c.gather(l, p)
	}
}

// oneWayIn is true if a loop is entered at its head alone. In any other loop the state at the head
// does not tell what an iteration does.
func (c *Code) oneWayIn(l *Loop) bool {
	for pc, in := range l.Body {
		if in && pc != l.Head && slices.ContainsFunc(c.Predecessors[pc], func(p int) bool { return !l.Body[p] }) {
			return false
		}
	}
	return !l.Body[0] || l.Head == 0
}

// Skippable decides whether a loop's iterations can be skipped, and how. A register that is dead at the loop's head may
// change as it likes.
func (s *Slice) Skippable(l *Loop) bool {
	if !s.quiet(l) || !s.Code.findExit(l) {
		return false
	}
	a := s.inductionOf(l)
	// Only what an iteration leaves to the next one and what matters there has to be known.
	for _, c := range a.written {
		if !s.live[l.Head].has(c.Slot) {
			continue
		}
		switch a.latch(c.Slot).kind {
		case unknown:
			return false
		case affine:
			l.Carried = append(l.Carried, c)
		}
	}
	l.Even = a.even()
	return a.findTest()
}

// Counted reports whether a loop ends by a counter, whatever else it does.
func (s *Slice) Counted(l *Loop) bool {
	if l.Carried = nil; !s.Code.findExit(l) {
		return false
	}
	return s.inductionOf(l).findTest()
}

// quiet reports whether registers are all that a loop leaves behind: a skipped iteration prints
// nothing, stores nothing that matters and lets no lane end. Slots of spilled registers count as
// registers.
func (s *Slice) quiet(l *Loop) bool {
	for pc, inside := range l.Body {
		if !inside {
			continue
		}
		switch in := &s.Code.Instructions[pc]; {
		case in.Kind == isa.Exit, in.Op.Outputs():
			return false
		case s.In[pc] && in.Spilled == 0 && in.Op.Writes():
			return false
		}
	}
	return true
}

// findExit finds the only branch that leaves a loop.
func (c *Code) findExit(l *Loop) bool {
	exits := 0
	for pc, inside := range l.Body {
		if !inside {
			continue
		}
		for _, s := range c.Successors[pc] {
			if !l.Body[min(s, len(l.Body)-1)] || s >= len(l.Body) {
				exits++
				l.Exit, l.Taken = pc, c.Instructions[pc].Kind == isa.Branch && s == c.Instructions[pc].Target
			}
		}
	}
	return exits == 1 && c.Instructions[l.Exit].Kind == isa.Branch
}

// Innermost is the innermost loop around some instructions, nil if there is none.
func (c *Code) Innermost(low, high int) (around *Loop) {
	for _, l := range c.Loops() { // the outer ones come first
		if l.Body[low] && l.Body[high] {
			around = l
		}
	}
	return around
}

// Last is the last instruction of a loop.
func (l *Loop) Last() int {
	for pc := len(l.Body) - 1; ; pc-- {
		if l.Body[pc] {
			return pc
		}
	}
}
