package observe

import (
	"context"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// A ReadOnly knows what a launch must not change: the arrays that its kernel was given by pointers to const alone. Unlike the
// checker it costs next to nothing, so it does for launches of any size; but it only sees what is different afterwards.
type ReadOnly struct {
	launch gpumodel.Launch
	arrays []readOnlyArray
}

type readOnlyArray struct {
	param  int
	buffer *memory.Buffer
	before uint64
}

// WatchReadOnly is called before a launch.
func WatchReadOnly(l gpumodel.Launch) *ReadOnly {
	r, params := &ReadOnly{launch: l}, l.Kernel.Params()
	if len(params) != len(l.Args) {
		return r // the launch is an error
	}
	written := map[*memory.Buffer]bool{}
	for i, p := range params {
		if a, _ := gpumodel.ArrayBehind(l.Args[i]); a != nil && !p.Const {
			written[a.Buffer()] = true
		}
	}
	for i := range params {
		if a, _ := gpumodel.ArrayBehind(l.Args[i]); a != nil && !written[a.Buffer()] {
			written[a.Buffer()] = true // once
			r.arrays = append(r.arrays, readOnlyArray{i, a.Buffer(), a.Buffer().Fingerprint()})
		}
	}
	return r
}

// A ConstWrite is a change of an array that was passed as a pointer to const.
type ConstWrite struct {
	Param string // as it is declared
	Line  int    // that writes there; 0 if it is not known
}

// Changed is called after the launch; nil if nothing has changed.
func (r *ReadOnly) Changed(ctx context.Context, d *device.Device) *ConstWrite {
	for _, a := range r.arrays {
		if a.buffer.Fingerprint() == a.before {
			continue
		}
		p := r.launch.Kernel.Params()[a.param]
		return &ConstWrite{p.String(), r.writes(ctx, d, a.param)}
	}
	return nil
}

// writes is the line of the first write through a parameter, or of one through a pointer that may be any.
func (r *ReadOnly) writes(ctx context.Context, d *device.Device, param int) (line int) {
	if d.Card != nil {
		d = d.Card.Model
	}
	if d == nil {
		return 0
	}
	program, err := r.launch.Kernel.LowerVariant(ctx, d, experiment.Variant{Checked: true})
	if err != nil {
		return 0
	}
	for i := range program.Code {
		in := &program.Code[i]
		if in.Op != ir.Store && in.Op != ir.Atom || in.Space != ir.Global && in.Space != ir.Generic {
			continue
		}
		switch {
		case in.Object != nil && in.Object.Param == param:
			return in.Line
		case in.Object == nil && line == 0:
			line = in.Line
		}
	}
	return line
}
