package scalar

import "warpbook.dev/gpumodel/ir"

// A Program is a function that was translated.
type Program struct {
	code      []instr
	extras    []extra
	registers int
	preset    []preset
	source    *ir.Func
}

// A preset is a register that has its value from the start.
type preset struct {
	register uint16
	kind     ir.Op // Constant, ParamValue or GlobalAddr
	value    uint64
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
type Call struct {
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
	Globals []uint64 // the addresses of the function's Globals, by number
	// Call and Launch end the program with the error that they return.
	Call   func(*Call) (uint64, error)
	Launch func(*Launch) error
	// Poll is asked from time to time whether to go on.
	Poll func() error
	// Math computes the functions of libm.
	Math func(f ir.MathFunc, x, y float64) float64
	// StackBase is where the thread's local memory lies.
	StackBase uint64
	// Steps is how many instructions were executed, as counted at jumps and calls.
	Steps int64
}

// registers are all that a program can have: an index of 16 bits needs no check.
type registers [1 << 16]uint64
