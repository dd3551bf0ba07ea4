package gpumodel

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// mostFitted is the size in values from which on a kernel is not compiled again for another goal. It
// is far above what anybody writes by hand; a kernel of 14000 values takes seconds for each goal.
const mostFitted = 1 << 13

// fitted compiles the kernel. Where its values don't fit the registers, fewer loads go
// ahead of their use, if that is less work than to spill. The goal is lowered in steps:
// it knows nothing of the words of addresses and of constants in registers.
//
// From 7.0 on they also do so where that lets more warps be on an SM.
func (k kernelText) fitted(ctx context.Context, d *device.Device, t ir.Target) (best *isa.Program, failed error) {
	goals := []int{0, d.MaxRegisters, d.MaxRegisters - 4, d.MaxRegisters - 8}
	if d.KeepsWarps {
		g := min(isa.RegistersOfAllWarps(d), d.MaxRegisters) - 3 // two are reserved, one is the stack pointer
		goals = []int{g, g - 1, g - 2, g - 3, g - 5, g - 9, g - 13}
	}
	before := ""
	for _, t.RegisterGoal = range goals {
		f, err := ir.Build(ctx, k.file, k.fn, t)
		if err != nil {
			return nil, err
		}
		code := f.String()
		if code == before {
			continue // the registers would be the same
		}
		before = code
		p, err := isa.Lower(ctx, f, d)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			failed = err
			continue
		case best == nil || p.SpillWork < best.SpillWork, d.KeepsWarps && p.SpillWork == best.SpillWork &&
			isa.Warps(d, p.Registers) > isa.Warps(d, best.Registers):
			best = p
		}
		if f.Size() > mostFitted {
			break
		}
		if best.SpillWork <= 0 && (!d.KeepsWarps || isa.Warps(d, best.Registers) == d.MaxWarpsPerSM) {
			break
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// faithful compiles the kernel so that its faults show (see ir.Target.Checked).
func (k kernelText) faithful(ctx context.Context, d *device.Device, t ir.Target) (*isa.Program, error) {
	t.Checked, t.UnrollLimit, t.UnrollsPartly, t.JoinsLoads = true, 1, false, false
	f, err := ir.Build(ctx, k.file, k.fn, t)
	if err != nil {
		return nil, err
	}
	return isa.Lower(ctx, f, d)
}

// limited is the device with no more registers for a thread than the kernel may have:
// __launch_bounds__ or __maxnreg__ says it for one kernel, --maxrregcount for those without. A limit
// below the least that ptxas accepts counts as that.
func (k *Kernel) limited(d *device.Device) *device.Device {
	limit := k.Module.options.MaxRegisters
	switch {
	case k.fn.MaxRegisters > 0:
		limit = k.fn.MaxRegisters
	case k.fn.MaxThreads > 0:
		limit = isa.RegistersFor(d, k.fn.MaxThreads, k.fn.MinBlocks)
	}
	if limit <= 0 || limit >= d.MaxRegisters {
		return d
	}
	limited := *d
	limited.MaxRegisters = max(limit, isa.LeastRegisters(d))
	return &limited
}

// RegisterNote is what does not hold of __launch_bounds__ and --maxrregcount on a
// device, "" if all does. nvcc and ptxas warn of it too.
func (k *Kernel) RegisterNote(d *device.Device) string {
	threads, blocks := k.fn.MaxThreads, k.fn.MinBlocks
	limit, least := k.Module.options.MaxRegisters, isa.LeastRegisters(d)
	switch {
	case k.fn.MaxRegisters > 0 && k.fn.MaxRegisters < least:
		return fmt.Sprintf("__maxnreg__(%d) counts as %d for %s: a thread on %s has at least so many registers", k.fn.MaxRegisters, least, k.Name, d.Name)
	case k.fn.MaxRegisters > 0:
		return ""
	case threads == 0 && 0 < limit && limit < least:
		return fmt.Sprintf("--maxrregcount=%d counts as %d for %s: a thread on %s has at least so many registers", limit, least, k.Name, d.Name)
	case threads == 0:
		return ""
	case threads > d.MaxThreadsPerBlock:
		return fmt.Sprintf("__launch_bounds__ of %s allows blocks of %d threads, %s has %d at most", k.Name, threads, d.Name,
			d.MaxThreadsPerBlock)
	case blocks > isa.MostBlocks(d, threads):
		return fmt.Sprintf("__launch_bounds__ of %s asks for %d blocks of %d threads on an SM, of which %s has %d at most: the second number is ignored",
			k.Name, blocks, threads, d.Name, isa.MostBlocks(d, threads))
	case k.Module.options.MaxRegisters > 0:
		return fmt.Sprintf("--maxrregcount is ignored for %s: its __launch_bounds__ decide", k.Name)
	}
	return ""
}
