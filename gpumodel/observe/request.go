package observe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// A Request is one load of one thread on its way through the memory.
type Request struct {
	Access      // of its warp
	Touch       // of the thread
	Transaction memory.Transaction
	Number      int // of the transaction among those of the warp
	Place       memory.Place
	Path        timing.Path
	Device      *device.Device
	Kernel      *gpumodel.Kernel
}

// A RequestAt says which load to follow: the one of a lane of a warp of a block, at a line,
// of an array unless the line loads from one alone, after so many that came before it there.
type RequestAt struct {
	Block, Warp, Lane int
	Line, Step        int
	Param             string
}

// FollowRequest simulates a launch until a load is back. The arrays are not changed.
func FollowRequest(ctx context.Context, d *device.Device, l gpumodel.Launch, at RequestAt) (*Request, error) {
	visits, m := -1, l.Kernel.Module
	var lines []int // where the warp loads
	all, err := Accesses(ctx, d, l, []int{at.Block}, func(a *Access) (keep, more bool) {
		if a.Warp == at.Warp && !a.Store && !slices.Contains(lines, a.Line) {
			lines = append(lines, a.Line)
		}
		if a.Warp != at.Warp || a.Line != at.Line || a.Store || at.Param != "" && a.Param != at.Param {
			return false, true
		}
		visits = max(visits, a.Step)
		return a.Step == at.Step, a.Step < at.Step || at.Param == ""
	})
	switch {
	case err != nil:
		return nil, err
	case visits < 0 && len(lines) > 0:
		slices.Sort(lines)
		var marks []any
		for _, n := range lines {
			marks = append(marks, m.Mark(n))
		}
		return nil, fmt.Errorf("warp %d loads nothing in %s; it loads in %v", at.Warp, m.At(at.Line), marks)
	case len(all) == 0:
		return nil, fmt.Errorf("warp %d loads %d times in %s, step is %d", at.Warp, visits+1, m.At(at.Line), at.Step)
	case len(all) > 1:
		return nil, fmt.Errorf("%s loads from %s and %s: name one", m.At(at.Line), all[0].Param, all[1].Param)
	}
	r := &Request{Access: all[0], Device: d, Kernel: l.Kernel, Number: -1}
	for _, x := range r.Lanes {
		if x.Lane == at.Lane {
			r.Touch = x
			r.Number = 0
		}
	}
	if r.Number < 0 {
		return nil, fmt.Errorf("lane %d of warp %d takes no part in step %d of %s", at.Lane, at.Warp, at.Step, m.At(at.Line))
	}
	for i, t := range r.Transactions {
		if t.Addr <= r.Address && r.Address < t.Addr+uint64(t.Size) {
			r.Number, r.Transaction = i, t
		}
	}
	r.Place = memory.Locate(d, r.Address)
	err = replay(ctx, d, l, func(c timing.Config, m *warp.Machine) (err error) {
		r.Path, err = timing.Trace(ctx, c, m, timing.Target{Block: at.Block, Warp: at.Warp, PC: r.place, Visit: r.visit, Addr: r.Address})
		return err
	})
	if errors.Is(err, timing.ErrNotSeen) {
		return nil, fmt.Errorf("%s: %w", l.Kernel.Name, err)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}
