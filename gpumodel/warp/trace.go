package warp

import "warpbook.dev/gpumodel/memory"

// A Trace is what one block did, warp by warp, as far as time is concerned. The
// timing engine replays it against the other blocks.
type Trace struct {
	Warps        [][]Step
	Transactions []memory.Transaction
}

// StepKind says what a warp does next.
type StepKind uint8

const (
	// Run is a stretch of instructions that need nothing from outside the SM.
	Run StepKind = iota
	// Load and Store send transactions to memory.
	Load
	Store
	// Wait stops the warp until its load number Tag has come back.
	Wait
	// Barrier is __syncthreads().
	Barrier
)

// A Step is one entry of a warp's trace.
type Step struct {
	Kind StepKind
	// Issue is the clocks that the step holds the SM's issue port, bank passes included.
	Issue int32
	// Latency is the clocks from its start until the warp can go on, if it were alone.
	Latency int32
	// First and N select Trace.Transactions of a Load or Store.
	First, N int32
	// Tag numbers the loads of a warp from 0.
	Tag int32
}
