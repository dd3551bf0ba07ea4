package ir

import (
	"fmt"

	"warpbook.dev/gpumodel/cuda"
)

// A Matrix is what a Load of ldmatrix gives, 0 for any other: one of one, two or four matrices of 8 x 8 halves, whose
// rows are at the addresses of eight lanes each. As of an Mma, the first stands for the instruction.
type Matrix uint8

// Of takes it apart: which of n it is, and whether it is transposed.
func (m Matrix) Of() (part, n int, transposed bool) {
	return int(m-1) & 3, int(m-1)>>2&3 + 1, (m-1)>>4&1 != 0
}

func (m Matrix) name() string {
	part, n, transposed := m.Of()
	name := fmt.Sprintf("ldmatrix.sync.aligned.m8n8.x%d", n)
	if transposed {
		name += ".trans"
	}
	if part > 0 {
		name += fmt.Sprintf(" (part %d)", part)
	}
	return name + ".shared.b16"
}

// loadMatrix is __ldmatrix(n, transposed, part, address).
func loadMatrix(b *builder, _ *cuda.Call, args []*Value) *Value {
	m := Matrix(1 + args[2].Imm&3 | (args[0].Imm-1)&3<<2 | args[1].Imm&1<<4)
	p := b.at(args[3], 0, nil)
	return b.emit(Value{Op: Load, Type: U32, Mem: U32, Lanes: 0, Space: Shared, Imm: uint64(p.offset), Args: one(p.base), Volatile: true,
		Matrix: m})
}
