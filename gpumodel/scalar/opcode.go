package scalar

// An opcode is the operation of an instruction. Letters at the end of a name give the type: W and D are integers of 32 and 64 bits, SW
// and SD signed ones, F and G floats of 32 and 64 bits. Operations whose result is the same for signed and unsigned integers have one
// opcode for both. A digit is the width of an access in bytes.
//
// The values are dense, so that the Go compiler makes a jump table of the interpreter's switch.
type opcode uint16

const (
	opGeneral opcode = iota // ir.Evaluate of a, b and c
	opMove
	opAddW
	opAddD
	opSubW
	opSubD
	opMulW
	opMulD
	opMadW
	opMadD
	opMulWideS
	opMulWideU
	opMadWideS
	opMadWideU
	opAnd
	opOr
	opXor
	opNotW
	opNotD
	opShlW
	opShlD
	opShrW
	opShrD
	opShrSW
	opShrSD
	opDivSW
	opDivW
	opDivSD
	opDivD
	opRemSW
	opRemW
	opRemSD
	opRemD
	opAddF
	opSubF
	opMulF
	opDivF
	opAddG
	opSubG
	opMulG
	opDivG
	opNegF
	opNegG
	opSqrtF
	opSqrtG
	opAbsF
	opAbsG
	opFma
	opMath
	opSelect
	opPAnd
	opPOr
	opPNot
	opSextWD // sign-extends 32 bits to 64
	opWord   // low 32 bits
	opSWtoF
	opSWtoG
	opSDtoF
	opSDtoG
	opFtoG
	opGtoF
	opWhole     // float to integer, truncated, with x86's results for values out of range
	opCvtaLocal // offset in the frame to address: stack + a + imm
	opLoad1
	opLoadS1
	opLoad2
	opLoadS2
	opLoad4
	opLoad8
	opLoadUp4 // a load, then a += c
	opLoadUp8
	opLoadMany // a vector, or a load that converts
	opStore1
	opStore2
	opStore4
	opStore8
	opStoreMany
	opLocal4 // accesses to the frame: a is an offset in it
	opLocal8
	opPutLocal4
	opPutLocal8
	opAtom
	opAssert
	opCall    // of a library function
	opLaunch  // of a kernel
	opInvoke  // call of a function of the program
	opResult  // sets the value that the function returns
	opMulAddF // a * b + c with both results rounded; not an FMA
	opMulAddG
	opCount // dst = a + line; jumps if dst < b
	opJump
	opBranch
	opReturn
	// Comparisons that set a register (opSet) and that jump (opIf). Each name stands for six opcodes in the order of ir.Cmp:
	// ==, !=, <, <=, >, >=.
	opSetSW
	opSetW   = opSetSW + 6
	opSetSD  = opSetW + 6
	opSetD   = opSetSD + 6
	opSetF   = opSetD + 6
	opSetG   = opSetF + 6
	opIfSW   = opSetG + 6
	opIfW    = opIfSW + 6
	opIfSD   = opIfW + 6
	opIfD    = opIfSD + 6
	opIfF    = opIfD + 6
	opIfG    = opIfF + 6
	numCodes = opIfG + 6
)
