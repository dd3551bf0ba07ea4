package warp

import (
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A Trace holds the steps of one warp that the timing engine has not replayed yet. Blocks are executed piece
// by piece, so the steps of a long loop are never in memory together.
type Trace struct {
	// Steps are in order. Equal steps share one Step, so they must not be changed.
	Steps []*Step
	// Transactions are those of the Loads and Stores, in the order of the steps.
	Transactions []memory.Transaction
	// Done is set if no steps follow.
	Done bool
}

// StepKind says what a warp does next.
type StepKind uint8

const (
	// Run is a sequence of instructions that need nothing from outside the SM.
	Run StepKind = iota
	// Load and Store send transactions to memory.
	Load
	Store
	// Wait stops the warp until its load number Tag has come back.
	Wait
	// Barrier is __syncthreads().
	Barrier
	// Contest is an atomic on shared memory that is a loop with a CAS: other warps decide how often it runs. Each lane is a
	// transaction. Port, Busy and Latency are those of a warp that is alone.
	Contest
)

// A Step is one entry of a warp's trace.
type Step struct {
	Kind StepKind
	// Cached says that the transactions of a Load, or of a Store to local memory, are
	// lines of a cache; other Stores drop what they write from the L1.
	Cached memory.Cached
	// UnitClocks are the core clocks that a Load holds its TPC's texture unit, or the banks of an L1 with sectors; of a Load
	// of constants they are its different addresses.
	UnitClocks int16
	// Tag names a load of a warp until it has been waited for; of a Barrier see Meeting.
	Tag int32
	// Iterations is the number of iterations of a loop that the warp has ended since the step
	// before: of the outermost loop that has many iterations, some of which can be skipped.
	Iterations int32
	// Port and Busy are the clocks that the step keeps the SM's issue port and its pipes
	// busy, repeated bank passes included.
	Port int32
	Busy isa.Busy
	// Latency is the number of clocks from the step's start until the warp could continue if it were alone on the SM.
	Latency int32
	// N is the number of a Load's or Store's Transactions.
	N int32
	// PC is the instruction of the program: of a Run the first one, of a Wait the one
	// that needs the load.
	PC int32
	// WaitClocks and ShortClocks are the part of a Run's Latency in which the warp waits
	// for results of arithmetic, and of shared memory and special functions. StallPC
	// is the instruction that waits for longest.
	WaitClocks, ShortClocks, StallPC int32
	// Try is a round of a Contest.
	Try *isa.Try
}

// knownSteps holds the different steps of all traces, so that equal ones are stored once. The engine switches between many
// warps, and their traces do not fit the caches of the host; the few different steps of a kernel do.
type knownSteps struct {
	all    map[Step]*Step
	recent [256]*Step // by a hash of the fields, to avoid the map
}

// mostKnownSteps limits their number: a kernel may have any number of steps.
const mostKnownSteps = 1 << 14

func newKnownSteps() *knownSteps { return &knownSteps{all: map[Step]*Step{}} }

// of returns the shared step that equals s.
func (k *knownSteps) of(s *Step) *Step {
	mix := uint32(s.PC)*0x9e3779b1 + uint32(s.Latency)*0x85ebca6b + uint32(s.N)*0xc2b2ae35 + uint32(s.Tag)*0x27d4eb2f + uint32(s.Kind) +
		uint32(s.Iterations)<<4
	at := mix >> 8 & 255
	if one := k.recent[at]; one != nil && *one == *s {
		return one
	}
	one := k.all[*s]
	if one == nil {
		if len(k.all) == mostKnownSteps {
			clear(k.all)
		}
		one = new(*s)
		k.all[*s] = one
	}
	k.recent[at] = one
	return one
}

// aheadSteps and aheadTransactions limit how far a warp is executed before it
// is replayed. Blocks that stay below are executed at once, in dispatch order.
const (
	aheadSteps        = 256
	aheadTransactions = 1024
)

// defaultLongPiece is about the number of steps in a piece without accesses to device memory.
// It is more than aheadSteps, so that most warps that only compute are executed at once: the
// order in which warps see each other's writes depends on where their pieces end.
const defaultLongPiece = 1024
