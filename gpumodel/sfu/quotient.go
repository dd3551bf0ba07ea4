package sfu

import "math"

// Quotient is x/y as div.approx.f32 has it, which is CUDA's __fdividef: x times the reciprocal of y, both times 2^24 before where y is
// subnormal. Where |y| is above 2^126 the reciprocal is 0.
func Quotient(x, y float32) float32 {
	switch size := math.Abs(float64(y)); {
	case size < 0x1p-126:
		x, y = x*0x1p24, y*0x1p24
	case size > 0x1p126 && size <= math.MaxFloat32:
		return product(x, math.Float32frombits(math.Float32bits(y)&signBit))
	}
	return product(x, Rcp(y))
}

// FullQuotient is x/y as div.full.f32 has it, over the whole range: both are divided by 4 before where |y| is above 2^126.
func FullQuotient(x, y float32) float32 {
	switch size := math.Abs(float64(y)); {
	case size < 0x1p-126:
		x, y = x*0x1p24, y*0x1p24
	case size > 0x1p126:
		x, y = x/4, y/4
	}
	return product(x, Rcp(y))
}

// product is x y, with the NaN of the GPU.
func product(x, y float32) float32 {
	if p := x * y; p == p {
		return p
	}
	return nan
}
