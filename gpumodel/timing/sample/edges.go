package sample

import (
	"math"

	"warpbook.dev/gpumodel/timing/engine"
)

// An edge is one side of the grid, where kernels often do something else.
type edge struct {
	along   int // blocks along the axis that leads to it
	first   int // a block of it
	inwards int // from the number of a block to that of the next one, away from the edge
}

// edgesOf are the edges of a grid, unless it has so few blocks along an axis that all of them lie at one.
func edgesOf(c *Config) (all []edge) {
	x, y := max(1, c.GridX), max(1, c.GridY)
	if c.Blocks%(x*y) != 0 {
		return nil
	}
	column, row := func(i int) int { return int(chance(i) * float64(x)) }, func(i int) int { return int(chance(i) * float64(y)) }
	if x >= leastEdge {
		all = append(all, edge{x, x * row(0), 1}, edge{x, x - 1 + x*row(1), -1})
	}
	if y >= leastEdge {
		all = append(all, edge{y, column(2), x}, edge{y, column(3) + x*(y-1), -x})
	}
	return all
}

// differs reports whether the blocks of a grid differ: those that were looked at, or those at its edges, of which there are too few
// to be met by chance. What blocks at edges do that is not worth a walk over the grid goes into the error.
func (g *grid) differs(source engine.Source, c *Config) (bool, error) {
	if deviation(g.steps) > alike {
		return true, nil
	}
	usual := mean(g.steps)
	if usual == 0 {
		return false, nil
	}
	for _, e := range edgesOf(c) {
		off, err := e.off(source, 0, usual)
		if err != nil {
			return false, err
		}
		if math.Abs(off)/float64(e.along) > noticeable || off*float64(c.Device.SMs*c.BlocksPerSM)/float64(c.Blocks) > noticeableTail {
			return true, nil
		}
		if math.Abs(off) <= alike {
			continue
		}
		deep, err := e.depth(source, usual, off)
		if err != nil {
			return false, err
		}
		g.edges += math.Abs(off) * float64(deep) / float64(e.along)
	}
	return g.edges > noticeable, nil
}

// off is by what part of the usual steps a block does more, so many blocks from the edge.
func (e *edge) off(source engine.Source, inwards int, usual float64) (float64, error) {
	p, err := source.Profile(e.first + inwards*e.inwards)
	return p.Steps/usual - 1, err
}

// depth is how many blocks from the edge on do more or less than usual, as its first one does. In
//
//	if (blockIdx.x * blockDim.x + threadIdx.x >= n) return;
//
// those at the end of the grid do nothing, of which there may be one or many.
func (e *edge) depth(source engine.Source, usual, off float64) (int, error) {
	deep, usualFrom := 1, e.along/2
	for deep < usualFrom {
		middle := (deep + usualFrom) / 2
		there, err := e.off(source, middle, usual)
		if err != nil {
			return 0, err
		}
		if math.Abs(there) > math.Abs(off)/2 {
			deep = middle + 1
		} else {
			usualFrom = middle
		}
	}
	return deep, nil
}
