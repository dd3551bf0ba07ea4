package host

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/warp"
)

// A launch is looked at by the checker before it runs, on copies of the memory that it finds: for races, missing barriers and values
// that nobody has set, which a card does not tell of. The first launch of each kernel and size is kept besides, with its memory, as
// far as that is small: the results of the launches refer to it, so that their pictures can be made when the program is gone, and
// the checker looks at it once more, and longer, if the program turns out to be wrong.

// Checking says which launches of a program the checker examines for faults.
type Checking int

const (
	CheckSome Checking = iota // the first launches of each kernel of the program, with the limits of a launch from a cell
	CheckAll                  // all launches, however long it takes
	CheckNone                 // no launches
)

// Limits of the memory that is kept for checking launches again, in bytes: for one launch, and for all.
const (
	mostKept    = 32 << 20
	mostKeptAll = 256 << 20
)

// Limits of CheckSome: the number of launches of a kernel, and the number of warp instructions after the end of a program that
// failed. They are counts and not times, so that a program gets the same report on every computer.
const (
	mostLookedAt       = 4
	mostAccessByAccess = 2 * observe.SmallInstructions // by the slow path of the checker, after which it looks at no further launch
	searchInstructions = 1 << 22
)

// A kept launch.
type kept struct {
	launch *gpumodel.Launch
	line   int
	failed bool
	looked bool // all of it was looked at
}

type keptKey struct {
	kernel      *gpumodel.Kernel
	grid, block gpumodel.Dim3
}

// keep copies the memory that a launch starts from, if it is the first one of its kernel and size.
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

// look has the checker look at a launch that is about to run; nil if it does not.
func (x *process) look(k *kept, l *launchCall, launch gpumodel.Launch, raw gpumodel.Raw) *observe.Checked {
	if x.Checking == CheckNone || slices.ContainsFunc(l.params, x.isMapped) {
		return nil
	}
	if x.Checking == CheckSome {
		if x.looks == nil {
			x.looks = map[*gpumodel.Kernel]int{}
		}
		if x.looks[l.kernel]++; l.kernel.Library() || x.looks[l.kernel] > mostLookedAt || raw.Global.Bytes() > mostKept ||
			x.looked > mostAccessByAccess {
			return nil
		}
	}
	own, err := l.kernel.InProgram(launch, raw)
	if err != nil {
		return nil // the launch says why
	}
	defer raw.Global.Strayed() // which is the launch's to note
	var c *observe.Checked
	touching := observe.Look{Touched: x.numbered > 0} // by streams
	if x.Checking == CheckAll {
		if c, err = touching.Check(x.ctx, x.Device, own); err != nil {
			if context.Cause(x.ctx) == nil {
				x.note("line %d: %s was not checked: %v", l.line, l.kernel.Name, err)
			}
			return nil
		}
	} else {
		touching.Most = observe.SmallInstructions
		c = touching.CheckPart(x.ctx, x.Device, own)
		x.looked += c.Looked
		if c.Refused != nil && x.looks[l.kernel] == 1 {
			x.note("line %d: %s was not checked: %v", l.line, l.kernel.Name, c.Refused)
		}
	}
	if k != nil && k.line == l.line && !c.Partial {
		k.looked = true
	}
	return c
}

// check runs the checker on the kept launches at the end of a program that failed, for those that were not examined completely. Then it
// reports the faults.
func (x *process) check() {
	if x.Checking == CheckSome && (x.run.ExitCode != 0 || x.gpu.sticky != success || x.saysWrong) {
		for _, k := range x.inOrder {
			if !k.looked {
				x.tellFaults(k.line, k.failed, observe.CheckPart(x.ctx, x.Device, *k.launch, searchInstructions/int64(len(x.inOrder))))
			}
		}
	}
	for _, f := range x.faults {
		x.tellFault(f)
	}
}

// A found is a fault of a kernel, with the launches that have it.
type found struct {
	kernel   *gpumodel.Kernel
	line     int // of the first launch that has it
	fault    *checker.Fault
	times    int
	launches int
	last     *observe.Checked // of these
}

// tellFaults notes the faults of a launch, each once for a kernel. failed says that it has ended the launch, or was told already as
// what a card goes on after.
func (x *process) tellFaults(line int, failed bool, c *observe.Checked) {
	if c == nil {
		return
	}
	for _, f := range c.Faults {
		if failed && (f.Kind == checker.OutOfBounds || f.Kind == checker.Misaligned || f.Kind == checker.Other) {
			continue
		}
		x.run.Faulty = true
		i := slices.IndexFunc(x.faults, func(o *found) bool {
			return o.kernel == c.Kernel && o.fault.Kind == f.Kind && o.fault.Line == f.Line && o.fault.OtherLine == f.OtherLine &&
				o.fault.Array == f.Array
		})
		if i < 0 {
			i = len(x.faults)
			x.faults = append(x.faults, &found{kernel: c.Kernel, line: line, fault: f})
		}
		o := x.faults[i]
		if o.times += f.Count; o.last != c { // a launch may have it between warps and between blocks
			o.launches, o.last = o.launches+1, c
		}
	}
}

// explained reports whether the checker tells why threads wait for others in vain, which has ended a launch.
func explained(c *observe.Checked, err error) bool {
	trap := (*warp.Trap)(nil)
	return c != nil && errors.As(err, &trap) && slices.ContainsFunc(c.Faults, func(f *checker.Fault) bool {
		return (f.Kind == checker.Barrier || f.Kind == checker.AbsentLanes) && f.Line == trap.Line
	})
}

// mostFaults is the number of faults of a kernel that are reported; further ones are usually consequences of these.
const mostFaults = 3

// tellFault reports a fault if it is one of the first of its kernel.
func (x *process) tellFault(f *found) {
	var of []*found
	for _, o := range x.faults {
		if o.kernel == f.kernel {
			of = append(of, o)
		}
	}
	text := x.worded("line %d: %s: %s: %s%s", f.line, f.kernel.Name, f.fault.Kind, x.placedIn(f.kernel, f.fault.Text()), f.often())
	switch i := slices.Index(of, f); {
	case i < mostFaults:
		x.finds(f.fault.Kind, "%s", text)
		return
	case i == mostFaults:
		more := x.worded("line %d: %s: and %d more; checked(…) in a cell lists all", f.line, f.kernel.Name, len(of)-mostFaults)
		x.run.Findings = append(x.run.Findings, more)
	}
	x.run.Found = append(x.run.Found, Finding{f.fault.Kind, text})
}

// often returns how often a fault was found, in words; "" for once.
func (f *found) often() string {
	switch {
	case f.launches > 1:
		return fmt.Sprintf(" (%d times in %d launches)", f.times, f.launches)
	case f.times > 1:
		return fmt.Sprintf(" (%d times)", f.times)
	}
	return ""
}

// evidence is collected while a program runs, for the findings at its end.
type evidence struct {
	accessLog accessLog
	lines     []string // of the program's text, once they are asked for
	reading   reading
	launched  []launched
	kept      map[keptKey]*kept
	inOrder   []*kept
	looks     map[*gpumodel.Kernel]int // how many launches of each were looked at
	faults    []*found
	looked    int64 // instructions of warps by the slow path
	keptBytes int
	saysWrong bool // its output has words such as FAILED
	unread    bool // nobody reads its output any more
	fetched   bool // it has copied results to the host
	ordering  ordering
}
