package ir

import (
	"maps"
	"math"
	"strings"

	"warpbook.dev/gpumodel/cuda"
)

// A builtinFunc emits the code of a built-in function. A void one returns nil.
type builtinFunc func(b *builder, e *cuda.Call, args []*Value) *Value

// builtins has the built-in functions by name. Overloads are told apart by the
// type of the call. init adds the functions that are an operation (see the table
// of these), the library functions, the composed ones and the collectives.
//
// Most intrinsics are one PTX instruction each, and nvcc expands the fast functions as written here:
// __expf(x) is ex2.approx(x * log2(e)), which is why its error grows with x.
var builtins = map[string]builtinFunc{
	"__syncthreads":       void(Bar),
	"__syncthreads_count": barrier(BarCount), "__syncthreads_and": barrier(BarAll), "__syncthreads_or": barrier(BarAny),
	"__threadfence":        fence(FenceDevice),
	"__threadfence_block":  fence(FenceBlock),
	"__threadfence_system": fence(FenceSystem),
	"assert":               void(Assert),
	"clock":                clock(Clock, S64),
	"clock64":              clock(Clock64, S64),

	"__nvvm_read_ptx_sreg_globaltimer": special(GlobalTimer, S64),
	"__nvvm_read_ptx_sreg_nwarpid":     special(NWarpID, S32),
	"__nvvm_read_ptx_sreg_nsmid":       special(NSMID, S32),
	"__nvvm_read_ptx_sreg_smid":        special(SMID, S32),

	"__barrier_sync": namedBarrier(BarNamed), "__barrier_sync_count": namedBarrier(BarNamed), "__barrier_arrive": namedBarrier(BarArrive),
	"__tile_barrier": namedBarrier(BarTile),

	"__mma": mma,
	"__surfaces": func(b *builder, e *cuda.Call, _ []*Value) *Value {
		b.needsCalls(e.Pos, "surfaces")
		return nil
	},
	"cudaDeviceSynchronize": waitForNested, "cudaGetLastError": success, "cudaPeekAtLastError": success,
	"cudaStreamCreateWithFlags": success, "cudaStreamDestroy": success,

	"__ldmatrix":     loadMatrix,
	"__copies_async": copiesAsync,
	"__copy_async":   copyAsync,
	"__copy_commit":  func(b *builder, _ *cuda.Call, _ []*Value) *Value { return b.copyGroup(CopyCommit) },
	"__copy_wait": func(b *builder, _ *cuda.Call, args []*Value) *Value {
		return b.copyGroup(min(args[0].Imm, CopyCommit-1))
	},
	"__shared_at": sharedAt, "__cvta_generic_to_shared": sharedAddress,

	"__mma_k": func(b *builder, _ *cuda.Call, _ []*Value) *Value { return b.int(S32, int64(b.target.MmaK)) },

	"sqrtf": squareRoot, "sqrt": squareRoot,
	"__fadd_rn": exact(Add), "__fmul_rn": exact(Mul), "__fsub_rn": exact(Sub),
	"__dadd_rn": exact(Add), "__dmul_rn": exact(Mul), "__dsub_rn": exact(Sub),
	"__frcp_rn": reciprocalOf, "__drcp_rn": reciprocalOf,
	"__expf":   func(b *builder, e *cuda.Call, a []*Value) *Value { return b.exp2(b.scaled(a[0], math.Log2E)) },
	"__exp10f": func(b *builder, e *cuda.Call, a []*Value) *Value { return b.exp2(b.scaled(a[0], math.Log2(10))) },
	"__logf":   func(b *builder, e *cuda.Call, a []*Value) *Value { return b.scaled(b.op(Lg2, F32, a[0]), math.Ln2) },
	"__log10f": func(b *builder, e *cuda.Call, a []*Value) *Value {
		return b.scaled(b.op(Lg2, F32, a[0]), math.Log10(2))
	},
	"__powf": func(b *builder, e *cuda.Call, a []*Value) *Value {
		return b.exp2(b.op(Mul, F32, a[1], b.op(Lg2, F32, a[0])))
	},
	"__tanf": func(b *builder, e *cuda.Call, a []*Value) *Value {
		return b.op(DivApprox, F32, b.op(Sin, F32, a[0]), b.op(Cos, F32, a[0]))
	},

	"__popc": counted(Popc, U32), "__popcll": counted(Popc, U64), "__clz": counted(Clz, U32), "__clzll": counted(Clz, U64),
	"__ffs": counted(Ffs, U32), "__ffsll": counted(Ffs, U64),

	"__ex2": same(Ex2), "__lg2": same(Lg2), "__ex2_ftz": flushed(Ex2), "__lg2_ftz": flushed(Lg2), "__rcp_ftz": flushed(Rcp),
	"__rsqrt_ftz": flushed(Rsqrt), "__div_ftz": flushed(DivApprox), "__rcp_high": flushed(Rcp), "__rsqrt_high": flushed(Rsqrt),

	"__float2int_rn": rounded(Round, S32), "__float2int_rz": rounded(Trunc, S32), "__float2int_rd": rounded(Floor, S32),
	"__float2int_ru": rounded(Ceil, S32), "__float2uint_rn": rounded(Round, U32), "__float2uint_rz": rounded(Trunc, U32),
	"__float2uint_rd": rounded(Floor, U32), "__float2uint_ru": rounded(Ceil, U32),
	"__int2float_rn": converted(F32, S32), "__uint2float_rn": converted(F32, U32),
	"__double2float_rn": converted(F32, F64), "__double2int_rn": rounded(Round, S32), "__double2int_rz": rounded(Trunc, S32),
	"__int2double_rn": converted(F64, S32),
	"__float_as_int":  bitsOf, "__int_as_float": bitsOf, "__float_as_uint": bitsOf, "__uint_as_float": bitsOf,
	"__double_as_longlong": bitsOf, "__longlong_as_double": bitsOf,
	"__half2float": fromHalf, "__float2half": toHalf, "__float2half_rn": toHalf,
	"__half_as_ushort": sameBits, "__ushort_as_half": sameBits,
	"lrintf": rounded(Round, S64), "lrint": rounded(Round, S64), "llrintf": rounded(Round, S64), "llrint": rounded(Round, S64),
	"__uint2double_rn": converted(F64, U32),

	"atomicAdd": atomic(AtomAdd), "atomicSub": atomic(AtomSub), "atomicExch": atomic(AtomExch), "atomicMin": atomic(AtomMin),
	"atomicMax": atomic(AtomMax), "atomicInc": atomic(AtomInc), "atomicDec": atomic(AtomDec), "atomicCAS": atomic(AtomCAS),
	"atomicAnd": atomic(AtomAnd), "atomicOr": atomic(AtomOr), "atomicXor": atomic(AtomXor),

	"__ldg": func(b *builder, e *cuda.Call, a []*Value) *Value { return b.load(b.at(a[0], 0, e.T()))[0] },
}

// mathFuncs are the library functions by their C name in double precision; an f at the end is float.
var mathFuncs = map[string]MathFunc{
	"sin": MathSin, "cos": MathCos, "tan": MathTan, "asin": MathAsin, "acos": MathAcos, "atan": MathAtan, "atan2": MathAtan2,
	"sinh": MathSinh, "cosh": MathCosh, "tanh": MathTanh, "asinh": MathAsinh, "acosh": MathAcosh, "atanh": MathAtanh,
	"exp": MathExp, "exp2": MathExp2, "exp10": MathExp10, "expm1": MathExpm1, "log": MathLog, "log2": MathLog2,
	"log10": MathLog10, "log1p": MathLog1p, "pow": MathPow, "cbrt": MathCbrt, "hypot": MathHypot, "erf": MathErf, "erfc": MathErfc,
	"tgamma": MathTgamma, "lgamma": MathLgamma, "fmod": MathFmod, "round": MathRound, "copysign": MathCopysign,
	"sinpi": MathSinpi, "cospi": MathCospi, "rcbrt": MathRcbrt, "remainder": MathRemainder,
	"erfinv": MathErfinv, "normcdf": MathNormcdf,
}

// fastMath are the functions that -use_fast_math replaces in single precision.
// Division and square root are not in the list, since they are operators with flags of their own
// (arithmetic, squareRoot).
var fastMath = map[string]string{
	"sinf": "__sinf", "cosf": "__cosf", "tanf": "__tanf", "expf": "__expf", "exp10f": "__exp10f",
	"logf": "__logf", "log2f": "__log2f", "log10f": "__log10f", "powf": "__powf", "fdividef": "__fdividef", "tanhf": "__tanh",
}

// isQuick tells whether -use_fast_math replaces a function.
func (b *builder) isQuick(name string) bool {
	quick := fastMath[name]
	return b.target.FastMath && quick != "" && (quick != "__tanh" || b.target.UnitTanh)
}

// hasInstead tells whether a mathematical function that is a text of ours is something else here: the host's library
// in host code, a call of the library on a device that has no fused multiply-add, or what -use_fast_math makes of it.
func (b *builder) hasInstead(name string) bool {
	pair, two := pairs[name]
	_, row := builtins[name]
	return (two || row) && (b.ofHost() || !b.target.FMA || b.isQuick(name) || b.isQuick(pair[0]))
}

func init() {
	for op := range numOps {
		for _, name := range strings.Fields(ops[op].functions) {
			builtins[name] = same(op)
		}
	}
	addRoundings(builtins)
	maps.Copy(builtins, composed)
	maps.Copy(builtins, collectives)
	for name, f := range maps.Clone(builtins) {
		if strings.HasPrefix(name, "atomic") {
			builtins[name+"_system"], builtins[name+"_block"] = f, f
		}
	}
	for name, m := range mathFuncs {
		builtins[name], builtins[name+"f"] = library(m), library(m)
	}
	for name, m := range map[string]MathFunc{"isnan": MathIsnan, "isinf": MathIsinf, "isfinite": MathIsfinite} {
		builtins[name] = classify(m)
	}
	for name, quick := range fastMath {
		precise := builtins[name]
		builtins[name] = func(b *builder, e *cuda.Call, args []*Value) *Value {
			if b.isQuick(name) && b.target.valueType(e.T()) == F32 {
				return builtins[quick](b, e, args)
			}
			return precise(b, e, args)
		}
	}
	// fdividef follows --prec-div as the operator does; __fdividef is always approximate.
	builtins["fdividef"] = func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.arithmetic(e.Pos, "/", e.T(), args[0], args[1], e.T())
	}
}

// void is an operation without a result.
func void(op Op) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		b.emit(Value{Op: op, Args: args})
		return nil
	}
}

// fence is a __threadfence: it orders this thread's accesses and waits for nobody.
func fence(scope uint64) builtinFunc {
	return func(b *builder, _ *cuda.Call, _ []*Value) *Value {
		b.emit(Value{Op: Membar, Imm: scope})
		return nil
	}
}

// clock reads the counter where it stands: a Special that is a clock is no leaf and not pure, so that two
// readings are two instructions. clock() has 32 bits in the register and is extended to clock_t.
func clock(which uint64, t Type) builtinFunc {
	return func(b *builder, e *cuda.Call, _ []*Value) *Value {
		if which == Clock && b.target.valueType(e.T()).Size() == 8 {
			return b.cvt(S64, U32, b.emit(Value{Op: Special, Type: U32, Imm: which}))
		}
		return b.emit(Value{Op: Special, Type: t, Imm: which})
	}
}

// special reads a special register.
func special(which uint64, t Type) builtinFunc {
	return func(b *builder, _ *cuda.Call, _ []*Value) *Value {
		return b.emit(Value{Op: Special, Type: t, Imm: which})
	}
}

// same is an operation on operands of the call's type.
func same(op Op) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.op(op, b.target.valueType(e.T()), args...)
	}
}

// flushed is an approximation of the special function unit to which subnormal numbers are zeros. Of doubles the unit
// has the high word only.
func flushed(op Op) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: op, Type: b.target.valueType(e.T()), Args: args, Flush: true})
	}
}

// squareRoot is sqrt, which a flag makes less exact in single precision.
func squareRoot(b *builder, e *cuda.Call, args []*Value) *Value {
	op, t := Sqrt, b.target.valueType(e.T())
	if t == F32 && b.target.FastSqrt {
		op = SqrtApprox
	}
	return b.op(op, t, args...)
}

// exact is an operation that fuse must not contract: __fmul_rn is the documented way to avoid an fma.
func exact(op Op) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: op, Type: b.target.valueType(e.T()), Args: args, Exact: true})
	}
}

// counted is an operation on bits whose result is an int, whatever the operand's width.
func counted(op Op, from Type) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: op, Type: S32, From: from, Args: args})
	}
}

// rounded rounds to an integral float first, so that the truncation of Cvt is exact.
func rounded(op Op, to Type) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		from := args[0].Type
		return b.cvt(to, from, b.op(op, from, args[0]))
	}
}

func converted(to, from Type) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value { return b.cvt(to, from, args[0]) }
}

// bitsOf moves bits between an integer and a float register: a Cvt without From.
func bitsOf(b *builder, e *cuda.Call, args []*Value) *Value {
	return b.emit(Value{Op: Bitcast, Type: b.target.valueType(e.T()), Args: args})
}

// lanewise are the functions of vectors, which do the same to each component.
var lanewise = map[string]builtinFunc{
	"__half22float2": fromHalf, "__float22half2_rn": toHalf, "__floats2half2_rn": toHalf, "__halves2half2": sameBits,
}

func (b *builder) lanewise(e *cuda.Call, lane builtinFunc) []*Value {
	var values []*Value
	for _, a := range e.Args {
		values = append(values, b.bundle(a)...)
	}
	b.standAt(e.Pos)
	for i, v := range values {
		values[i] = lane(b, e, one(v))
	}
	return values
}

func fromHalf(b *builder, _ *cuda.Call, args []*Value) *Value {
	return b.emit(Value{Op: FromHalf, Type: F32, From: U16, Args: args})
}

func toHalf(b *builder, _ *cuda.Call, args []*Value) *Value {
	return b.emit(Value{Op: ToHalf, Type: U32, From: F32, Args: args})
}

// sameBits is of a half, which is its bits.
func sameBits(_ *builder, _ *cuda.Call, args []*Value) *Value { return args[0] }

func reciprocalOf(b *builder, e *cuda.Call, a []*Value) *Value {
	t := b.target.valueType(e.T())
	return b.op(Div, t, b.float(t, 1), a[0])
}

func (b *builder) float(t Type, x float64) *Value { return b.constant(t, t.floatBits(x)) }

func (b *builder) scaled(x *Value, by float64) *Value { return b.op(Mul, F32, x, b.float(F32, by)) }

func (b *builder) exp2(x *Value) *Value { return b.op(Ex2, F32, x) }

// library is one value however long the real code is. Its instructions are counted when isa expands it.
func library(m MathFunc) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: Math, Type: b.target.valueType(e.T()), Imm: uint64(m), Args: args})
	}
}

// classify gives a bool: isnan(x) is x != x, the others are left to the library.
func classify(m MathFunc) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		from := args[0].Type
		p := b.setp(NE, from, args[0], args[0])
		if m != MathIsnan {
			r := b.emit(Value{Op: Math, Type: S32, From: from, Imm: uint64(m), Args: args})
			p = b.setp(NE, S32, r, b.int(S32, 0))
		}
		if e.T().Kind == cuda.Bool {
			return p
		}
		return b.op(Selp, S32, p, b.int(S32, 1), b.int(S32, 0))
	}
}

// atomic is a read-modify-write of memory.
// It stays even if nobody uses the old value that it returns.
func atomic(op AtomOp) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		p := b.at(args[0], 0, e.T())
		mem := b.target.memoryType(e.T())
		return b.emit(Value{
			Op: Atom, Type: registerType(mem), Mem: mem, Atom: op, Space: p.space, Imm: uint64(p.offset),
			Args: append([]*Value{p.base}, args[1:]...),
		})
	}
}
