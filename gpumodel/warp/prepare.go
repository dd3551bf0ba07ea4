package warp

import (
	"encoding/binary"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// prepare makes the program's instructions ready to run: operands that no thread can change become
// constants, and costs become the clocks of the schedule.
func (m *Machine) prepare() {
	m.code = make([]instr, len(m.Program.Code))
	for i := range m.code {
		c, in := &m.code[i], &m.Program.Code[i]
		*c = instr{Instruction: m.flow.Instructions[i], run: operation(in), unary: unary(in), inSlice: true}
		c.awaited = c.Sources
		c.sends, c.moves, c.collective, c.observes = sends(in), moves(in), in.Collective(), c.Observes()
		c.polls = m.Program.Independent && (c.observes || in.Op == ir.Atom && (in.Atom == ir.AtomCAS || in.Atom == ir.AtomExch))
		c.clocks, c.leasts, c.work, c.anyBank = m.clocks(in), leastsOf(m.Program, in), work(in), anyBank(in)
		if n := c.Spans[0]; in.Async != ir.Synchronous && in.Op == ir.Store && m.files.Slot(in.Src[0]) >= 0 {
			c.awaited = c.Sources[:n]
		}
		for s, o := range in.Src {
			c.constants[s] = m.constant(o, in.SourceType(s))
			switch {
			case o.Kind == isa.None:
			case o.Kind == isa.Reg && c.Spans[s] == 1 && !o.Modified():
				c.operands = append(c.operands, o.N)
			default:
				c.operands = append(c.operands, -1)
			}
		}
		// Only addresses use fixed: an access without a register, such as that of a spilled one.
		if len(in.Src) > 0 && in.Src[0].Kind == isa.Imm {
			c.fixed = broadcast(in.Src[0].Value + in.Imm)
		}
		if in.Within != nil {
			c.within = map[ir.Space]*instr{}
		}
		for s, one := range in.Within {
			copied := *c
			copied.Instr, copied.clocks, copied.work, copied.anyBank, copied.within = one, m.clocks(one), work(one), anyBank(one), nil
			c.within[s] = &copied
		}
	}
}

// anyBank is a round of an atomic without bank conflicts; nil if it has no rounds.
func anyBank(in *isa.Instr) *isa.Try {
	if in.Try == nil {
		return nil
	}
	try := *in.Try
	try.AnyBank = true
	return &try
}

// sends reports whether an instruction accesses device memory.
func sends(in *isa.Instr) bool {
	return in.Op.Accesses() && in.Space != ir.Shared || in.Op == ir.Tex
}

// clocks are what the instruction takes on the device. short marks results that come from a queue
// behind the arithmetic pipes. A profiler shows waits for them apart ("short scoreboard"), and so
// does Step.ShortClocks.
func (m *Machine) clocks(in *isa.Instr) clocks {
	c := clocks{issue: int32(in.Issue), port: int32(in.Port), busy: in.Busy, latency: int32(in.Latency)}
	c.short = in.Class == isa.ClassShared || in.Class == isa.ClassSFU || in.Class == isa.ClassAtomic || in.Class == isa.ClassShuffle
	c.maker = made(in, &c)
	if m.Device.DualIssue {
		c.dual = int32(in.Dual)
	}
	return c
}

// constant is the value of a source that is the same for the whole launch.
func (m *Machine) constant(o isa.Operand, t ir.Type) *Lanes {
	switch o.Kind {
	case isa.Imm:
		return broadcast(o.Value)
	case isa.DimMem:
		// blockDim and gridDim are the same for all blocks; blockIdx is not and is never DimMem.
		return m.special[o.N]
	case isa.ParamMem:
		return broadcast(m.param(o.Offset, t))
	case isa.ConstMem:
		return broadcast(m.constantWord(o))
	}
	return nil
}

// constantWord reads a word of a __constant__ variable.
func (m *Machine) constantWord(o isa.Operand) uint64 {
	address := m.Globals[o.N] + uint64(o.Offset)
	b, err := m.Global.Find(address, 4)
	if err != nil {
		return 0 // beyond the variable: no thread gets there, or what it reads is not defined
	}
	return b.Load(int(address-b.Base), 4)
}

// param reads a kernel parameter; narrow integers are extended to a register. Bytes behind the
// parameter block read as 0, so that a program can be looked at without arguments.
func (m *Machine) param(offset int, t ir.Type) uint64 {
	var b [8]byte
	if offset < len(m.Params) {
		copy(b[:], m.Params[offset:])
	}
	bits := t.Bits(binary.LittleEndian.Uint64(b[:]))
	return register(t, bits)
}

// operation finds the function that computes an instruction, nil where none does: for control flow,
// memory, collectives and the like, which exec.go dispatches by their Op. The fast rows of
// vector.go come first; anything else goes lane by lane through ir's evaluator.
func operation(in *isa.Instr) vectorOp {
	if in.Kind != isa.Plain || !in.Op.Pure() {
		return nil
	}
	switch in.Op {
	case ir.MadWide:
		return madWide(in.From)
	case ir.Cvt:
		if in.Type == in.From && in.Type.Size() >= 4 {
			return func(d, a, _, _ *Lanes) { *d = *a }
		}
		if in.Round != 0 {
			return rounding(in)
		}
	}
	op := rowOf(in.Op, in.Type)
	if op == nil || in.Rounding != ir.Nearest {
		op = scalar(in)
	}
	// Flushing wraps the operation, so a row of vectorOps need not know of -ftz.
	if in.Flush {
		op = flushing(op, in)
	}
	return op
}

// rounding is a conversion of a float to an integer that does not round toward zero.
func rounding(in *isa.Instr) vectorOp {
	round, convert := *in, *in
	round.Op, round.Type, round.From, round.Round = in.Round, in.From, ir.Void, 0
	convert.Round = 0
	first, second := operation(&round), operation(&convert)
	return func(d, a, b, c *Lanes) {
		var whole Lanes
		first(&whole, a, b, c)
		second(d, &whole, b, c)
	}
}
