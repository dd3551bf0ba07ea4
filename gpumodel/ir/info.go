package ir

// opInfo is what the passes and the text form know of an operation.
type opInfo struct {
	name        string
	leaf        bool // lives in the entry block, has no arguments
	pure        bool // same arguments, same result, no effect: may be merged, moved and dropped
	commutative bool // in its first two arguments
	// wraps marks integer operations whose low bits do not depend on the sign.
	wraps bool
}

var ops = [numOps]opInfo{
	OpInvalid:  {name: "invalid"},
	Constant:   {name: "const", leaf: true, pure: true},
	ParamValue: {name: "ld.param", leaf: true, pure: true},
	Special:    {name: "mov", leaf: true, pure: true},
	SharedAddr: {name: "mov", leaf: true, pure: true},
	LocalAddr:  {name: "mov", leaf: true, pure: true},
	GlobalAddr: {name: "mov", leaf: true, pure: true},
	TextureRef: {name: "mov", leaf: true, pure: true},
	Phi:        {name: "phi"},
	Add:        {name: "add", pure: true, commutative: true, wraps: true},
	Sub:        {name: "sub", pure: true, wraps: true},
	Mul:        {name: "mul.lo", pure: true, commutative: true, wraps: true},
	MulHi:      {name: "mul.hi", pure: true, commutative: true},
	MulWide:    {name: "mul.wide", pure: true, commutative: true},
	MadWide:    {name: "mad.wide", pure: true, commutative: true},
	Mul24:      {name: "mul24.lo", pure: true, commutative: true},
	Mad:        {name: "mad.lo", pure: true, commutative: true, wraps: true},
	Mad24:      {name: "mad24.lo", pure: true, commutative: true},
	Fma:        {name: "fma.rn", pure: true, commutative: true},
	Div:        {name: "div", pure: true},
	DivApprox:  {name: "div.approx", pure: true},
	DivFull:    {name: "div.full", pure: true},
	Rem:        {name: "rem", pure: true},
	Abs:        {name: "abs", pure: true},
	Neg:        {name: "neg", pure: true, wraps: true},
	Min:        {name: "min", pure: true, commutative: true},
	Max:        {name: "max", pure: true, commutative: true},
	And:        {name: "and", pure: true, commutative: true, wraps: true},
	Or:         {name: "or", pure: true, commutative: true, wraps: true},
	Xor:        {name: "xor", pure: true, commutative: true, wraps: true},
	Not:        {name: "not", pure: true, wraps: true},
	Shl:        {name: "shl", pure: true, wraps: true},
	Shr:        {name: "shr", pure: true},
	Sat:        {name: "cvt.sat", pure: true},
	Rcp:        {name: "rcp.approx", pure: true},
	Sqrt:       {name: "sqrt", pure: true},
	SqrtApprox: {name: "sqrt.approx", pure: true},
	Rsqrt:      {name: "rsqrt.approx", pure: true},
	Sin:        {name: "sin.approx", pure: true},
	Cos:        {name: "cos.approx", pure: true},
	Ex2:        {name: "ex2.approx", pure: true},
	Lg2:        {name: "lg2.approx", pure: true},
	Math:       {name: "call", pure: true},
	Floor:      {name: "cvt.rmi", pure: true},
	Ceil:       {name: "cvt.rpi", pure: true},
	Trunc:      {name: "cvt.rzi", pure: true},
	Round:      {name: "cvt.rni", pure: true},
	Popc:       {name: "popc", pure: true},
	Clz:        {name: "clz", pure: true},
	Ffs:        {name: "ffs", pure: true},
	Brev:       {name: "brev", pure: true},
	Prmt:       {name: "prmt", pure: true},
	Shf:        {name: "shf", pure: true},
	Setp:       {name: "setp", pure: true},
	Selp:       {name: "selp", pure: true},
	PAnd:       {name: "and", pure: true, commutative: true},
	POr:        {name: "or", pure: true, commutative: true},
	PNot:       {name: "not", pure: true},
	Cvt:        {name: "cvt", pure: true},
	FromHalf:   {name: "cvt.f32.f16", pure: true},
	ToHalf:     {name: "cvt.rn.f16.f32", pure: true},
	Bitcast:    {name: "mov", pure: true},
	Cvta:       {name: "cvta", pure: true},
	Load:       {name: "ld"},
	Extract:    {name: "mov", pure: true},
	Store:      {name: "st"},
	Atom:       {name: "atom"},
	Tex:        {name: "tex"},
	Bar:        {name: "bar.sync"},
	Membar:     {name: "membar"},
	Vote:       {name: "vote"},
	Shfl:       {name: "shfl"},
	Match:      {name: "match"},
	Redux:      {name: "redux"},
	WarpBar:    {name: "bar.warp"},
	Nanosleep:  {name: "nanosleep"},
	Printf:     {name: "printf"},
	Assert:     {name: "assert"},
	Use:        {name: "use"},
}

// String is PTX's name of the operation, without types.
func (op Op) String() string { return ops[op].name }

// Pure is true for operations whose result depends on their arguments alone and
// that have no effect. The clock is a Special that is not.
func (v *Value) Pure() bool {
	return ops[v.Op].pure && !v.isClock()
}

// Leaf is true for constants, parameters, special registers and addresses of
// variables: they stand at the start of the entry block and cost nothing there.
func (v *Value) Leaf() bool { return ops[v.Op].leaf && !v.isClock() }

func (v *Value) isClock() bool {
	return v.Op == Special && (v.Imm == Clock || v.Imm == Clock64)
}

// effect is true for values that must stay though nobody uses them.
func (v *Value) effect() bool {
	switch v.Op {
	case Store, Atom, Bar, Membar, Vote, Shfl, Match, Redux, WarpBar, Nanosleep, Printf, Assert, Use:
		return true
	case Load:
		return v.Volatile
	}
	return v.isClock()
}

// memory is true for the accesses of memory.
func (v *Value) memory() bool { return v.Op == Load || v.Op == Store || v.Op == Atom }

// A MathFunc is a precise library function: the Imm of a Math.
type MathFunc uint8

const (
	MathSin MathFunc = iota
	MathCos
	MathTan
	MathAsin
	MathAcos
	MathAtan
	MathAtan2
	MathSinh
	MathCosh
	MathTanh
	MathAsinh
	MathAcosh
	MathAtanh
	MathExp
	MathExp2
	MathExp10
	MathExpm1
	MathLog
	MathLog2
	MathLog10
	MathLog1p
	MathPow
	MathCbrt
	MathHypot
	MathErf
	MathErfc
	MathTgamma
	MathLgamma
	MathFmod
	MathRound // half away from zero; the op Round goes to even
	MathCopysign
	MathIsnan // the result is S32, the argument's type stands in From
	MathIsinf
	MathIsfinite
	MathSinpi
	MathCospi
	MathRcbrt
	MathRemainder
	MathNextafter
	MathFdim
	MathErfinv
	MathNormcdf
	MathLogb
	numMath
)

var mathNames = [numMath]string{
	"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
	"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot", "erf", "erfc",
	"tgamma", "lgamma", "fmod", "round", "copysign", "isnan", "isinf", "isfinite", "sinpi", "cospi", "rcbrt",
	"remainder", "nextafter", "fdim", "erfinv", "normcdf", "logb",
}

// String is the C name of the double precision function.
func (m MathFunc) String() string { return mathNames[m] }
