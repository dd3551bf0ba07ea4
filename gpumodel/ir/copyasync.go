package ir

import (
	"strconv"

	"warpbook.dev/gpumodel/cuda"
)

// An asynchronous copy (cp.async) is a Load of global memory and a Store to shared memory that follows it. The
// instruction is the Load; the Store costs nothing but the banks, and does not wait for what it stores. What waits is a
// CopyGroup: copies belong to the group that the next commit ends.

// Async says how the Load and the Store of a copy go past the registers.
type Async uint8

const (
	Synchronous Async = iota
	AsyncCached       // cp.async.ca: through the L1
	AsyncBypass       // cp.async.cg: past the L1
)

// CopyCommit is the Imm of a CopyGroup that ends a group. Any smaller one waits for all groups but so many.
const CopyCommit = 1 << 16

func (v *Value) groupName() string {
	if v.Imm == CopyCommit {
		return v.Op.String() + ".commit_group"
	}
	return v.Op.String() + ".wait_group " + strconv.FormatUint(v.Imm, 10)
}

func (b *builder) copyGroup(imm uint64) *Value {
	if b.target.AsyncCopies { // elsewhere copies are there when they are made
		b.emit(Value{Op: CopyGroup, Imm: imm})
	}
	return nil
}

// copiesAsync is __copies_async(to, from): whether the device copies between these places past the registers.
func copiesAsync(b *builder, _ *cuda.Call, args []*Value) *Value {
	if b.target.AsyncCopies && space(args[0]) == Shared && space(args[1]) == Global {
		return b.int(S32, 1)
	}
	return b.int(S32, 0)
}

// copyAsync is __copy_async(to, from, bytes, bypass, n): 4, 8 or 16 bytes, the first n of which are read; the others
// become 0.
func copyAsync(b *builder, e *cuda.Call, args []*Value) *Value {
	to, from := b.at(args[0], 0, e.Args[0].T()), b.at(args[1], 0, e.Args[1].T())
	bytes, how := args[2].Imm, AsyncCached
	if args[3].isConst() && args[3].Imm != 0 {
		how = AsyncBypass
	}
	switch {
	case !args[2].isConst() || bytes != 4 && bytes != 8 && bytes != 16 || how == AsyncBypass && bytes != 16:
		b.fail(e.Pos, "an asynchronous copy has 4, 8 or 16 bytes, and 16 with cp.async.cg")
	case to.space != Shared || from.space != Global && from.space != Const:
		b.fail(e.Pos, "an asynchronous copy goes from global to shared memory, not from %s to %s memory", from.space, to.space)
	}
	load := Value{Op: Load, Type: U32, Mem: U32, Space: from.space, Imm: uint64(from.offset), Args: one(from.base), Volatile: true, Async: how}
	if n := args[4]; !n.isConst() || n.Imm < bytes {
		load.Args = append(load.Args, n)
	}
	store := Value{Op: Store, Mem: U32, Space: Shared, Imm: uint64(to.offset), Args: one(to.base), Volatile: true, Async: how}
	if bytes > 4 {
		load.Lanes = int(bytes / 4)
		store.Lanes = load.Lanes
	}
	x := b.emit(load)
	if bytes == 4 {
		store.Args = append(store.Args, x)
	}
	for i := range load.Lanes {
		store.Args = append(store.Args, b.emit(Value{Op: Extract, Type: U32, Imm: uint64(i), Args: one(x)}))
	}
	b.emit(store)
	return nil
}

// sharedAddress is __cvta_generic_to_shared: the address in the window of shared memory.
func sharedAddress(b *builder, e *cuda.Call, args []*Value) *Value {
	at := args[0]
	switch s := space(at); {
	case s == Generic && at.Type == U64: // its low word
		at = b.cvt(U32, U64, at)
	case s != Shared:
		b.fail(e.Pos, "__cvta_generic_to_shared needs a pointer to __shared__ memory, and this one points to %s memory", s)
	}
	return b.cvt(b.target.valueType(e.T()), at.Type, at)
}

// sharedAt is __shared_at, the pointer to such an address.
func sharedAt(b *builder, _ *cuda.Call, args []*Value) *Value {
	if provenance(args[0], map[*Value]bool{}) == Shared {
		return args[0]
	}
	return b.op(SharedAt, U32, args[0])
}
