package gpumodel

import (
	"math"
	"math/big"
)

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
