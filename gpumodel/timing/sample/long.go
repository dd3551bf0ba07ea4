package sample

import (
	"context"
	"math"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// long simulates a launch of long blocks. A wave of them is more than can be
// simulated, so not blocks are sampled but the iterations of their loops.
type long struct {
	ctx       context.Context
	c         Config
	source    engine.Source
	slots     int            // blocks that the GPU holds
	varying   bool           // iterations of the blocks' loops do different work
	simulated float64        // steps
	latest    *engine.Engine // the last run
	ending    *engine.Engine // the last run that went on to the end of its blocks, if there was one
	held      Held
}

// inLoops are the options of blocks whose loops are sampled.
func inLoops(int) warp.Options { return warp.Options{ByIteration: true, Uncounted: true} }

// fromLoops are the options of blocks that begin in the middle of their loop.
func fromLoops(at float64) warp.Options {
	return warp.Options{From: at, ByIteration: true, Uncounted: true}
}

const (
	affordable     = 1_500_000 // events of a launch that is simulated as a whole
	affordableFew  = 3_000_000 // the same of one of less than two waves, of which a sample takes nearly as long
	manyWaves      = 40        // the first and the last of so many do not matter
	manyHashed     = 16        // the same where addresses are hashed: no wave gets in its own way there
	keeps          = 0.5       // of the first wave's excess time, what remains from one wave to the next
	fewWaves       = 16        // of blocks that differ, which can't be sampled
	noticeableSkip = 0.2       // of the time of a launch, which iterations take that are left out
	strata         = 5         // parts of the grid, if blocks differ
	loopError      = 0.07      // of the time of iterations that are left out, as TestRandomRegular has it
)

// simulate chooses how to go about it.
func (l *long) simulate() (Outcome, error) {
	s, err := l.survey()
	if err != nil {
		return Outcome{}, err
	}
	l.slots, l.varying = l.c.Device.SMs*l.c.BlocksPerSM, s.varying
	full := l.c.Blocks / l.slots
	switch {
	case s.events <= affordable, full < 2 && s.events <= affordableFew, !s.loops, !s.uniform && full < fewWaves:
		l.source.Recount()
		l.c.Sample = s.events > affordable && !s.loops
		return l.c.run(l.ctx, l.source)
	case !s.uniform:
		return l.differing(s)
	case full < 2:
		return l.few(s)
	case s.varying:
		return l.inStep(s, full)
	}
	return l.alike(s, full)
}

// few is for blocks that nearly all run at the same time. They begin in step, and their warps get apart in the course
// of many iterations, most of which are left out. How far that goes is not known: the time is that of iterations in
// step, and what iterations take that are far apart is within its error.
func (l *long) few(s *survey) (Outcome, error) {
	e, err := l.waves(0, l.c.Blocks, 1)
	if err != nil {
		return Outcome{}, err
	}
	skipped, drift := e.Skipped(), 0.0
	if skipped.Time > noticeableSkip*e.End() && e.loops.first.Time > 0 {
		apart, err := l.steadyRun(0, true)
		if err != nil {
			return Outcome{}, err
		}
		drift = (apart.step.Time/e.loops.first.Time - 1) * skipped.Time
	}
	o := l.outcome(s, e.End(), e.All())
	o.Error = math.Hypot(o.Error, math.Abs(drift)/o.Time)
	return o, nil
}

// inStep is for blocks with loops whose iterations differ. All SMs progress at the same rate and
// stay in step, so it matters which iterations meet. All waves after the first are like the second.
func (l *long) inStep(s *survey, full int) (Outcome, error) {
	most := 2*l.slots + l.c.Blocks%l.slots // the last, partial wave takes the places that become free
	e, err := l.waves(0, most, 1)
	if err != nil {
		return Outcome{}, err
	}
	second := mean(e.Completed()[l.slots:2*l.slots]) - mean(e.Completed()[:l.slots])
	return l.outcome(s, e.End()+float64(full-2)*second, e.All().Times(s.steps/e.All().Steps)), nil
}

// alike is for blocks that are alike and whose iterations are. After many waves, SMs that got in
// each other's way have drifted apart, and others are as they were: a late wave takes as long as the
// quicker of two steady runs, in step or apart. Early waves still resemble the first.
func (l *long) alike(s *survey, full int) (Outcome, error) {
	late, err := l.late(full / 2 * l.slots)
	if err != nil {
		return Outcome{}, err
	}
	all := late.step.Times(s.steps)
	if full >= l.many() {
		cold := l.held.Bytes / max(1, l.c.parts) // read for the first time by the first wave
		all.Read += cold
		all.Bytes += cold
		return l.outcome(s, all.Time, all), nil
	}
	most := l.slots + l.c.Blocks%l.slots
	e, err := l.waves(0, most, 2/float64(full))
	if err != nil {
		return Outcome{}, err
	}
	if l.c.Device.Sectored() {
		all = e.full.Plus(late.step, s.steps-e.full.Steps)
	}
	each := late.step.Time * s.steps / float64(l.c.Blocks) * float64(l.slots)
	first, end := e.firstWave(s.steps/float64(l.c.Blocks)*float64(l.slots)), e.End()
	if first < each { // it was left out how the warps of an SM got apart
		first, end = each, end*each/first
	}
	kept := (first - each) * keeps * (1 - math.Pow(keeps, float64(full-1))) / (1 - keeps)
	return l.outcome(s, end+float64(full-1)*each+kept, all), nil
}

// many is how many waves are so many that the first and the last do not matter.
func (l *long) many() int {
	if l.c.Device.Sectored() {
		return manyHashed
	}
	return manyWaves
}

// late is the quicker of two steady runs of blocks from number first on. Where channels are hashed
// SMs are not in each other's way, in step or not, and one run is enough.
func (l *long) late(first int) (*steadyRun, error) {
	if l.c.Device.Sectored() {
		return l.steadyRun(first, false)
	}
	inStep, err := l.steadyRun(first, false)
	if err != nil {
		return nil, err
	}
	apart, err := l.steadyRun(first, true)
	if err != nil {
		return nil, err
	}
	if inStep.step.Time < apart.step.Time {
		return inStep, nil
	}
	return apart, nil
}

// differing is for blocks that differ: late runs in several parts of the grid, and
// the last wave.
func (l *long) differing(s *survey) (Outcome, error) {
	most := l.c.Blocks - l.slots
	e, err := l.waves(most, l.slots, float64(l.slots)/float64(l.c.Blocks))
	if err != nil {
		return Outcome{}, err
	}
	all := engine.Tally{}
	for i := range strata {
		r, err := l.late(most * (2*i + 1) / (2 * strata))
		if err != nil {
			return Outcome{}, err
		}
		all = all.Plus(r.step, s.between(most*i/strata, most*(i+1)/strata))
	}
	return l.outcome(s, all.Time+e.End(), all.Plus(e.All(), 1)), nil
}

// loopError is how far the time of iterations that are left out may be off. Of loops without a period the
// windows have seen some of what there is.
func (c *Config) loopError() float64 {
	if r := c.rhythm; r.Uneven > warp.Even {
		return math.Hypot(loopError, min(unknown, r.Uneven/2))
	}
	return loopError
}

// outcome turns a tally of all steps into the outcome of the launch.
func (l *long) outcome(s *survey, time float64, t engine.Tally) Outcome {
	// Atomics whose results nobody awaits are at work when the warps are long done: those of
	// skipped iterations are in no run's end.
	d := l.c.Device
	atomics := max(max(t.Atomics, t.SliceAtomics)*d.AtomicTurn, t.SliceSums*d.AtomicSumTurn) * 1e-9
	time, t.Time = max(time, atomics), max(t.Time, atomics)
	if d.Sectored() {
		t.Stored(s.stored)
	}
	o := Outcome{
		Time: time, Error: l.c.loopError() * max(0, 1-l.simulated/s.steps), Simulated: t.Time, Blocks: l.c.Blocks, Sampled: min(1,
			l.simulated/s.steps),
		Demand: t.Demand, States: t.States, Held: l.held,
		DRAM: memory.PartitionStats{
			Transactions: int64(t.Transactions), Activates: int64(t.Activates), Turnarounds: int64(t.Turnarounds),
			Bytes: int64(t.Bytes), ReadBytes: int64(t.Read), Busy: memory.Time(t.Busy), MostTurns: int64(t.Atomics),
		},
	}
	o.caches(l.latest)
	if d.Sectored() {
		o.L1Global = memory.CacheStats{Hits: int64(t.L1Hits), Misses: int64(t.L1Misses)}
	}
	o.L2 = engine.SliceStats{
		CacheStats: memory.CacheStats{Hits: int64(t.Hits), Misses: int64(t.Misses)},
		Written:    int64(t.Written), Asked: int64(t.Asked), Fabric: int64(t.Fabric),
		Atomics: int64(t.SliceAtomics), Sums: int64(t.SliceSums),
	}
	if o.Idle = make([]float64, d.SMs); l.ending != nil {
		o.Idle = l.ending.Idle(time)
	}
	return o
}
