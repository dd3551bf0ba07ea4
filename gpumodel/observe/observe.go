package observe

import (
	"context"
	"errors"
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// An Observation is what the warps of one SM do in the first waves of a launch, and what
// is in flight between the SMs and the memory meanwhile.
type Observation struct {
	timing.Observation
	Kernel        *gpumodel.Kernel
	Device        *device.Device
	Launch        gpumodel.Launch
	BlocksPerSM   int
	WarpsPerBlock int
}

// Observe simulates the first waves of a launch. The arrays are not changed, and nothing
// is printed.
func Observe(ctx context.Context, d *device.Device, l gpumodel.Launch, sm, waves int) (*Observation, error) {
	o := &Observation{Kernel: l.Kernel, Device: d, Launch: l}
	err := replay(ctx, d, l, func(c timing.Config, m *warp.Machine) (err error) {
		o.BlocksPerSM, o.WarpsPerBlock = c.BlocksPerSM, c.WarpsPerBlock
		o.Observation, err = timing.Observe(ctx, c, m, sm, waves)
		return err
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// replay prepares a launch for a simulation that leaves the arrays as they are.
func replay(ctx context.Context, d *device.Device, l gpumodel.Launch, simulate func(timing.Config, *warp.Machine) error) error {
	l.Mode, l.Experiment.Probe, l.Stdout = gpumodel.Sample, true, nil
	if err := l.Check(d); err != nil {
		return err
	}
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return err
	}
	occupancy, err := program.Occupy(d, l.Block.Count(), l.Shared)
	if err != nil {
		return err
	}
	m, err := l.Machine(ctx, d, program, false)
	if err != nil {
		return err
	}
	if !m.Writes() {
		err = simulate(timing.Config{
			Device: d, Blocks: l.Grid.Count(), GridX: l.Grid.X, BlocksPerSM: occupancy.BlocksPerSM, WarpsPerBlock: l.Warps(d),
			SharedPerSM: occupancy.BlocksPerSM * (program.SharedBytes + l.Shared + d.SystemShared),
		}, m)
	}
	if m.Writes() || errors.Is(err, warp.ErrTogether) {
		return fmt.Errorf("%s: %w", l.Kernel.Name, gpumodel.ErrDependent)
	}
	return err
}

// InFlight is what Little's law says of a launch: bytes in flight are latency times
// throughput. Bytes are those of the whole GPU.
type InFlight struct {
	Latency   float64 // seconds, of the memory without any load
	Bandwidth float64 // bytes per second
	Reads     float64 // share of the loads in what the launch moves
	Seen      float64 // seconds that a load took on average
	Rate      float64 // bytes per second that loads moved
}

// InFlight asks how much the launch had in flight while it was observed.
func (o *Observation) InFlight() InFlight {
	d := o.Device
	f := InFlight{
		Latency:   float64(d.MemoryLatencyClocks) / (d.ClockMHz * 1e6),
		Bandwidth: d.BandwidthGBps() * 1e9,
	}
	if d.ECC {
		f.Bandwidth /= 1 + d.ECCOverhead
	}
	if n := o.Loads.Count; n > 0 {
		f.Seen = o.Loads.Time / float64(n)
		f.Rate = float64(o.Loads.Bytes) / (o.End - o.Since)
		f.Reads = float64(o.Loads.Bytes) / float64(o.Loads.Bytes+o.Stored)
	}
	return f
}

// Needed is the bytes that must be in flight for the bandwidth.
func (f InFlight) Needed() float64 { return f.Latency * f.Bandwidth }

// NeededReads is how many of them are loads', with the launch's share of loads.
func (f InFlight) NeededReads() float64 { return f.Needed() * f.Reads }

// Had is the bytes of loads that were in flight on average.
func (f InFlight) Had() float64 { return f.Seen * f.Rate }
