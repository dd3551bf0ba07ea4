package sample

import (
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A survey estimates, from the profiles of some blocks, what all of them do.
type survey struct {
	blocks  int       // of the grid
	sample  []float64 // steps of the surveyed blocks, evenly over the grid
	steps   float64   // of all blocks
	events  float64
	stored  float64 // sectors of global memory, by all blocks
	loops   bool    // iterations of loops can be skipped
	uniform bool    // the blocks are alike
	varying bool    // the iterations of a loop are not
}

const (
	surveyed     = 16   // blocks
	surveyedMore = 129  // if they differ
	alike        = 0.02 // standard deviation of the blocks' steps
	perSend      = 4    // events of a transaction, about, where a step is one
	perTry       = 8    // of a round of an atomic on shared memory: it has two halves, and some rounds are lost to other warps
	workVaries   = 0.1  // by how much iterations' clocks or transactions differ from the mean
	placeVaries  = 0.5  // by how much the busiest partition's share does
)

// survey profiles blocks. The counters of the launch come from these.
func (l *long) survey() (*survey, error) {
	s := &survey{blocks: l.c.Blocks}
	for _, n := range []int{surveyed, surveyedMore} {
		if err := s.profile(l.source, min(n, s.blocks)); err != nil {
			return nil, err
		}
		if s.uniform = deviation(s.sample) <= alike; s.uniform {
			break
		}
	}
	return s, nil
}

// profile looks at n blocks.
func (s *survey) profile(source engine.Source, n int) error {
	source.Recount()
	s.sample, s.steps, s.events, s.stored = nil, 0, 0, 0
	var iterations []warp.Iteration
	for i := range n {
		p, err := source.Profile(s.number(i))
		if err != nil {
			return fmt.Errorf("block %d: %w", s.number(i), err)
		}
		endPart(source, i, n, s.blocks)
		s.sample = append(s.sample, p.Steps)
		s.steps += p.Steps
		s.stored += p.Stored
		s.events += p.Steps + perSend*p.Transactions + perTry*p.Tries
		s.loops = s.loops || p.Skipped
		for i, x := range p.Iterations {
			if i == len(iterations) {
				iterations = append(iterations, warp.Iteration{})
			}
			iterations[i].Add(&x)
		}
	}
	s.varying = vary(iterations)
	s.steps *= float64(s.blocks) / float64(n)
	s.events *= float64(s.blocks) / float64(n)
	s.stored *= float64(s.blocks) / float64(n)
	return nil
}

// number is the i-th block to look at. They are spread over the grid without
// falling into step with its rows.
func (s *survey) number(i int) int { return int(engine.Spread(i) * float64(s.blocks)) }

// between is the steps of the blocks from one number to another.
func (s *survey) between(from, to int) float64 {
	sum, n := 0.0, 0
	for i, steps := range s.sample {
		if b := s.number(i); from <= b && b < to {
			sum += steps
			n++
		}
	}
	return sum / float64(max(1, n)) * float64(to-from)
}

// vary reports whether the iterations of a loop, which were counted at equal
// distances, do different work, or camp on partitions to a different degree.
func vary(iterations []warp.Iteration) bool {
	var clocks, sent, hottest []float64
	for _, x := range iterations {
		if x.Warps < iterations[0].Warps {
			continue // few come so far: they are no measure
		}
		clocks, sent = append(clocks, x.Clocks/x.Warps), append(sent, x.Transactions/x.Warps)
		if bytes := sum(x.ByPartition); bytes > 0 {
			hottest = append(hottest, slices.Max(x.ByPartition)/bytes)
		}
	}
	return spreads(clocks) > workVaries || spreads(sent) > workVaries || spreads(hottest) > placeVaries
}

// spreads is how far numbers are from their mean at most, as a part of it.
func spreads(x []float64) float64 {
	if len(x) == 0 || sum(x) == 0 {
		return 0
	}
	return max(slices.Max(x)-mean(x), mean(x)-slices.Min(x)) / mean(x)
}

func mean(x []float64) float64 { return sum(x) / float64(len(x)) }

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// deviation is the standard deviation of numbers as a part of their mean.
func deviation(x []float64) float64 {
	squares := 0.0
	for _, v := range x {
		squares += (v - mean(x)) * (v - mean(x))
	}
	return math.Sqrt(squares/float64(max(1, len(x)-1))) / mean(x)
}
