package cudacell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/kernel/cell"
)

// A namedError is an error with Python's name for it.
type namedError struct{ name, msg string }

func (e *namedError) Error() string     { return e.msg }
func (e *namedError) ErrorName() string { return e.name }

// A CompileError is the mistakes in a CUDA text.
type CompileError struct {
	list  cuda.ErrorList
	cause error
}

func (e *CompileError) Error() string     { return e.list.Error() }
func (e *CompileError) ErrorName() string { return "CompileError" }
func (e *CompileError) Unwrap() error     { return e.cause }

// Traceback shows each mistake with its line and a caret.
func (e *CompileError) Traceback() []string {
	lines := []string{cell.Red("CompileError") + ":"}
	for _, one := range e.list {
		lines = append(lines, coloured(one)...)
	}
	return lines
}

// coloured is a mistake with its place in green and its caret in red.
func coloured(e *cuda.Error) []string {
	lines := strings.Split(e.Detail(), "\n")
	place := fmt.Sprintf("%s:%d:%d:", e.File, e.Pos.Line, e.Pos.Col)
	if rest, ok := strings.CutPrefix(lines[0], place); ok {
		lines[0] = cell.Green(place) + rest
	}
	last := len(lines) - 1
	if at := strings.Index(lines[last], "^"); last > 0 && at >= 0 {
		lines[last] = lines[last][:at] + cell.Red(lines[last][at:])
	}
	return lines
}

// Compiling is an error of the compiler as a cell shows it.
func Compiling(err error) error {
	var list cuda.ErrorList
	var one *cuda.Error
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &list):
		return &CompileError{list, err}
	case errors.As(err, &one):
		return &CompileError{cuda.ErrorList{one}, err}
	}
	return &namedError{"CompileError", err.Error()}
}

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

// Launching is an error of a launch of k as a cell shows it. An interrupt stays what it is.
func Launching(err error, k *gpumodel.Kernel) error {
	var list cuda.ErrorList
	var fault *warp.Trap
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &list):
		return &CompileError{list, err}
	case errors.As(err, &fault):
		return trapped(fault, k)
	}
	if on := OnCard(err); on != nil {
		return on
	}
	msg := strings.Replace(err.Error(), "isa: ", "", 1)
	return &launchError{msg: msg + launchHint(msg)}
}

// trapped is a crash of the running kernel, with its line.
func trapped(f *warp.Trap, k *gpumodel.Kernel) error {
	name, line, text := k.Module.File().Place(f.Line)
	kernel := cmp.Or(f.Kernel, k.Name)
	msg := fmt.Sprintf("%s, line %d of %s: %v (block %v, thread %v)", kernel, line, name, f.Err, threadIndex(f.Block), threadIndex(f.Thread))
	e := &launchError{msg: msg + launchHint(f.Err.Error())}
	if text != "" {
		e.lines = []string{fmt.Sprintf("%s, line %d, in kernel %s", name, line, kernel), fmt.Sprintf("%7s %s", fmt.Sprintf("-> %d", line), text), ""}
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

// A compilerLog is what a real GPU's compiler has to say of a text.
type compilerLog struct{ *measured.CompilerError }

func (e *compilerLog) ErrorName() string { return "CompileError" }

// Traceback shows the compiler's words as they are.
func (e *compilerLog) Traceback() []string {
	return append([]string{cell.Red("CompileError") + ": " + e.Compiler}, strings.Split(strings.TrimSpace(e.Log), "\n")...)
}

// OnCard is an error of a real GPU as a cell shows it; nil for others.
func OnCard(err error) error {
	var log *measured.CompilerError
	var card *measured.CardError
	switch {
	case errors.As(err, &log):
		return &compilerLog{log}
	case errors.As(err, &card):
		name := "LaunchError"
		switch {
		case card.Err.Late:
			name = "TimeoutError"
		case card.Err.Name == "CUDA_ERROR_OUT_OF_MEMORY":
			name = "MemoryError"
		}
		return &namedError{name, card.Error()}
	}
	return nil
}
