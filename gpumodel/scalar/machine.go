package scalar

import "warpbook.dev/gpumodel/ir"

// A Program is the code of a host that was translated.
type Program struct {
	functions []*function
	source    *ir.Program
}

// A function has its own registers in each of its calls: first the parameters, from 1 on, then what is preset, then the rest.
type function struct {
	code      []instr
	extras    []extra
	registers int
	params    int
	presets   []preset
	frame     int // bytes of its local variables
	number    int
	source    *ir.Func
}

// A preset is the value of a register when a call begins.
type preset struct {
	kind  ir.Op // Constant or GlobalAddr
	value uint64
}

// An instr is an instruction: a register gets what the operation makes of three others and a number.
type instr struct {
	op      opcode
	dst     uint16
	a, b, c uint16
	line    int32
	imm     int64    // an offset, a distance, where a jump goes, or the number of an extra
	last    *Segment // that an access has hit last
}

// An extra is what few instructions have besides.
type extra struct {
	v    *ir.Value
	more []uint16 // the registers of its operands
}

// A Call is one of a function of the system.
//
// It holds until the function returns.
type Call struct {
	Number  int // of the name among the program's Runtime
	Name    string
	Args    []uint64
	Types   []ir.Type
	Line    int
	Machine *Machine
}

// A Launch is one of a kernel: Args are the sizes of the grid and of the block, the bytes of shared memory, the stream, and the bits of the
// parameters.
type Launch struct {
	Kernel string
	Args   []uint64
	Line   int
}

// A Machine executes programs.
type Machine struct {
	Memory  *Memory
	Params  []uint64 // by number
	Globals []uint64 // the addresses of the program's Globals, by number
	// Call and Launch end the program with the error that they return.
	Call   func(*Call) (uint64, error)
	Launch func(*Launch) error
	// Poll is asked from time to time whether to go on.
	Poll func() error
	// Math computes the functions of libm.
	Math func(f ir.MathFunc, x, y float64) float64
	// The stack lies from StackBase on, StackBytes long: a call that has no room there is a fault.
	StackBase  uint64
	StackBytes int
	accesses   int // the line of the instruction that accesses memory, for those who are asked for it
	// Steps is how many instructions were executed, as counted at jumps and calls.
	Steps int64

	// Eager makes machine code of each function at once, not of those with hot loops alone; slow makes none. Both are for tests.
	Eager, slow bool

	program *Program
	loaded  []loaded
	call    Call         // the last one
	calls   []activation // that wait for the current one
	current *function
}

// loaded is a function whose presets have the addresses of this machine's variables.
type loaded struct {
	code    []instr
	presets []uint64
	native  *nativeCode
	tried   bool // whether there is any
}

// An activation is a call that waits for one that it has made.
type activation struct {
	f           *function
	code        []instr
	pc          int
	base        int // of its registers
	stack       uint64
	destination uint16
}

// registers are all that a program can have: an index of 16 bits needs no check.
type registers [maxRegisters]uint64
