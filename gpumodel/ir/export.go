package ir

// Evaluate computes what v does to the bits of its arguments, with CUDA's rules
// (integers wrap, shift counts clamp, conversions saturate), as the constant
// folder does. Only v's operation, types and Imm are read. ok is false for
// division by zero, the SFU's approximations, library functions and everything
// that is not a pure computation.
func Evaluate(v *Value, args []uint64) (result uint64, ok bool) { return evaluate(v, args) }

// Bits cuts bits to the type's width: the form in which values are held.
func (t Type) Bits(bits uint64) uint64 { return t.wrap(bits) }

// Value reads the bits of a number of the type.
func (t Type) Value(bits uint64) float64 {
	switch {
	case t.Float():
		return t.float(bits)
	case t.Signed():
		return float64(t.extend(bits))
	}
	return float64(t.wrap(bits))
}

// FloatBits rounds x to the floating-point type and returns its bits.
func (t Type) FloatBits(x float64) uint64 { return t.floatBits(x) }

// Extend reads the bits of an integer of the type, sign-extended if it is signed.
func (t Type) Extend(bits uint64) int64 { return t.extend(bits) }

// Compare decides a comparison of two values of the type.
func (t Type) Compare(c Cmp, a, b uint64) bool { return compare(c, t, a, b) }
