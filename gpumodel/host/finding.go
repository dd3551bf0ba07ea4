package host

import (
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Finding is a mistake of a program. Its kind is one of the checker's for a fault of a kernel, or one of these.
type Finding struct{ Kind, Text string }

// The kinds of what is not a fault of a kernel.
const (
	CallError = "call"   // a call of the runtime, or a launch, fails
	Unset     = "unset"  // the host or a launch reads memory of the GPU that nothing has written
	HostError = "host"   // a mistake in memory or files of the host
	Remark    = "remark" // the program does what it can do, and probably not what it should
)

// find adds a finding on a call of the runtime to the run, unless it is there already.
func (x *process) find(format string, args ...any) { x.finds(CallError, format, args...) }

// finds adds a finding of a kind.
func (x *process) finds(kind, format string, args ...any) {
	if text := x.worded(format, args...); !slices.Contains(x.run.Findings, text) {
		x.run.Findings = append(x.run.Findings, text)
		x.run.Found = append(x.run.Found, Finding{kind, text})
	}
}

// worded is the text of a finding, with the names of the files of its lines and the words of the interface that the program uses.
func (x *process) worded(format string, args ...any) string {
	text := x.program.Module.File().Placed(fmt.Sprintf(format, args...))
	if x.driving {
		text = driverWords.Replace(text)
	}
	return text
}

// kindOf is the kind of fault that has ended a launch.
func kindOf(err error) string {
	var outside *warp.OutsideError
	var bounds *memory.BoundsError
	var null memory.NullError
	var misaligned *warp.MisalignedError
	switch {
	case errors.As(err, &outside), errors.As(err, &bounds), errors.As(err, &null):
		return checker.OutOfBounds
	case errors.As(err, &misaligned):
		return checker.Misaligned
	case errors.Is(err, warp.ErrAbandoned), errors.Is(err, warp.ErrDivergentBarrier):
		return checker.Barrier
	}
	return checker.Other
}
