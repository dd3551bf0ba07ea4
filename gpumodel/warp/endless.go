package warp

import (
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
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
	since := m.steps - m.progress
	if since <= most/2 && !m.bound().near(m.Work()) {
		m.low, m.high = pc, pc
	}
	m.low, m.high = min(m.low, pc), max(m.high, pc)
	// A loop that certainly never ends need not be waited for. To look is cheap, but not free.
	if since >= m.lookAt {
		m.lookAt = max(2*since, most/256)
		if since >= most/256 && m.certain(pc) {
			m.low, m.high = pc, pc
			return true
		}
	}
	if m.spins(since, most) {
		m.low, m.high, m.spun = pc, pc, true
		return true
	}
	if since > most && m.counts() {
		m.progress = m.steps
		return false
	}
	return since > most
}

// counts reports whether the loop in which the machine was found has a counter, which is going to end it.
func (m *Machine) counts() bool {
	f := newFlow(m.code)
	l := f.innermost(m.low, m.high)
	return l != nil && m.counted(l, f)
}

// certain reports whether the loop around an instruction can never be left: there is no way out, or
// it is a single block, so that each iteration tests its condition, and the condition is always the same.
func (m *Machine) certain(pc int) bool {
	f := newFlow(m.code)
	l := f.innermost(pc, pc)
	if l == nil {
		return false
	}
	branches := 0
	for at, in := range l.body {
		if in && (m.code[at].Kind == isa.Branch || m.code[at].Kind == isa.Exit || m.code[at].collective || m.code[at].Kind == isa.Barrier) {
			branches++
		}
	}
	exits, _, changes, _ := m.exits(f, l)
	m.settleAll()
	return exits == 0 || branches == 1 && m.executed(l.last()) > 0 && !changes
}

// innermost is the innermost loop around some instructions, nil if there is none.
func (f *flow) innermost(low, high int) (around *loop) {
	for _, l := range f.loops() { // the outer ones come first
		if l.body[low] && l.body[high] {
			around = l
		}
	}
	return around
}

// last is the last instruction of a loop.
func (l *loop) last() int {
	for pc := len(l.body) - 1; ; pc-- {
		if l.body[pc] {
			return pc
		}
	}
}

// progressed notes that a block has begun (1) or ended (-1).
func (m *Machine) progressed(blocks int) {
	m.live = max(0, m.live+blocks)
	m.progress, m.lookAt, m.spin = m.steps, 0, nil
}

// endlessIn is the error of a loop that does not end: which one, how often it was executed, and what
// is known of the condition that should end it.
func (m *Machine) endlessIn(w *warpState, lane int) error {
	m.settleAll()
	f := newFlow(m.code)
	around := f.innermost(m.low, m.high)
	since := m.steps - m.progress
	if around == nil {
		return m.trap(w, lane, m.code[m.high].Line, fmt.Errorf("the kernel %w: no block has ended within %d instructions of warps",
			ErrEndless, since))
	}
	line, times := m.code[around.head].Line, int64(0)
	for pc := range around.body {
		if in := &m.code[pc]; around.body[pc] && in.Kind == isa.Branch && in.Target == around.head && pc >= around.head {
			times += m.executed(pc)
			if in.Line > 0 {
				line = min(line, in.Line)
			}
		}
	}
	return m.trap(w, lane, line, fmt.Errorf("the loop %w: warps have executed it %d times, and no block has ended within %d instructions; %s",
		ErrEndless, times, since, m.whyEndless(f, around)))
}

// whyEndless says why the condition of a loop may not end it, as far as the code tells.
func (m *Machine) whyEndless(f *flow, l *loop) string {
	exits, line, changes, changesAlone := m.exits(f, l)
	switch {
	case m.counted(l, f):
		return fmt.Sprintf("its condition in line %d is going to end it, but much later", line)
	case exits == 0:
		return "it has no condition that could end it"
	case !changes:
		return fmt.Sprintf("its condition in line %d never changes, since nothing in the loop changes what it depends on "+
			"(what another thread sets has to be volatile)", line)
	case !changesAlone || m.spun:
		return fmt.Sprintf("its condition in line %d depends on memory alone, to which no thread has written what would end it", line)
	}
	return fmt.Sprintf("its condition in line %d has never ended it", line)
}

// exits counts the ways out of a loop, and says of their conditions in which line the first one is,
// whether any may change from one iteration to the next, and whether any may without memory that changes.
func (m *Machine) exits(f *flow, l *loop) (n, line int, changes, changesAlone bool) {
	varies, alone := m.varying(f, l, true), m.varying(f, l, false)
	for pc, in := range l.body {
		c := &m.code[pc]
		leaves := in && c.Kind == isa.Exit
		for _, s := range f.succs[pc] {
			leaves = leaves || in && (s >= len(l.body) || !l.body[s])
		}
		if !leaves {
			continue
		}
		if n++; line == 0 {
			line = c.Line
		}
		guard := m.slot(c.Guard)
		changes, changesAlone = changes || varies[guard], changesAlone || alone[guard]
	}
	return n, line, changes, changesAlone
}

// varying are the registers whose values may differ from one iteration of a loop to the next. memory
// says whether what is loaded may differ.
func (m *Machine) varying(f *flow, l *loop, memory bool) map[int]bool {
	varies := map[int]bool{}
	writers, read := map[int][]*instr{}, map[int]int{} // by which instruction first
	for pc, in := range l.body {
		for _, slot := range m.code[pc].sources {
			if _, ok := read[slot]; in && !ok {
				read[slot] = pc
			}
		}
		for r := range m.code[pc].results {
			if c := &m.code[pc]; in && c.dst >= 0 {
				varies[c.dst+r] = true
				writers[c.dst+r] = append(writers[c.dst+r], c)
			}
		}
	}
	// A register is the same in each iteration if one instruction sets it in each, from such registers
	// alone, and nothing reads what was there before.
	for again := true; again; {
		again = false
		for slot, list := range writers {
			if varies[slot] && len(list) == 1 && f.always(l, list[0].pc) && !readBefore(read, slot, list[0].pc) && !list[0].mayVary(varies, memory) {
				delete(varies, slot)
				again = true
			}
		}
	}
	return varies
}

// readBefore reports whether a register is read by an instruction in front of pc, or by that one.
func readBefore(read map[int]int, slot, pc int) bool {
	at, ok := read[slot]
	return ok && at <= pc
}

// always reports whether each iteration of a loop comes to an instruction from the head, or from
// the last branch of the loop, without a branch that might lead around it.
func (f *flow) always(l *loop, pc int) bool {
	straight := func(from, to int) bool {
		for at := from; at < to; at++ {
			if f.code[at].Kind == isa.Branch || len(f.preds[at+1]) != 1 {
				return false
			}
		}
		return true
	}
	return l.head <= pc && (straight(l.head, pc) || straight(pc, l.last()))
}

// mayVary reports whether an instruction's result may differ from one execution to the next.
func (in *instr) mayVary(varies map[int]bool, memory bool) bool {
	for _, slot := range in.sources {
		if varies[slot] {
			return true
		}
	}
	switch {
	case in.Op == ir.Load, in.Op == ir.Atom, in.Op == ir.Tex:
		return memory
	case in.Guard.Kind == isa.Pred, in.collective:
		return true
	}
	for _, o := range in.Src {
		if o.Kind == isa.SpecialReg && ir.Changes(o.N) {
			return true
		}
		if o.Kind == isa.SharedMem && memory {
			return true
		}
	}
	return false
}
