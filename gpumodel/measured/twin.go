package measured

import (
	"context"
	"errors"
	"sync"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A twin is a measured launch for the device's model, as its arrays were before: what
// only the model can tell is worked out when it is asked for.
type twin struct {
	mu     sync.Mutex
	device *device.Device
	launch gpumodel.Launch
	before map[*memory.Buffer]*memory.Buffer // of those that the launch has written
	parts  []*Measurement                    // of a sum of launches, which has no launch of its own

	done   bool
	result *gpumodel.Result
	err    error
}

// keptBytes is how much of what an array was before is kept. A larger one is taken as it is
// when the model is asked.
const keptBytes = 64 << 20

// newTwin is made before the launch; written are the arrays that come back from it.
func newTwin(d *device.Device, l *gpumodel.Launch) *twin {
	return &twin{device: d, launch: *l, before: map[*memory.Buffer]*memory.Buffer{}}
}

// replace gives an array its contents after the launch.
func (t *twin) replace(a *gpumodel.Array, data []byte) {
	if old := a.Replace(data); old.Resident() <= keptBytes {
		t.before[a.Buffer()] = old
	}
}

// model is the result of the launch on the model. A cancelled context ends it, and the
// next call begins again; another error stays.
func (t *twin) model(ctx context.Context) (*gpumodel.Result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return t.result, t.err
	}
	r, err := t.run(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t.done, t.result, t.err = true, r, err
	t.before = nil
	return r, err
}

func (t *twin) run(ctx context.Context) (*gpumodel.Result, error) {
	if t.parts != nil {
		var all []*gpumodel.Result
		for _, m := range t.parts {
			r, err := m.Model(ctx)
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
		return gpumodel.InTurn(all), nil
	}
	if t.device == nil {
		return nil, errors.New("no GPU is modelled")
	}
	l, err := t.launch.Copied(t.before)
	if err != nil {
		return nil, err
	}
	r, err := gpumodel.Run(ctx, t.device, *l)
	if err != nil {
		return nil, err
	}
	r.Launch.Args, r.Launch.Variables = t.launch.Args, t.launch.Variables
	return r, nil
}

// What the work of a launch is counted from: some of its blocks, of which none begins after a
// while, and none ends later than the time.
const (
	countedBlocks = 9
	countingTime  = 300 * time.Millisecond
	countingLimit = 4 * time.Second
)

// work counts the work of the launch in some blocks, their long loops shortened. It is nil
// where that takes too long, or blocks wait for others: the model's counters have it.
func (t *twin) work(ctx context.Context) *gpumodel.Work {
	if t.device == nil {
		return nil
	}
	begin := time.Now()
	ctx, stop := context.WithTimeout(ctx, countingLimit)
	defer stop()
	l, err := t.launch.Copied(t.before)
	if err != nil {
		return nil
	}
	program, err := l.Kernel.LowerVariant(ctx, t.device, l.Experiment.Variant)
	if err != nil {
		return nil
	}
	m, err := l.Machine(ctx, t.device, program, false)
	if err != nil {
		return nil
	}
	blocks := l.Grid.Count()
	n := min(blocks, countedBlocks)
	var w *gpumodel.Work
	for i := range n {
		i = (i + n/2) % n // the middle comes first
		if w != nil && time.Since(begin) > countingTime {
			break
		}
		if _, err := m.Profile((2*i + 1) * blocks / (2 * n)); err != nil {
			break
		}
		w = workOf(&m.Stats, float64(blocks))
	}
	return w
}

// workOf is the work of so many blocks like those that were counted.
func workOf(s *warp.Stats, blocks float64) *gpumodel.Work {
	each := blocks / float64(s.Blocks)
	return &gpumodel.Work{Bytes: each * float64(s.Textures.Bytes+s.Loads.Bytes+s.Stores.Bytes), Flops: each * float64(s.Flops)}
}
