package gpumodel

import (
	"math"
	"math/rand/v2"

	"warpbook.dev/gpumodel/ir"
)

// anyFloat draws numbers of all magnitudes, halves, limits of the integers and
// what is no number.
func anyFloat(r *rand.Rand) float32 {
	switch r.IntN(4) {
	case 0:
		return float32(r.IntN(40)-20) / 2
	case 1:
		v := []float64{0, 1 << 31, -1 << 31, 1 << 32, 1 << 63, -1 << 63, 1 << 62, 2147483520, -2147483648, 3e38, math.Inf(1), math.Inf(-1), math.NaN()}
		return float32(v[r.IntN(len(v))])
	}
	return float32(math.Ldexp(r.Float64()*2-1, r.IntN(80)-10))
}

func anyDouble(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return float64(anyFloat(r))
	}
	return math.Ldexp(r.Float64()*2-1, r.IntN(80)-10)
}

// halves draws small multiples of a half, of which products and sums are exact.
func halves(r *rand.Rand) float32 { return float32(r.IntN(40)-20) / 2 }

// saturated is CUDA's conversion to an integer between low and high: NaN is 0.
func saturated(x, low, high float64) float64 {
	if x != x {
		return 0
	}
	return min(max(math.Trunc(x), low), high)
}

func toInt(x float64) int32   { return int32(saturated(x, math.MinInt32, math.MaxInt32)) }
func toUint(x float64) uint32 { return uint32(saturated(x, 0, math.MaxUint32)) }

func toLong(x float64) int64 {
	if x >= 1<<63 {
		return math.MaxInt64
	}
	return int64(saturated(x, math.MinInt64, 1<<63-1024))
}

func toUlong(x float64) uint64 {
	if x >= 1<<64 {
		return math.MaxUint64
	}
	return uint64(saturated(x, 0, 1<<64-2048))
}

// rounded says how a function of the Math API rounds before it converts.
func roundedTo(f func(float64) float64) func(x float32) int32 {
	return func(x float32) int32 { return toInt(f(float64(x))) }
}

func conversionExamples() []example {
	exact := tolerance{}
	return []example{
		unary("convert/float to int", "(int)x", exact, anyFloat, roundedTo(math.Trunc)),
		unary("convert/float to unsigned", "(unsigned)x", exact, anyFloat, func(x float32) uint32 { return toUint(float64(x)) }),
		unary("convert/float to long long", "(long long)x", exact, anyFloat, func(x float32) int64 { return toLong(float64(x)) }),
		unary("convert/float to unsigned long long", "(unsigned long long)x", exact, anyFloat, func(x float32) uint64 { return toUlong(float64(x)) }),
		unary("convert/double to int", "(int)x", exact, anyDouble, toInt),
		unary("convert/double to long long", "static_cast<long long>(x)", exact, anyDouble, toLong),
		unary("convert/float to short", "(short)x", exact, func(r *rand.Rand) float32 { return float32(r.IntN(60000)-30000) / 3 },
			func(x float32) int16 { return int16(x) }),
		unary("convert/float to unsigned char", "x", exact, func(r *rand.Rand) float32 { return r.Float32() * 255.9 },
			func(x float32) uint8 { return uint8(x) }),
		unary("convert/__float2int_rn", "__float2int_rn(x)", exact, anyFloat, roundedTo(math.RoundToEven)),
		unary("convert/__float2int_rz", "__float2int_rz(x)", exact, anyFloat, roundedTo(math.Trunc)),
		unary("convert/__float2int_ru", "__float2int_ru(x)", exact, anyFloat, roundedTo(math.Ceil)),
		unary("convert/__float2int_rd", "__float2int_rd(x)", exact, anyFloat, roundedTo(math.Floor)),
		unary("convert/__float2uint_rn", "__float2uint_rn(x)", exact, anyFloat, func(x float32) uint32 { return toUint(math.RoundToEven(float64(x))) }),
		unary("convert/floor and ceil to int", "(int)floorf(x) ^ (int)ceilf(x)", exact, anyFloat, func(x float32) int32 { return roundedTo(math.Floor)(x) ^ roundedTo(math.Ceil)(x) }),
		unary("convert/floor of double to long long", "(long long)floor(x)", exact, anyDouble, func(x float64) int64 { return toLong(math.Floor(x)) }),
		unary("convert/signs of sources", "fmaf(-x, fabsf(x), -fabsf(x + 1)) + (x < -fabsf(x - 3) ? -x : fabsf(x))", exact, halves, func(x float32) float32 {
			a, b := float64(x), math.Abs(float64(x))
			chosen := b
			if a < -math.Abs(a-3) {
				chosen = -a
			}
			return float32(-a*b - math.Abs(a+1) + chosen)
		}),
		unary("convert/signs of doubles", "-fabs(x) * x + (-x > 2.5 ? 0.0 : -x)", exact, func(r *rand.Rand) float64 { return float64(halves(r)) }, func(x float64) float64 {
			y := -x
			if -x > 2.5 {
				y = 0
			}
			return -math.Abs(x)*x + y
		}),
		unary("convert/tests of bits", "((x & 6) == 0) + 2 * ((x | 5) != 5) + 4 * ((x & 1) ? 0 : 1)", exact, func(r *rand.Rand) int32 { return int32(r.IntN(16)) }, func(x int32) (n int32) {
			if x&6 == 0 {
				n++
			}
			if x|5 != 5 {
				n += 2
			}
			return n + 4*(1-x&1)
		}),
		unary("convert/lroundf", "(int)lroundf(x)", exact, func(r *rand.Rand) float32 { return float32(r.IntN(4000)-2000) / 4 }, roundedTo(math.Round)),
		unary("convert/llrint", "llrint(x)", exact, func(r *rand.Rand) float64 { return float64(r.IntN(4000)-2000) / 4 },
			func(x float64) int64 { return int64(math.RoundToEven(x)) }),
		unary("convert/int to float", "(float)x", exact, anyOf[int32], func(x int32) float32 { return float32(x) }),
		unary("convert/unsigned to float", "x", exact, anyOf[uint32], func(x uint32) float32 { return float32(x) }),
		unary("convert/long long to float", "x", exact, anyOf[int64], func(x int64) float32 { return float32(x) }),
		unary("convert/unsigned long long to float", "x", exact, anyOf[uint64], func(x uint64) float32 { return float32(x) }),
		unary("convert/int to double", "x * 0.5", exact, anyOf[int32], func(x int32) float64 { return float64(x) * 0.5 }),
		unary("convert/unsigned long long to double", "x", exact, anyOf[uint64], func(x uint64) float64 { return float64(x) }),
		unary("convert/double to float", "x", exact, anyDouble, func(x float64) float32 { return float32(x) }),
		unary("convert/float to double", "x", exact, anyFloat, func(x float32) float64 { return float64(x) }),
		unary("convert/double literal", "x * 0.1", exact, func(r *rand.Rand) float32 { return r.Float32() }, func(x float32) float32 { return float32(float64(x) * 0.1) }),
		unary("convert/char to float", "x * 0.25f", exact, anyOf[int8], func(x int8) float32 { return float32(x) * 0.25 }),
		unary("convert/unsigned short to double", "x + 0.25", exact, anyOf[uint16], func(x uint16) float64 { return float64(x) + 0.25 }),
		unary("convert/float to bool", "(bool)x + !x", exact, func(r *rand.Rand) float32 { return float32(r.IntN(3)) / 2 }, func(float32) int32 { return 1 }),
		unary("convert/int to long long", "(long long)x + (unsigned long long)(unsigned)x", exact, anyOf[int32], func(x int32) int64 { return int64(x) + int64(uint32(x)) }),
		unary("convert/long long to int", "(int)x ^ (int)(x >> 32)", exact, anyOf[int64], func(x int64) int32 { return int32(x) ^ int32(x>>32) }),
		unary("convert/bits of float", "__float_as_int(x) ^ __float_as_uint(-x)", exact, func(r *rand.Rand) float32 { return r.Float32() }, func(x float32) int32 {
			return int32(math.Float32bits(x) ^ math.Float32bits(-x))
		}),
		unary("convert/float of bits", "__int_as_float(0x5f3759df - (__float_as_int(x) >> 1))", exact, func(r *rand.Rand) float32 { return r.Float32() + 1 }, func(x float32) float32 {
			return math.Float32frombits(0x5f3759df - math.Float32bits(x)>>1)
		}),
		unary("convert/bits of double", "__double_as_longlong(x)", exact, anyDouble, func(x float64) int64 { return int64(math.Float64bits(x)) }),
		unary("convert/float to half and back", "__half2float(__float2half(x))", exact, anyFloat, func(x float32) float32 { return float32(ir.HalfValue(ir.HalfBits(float64(x)))) }),
		unary("convert/bits of half", "__half_as_ushort((half)x) + (int)(half)(x * 0.5f)", exact, func(r *rand.Rand) float32 { return r.Float32() * 100 }, func(x float32) int32 {
			return int32(ir.HalfBits(float64(x))) + int32(ir.HalfValue(ir.HalfBits(float64(x/2))))
		}),
		unary("convert/half of bits", "__ushort_as_half(x & 0x7bff)", exact, anyOf[uint16], func(x uint16) float32 { return float32(ir.HalfValue(x & 0x7bff)) }),
		unary("convert/pun by pointer", "*(int *)&x", exact, func(r *rand.Rand) float32 { return r.Float32() }, func(x float32) int32 { return int32(math.Float32bits(x)) }),
	}
}
