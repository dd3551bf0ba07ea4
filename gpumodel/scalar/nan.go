package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// nanFormat is where the parts of a number with a fraction lie, by its type: sign, the bit that makes a NaN quiet, and all bits of the
// exponent.
type nanFormat struct{ sign, quiet, exponent uint64 }

var nanFormats = map[ir.Type]nanFormat{ir.F32: {1 << 31, 1 << 22, 0xff << 23}, ir.F64: {1 << 63, 1 << 51, 0x7ff << 52}}

// is tells whether bits are a NaN.
func (n nanFormat) is(bits uint64) bool { return bits&^n.sign&(n.sign*2-1) > n.exponent }

// positiveNaNs are the functions of the C library (glibc 2.36 on x86-64) that return a positive NaN where they have no value. What else
// has none is the processor's NaN, which is negative.
var positiveNaNs = []ir.MathFunc{ir.MathAcos, ir.MathAsin, ir.MathLog10, ir.MathTgamma}

// onHost is the result bits of v as an x86-64 processor has it, if it is a NaN: that of the first operand that is one, made quiet, or
// one of the processor's own. Results of the GPU's arithmetic have one NaN for all.
func onHost(v *ir.Value, bits uint64, args ...uint64) uint64 {
	f, float := nanFormats[v.Type]
	if !float || !f.is(bits) || slices.Contains([]ir.Op{ir.Selp, ir.Bitcast, ir.Cvt}, v.Op) {
		return bits
	}
	for i, a := range v.Args {
		if a.Type == v.Type && f.is(args[i]) {
			nan := args[i] | f.quiet
			if v.Op == ir.Math && ir.MathFunc(v.Imm) == ir.MathCopysign {
				nan = nan&^f.sign | args[1]&f.sign
			}
			return nan
		}
	}
	if v.Op == ir.Math && slices.Contains(positiveNaNs, ir.MathFunc(v.Imm)) {
		return f.exponent | f.quiet
	}
	return f.sign | f.exponent | f.quiet
}
