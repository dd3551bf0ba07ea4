package ndarray

import (
	"math"

	"warpbook.dev/gpumodel"
)

// Computed is an array whose elements are computed when they are first touched; a nil
// at makes zeros.
func Computed(t gpumodel.DType, shape []int, at func(i int) float64) (View, error) {
	data, err := gpumodel.NewArrayFunc(t, at, shape...)
	if err != nil {
		return View{}, valueErrorf("%v", err)
	}
	return Of(data), nil
}

// A Range is the numbers from Start to before Stop.
type Range struct{ Start, Stop, Step float64 }

// Len is how many numbers there are.
func (r Range) Len() (int, error) {
	if r.Step == 0 {
		return 0, valueErrorf("arange: step is 0")
	}
	n := math.Max(0, math.Ceil((r.Stop-r.Start)/r.Step))
	if n > math.MaxInt32 {
		return 0, valueErrorf("arange: %.0f elements are too many", n)
	}
	return int(n), nil
}

// At is number i.
func (r Range) At(i int) float64 { return r.Start + float64(i)*r.Step }

// Fits reports whether whole numbers of the range, n of them, fit an int32.
func (r Range) Fits(n int) bool {
	fits := func(x float64) bool { return x >= math.MinInt32 && x <= math.MaxInt32 }
	return n == 0 || fits(r.Start) && fits(r.At(n-1))
}

// Random gives the numbers from 0 to below 1 that belong to a seed. Each has as many bits
// as the type holds exactly, so that none is rounded up to 1.
func Random(t gpumodel.DType, seed int64) func(i int) float64 {
	bits := map[gpumodel.DType]int{gpumodel.Float16: 11, gpumodel.Float32: 24, gpumodel.Float64: 53}[t]
	return func(i int) float64 {
		return math.Ldexp(float64(mix(uint64(seed), uint64(i))>>(64-bits)), -bits)
	}
}

// mix is number i of the SplitMix64 sequence that begins at a hash of seed
// (Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, 2014).
func mix(seed, i uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15
	return finish(finish(seed+golden) + (i+1)*golden)
}

func finish(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
