package observe

import (
	"context"
	"errors"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Past is a launch with what its arrays held before it: it can be run once more, on
// copies, to find out what it did.
type Past struct {
	device *device.Device
	launch gpumodel.Launch
	before map[*memory.Buffer]*memory.Buffer // of the arrays that the launch writes
}

// pastBytes is how much of an array is copied before a launch; a larger one is taken as
// it is when the past is asked.
const pastBytes = 8 << 20

// Remember keeps a launch that is about to run on a device. A sampled one has no
// past, as nobody reads what it wrote.
func Remember(d *device.Device, l gpumodel.Launch) *Past {
	if d.Card != nil {
		d = d.Card.Model
	}
	params := l.Kernel.Params()
	if d == nil || !l.InFull() || len(params) != len(l.Args) {
		return nil
	}
	p := &Past{device: d, launch: l, before: map[*memory.Buffer]*memory.Buffer{}}
	for i := range params {
		if a, _ := gpumodel.ArrayBehind(l.Args[i]); a != nil && !params[i].Const && a.Buffer().Resident() <= pastBytes {
			p.before[a.Buffer()] = a.Buffer().Copy()
		}
	}
	return p
}

// Bytes is how much memory a past keeps from being freed.
func (p *Past) Bytes() int {
	n := 0
	for _, arg := range p.launch.Args {
		if a, _ := gpumodel.ArrayBehind(arg); a != nil {
			n += a.Buffer().Resident()
		}
	}
	for _, b := range p.before {
		n += b.Resident()
	}
	return n
}

// Launch is the launch itself.
func (p *Past) Launch() *gpumodel.Launch { return &p.launch }

// Wrote reports whether the kernel was given an array to write.
func (p *Past) Wrote(a *gpumodel.Array) bool { return p.writable(a) >= 0 }

// writable is the number of the argument that is an array to write, or -1.
func (p *Past) writable(a *gpumodel.Array) int {
	for i, param := range p.launch.Kernel.Params() {
		if behind, _ := gpumodel.ArrayBehind(p.launch.Args[i]); behind != nil && behind.Buffer() == a.Buffer() && !param.Const {
			return i
		}
	}
	return -1
}

// A Write is what a thread stores in an element of an array.
type Write struct {
	Block, Thread gpumodel.Dim3
	Line          int // of the module's text
	Source        string
	Times         int // that the launch stores there, this one included
}

// Writer runs the launch again and returns the last write of an element of an array; nil
// if no thread has written it. The arrays stay as they are.
func (p *Past) Writer(ctx context.Context, a *gpumodel.Array, element int) (*Write, error) {
	i := p.writable(a)
	if i < 0 {
		return nil, nil
	}
	d, k := p.device, p.launch.Kernel
	l, err := p.launch.Copied(p.before)
	if err != nil {
		return nil, err
	}
	program, err := k.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return nil, err
	}
	var last *Write
	var at uint64
	l.Mode = gpumodel.Full
	l.Experiment.Watch = func(x warp.Access) {
		if x.Instruction.Op != ir.Load && x.Active != 0 {
			last = lastWrite(l, d, &x, at, last)
		}
	}
	m, err := l.Machine(ctx, d, program, true)
	if err != nil {
		return nil, err
	}
	behind, _ := gpumodel.ArrayBehind(l.Args[i])
	at = behind.Buffer().Base + uint64(element*a.DType.Size())
	for b := range l.Grid.Count() {
		var fault *warp.Trap
		if err := m.Results(b); errors.As(err, &fault) {
			break // as it did then
		} else if err != nil {
			return nil, err
		}
	}
	if last != nil {
		last.Source = k.Module.Line(last.Line)
	}
	return last, nil
}

// lastWrite is the last write of an address, after one more access.
func lastWrite(l *gpumodel.Launch, d *device.Device, x *warp.Access, at uint64, last *Write) *Write {
	for lane := range x.Addresses {
		if from := x.Addresses[lane]; x.Active>>lane&1 == 0 || at < from || at >= from+uint64(x.Bytes) {
			continue
		}
		times := 1
		if last != nil {
			times += last.Times
		}
		last = &Write{Block: blockAt(l, x.Block), Thread: threadAt(l, d, x.Warp, lane), Line: x.Instruction.Line, Times: times}
	}
	return last
}
