package gpumodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// What a launch may take that nobody asked to be executed in full, in the units of warp.Machine.Work: 0.1 µs of
// a core, about. With mostInAll of package timing/sample the sum is about 20 s.
const (
	mostExecuted = 80_000_000 // for the results; a launch that takes more is sampled
	mostProfiled = 36_000_000 // for the profiles of blocks
)

// bounded reports whether a launch ends in bounded time.
func (l *Launch) bounded() bool { return l.Mode != Full && !l.Exact }

// limits are those of a machine, with values or without.
func (l *Launch) limits(values bool) (most, profiled int64) {
	switch {
	case !l.bounded():
		return 0, 0
	case values:
		return mostExecuted, 0
	}
	return 0, mostProfiled
}

// affordable returns the machine that simulates a launch of long blocks beside its results. The error wraps
// warp.ErrEnough if these take more than a bounded launch may take. There is no such machine if nothing says
// how long the blocks are.
func (l *Launch) affordable(m *warp.Machine, blocks int) (*warp.Machine, error) {
	if !l.bounded() {
		return m, nil
	}
	work, err := timing.Work(m, blocks)
	switch {
	case errors.Is(err, warp.ErrEnough), errors.Is(err, warp.ErrTogether):
		return nil, nil
	case err == nil && work > mostExecuted:
		err = warp.ErrEnough
	}
	return m, err
}

// tooMuch says of a launch that a sample was executed instead, and why.
var tooMuch = fmt.Sprintf("a sample: every thread takes more than %d million instructions of warps; full=True executes them",
	mostExecuted/1_000_000)

// instead samples a launch whose threads take more than it may take, if blocks don't need each other's results.
func (l *Launch) instead(ctx context.Context, program *isa.Program, c timing.Config, why error) (*warp.Machine, timing.Outcome, error) {
	s := *l
	s.Mode = Sample
	s.Experiment.Probe = true // the arrays have their marks
	m, err := s.machine(ctx, c.Device, program, false, &warp.Budget{})
	if err != nil {
		return nil, timing.Outcome{}, err
	}
	var outcome timing.Outcome
	if err = dependent(m); err == nil {
		c.Partial, c.Sample = true, true
		outcome, err = timing.Simulate(ctx, c, l.source(m, c.Blocks))
	}
	switch {
	case err == nil:
		return m, outcome, nil
	case errors.Is(err, warp.ErrTogether):
		err = ErrDependent
	case !errors.Is(err, ErrDependent) && !errors.Is(err, errOutput):
		return nil, outcome, l.hint(err)
	}
	if errors.Is(why, warp.ErrEndless) {
		return nil, outcome, l.hint(why)
	}
	return nil, outcome, fmt.Errorf("%s was stopped after %d million instructions of warps, some seconds. A sample is executed of such a launch, but %w; full=True executes every thread, however long that takes",
		l.Kernel.Name, mostExecuted/1_000_000, err)
}

var errOutput = errors.New("it has a printf, so that no part of it can be left out")

// dependent says why no part of a launch can be executed alone, if that is so.
func dependent(m *warp.Machine) error {
	switch {
	case m.Writes():
		return ErrDependent
	case m.Prints():
		return errOutput
	}
	return nil
}

// hint adds to the error of a bounded launch how to let it take longer.
func (l *Launch) hint(err error) error {
	switch {
	case !l.bounded():
	case errors.Is(err, warp.ErrEnough):
		return fmt.Errorf("%w. If it ends after all: full=True executes the launch for longer", err)
	case errors.Is(err, timing.ErrSpent):
		return fmt.Errorf("%w, and %w; full=True simulates the launch, however long that takes", err, ErrDependent)
	}
	return err
}

// MarkPartial notes on the arrays that the kernel may have written whether the
// launch computed them: a sampled one skips the values that time does not need, and
// what is computed from such an array is no result either.
func (l *Launch) MarkPartial(partial bool) {
	by := ""
	if partial {
		by = l.partly()
	}
	l.markArrays(by)
}

// markPartial notes on the arrays and variables that a launch may have written why they are not computed.
func (l *Launch) markPartial(program *isa.Program, by string) {
	if l.Experiment.Probe {
		return
	}
	l.markArrays(by)
	vars, err := l.UsedVariables()
	if err != nil {
		return // no machine was made
	}
	for i, a := range vars.arrays {
		if program.Globals[i].Written {
			a.partial = by
		}
	}
}

func (l *Launch) markArrays(by string) {
	params := l.Kernel.Params()
	for i, p := range params {
		if a, _ := ArrayBehind(l.Args[i]); a != nil && p.Const {
			by = cmp.Or(by, a.partial)
		}
	}
	for i, p := range params {
		if a, _ := ArrayBehind(l.Args[i]); a != nil && !p.Const {
			a.partial = by
		}
	}
}

// partly says what a launch did instead of executing every thread.
func (l *Launch) partly() string { return l.Kernel.Name + " was simulated for its time alone" }
