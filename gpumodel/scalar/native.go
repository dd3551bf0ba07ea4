package scalar

// Functions with hot loops become machine code where there is an assembler for the processor (native_linux_amd64.go). Each instr is
// encoded on its own, and between two of them all values are in the window in memory. So machine code can be entered and left at
// any instruction.
//
// Machine code handles the common case only. It returns to the interpreter at an instruction that it does not encode (a call, say), where
// a fault is possible (division by 0 or -1), where an access misses the segment in instr.last, and where a poll is due. The interpreter
// executes this one instruction and enters the machine code again behind it. So faults, the search of segments and polls
// exist once, in Go.
//
// A goroutine cannot be preempted inside machine code. It leaves for each poll, at the latest after pollSteps jumps back.

// A nativeContext is the state that machine code changes besides registers and memory. The assembler knows its layout.
type nativeContext struct {
	left  int64 // jumps back until the next poll
	steps int64 // instructions executed, as Machine.Steps counts them
}

// A nativeCode is the machine code of a function.
type nativeCode struct {
	memory  []byte  // executable pages
	entries []int32 // offset of each instruction's code in memory
}
