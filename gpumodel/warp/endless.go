package warp

import (
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp/flow"
)

// ErrEndless says that a kernel does not seem to end.
var ErrEndless = errors.New("does not seem to end")

// How many instructions of warps are executed while no block begins or ends, before the launch is
// taken for endless: so many, and so many more for each warp that is in execution. A single thread
// may so take 10^9 steps one after the other, and a loop that all warps of a large device go through
// side by side may take 10^6 in each.
const (
	patienceInAll   = 1 << 30
	patienceForEach = 1 << 20
)

// endless reports whether the kernel is to be taken for endless. It also narrows down where: low
// and high are the instructions between which the machine was found since half of the patience, or of
// the limit, when it looked, which a loop that goes on encloses.
func (m *Machine) endless(pc int) bool {
	most := m.patience + m.patience/(patienceInAll/patienceForEach)*int64(m.live*len(m.tid))
	elapsed := m.steps - m.progress
	if elapsed <= most/2 && !m.bound().near(m.Work()) {
		m.low, m.high = pc, pc
	}
	m.low, m.high = min(m.low, pc), max(m.high, pc)
	// A loop that certainly never ends need not be waited for. To look is cheap, but not free.
	if elapsed >= m.lookAt {
		m.lookAt = max(2*elapsed, most/256)
		if elapsed >= most/256 && m.certain(pc) {
			m.low, m.high = pc, pc
			return true
		}
	}
	if m.spins(elapsed, most) {
		m.low, m.high, m.spun = pc, pc, true
		return true
	}
	if elapsed > most && m.counts() {
		m.progress = m.steps
		return false
	}
	return elapsed > most
}

// counts reports whether the loop in which the machine was found has a counter, which is going to end it.
func (m *Machine) counts() bool {
	l := m.flow.Innermost(m.low, m.high)
	return l != nil && m.slice.Counted(l)
}

// certain reports whether the loop around an instruction can never be left.
func (m *Machine) certain(pc int) bool {
	l := m.flow.Innermost(pc, pc)
	if l == nil {
		return false
	}
	m.flushAll()
	return m.flow.Endless(l, m.executed(l.Last()) > 0)
}

// progressed notes that a block has begun (1) or ended (-1).
func (m *Machine) progressed(blocks int) {
	m.live = max(0, m.live+blocks)
	m.progress, m.lookAt, m.spin = m.steps, 0, nil
}

// endlessIn is the error of a loop that does not end: which one, how often it was executed, and what
// is known of the condition that should end it.
func (m *Machine) endlessIn(w *warpState, lane int) error {
	m.flushAll()
	around := m.flow.Innermost(m.low, m.high)
	elapsed := m.steps - m.progress
	if around == nil {
		return m.trap(w, lane, m.code[m.high].Line, fmt.Errorf("the kernel %w: no block has ended within %d instructions of warps",
			ErrEndless, elapsed))
	}
	line, times := m.code[around.Head].Line, int64(0)
	for pc := range around.Body {
		if in := &m.code[pc]; around.Body[pc] && in.Kind == isa.Branch && in.Target == around.Head && pc >= around.Head {
			times += m.executed(pc)
			if in.Line > 0 {
				line = min(line, in.Line)
			}
		}
	}
	return m.trap(w, lane, line, fmt.Errorf("the loop %w: warps have executed it %d times, and no block has ended within %d instructions; %s",
		ErrEndless, times, elapsed, m.whyEndless(around)))
}

// whyEndless says why the condition of a loop may not end it, as far as the code tells.
func (m *Machine) whyEndless(l *flow.Loop) string {
	x := m.flow.Exits(l)
	switch {
	case m.slice.Counted(l):
		return fmt.Sprintf("its condition in line %d is going to end it, but much later", x.Line)
	case x.N == 0:
		return "it has no condition that could end it"
	case !x.Changes:
		return fmt.Sprintf("its condition in line %d never changes, since nothing in the loop changes what it depends on "+
			"(what another thread sets has to be volatile)", x.Line)
	case !x.ChangesItself || m.spun:
		return fmt.Sprintf("its condition in line %d depends on memory alone, to which no thread has written what would end it", x.Line)
	}
	return fmt.Sprintf("its condition in line %d has never ended it", x.Line)
}
