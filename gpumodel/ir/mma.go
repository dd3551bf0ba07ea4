package ir

import (
	"fmt"

	"warpbook.dev/gpumodel/cuda"
)

// A product of matrices by the tensor cores (HMMA) gives each lane several numbers. Each of them is a value of its
// own here: the first one stands for the instruction, and the others cost nothing more. Imm is the place of the shape
// in [cuda.MatrixShapes], and in its lowest byte the number of the value; the arguments are the element of C, then the
// registers of A and of B.

// An MmaShape is an instruction of the tensor cores.
type MmaShape = cuda.MatrixShape

// MmaShapes are the instructions of the tensor cores.
var MmaShapes = cuda.MatrixShapes()

// MmaOf takes the Imm of an Mma apart.
func MmaOf(imm uint64) (s *MmaShape, part int, saturates bool) {
	return &MmaShapes[imm>>8], int(imm & (cuda.SaturatedMma - 1)), imm&cuda.SaturatedMma != 0
}

// MmaLeads reports whether an element stands for its instruction: the first of those that it gives.
func MmaLeads(imm uint64) bool {
	s, part, _ := MmaOf(imm)
	_, _, d := s.Registers()
	return part%d == 0
}

// MmaName is the name of a shape as machine code has it: 16816, 16816.f16 where sums are halves, 1688.tf32.
func MmaName(s *MmaShape) string {
	if s.Volta != "" {
		if s.C == "f16" {
			return "884.f16"
		}
		return "884"
	}
	name := fmt.Sprintf("%d%d%d", s.M, s.N, s.K)
	switch s.A {
	case "f16":
		if s.C == "f16" {
			name += ".f16"
		}
		return name
	case "u8", "u4":
		return name + ".s" + s.A[1:]
	}
	return name + "." + s.A
}

// MmaFlops are the floating-point operations of a lane.
func MmaFlops(s *MmaShape) int {
	flops := 2 * s.M * s.N * s.K / 32
	switch {
	case s.Volta != "" && s.C == "f16":
		return flops / 2
	case s.Volta != "":
		return flops / 4
	case s.C == "s32":
		return 0
	}
	return flops
}

// mma is __mma(shape, part, a0, a1, a2, a3, b0, b1, c), by which inline PTX and the text of wmma multiply. Doubles have
// one register of A and B.
func mma(b *builder, e *cuda.Call, args []*Value) *Value {
	shape := args[0].Imm % uint64(len(MmaShapes))
	na, nb, _ := MmaShapes[shape].Registers()
	ofA, ofB := args[2:len(args)-3], args[len(args)-3:len(args)-1]
	if len(args) == 5 {
		ofA, ofB, na, nb = args[2:3], args[3:4], 1, 1
	}
	list := append([]*Value{args[len(args)-1]}, ofA[:min(na, len(ofA))]...)
	list = append(list, ofB[:min(nb, len(ofB))]...)
	return b.emit(Value{Op: Mma, Type: b.target.valueType(e.T()), Imm: shape<<8 | args[1].Imm&255, Args: list})
}
