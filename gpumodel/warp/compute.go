package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// compute executes arithmetic, moves and selections. With all lanes active, and a result of one
// register, the operation writes to the register itself. It may be one of its sources: the
// operations of vector.go read each lane before they write it.
func (m *Machine) compute(w *warpState, in *instr, active uint32) (passes int32, err error) {
	src := [3]*Lanes{&none, &none, &none}
	for i, register := range in.operands {
		if register >= 0 {
			src[i] = &w.registers[register]
			continue
		}
		n, err := m.source(w, in, i, active, &src[i])
		if err != nil {
			return 0, err
		}
		passes += n
	}
	if !in.inSlice {
		return passes, nil
	}
	out := &m.scratch[3]
	direct := active == allLanes && !in.Wide
	if direct {
		if in.moves {
			out = &w.addresses[in.Dst.N]
			w.move(in)
		} else {
			out = w.register(in.Dst)
		}
	}
	switch in.Op {
	case ir.Selp:
		mask := m.mask(w, in.Src[0])
		if out == src[1] { // the result takes the place of a source
			merge(out, src[2], ^mask)
			break
		}
		*out = *src[2]
		merge(out, src[1], mask)
	case ir.GlobalAddr:
		*out = *broadcast(m.Globals[in.Imm])
	default:
		m.beside += in.work
		in.run(out, src[0], src[1], src[2])
	}
	if !direct {
		w.write(in.Dst, in.Wide, out, active)
	}
	return passes, nil
}

// none stands in for an operand that is not there.
var none Lanes

// source finds the lanes of a source operand. A shared operand costs the bank passes beyond the
// first of each request. The lanes may be a register: they are read, not written. A value of 64
// bits, a negated one and a word of shared memory are put together in scratch[i].
func (m *Machine) source(w *warpState, in *instr, i int, active uint32, out **Lanes) (passes int32, err error) {
	o := &in.Src[i]
	switch o.Kind {
	case isa.Reg:
		*out = w.read(o.N, in.Spans[i] == 2, &m.scratch[i])
	case isa.Addr:
		*out = &w.addresses[o.N]
	case isa.Imm, isa.ParamMem, isa.ConstMem, isa.DimMem:
		*out = in.constants[i]
	case isa.SpecialReg:
		*out = m.specialRegister(w, o.N)
	case isa.SharedMem:
		*out = &m.scratch[i]
		passes, err = m.sharedOperand(w, in, i, active, *out)
	default:
		*out = &none
	}
	if o.Modified() {
		modify(&m.scratch[i], *out, *o, in.SourceType(i))
		*out = &m.scratch[i]
	}
	return passes, err
}

func (m *Machine) specialRegister(w *warpState, n int) *Lanes {
	switch n {
	case ir.TidX, ir.TidY, ir.TidZ:
		return m.tid[w.index][n-ir.TidX]
	case ir.Clock:
		return broadcast(uint64(uint32(w.schedule.tell())))
	case ir.Clock64:
		return broadcast(uint64(w.schedule.tell()))
	case ir.GlobalTimer:
		return broadcast(m.nanoseconds(w.schedule.tell()))
	case ir.SMID:
		return broadcast(uint64(m.block.sm))
	}
	return m.special[n]
}

// nanoseconds is a time in clocks of the SM as %globaltimer has it: of the clock that clock64() counts, so it begins with the launch and
// not in 1970.
func (m *Machine) nanoseconds(clocks int64) uint64 {
	return uint64(float64(clocks) * 1e3 / m.Device.ClockMHz)
}

// modify takes the absolute values of floats, and negates.
func modify(d, a *Lanes, o isa.Operand, t ir.Type) {
	if !t.Float() {
		for i := range d {
			d[i] = t.Bits(-a[i])
		}
		return
	}
	sign, kept, flipped := uint64(1)<<(8*t.Size()-1), ^uint64(0), uint64(0)
	if o.Abs {
		kept = ^sign
	}
	if o.Neg {
		flipped = sign
	}
	for i := range d {
		d[i] = a[i]&kept ^ flipped
	}
}

// pair is the first two sources of an instruction.
func (m *Machine) pair(w *warpState, in *instr, active uint32) (src [2]*Lanes, passes int32, err error) {
	for i := range src {
		n, err := m.source(w, in, i, active, &src[i])
		if err != nil {
			return src, 0, err
		}
		passes += n
	}
	return src, passes, nil
}

// predicate executes a comparison or logic on predicates.
func (m *Machine) predicate(w *warpState, in *instr, active uint32) (passes int32, err error) {
	var mask uint32
	switch in.Op {
	case ir.Setp:
		src, n, err := m.pair(w, in, active)
		if err != nil {
			return 0, err
		}
		passes += n
		if in.Flush {
			src[0], src[1] = flushed(src[0], &m.scratch[0]), flushed(src[1], &m.scratch[1])
		}
		mask = compareLanes(in.Cmp, in.From, src[0], src[1])
		if l := in.testOf; l != nil {
			w.loopStates[l.index].tested(src[l.Moving], src[1-l.Moving])
		}
		switch in.Joins {
		case ir.PAnd:
			mask &= m.mask(w, in.Src[2])
		case ir.POr:
			mask |= m.mask(w, in.Src[2])
		}
	case ir.And, ir.Or: // tests of their results
		src, n, err := m.pair(w, in, active)
		if err != nil {
			return 0, err
		}
		passes += n
		out := &m.scratch[3]
		in.run(out, src[0], src[1], &none)
		mask = compareLanes(in.Cmp, in.Type, out, &none)
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

// compareLanes decides a comparison lane by lane.
func compareLanes(c ir.Cmp, t ir.Type, a, b *Lanes) (mask uint32) {
	switch t {
	case ir.S32:
		return compareInts[int32](c, a, b)
	case ir.U32:
		return compareInts[uint32](c, a, b)
	}
	for i := range a {
		if t.Compare(c, a[i], b[i]) {
			mask |= 1 << i
		}
	}
	return mask
}

// compareInts decides a comparison of 32-bit integers with the three relations that a loop needs: a
// > b is b < a, and a != b is the opposite of a == b.
func compareInts[T int32 | uint32](c ir.Cmp, a, b *Lanes) (mask uint32) {
	if c == ir.GT || c == ir.GE {
		a, b = b, a
	}
	for i := range a {
		x, y := T(a[i]), T(b[i])
		var holds bool
		switch c {
		case ir.EQ, ir.NE:
			holds = x == y
		case ir.LT, ir.GT:
			holds = x < y
		default:
			holds = x <= y
		}
		if holds {
			mask |= 1 << i
		}
	}
	if c == ir.NE {
		return ^mask
	}
	return mask
}
