package ir

import "warpbook.dev/gpumodel/cuda"

// A product of matrices by the tensor cores (HMMA) gives each lane several numbers. Each of them is a value of its
// own here: the first one stands for the instruction, and the others cost nothing more. Imm is the shape, and in its
// lowest byte the number of the value; the arguments are the element of C, then the registers of A and of B.

// An MmaShape is an instruction of the tensor cores.
type MmaShape uint8

const (
	Mma16816     MmaShape = iota // 16 x 8 of 16 products, from 8.0 on
	Mma1688                      // 16 x 8 of 8 products, on 7.5
	Mma884                       // a step of 16 x 16 of 4 products, on 7.0: a quarter of the elements of C
	Mma884Col                    // the same with A by columns
	Mma884Row                    // with B by rows
	Mma884ColRow                 // with both
	// The same with halves for C and D, of which a value has two.
	Mma16816Half
	Mma1688Half
	Mma884Half
	Mma884ColHalf
	Mma884RowHalf
	Mma884ColRowHalf
	MmaShapes
)

// An MmaRow is what a shape is.
type MmaRow struct {
	Name    string
	A, B, D int // registers of a lane; D are values
	Flops   int // of a lane
}

// Mma is the row of a shape.
func (s MmaShape) Mma() MmaRow {
	return [MmaShapes]MmaRow{
		{"16816", 4, 2, 4, 128}, {"1688", 2, 1, 4, 64},
		{"884", 2, 2, 2, 16}, {"884", 2, 2, 2, 16}, {"884", 2, 2, 2, 16}, {"884", 2, 2, 2, 16},
		{"16816.f16", 4, 2, 2, 128}, {"1688.f16", 2, 1, 2, 64},
		{"884.f16", 2, 2, 2, 32}, {"884.f16", 2, 2, 2, 32}, {"884.f16", 2, 2, 2, 32}, {"884.f16", 2, 2, 2, 32},
	}[s]
}

// Halves reports whether C and D are halves, two in a register.
func (s MmaShape) Halves() bool { return s >= Mma16816Half }

// Float is the shape that lays A and B out in the same way, and adds up in float.
func (s MmaShape) Float() MmaShape { return s % Mma16816Half }

// MmaOf takes the Imm of an Mma apart.
func MmaOf(imm uint64) (s MmaShape, part int) { return MmaShape(imm >> 8), int(imm & 255) }

// MmaLeads reports whether an element stands for its instruction: the first of those that it gives.
func MmaLeads(imm uint64) bool {
	s, part := MmaOf(imm)
	return part%s.Mma().D == 0
}

// mma is __mma(shape, part, a0, a1, a2, a3, b0, b1, c), by which the text of wmma multiplies.
func mma(b *builder, e *cuda.Call, args []*Value) *Value {
	s := MmaShape(args[0].Imm)
	row := s.Mma()
	list := []*Value{args[8]}
	list = append(list, args[2:2+row.A]...)
	list = append(list, args[6:6+row.B]...)
	return b.emit(Value{Op: Mma, Type: b.target.valueType(e.T()), Imm: uint64(s)<<8 | args[1].Imm, Args: list})
}
