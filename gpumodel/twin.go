package gpumodel

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A twin is a measured launch for the device's model, as its arrays were before: what
// only the model can tell is worked out when it is asked for.
type twin struct {
	mu     sync.Mutex
	device *device.Device
	launch Launch
	before map[*memory.Buffer]*memory.Buffer // of those that the launch has written
	parts  []*Measurement                    // of a sum of launches, which has no launch of its own

	done   bool
	result *Result
	err    error
}

// keptBytes is how much of what an array was before is kept. A larger one is taken as it is
// when the model is asked.
const keptBytes = 64 << 20

// newTwin is made before the launch; written are the arrays that come back from it.
func newTwin(d *device.Device, l *Launch) *twin {
	return &twin{device: d, launch: *l, before: map[*memory.Buffer]*memory.Buffer{}}
}

// replace gives an array its contents after the launch.
func (t *twin) replace(a *Array, data []byte) {
	old := a.buf.Replace(data)
	if old.Resident() <= keptBytes {
		t.before[a.buf] = old
	}
	a.partial = ""
}

// model is the result of the launch on the model. A cancelled context ends it, and the
// next call begins again; another error stays.
func (t *twin) model(ctx context.Context) (*Result, error) {
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

func (t *twin) run(ctx context.Context) (*Result, error) {
	if t.parts != nil {
		var all []*Result
		for _, m := range t.parts {
			r, err := m.Model(ctx)
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
		return inTurn(all), nil
	}
	if t.device == nil {
		return nil, errors.New("no GPU is modelled")
	}
	l, err := t.copied()
	if err != nil {
		return nil, err
	}
	r, err := Run(ctx, t.device, *l)
	if err != nil {
		return nil, err
	}
	r.Launch.Args, r.Launch.Variables = t.launch.Args, t.launch.Variables
	return r, nil
}

// copied is the launch as a sample on copies of its arrays and variables.
func (t *twin) copied() (*Launch, error) {
	l := t.launch
	l.Mode, l.Experiment.Probe, l.Stdout, l.Args = Sample, true, nil, slices.Clone(l.Args)
	copies := map[*memory.Buffer]*Array{}
	copyOf := func(a *Array) *Array {
		if copies[a.buf] == nil {
			c, buf := *a, a.buf
			if old := t.before[a.buf]; old != nil {
				buf = old
			}
			c.buf = buf.Snapshot()
			copies[a.buf] = &c
		}
		return copies[a.buf]
	}
	for i, arg := range l.Args {
		a, mapped := arrayBehind(arg)
		switch {
		case a == nil:
		case mapped:
			l.Args[i] = Mapped{copyOf(a)}
		default:
			l.Args[i] = copyOf(a)
		}
	}
	vars, err := t.launch.usualVariables()
	if err != nil {
		return nil, err
	}
	l.Variables = &Variables{}
	for _, a := range vars.arrays {
		l.Variables.arrays = append(l.Variables.arrays, copyOf(a))
	}
	return &l, nil
}

// Work is what the threads of a launch ask for and compute.
type Work struct {
	Bytes float64 // loads and stores of global memory, and texels
	Flops float64
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
func (t *twin) work(ctx context.Context) *Work {
	if t.device == nil {
		return nil
	}
	begin := time.Now()
	ctx, stop := context.WithTimeout(ctx, countingLimit)
	defer stop()
	l, err := t.copied()
	if err != nil {
		return nil
	}
	program, err := l.Kernel.lower(ctx, t.device, l.Experiment.Variant)
	if err != nil {
		return nil
	}
	m, err := l.machine(ctx, t.device, program, false)
	if err != nil {
		return nil
	}
	blocks := l.Grid.Count()
	n := min(blocks, countedBlocks)
	var w *Work
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
func workOf(s *warp.Stats, blocks float64) *Work {
	each := blocks / float64(s.Blocks)
	return &Work{Bytes: each * float64(s.Textures.Bytes+s.Loads.Bytes+s.Stores.Bytes), Flops: each * float64(s.Flops)}
}
