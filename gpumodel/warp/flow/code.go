package flow

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// Code is a program prepared for analysis.
type Code struct {
	Program      *isa.Program
	Instructions []Instruction
	Files        Files
	Slots        int     // registers of all kinds, and the words that they are spilled to, as far as these are followed
	Successors   [][]int // of each instruction; len(Instructions) is the end of the program
	Predecessors [][]int // has one entry more than Instructions, for the end of the program
	pointerBits  int
}

// An Instruction is an instruction of a program with the slots that it reads and writes.
type Instruction struct {
	*isa.Instr
	PC            int
	Spans         [3]int // number of registers that each source fills
	Sources       []int  // slots of the registers read, the guard's last
	GuardSlot     int    // -1 for none
	ResultSlot    int    // the first slot written; -1 for none
	Results       int    // number of slots written, from ResultSlot on
	SpillSlot     int    // the first word that a load or store of a spilled register accesses
	Spilled       int    // number of these words; 0 for any other instruction
	Wide          bool   // the result has 64 bits
	SharedOperand bool   // an operand is a word of shared memory
}

// Files are the sizes of a warp's register files. The files lie behind one another in the numbering of
// slots: registers, then addresses, then predicates.
type Files struct{ Registers, Addresses, Preds int }

// Slots is the number of registers of all kinds.
func (f Files) Slots() int { return f.Registers + f.Addresses + f.Preds }

// Slot is the slot of an operand: -1 for one that is always ready. Address register 0 is a constant 0 and
// therefore has no slot in an operand in memory.
func (f Files) Slot(o isa.Operand) int {
	switch o.Kind {
	case isa.Reg:
		return o.N
	case isa.Addr:
		return f.Registers + o.N
	case isa.SharedMem, isa.ConstMem:
		if a := o.Address(); a.Kind == isa.Addr {
			return f.Slot(a)
		}
	case isa.Pred:
		return f.Registers + f.Addresses + o.N
	}
	return -1
}

// New prepares a program for a device whose pointers have so many bits.
func New(p *isa.Program, pointerBits int) *Code {
	// A pair may begin at the last register; address register 0 is always 0.
	c := &Code{Program: p, Instructions: make([]Instruction, len(p.Code)), pointerBits: pointerBits,
		Files: Files{p.Registers + 2, p.AddressRegisters + 1, p.Predicates + 1}}
	c.Slots = c.Files.Slots()
	if n := c.Slots + (p.LocalBytes+3)/4; n <= mostSlots {
		c.Slots = n
	}
	for pc := range p.Code {
		c.Instructions[pc] = c.instruction(pc)
	}
	c.connect()
	return c
}

// instruction works out the slots of an instruction.
func (c *Code) instruction(pc int) Instruction {
	in := &c.Program.Code[pc]
	x := Instruction{Instr: in, PC: pc, ResultSlot: c.Files.Slot(in.Dst), Wide: Wide(resultType(in))}
	x.Results = results(&x)
	x.SpillSlot, x.Spilled = c.spillSlots(in)
	for i, o := range in.Src {
		x.SharedOperand = x.SharedOperand || o.Kind == isa.SharedMem
		x.Spans[i] = c.span(in, i)
		x.reads(c.Files.Slot(o), x.Spans[i])
	}
	for i, o := range in.Extra {
		x.reads(c.Files.Slot(o), Span(in.Types[i]))
	}
	// A guard is a source too: the warp waits for it before it issues the instruction.
	x.GuardSlot = c.Files.Slot(in.Guard)
	x.reads(x.GuardSlot, 1)
	return x
}

// reads notes n slots from slot on as sources.
func (in *Instruction) reads(slot, n int) {
	for s := slot; s < slot+n && slot >= 0; s++ {
		in.Sources = append(in.Sources, s)
	}
}

// writes reports whether an instruction writes a slot.
func (in *Instruction) writes(slot int) bool {
	return in.ResultSlot >= 0 && in.ResultSlot <= slot && slot < in.ResultSlot+in.Results
}

// span is the number of registers that source i fills.
func (c *Code) span(in *isa.Instr, i int) int {
	switch access := in.Op.Accesses(); {
	case in.Src[i].Kind != isa.Reg:
		return 1
	case access && i == 0:
		return Span(c.addressType(in.Space))
	case in.Op == ir.Store:
		return Elements(in) * Span(in.Mem)
	}
	return Span(in.SourceType(i))
}

// addressType is the type of an address: shared, local and constant memory are addressed with 32
// bits on every device. A generic address has the pointer's width: 32 bits on 1.x, 64 later.
func (c *Code) addressType(s ir.Space) ir.Type {
	if c.pointerBits == 32 || s == ir.Shared || s == ir.Local || s == ir.Const {
		return ir.U32
	}
	return ir.U64
}

// results is the number of registers that an instruction fills.
func results(in *Instruction) int {
	switch {
	case in.ResultSlot < 0:
		return 0
	case in.Op == ir.Load:
		return Elements(in.Instr) * Span(in.Mem)
	case in.Op == ir.Tex:
		return Elements(in.Instr)
	case in.Dst.Kind == isa.Reg:
		return Span(resultType(in.Instr))
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

// spillSlots are the slots of an access to spilled registers. Spill code uses constant addresses
// that nothing else can reach, so the analyses follow such words like registers: a
// loop counter that was spilled is still a loop counter. Narrow words, and programs with more slots
// than a slots set holds, are treated as memory instead.
func (c *Code) spillSlots(in *isa.Instr) (first, n int) {
	width := in.Mem.Size() * Elements(in)
	if !c.Program.Spills(in) || width < 4 || c.Slots == c.Files.Slots() {
		return 0, 0
	}
	return c.Files.Slots() + int(in.Src[0].Value+in.Imm)/4, width / 4
}

// Elements is the number of consecutive words that each lane accesses.
func Elements(in *isa.Instr) int { return max(1, in.Lanes) }

// Span is the number of registers that a value of a type fills.
func Span(t ir.Type) int { return max(1, t.Size()/4) }

// Wide reports whether a value of a type lies in two registers.
func Wide(t ir.Type) bool { return t.Size() == 8 }
