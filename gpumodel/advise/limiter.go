package advise

import (
	"context"
	"errors"
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/warp"
)

// A Limiter is a launch with two experiments beside it that tell what it waits for:
// its accesses of device memory alone, and its arithmetic alone, both with as many
// blocks on an SM as the whole has (Micikevicius: Analysis-Driven Optimization, SC10).
type Limiter struct {
	Full, MemoryOnly, MathOnly *gpumodel.Result
}

// The verdicts of a Limiter.
const (
	VerdictMemory        = "memory"
	VerdictMath          = "math"
	VerdictBalanced      = "balanced"
	VerdictMemoryLatency = "memory and latency"
	VerdictMathLatency   = "math and latency"
)

const (
	// balancedShare is the shorter experiment's share of the longer one from which
	// neither is named alone.
	balancedShare = 0.85
	// latencyExcess is how much longer than its longer experiment a launch takes when
	// memory and arithmetic are badly overlapped.
	latencyExcess = 1.25
)

// Overlap is the share of the shorter experiment's time that passes beside the longer
// one: 1 is all of it, 0 is one after the other.
func (l *Limiter) Overlap() float64 {
	shorter := min(l.MemoryOnly.Time, l.MathOnly.Time)
	if shorter == 0 {
		return 1
	}
	return max(0, min(1, (l.MemoryOnly.Time+l.MathOnly.Time-l.Full.Time)/shorter))
}

// Verdict says what limits the launch, by the scenarios of the lecture.
func (l *Limiter) Verdict() string {
	memory, math := l.MemoryOnly.Time, l.MathOnly.Time
	late := l.Full.Time > latencyExcess*max(memory, math)
	switch {
	case late && memory >= math:
		return VerdictMemoryLatency
	case late:
		return VerdictMathLatency
	case min(memory, math) > balancedShare*max(memory, math):
		return VerdictBalanced
	case memory > math:
		return VerdictMemory
	}
	return VerdictMath
}

var errPrints = errors.New("no part of it can be run alone while it has a printf or an assert: take them out first")

// apart says why no part of a launch can be run alone, if it can't.
func apart(l *gpumodel.Launch, m *warp.Machine) error {
	switch {
	case m.Writes():
		return fmt.Errorf("%s: %w", l.Kernel.Name, gpumodel.ErrDependent)
	case !m.Pure(), m.Asserts(): // a part has not the values that are asserted
		return fmt.Errorf("%s: %w", l.Kernel.Name, errPrints)
	}
	return nil
}

// Limit finds what limits a launch. The arrays are not changed.
func Limit(ctx context.Context, d *device.Device, l gpumodel.Launch) (*Limiter, error) {
	l, err := alone(ctx, d, l)
	if err != nil {
		return nil, err
	}
	x := &Limiter{}
	if x.Full, err = gpumodel.Run(ctx, d, l); err != nil {
		return nil, err
	}
	for part, r := range map[ir.Part]**gpumodel.Result{ir.MemoryOnly: &x.MemoryOnly, ir.MathOnly: &x.MathOnly} {
		one := l
		one.Experiment.Variant.Part = part
		if *r, err = withBlocks(ctx, d, one, x.Full.Occupancy.BlocksPerSM); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// withBlocks runs a launch with at most so many blocks on an SM: a part of a kernel
// needs fewer registers, and would have more. Shared memory is what keeps them off.
func withBlocks(ctx context.Context, d *device.Device, l gpumodel.Launch, blocks int) (*gpumodel.Result, error) {
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return nil, err
	}
	least := d.SharedPerSM/(blocks+1)/d.SharedUnit*d.SharedUnit + d.SharedUnit // of which only so many fit
	if extra := least - program.SharedBytes; extra > l.Shared && least <= d.MaxSharedPerBlock {
		l.Shared = extra
	}
	return gpumodel.Run(ctx, d, l)
}
