package sample

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A grid is what the blocks of a launch do, as a survey has it: some of them, from all over the grid, or
// all, were executed and counted, but not simulated.
type grid struct {
	blocks   int       // of the launch
	numbers  []int     // of the blocks that were surveyed, in order
	steps    []float64 // of each of them
	cost     float64   // of the simulation of all blocks, about
	executed float64   // the part of it that is the execution
	edges    float64   // of all steps, what blocks at edges of the grid do more or less than others, if it is not noticeable
	rhythm   warp.Rhythm
}

// Costs are in about 0.1 µs of a core, which is what a warp instruction takes that is executed for its
// addresses and branches alone. An event of the engine takes twice that.
const (
	eventCost      = 2
	firstLook      = 32         // blocks that are looked at before anything else is known
	leastEdge      = 3          // blocks along an axis of the grid, so that some are not at its edge
	noticeable     = 0.005      // of all steps, that the blocks at an edge may do more or less than others
	noticeableTail = 0.02       // of a launch's time, by which such a block may end later than others
	cheap          = 4_000_000  // of a simulation that is not worth to be sampled, on a chip without parts
	cheapParted    = 800_000    // the same where a sample is of a part of the chip
	budget         = 20_000_000 // of a simulation of blocks that differ
	mostBudget     = 80_000_000 // the same, if with less the error would be more than mostError
	mostError      = 0.1
	surveyCost     = 3_000_000  // of a survey of these
	surveyMost     = 30_000_000 // of a survey whose blocks take longer than others let expect
	leastLooked    = 4          // blocks of it
	unknown        = 0.5        // the error of a time whose sample says nothing of blocks that differ
)

// surveyGrid looks at a few blocks, and at more if these differ: at all that surveyCost allows. The
// counters of source are of the blocks that were looked at last.
func surveyGrid(source engine.Source, c *Config) (g *grid, differ bool, err error) {
	if g, differ, err = glance(source, c); err != nil || !differ {
		return g, false, err
	}
	if n := int(surveyCost * float64(c.Blocks) / g.executed); n > firstLook && !c.affordable(g) {
		g, err = look(source, c.Blocks, n)
	}
	return g, true, err
}

// glance looks at a few blocks, and says whether those of the grid differ.
func glance(source engine.Source, c *Config) (g *grid, differ bool, err error) {
	if g, err = look(source, c.Blocks, firstLook); err != nil {
		return nil, false, err
	}
	differ, err = g.differs(source, c)
	return g, differ, err
}

// Differ reports whether the blocks of a grid differ, and whether all of them are simulated then.
func Differ(source engine.Source, c Config) (differ, affordable bool, err error) {
	g, differ, err := glance(source, &c)
	return differ, err == nil && c.affordable(g), err
}

// Work estimates the work of all blocks of a grid, from as few as leastLooked of them.
func Work(source engine.Source, blocks int) (float64, error) {
	work, n := 0.0, min(leastLooked, blocks)
	for i := range n {
		p, err := source.Profile(int(engine.Spread(i) * float64(blocks)))
		if err != nil {
			return 0, err
		}
		work += p.Work
	}
	return work / float64(n) * float64(blocks), nil
}

// look profiles n blocks of a grid: one at a place of its own in each of n equal stretches, so that
// they are in step with no pattern of the grid. If that would take too long, it profiles fewer.
func look(source engine.Source, blocks, n int) (*grid, error) {
	g := &grid{blocks: blocks}
	n = min(n, blocks)
	source.Recount()
	steps := map[int]float64{}
	step := int(float64(n) * (math.Sqrt(5) - 1) / 2) // any number of steps is spread over the grid
	for step = max(1, step); gcd(step, n) > 1; step++ {
	}
	for i := range n {
		if n < blocks && g.executed > surveyMost && i >= leastLooked {
			break
		}
		at := i
		if n < blocks {
			stretch := i * step % n
			at = int((float64(stretch) + chance(stretch)) * float64(blocks) / float64(n))
		}
		p, err := source.Profile(at)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", at, err)
		}
		steps[at], g.rhythm = p.Steps, p.Rhythm
		endPart(source, i, n, blocks)
		g.executed += p.Instructions
		g.cost += p.Instructions + eventCost*(p.Steps+perSend*p.Transactions+perTry*p.Tries)
	}
	g.numbers = slices.Sorted(maps.Keys(steps))
	for _, at := range g.numbers {
		g.steps = append(g.steps, steps[at])
	}
	scale := float64(blocks) / float64(len(g.steps))
	g.cost, g.executed = g.cost*scale, g.executed*scale
	return g, nil
}

// surveyParts are those of a survey of some blocks of a grid, whose counts are compared.
const surveyParts = 8

// endPart ends a part behind number i of n blocks that are surveyed, if there are enough of them in each.
func endPart(source engine.Source, i, n, blocks int) {
	if n < blocks && n >= 2*surveyParts && (i+1)*surveyParts/n > i*surveyParts/n {
		source.EndPart()
	}
}

// chance is a number from 0 to 1 that nothing in a grid is in step with: the same one in every run.
func chance(i int) float64 {
	x := uint64(i)*0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15 // SplitMix64: Steele, Lea, Flood, OOPSLA 2014
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return float64((x^x>>31)>>11) / (1 << 53)
}

// at is the steps of a block: those of the surveyed block that is nearest.
func (g *grid) at(block int) float64 {
	i, found := slices.BinarySearch(g.numbers, block)
	if !found && (i == len(g.numbers) || i > 0 && block-g.numbers[i-1] < g.numbers[i]-block) {
		i--
	}
	return g.steps[i]
}

// all is the steps of all blocks.
func (g *grid) all() float64 { return mean(g.steps) * float64(g.blocks) }

// doubt is the standard error of all, as a part of it: 0 if every block was surveyed.
func (g *grid) doubt() float64 {
	n := float64(len(g.steps))
	return deviation(g.steps) * math.Sqrt((1-n/float64(g.blocks))/n)
}
