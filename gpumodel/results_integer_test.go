package gpumodel

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// anyOf draws any bit pattern, small numbers and the limits more often.
func anyOf[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](r *rand.Rand) T {
	switch r.IntN(4) {
	case 0:
		return T(r.IntN(20) - 10)
	case 1:
		v := []uint64{0, 1, math.MaxUint64, math.MaxInt32, 1 << 7, 1 << 15, 1 << 31, 1 << 63}
		return T(v[r.IntN(len(v))])
	}
	return T(r.Uint64())
}

func two[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](r *rand.Rand) (x, y T) {
	return anyOf[T](r), anyOf[T](r)
}

// divisible avoids what C leaves undefined: a zero divisor and the quotient
// that is too large.
func divisible[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](r *rand.Rand) (x, y T) {
	for x, y = two[T](r); y == 0 || y == T(0)-1; {
		y = anyOf[T](r)
	}
	return x, y
}

// mixed is arithmetic that needs every bit of the result: both languages wrap.
const mixed = "x * y + (x ^ y) - (x & ~y) + (x << 3) - (y >> 2) + (x | 5)"

func mixedOf[T int32 | uint32 | int64 | uint64](x, y T) T {
	return x*y + (x ^ y) - (x &^ y) + x<<3 - y>>2 + (x | 5)
}

func integerExamples() []example {
	exact := tolerance{}
	list := []example{
		binaryOp("int/mixed", mixed, exact, two[int32], mixedOf[int32]),
		binaryOp("int/mixed unsigned", mixed, exact, two[uint32], mixedOf[uint32]),
		binaryOp("int/mixed long long", mixed, exact, two[int64], mixedOf[int64]),
		binaryOp("int/mixed unsigned long long", mixed, exact, two[uint64], mixedOf[uint64]),
		binaryOp("int/division", "x / y * 3 + x % y", exact, divisible[int32], func(x, y int32) int32 { return x/y*3 + x%y }),
		binaryOp("int/division unsigned", "x / y * 3 + x % y", exact, divisible[uint32], func(x, y uint32) uint32 { return x/y*3 + x%y }),
		binaryOp("int/division long long", "x / y * 3 + x % y", exact, divisible[int64], func(x, y int64) int64 { return x/y*3 + x%y }),
		binaryOp("int/division unsigned long long", "x / y * 3 + x % y", exact, divisible[uint64], func(x, y uint64) uint64 { return x/y*3 + x%y }),
		binaryOp("int/division short", "x / y * 3 + x % y", exact, divisible[int16], func(x, y int16) int32 { return int32(x)/int32(y)*3 + int32(x)%int32(y) }),
		unary("int/division by constants", "x / 7 + x % 16 * 3 + x / 8 + x % 10 + x / -4 + x % -5", exact, anyOf[int32], func(x int32) int32 {
			return x/7 + x%16*3 + x/8 + x%10 + x/-4 + x%-5
		}),
		unary("int/division by constants unsigned", "x / 7 + x % 16 * 3 + x / 8 + x % 10u + x / 0x80000000u", exact, anyOf[uint32], func(x uint32) uint32 {
			return x/7 + x%16*3 + x/8 + x%10 + x/0x80000000
		}),
		unary("int/shifts", "(x << 31) ^ (x >> 31) ^ (x >> 1) ^ (x << 0)", exact, anyOf[int32], func(x int32) int32 { return x<<31 ^ x>>31 ^ x>>1 ^ x }),
		binaryOp("int/shifts by y", "(x << (y & 31)) ^ (x >> (y & 31))", exact, two[int32], func(x, y int32) int32 { return x<<(y&31) ^ x>>(y&31) }),
		binaryOp("int/shifts by y unsigned", "(x << (y & 31)) ^ (x >> (y & 31))", exact, two[uint32], func(x, y uint32) uint32 { return x<<(y&31) ^ x>>(y&31) }),
		binaryOp("int/shifts of long long", "(x << (y & 63)) ^ (x >> (y & 63))", exact, two[int64], func(x, y int64) int64 { return x<<(y&63) ^ x>>(y&63) }),
		binaryOp("int/shifts of unsigned long long", "(x << (int)(y & 63)) ^ (x >> (y & 63))", exact, two[uint64], func(x, y uint64) uint64 { return x<<(y&63) ^ x>>(y&63) }),
		binaryOp("int/compare", "(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)", exact, two[int32], compared[int32]),
		binaryOp("int/compare unsigned", "(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)", exact, two[uint32], compared[uint32]),
		binaryOp("int/compare long long", "(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)", exact, two[int64], compared[int64]),
		binaryOp("int/compare unsigned long long", "(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)", exact, two[uint64], compared[uint64]),
		binaryOp("int/signed meets unsigned", "(x < (unsigned)y) + 2 * (x / 2u > 5) + (x >> 1u)", exact, two[int32], func(x, y int32) int32 {
			return int32(compared(uint32(x), uint32(y))&1) + 2*int32(compared(5, uint32(x)/2)&1) + x>>1
		}),
		binaryOp("int/mul24", "__mul24(x, y) + __umul24(x, y)", exact, two[int32], func(x, y int32) int32 {
			return x<<8>>8*(y<<8>>8) + int32(uint32(x)&0xffffff*(uint32(y)&0xffffff))
		}),
		binaryOp("int/mad24", "__umul24(x, y) + x", exact, two[uint32], func(x, y uint32) uint32 { return x&0xffffff*(y&0xffffff) + x }),
		binaryOp("int/mulhi", "__mulhi(x, y)", exact, two[int32], func(x, y int32) int32 { return int32(int64(x) * int64(y) >> 32) }),
		binaryOp("int/umulhi", "__umulhi(x, y)", exact, two[uint32], func(x, y uint32) uint32 { return uint32(uint64(x) * uint64(y) >> 32) }),
		binaryOp("int/umul64hi", "__umul64hi(x, y)", exact, two[uint64], func(x, y uint64) uint64 { hi, _ := bits.Mul64(x, y); return hi }),
		binaryOp("int/mul64hi", "__mul64hi(x, y)", exact, two[int64], mul64hi),
		binaryOp("int/wide product", "(long long)x * y", exact, two[int32], func(x, y int32) int64 { return int64(x) * int64(y) }),
		binaryOp("int/wide product unsigned", "(unsigned long long)x * y", exact, two[uint32], func(x, y uint32) uint64 { return uint64(x) * uint64(y) }),
		binaryOp("int/min max abs", "min(x, y) ^ max(x, 17) ^ abs(y)", exact, two[int32], func(x, y int32) int32 { return min(x, y) ^ max(x, 17) ^ max(y, -y) }),
		binaryOp("int/min max unsigned", "min(x, y) ^ max(x, 17u)", exact, two[uint32], func(x, y uint32) uint32 { return min(x, y) ^ max(x, 17) }),
		binaryOp("int/min max long long", "min(x, y) ^ max(x, 17ll) ^ llabs(y)", exact, two[int64], func(x, y int64) int64 { return min(x, y) ^ max(x, 17) ^ max(y, -y) }),
		unary("int/popc clz ffs", "__popc(x) | __clz(x) << 8 | __ffs(x) << 16", exact, anyOf[int32], func(x int32) int32 {
			return int32(bits.OnesCount32(uint32(x)) | bits.LeadingZeros32(uint32(x))<<8 | (bits.TrailingZeros32(uint32(x))+1)%33<<16)
		}),
		unary("int/popcll clzll ffsll", "__popcll(x) | __clzll(x) << 8 | __ffsll(x) << 16", exact, anyOf[int64], func(x int64) int32 {
			return int32(bits.OnesCount64(uint64(x)) | bits.LeadingZeros64(uint64(x))<<8 | (bits.TrailingZeros64(uint64(x))+1)%65<<16)
		}),
		unary("int/brev", "__brev(x) + __byte_perm(x, 0xaabbccdd, 0x0167)", exact, anyOf[uint32], func(x uint32) uint32 {
			return bits.Reverse32(x) + (x&0xff<<24 | x>>8&0xff<<16 | 0xbb<<8 | 0xaa)
		}),
		unary("int/brevll", "__brevll(x)", exact, anyOf[uint64], bits.Reverse64),
		binaryOp("int/averages", "__hadd(x, y) + 3 * __rhadd(x, y)", exact, two[int32], func(x, y int32) int32 {
			return int32((int64(x)+int64(y))>>1) + 3*int32((int64(x)+int64(y)+1)>>1)
		}),
		binaryOp("int/sad", "__sad(x, y, 7) + __usad(x, y, 1)", exact, two[int32], func(x, y int32) uint32 {
			return uint32(max(int64(x), int64(y))-min(int64(x), int64(y))) + 7 + max(uint32(x), uint32(y)) - min(uint32(x), uint32(y)) + 1
		}),
		unary("int/bit tricks", "((x & (x - 1)) ^ (x & -x)) + ((x ^ (x >> 31)) - (x >> 31)) + !x + !!x + ~x", exact, anyOf[int32], func(x int32) int32 {
			y := x&(x-1) ^ x&-x
			y += x ^ x>>31 - x>>31
			return y + 1 + ^x
		}),
		unary("int/next power of two", "x-- <= 0 ? 1 : (x |= x >> 1, x |= x >> 2, x |= x >> 4, x |= x >> 8, x |= x >> 16, x + 1)", exact,
			func(r *rand.Rand) int32 { return int32(r.IntN(1 << 30)) }, func(x int32) int32 {
				if x <= 0 {
					return 1
				}
				return 1 << bits.Len32(uint32(x-1))
			}),
	}
	return append(list, narrowExamples()...)
}

func compared[T int32 | uint32 | int64 | uint64](x, y T) int32 {
	switch {
	case x < y:
		return 1 + 2 + 32
	case x > y:
		return 4 + 8 + 32
	}
	return 2 + 8 + 16
}

func mul64hi(x, y int64) int64 {
	hi, _ := bits.Mul64(uint64(x), uint64(y))
	return int64(hi) - x>>63&y - y>>63&x
}

// narrowExamples compute in char and short, which wrap when they are stored.
func narrowExamples() []example {
	exact := tolerance{}
	return []example{
		binaryOp("narrow/signed char", "x + y", exact, two[int8], func(x, y int8) int8 { return x + y }),
		binaryOp("narrow/unsigned char", "x * y + 200", exact, two[uint8], func(x, y uint8) uint8 { return x*y + 200 }),
		binaryOp("narrow/short", "x * y - (x >> 3)", exact, two[int16], func(x, y int16) int16 { return x*y - x>>3 }),
		binaryOp("narrow/unsigned short", "(x + y) >> 1", exact, two[uint16], func(x, y uint16) uint16 { return uint16((uint32(x) + uint32(y)) >> 1) }),
		binaryOp("narrow/char in int", "x * y", exact, two[int8], func(x, y int8) int32 { return int32(x) * int32(y) }),
		binaryOp("narrow/cast", "(unsigned char)(x * y) + (signed char)x + (short)y * (unsigned short)x", exact, two[int32], func(x, y int32) int32 {
			return int32(uint8(x*y)) + int32(int8(x)) + int32(int16(y))*int32(uint16(x))
		}),
		unary("narrow/counter wraps", "x += 100, x++, x *= 3, x <<= 1, x", exact, anyOf[uint8], func(x uint8) uint8 { return (x + 101) * 3 << 1 }),
		unary("narrow/short counter wraps", "x += 30000, x++, x *= 3, -x", exact, anyOf[int16], func(x int16) int32 { return -int32((x + 30001) * 3) }),
		unary("narrow/bool", "(bool)x + (bool)(x >> 4) + (x != 0 && x != 1)", exact, anyOf[int16], func(x int16) int32 {
			n := int32(0)
			for _, c := range []bool{x != 0, x>>4 != 0, x != 0 && x != 1} {
				if c {
					n++
				}
			}
			return n
		}),
	}
}
