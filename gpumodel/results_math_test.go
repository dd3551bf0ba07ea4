package gpumodel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
)

// between draws floats from an interval; at its ends now and then.
func between(low, high float64) func(r *rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		switch r.IntN(20) {
		case 0:
			return low
		case 1:
			return high
		}
		return low + (high-low)*r.Float64()
	}
}

// mathTable lists the library functions: the name in double precision, the
// reference, the interval of the argument.
var mathTable = []struct {
	name      string
	want      func(x float64) float64
	low, high float64
}{
	{"sqrt", math.Sqrt, 0, 1e6},
	{"rsqrt", func(x float64) float64 { return 1 / math.Sqrt(x) }, 1e-6, 1e6},
	{"cbrt", math.Cbrt, -1e6, 1e6},
	{"rcbrt", func(x float64) float64 { return 1 / math.Cbrt(x) }, 1e-3, 1e6},
	{"exp", math.Exp, -80, 80},
	{"exp2", math.Exp2, -100, 100},
	{"exp10", func(x float64) float64 { return math.Pow(10, x) }, -30, 30},
	{"expm1", math.Expm1, -2, 80},
	{"log", math.Log, 1e-30, 1e30},
	{"log2", math.Log2, 1e-30, 1e30},
	{"log10", math.Log10, 1e-30, 1e30},
	{"log1p", math.Log1p, -0.999, 100},
	{"sin", math.Sin, -100, 100},
	{"cos", math.Cos, -100, 100},
	{"tan", math.Tan, -1.5, 1.5},
	{"asin", math.Asin, -1, 1},
	{"acos", math.Acos, -1, 1},
	{"atan", math.Atan, -1e3, 1e3},
	{"sinh", math.Sinh, -80, 80},
	{"cosh", math.Cosh, -80, 80},
	{"tanh", math.Tanh, -10, 10},
	{"asinh", math.Asinh, -1e4, 1e4},
	{"acosh", math.Acosh, 1, 1e4},
	{"atanh", math.Atanh, -0.99, 0.99},
	{"floor", math.Floor, -100, 100},
	{"ceil", math.Ceil, -100, 100},
	{"round", math.Round, -100, 100},
	{"rint", math.RoundToEven, -100, 100},
	{"nearbyint", math.RoundToEven, -100, 100},
	{"trunc", math.Trunc, -100, 100},
	{"fabs", math.Abs, -100, 100},
	{"erf", math.Erf, -3, 3},
	{"erfc", math.Erfc, -3, 3},
	{"erfinv", math.Erfinv, -0.999, 0.999},
	{"normcdf", func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }, -5, 5},
	{"lgamma", func(x float64) float64 { y, _ := math.Lgamma(x); return y }, 3, 100},
	{"tgamma", math.Gamma, 0.5, 30},
	{"logb", func(x float64) float64 { return math.Logb(x) }, 1e-20, 1e20},
	{"sinpi", func(x float64) float64 { return math.Sin(math.Pi * math.Remainder(x, 2)) }, -3.9, 3.9},
	{"cospi", func(x float64) float64 { return math.Cos(math.Pi * math.Remainder(x, 2)) }, -3.9, 3.9},
}

// mathTable2 lists those of two arguments.
var mathTable2 = []struct {
	name string
	want func(x, y float64) float64
	low  [2]float64
	high [2]float64
}{
	{"pow", math.Pow, [2]float64{1e-3, -8}, [2]float64{1e3, 8}},
	{"fmin", math.Min, [2]float64{-9, -9}, [2]float64{9, 9}},
	{"fmax", math.Max, [2]float64{-9, -9}, [2]float64{9, 9}},
	{"fmod", math.Mod, [2]float64{-1e4, 0.1}, [2]float64{1e4, 7}},
	{"atan2", math.Atan2, [2]float64{-9, -9}, [2]float64{9, 9}},
	{"hypot", math.Hypot, [2]float64{-1e10, -1e10}, [2]float64{1e10, 1e10}},
	{"fdim", math.Dim, [2]float64{-9, -9}, [2]float64{9, 9}},
	{"copysign", math.Copysign, [2]float64{-9, -9}, [2]float64{9, 9}},
	{"remainder", math.Remainder, [2]float64{-1e3, 0.5}, [2]float64{1e3, 7}},
}

// mathExamples have every library function as float f, as overloaded f and in
// double, intrinsics, and the arithmetic of multiply and add.
func mathExamples(mad multiplyAdd) []example {
	var list []example
	for _, f := range mathTable {
		in := between(f.low, f.high)
		in32 := func(r *rand.Rand) float32 { return float32(in(r)) }
		want32 := func(x float32) float32 { return float32(f.want(float64(x))) }
		list = append(list,
			unary("math/"+f.name+"f", f.name+"f(x)", tolerance{ulps: 2}, in32, want32),
			unary("math/"+f.name+" of double", f.name+"(x)", tolerance{ulps: 4, abs: 1e-14}, in, f.want))
	}
	for _, f := range mathTable2 {
		in := func(r *rand.Rand) (x, y float64) {
			return between(f.low[0], f.high[0])(r), between(f.low[1], f.high[1])(r)
		}
		in32 := func(r *rand.Rand) (x, y float32) { a, b := in(r); return float32(a), float32(b) }
		want32 := func(x, y float32) float32 { return float32(f.want(float64(x), float64(y))) }
		list = append(list,
			binaryOp("math/"+f.name+"f", f.name+"f(x, y)", tolerance{ulps: 2}, in32, want32),
			binaryOp("math/"+f.name+" of double", f.name+"(x, y)", tolerance{ulps: 4}, in, f.want))
	}
	for _, f := range intrinsics {
		in := between(f.low, f.high)
		e := unary("math/"+f.expr, f.expr, f.tol, func(r *rand.Rand) float32 { return float32(in(r)) },
			func(x float32) float32 { return float32(f.want(float64(x))) })
		list = append(list, e)
		if fast, ok := strings.CutPrefix(f.expr, "__"); ok && f.fast {
			e := unary("math/fast "+fast, fast, f.tol, func(r *rand.Rand) float32 { return float32(in(r)) },
				func(x float32) float32 { return float32(f.want(float64(x))) })
			e.options.FastMath = true
			list = append(list, e)
		}
	}
	return append(list, arithmeticExamples(mad)...)
}

// intrinsics lists the fast functions with the errors that the CUDA C
// Programming Guide 3.2 states (table C-3), as far as a double-precision model
// of the SFU can show them. fast marks what -use_fast_math maps to them.
var intrinsics = []struct {
	expr      string
	want      func(x float64) float64
	low, high float64
	tol       tolerance
	fast      bool
}{
	{"__sinf(x)", math.Sin, -math.Pi, math.Pi, tolerance{abs: 4e-7}, true},
	{"__cosf(x)", math.Cos, -math.Pi, math.Pi, tolerance{abs: 4e-7}, true},
	{"__tanf(x)", math.Tan, -1, 1, tolerance{ulps: 8}, true},
	{"__expf(x)", math.Exp, -10, 10, tolerance{ulps: 2 + 12}, true},
	{"__exp10f(x)", func(x float64) float64 { return math.Pow(10, x) }, -5, 5, tolerance{ulps: 2 + 15}, true},
	{"__logf(x)", math.Log, 0.5, 1e6, tolerance{ulps: 3, abs: 4e-7}, true},
	{"__log2f(x)", math.Log2, 0.5, 1e6, tolerance{ulps: 2, abs: 4e-7}, true},
	{"__log10f(x)", math.Log10, 0.5, 1e6, tolerance{ulps: 3, abs: 4e-7}, true},
	{"__powf(x, 1.5f)", func(x float64) float64 { return math.Pow(x, 1.5) }, 0.1, 100, tolerance{ulps: 24}, true},
	{"__fdividef(x, 3.0f)", func(x float64) float64 { return x / 3 }, -50, 50, tolerance{ulps: 2}, false},
	{"__saturatef(x)", func(x float64) float64 { return min(max(x, 0), 1) }, -2, 2, tolerance{}, false},
	{"__frcp_rn(x)", func(x float64) float64 { return 1 / x }, 0.1, 50, tolerance{}, false},
	{"__fsqrt_rn(x)", math.Sqrt, 0, 50, tolerance{}, false},
	{"__fdiv_rn(x, 3.0f)", func(x float64) float64 { return x / 3 }, -50, 50, tolerance{}, false},
	{"__fadd_rn(x, 0.1f)", func(x float64) float64 { return x + float64(float32(0.1)) }, -50, 50, tolerance{}, false},
	{"__fsub_rn(x, 0.1f)", func(x float64) float64 { return x - float64(float32(0.1)) }, -50, 50, tolerance{}, false},
	{"__fmul_rn(x, 0.1f)", func(x float64) float64 { return x * float64(float32(0.1)) }, -50, 50, tolerance{}, false},
	{"__fadd_rn(__fmul_rn(x, x), 0.1f)", func(x float64) float64 {
		return float64(float32(x*x)) + float64(float32(0.1))
	}, -50, 50, tolerance{}, false},
	{"fmaf(x, x, -0.1f)", func(x float64) float64 { return exactly(x, x, -float64(float32(0.1))) }, -2, 2, tolerance{}, false},
	{"ldexpf(x, -3)", func(x float64) float64 { return x / 8 }, -50, 50, tolerance{}, false},
	{"nextafterf(x, 100.0f) - x", func(x float64) float64 {
		return float64(math.Nextafter32(float32(x), 100) - float32(x))
	}, -50, 50, tolerance{}, false},
	{"x / 7.0f", func(x float64) float64 { return x / 7 }, -50, 50, tolerance{}, false},
	{"1.0f / sqrtf(x)", func(x float64) float64 { return 1 / math.Sqrt(x) }, 0.1, 50, tolerance{ulps: 2}, false},
	{"-fabsf(x)", func(x float64) float64 { return -math.Abs(x) }, -50, 50, tolerance{}, false},
	{"isnan(x) ? 1.0f : isinf(x) ? 2.0f : isfinite(x) ? 3.0f : 4.0f", func(x float64) float64 { return 3 }, -50, 50, tolerance{}, false},
	{"isnan(logf(x)) + 2 * isinf(x * 3e38f) + 4 * signbit(x)", func(x float64) float64 {
		y := 0.0
		if x < 0 {
			y += 1 + 4
		}
		if math.IsInf(float64(float32(x)*float32(3e38)), 0) {
			y += 2
		}
		return y
	}, -2, 2, tolerance{}, false},
}

// exactly is x*y+z, rounded once to float32's precision by the caller: computed
// with enough bits and rounded to odd, so that the second rounding does no harm.
func exactly(x, y, z float64) float64 {
	f := new(big.Float).SetPrec(400).SetFloat64(x)
	f.Mul(f, big.NewFloat(y).SetPrec(400))
	f.Add(f, big.NewFloat(z).SetPrec(400))
	r, _ := f.Float32()
	return float64(r)
}

// fusedMAD is what c.c. 2.0 and later compute for x*y+z. A float64 holds the product,
// and, of the examples' numbers, the sum.
func fusedMAD(x, y, z float32) float32 { return float32(math.FMA(float64(x), float64(y), float64(z))) }

// truncatedMAD is what c.c. 1.x computes for x*y+z: the product is cut to 24
// bits, the sum rounded (CUDA C Programming Guide 3.2, section G.2).
func truncatedMAD(x, y, z float32) float32 {
	product := new(big.Float).SetPrec(24).SetMode(big.ToZero)
	product.Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
	p, _ := product.Float64()
	return float32(p + float64(z))
}

func arithmeticExamples(mad multiplyAdd) []example {
	pair := func(r *rand.Rand) (x, y float32) { return r.Float32()*20 - 10, r.Float32()*20 - 10 }
	pair64 := func(r *rand.Rand) (x, y float64) { return r.Float64()*20 - 10, r.Float64()*20 - 10 }
	special := func(r *rand.Rand) (x, y float32) {
		v := []float32{0, float32(math.Copysign(0, -1)), 1, -1, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.MaxFloat32, 0.5}
		return v[r.IntN(len(v))], v[r.IntN(len(v))]
	}
	// Not all devices have subnormal numbers: TestArithmeticResults.
	normalQuotient := func(r *rand.Rand) (x, y float32) {
		if x, y = special(r); y == math.MaxFloat32 {
			y /= 8
		}
		return x, y
	}
	b := func(c bool) int32 {
		if c {
			return 1
		}
		return 0
	}
	return []example{
		binaryOp("arithmetic/mad truncates", "x * y + 1.5f", tolerance{}, pair, func(x, y float32) float32 { return mad(x, y, 1.5) }),
		binaryOp("arithmetic/mad of double is fused", "x * y + 1.5", tolerance{}, pair64, func(x, y float64) float64 { return math.FMA(x, y, 1.5) }),
		binaryOp("arithmetic/product then difference", "x * y - y", tolerance{}, pair, func(x, y float32) float32 { return mad(x, y, -y) }),
		binaryOp("arithmetic/difference and product", "y - x * y", tolerance{}, pair, func(x, y float32) float32 { return mad(-x, y, y) }),
		binaryOp("arithmetic/float + - * /", "(x + y) / (x - y)", tolerance{}, pair, func(x, y float32) float32 { return (x + y) / (x - y) }),
		binaryOp("arithmetic/double + - * /", "(x + y) / (x - y)", tolerance{}, pair64, func(x, y float64) float64 { return (x + y) / (x - y) }),
		binaryOp("arithmetic/special +", "x + y", tolerance{}, special, func(x, y float32) float32 { return x + y }),
		binaryOp("arithmetic/special -", "x - y", tolerance{}, special, func(x, y float32) float32 { return x - y }),
		binaryOp("arithmetic/special *", "x * y", tolerance{}, special, func(x, y float32) float32 { return x * y }),
		binaryOp("arithmetic/special /", "x / y", tolerance{}, normalQuotient, func(x, y float32) float32 { return x / y }),
		binaryOp("arithmetic/special fminf", "fminf(x, y)", tolerance{ulps: 1}, special, func(x, y float32) float32 {
			if x != x || y < x {
				return y
			}
			return x
		}),
		binaryOp("arithmetic/special max", "max(x, y)", tolerance{ulps: 1}, special, func(x, y float32) float32 {
			if x != x || y > x {
				return y
			}
			return x
		}),
		binaryOp("arithmetic/comparisons with NaN", "(x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5", tolerance{},
			special, func(x, y float32) int32 {
				return b(x < y) | b(x <= y)<<1 | b(x > y)<<2 | b(x >= y)<<3 | b(x == y)<<4 | b(x != y)<<5
			}),
		binaryOp("arithmetic/negated comparisons with NaN", "!(x < y) | !(x <= y) << 1 | !(x > y) << 2 | !(x >= y) << 3 | !(x == y) << 4 | !(x != y) << 5", tolerance{},
			special, func(x, y float32) int32 {
				return b(!(x < y)) | b(!(x <= y))<<1 | b(!(x > y))<<2 | b(!(x >= y))<<3 | b(!(x == y))<<4 | b(!(x != y))<<5
			}),
		binaryOp("arithmetic/double comparisons", "(x < y) + 2 * (x > y) + 4 * !(x < 0.5)", tolerance{}, pair64, func(x, y float64) int32 {
			return b(x < y) + 2*b(x > y) + 4*b(!(x < 0.5))
		}),
	}
}
