package gpumodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/cores"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// fullThreads is the largest launch that Auto executes in full.
const fullThreads = 1 << 19

// ErrDependent is the error of those who would run a part of a launch alone.
var ErrDependent = errors.New("what its blocks do depends on the results of others, so that no part of it can be run alone")

// Run executes a launch on the model of a device; package measured has one for real GPUs. A
// cancelled context ends it with the context's error; arrays keep what was written.
func Run(ctx context.Context, d *device.Device, l Launch) (*Result, error) {
	switch {
	case l.repeats != nil:
		return l.repeats.run(ctx, d, l)
	case l.Again:
		return l.Kernel.Module.repeats.run(ctx, d, l)
	}
	return run(ctx, d, l)
}

// run is Run without a look at earlier launches.
func run(ctx context.Context, d *device.Device, l Launch) (*Result, error) {
	r, err := simulate(ctx, d, l)
	if err != nil {
		return nil, err
	}
	r.Simulated = r.Time
	if least := r.Bounds[0]; least.Time > r.Time {
		// The rate of a sample can be a little too good; no launch is faster than its bounds.
		// BelowBound says by how much, and tests see to it that it is within the uncertainty.
		r.Time, r.Counted.Time = least.Time, least.Time
		r.Uncertainty = max(r.Uncertainty, r.BelowBound())
		r.Bounds = bounds(r, r.Counted.Stats, r.Counted.Outcome)
	}
	r.Counters = counter.New(r.Counted)
	return r.withNested(), nil
}

// simulate executes a launch and returns its result with the time as the engine
// has it, without counters.
func simulate(ctx context.Context, d *device.Device, l Launch) (*Result, error) {
	if l.inside == nil { // the launch around it waits
		defer cores.Busy()()
	}
	if err := l.Check(d); err != nil {
		return nil, err
	}
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return nil, err
	}
	if len(program.Nested) > 0 && l.Mode == Auto {
		l.Mode = Full // no sample says what is launched
	}
	occupancy, err := program.Occupy(d, l.Block.Count(), l.Shared)
	if err != nil {
		return nil, err
	}
	if l.Experiment.Resident > 0 {
		occupancy.BlocksPerSM = l.Experiment.Resident
	}
	if err := l.cooperates(d, program, occupancy.BlocksPerSM); err != nil {
		return nil, err
	}
	copies := max(1, l.Experiment.Copies)
	ran, unfinished, err := l.executedOnce(ctx, program, timing.Config{
		Device: d, Blocks: copies * l.Grid.Count(), GridX: l.Grid.X, GridY: l.Grid.Y, Sample: !l.Exact && !(l.InFull() && program.TakesTickets()),
		BlocksPerSM: occupancy.BlocksPerSM, WarpsPerBlock: l.Warps(d),
		Whole: program.AtomicsOnGlobal(), SharedPerSM: occupancy.BlocksPerSM * (program.SharedBytes + l.Shared + d.SystemShared),
	})
	if err != nil {
		return nil, err
	}
	l = l.done(unfinished)
	stats, outcome := ran.Stats, ran.Outcome
	r := &Result{
		Kernel: l.Kernel, Device: d, Launch: l, Time: outcome.Time / float64(copies), Occupancy: occupancy,
		Registers: program.Registers, SharedBytes: program.SharedBytes + l.Shared,
		Sampled: outcome.Sampled, Uncertainty: outcome.Error, Unfinished: unfinished, Inner: inner(program, stats.Executed),
	}
	r.nested = l.launched
	r.Counted = &counter.Run{
		Device: d, Program: program, Blocks: l.Grid.Count(), Threads: l.Block.Count(),
		Registers: r.Registers, SharedBytes: r.SharedBytes, Occupancy: occupancy, Time: r.Time, Stats: &stats, Parts: ran.Parts, Outcome: &outcome,
	}
	r.Bounds = bounds(r, &stats, &outcome)
	return r, nil
}

// done is a launch that was executed, as its result has it.
func (l Launch) done(unfinished string) Launch {
	if !l.Experiment.Probe && unfinished == "" {
		l.MarkPartial(!l.InFull())
	}
	// The result is kept longer than who watched it, and may be asked what another launch would take.
	l.Progress, l.repeats, l.touches, l.Again = nil, nil, nil, false
	return l
}

// inner is the basic block of a program that most floating-point operations come from.
func inner(p *isa.Program, executed []int64) (most isa.BasicBlock) {
	flops := int64(0)
	for _, s := range p.BasicBlocks() {
		if n := executed[s.First] * int64(s.Flops); n > flops {
			most, flops = s, n
		}
	}
	return most
}

// InFull decides whether every thread is executed.
func (l *Launch) InFull() bool {
	switch l.Mode {
	case Full:
		return true
	case Sample:
		return false
	}
	return l.Exact || !l.large()
}

// large reports whether a launch has more threads than Auto executes in full.
func (l *Launch) large() bool { return l.Grid.Count()*l.Block.Count() > fullThreads }

// execute runs a launch as far as it is to be run. If it was to be executed in full and was not, unfinished says so.
func (l *Launch) execute(ctx context.Context, program *isa.Program, c timing.Config) (m *warp.Machine, o timing.Outcome,
	unfinished string, err error) {
	c.Bounded = l.bounded()
	if !l.InFull() || !l.Exact && l.large() && program.LeavesNothing() { // there are no results
		m, o, err = l.sample(ctx, program, c)
		return m, o, "", err
	}
	m, o, err = l.inFull(ctx, program, c)
	if err == nil || !c.Bounded || !errors.Is(err, warp.ErrEnough) && !errors.Is(err, timing.ErrSpent) {
		return m, o, "", err
	}
	l.markPartial(program, l.Kernel.Name+" was executed in part, since all of it takes too long")
	if o.Time > 0 { // only the results took too long
		return m, o, tooMuch, nil
	}
	m, o, err = l.instead(ctx, program, c, err)
	return m, o, tooMuch, err
}

// sample executes a part of a launch, for its time alone.
func (l *Launch) sample(ctx context.Context, program *isa.Program, c timing.Config) (*warp.Machine, timing.Outcome, error) {
	m, err := l.machine(ctx, c.Device, program, false, &warp.Budget{})
	if err != nil {
		return nil, timing.Outcome{}, err
	}
	c.Partial = m.Pure()
	outcome, err := timing.Simulate(ctx, c, l.source(m, c.Blocks))
	if errors.Is(err, warp.ErrTogether) { // nothing has been written so far
		l.Experiment.Together = true
		return l.sample(ctx, program, c)
	}
	return m, outcome, l.hint(err)
}

// inFull executes every thread of a launch.
func (l *Launch) inFull(ctx context.Context, program *isa.Program, c timing.Config) (*warp.Machine, timing.Outcome, error) {
	memory := &warp.Budget{}
	m, err := l.machine(ctx, c.Device, program, true, memory)
	if err != nil {
		return nil, timing.Outcome{}, err
	}
	timer, err := l.timer(ctx, program, &c, memory)
	if err != nil {
		return nil, timing.Outcome{}, err
	}
	if timer == nil {
		outcome, err := l.together(ctx, m, c)
		return m, outcome, err
	}
	outcome, err := aside(ctx, timer, c, func() error { return m.ResultsOf(0, c.Blocks) })
	switch {
	case errors.Is(err, warp.ErrTogether): // nothing has been written so far
		l.Experiment.Together = true
		return l.inFull(ctx, program, c)
	case errors.Is(err, warp.ErrEnough): // of the results: the time is that of all blocks
		return timer, outcome, err
	}
	return m, outcome, err
}

// together simulates a launch of which each block that the engine replays has its results from there, and executes the others.
func (l *Launch) together(ctx context.Context, m *warp.Machine, c timing.Config) (timing.Outcome, error) {
	c.Results = true
	if d := c.Device; m.Timed() && d.Sectored() {
		c.L2 = m.Global.L2Slices(d.L2Slices, d.L2KB<<10/d.L2Slices, d.L1LineBytes, d.L2Ways)
	}
	o, err := timing.Simulate(ctx, c, l.source(m, c.Blocks))
	if err != nil {
		return o, err
	}
	next := int(m.Stats.Blocks)
	if left := c.Blocks - next; left > 0 {
		m.Follow((o.Time - o.Simulated) * c.Device.ClockMHz * 1e6 / float64(left))
	}
	return o, m.ResultsOf(next, c.Blocks)
}

// source is what the engine replays: the machine, which for an exact launch tells how far it is.
func (l *Launch) source(m *warp.Machine, blocks int) timing.Source {
	if !l.Exact || l.Progress == nil {
		return m
	}
	return &watched{Machine: m, blocks: blocks, tell: l.Progress}
}

// watched is a machine that tells of the blocks that are done.
type watched struct {
	*warp.Machine
	done, blocks int
	tell         func(done, all int)
}

// Release takes a block back that is done.
func (w *watched) Release(b *warp.Block) {
	w.Machine.Release(b)
	w.done = min(w.done+1, w.blocks)
	w.tell(w.done, w.blocks)
}

// timer is a machine that simulates a launch without its results, if its blocks are long or differ:
// their time needs few of their iterations, or few of them. There is none if blocks need the
// results of others; and none if the whole launch can be simulated beside its results, which it sets c.Sample for.
func (l *Launch) timer(ctx context.Context, program *isa.Program, c *timing.Config, memory *warp.Budget) (*warp.Machine, error) {
	if !c.Sample || !program.Loops() && c.Blocks <= wavesInFull*c.Device.SMs*c.BlocksPerSM {
		return nil, nil
	}
	m, err := l.machine(ctx, c.Device, program, false, memory)
	if err != nil || !m.Pure() || m.Waits() || m.Timed() {
		return nil, err
	}
	if program.Loops() {
		switch long, err := timing.Long(m, c.Blocks); {
		case errors.Is(err, warp.ErrTogether):
			return nil, nil
		case err != nil:
			return nil, err
		case long:
			return l.affordable(m, c.Blocks)
		}
	}
	differ, affordable, err := timing.Differ(m, *c)
	switch {
	case errors.Is(err, warp.ErrTogether):
		return nil, nil
	case err == nil && !differ:
		c.Alike = true
		return m, nil
	case err == nil && affordable:
		c.Sample = false
		return nil, nil
	}
	return m, err
}

// wavesInFull is how many waves of blocks are always simulated whole, since the sampler takes no fewer.
const wavesInFull = 3

// aside simulates a launch while something else is done for its results; first, if
// it reads arrays that the other may write.
func aside(ctx context.Context, timer *warp.Machine, c timing.Config, results func() error) (o timing.Outcome, err error) {
	c.Partial, c.Results = !c.Alike, c.Alike
	if timer.Reads() {
		if o, err = timing.Simulate(ctx, c, timer); err == nil {
			err = results()
		}
		return o, err
	}
	var failed error
	var panicked any // on to the caller, who knows what to do about it
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		defer cores.Busy()()
		failed = results()
	}()
	o, err = timing.Simulate(ctx, c, timer)
	back := cores.Idle()
	<-done
	if back(); panicked != nil {
		panic(panicked)
	}
	return o, cmp.Or(failed, err)
}

// Machine maps the arrays and prepares the execution.
func (l *Launch) Machine(ctx context.Context, d *device.Device, program *isa.Program, values bool) (*warp.Machine, error) {
	return l.machine(ctx, d, program, values, &warp.Budget{})
}

// machine is Machine with a budget that others may share.
func (l *Launch) machine(ctx context.Context, d *device.Device, program *isa.Program, values bool, held *warp.Budget) (*warp.Machine,
	error) {
	global := &memory.Global{}
	if l.inside != nil {
		global = l.inside.global.Clone()
	}
	params, globals, err := l.place(program, global)
	if err != nil {
		return nil, err
	}
	textures, err := l.textures(d, program, global)
	if err != nil && l.inside == nil { // host code names the kernel itself
		err = fmt.Errorf("%s: %w", l.Kernel.Name, err)
	}
	if err != nil {
		return nil, err
	}
	x := &l.Experiment
	most, profiled := l.limits(values)
	var m *warp.Machine
	tell := l.Progress
	if l.Exact || !values && l.InFull() { // the engine tells, or the machine that has the values
		tell = nil
	}
	m = warp.New(warp.Launch{
		Nest: l.nest(ctx, d, global), Device: d, Program: program, Grid: warp.Dim3(l.Grid), Block: warp.Dim3(l.Block), Shared: l.Shared,
		Params: params, Global: global, Globals: globals, Textures: textures, Stdout: l.Stdout, Values: values, Memory: held,
		Together: x.Together, Lift: x.Lift, Watch: x.Watch, WatchShared: x.WatchShared, Most: most, MostProfiled: profiled,
		Touches: l.touches,
	}, func() error {
		if tell != nil {
			tell(min(m.Begun(), l.Grid.Count()), l.Grid.Count())
		}
		return context.Cause(ctx)
	})
	return m, nil
}

// place maps the launch's arrays and variables. Variables that hold addresses of one another come first ([Variables.Relocate]).
func (l *Launch) place(program *isa.Program, global *memory.Global) (params []byte, globals []uint64, err error) {
	vars, err := l.UsedVariables()
	if err == nil && vars.apart {
		globals, err = l.variables(program, global)
	}
	if err == nil {
		params, err = l.params(program, global)
	}
	if err == nil && globals == nil {
		globals, err = l.variables(program, global)
	}
	return params, globals, err
}

// params lays out the kernel's arguments as the program expects them.
func (l *Launch) params(program *isa.Program, global *memory.Global) ([]byte, error) {
	if l.inside != nil {
		return l.nestedParams(program), nil
	}
	kernel := l.Kernel.Params()
	if err := l.CheckArgs(); err != nil {
		return nil, err
	}
	block := make([]byte, program.ParamBytes+8)
	for i, p := range program.Params {
		bits, err := argument(l.Args[i], kernel[i], p.Type, global)
		if err != nil {
			return nil, fmt.Errorf("%s: argument %d, %s: %w", l.Kernel.Name, i+1, kernel[i], err)
		}
		memory.PutWord(block[p.Offset:], p.Size, bits)
	}
	return block[:program.ParamBytes], global.Fits()
}
