package warp

import (
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// pollEvery is how many warp instructions pass between two looks at the context.
const pollEvery = 1 << 14

var errDivergentBarrier = errors.New("__syncthreads() is reached by a part of the warp's threads only")

// runWarp executes a warp up to its next barrier or its end.
func (m *Machine) runWarp(w *warpState) error {
	for {
		p := w.stack.top()
		if p == nil || p.pc >= len(m.code) {
			w.done = true
			w.schedule.finish()
			return nil
		}
		in := &m.code[p.pc]
		active := p.lanes &^ w.stack.exited
		if m.steps++; m.steps%pollEvery == 0 {
			if err := m.poll(); err != nil {
				return err
			}
		}
		for _, slot := range in.sources {
			w.schedule.use(slot)
		}
		guarded := active
		if in.Guard.Kind == isa.Pred {
			guarded &= m.guard(w, in.Instr)
		}
		m.count(in, guarded, active)
		switch in.Kind {
		case isa.Branch:
			m.Stats.Branches++
			if w.stack.branch(guarded, in.Target, in.Reconverge) {
				m.Stats.DivergentBranches++
			}
			w.schedule.issued(int32(in.Issue), 0, -1)
			continue
		case isa.Exit:
			w.stack.exit(guarded)
			w.schedule.issued(int32(in.Issue), 0, -1)
			continue
		case isa.Barrier:
			if active != w.lanes&^w.stack.exited {
				return m.fault(w, first(active), in.Line, errDivergentBarrier)
			}
			p.pc++
			m.Stats.Barriers++
			w.schedule.barrier(int32(in.Issue))
			return nil
		}
		if err := m.plain(w, in, guarded); err != nil {
			return err
		}
		p.pc++
	}
}

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

// plain executes an instruction that is no control flow.
func (m *Machine) plain(w *warpState, in *instr, active uint32) error {
	switch in.Op {
	case ir.Load, ir.Store, ir.Atom:
		return m.memory(w, in, active)
	case ir.Printf:
		w.schedule.issued(int32(in.Issue), 0, -1)
		return m.printf(w, in, active)
	case ir.Assert:
		w.schedule.issued(int32(in.Issue), 0, -1)
		return m.assert(w, in, active)
	}
	passes := int32(0)
	var err error
	if !in.needed && !in.shared {
		w.schedule.issued(int32(in.Issue), int32(in.Latency), in.dst)
		return nil
	}
	switch in.Op {
	case ir.Setp, ir.PAnd, ir.POr, ir.PNot:
		passes, err = m.predicate(w, in, active)
	case ir.Vote:
		m.vote(w, in, active)
	case ir.Membar:
	case ir.Shfl:
		return fmt.Errorf("line %d: shuffles are not available on compute capability %s", in.Line, m.Device.ComputeCapability)
	default:
		passes, err = m.compute(w, in, active)
	}
	if err != nil {
		return err
	}
	w.schedule.issued(int32(in.Issue)+passes, int32(in.Latency)+passes, in.dst)
	return nil
}

// compute executes arithmetic, moves and selections.
func (m *Machine) compute(w *warpState, in *instr, active uint32) (passes int32, err error) {
	var src [3]*Lanes
	for i := range src {
		n, err := m.source(w, in, i, active, &src[i])
		if err != nil {
			return 0, err
		}
		passes += n
	}
	if !in.needed {
		return passes, nil
	}
	d := m.destination(w, in.Dst)
	out := d
	if active != ^uint32(0) {
		out = &m.scratch[3]
	}
	switch in.Op {
	case ir.Selp:
		mask := w.preds[in.Src[0].N]
		*out = *src[2]
		merge(out, src[1], mask)
	case ir.GlobalAddr:
		*out = *broadcast(m.Globals[in.Imm])
	default:
		in.run(out, src[0], src[1], src[2])
	}
	if out != d {
		merge(d, out, active)
	}
	return passes, nil
}

func (m *Machine) destination(w *warpState, o isa.Operand) *Lanes {
	if o.Kind == isa.Addr {
		return &w.addresses[o.N]
	}
	return &w.registers[o.N]
}

// none stands in for an operand that is not there.
var none Lanes

// source finds the lanes of a source operand. A shared operand costs the bank
// passes beyond the first of each request.
func (m *Machine) source(w *warpState, in *instr, i int, active uint32, out **Lanes) (passes int32, err error) {
	o := &in.Src[i]
	switch o.Kind {
	case isa.Reg:
		*out = &w.registers[o.N]
	case isa.Addr:
		*out = &w.addresses[o.N]
	case isa.Imm, isa.ParamMem:
		*out = in.constants[i]
	case isa.SpecialReg:
		*out = m.specialRegister(w, o.N)
	case isa.SharedMem:
		*out = &m.scratch[i]
		passes, err = m.sharedOperand(w, in, i, active, *out)
	default:
		*out = &none
	}
	if o.Neg {
		negate(&m.scratch[i], *out, sourceType(in.Instr, i))
		*out = &m.scratch[i]
	}
	return passes, err
}

func (m *Machine) specialRegister(w *warpState, n int) *Lanes {
	switch n {
	case ir.TidX, ir.TidY, ir.TidZ:
		return m.tid[w.index][n-ir.TidX]
	case ir.Clock, ir.Clock64:
		return broadcast(uint64(w.schedule.clock))
	}
	return m.special[n]
}

func negate(d, a *Lanes, t ir.Type) {
	for i := range d {
		if t.Float() {
			d[i] = a[i] ^ 1<<(8*t.Size()-1)
		} else {
			d[i] = t.Bits(-a[i])
		}
	}
}

// predicate executes a comparison or logic on predicates.
func (m *Machine) predicate(w *warpState, in *instr, active uint32) (passes int32, err error) {
	var mask uint32
	switch in.Op {
	case ir.Setp:
		var src [2]*Lanes
		for i := range src {
			n, err := m.source(w, in, i, active, &src[i])
			if err != nil {
				return 0, err
			}
			passes += n
		}
		mask = compareLanes(in.Cmp, in.From, src[0], src[1])
	case ir.PNot:
		mask = ^m.mask(w, in.Src[0])
	case ir.PAnd:
		mask = m.mask(w, in.Src[0]) & m.mask(w, in.Src[1])
	default:
		mask = m.mask(w, in.Src[0]) | m.mask(w, in.Src[1])
	}
	d := &w.preds[in.Dst.N]
	*d = *d&^active | mask&active
	return passes, nil
}

// mask is a predicate operand as bits of the lanes.
func (m *Machine) mask(w *warpState, o isa.Operand) uint32 {
	mask := w.preds[o.N]
	if o.Kind == isa.Imm {
		mask = -uint32(o.Value & 1)
	}
	if o.Neg {
		mask = ^mask
	}
	return mask
}

func compareLanes(c ir.Cmp, t ir.Type, a, b *Lanes) (mask uint32) {
	for i := range a {
		if t.Compare(c, a[i], b[i]) {
			mask |= 1 << i
		}
	}
	return mask
}

// vote executes __all, __any and __ballot.
func (m *Machine) vote(w *warpState, in *instr, active uint32) {
	mask := m.mask(w, in.Src[0]) & active
	var result bool
	switch in.Imm {
	case 0:
		result = mask == active
	case 1:
		result = mask != 0
	}
	value := uint64(0)
	switch {
	case in.Imm == 2:
		value = uint64(mask)
	case result:
		value = 1
	}
	if in.Dst.Kind == isa.Pred {
		d := &w.preds[in.Dst.N]
		*d = *d&^active | -uint32(value)&active
		return
	}
	merge(m.destination(w, in.Dst), broadcast(value), active)
}
