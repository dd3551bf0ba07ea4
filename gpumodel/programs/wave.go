package programs

import (
	"context"
	"fmt"
	"strconv"
	"warpbook.dev/gpumodel"
)

// The wave equation: a volume of n × n × n points with the halo that the stencil needs.
// A row has the halos of its end and of the next row's begin behind it, so that rows
// begin where memory serves them in whole segments.

// rowHalo is the words behind a row: no radius is larger than half of it.
const rowHalo = 32

// usualRadius is the stencil's where no macro says otherwise.
const usualRadius = 4

// waveCoefficients are the second derivative in one direction by radius: of the point
// itself and of those 1, 2, … beside it on both sides.
var waveCoefficients = map[int][]float64{
	4: {-205. / 72, 8. / 5, -1. / 5, 8. / 315, -1. / 560},
	5: {-5269. / 1800, 5. / 3, -5. / 21, 5. / 126, -5. / 1008, 1. / 3150},
	6: {-5369. / 1800, 12. / 7, -15. / 56, 10. / 189, -1. / 112, 2. / 1925, -1. / 16632},
}

// wavePoints is the work of a step, of which a point takes about a hundred instructions.
func wavePoints(n int) int { return 100 * cubed(n) }

// waveArgs is (float *next, const float *now, const float *vsq, int dimx, int dimy, int dimz).
func waveArgs(g given) ([]any, error) {
	radius := usualRadius
	if text, ok := g.defines["RADIUS"]; ok {
		if radius, _ = strconv.Atoi(text); waveCoefficients[radius] == nil {
			return nil, fmt.Errorf("RADIUS is %s: want 4, 5 or 6 for the orders 8, 10 and 12", text)
		}
	}
	x, y, z := g.n+rowHalo, g.n+2*radius, g.n+2*radius
	var args []any
	for _, at := range []func(int) float64{before, fraction, velocity} {
		a, err := gpumodel.NewArrayFunc(gpumodel.Float32, at, z, y, x)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return append(args, int64(x), int64(y), int64(z)), nil
}

// before is what the wave was a step ago, where the result goes.
func before(i int) float64 { return fraction(^i) }

func velocity(i int) float64 { return fraction(i>>1) / 2 }

// stepped is the wave a step later; the halo stays as it was.
func stepped(_ context.Context, args []any) func(i int) float64 {
	now, vsq := floats(args[1].(*gpumodel.Array)), floats(args[2].(*gpumodel.Array))
	dimX, dimY, dimZ := int(args[3].(int64)), int(args[4].(int64)), int(args[5].(int64))
	n := dimX - rowHalo
	radius := (dimY - n) / 2
	c := waveCoefficients[radius]
	steps := []int{1, dimX, dimX * dimY}
	return func(i int) float64 {
		x, y, z := i%dimX, i/dimX%dimY, i/dimX/dimY
		if x >= n || y < radius || y >= dimY-radius || z < radius || z >= dimZ-radius {
			return before(i)
		}
		sum := 3 * c[0] * now[i]
		for r := 1; r <= radius; r++ {
			for _, step := range steps {
				sum += c[r] * (now[i-r*step] + now[i+r*step])
			}
		}
		return 2*now[i] - before(i) + sum*vsq[i]
	}
}
