package scalar

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// nanFormat holds bit masks of a floating-point format: the sign, the bit that makes a NaN quiet, and the exponent.
type nanFormat struct{ sign, quiet, exponent uint64 }

var nanFormats = map[ir.Type]nanFormat{ir.F32: {1 << 31, 1 << 22, 0xff << 23}, ir.F64: {1 << 63, 1 << 51, 0x7ff << 52}}

// is reports whether bits are a NaN: without the sign, above infinity.
func (n nanFormat) is(bits uint64) bool { return bits&^n.sign&(n.sign*2-1) > n.exponent }

// positiveNaNs are the functions of the C library (glibc 2.36 on x86-64) that return a positive NaN outside their domain. All others
// return the NaN that the processor makes, which is negative. The sign is visible: printf writes "-nan".
var positiveNaNs = []ir.MathFunc{ir.MathAcos, ir.MathAsin, ir.MathLog10, ir.MathTgamma}

// onHost corrects the result bits of v if they are a NaN. ir.Evaluate computes the one NaN of a GPU; an x86-64 processor returns the first
// operand that is a NaN, made quiet, or its own NaN if no operand is one.
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
