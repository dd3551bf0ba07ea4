package checker

// unordered are those of the lanes of an earlier event that nothing orders before an access.
//
// Ordered are: what a thread does itself; what lies on two sides of __syncthreads(); of the
// lanes of a warp, what lies on two sides of a meeting (__syncwarp, a vote, a shuffle) or,
// where a warp goes in step (before 7.0), accesses that are volatile, which the compiler
// neither keeps in registers nor moves; and what a thread did before a fence and an atomic
// (or a volatile store) that another thread's atomic (or volatile load) comes after.
func (c *Checker) unordered(a *access, e *event, lanes uint32) uint32 {
	if a.memory == globalMemory && expectsOthers(a.kind, a.Instruction.Volatile) && expectsOthers(e.kind, e.volatile) {
		return 0
	}
	switch {
	case e.block != c.block:
	case e.barriers < c.barriers:
		return 0
	case int(e.warp) == a.Warp:
		if lanes &^= 1 << a.lane; lanes == 0 || e.tick < a.w.base {
			return 0
		}
		inStep := !c.Program.Independent && expectsOthers(a.kind, a.Instruction.Volatile) && expectsOthers(e.kind, e.volatile)
		if inStep && e != c.events[a.memory].at(a.event) {
			return 0
		}
		if k := a.w.known; k != nil {
			for other := range 32 {
				if lanes>>other&1 != 0 && k[a.lane][other] > e.tick {
					lanes &^= 1 << other
				}
			}
		}
	}
	for other := range 32 {
		if lanes>>other&1 != 0 && c.syncs.ordered(c, a, e, other) {
			lanes &^= 1 << other
		}
	}
	return lanes
}

// expectsOthers is true for an access of what other threads change meanwhile: an atomic, or
// a volatile one.
func expectsOthers(k kind, volatile bool) bool { return k == atomic || volatile }
