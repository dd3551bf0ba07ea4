package scalar

// Functions with hot loops are machine code where there is an assembler for the processor (native_amd64.go). The code works on the
// same registers, instruction by instruction, and leaves off at each one that it has nothing for: a call, a fault, a segment
// that an access has not hit before. The interpreter executes that one and enters the code behind it again, so what an instruction
// does is decided in one place.

// A nativeContext is what machine code changes besides registers and memory. Its layout is known to the assembler.
type nativeContext struct {
	left  int64 // jumps back until the next poll
	steps int64 // instructions executed
}

// A nativeCode is the machine code of a function.
type nativeCode struct {
	memory  []byte  // executable
	entries []int32 // where each instruction begins
}
