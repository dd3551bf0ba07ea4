package gpu

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/warp"
)

// A launchError is why a launch was refused or ended. lines, if any, show the
// line of the kernel where it happened.
type launchError struct {
	msg   string
	lines []string
}

func (e *launchError) Error() string     { return e.msg }
func (e *launchError) ErrorName() string { return "LaunchError" }

// Traceback shows the kernel's line above the message.
func (e *launchError) Traceback() []string {
	return append(e.lines[:len(e.lines):len(e.lines)], "LaunchError: "+e.msg)
}

// launchFault names an error of a launch of k. An interrupt stays what it is.
func launchFault(err error, k *gpumodel.Kernel) error {
	var list cuda.ErrorList
	var fault *warp.Fault
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &list):
		return &compileError{list}
	case errors.As(err, &fault):
		return kernelFault(fault, k)
	}
	if on := cardFault(err); on != nil {
		return on
	}
	msg := strings.Replace(err.Error(), "isa: ", "", 1)
	return &launchError{msg: msg + launchHint(msg)}
}

// kernelFault is a fault of the running kernel, with its line.
func kernelFault(f *warp.Fault, k *gpumodel.Kernel) error {
	msg := fmt.Sprintf("%s, line %d of %s: %v (block %v, thread %v)", k.Name, f.Line, k.Module.Name, f.Err, threadIndex(f.Block), threadIndex(f.Thread))
	e := &launchError{msg: msg + launchHint(f.Err.Error())}
	if source := strings.Split(k.Module.Source, "\n"); f.Line >= 1 && f.Line <= len(source) {
		e.lines = []string{fmt.Sprintf("%s, line %d, in kernel %s", k.Module.Name, f.Line, k.Name), fmt.Sprintf("%7s %s", fmt.Sprintf("-> %d", f.Line), source[f.Line-1]), ""}
	}
	return e
}

// threadIndex is a block or a thread as CUDA C calls it.
func threadIndex(d warp.Dim3) string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

// launchHints say what to do about a message that has a part.
var launchHints = []struct{ part, hint string }{
	{"registers per SM", ": take a smaller block, or compile with --maxrregcount"},
	{"of 0 bytes of shared memory", "; extern __shared__ memory is given at the launch: k[grid, block, bytes]"},
}

func launchHint(msg string) string {
	for _, h := range launchHints {
		if strings.HasSuffix(msg, h.part) {
			return h.hint
		}
	}
	return ""
}
