package engine

// A State is what a warp is doing, of one SM and at one moment. All but Starting,
// Selected and Exited are reasons for which it issues nothing.
type State uint8

const (
	// Starting is from the dispatch of a block until its warps can issue.
	Starting State = iota
	// Selected: its scheduler issues its instructions.
	Selected
	// StalledLongScoreboard waits for data of global, local or texture memory.
	StalledLongScoreboard
	// StalledIMCMiss waits for data of __constant__ memory.
	StalledIMCMiss
	// StalledBarrier waits for the other warps of the block at __syncthreads().
	StalledBarrier
	// StalledWait waits for a result of its own arithmetic.
	StalledWait
	// StalledShortScoreboard waits for what it reads of shared memory, or for a special
	// function.
	StalledShortScoreboard
	// StalledNotSelected could issue, but its scheduler issues another warp's instructions.
	StalledNotSelected
	// StalledPipeThrottle waits for the cores, the units for double precision or the
	// special function units to be free.
	StalledPipeThrottle
	// StalledMIOThrottle waits for the load-store units, to access shared memory.
	StalledMIOThrottle
	// StalledLGThrottle waits until its transactions have left the load-store unit.
	StalledLGThrottle
	// Exited is from its last instruction until the block ends.
	Exited
	States // their number
)

// stateTexts are the names of the states: Nsight Compute's for stalls, and in words.
var stateTexts = [States]struct{ name, words string }{
	Starting:               {"starting", "starting"},
	Selected:               {"selected", "issuing"},
	StalledLongScoreboard:  {"long_scoreboard", "waiting for memory"},
	StalledIMCMiss:         {"imc_miss", "waiting for constants"},
	StalledShortScoreboard: {"short_scoreboard", "waiting for shared memory"},
	StalledMIOThrottle:     {"mio_throttle", "waiting for the load-store units"},
	StalledBarrier:         {"barrier", "waiting at a barrier"},
	StalledWait:            {"wait", "waiting for a result"},
	StalledNotSelected:     {"not_selected", "waiting for the scheduler"},
	StalledPipeThrottle:    {"math_pipe_throttle", "waiting for the cores"},
	StalledLGThrottle:      {"lg_throttle", "waiting to send"},
	Exited:                 {"exited", "done"},
}

// Plain is the state in a picture, where similar ones are one.
func (s State) Plain() State {
	switch s {
	case StalledIMCMiss:
		return StalledLongScoreboard
	case StalledShortScoreboard:
		return StalledWait
	case StalledMIOThrottle:
		return StalledPipeThrottle
	}
	return s
}

// String is the state's name; that of a stall is Nsight Compute's.
func (s State) String() string { return stateTexts[s].name }

// Words says what the warp is doing.
func (s State) Words() string { return stateTexts[s].words }
