package ir

import (
	"context"

	"warpbook.dev/gpumodel/cuda"
)

// Type is the type of a value. Pointers are U32 or U64, as the target says.
//
// The order matters: an unsigned type stands directly before the signed one of its size, which
// Type.signed and Type.unsigned rely on, and the floats come last.
type Type uint8

const (
	Void Type = iota
	Pred
	U8
	S8
	U16
	S16
	U32
	S32
	U64
	S64
	F32
	F64
)

// Space is the state space of a memory access, as in PTX.
//
// Shared, local and constant memory are windows with addresses of 32 bits. A Generic address can lie
// in any space but Const and has the size of a pointer.
type Space uint8

const (
	NoSpace Space = iota
	Global
	Shared
	Local
	Const
	ParamSpace
	Generic
)

// A Func is a kernel as a control-flow graph in static single assignment form.
// Device functions are inlined. Blocks[0] is the entry; Blocks are in reverse
// postorder, so that a block's immediate dominator precedes it.
type Func struct {
	Name   string
	Params []Param
	Blocks []*Block
	// Shared are the static __shared__ variables with their offsets from the
	// start of the kernel's shared memory; SharedBytes is their sum. The dynamic
	// (extern) part begins at the next multiple of 16, DynamicShared.
	Shared        []Var
	SharedBytes   int
	DynamicShared int
	// Chooses is true if a call may lead to one function or another: through a pointer, or a virtual one.
	Chooses bool
	// Cooperative is true if the blocks of the grid wait for one another: they have to be resident together,
	// and the last of Globals is the word at which they meet.
	Cooperative bool
	dynamic     Var // the extern array there
	// LocalBytes is the size of the thread's local memory: arrays that are
	// indexed dynamically or whose address is taken.
	LocalBytes int
	Locals     []Var    // the variables there
	Globals    []Var    // __device__ and __constant__ variables, laid out per space
	Textures   []string // the names of the file's texture references
	Formats    []string
	Nested     []string // the names of the kernels that it launches
	Host       bool     // a function of a host's program
	Library    bool     // of a host's code: a function of ours, whose work belongs to the line of its call
	Target     Target
	// nextID numbers the values. IDs are never reused, so that they order values by age.
	nextID int
	leaves map[leafKey]*Value // the constants, parameters and addresses of the entry block
	ctx    context.Context    // of the build; nil where nothing ends it early
	file   *cuda.File         // for errors
}

// Target is what the front half of the compiler must know of the device.
//
// The fields come from the device's table, so that no pass tests a compute capability.
type Target struct {
	PointerBits int // 32 on c.c. 1.x, 64 from 2.0
	// UnrollsPartly says that loops whose trips are not known are unrolled too.
	UnrollsPartly bool
	// NarrowsDoubles says that sums and products of floats that are computed as doubles and
	// rounded to float are computed as floats.
	NarrowsDoubles bool
	// PairsRemainders says that a remainder is computed from the quotient where both are wanted.
	PairsRemainders bool
	// DividesByProducts says that a quotient by a constant is computed from a product.
	DividesByProducts bool
	// JoinsSigns says that x >= 0 && y >= 0 is one comparison.
	JoinsSigns bool
	// JoinsLoads says that loads of neighbouring words of shared memory become one.
	JoinsLoads bool
	// ScaledAdd says that a sum with a scaled index is one instruction, whatever its width.
	ScaledAdd bool
	// UnrollLimit bounds full unrolling: trip count times the body's values.
	UnrollLimit int
	// IfConvertLimit is the most instructions of a side that become selects.
	IfConvertLimit int
	FMA            bool // contract a*b+c to fma (2.0 on) instead of mad (1.x)
	Arithmetic
	// MaxBlockDim and MaxGridDim bound threadIdx and blockIdx for the range
	// analysis; zeros mean the limits of compute capability 1.x.
	MaxBlockDim, MaxGridDim [3]int
	AsyncCopies             bool // from global to shared memory past the registers
	MmaK                    int  // products of an instruction of the tensor cores; 0 without them
	NativeMul32             bool // 32-bit integer multiply is one instruction (2.0 on)
	Part                    Part // what of the kernel is wanted
	// Lacks are the functions of CUDA C that the device lacks, as call.go names them; nil for none.
	Lacks *map[string]Lack
	// Checked says that faults shall show: what the source does stays as it is, see checked.go.
	Checked         bool
	SingleLiterals  bool // doubles that come from literals alone are floats
	NarrowInduction bool // addresses of 64 bits are computed anew in each iteration
	// StraightLineReduction computes an address from an earlier one in straight-line
	// code as well, not in loops alone (Wu et al.: gpucc, CGO 2016).
	StraightLineReduction bool
	// Calls says that the device has a stack and addresses of functions (2.0 on).
	Calls bool
	// MaxLocalBytes is the most local memory of a thread; 0 is any.
	MaxLocalBytes int
	// RegisterGoal is how many registers loads that are under way, and all else that
	// lives, shall fill at most; 0 is the usual number.
	// With LoadsByPressure 0 means that no register is free for early loads beyond minAhead.
	RegisterGoal int
	// RegistersOfAllWarps is how many registers a thread may have if all warps are to be on an SM, 0 if that is not known. Without
	// LoadsByPressure, loads and all else that is live keep to them as well.
	RegistersOfAllWarps int
	// HoistsAnticipated says that a loop-invariant value is computed in front of the loop only if every iteration computes it.
	HoistsAnticipated bool
	// AddressesAhead is how many registers a block may fill when the addresses of its stores are computed while its loads are under way.
	// With 0 they are computed in front of the stores.
	AddressesAhead int
	// LoadsByPressure says that loads go ahead one by one, as registers become free: ptxas does so from 7.0 on.
	LoadsByPressure bool
	// MergesAtomics says that one lane of a warp does an atomic for all where all have one address, and Reduces that there is an
	// instruction that combines a value of all lanes (redux).
	MergesAtomics, Reduces bool
	// UnitReciprocal says that 1.0f / x is the reciprocal of the special function unit, without a correction.
	UnitReciprocal bool
	// UnitTanh says that the special function unit has the hyperbolic tangent.
	UnitTanh bool
}

// Arithmetic says how exact the arithmetic on floats has to be. The zero value is what
// nvcc does by default.
type Arithmetic struct {
	FastMath      bool // --use_fast_math: all that follow but the last, and quick functions
	Flush         bool // --ftz=true: fp32 numbers too small for a full exponent count as 0
	FastDivision  bool // --prec-div=false
	FastSqrt      bool // --prec-sqrt=false
	NoContraction bool // --fmad=false: a*b+c stays two operations
}

// complete spells out what --use_fast_math implies.
func (a *Arithmetic) complete() {
	if a.FastMath {
		a.Flush, a.FastDivision, a.FastSqrt, a.NoContraction = true, true, true, false
	}
}

// Subnormal reports whether the bits are those of a float that --ftz=true takes for 0.
//
// The shift drops the sign. Minus one turns zero into the largest number, so that one comparison finds
// exactly the other numbers with exponent 0.
func Subnormal(bits uint64) bool { return uint32(bits)<<1-1 < 1<<24-1 }

// A Param is a kernel parameter at its offset in the parameter block.
//
// A struct passed by value becomes one Param for each of its scalars.
type Param struct {
	Name   string
	Type   Type // U32/U64 with Pointer set for pointers
	Offset int
	Size   int
	// Elem is the type a pointer points to and ElemSize its size in bytes.
	Pointer  bool
	Const    bool // pointer to const
	Restrict bool
	Elem     Type
	ElemSize int
	CType    string // as in the source, for messages
}

// A Var is a variable in a state space.
type Var struct {
	Name   string
	Offset int
	Size   int
	Space  Space
	Init   []byte // of a global; nil is zero
	Line   int    // of a __shared__ variable, in the source
	// Relocations are the words of Init that wait for the addresses of variables.
	Relocations []Relocation
	// Written is set for a global that the kernel may write.
	Written bool
	// Dims are the lengths of an array, and Elem is the size of its elements in bytes.
	Dims []int
	Elem int
}

// A Relocation is a word of 8 bytes, Offset bytes into the image of a global, that is the address of the global with number Of plus
// Addend bytes.
type Relocation struct {
	Offset, Of int
	Addend     int64
}

// A Block is a straight run of values that ends in a Jump, Branch or Return.
//
// Succs and Preds are kept consistent by hand: an edge is entered in both lists, and removing one also
// removes the argument of each phi in the target (removeEdge). Two edges between the same pair of blocks
// exist only while the target has no phis, since an argument could not be told from the other.
type Block struct {
	ID     int
	Values []*Value // phis first
	Term   Term
	Cond   *Value // of type Pred, for Branch
	Succs  []*Block
	Preds  []*Block
	// Line is that of a loop that it begins, Col its column, and EndLine the line of its Branch.
	Line, Col, EndLine int
	// Unroll is what a #pragma unroll says of the loop that it begins: 0 without a pragma, negative for one
	// without a number. Loops that were unrolled have 1. Switch says that it begins the tests of a switch.
	Unroll int
	Switch bool
	// Exit numbers the returns in the order of the source, from 1.
	Exit int
	// LoopDepth is 0 outside loops; Idom is the immediate dominator.
	LoopDepth int
	Idom      *Block
	down, up  int // its span in the dominator tree; see span
}

// Term is how a block ends.
type Term uint8

const (
	Jump   Term = iota // to Succs[0]
	Branch             // to Succs[0] if Cond, else Succs[1]
	Return
)

// A Value is one instruction and its result. Two values with the same Op, Type,
// Args, Imm and Aux that are Pure are the same value.
//
// Passes change values in place where the users should see the change (Args, Imm, Op of a fused sum);
// otherwise they make a new value and map the old one to it with Func.replace.
type Value struct {
	ID   int
	Op   Op
	Type Type // of the result; Void for Store, Bar, …
	Args []*Value
	// Imm holds the bits of a constant (zero-extended), the byte offset of an access (int64) or of
	// a shared or local address, the number of a parameter, a global, a special register, an element or
	// a format; for the other operations see Op.
	Imm   uint64
	Cmp   Cmp   // Setp
	From  Type  // Cvt: the source type; Setp: the operands' type
	Space Space // of Load, Store, Atom and of pointer values (provenance)
	Mem   Type  // of Load, Store, Atom and Tex: the type in memory
	Lanes int   // of a vector Load, Store or Tex: 2 or 4; otherwise 0
	Atom  AtomOp
	// Volatile marks a Load or Store that must happen as often as the source says.
	Volatile bool
	// Async marks a Load of a copy to shared memory that the thread does not wait for, and its Store; Matrix a Load of
	// ldmatrix: see copyasync.go and loadmatrix.go.
	Async  Async
	Matrix Matrix
	// Points is the space that a pointer points to which a Load reads, where it is known; see heldSpace.
	Points Space
	// ReadOnly marks a Load of what nobody writes while the kernel runs: an __ldg.
	ReadOnly bool
	// PastL1 marks a Load that goes to the L2: an __ldcg.
	PastL1 bool
	// Object is what the address of a Load, Store or Atom was computed from, where it is
	// asked for and known.
	Object *Object
	// Exact marks a float Add or Mul that must not be contracted (__fadd_rn, __fmul_rn).
	Exact bool
	// Rounding is how an Add, Sub, Mul, Fma, Div, Sqrt or Cvt with a float result rounds.
	Rounding Rounding
	// Flush says that subnormal operands and results are zeros, whatever the target says of them. A Rcp or Rsqrt in double
	// precision with it is what the special function unit has: the high word of a result, of the high word of an operand.
	Flush bool
	Block *Block
	Line  int // in the source
	Col   int // column there, 0 where it is not known
}

// A Funnel is the Imm of a Shf: the direction, and whether an amount above 32 is 32 or
// counts modulo 32.
const (
	FunnelLeft = iota
	FunnelRight
	FunnelLeftClamp
	FunnelRightClamp
)

// ShflMode is the Imm of a Shfl.
type ShflMode uint8

const (
	ShflIdx ShflMode = iota
	ShflUp
	ShflDown
	ShflXor
)

// Cmp is a comparison.
type Cmp uint8

const (
	EQ Cmp = iota
	NE
	LT
	LE
	GT
	GE
)

// The Imm of a Vote; VoteActive is __activemask.
const (
	VoteAll = iota
	VoteAny
	VoteBallot
	VoteActive
)

// The Imm of a Match: the lanes with the same value as one's own, or all of the mask or none.
const (
	MatchAny = iota
	MatchAll
)

// The Imm of a Membar: whose threads see the writes before it.
const (
	FenceBlock = iota
	FenceDevice
	FenceSystem
)

// A Fetch is the Imm of a Tex: by which function a texture is read.
type Fetch uint8

const (
	Tex1DFetch Fetch = iota // a texel of linear memory, by its number
	Tex1D
	Tex2D
	Tex3D
	Tex1DLayered // the last coordinate is the layer
	Tex2DLayered
	TexCubemap
)

// String is the function in CUDA C.
func (f Fetch) String() string {
	return [...]string{"tex1Dfetch", "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "texCubemap"}[f]
}

// Dims is the number of coordinates.
func (f Fetch) Dims() int { return [...]int{1, 1, 2, 3, 2, 3, 3}[f] }

// Coordinate is the type of the coordinates.
func (f Fetch) Coordinate() Type { return [...]Type{S32, F32, F32, F32, F32, F32, F32}[f] }

// Layered reports whether the last coordinate is the number of a layer.
func (f Fetch) Layered() bool { return f == Tex1DLayered || f == Tex2DLayered }

// AtomOp is the operation of an Atom.
type AtomOp uint8

const (
	AtomAdd AtomOp = iota
	AtomSub
	AtomExch
	AtomMin
	AtomMax
	AtomInc
	AtomDec
	AtomCAS
	AtomAnd
	AtomOr
	AtomXor
)

// The Imm of a Special: which special register.
const (
	TidX = iota
	TidY
	TidZ
	CtaidX
	CtaidY
	CtaidZ
	NtidX
	NtidY
	NtidZ
	NctaidX
	NctaidY
	NctaidZ
	WarpSize
	Clock
	Clock64
	LaneID
	GlobalTimer // nanoseconds
	NWarpID     // warps that an SM has at most
	NSMID       // SMs of the device
	SMID        // the SM of the block
	// What the barrier that the block has just passed found (the Imm of a Bar with a
	// predicate, too): for how many threads it holds, whether for all, and for any.
	BarCount
	BarAll
	BarAny
	// A Bar with a number and how many threads meet there: those that arrive wait, or go on. Tiles have numbers of their own.
	BarNamed
	BarArrive
	BarTile
)

// Changes tells whether a special register is to be read where it stands: a thread
// does not find the same in it all the time.
func Changes(special int) bool { return Time(special) || special >= BarCount }

// Time tells whether a special register has the time: in clocks, or in nanoseconds.
func Time(special int) bool { return special == Clock || special == Clock64 || special == GlobalTimer }

// Scheduled tells whether a special register says what is known only while the kernel runs: the time, or the SM.
func Scheduled(special int) bool { return Time(special) || special == SMID }
