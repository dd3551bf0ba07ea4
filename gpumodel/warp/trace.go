package warp

import (
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A Trace is what one warp did, as far as time is concerned, and the timing
// engine has not replayed yet. Blocks are executed piece by piece: the steps of a
// long loop are never in memory together.
type Trace struct {
	Steps        []Step
	Transactions []memory.Transaction
	// Done says that nothing follows.
	Done bool
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

// A Step is one entry of a warp's trace. It has 64 bytes, a line of the cache of the computer
// that this runs on: the engine goes from warp to warp, and hardly ever finds one there.
type Step struct {
	Kind StepKind
	// Cached says that the transactions of a Load, or of a Store to local memory, are
	// lines of a cache; other Stores drop what they write from the L1.
	Cached memory.Cached
	// UnitClocks are the core clocks that a Load holds its TPC's texture unit, or the banks of an L1 with sectors.
	UnitClocks int16
	// Tag names a load of a warp until it has been waited for; of a Barrier see Meeting.
	Tag int32
	// Iterations is how many iterations of a loop the warp has ended since the step
	// before: of the outermost one that has many and of which some can be skipped.
	Iterations int32
	// Port and Busy are the clocks that the step keeps the SM's issue port and its pipes
	// busy, repeated bank passes included.
	Port int32
	Busy isa.Busy
	// Latency is the clocks from its start until the warp can go on, if it were alone.
	Latency int32
	// First and N select Trace.Transactions of a Load or Store.
	First, N int32
	// PC is the instruction of the program: of a Run the first one, of a Wait the one
	// that needs the load.
	PC int32
	// WaitClocks and ShortClocks are the part of a Run's Latency in which the warp waits
	// for results of arithmetic, and of shared memory and special functions. StallPC
	// is the instruction that waits for longest.
	WaitClocks, ShortClocks, StallPC int32
}

// aheadSteps and aheadTransactions are how much of a warp is executed before it
// is replayed. Blocks that do not do more are executed at once, in dispatch order.
const (
	aheadSteps        = 256
	aheadTransactions = 1024
)

// defaultLongPiece is how many steps a piece has, about, if none of them accesses device memory.
// It is more than aheadSteps, so that most warps that only compute are executed at once: in which
// order warps do what others see depends on where their pieces end.
const defaultLongPiece = 1024
