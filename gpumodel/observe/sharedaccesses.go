package observe

import (
	"context"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A SharedAccess is what a warp asks of shared memory with one instruction.
type SharedAccess struct {
	Block gpumodel.Dim3
	Warp  int // of the block
	Line  int // of the source
	Store bool
	Array SharedArray
	// Step is how often the warp has come to the line for the array before.
	Step   int
	Bytes  int // of a thread
	Active uint32
	// Addresses are those of the hardware: what lies below the first array counts for the banks.
	Addresses [32]uint64
	Phases    []memory.Phase
}

// A SharedArray is a variable in shared memory.
type SharedArray struct {
	Name  string // empty for the extern array
	Begin uint64 // its address
	Dims  []int  // none for a variable that is no array
	Elem  int    // bytes of an element
	Size  int
}

// SharedAccesses is Accesses for shared memory, but for its atomics.
func SharedAccesses(ctx context.Context, d *device.Device, l gpumodel.Launch, blocks []int, want func(*SharedAccess) (more bool)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := l.Check(d); err != nil {
		return err
	}
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return err
	}
	type place struct {
		block, warp, line int
		array             string
		store             bool
	}
	seen := map[place]int{}
	enough := false
	l.Experiment.WatchShared = func(a warp.Access) {
		if enough || a.Active == 0 {
			return
		}
		x := &SharedAccess{
			Block: blockAt(&l, a.Block), Warp: a.Warp, Line: a.Instruction.Line, Store: a.Instruction.Op == ir.Store, Bytes: a.Bytes,
			Active: a.Active, Addresses: *a.Addresses, Phases: memory.Phases(d, (*[32]uint64)(a.Addresses), a.Active, a.Bytes),
		}
		x.Array = sharedArray(program, l.Shared, x)
		at := place{a.Block, a.Warp, x.Line, x.Array.Name, x.Store}
		x.Step = seen[at]
		seen[at]++
		if !want(x) {
			enough = true
			cancel(errEnough)
		}
	}
	return watched(ctx, &l, d, program, blocks, &enough)
}

// sharedArray is the variable that the first active lane accesses.
func sharedArray(p *isa.Program, dynamic int, a *SharedAccess) SharedArray {
	var addr uint64
	for i, x := range a.Addresses {
		if a.Active>>i&1 != 0 {
			addr = x
			break
		}
	}
	for _, v := range p.Shared {
		if begin := uint64(p.SharedBase + v.Offset); addr >= begin && addr < begin+uint64(v.Size) {
			return SharedArray{Name: v.Name, Begin: begin, Dims: v.Dims, Elem: v.Elem, Size: v.Size}
		}
	}
	return SharedArray{Begin: uint64(p.DynamicShared), Dims: []int{dynamic / 4}, Elem: 4, Size: dynamic}
}
