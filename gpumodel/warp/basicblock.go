package warp

import (
	"warpbook.dev/gpumodel/vector"
)

// A basicBlock is a basic block or a part of one: code that a warp executes from the first instruction to the last, since no
// branch leads into its middle. It is followed by control, a jump or the like, or by another basic block.
type basicBlock struct {
	first, end int    // pcs; end is that of control, or of the next basic block
	control    *instr // nil if the next basic block follows
	at         [2]int // where its operations begin, see fastPath.code
	steps      int64  // instructions, control among them
	tally      uint32 // how often it was executed
	sends      bool   // its last instruction may send transactions; only of traces
}

// The two codes of a fastPath: for a warp that is together, and for some of its lanes. The first may write all
// lanes without a mask, since the registers of lanes that have ended are never read.
const (
	allLeft = iota
	someLanes
)

// The operations of this package: X is the pc of an instruction, A the predicate of the lanes that execute it.
const (
	opControl  = vector.Stop + iota // X is the pc of what ends a basic block, or the end of the program
	opFallback                      // executed by the code of runWarp
	opAccess
	opAtomic
	opOperand // a load of an operand in shared memory: B is its number
	opTested  // the test of a loop has the operands A and B; only of traces
	opDivisor // of integers: lanes of the predicate B have a zero
	opLanes   // what vectorOp computes, lane by lane: the places are those of an operation, X the pc
	opTest    // a comparison, the same
)

// pcOf returns the pc of the instruction whose operation stopped.
func pcOf(op *vector.Op) int {
	switch op.Kind {
	case vector.Enter:
		return int(op.B)
	case vector.Jump, vector.Leave:
		return int(op.X >> 1)
	}
	return int(op.X)
}

// cut cuts the program into basic blocks.
func (m *Machine) cut(traced bool) []*basicBlock {
	leaders := m.flow.Leaders()
	basicBlocks := make([]*basicBlock, len(m.code)+1)
	for first := 0; first < len(m.code); {
		s := &basicBlock{first: first, end: first}
		for s.end < len(m.code) && !m.code[s.end].Control() && (s.end == first || !leaders[s.end]) {
			s.end++
			if traced && m.code[s.end-1].sends {
				break // a piece of a trace may end there
			}
		}
		basicBlocks[first], s.steps, first = s, int64(s.end-first), s.end
		if s.sends = traced && s.end > s.first && m.code[s.end-1].sends; s.sends {
			continue
		}
		if s.end < len(m.code) && m.code[s.end].Control() && (s.end == s.first || !leaders[s.end]) {
			s.control = &m.code[s.end]
			s.steps++
			first++
		}
	}
	return basicBlocks
}
