// Package scalar executes host code: main of a CUDA program and every function that it calls, as one thread.
//
// # The idea
//
// Package ir compiles host code to the same three-address code as kernels. This package translates that code once
// into a compact register machine and interprets it. Functions with hot loops become machine code on Linux for x86-64; everywhere
// else the interpreter runs all of them, with the same results.
//
// # The way of the data
//
//	ir.Program -> Translate -> Program    one array of instr per function        translate.go, select.go
//	Program -> Machine.Run                one large switch                       run.go, rare.go
//	instr -> assemble -> nativeCode       for functions with hot loops           native.go, native_linux_amd64.go
//
// Translation assigns a register to each value (join.go lets a phi share one with its arguments, moves.go copies the others on the
// edges), chooses opcodes (select.go) and fuses common pairs (fuse.go, increment.go). A value with no opcode of its own is computed by
// ir.Evaluate.
//
// The machine knows no libraries. Calls of the C library and of the CUDA runtime go to [Machine.Call], kernel launches to
// [Machine.Launch]. Package host implements both.
//
// # Registers and memory
//
// A register has 64 bits. A 32-bit value lies in the low half and the high half is 0; a bool is 0 or 1; a vector takes one register per
// element. Each call has a window of registers: 0 is a dummy that takes results nobody reads, then come the parameters, then the
// presets (constants and addresses, set when the call begins), then the other values.
//
// [Memory] is a set of segments, one per malloc block, per global variable and for the stack. An access must lie inside one segment;
// otherwise the program ends with a [Fault]. Package host adds segments on demand ([Memory.Bring]). Addresses and sizes are bytes.
//
// # Time
//
// [Machine.Steps] counts executed instructions. The count is the basis of the program's clock (package host), so it must not depend on
// whether a function runs as machine code. It is updated at jumps back and at calls, which is exact enough and costs nothing in
// straight-line code.
//
// # What is hard
//
//   - The bounds check of each access: see instr.last and Machine.hit.
//   - Fusing two operations when a phi shares its register: the first operand may be overwritten before the fused instruction reads it
//     (translator.stays).
//   - Switching between interpreter and machine code inside a loop: see native.go.
//
// Begin with machine.go (the data), then read translate.go and run.go.
package scalar
