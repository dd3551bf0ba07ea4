package host

import (
	"context"
	"errors"
	"slices"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/observe"
)

// The first launch of each kernel and size is kept with the memory that it found, as far as that is small. When the program has
// ended the checker looks at these launches: for races, missing barriers and values that nobody has set, which a card does not tell
// of. The results of the launches refer to what was kept, so that their pictures can be made when the program is gone.

// How much memory of launches is kept, in bytes: of one, and of all.
const (
	mostKept    = 32 << 20
	mostKeptAll = 256 << 20
)

// What the checker may take, of all launches together: of a program that has ended well, and of one that has not.
const (
	checkingTime = time.Second
	searchTime   = 5 * time.Second
)

// A kept launch.
type kept struct {
	launch *gpumodel.Launch
	line   int
	failed bool
}

type keptKey struct {
	kernel      *gpumodel.Kernel
	grid, block gpumodel.Dim3
}

// keep copies what a launch finds, if it is the first of its kernel and size.
func (x *process) keep(l *launchCall, launch gpumodel.Launch, raw gpumodel.Raw) *kept {
	key := keptKey{l.kernel, launch.Grid, launch.Block}
	if k, known := x.kept[key]; known {
		return k
	}
	if x.kept == nil {
		x.kept = map[keptKey]*kept{}
	}
	x.kept[key] = nil
	bytes := raw.Global.Bytes()
	if slices.ContainsFunc(l.params, x.isMapped) { // an array of several pieces has other bounds than any of them
		return nil
	}
	if bytes > mostKept || x.keptBytes+bytes > min(mostKeptAll, x.heap.limit/16) { // it is beside the account
		return nil
	}
	own, err := l.kernel.Kept(launch, raw)
	if err != nil {
		return nil
	}
	x.keptBytes += bytes
	k := &kept{launch: own, line: l.line}
	x.kept[key] = k
	x.inOrder = append(x.inOrder, k)
	return k
}

// check looks at the launches that were kept.
func (x *process) check() {
	limit := checkingTime
	wrong := x.run.ExitCode != 0 || x.gpu.sticky != success || x.saysWrong
	if wrong {
		limit = searchTime
	}
	ctx, cancel := context.WithTimeoutCause(x.ctx, limit, errTooLong)
	defer cancel()
	for _, k := range x.inOrder {
		var c *observe.Checked
		var err error
		if wrong {
			c, err = observe.Check(ctx, x.Device, *k.launch)
		} else {
			c = observe.CheckSmall(ctx, x.Device, *k.launch)
		}
		if err != nil || context.Cause(ctx) != nil {
			continue
		}
		x.tellFaults(k, c)
	}
}

var errTooLong = errors.New("the checker has had its time")

// mostFaults is how many faults of a launch are told; the others mostly follow from them.
const mostFaults = 3

func (x *process) tellFaults(k *kept, c *observe.Checked) {
	told := 0
	for _, f := range c.Faults {
		if k.failed && (f.Kind == checker.OutOfBounds || f.Kind == checker.Misaligned || f.Kind == checker.Other) {
			continue // it is what ended the launch
		}
		if told++; told > mostFaults {
			x.find("line %d: %s: and %d more; checked(…) in a cell lists all", k.line, c.Kernel.Name, len(c.Faults)-mostFaults)
			return
		}
		x.find("line %d: %s: %s: %s", k.line, c.Kernel.Name, f.Kind, x.placedIn(c.Kernel, f.Text()))
	}
}

// evidence is what is gathered while a program runs, for what it is told at its end.
type evidence struct {
	ledger    ledger
	lines     []string // of the program's text, once they are asked for
	reading   reading
	launched  []launched
	kept      map[keptKey]*kept
	inOrder   []*kept
	keptBytes int
	saysWrong bool // its output has words such as FAILED
	fetched   bool // it has copied results to the host
}
