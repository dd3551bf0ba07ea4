package checker

// unordered are those of the lanes of an earlier event that nothing orders before an access.
//
// Ordered are: what a thread does itself; what lies on two sides of __syncthreads(); of the
// lanes of a warp, what lies on two sides of a meeting (__syncwarp, a vote, a shuffle) or,
// where a warp goes in step (before 7.0), accesses that are volatile, which the compiler
// neither keeps in registers nor moves; and what a thread did before a fence and an atomic
// (or a volatile store) that another thread comes after, by a volatile load or an atomic whose
// result it takes.
func (c *Checker) unordered(a *access, e *event, lanes uint32) uint32 {
	if a.memory == globalMemory && expectsOthers(a.kind, a.Instruction.Volatile) && expectsOthers(e.kind, e.volatile) {
		return 0
	}
	if lanes &^= c.behind(a, e, lanes); lanes == 0 {
		return 0
	}
	if e.block == c.block && int(e.warp) == a.Warp && !c.Program.Independent && expectsOthers(a.kind, a.Instruction.Volatile) &&
		expectsOthers(e.kind, e.volatile) && e != c.events[a.memory].at(a.event) {
		return 0
	}
	for other := range 32 {
		if lanes>>other&1 != 0 && c.syncs.ordered(c, a, e, other) {
			lanes &^= 1 << other
		}
	}
	return lanes
}

// behind are those of the lanes of an earlier event that come before an access by a barrier, by what a thread does
// in its own order, or by a meeting of lanes.
func (c *Checker) behind(a *access, e *event, lanes uint32) uint32 {
	switch {
	case e.block != c.block:
		return 0
	case e.barriers < c.barriers:
		return lanes
	case int(e.warp) != a.Warp:
		return 0
	case e.tick < a.w.base:
		return lanes
	}
	before := lanes & (1 << a.lane)
	if k := a.w.known; k != nil {
		for other := range 32 {
			if lanes>>other&1 != 0 && k[a.lane][other] > e.tick {
				before |= 1 << other
			}
		}
	}
	return before
}

// expectsOthers is true for an access of what other threads change meanwhile: an atomic, or
// a volatile one.
func expectsOthers(k kind, volatile bool) bool { return k == atomic || volatile }
