package scalar

import "warpbook.dev/gpumodel/ir"

// A Program is translated host code. It is not changed by [Machine.Run], so several machines may run it.
type Program struct {
	functions []*function // the first one is where execution begins
	source    *ir.Program
}

// A function is a translated ir.Func. The registers of a call are: 0 the dummy, 1 to params the parameters, then the presets in their
// order, then the other values.
type function struct {
	code      []instr
	extras    []extra
	registers int // number of registers of a call, with the dummy
	params    int
	presets   []preset
	frame     int // bytes of its local variables, a multiple of 16
	number    int // index in Program.functions
	source    *ir.Func
}

// A preset is a register's value when a call begins. The address of a global variable is known only when the machine loads the function.
type preset struct {
	kind  ir.Op  // Constant or GlobalAddr
	value uint64 // the constant, or the number of the variable
}

// An instr is one instruction: dst = op(a, b, c, imm), where dst, a, b and c are register numbers.
type instr struct {
	op      opcode
	dst     uint16
	a, b, c uint16
	line    int32 // source line; the step of the counter for opCount
	// imm is the byte offset of an access, the target of a jump (an index in the function's code) or the index of an extra.
	imm int64
	// last is the segment that this instruction hit last. Most instructions access one array only, so one comparison replaces the search.
	last *Segment
}

// An extra holds the data of an instruction that does not fit into an instr.
type extra struct {
	v    *ir.Value
	more []uint16 // registers of the operands, where there can be more than three
}

// A Call is a call of a library function: of the C library, of the CUDA runtime or of the driver.
//
// The machine reuses it: it is valid until the function returns.
type Call struct {
	Number  int      // index of the name in ir.Program.Runtime
	Name    string   // name of the function
	Args    []uint64 // bits of the arguments; an S32 is sign-extended to 64 bits, as a variadic function expects
	Types   []ir.Type
	Line    int // source line of the call in the user's code
	Column  int // its column there, 0 if unknown
	Machine *Machine
}

// A Launch is a kernel launch. Args are the sizes of the grid and of the block, the bytes of dynamic shared memory, the stream, and the
// bits of the kernel's parameters.
type Launch struct {
	Kernel string // name of the kernel
	Args   []uint64
	Line   int // source line
	Column int // column there, 0 if unknown
}

// A Machine executes programs, one at a time. Set its exported fields, then call [Machine.Run].
type Machine struct {
	Memory  *Memory
	Params  []uint64 // parameters of the first function
	Globals []uint64 // addresses of ir.Program.Globals, in the same order
	// Call and Launch execute a library call and a kernel launch. An error ends the program, and Run returns it.
	Call   func(*Call) (uint64, error)
	Launch func(*Launch) error
	// Poll is called after every 65,536 jumps back and calls. An error ends the program, and Run returns it: so a loop is interrupted.
	Poll func() error
	// Math computes the functions of libm, of floats or of doubles. Its result is a double in both cases.
	Math func(f ir.MathFunc, of ir.Type, x, y float64) float64
	// StackBase is the lowest address of the stack, which grows upwards, and StackBytes its size. The segment must be in Memory. A call
	// whose frame does not fit is a fault.
	StackBase  uint64
	StackBytes int
	accesses   int // line of the instruction that accesses memory, for Line
	// Steps is the number of executed instructions. It is counted at jumps back and at calls.
	Steps int64

	// Eager compiles every function to machine code before its first call; slow compiles none. Both are for tests.
	Eager, slow bool

	program *Program
	loaded  []loaded     // by function number
	call    Call         // reused by every library call
	calls   []activation // callers of the current call, the outermost first
	current *function
}

// loaded is a function as this machine runs it. The code is a copy, since each instr remembers a segment of this machine's memory.
type loaded struct {
	code    []instr
	presets []uint64
	native  *nativeCode
	tried   bool // assemble was called; native may still be nil
}

// An activation is the saved state of a caller.
type activation struct {
	f           *function
	code        []instr
	pc          int    // where to continue
	base        int    // first register of its window
	stack       uint64 // address of its frame
	destination uint16 // register that takes the result
}

// registers is the window of a call. It always has the maximum length, so a 16-bit register number needs no bounds check.
type registers [maxRegisters]uint64
