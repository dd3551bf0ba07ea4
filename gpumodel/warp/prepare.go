package warp

import (
	"encoding/binary"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// prepare makes the program's instructions ready to run: operands that no thread can change become
// constants, registers become slots, and costs become the clocks of the schedule.
func (m *Machine) prepare() {
	m.code = make([]instr, len(m.Program.Code))
	for i := range m.code {
		in := &m.Program.Code[i]
		c := &m.code[i]
		*c = instr{Instr: in, pc: i, run: operation(in), dst: m.slot(in.Dst), wide: wide(resultType(in)), inSlice: true}
		c.unary = unary(in)
		c.results = results(c)
		c.spill, c.spilled = m.spillSlots(in)
		c.sends, c.moves, c.collective = sends(in), moves(in), in.Collective()
		c.polls = m.Program.Independent && in.Op == ir.Atom && (in.Atom == ir.AtomCAS || in.Atom == ir.AtomExch)
		c.clocks, c.leasts, c.work, c.anyBank = m.clocks(in), leastsOf(m.Program, in), work(in), anyBank(in)
		for s, o := range in.Src {
			c.constants[s] = m.constant(o, in.SourceType(s))
			c.shared = c.shared || o.Kind == isa.SharedMem
			c.spans[s] = m.span(in, s)
			if s == 1 && in.Async != ir.Synchronous && in.Op == ir.Store {
				c.awaited = slices.Clone(c.sources)
			}
			c.reads(m.slot(o), c.spans[s])
			switch {
			case o.Kind == isa.None:
			case o.Kind == isa.Reg && c.spans[s] == 1 && !o.Modified():
				c.operands = append(c.operands, o.N)
			default:
				c.operands = append(c.operands, -1)
			}
		}
		for e, o := range in.Extra {
			c.reads(m.slot(o), span(in.Types[e]))
		}
		// Only addresses use fixed: an access without a register, such as that of a spilled one.
		if len(in.Src) > 0 && in.Src[0].Kind == isa.Imm {
			c.fixed = broadcast(in.Src[0].Value + in.Imm)
		}
		c.looks = looks(c)
		c.polls = c.polls || m.Program.Independent && c.looks
		// A guard is a source too: the warp waits for it before it issues the instruction.
		c.guarded = m.slot(in.Guard)
		c.reads(c.guarded, 1)
		if c.awaited == nil {
			c.awaited = c.sources
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

// reads notes n slots from slot on as sources.
func (c *instr) reads(slot, n int) {
	for s := slot; s < slot+n && slot >= 0; s++ {
		c.sources = append(c.sources, s)
	}
}

// span is the number of registers that source i fills.
func (m *Machine) span(in *isa.Instr, i int) int {
	switch access := in.Op.Accesses(); {
	case in.Src[i].Kind != isa.Reg:
		return 1
	case access && i == 0:
		return span(m.addressType(in.Space))
	case in.Op == ir.Store:
		return elements(in) * span(in.Mem)
	}
	return span(in.SourceType(i))
}

// addressType is the type of an address: shared, local and constant memory are addressed with 32
// bits on every device. A generic address has the pointer's width: 32 bits on 1.x, 64 later.
func (m *Machine) addressType(s ir.Space) ir.Type {
	if m.Device.PointerBits == 32 || s == ir.Shared || s == ir.Local || s == ir.Const {
		return ir.U32
	}
	return ir.U64
}

// results is the number of registers from dst on that an instruction fills.
func results(in *instr) int {
	switch {
	case in.dst < 0:
		return 0
	case in.Op == ir.Load:
		return elements(in.Instr) * span(in.Mem)
	case in.Op == ir.Tex:
		return elements(in.Instr)
	case in.Dst.Kind == isa.Reg:
		return span(resultType(in.Instr))
	}
	return 1
}

// resultType is the type of what an instruction writes.
func resultType(in *isa.Instr) ir.Type {
	switch in.Op {
	case ir.Load, ir.Atom:
		return in.Mem
	}
	return in.Type
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

// slots is the number of registers of all kinds and of the words that they are spilled to, as far
// as these are followed.
func (m *Machine) slots() int {
	if n := m.files.slots() + (m.Program.LocalBytes+3)/4; n <= mostSlots {
		return n
	}
	return m.files.slots()
}

// spillSlots are the slots of an access to spilled registers. Spill code uses constant addresses
// that nothing else can reach, so slice.go and induction.go follow such words like registers: a
// loop counter that was spilled is still a loop counter. Narrow words, and programs with more slots
// than a slots set holds, are treated as memory instead.
func (m *Machine) spillSlots(in *isa.Instr) (first, n int) {
	width := in.Mem.Size() * elements(in)
	if !m.Program.Spills(in) || width < 4 || m.slots() == m.files.slots() {
		return 0, 0
	}
	return m.files.slots() + int(in.Src[0].Value+in.Imm)/4, width / 4
}
