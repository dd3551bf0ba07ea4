package isa

import (
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// matrixName is the name of an instruction of the tensor cores in machine code.
func matrixName(in *Instr) string {
	s, part, _ := ir.MmaOf(in.Imm)
	shape, _, _ := strings.Cut(ir.MmaName(s), ".")
	name := map[string]string{"f64": "DMMA.", "s32": "IMMA."}[s.C]
	switch {
	case s.Bits != "":
		name = "BMMA." + shape + "." + strings.ToUpper(s.Bits) + ".POPC"
	case name == "IMMA.":
		name += shape + "." + strings.ToUpper(s.A) + "." + strings.ToUpper(s.B)
	case name == "DMMA.":
		name += shape
	default:
		kind := "." + strings.ToUpper(s.C)
		name = "HMMA." + shape + kind
		if s.A != "f16" {
			name += "." + strings.ToUpper(s.A)
		}
		if s.Volta != "" {
			name += kind + ".STEP" + strconv.Itoa(part/2)
		}
	}
	if in.continues() {
		name += " (cont.)" // a further result of the instruction before
	}
	return name
}
