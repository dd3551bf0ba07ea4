package ir

// A ranking orders the operands of sums as nvcc does before it contracts them: LLVM's pass Reassociate puts the one of lower rank first,
// and the first product of a sum becomes the multiply-add.
//
// The rank of a value that has to stay where it is grows in the order of the program: a load, a phi, and what is a call for LLVM: a square
// root, a minimum, a function of the special function unit. The rank of any other operation is the highest of its operands and one more;
// a change of sign adds nothing. Constants have 0.
//
// Source: LLVM 7, lib/Transforms/Scalar/Reassociate.cpp, BuildRankMap and getRank. Order of the products: NVRTC 12.9, sm_90.
type ranking map[*Value]int

// blockRanks is how far the ranks of two blocks lie apart.
const blockRanks = 1 << 16

func newRanking(f *Func) ranking {
	r := ranking{}
	for i, b := range f.Blocks {
		rank := (i + 1) * blockRanks
		for _, v := range b.Values {
			if v.stays() {
				rank++
				r[v] = rank
			}
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			r.of(v)
		}
	}
	return r
}

// stays reports whether LLVM leaves an operation where it is.
func (v *Value) stays() bool {
	switch v.Op {
	case Add, Sub, Mul, Neg, And, Or, Xor, Not, Shl, Shr, Setp, Selp, PAnd, POr, PNot, Bitcast, Cvta, SharedAt, MulWide, MadWide, Mad,
		Mad24, Mul24:
		return v.Exact || v.Rounding != 0 // __fadd_rn and its kin are calls
	case Cvt:
		return v.Rounding != 0
	case Abs, Min, Max:
		return v.Type.Float()
	case Div, Rcp:
		return !v.Type.Float() || v.Flush
	}
	return !v.Op.has(leaf)
}

// of is the rank of a value.
func (r ranking) of(v *Value) int {
	if rank, ok := r[v]; ok {
		return rank
	}
	rank := 0
	switch v.Op {
	case ParamValue: // they come before all blocks
		rank = 3 + int(v.Imm)
	case Special:
		rank = blockRanks + 1
	default:
		for _, a := range v.Args {
			rank = max(rank, r.of(a))
		}
		if len(v.Args) > 0 && v.Op != Neg && v.Op != Not && v.Op != PNot {
			rank++
		}
	}
	r[v] = rank
	return rank
}
