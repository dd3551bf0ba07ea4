package sample

import (
	"context"
	"math"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A walk simulates a launch whose blocks differ: one run in which blocks are dispatched in the order of
// the grid, but for gaps between stretches of equal length. So blocks run beside those beside
// which they would really run; the first stretch has the start of the launch and the last one its
// tail. A gap takes its work, as the survey has it, at the rate of the stretches on both sides.
//
// A stretch has three generations, each of as many blocks as the GPU holds. In the first one its blocks
// mix with those of the stretch before. The second and third generation are measured; that they differ,
// and that stretches do, is what the time may be off.
//
// Blocks that start together get out of step, and caches fill; it takes tens of generations until the rate
// of a launch is what it will be. So a third of the stretches stand at the beginning without gaps. After that the
// engine goes on as it is behind each gap.
type walk struct {
	e          *engine.Engine
	generation int
	length     int            // of a stretch, in blocks
	starts     []int          // of the stretches, in blocks of the grid
	work       *running       // steps of the blocks before each
	marks      []engine.Tally // at the end of each generation
	full       engine.Tally   // when the last block was dispatched; nothing if all blocks began at once
}

const (
	generations = 3    // of a stretch
	leastWalk   = 3    // stretches of a walk
	mostWalk    = 24   // the same
	walkError   = 0.05 // of the time of the gaps, as TestIrregular has it
	atFirst     = 3    // one of so many stretches has no gap behind it
	worthwhile  = 0.65 // of the grid, above which all of it is simulated instead
)

// stretches is how many stretches a budget is enough for.
func (c *Config) stretches(g *grid, budget float64) int {
	each := g.cost * float64(generations*c.Device.SMs*c.BlocksPerSM) / float64(g.blocks)
	return min(int(budget/each), mostWalk)
}

// affordable reports whether all blocks are simulated: where the budget is enough for that, or where a
// walk would leave little out. Their counters are exact then.
func (c *Config) affordable(g *grid) bool {
	walked := float64(c.stretches(g, budget) * generations * c.Device.SMs * c.BlocksPerSM)
	return g.cost <= budget || c.stretches(g, budget) >= leastWalk && walked >= worthwhile*float64(c.Blocks)
}

// walk simulates the blocks of a grid, of which number b of the source is number(b).
func (c Config) walk(ctx context.Context, source engine.Source, g *grid, budget float64, number func(b int) int) (Outcome, *walk, error) {
	w := &walk{generation: c.Device.SMs * c.BlocksPerSM, work: newRunning(c.Blocks, func(b int) float64 { return g.at(number(b)) })}
	w.place(max(leastWalk, c.stretches(g, budget)))
	l := &long{ctx: ctx, c: c, source: source}
	c.Blocks = w.length * len(w.starts)
	w.e = c.engine(ctx, gapped{source, w.number}, 0, func(int) warp.Options { return warp.Options{Uncounted: true} })
	w.e.Fill()
	switch done, err := c.within(w.e, 0, w.observe); {
	case err != nil:
		return Outcome{}, nil, err
	case w.e.Paused():
		o, err := l.c.cut(w.e, done)
		o.Error = unknown
		return o, nil, err
	}
	l.simulated, l.latest, l.ending = float64(w.e.Steps()), w.e, w.e
	filled, off := w.fill()
	o := l.outcome(&survey{steps: w.work.before(l.c.Blocks)}, w.e.End(), w.e.All())
	o.Error = math.Hypot(math.Hypot(off, filled*g.doubt()), walkError*filled) / o.Time
	return o, w, nil
}

// place places n stretches, with about as much work between any two.
func (w *walk) place(n int) {
	blocks := w.work.blocks
	w.length = generations * w.generation
	if float64(n*w.length) >= worthwhile*float64(blocks) {
		w.length, w.starts = blocks, []int{0}
		return
	}
	last, first := blocks-w.length, n/atFirst
	from := w.work.before(first * w.length)
	for i := range n {
		share := float64(i-first) / float64(n-1-first)
		at := w.work.find(from+(w.work.before(last)-from)*max(0, share), last)
		if i > 0 {
			at = max(at, w.starts[i-1]+w.length)
		}
		if i < first {
			at = i * w.length
		}
		w.starts = append(w.starts, min(at, last-(n-1-i)*w.length))
	}
	w.starts[n-1] = last
}

// number is the block that is dispatched as number b.
func (w *walk) number(b int) int {
	i := min(b/w.length, len(w.starts)-1)
	return w.starts[i] + b - i*w.length
}

// observe is called whenever there is a place for a block. It notes what has been done at the end of each
// generation.
func (w *walk) observe() bool {
	n := w.e.Dispatched()
	if n == w.length*len(w.starts)-1 {
		w.full = w.e.Tally()
	}
	if len(w.starts) == 1 || n%w.generation != 0 {
		return false
	}
	w.marks = append(w.marks, w.e.Tally())
	return false
}

// rate is what a step takes in a generation of a stretch, on average.
func (w *walk) rate(stretch, generation int) engine.Tally {
	at := stretch*generations + generation
	t := w.marks[at].Plus(w.marks[at-1], -1).Awaited()
	return t.Times(1 / max(1, t.Steps))
}

// fill credits the gaps. It returns the time of these, and by how much it may be off: twice its
// standard error and a quarter of each difference between the rates at both ends.
func (w *walk) fill() (time, off float64) {
	noise := 0.0
	for i := range len(w.starts) - 1 {
		left, right := w.rate(i, 2), w.rate(i+1, 1)
		gap := w.work.before(w.starts[i+1]) - w.work.before(w.starts[i]+w.length)
		w.e.Credit(left, gap/2)
		w.e.Credit(right, gap/2)
		time += gap * (left.Time + right.Time) / 2
		off += gap * math.Abs(left.Time-right.Time) / 4
		for _, x := range []float64{left.Time - w.rate(i, 1).Time, right.Time - w.next(i+1)} {
			noise += gap * gap * x * x / 8
		}
	}
	return time, off + 2*math.Sqrt(noise)
}

// next is the time of a step in the generation behind the one that begins a stretch's measurement.
func (w *walk) next(stretch int) float64 {
	if stretch == len(w.starts)-1 {
		return w.rate(stretch, 1).Time // the GPU empties behind it
	}
	return w.rate(stretch, 2).Time
}

// gapped is a source that leaves blocks of the grid out.
type gapped struct {
	engine.Source
	number func(b int) int
}

func (s gapped) Start(block int, o warp.Options) (*warp.Block, error) {
	return s.Source.Start(s.number(block), o)
}
