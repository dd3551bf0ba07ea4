package warp

import (
	"slices"

	"warpbook.dev/gpumodel/isa"
)

// A loop is a natural loop whose iterations can be skipped: what the registers hold at its head
// that matters (slice.go) changes by the same amount in each iteration, as counters and pointers
// do, and it is left at one place, by a test of such a register against one that does not change.
// The state after any number of iterations is then a multiplication away. In
//
//	for (i = 0; i < n; i += 2) s += a[i];
//
// a sample does not compute s. Its carried registers are i, which grows by 2, and the address of
// a[i], which grows by 8. The amounts need not be known here: a visit measures them (visit.go), so
// they may differ from lane to lane and from launch to launch.
type loop struct {
	index   int // in Machine.loops
	head    int // pc of the first instruction
	exit    int // pc of the branch that leaves it
	depth   int // loops around it
	body    []bool
	carried []carried
	test    int       // pc of the comparison that the exit depends on
	moving  int       // its operand that changes, 0 or 1
	taken   bool      // the exit's branch is taken to leave
	counted bool      // no more is known than how many iterations there are
	manners []*manner // of its iterations, if it is even
	even    bool      // all iterations are alike, but for addresses that grow evenly
}

// carried is a register that an iteration leaves to the next one. It is part of the state that
// Block.Skip has to change; registers that each iteration sets anew are not.
type carried struct {
	slot int
	wide bool // a pair
}

// findLoops analyses the program's loops, the outer ones first. live is what matters before each
// instruction: a register that is dead at a loop's head may change as it likes.
func (m *Machine) findLoops(live []liveness) {
	flow := newFlow(m.code)
	for _, l := range flow.loops() {
		l.counted = !m.skippable(l, flow, &live[l.head])
		if !l.counted || m.MostProfiled > 0 && m.counted(l, flow) {
			l.index = len(m.loops)
			m.loops = append(m.loops, l)
			m.code[l.head].loop, m.code[l.exit].exitOf, m.code[l.test].testOf = l, l, l
		}
	}
}

// flow is a program's control flow, instruction by instruction.
type flow struct {
	code         []instr
	succs, preds [][]int
}

// newFlow finds the successors of each instruction. A guarded branch or exit also falls through.
// preds has one entry more than code, for the end of the program.
func newFlow(code []instr) *flow {
	f := &flow{code: code, succs: make([][]int, len(code)), preds: make([][]int, len(code)+1)}
	for pc := range code {
		in := &code[pc]
		always := in.Guard.Kind == isa.None
		if in.Kind == isa.Branch {
			f.succs[pc] = append(f.succs[pc], in.Target)
		}
		if !always || in.Kind != isa.Branch && in.Kind != isa.Exit {
			f.succs[pc] = append(f.succs[pc], pc+1)
		}
		for _, s := range f.succs[pc] {
			f.preds[s] = append(f.preds[s], pc)
		}
	}
	return f
}

// loops finds the loops with one way in, by their backward branches. Backward branches to the same
// head make one loop, as a continue does. The bodies are the usual ones: the head and all that
// reaches a backward branch without passing it.
func (f *flow) loops() []*loop {
	byHead := map[int]*loop{}
	var all []*loop
	for pc := range f.code {
		if in := &f.code[pc]; in.Kind == isa.Branch && in.Target <= pc {
			l := byHead[in.Target]
			if l == nil {
				l = &loop{head: in.Target, body: make([]bool, len(f.code))}
				l.body[l.head] = true
				byHead[in.Target] = l
				all = append(all, l)
			}
			f.gather(l, pc)
		}
	}
	all = slices.DeleteFunc(all, func(l *loop) bool { return !f.oneWayIn(l) })
	for _, l := range all {
		for _, other := range all {
			if other != l && other.body[l.head] {
				l.depth++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *loop) int { return a.depth - b.depth })
	return all
}

// gather adds to a loop's body what leads to a backward branch.
func (f *flow) gather(l *loop, pc int) {
	if l.body[pc] {
		return
	}
	l.body[pc] = true
	for _, p := range f.preds[pc] {
		f.gather(l, p)
	}
}

// oneWayIn is true if a loop is entered at its head alone. In any other loop the state at the head
// does not tell what an iteration does.
func (f *flow) oneWayIn(l *loop) bool {
	for pc, in := range l.body {
		if in && pc != l.head && slices.ContainsFunc(f.preds[pc], func(p int) bool { return !l.body[p] }) {
			return false
		}
	}
	return !l.body[0] || l.head == 0
}

// skippable decides whether a loop's iterations can be skipped, and how. live are
// the registers that matter at its head.
func (m *Machine) skippable(l *loop, f *flow, live *liveness) bool {
	if !m.quiet(l) || !f.findExit(l) {
		return false
	}
	// Each round may find registers that change irregularly, which makes others irregular.
	a := newInduction(m, f, l)
	for a.again() {
		a.run()
	}
	// Only what an iteration leaves to the next one and what matters there has to be known.
	for _, c := range a.written {
		if !live.has(c.slot) {
			continue
		}
		switch a.latch(c.slot).kind {
		case unknown:
			return false
		case affine:
			l.carried = append(l.carried, c)
		}
	}
	l.even = a.even()
	return a.findTest()
}

// counted reports whether a loop ends by a counter, whatever else it does.
func (m *Machine) counted(l *loop, f *flow) bool {
	if l.carried = nil; !f.findExit(l) {
		return false
	}
	a := newInduction(m, f, l)
	for a.again() {
		a.run()
	}
	return a.findTest()
}

// quiet reports whether registers are all that a loop leaves behind: a skipped iteration prints
// nothing, stores nothing that matters and lets no lane end. Slots of spilled registers count as
// registers.
func (m *Machine) quiet(l *loop) bool {
	for pc, in := range l.body {
		if !in {
			continue
		}
		switch c := &m.code[pc]; {
		case c.Kind == isa.Exit, c.Op.Outputs():
			return false
		case c.inSlice && c.spilled == 0 && c.Op.Writes():
			return false
		}
	}
	return true
}

// findExit finds the only branch that leaves a loop.
func (f *flow) findExit(l *loop) bool {
	exits := 0
	for pc, in := range l.body {
		if !in {
			continue
		}
		for _, s := range f.succs[pc] {
			if !l.body[min(s, len(l.body)-1)] || s >= len(l.body) {
				exits++
				l.exit, l.taken = pc, f.code[pc].Kind == isa.Branch && s == f.code[pc].Target
			}
		}
	}
	return exits == 1 && f.code[l.exit].Kind == isa.Branch
}
