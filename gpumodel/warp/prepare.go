package warp

import (
	"encoding/binary"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// prepare makes the program's instructions ready to run.
func (m *Machine) prepare() {
	m.code = make([]instr, len(m.Program.Code))
	for i := range m.code {
		in := &m.Program.Code[i]
		c := &m.code[i]
		*c = instr{Instr: in, run: operation(in), dst: m.slot(in.Dst), needed: true}
		for s, o := range in.Src {
			c.constants[s] = m.constant(o, sourceType(in, s))
			c.shared = c.shared || o.Kind == isa.SharedMem
			c.reads(m.slot(o))
		}
		for _, o := range in.Extra {
			c.reads(m.slot(o))
		}
		c.reads(m.slot(in.Guard))
	}
}

func (c *instr) reads(slot int) {
	if slot >= 0 {
		c.sources = append(c.sources, slot)
	}
}

// sourceType is the type in which an instruction reads source number i. The
// 16-bit factors of a Mul24 are known to fit, so they are read as they stand.
func sourceType(in *isa.Instr, i int) ir.Type {
	switch in.Op {
	case ir.Mul24, ir.Mad24:
		return in.Type
	case ir.Shl, ir.Shr:
		if i == 1 {
			return ir.U32
		}
		return in.Type
	case ir.Setp, ir.Cvt:
		return in.From
	case ir.Load, ir.Store, ir.Atom:
		return in.Mem
	}
	if in.From != ir.Void {
		return in.From
	}
	return in.Type
}

// constant is the value of a source that is the same for the whole launch.
func (m *Machine) constant(o isa.Operand, t ir.Type) *Lanes {
	switch o.Kind {
	case isa.Imm:
		return broadcast(o.Value)
	case isa.ParamMem:
		return broadcast(m.param(o.Offset, t))
	}
	return nil
}

// param reads a kernel parameter; narrow integers are extended to a register.
func (m *Machine) param(offset int, t ir.Type) uint64 {
	var b [8]byte
	if offset < len(m.Params) {
		copy(b[:], m.Params[offset:])
	}
	bits := t.Bits(binary.LittleEndian.Uint64(b[:]))
	return register(t, bits)
}

// register is the form in which a register holds a value that memory holds in
// type t: integers below 32 bits are extended.
func register(t ir.Type, bits uint64) uint64 {
	if t.Integer() && t.Size() < 4 {
		return uint64(uint32(t.Extend(bits)))
	}
	return bits
}

// operation finds what an instruction computes.
func operation(in *isa.Instr) vectorOp {
	if in.Kind != isa.Plain {
		return nil
	}
	switch in.Op {
	case ir.Load, ir.Store, ir.Atom, ir.Setp, ir.Selp, ir.PAnd, ir.POr, ir.PNot, ir.Bar, ir.Membar, ir.Vote, ir.Shfl,
		ir.Printf, ir.Assert, ir.GlobalAddr, ir.Extract:
		return nil
	case ir.Cvt:
		if in.Type == in.From && in.Type.Size() >= 4 {
			return func(d, a, _, _ *Lanes) { *d = *a }
		}
	}
	if op := vector(in.Op, in.Type); op != nil {
		return op
	}
	return scalar(in)
}
