package ir

import "math"

// Registers hold 32- or 64-bit integers, floats or predicates. Char and short
// values are kept extended to 32 bits: their types appear only as Mem of a Load
// or Store and as From of a Cvt, which then extends the low bits of its operand.
// An integer operand may be of either signedness; the operation's Type decides.

// Size is the type's size in memory, in bytes; a predicate is stored as one byte.
func (t Type) Size() int { return typeInfo[t].size }

// Float is true for F32 and F64.
func (t Type) Float() bool { return t >= F32 }

// Integer is true for the integer types.
func (t Type) Integer() bool { return t >= U8 && t <= S64 }

// Signed is true for the signed integer types.
func (t Type) Signed() bool { return t.Integer() && typeInfo[t].signed }

// String is PTX's name without the dot.
func (t Type) String() string { return typeInfo[t].name }

// Floats count as signed, because a comparison of floats is never the unsigned one.
var typeInfo = [...]struct {
	name   string
	size   int
	signed bool
}{
	Void: {"void", 0, false}, Pred: {"pred", 1, false},
	U8: {"u8", 1, false}, S8: {"s8", 1, true}, U16: {"u16", 2, false}, S16: {"s16", 2, true},
	U32: {"u32", 4, false}, S32: {"s32", 4, true}, U64: {"u64", 8, false}, S64: {"s64", 8, true},
	F32: {"f32", 4, true}, F64: {"f64", 8, true},
}

// class folds the signedness away: types of one class fit the same register.
//
// Check compares operands by class: add.u32 may read the result of add.s32, as in PTX.
func (t Type) class() Type {
	switch t {
	case U8, U16, S8, S16, S32:
		return U32
	case S64:
		return U64
	}
	return t
}

// signed and unsigned are the integer types of the same size.
//
// They rely on the order of the constants: each signed type follows its unsigned one.
func (t Type) signed() Type {
	if t.Integer() && !t.Signed() {
		return t + 1
	}
	return t
}

func (t Type) unsigned() Type {
	if t.Integer() && t.Signed() {
		return t - 1
	}
	return t
}

// wrap reduces bits to the type's width, zero-extended: the form of Imm.
//
// Every Imm of a Constant is wrapped, so that constants can be compared as numbers.
func (t Type) wrap(bits uint64) uint64 {
	switch t.Size() {
	case 1:
		if t == Pred {
			return bits & 1
		}
		return uint64(uint8(bits))
	case 2:
		return uint64(uint16(bits))
	case 4:
		return uint64(uint32(bits))
	}
	return bits
}

// extend reads wrapped bits as the type's value, sign-extended for signed types.
//
// The bits of a U64 above 2^63 come out negative: callers that divide or compare treat U64 apart.
func (t Type) extend(bits uint64) int64 {
	switch t {
	case S8:
		return int64(int8(bits))
	case S16:
		return int64(int16(bits))
	case S32:
		return int64(int32(bits))
	}
	return int64(t.wrap(bits))
}

// float reads the bits of an F32 or F64.
func (t Type) float(bits uint64) float64 {
	if t == F32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// floatBits rounds x to the type.
//
// A float result may be computed in double precision and rounded here: for one +, -, *, / or square
// root of floats both roundings give the float that one rounding gives (Figueroa, 1995).
//
// There is one NaN of each type, as on the hardware: CUDART_NAN_F and CUDART_NAN of CUDA's math_constants.h.
func (t Type) floatBits(x float64) uint64 {
	switch {
	case t == F32 && x != x:
		return 0x7fffffff
	case t == F32:
		return uint64(math.Float32bits(float32(x)))
	case x != x:
		return 0xfff8000000000000
	}
	return math.Float64bits(x)
}

// hostNaN is the NaN of an x86-64 processor with the sign of x; a GPU's is that of floatBits.
func (t Type) hostNaN(x float64) uint64 {
	quiet, sign := uint64(0x7ff8000000000000), uint64(1)<<63
	if t == F32 {
		quiet, sign = 0x7fc00000, 1<<31
	}
	if math.Signbit(x) {
		return quiet | sign
	}
	return quiet
}
