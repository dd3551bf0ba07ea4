package ir

// Op is the operation of a Value, with PTX's names.
type Op uint8

const (
	OpInvalid Op = iota
	// Leaves.
	Constant   // Imm holds the bits
	ParamValue // kernel parameter number Imm
	Special    // special register Imm
	SharedAddr // address of shared offset Imm (a 32-bit or pointer-wide value)
	LocalAddr  // address of local offset Imm
	GlobalAddr // address of the global variable number Imm
	TextureRef // texture reference number Imm of the file
	Phi        // one argument per predecessor, in Preds order
	// Arithmetic; operands and result of type Type.
	Add
	Sub
	Mul   // low half for integers
	MulHi // high half
	MulWide
	MadWide // a*b+c, factors of type From, the rest twice as wide
	Mul24
	Mad   // a*b+c, integer low half or c.c. 1.x float (product truncated)
	Mad24 // a*b+c on the low 24 bits
	Fma   // fused
	Div
	DivApprox // div.approx.f32, __fdividef
	DivFull   // div.full.f32: what -prec-div=false makes of /
	Rem
	Abs
	Neg
	Min
	Max
	And
	Or
	Xor
	Not
	Shl // the shift count is U32
	Shr // arithmetic for signed types
	Sat
	Rcp
	Sqrt
	SqrtApprox // sqrt.approx.f32: what -prec-sqrt=false makes of sqrtf
	Rsqrt
	Sin // the SFU's approximations: __sinf, …
	Cos
	Ex2
	Lg2
	Math // a precise library function, named by Imm (MathFunc); expanded by isa into its cost
	Floor
	Ceil
	Trunc
	Round
	Popc
	Clz
	Ffs
	Brev // the bits in reverse order
	Prmt // bytes of the first and third argument, chosen by the digits of the second
	Shf  // 32 bits out of the first (low) and third argument, shifted by the second; Imm: a Funnel
	// Predicates, selection and conversion.
	Setp // Cmp on operands of type From, result Pred
	Selp // Args: pred, a, b
	PAnd
	POr
	PNot
	Cvt      // From → Type
	FromHalf // the low 16 bits of an integer, read as half precision, as F32
	ToHalf   // F32 → the 16 bits of half precision, rounded to the nearest, as U32
	Bitcast  // the same bits as a value of Type (__float_as_int)
	Cvta     // an address in Space → the same place as a generic address; Imm: the Space it comes from
	// Memory. A Load's Args: address; a Store's: address, value(s).
	Load
	Extract // element Imm of a vector Load
	Store
	Atom // Args: address, operand (CAS: address, compare, value)
	// Tex reads a texture. Args: the texture (a TextureRef, or a cudaTextureObject_t)
	// and the coordinates; Imm: a Fetch; Mem and Lanes: what a texel has to hold.
	Tex
	// Effects.
	Bar    // Args: none, or the predicate that the threads of the block bring; Imm: BarCount, …
	Membar // Imm: FenceBlock, …
	// The collectives (see collective.go), whose last argument is the mask of the lanes
	// that take part; that of a Vote or a Shfl from before 9.0's _sync has none.
	Vote      // Imm: VoteAll, …; Args: predicate
	Shfl      // Imm: a ShflMode; Args: value, lane or delta, bounds
	Match     // Imm: MatchAny or MatchAll; Args: value
	Redux     // Imm: an AtomOp; Args: value
	WarpBar   // __syncwarp
	Nanosleep // Args: the nanoseconds
	Printf
	Assert
	Use // reads its argument and does nothing: see Part
	numOps
)
