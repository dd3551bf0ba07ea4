package cudacell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/kernel/cell"
)

// A namedError is an error with Python's name for it.
type namedError struct{ name, msg string }

func (e *namedError) Error() string     { return e.msg }
func (e *namedError) ErrorName() string { return e.name }

// A CompileError is the mistakes in a CUDA text.
type CompileError struct {
	list  token.ErrorList
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
func coloured(e *token.Error) []string {
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
	var list token.ErrorList
	var one *token.Error
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &list):
		return &CompileError{list, err}
	case errors.As(err, &one):
		return &CompileError{token.ErrorList{one}, err}
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
	return LaunchingOver(err, k, gpumodel.Dim3{}, gpumodel.Dim3{})
}

// LaunchingOver is [Launching] for a launch whose grid and block are known: an error can then say that there are too many threads.
func LaunchingOver(err error, k *gpumodel.Kernel, grid, block gpumodel.Dim3) error {
	var list token.ErrorList
	var fault *warp.Trap
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &list):
		return &CompileError{list, err}
	case errors.As(err, &fault):
		return trapped(fault, k, grid, block)
	}
	if on := OnCard(err); on != nil {
		return on
	}
	return &launchError{msg: err.Error() + launchHint(err)}
}

// trapped is a crash of the running kernel, with its line.
func trapped(f *warp.Trap, k *gpumodel.Kernel, grid, block gpumodel.Dim3) error {
	name, line, text := k.Module.File().Place(f.Line)
	kernel := cmp.Or(f.Kernel, k.Name)
	msg := fmt.Sprintf("%s, line %d of %s: %v (block %v, thread %v)", kernel, line, name, f.Err, threadIndex(f.Block), threadIndex(f.Thread))
	if outside := (*memory.BoundsError)(nil); errors.As(f.Err, &outside) {
		msg += gpumodel.BoundsHint(grid, block, outside)
	}
	e := &launchError{msg: msg + launchHint(f.Err)}
	if text != "" {
		e.lines = []string{fmt.Sprintf("%s, line %d, in kernel %s", name, line, kernel),
			fmt.Sprintf("%7s %s", fmt.Sprintf("-> %d", line), text), ""}
	}
	return e
}

// threadIndex is a block or a thread as CUDA C calls it.
func threadIndex(d warp.Dim3) string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

// launchHint says what to do about an error of a launch, where its kind tells.
func launchHint(err error) string {
	var limit *isa.LimitError
	var outside *warp.OutsideError
	switch {
	case errors.As(err, &limit) && limit.RegisterFile:
		return ": take a smaller block, or compile with --maxrregcount"
	case errors.As(err, &outside) && outside.Shared && outside.Limit == 0:
		return "; extern __shared__ memory is given at the launch: k[grid, block, bytes]"
	case errors.Is(err, warp.ErrDivergentBarrier):
		return "; move it out of the branch, so that every thread of the block reaches it"
	}
	return ""
}

// DefaultDevice is the GPU of everything that names none: of sessions without use(), of programs in cells and of programs at a shell
// without --gpu. It is the GPU of free notebooks on the web, so sources of today are written for it.
const DefaultDevice = "Tesla T4"

// SizesHint says what to write in place of kernel[grid, block] whose sizes the device cannot launch;
// it is empty for other errors.
func SizesHint(refused error) string {
	var e *gpumodel.LimitError
	if !errors.As(refused, &e) {
		return ""
	}
	later, err := device.Get(DefaultDevice)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	switch {
	case e.Grid.Count() == 0:
		return "; n // threads rounds down: write (n + threads - 1) // threads blocks"
	case e.Empty():
		return "; a block has at least 1 thread"
	case e.Allowed(later):
		return fmt.Sprintf("; %s allows it: begin with use(%[1]q), or launch with gpu=%[1]q", later.Name)
	case e.Swapped():
		return fmt.Sprintf("; the grid comes first: kernel[%s, %s] has blocks of %d threads", e.Block.Short(), e.Grid.Short(), e.Grid.Count())
	case e.Block.Count() > e.Device.MaxThreadsPerBlock:
		return "; use more blocks: kernel[(n + 255) // 256, 256]"
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
