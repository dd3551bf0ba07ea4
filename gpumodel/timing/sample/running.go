package sample

import "sort"

// mostSums are the sums of a running total.
const mostSums = 1 << 19

// A running total of what blocks do, in their order. Of a grid of more blocks than it has sums, neighbours
// count like one of them.
type running struct {
	blocks, unit int
	sums         []float64 // of the blocks before each unit of them, and of all at the end
}

func newRunning(blocks int, work func(b int) float64) *running {
	r := &running{blocks: blocks, unit: (blocks + mostSums - 1) / mostSums}
	sum := 0.0
	for first := 0; first < blocks; first += r.unit {
		r.sums = append(r.sums, sum)
		n := min(r.unit, blocks-first)
		sum += work(first+int(chance(first)*float64(n))) * float64(n)
	}
	r.sums = append(r.sums, sum)
	return r
}

// before is the sum of the blocks before number b.
func (r *running) before(b int) float64 {
	i := b / r.unit
	if b == r.blocks {
		i = len(r.sums) - 1
	}
	sum, within := r.sums[i], b-i*r.unit
	if within > 0 {
		sum += (r.sums[i+1] - sum) * float64(within) / float64(min(r.unit, r.blocks-i*r.unit))
	}
	return sum
}

// all is the sum of all blocks.
func (r *running) all() float64 { return r.sums[len(r.sums)-1] }

// find is the first block, of those below a number, before which there is so much.
func (r *running) find(sum float64, below int) int {
	return sort.Search(below, func(b int) bool { return r.before(b) >= sum })
}
