package observe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// An Access is what a warp asks of an array with one instruction.
type Access struct {
	Block gpumodel.Dim3
	Warp  int // of the block
	Line  int // of the source
	Store bool
	Param string // of the array
	Array *gpumodel.Array
	// Step is how often the warp has come to the line for the array before.
	Step         int
	place        int // of the instruction
	visit        int // how often the warp has come to the instruction before
	Bytes        int // of a thread
	Lanes        []Touch
	Transactions []memory.Transaction
	readOnly     bool // through the texture units
}

// A Touch is an element that a thread accesses.
type Touch struct {
	Lane    int
	Thread  gpumodel.Dim3 // of the block
	Element int           // of the array, in the order of memory
	Address uint64
}

// errEnough ends an execution of which enough has been seen.
var errEnough = errors.New("enough accesses")

// Accesses executes some blocks of a launch and returns what their warps ask of global
// memory, in the order of execution, as far as want says. It ends when want has said no
// more. The arrays stay as they are: where accesses depend on values, the blocks work on copies.
func Accesses(ctx context.Context, d *device.Device, l gpumodel.Launch, blocks []int, want func(*Access) (keep, more bool)) ([]Access,
	error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := l.Check(d); err != nil {
		return nil, err
	}
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return nil, err
	}
	var all []Access
	type place struct {
		block, warp, line int
		param             string
		store             bool
	}
	seen := map[place]int{}
	visits := map[[3]int]int{}
	enough := false
	l.Experiment.Watch = func(a warp.Access) {
		if enough {
			return
		}
		instruction := [3]int{a.Block, a.Warp, a.PC}
		visit := visits[instruction]
		visits[instruction]++
		access, ok := newAccess(&l, d, &a)
		if !ok {
			return
		}
		access.visit = visit
		at := place{a.Block, a.Warp, access.Line, access.Param, access.Store}
		access.Step = seen[at]
		seen[at]++
		keep, more := want(access)
		if keep {
			all = append(all, *access)
		}
		if !more {
			enough = true
			cancel(errEnough)
		}
	}
	return all, watched(ctx, &l, d, program, blocks, &enough)
}

// watched executes blocks for those who watch, until they have seen enough.
func watched(ctx context.Context, l *gpumodel.Launch, d *device.Device, program *isa.Program, blocks []int, enough *bool) error {
	l.Mode, l.Experiment.Probe, l.Stdout = gpumodel.Sample, true, nil
	m, err := l.Machine(ctx, d, program, false)
	if err != nil {
		return err
	}
	if m.Reads() { // an access may depend on what the block has written before
		copied, err := l.Copied(nil)
		if err != nil {
			return err
		}
		*l = *copied
		if m, err = l.Machine(ctx, d, program, true); err != nil {
			return err
		}
	}
	for _, b := range blocks {
		if b < 0 || b >= l.Grid.Count() {
			return fmt.Errorf("block %d: the grid has %d", b, l.Grid.Count())
		}
	}
	if program.Cooperative { // its blocks are executed together
		asked, watch := blocks, l.Experiment.Watch
		m.Watch = func(a warp.Access) {
			if slices.Contains(asked, a.Block) {
				watch(a)
			}
		}
		blocks = []int{0} // which stands for all of them
	}
	for _, b := range blocks {
		if err := m.Results(b); err != nil && !errors.Is(err, errEnough) {
			return err
		}
		if *enough {
			break
		}
	}
	return nil
}

// newAccess names the array and the elements of an access; false if no thread takes part, if
// it is of no array that is an argument, or if it is an atomic.
func newAccess(l *gpumodel.Launch, d *device.Device, a *warp.Access) (*Access, bool) {
	if a.Active == 0 || a.Instruction.Op == ir.Atom {
		return nil, false
	}
	x := &Access{
		Block: blockAt(l, a.Block), Warp: a.Warp, place: a.PC, Line: a.Instruction.Line, Store: a.Instruction.Op == ir.Store,
		Bytes: a.Bytes, Transactions: append([]memory.Transaction(nil), a.Transactions...), readOnly: a.Instruction.ReadOnly && !d.Sectored(),
	}
	for i := range a.Addresses {
		if a.Active>>i&1 == 0 {
			continue
		}
		addr := a.Addresses[i]
		if x.Array == nil && !arrayAt(l, addr, x) {
			return nil, false
		}
		x.Lanes = append(x.Lanes, Touch{
			Lane: i, Address: addr, Element: int(addr-x.Array.Buffer().Base) / x.Array.DType.Size(), Thread: threadAt(l, d, a.Warp, i),
		})
	}
	return x, true
}

// arrayAt notes the argument that an address lies in.
func arrayAt(l *gpumodel.Launch, addr uint64, x *Access) bool {
	for i, p := range l.Kernel.Params() {
		if a, _ := gpumodel.ArrayBehind(l.Args[i]); a != nil && addr >= a.Buffer().Base && addr < a.Buffer().Base+uint64(a.Buffer().Size) {
			x.Array, x.Param = a, p.Name
			return true
		}
	}
	return false
}

// threadAt is the index of a thread in its block.
func threadAt(l *gpumodel.Launch, d *device.Device, warp, lane int) gpumodel.Dim3 {
	n := warp*d.WarpSize + lane
	return gpumodel.Dim3{X: n % l.Block.X, Y: n / l.Block.X % l.Block.Y, Z: n / (l.Block.X * l.Block.Y)}
}

// blockAt is the index of a block in the grid.
func blockAt(l *gpumodel.Launch, n int) gpumodel.Dim3 {
	return gpumodel.Dim3{X: n % l.Grid.X, Y: n / l.Grid.X % l.Grid.Y, Z: n / (l.Grid.X * l.Grid.Y)}
}
