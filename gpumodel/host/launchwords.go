package host

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// onCommandLine is the error of a launch in the words of a program, whose GPU is an option.
func onCommandLine(err error) error {
	if lacking := (*gpumodel.LackingError)(nil); errors.As(err, &lacking) {
		return lacking.OnCommandLine()
	}
	return err
}

// refusedWhy says what to do about a launch that was not made.
func (x *process) refusedWhy(l *launchCall) string {
	grid, block, most := l.grid, l.block, x.Device.MaxThreadsPerBlock
	switch {
	case grid.Count() == 0:
		return ": there are 0 blocks; n / threads rounds down, so write (n + threads - 1) / threads"
	case block.Count() == 0:
		return ": there are 0 threads in a block"
	case gpumodel.Swapped(grid, block, x.Device):
		return fmt.Sprintf("; are they swapped? <<<%s, %s>>> would have %d blocks of %d threads", block.Short(), grid.Short(),
			block.Count(), grid.Count())
	case block.Count() > most:
		return "; use more blocks: <<<(n + 255) / 256, 256>>>"
	}
	return ""
}

// faultOf describes the error of a launch and a possible fix.
func (x *process) faultOf(l *launchCall, err error) string {
	var trap *warp.Trap
	if !errors.As(err, &trap) {
		return fmt.Sprintf("line %d: %s: %v", l.line, l.kernel.Name, err)
	}
	where := fmt.Sprintf("line %d: %s: ", l.line, l.kernel.Name)
	inKernel := x.placedIn(l.kernel, fmt.Sprintf("line %d", trap.Line))
	if of := x.hostPointers(l, trap); of != "" {
		return fmt.Sprintf("%s: it accesses memory that the GPU does not have: %s", where+inKernel, of)
	}
	var bounds *memory.BoundsError
	var outside *warp.OutsideError
	var null memory.NullError
	why := ""
	verb := "out of bounds"
	if errors.As(trap.Err, &outside) {
		verb = outside.Verb()
	}
	if errors.As(trap.Err, &bounds) {
		thread := fmt.Sprintf("(block (%d, %d, %d), thread (%d, %d, %d))", trap.Block.X, trap.Block.Y, trap.Block.Z, trap.Thread.X,
			trap.Thread.Y, trap.Thread.Z)
		if a := x.allocations.holding(bounds.Buffer.Base+uint64(bounds.Offset), 1); a != nil && a.freed != 0 {
			return fmt.Sprintf("%s: %s: the address is of %s, which was freed in line %d %s", where+inKernel, verb, x.arrayName(a), a.freed, thread)
		}
		if a := x.allocations.behind(bounds.Buffer.Base + uint64(bounds.Offset)); a != nil && strings.HasPrefix(bounds.Buffer.Name, "__") {
			// A variable of the library's is nearer, which is nothing to the program.
			bounds = &memory.BoundsError{Buffer: a.buffer, Offset: bounds.Offset + int64(bounds.Buffer.Base-a.base), Width: bounds.Width}
			own := *trap
			own.Err = fmt.Errorf("%s: %w", verb, bounds)
			trap = &own
		}
		if far := bounds.Offset < -farAway || bounds.Offset > int64(bounds.Buffer.Size)+farAway; far ||
			strings.HasPrefix(bounds.Buffer.Name, "__") {
			return fmt.Sprintf("%s: %s: the address is in no array %s; an index of int may have overflowed (compute it as size_t), or a pointer is not set", where+inKernel, verb, thread)
		}
	}
	switch {
	case bounds != nil:
		why = x.boundsWhy(l, bounds)
	case errors.As(trap.Err, &null):
		why = "; a pointer is null: was its cudaMalloc made, and did it succeed?"
	case outside != nil && outside.Shared && l.shared == 0 && externShared(l.kernel):
		why = "; the launch gives no dynamic shared memory: its bytes are the third value in <<<grid, block, bytes>>>"
	}
	return where + x.placedIn(l.kernel, trap.Error()) + why
}

// placedIn is a message about the lines of a kernel: it names their file where that is not the program's own text.
func (x *process) placedIn(k *gpumodel.Kernel, msg string) string {
	if k.Module == x.program.Module {
		return msg
	}
	return k.Module.File().Named(msg)
}

// farAway from an array is an address that has nothing to do with it, in bytes.
const farAway = 64 << 20

func externShared(k *gpumodel.Kernel) bool { return strings.Contains(k.Source(), "extern __shared__") }

// boundsWhy explains an access beside an array.
func (x *process) boundsWhy(l *launchCall, e *memory.BoundsError) string {
	given := func(n int) bool {
		for _, v := range l.params {
			if int(int32(v)) == n {
				return true
			}
		}
		return false
	}
	switch {
	case e.Offset >= 0 && given(e.Buffer.Size) && e.Width > 1:
		return fmt.Sprintf("; the array has %d bytes: cudaMalloc takes bytes, so write n * sizeof(…)", e.Buffer.Size)
	}
	return gpumodel.BoundsHint(l.grid, l.block, e)
}

// hostPointers says which of a launch's arguments are addresses of the host, and whether the address of a fault is one.
func (x *process) hostPointers(l *launchCall, trap *warp.Trap) string {
	params := l.kernel.Params()
	for i, p := range l.params {
		name := x.argumentOf(l.site(), ">>>", i)
		if i < len(params) && strings.Contains(params[i].Name, ".") {
			name = params[i].Name + " (of the kernel's parameters)"
		}
		if b := x.heap.blocks[p]; b != nil && !b.pinned {
			return fmt.Sprintf("%s is a pointer of the host (line %d); give it memory from cudaMalloc",
				called(name, fmt.Sprintf("value %d of its arguments", i+1)), b.line)
		}
		if p >= stackBase && x.heap.memory.Find(p) != nil {
			return fmt.Sprintf("%s points to a variable of the host; give it memory from cudaMalloc",
				called(name, fmt.Sprintf("value %d of its arguments", i+1)))
		}
	}
	for i, p := range l.params {
		if a := x.allocations.holding(p, 0); a != nil && a.mapped && !slices.Contains(x.gpu.global.Buffers(), a.buffer) {
			return fmt.Sprintf("%s is memory of cuMemMap (line %d), and GPU %d may not access it: call cuMemSetAccess",
				called(x.argumentOf(l.site(), ">>>", i), fmt.Sprintf("value %d of its arguments", i+1)), a.line, x.gpu.number)
		}
		if a := x.allocations.holding(p, 0); a != nil && a.gpu != x.gpu && a.managed == nil && !x.gpu.peers[a.gpu.number] {
			return fmt.Sprintf("%s is memory of GPU %d (line %d), and GPU %d may not access it: call cudaDeviceEnablePeerAccess",
				called(x.argumentOf(l.site(), ">>>", i), fmt.Sprintf("value %d of its arguments", i+1)), a.gpu.number, a.line, x.gpu.number)
		}
	}
	var bounds *memory.BoundsError
	if !errors.As(trap.Err, &bounds) {
		return ""
	}
	address := bounds.Buffer.Base + uint64(bounds.Offset)
	if s := x.heap.memory.Find(address); s != nil {
		if b := x.heap.blocks[s.Base]; b != nil {
			return fmt.Sprintf("a pointer that it has found in its data leads to memory of the host (line %d): pointers inside of arrays and structs must come from cudaMalloc, too", b.line)
		}
		return "a pointer that it has found in its data leads to memory of the host: pointers inside of arrays and structs must come from cudaMalloc, too"
	}
	return ""
}
