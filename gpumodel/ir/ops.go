package ir

// Op is the operation of a Value, with PTX's names. All that the compiler, the warps and the
// checker have to know of an operation, its meaning apart, is its row of the table below.
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
	Tanh // from 7.5 on
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
	Dp4a // a sum of four products of bytes: of the first two arguments, signed as the type is, added to the third
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
	SharedAt // a number as an address in shared memory
	// Memory. A Load's Args: address; a Store's: address, value(s).
	Load
	Extract // element Imm of a vector Load
	Store
	Atom // Args: address, operand (CAS: address, compare, value)
	// Tex reads a texture. Args: the texture (a TextureRef, or a cudaTextureObject_t)
	// and the coordinates; Imm: a Fetch; Mem and Lanes: what a texel has to hold.
	Tex
	// Effects.
	// Bar has no Args, or the predicate that the threads of the block bring (Imm: BarCount, …), or the number of a barrier
	// and how many threads meet there, 0 for all (BarNamed, BarArrive).
	Bar
	Membar // Imm: FenceBlock, …
	// CopyGroup ends a group of the thread's asynchronous copies, or waits for all but the last Imm of them: see copyasync.go.
	CopyGroup
	// The collectives (see collective.go), whose last argument is the mask of the lanes
	// that take part; that of a Vote or a Shfl from before 9.0's _sync has none.
	Vote      // Imm: VoteAll, …; Args: predicate
	Shfl      // Imm: a ShflMode; Args: value, lane or delta, bounds
	Match     // Imm: MatchAny or MatchAll; Args: value
	Redux     // Imm: an AtomOp; Args: value
	Mma       // a product of matrices: see mma.go
	WarpBar   // __syncwarp
	Nanosleep // Args: the nanoseconds
	Printf
	Assert // Imm: the number of its message among the formats and 1, or 0; Args: what shall hold, and the message's arguments
	// Launch launches the kernel number Imm-1 of the function's Nested; with Imm 0 the thread waits for all that its block
	// has launched. Args: the three sizes of the grid, those of the block, the bytes of shared memory, the scalars of the parameters.
	Launch
	// Runtime is a call of what host code finds outside of its text: the system and the runtime of CUDA. Imm: the number of its name
	// among the program's Runtime; Args: any; the result is U64. It may read and write all memory.
	Runtime
	// Invoke calls the function number Imm of a host's program; Args: its scalars. Result ends with what a function returns: its
	// argument is the value of the Invoke.
	Invoke
	Result
	Use // reads its argument and does nothing: see Part
	numOps
)

// An opRow is the row of an operation in the table.
type opRow struct {
	name string // PTX's, without types
	// functions are those of CUDA C that are the operation on values of the type of their result.
	functions string
	traits    traits
	form      textForm
	// operands are the types of the operands, the last one that of all that follow; none means
	// the type of the result.
	operands []operandType
	flops    int // floating-point operations where the result is a float
}

// traits are what is true or not of an operation.
//
// A pass asks for traits and not for operations, so that a new operation needs a row and no changes
// elsewhere. pure is the strongest promise: number merges such values, hoist moves them out of loops,
// ifConvert computes them where the source would not, and dropDead drops them.
type traits uint32

const (
	leaf        traits = 1 << iota // lives in the entry block and has no arguments
	pure                           // same arguments, same result, no effect: may be merged, moved, repeated and dropped
	commutative                    // in its first two arguments
	exchanges                      // lowered, its first two sources may change places, perhaps with another comparison or sign
	signless                       // of integers, the low bits of the result don't depend on the sign of the operands
	slow                           // not computed ahead of time where it may not be needed
	narrows                        // a double result that is rounded to float may be computed in float
	copies                         // leaves the bits of a float as they are, subnormal numbers among them
	byOperand                      // its instructions are told apart by the type of the operands, not of the result
	effect                         // stays though nobody uses the result
	access                         // of memory at an address, which is the first argument
	reads                          // memory
	writes                         // memory
	orders                         // accesses before it come before those behind it: shared memory may hold other values afterwards
	collective                     // the lanes of a warp do it together
	unguarded                      // an instruction of it can't stand under a guard
	outputs                        // the host sees that it happened
)

// A textForm says which types stand behind the name in the text form.
type textForm uint8

const (
	textTyped   textForm = iota // that of the result
	textBare                    // none
	textFrom                    // that of the operands
	textBoth                    // result and operands
	textBits                    // .b32: the size alone
	textTwice                   // that of the result, twice
	textMul                     // that of the result; floats have no .lo
	textSpelled                 // see Value.spelling
)

// An operandType is the type of an operand.
type operandType uint8

const (
	ofType    operandType = iota // Type
	ofFrom                       // From
	ofWord                       // U32
	ofPred                       // Pred
	ofAny                        // its own
	ofMem                        // Mem
	ofTexture                    // that of a texture's coordinates
)

var ops = [numOps]opRow{
	OpInvalid:  {name: "invalid"},
	Constant:   {name: "const", traits: leaf | pure},
	ParamValue: {name: "ld.param", traits: leaf | pure},
	Special:    {name: "mov", traits: leaf | pure},
	SharedAddr: {name: "mov", traits: leaf | pure},
	LocalAddr:  {name: "mov", traits: leaf | pure},
	GlobalAddr: {name: "mov", traits: leaf | pure},
	TextureRef: {name: "mov", traits: leaf | pure},
	Phi:        {name: "phi"},

	Add:        {name: "add", traits: pure | commutative | exchanges | signless | narrows, flops: 1},
	Sub:        {name: "sub", traits: pure | exchanges | signless | narrows, flops: 1},
	Mul:        {name: "mul.lo", traits: pure | commutative | exchanges | signless | narrows, form: textMul, flops: 1},
	MulHi:      {name: "mul.hi", functions: "__mulhi __umulhi __mul64hi __umul64hi", traits: pure | commutative},
	MulWide:    {name: "mul.wide", traits: pure | commutative, form: textFrom, operands: []operandType{ofFrom}},
	MadWide:    {name: "mad.wide", traits: pure | commutative | exchanges, form: textFrom, operands: []operandType{ofFrom, ofFrom, ofType}},
	Mul24:      {name: "mul24.lo", functions: "__mul24 __umul24", traits: pure | commutative | exchanges},
	Mad:        {name: "mad.lo", traits: pure | commutative | exchanges | signless | narrows, form: textMul, flops: 2},
	Mad24:      {name: "mad24.lo", traits: pure | commutative | exchanges},
	Fma:        {name: "fma.rn", functions: "fmaf fma __fmaf_rn __fma_rn", traits: pure | commutative | exchanges | narrows, flops: 2},
	Div:        {name: "div", functions: "__fdiv_rn __ddiv_rn", traits: pure | slow | narrows, flops: 1},
	DivApprox:  {name: "div.approx", functions: "__fdividef", traits: pure | slow, flops: 1},
	DivFull:    {name: "div.full", traits: pure | slow, flops: 1},
	Rem:        {name: "rem", traits: pure | slow},
	Abs:        {name: "abs", functions: "abs labs llabs fabsf fabs", traits: pure | narrows},
	Neg:        {name: "neg", traits: pure | signless | narrows},
	Min:        {name: "min", functions: "min fminf fmin umin", traits: pure | commutative | exchanges | narrows},
	Max:        {name: "max", functions: "max fmaxf fmax umax", traits: pure | commutative | exchanges | narrows},
	And:        {name: "and", traits: pure | commutative | exchanges | signless, form: textBits},
	Or:         {name: "or", traits: pure | commutative | exchanges | signless, form: textBits},
	Xor:        {name: "xor", traits: pure | commutative | exchanges | signless, form: textBits},
	Not:        {name: "not", traits: pure | signless, form: textBits},
	Shl:        {name: "shl", traits: pure | signless, form: textBits, operands: []operandType{ofType, ofWord}},
	Shr:        {name: "shr", traits: pure, operands: []operandType{ofType, ofWord}},
	Sat:        {name: "cvt.sat", functions: "__saturatef", traits: pure},
	Rcp:        {name: "rcp.approx", traits: pure | narrows, flops: 1},
	Sqrt:       {name: "sqrt", functions: "__fsqrt_rn __dsqrt_rn", traits: pure | slow | narrows, flops: 1},
	SqrtApprox: {name: "sqrt.approx", traits: pure | slow, flops: 1},
	Rsqrt:      {name: "rsqrt.approx", functions: "rsqrtf rsqrt", traits: pure, flops: 1},
	Sin:        {name: "sin.approx", functions: "__sinf", traits: pure, flops: 1},
	Cos:        {name: "cos.approx", functions: "__cosf", traits: pure, flops: 1},
	Ex2:        {name: "ex2.approx", traits: pure, flops: 1},
	Lg2:        {name: "lg2.approx", functions: "__log2f", traits: pure, flops: 1},
	Tanh:       {name: "tanh.approx", functions: "__tanh", traits: pure, flops: 1},
	Math:       {name: "call", traits: pure | slow | narrows, form: textSpelled, operands: []operandType{ofAny}, flops: 1},
	Floor:      {name: "cvt.rmi", functions: "floorf floor", traits: pure, form: textTwice},
	Ceil:       {name: "cvt.rpi", functions: "ceilf ceil", traits: pure, form: textTwice},
	Trunc:      {name: "cvt.rzi", functions: "truncf trunc", traits: pure, form: textTwice},
	Round:      {name: "cvt.rni", functions: "rintf rint nearbyintf nearbyint", traits: pure, form: textTwice},
	Popc:       {name: "popc", traits: pure | byOperand, form: textFrom, operands: []operandType{ofFrom}},
	Clz:        {name: "clz", traits: pure | byOperand, form: textFrom, operands: []operandType{ofFrom}},
	Ffs:        {name: "ffs", traits: pure | byOperand, form: textFrom, operands: []operandType{ofFrom}},
	Brev:       {name: "brev", functions: "__brev __brevll", traits: pure},
	Prmt:       {name: "prmt", traits: pure},
	Dp4a:       {name: "dp4a", functions: "__dp4a", traits: pure | commutative},
	Shf:        {name: "shf", traits: pure, form: textSpelled},

	Setp:     {name: "setp", traits: pure | exchanges | byOperand, form: textSpelled, operands: []operandType{ofFrom}},
	Selp:     {name: "selp", traits: pure | copies | narrows, operands: []operandType{ofPred, ofType}},
	PAnd:     {name: "and", traits: pure | commutative, operands: []operandType{ofPred}},
	POr:      {name: "or", traits: pure | commutative, operands: []operandType{ofPred}},
	PNot:     {name: "not", traits: pure, operands: []operandType{ofPred}},
	Cvt:      {name: "cvt", traits: pure, form: textBoth, operands: []operandType{ofFrom}},
	FromHalf: {name: "cvt.f32.f16", traits: pure | copies, form: textBare, operands: []operandType{ofFrom}},
	ToHalf:   {name: "cvt.rn.f16.f32", traits: pure | copies, form: textBare, operands: []operandType{ofFrom}},
	Bitcast:  {name: "mov", traits: pure, form: textBits, operands: []operandType{ofAny}},
	Cvta:     {name: "cvta", traits: pure, form: textSpelled, operands: []operandType{ofAny}},
	SharedAt: {name: "mov", traits: pure, form: textBits, operands: []operandType{ofAny}},

	Load:    {name: "ld", traits: access | reads, form: textSpelled, operands: []operandType{ofAny}},
	Extract: {name: "mov", operands: []operandType{ofAny}},
	Store:   {name: "st", traits: access | writes | effect, form: textSpelled, operands: []operandType{ofAny, ofMem}},
	Atom:    {name: "atom", traits: access | reads | writes | effect, form: textSpelled, operands: []operandType{ofAny, ofMem}},
	Tex:     {name: "tex", traits: reads, form: textSpelled, operands: []operandType{ofAny, ofTexture}},

	Bar:       {name: "bar.sync", traits: effect | orders | unguarded, form: textSpelled, operands: []operandType{ofAny}},
	Membar:    {name: "membar", traits: effect | orders | unguarded, form: textBare},
	CopyGroup: {name: "cp.async", traits: effect | orders | unguarded, form: textSpelled},
	Vote:      {name: "vote", traits: effect | collective | unguarded, form: textSpelled, operands: []operandType{ofPred, ofWord}},
	Shfl:      {name: "shfl", traits: effect | collective | unguarded, form: textSpelled, operands: []operandType{ofType, ofWord}},
	Match: {name: "match", traits: byOperand | effect | collective | unguarded, form: textSpelled,
		operands: []operandType{ofFrom, ofWord}},
	Redux:     {name: "redux", traits: effect | collective | unguarded, form: textSpelled, operands: []operandType{ofType, ofWord}},
	Mma:       {name: "mma.sync", traits: effect | unguarded, form: textSpelled, operands: []operandType{ofType, ofAny}},
	WarpBar:   {name: "bar.warp", traits: effect | orders | collective | unguarded, form: textSpelled, operands: []operandType{ofWord}},
	Nanosleep: {name: "nanosleep", traits: effect | unguarded, form: textSpelled, operands: []operandType{ofWord}},
	Printf:    {name: "printf", traits: effect | unguarded | outputs, form: textBare, operands: []operandType{ofAny}},
	Launch:    {name: "launch", traits: effect | unguarded | outputs, form: textBare, operands: []operandType{ofAny}},
	Runtime:   {name: "runtime", traits: effect | orders | unguarded | outputs, form: textBare, operands: []operandType{ofAny}},
	Invoke:    {name: "invoke", traits: effect | orders | unguarded | outputs, form: textBare, operands: []operandType{ofAny}},
	Result:    {name: "result", traits: effect | unguarded | outputs, form: textBare, operands: []operandType{ofAny}},
	Assert:    {name: "assert", traits: effect | unguarded | outputs, form: textBare, operands: []operandType{ofPred, ofAny}},
	Use:       {name: "use", traits: effect, form: textFrom, operands: []operandType{ofFrom}},
}

func (op Op) has(t traits) bool { return ops[op].traits&t != 0 }

// String is PTX's name of the operation, without types.
func (op Op) String() string { return ops[op].name }

// Pure reports whether the result depends on the arguments alone and nothing else happens.
func (op Op) Pure() bool { return op.has(pure) }

// Exchanges reports whether the first two sources of an instruction may change places, perhaps
// with another comparison or sign.
func (op Op) Exchanges() bool { return op.has(exchanges) }

// Signless reports whether the low bits of an integer result don't depend on the operands' sign.
func (op Op) Signless() bool { return op.has(signless) }

// Copies reports whether the operation leaves the bits of a float as they are.
func (op Op) Copies() bool { return op.has(copies) }

// ByOperand reports whether the type of the operands tells the instructions of the operation
// apart; otherwise that of the result does.
func (op Op) ByOperand() bool { return op.has(byOperand) }

// Accesses reports whether the operation accesses memory at an address: loads, stores, atomics.
func (op Op) Accesses() bool { return op.has(access) }

// Reads reports whether the result comes from memory, textures included.
func (op Op) Reads() bool { return op.has(reads) }

// Writes reports whether the operation writes memory.
func (op Op) Writes() bool { return op.has(writes) }

// Orders reports whether accesses on either side of the operation stay there.
func (op Op) Orders() bool { return op.has(orders) }

// Collective reports whether the lanes of a warp do the operation together.
func (op Op) Collective() bool { return op.has(collective) }

// Guardable reports whether an instruction of the operation may stand under a guard.
func (op Op) Guardable() bool { return !op.has(unguarded) }

// Outputs reports whether the host sees that the operation happened.
func (op Op) Outputs() bool { return op.has(outputs) }

// Flops is the number of floating-point operations for a result of type t.
func (op Op) Flops(t Type) int {
	if !t.Float() {
		return 0
	}
	return ops[op].flops
}

// An Operation is an operation with its types.
type Operation struct {
	Op              Op
	Type, From, Mem Type
}

// Operand is the type of operand i, Void where the operation takes it as it comes. The
// coordinates of a texture are of type From.
//
// Check compares it with the arguments, and package isa chooses the registers by it.
func (o Operation) Operand(i int) Type {
	row := &ops[o.Op]
	kind := ofType
	if n := len(row.operands); n > 0 {
		kind = row.operands[min(i, n-1)]
	}
	switch kind {
	case ofFrom, ofTexture:
		return o.From
	case ofWord:
		return U32
	case ofPred:
		return Pred
	case ofAny:
		return Void
	case ofMem:
		return o.Mem
	}
	return o.Type
}

// Pure reports whether the result of v depends on its arguments alone and nothing else happens.
// The clock is a Special that is not.
func (v *Value) Pure() bool { return v.Op.has(pure) && !v.isClock() }

// Leaf is true for constants, parameters, special registers and addresses of
// variables: they stand at the start of the entry block and cost nothing there.
func (v *Value) Leaf() bool { return v.Op.has(leaf) && !v.isClock() }

func (v *Value) isClock() bool {
	return v.Op == Special && Time(int(v.Imm))
}

// Effect is true for values that must stay though nobody uses them.
//
// Loads are no effects: an unused load disappears, as it does in nvcc. In the checked build dropDead
// keeps them, since a load out of bounds is a fault.
func (v *Value) Effect() bool { return v.Op.has(effect) || v.Volatile || v.isClock() }
