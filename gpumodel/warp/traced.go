package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// The fast path also executes warps whose steps are wanted. It then leaves what runWarp leaves, step by step, and differs
// from the path for results in three things: operations are those of the slice alone (slice.go), a warp comes back to Go
// behind each basic block, and an automaton turns these into steps.

// tracing is the fast path of blocks whose steps are wanted; nil if they have to be executed instruction by instruction.
func (m *Machine) tracing() *fastPath {
	if m.traces == nil {
		if !m.follows() {
			return nil
		}
		m.traces = m.translate(true)
		s := &m.traces.automaton.learner
		s.known, s.quantum, s.queued, s.guards = m.known, quanta(m.Device), m.Device.SharedQueue, m.guards()
		s.longest = m.longest()
		s.reset(nil, m.files.Slots())
		m.traces.states = map[string]*scheduleState{}
		m.traces.first = m.traces.stateOf(s)
	}
	if m.traces.futile() {
		return nil
	}
	return m.traces
}

// follows reports whether each instruction is booked once, with one outcome.
func (m *Machine) follows() bool {
	for pc := range m.code {
		switch in := &m.code[pc]; {
		case in.within != nil, in.Async != ir.Synchronous, in.Matrix != 0, in.Op == ir.CopyGroup, in.Op == ir.Nanosleep,
			in.Op == ir.Atom && in.Space == ir.Shared:
			return false
		}
	}
	return true
}

// runTraced is runWarp on the fast path: it leaves the same steps, and ends in the same places.
func (m *Machine) runTraced(w *warpState) error {
	f := m.fast
	m.countIn(m.statsOf(w))
	defer func(begun int64) { w.ran += m.steps - begun }(m.steps)
	begun := len(w.schedule.steps)
	for {
		if w.progress != nil && w.progress.round != nil {
			if stop, err := m.replay(w); stop || err != nil {
				return err
			}
			continue
		}
		p := w.stack.top()
		if p == nil && len(w.stack.waiting) > 0 {
			if err := m.booking(w, func() error { return m.wake(w) }); err != nil {
				return err
			}
			continue
		}
		if p == nil || p.pc >= len(m.code) {
			w.done = true
			m.follow(w, piece{end: atEnd}, nil)
			return nil
		}
		s := f.basicBlocks[p.pc]
		due := m.steps/pollEvery != (m.steps+s.steps)/pollEvery
		if due {
			m.flushCurrent()
			if err := m.pause(w, p); err != nil {
				return err
			}
		}
		in := &m.code[p.pc]
		if in.loop != nil && !w.paused {
			again := w.again == in.loop
			if w.again, w.paused = nil, m.atHead(w, in.loop, again); w.paused {
				m.steps++
				return nil
			}
		}
		w.paused = false
		if in.loop != nil && m.replays(w, in.loop) {
			continue
		}
		m.steps += s.steps
		if w.recording.on {
			w.recording.executed(s.steps)
		}
		if stop, err := m.runTracedBlock(w, p, s); stop || err != nil {
			return err
		}
		if len(w.schedule.steps)-begun >= m.longPiece {
			return nil
		}
	}
}

// runTracedBlock executes a basic block for the running path, with the control behind it.
func (m *Machine) runTracedBlock(w *warpState, p *path, s *basicBlock) (stop bool, err error) {
	f := m.fast
	active := p.lanes &^ w.stack.exited
	*vector.Mask(w.frame, f.path) = active
	code := someLanes
	if w.stack.together() {
		code = allLeft
	}
	vector.SetGauge(w.frame, f.gauge, vector.Gauge{Steps: 1, Limit: ^uint32(0)}) // for one basic block
	w.schedule.noted, m.block.pending = w.schedule.noted[:0], true
	if _, _, err := m.runBasicBlocks(w, p.pc, code); err != nil {
		return true, err
	}
	booked, in := piece{int32(s.first), int32(s.end)}, s.control
	if in != nil && (in.Kind == isa.Branch || in.Kind == isa.Exit) {
		booked.end++
	}
	if booked.first < booked.end {
		m.follow(w, booked, w.schedule.noted)
	}
	p.pc = s.end
	if in == nil {
		return s.sends && w.ahead(), nil
	}
	return m.tracedControl(w, in, active)
}

// tracedControl executes what ends a basic block. Branches and exits have been booked.
func (m *Machine) tracedControl(w *warpState, in *instr, active uint32) (stop bool, err error) {
	f := m.fast
	w.schedule.pc = int32(in.PC)
	switch {
	case in.Kind == isa.Barrier && !in.Reduces() && !in.Named() && len(w.stack.waiting) == 0:
		if stop, err = m.barrier(w, in); err == nil && w.arrived {
			m.follow(w, piece{int32(in.PC), atBarrier}, nil)
		}
		return stop, err
	case in.Kind == isa.Barrier:
		m.unpackRegisters(w, in.Sources)
		err = m.booking(w, func() error {
			stop, err = m.barrier(w, in)
			return err
		})
		return stop, err
	case in.collective:
		m.unpackRegisters(w, in.Sources)
		return false, m.booking(w, func() error { return m.collective(w, in) })
	}
	guarded := active
	if in.Guard.Kind == isa.Pred {
		guarded &= f.guard(w, in)
		vector.Count(w.frame, f.guards[in.PC], uint64(ones(guarded)))
	}
	if in.Kind == isa.Branch {
		m.jump(w, in, guarded, active)
	} else {
		w.stack.exit(guarded)
	}
	return false, nil
}

// booking lets a warp's own schedule book what something does.
func (m *Machine) booking(w *warpState, something func() error) error {
	s := &w.schedule
	w.recording.on = false
	s.load(w.at)
	s.noting = false
	err := something()
	s.noting = true
	w.at = m.fast.automaton.stateOf(s)
	return err
}

// Counts of a traced block lie in its frames until it ends, or until others than those of its beginning are asked for;
// those of accesses in their patterns.

// countIn changes the statistics that the current block is counted in.
func (m *Machine) countIn(to *Stats) {
	if f := m.fast; f != nil && f.traced {
		if to != m.stats {
			m.flushCurrent()
		}
		if to != f.owner {
			m.accessed()
			f.owner = to
		}
	}
	m.stats = to
}

// flushCurrent brings the current statistics up to date with the current block, if it is traced.
func (m *Machine) flushCurrent() {
	if f := m.fast; f != nil && f.traced {
		if m.block.pending {
			m.block.pending = false
			m.flushFrames(f, m.block.frames)
		}
		m.accessed()
	}
}

// accessed flushes what the accesses of traces have counted.
func (m *Machine) accessed() {
	if f := m.traces; f != nil && len(f.used) > 0 {
		defer func(fast *fastPath, stats *Stats) { m.fast, m.stats = fast, stats }(m.fast, m.stats)
		m.fast, m.stats = f, f.owner
		m.flushPatterns()
	}
}

// flushBlock brings the statistics up to date with a traced block, which may be another than the current one.
func (m *Machine) flushBlock(b *Block) {
	if b.fast == nil || !b.pending {
		return
	}
	defer func(fast *fastPath, stats *Stats) { m.fast, m.stats = fast, stats }(m.fast, m.stats)
	b.pending, m.fast, m.stats = false, b.fast, m.statsOfBlock(b)
	m.flushFrames(b.fast, b.frames)
}

// flushAll brings Stats up to date with all that has been traced.
func (m *Machine) flushAll() {
	for b := range m.running {
		m.flushBlock(b)
	}
	m.accessed()
}

// note notes an access whose first lane has the address base: what it sends, and the outcome.
func (p *lanePattern) note(m *Machine, w *warpState, base uint64) {
	in := p.access.in
	o := outcome{again: int32(p.again)}
	if in.Space != ir.Shared {
		o.sends, o.n, o.unit, o.kind, o.cached = true, int32(p.transactionCount), int16(p.unit), Load, memory.ConstantCache
		if in.Space != ir.Const {
			o.cached = m.inL1(in)
		}
		if in.Op == ir.Store {
			o.kind = Store
		}
		for _, t := range p.transactions {
			t.Addr += base - p.Base
			w.transactions = append(w.transactions, t)
		}
	}
	w.schedule.noted = append(w.schedule.noted, o)
	if w.recording.on && o.sends {
		w.recording.access(p, base)
	}
}

// traceable reports whether the words between two addresses lie in one array, of which a trace may go on (touch).
func (m *Machine) traceable(a *access, from, to uint64) bool {
	if a.in.Space == ir.Shared {
		return int64(from) >= int64(m.Program.SharedBase) && to <= uint64(m.sharedLimit)
	}
	b := a.traced
	if b == nil || from < b.Base || to > b.Base+uint64(b.Size) {
		var err error
		if b, err = m.Global.Find(from, 1); err != nil || to > b.Base+uint64(b.Size) || a.in.Space != ir.Const && m.touch(b, a.in) != nil {
			return false
		}
		a.traced = b
	}
	return true
}

// tested tells a loop's state what the operands of its test are.
func (m *Machine) tested(w *warpState, op *vector.Op) {
	l := m.code[op.X].testOf
	v := &w.loopStates[l.index]
	if v.tests++; v.known {
		return
	}
	places := [2]uint32{op.A, op.B}
	spread(&v.test.moving, vector.At(w.frame, places[l.Moving]))
	spread(&v.test.against, vector.At(w.frame, places[1-l.Moving]))
}
