package vector

// A Kind is what an operation does. The numbers are those of the table in handlers.h.
type Kind uint32

// The kinds. Words are integers of 32 bits but where a name says otherwise: F floats, L integers of 64 bits (long),
// D doubles, P predicates. A signed operation ends in S, where there is an unsigned one too.
const (
	Mov  Kind = iota
	Selp      // D = lanes of B in the predicate A, lanes of C elsewhere
	Add
	Sub
	Mul
	Mad // A*B + C
	And
	Or
	Xor
	Shl // by more than 31 gives 0
	Shr
	ShrS // by more than 31 gives the sign
	Min
	Max
	MinS
	MaxS
	MulHi
	MulHiS
	AddL
	SubL
	MulWide  // L from words
	MulWideS // the same
	MadWide  // L from words, and C is L
	MadWideS
	AddF
	SubF
	MulF
	FmaF
	FmaRoundF // FmaF rounded in the direction X: toward zero, up or down
	MadZ      // A*B + C, the product cut off to 24 bits, and to zero where it is subnormal
	MinF      // a NaN gives way to the other operand
	MaxF
	DivF
	SqrtF
	FlushF // a subnormal number becomes a zero of its sign
	AddD
	SubD
	MulD
	FmaD
	DivD
	Div // by zero gives all ones
	DivS
	Rem // by zero gives the dividend
	RemS
	FromS  // F from a signed integer
	From   // F from an unsigned integer
	FromSD // D from a signed integer
	ToS    // a signed integer from F: truncated, at the limits for what is beyond, 0 of a NaN
	Widen  // D from F
	Narrow
	SinF
	CosF
	ExpF
	Exp2F
	LogF
	Log2F
	// What the special function unit computes, see package sfu, and quotients that are made with it.
	UnitRcp
	UnitRsqrt
	UnitSqrt
	UnitExp2
	UnitLog2
	UnitSin
	UnitCos
	UnitTanh
	UnitDiv
	UnitDivFull
	Shuffle // D = of A the lane that C says, modulo 32
	// Comparisons: the predicate D says where they hold.
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	LtS
	LeS
	GtS
	GeS
	EqF
	NeF
	LtF
	LeF
	GtF
	GeF
	// Predicates. Of the first three X says which operands are negated: 1 for A, 2 for B.
	MovP
	AndP
	OrP
	SelP   // D = bits of A in the predicate B, of D elsewhere
	CountP // the number of lanes of A is added to the eight bytes at D
	// Flow: what a warp does as long as it stays together. Each stops where Go has to go on.
	Enter // the begin of a basic block: see Gauge
	Jump  // by D operations, if all lanes of B are in A, on if none is; X is 1 if A is negated; the lanes are added at C
	Leave // stops if a lane of B is in A; X is as for Jump
	Whole // stops if a lane is not in A, and is tallied at D
	// Touch is the load or store of the access number X by the lanes of A, if a pattern is known; otherwise it stops.
	Touch
	// Stop, and every number above, ends Run.
	Stop
)
