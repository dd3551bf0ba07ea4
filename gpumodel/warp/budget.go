package warp

import (
	"fmt"
	"sync/atomic"
)

// MostMemory is what the model holds for the threads of one launch, in bytes: registers, local and
// shared memory of the blocks that are in execution, and what a checker notes about them. A real
// device has such a limit too, the size of its memory.
const MostMemory = 1 << 30

// A Budget counts the memory that is held for the threads of one launch. Several machines may share
// one.
type Budget struct{ held atomic.Int64 }

// Held is what was taken so far, in bytes.
func (b *Budget) Held() int64 { return b.held.Load() }

// Take takes bytes for what, or says why it cannot. It is called before the memory is allocated.
func (b *Budget) Take(bytes int64, what string) error {
	held := b.held.Add(bytes)
	if held <= MostMemory {
		return nil
	}
	b.held.Add(-bytes)
	return fmt.Errorf("the launch takes more than the %d MB that the model holds for the threads of a launch: %d MB are taken, and %s would take %d MB more; "+
		"use smaller local arrays, fewer threads in a block, or fewer blocks", MostMemory>>20, (held-bytes)>>20, what, bytes>>20)
}

// stateBytes are the bytes that the state of one block takes.
func (m *Machine) stateBytes() int64 {
	const lanes = 32 * 8 // bytes of Lanes
	warp := int64(m.files.Registers+m.files.Addresses)*lanes + 32*int64(m.Program.LocalBytes)
	if m.Check != nil {
		warp += 8 * int64(m.files.Slots())
	}
	return int64(len(m.tid))*warp + int64(m.sharedEnd)
}

// largeState is the size of a block's state from which on clearing it takes a time that can be felt
// over many blocks.
const largeState = 1 << 20
