package gpu

import (
	"context"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/ndarray"
)

// Recent launches are remembered, to find the thread that wrote a wrong element.
const (
	pastLaunches = 32
	pastBytes    = 64 << 20 // of their arrays, all together
)

// remember keeps a launch that is about to run.
func (l *Library) remember(d *device.Device, launch gpumodel.Launch) {
	p := observe.Remember(d, launch)
	if p == nil || p.Bytes() > pastBytes {
		return
	}
	l.past = slices.Insert(l.past, 0, p)
	bytes := 0
	for i, p := range l.past {
		if bytes += p.Bytes(); bytes > pastBytes || i == pastLaunches {
			clear(l.past[i:])
			l.past = l.past[:i]
			break
		}
	}
}

// WhoWrote returns a sentence that names the thread that wrote an element, and the source line.
func (l *Library) WhoWrote(ctx context.Context, a *gpumodel.Array, x *ndarray.Mismatch) (string, error) {
	at := x.At()
	for _, p := range l.past {
		if !p.Wrote(a) {
			continue
		}
		launch := p.Launch()
		w, err := p.Writer(ctx, a, x.Place)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return "", nil // what the launch did cannot be found out
		case w == nil:
			return fmt.Sprintf("No thread of %s wrote %s: it is what it was before the launch.", geometryText(launch), at), nil
		}
		name, line, _ := launch.Kernel.Module.File().Place(w.Line)
		again := ""
		if w.Times > 1 {
			again = fmt.Sprintf(", as the last of %d writes", w.Times)
		}
		return fmt.Sprintf("%s was written by block %v, thread %v of %s%s, in line %d of %s: %s", at, w.Block, w.Thread,
			geometryText(launch), again, line, name, w.Source), nil
	}
	if a.Buffer().Borrowed() {
		return "Which thread wrote it is unknown: each call from Python has its own view of an array.", nil
	}
	return "None of the last launches was given this array to write.", nil
}

// geometryText returns a launch as CUDA C writes it.
func geometryText(l *gpumodel.Launch) string {
	return figure.Launches(&gpumodel.Result{Kernel: l.Kernel, Launch: *l})
}
