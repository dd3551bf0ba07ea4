package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp/flow"
)

// A register holds 32 bits. A value of 64 bits lies in two registers, low word first, because the
// compiler's moves between registers copy single words. Address registers and results of vector
// operations have 64 bits in each lane here, of which the high ones are zero for 32-bit types.

const allLanes = ^uint32(0)

// register is the general or address register of a destination, to be written.
func (w *warpState) register(o isa.Operand) *Lanes {
	if o.Kind == isa.Addr {
		w.shapes[o.N].known = false
		return &w.addresses[o.N]
	}
	return &w.registers[o.N]
}

// read returns register n, or, joined in scratch, the pair that begins there.
func (w *warpState) read(n int, wide bool, scratch *Lanes) *Lanes {
	low := &w.registers[n]
	if !wide {
		return low
	}
	high := &w.registers[n+1]
	for i := range scratch {
		scratch[i] = low[i] | high[i]<<32
	}
	return scratch
}

// write sets the active lanes of a register or of a pair.
func (w *warpState) write(o isa.Operand, wide bool, value *Lanes, active uint32) {
	low := w.register(o)
	if !wide {
		merge(low, value, active)
		return
	}
	high := &w.registers[o.N+1]
	for i := range value {
		if active>>i&1 != 0 {
			low[i], high[i] = uint64(uint32(value[i])), value[i]>>32
		}
	}
}

// register is the form in which a register holds a value that memory holds in
// type t: integers below 32 bits are extended.
func register(t ir.Type, bits uint64) uint64 {
	if t.Integer() && t.Size() < 4 {
		return uint64(uint32(t.Extend(bits)))
	}
	return bits
}

// value is the lanes of an operand that is stored or printed.
func (m *Machine) value(w *warpState, o isa.Operand, t ir.Type) *Lanes {
	switch o.Kind {
	case isa.Reg:
		return w.read(o.N, flow.Wide(t), &m.scratch[0])
	case isa.Addr:
		return &w.addresses[o.N]
	case isa.Imm:
		return broadcast(o.Value)
	case isa.DimMem:
		return m.special[o.N]
	case isa.ParamMem:
		return broadcast(m.param(o.Offset, t))
	case isa.ConstMem:
		return broadcast(m.constantWord(o))
	case isa.SpecialReg:
		return m.specialRegister(w, o.N)
	case isa.Pred:
		return truths(w.preds[o.N])
	}
	panic("BUG: an operand that is no value: " + string('0'+rune(o.Kind)))
}

// truths is a predicate as 0 or 1 in each lane.
func truths(mask uint32) *Lanes {
	l := new(Lanes)
	for i := range l {
		l[i] = uint64(mask >> i & 1)
	}
	return l
}
