package warp

import (
	"errors"
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// pollEvery is the number of warp instructions between two polls of the context. It is a prime, so
// that the polls do not always fall on the same instruction of a loop.
const pollEvery = 16381

// ErrDivergentBarrier ends a launch in which a barrier stands in a branch that only a part of a warp takes.
var ErrDivergentBarrier = errors.New("only some threads of the warp reach __syncthreads()")

// runWarp executes a warp up to its next barrier or its end, or until it is ahead.
//
// Each round executes one instruction for one path: the stack chooses the path, the schedule waits
// for the sources, then the instruction is counted and executed. A piece can end in four places:
// at the head of the leading loop, at a barrier, behind an access to device memory once the trace
// is long enough (ahead), and behind any instruction once it is much longer: a loop that only
// computes would fill the memory of the host otherwise. The warp can go on from each of them,
// because its whole state is in w.
func (m *Machine) runWarp(w *warpState) error {
	m.stats = m.statsOf(w)
	defer func(begun int64) { w.ran += m.steps - begun }(m.steps)
	begun := len(w.schedule.steps)
	looked := false // at what others write
	for {
		p := w.stack.top()
		if p == nil && len(w.stack.waiting) > 0 {
			if err := m.wake(w); err != nil {
				return err
			}
			continue
		}
		// Lanes that run off the end of the code have ended too.
		if p == nil || p.pc >= len(m.code) {
			w.done = true
			w.schedule.finish()
			return nil
		}
		if m.steps++; m.steps%pollEvery == 0 {
			if err := m.pause(w, p); err != nil {
				return err
			}
			if m.Check != nil || w.schedule.untimed {
				return nil // another warp may be what this one waits for
			}
		}
		in := &m.code[p.pc]
		// w.again tells atHead whether the warp came from the end of the loop or from outside.
		// After a pause the arrival has been counted already, so it is not counted twice.
		if in.loop != nil && !w.paused {
			again := w.again == in.loop
			if w.again, w.paused = nil, m.atHead(w, in.loop, again); w.paused {
				return nil
			}
		}
		w.paused = false
		if in.Kind == isa.Barrier {
			if stop, err := m.barrier(w, in); stop || err != nil {
				return err
			}
			continue
		}
		if in.collective {
			if err := m.collective(w, in); err != nil {
				return err
			}
			continue
		}
		if (in.timed || m.inStep && meets(in)) && !w.schedule.untimed && w.early(in) {
			m.steps--
			return nil
		}
		// Lanes that ended stay in the masks of the paths until these are dropped.
		active := p.lanes &^ w.stack.exited
		w.schedule.pc = int32(in.pc)
		if !w.schedule.untimed {
			w.schedule.await(in)
			if in.parameter > 0 {
				m.awaitParameter(w, in)
			}
		}
		if m.Lift.Limit == Divergence {
			w.schedule.share = p.share(m.Lift.Line, w.stack.exited)
		}
		// An instruction whose guard holds nowhere still takes its issue slot and counts as
		// executed.
		guarded := active
		if in.Guard.Kind == isa.Pred {
			guarded &= m.guard(w, in.Instr)
		}
		m.count(in, guarded, active)
		if m.Check != nil && !in.Op.Accesses() {
			m.checkedStep(w, in, guarded)
		}
		switch in.Kind {
		case isa.Branch:
			m.branch(w, in, guarded, active)
			if in.waits != nil && guarded != 0 && guarded == active {
				if err := m.pollsClock(w, in.waits, active); err != nil {
					return err
				}
			}
			if looked && w.schedule.untimed && in.Target <= in.pc {
				return nil // another warp may be what this one waits for
			}
		case isa.Exit:
			if m.Check != nil {
				w.marks.leave(guarded, in.Line)
			}
			w.stack.exit(guarded)
			w.schedule.issued(&in.clocks, 0, -1, 0)
		default:
			if err := m.plain(w, in, guarded); err != nil {
				return err
			}
			w.stack.polled = w.stack.polled || in.polls
			looked = looked || m.inStep && in.looks
			if p.pc++; in.sends && w.ahead() {
				return nil
			}
		}
		if len(w.schedule.steps)-begun >= m.longPiece {
			return nil
		}
	}
}

// branch moves the running path, or parts it. The predicate is the guard, so taken are the lanes
// for which it holds. A backward branch is where a warp is asked whether it polls a lock
// (stack.rotate) and where an iteration ends.
func (m *Machine) branch(w *warpState, in *instr, taken, active uint32) {
	m.stats.Branches++
	w.schedule.issued(&in.clocks, 0, -1, 0)
	m.jump(w, in, taken, active)
}

// jump moves or parts the running path, and sees whether an iteration or a visit of a loop ends.
func (m *Machine) jump(w *warpState, in *instr, taken, active uint32) {
	pc := w.stack.top().pc
	if w.stack.branch(taken, in.Target, in.Line) {
		m.stats.DivergentBranches++
		m.stats.Excess[in.pc]++
	}
	if taken != 0 && in.Target <= pc {
		w.stack.rotate()
	}
	if p := w.stack.top(); taken != 0 && in.Target <= pc && p != nil && p.pc == in.Target {
		w.again = m.code[in.Target].loop
	}
	// The visit ends when all active lanes leave. If only some do, the visit goes on with the
	// others: atHead sees that the lanes have changed and starts over.
	if l := in.exitOf; l != nil && (l.taken && taken == active || !l.taken && taken == 0) {
		m.leave(w, &w.visits[l.index])
	}
}

// barrier lets the warp arrive at __syncthreads(). stop is true if the piece ends here, false if
// other lanes of the warp have to be looked at first.
//
// A warp arrives as a whole. Lanes elsewhere in the program are first given the chance to come:
// those that rest are woken, those at a collective that will never be complete are reported. What
// remains is a barrier in divergent code, which CUDA leaves undefined.
func (m *Machine) barrier(w *warpState, in *instr) (stop bool, err error) {
	p := w.stack.top()
	active := p.lanes &^ w.stack.exited
	if !w.stack.together() {
		if len(w.stack.resting) > 0 {
			w.stack.rouse()
			return false, nil
		}
		if len(w.stack.waiting) > 0 { // lanes that wait for others, which may have ended meanwhile
			return false, m.wake(w)
		}
		if m.Check != nil {
			m.Check.Missing(m.standing(w, nil))
			return true, ErrAbandoned
		}
		return true, m.trap(w, first(active), in.Line, ErrDivergentBarrier)
	}
	// From here on the warp counts as arrived; Block.open lets it go on.
	w.marks.at = p.pc
	p.pc++
	w.schedule.pc = int32(in.pc)
	if in.Reduces() {
		m.vote(w, in, active)
	}
	if w.meets = (meeting{}); in.Named() {
		if err := m.meeting(w, in, active); err != nil {
			return true, err
		}
	}
	m.count(in, active, active)
	m.stats.Barriers++
	if w.meets.passes {
		m.block.passed[w.meets.barrier]++
		w.schedule.barrier(in.clocks, w.meets)
		return false, nil
	}
	w.arrived = true
	if w.schedule.share = 1; m.lifts(Barriers, in) {
		w.schedule.issued(&in.clocks, 0, -1, 0)
		return true, nil
	}
	w.schedule.barrier(in.clocks, w.meets)
	return true, nil
}

// pause is called every pollEvery instructions. It ends the launch if no block has ended for too
// long, if the caller asked for no more work, or if the context was cancelled.
func (m *Machine) pause(w *warpState, p *path) error {
	if m.endless(p.pc) {
		return m.endlessIn(w, first(p.lanes&^w.stack.exited))
	}
	if m.bound().reached(m.Work()) {
		return m.enough(w, p)
	}
	m.begunProfile()
	return m.poll()
}

// first is the lowest of some lanes, 0 if there are none.
func first(lanes uint32) int {
	for i := range 32 {
		if lanes>>i&1 != 0 {
			return i
		}
	}
	return 0
}

// guard is the mask of lanes for which an instruction's guard holds.
func (m *Machine) guard(w *warpState, in *isa.Instr) uint32 {
	mask := w.preds[in.Guard.N]
	if in.GuardNot {
		mask = ^mask
	}
	return mask
}

// plain executes an instruction that is not control flow. active are the lanes for which the guard
// holds. An instruction outside of the slice takes its time here and computes nothing, unless it
// reads shared memory: then the banks are counted.
func (m *Machine) plain(w *warpState, in *instr, active uint32) error {
	switch in.Op {
	case ir.Load, ir.Store, ir.Atom, ir.Tex:
		return m.access(w, in, active)
	case ir.Printf:
		w.schedule.issued(&in.clocks, 0, -1, 0)
		if err := m.extra(printWork * int64(bits.OnesCount32(active))); err != nil {
			return err
		}
		return m.printf(w, in, active)
	case ir.CopyGroup:
		w.schedule.group(in.Imm)
		w.schedule.issued(&in.clocks, 0, -1, 0)
		return nil
	case ir.Launch:
		w.schedule.issued(&in.clocks, 0, -1, 0)
		return m.nested(w, in, active)
	case ir.Assert:
		w.schedule.issued(&in.clocks, 0, -1, 0)
		return m.assert(w, in, active)
	}
	passes := int32(0)
	var err error
	if !in.inSlice && !in.shared {
		w.schedule.issued(&in.clocks, 0, in.dst, in.results)
		return nil
	}
	switch in.Op {
	case ir.Setp, ir.PAnd, ir.POr, ir.PNot:
		passes, err = m.predicate(w, in, active)
	case ir.And, ir.Or:
		if in.Dst.Kind == isa.Pred {
			passes, err = m.predicate(w, in, active)
			break
		}
		passes, err = m.compute(w, in, active)
	case ir.Nanosleep:
		return m.sleep(w, in, active)
	case ir.Membar, ir.Use:
	case ir.Mma:
		err = m.mma(w, in, active)
	default:
		passes, err = m.compute(w, in, active)
	}
	if err != nil {
		return err
	}
	w.schedule.issued(&in.clocks, passes, in.dst, in.results)
	return nil
}
