// Package isa lowers a kernel from three-address code to the instructions of one compute
// capability, assigns registers, gives every instruction its cost, and computes the
// occupancy that follows.
//
// # The idea
//
// Lower before you cost. On the GT200 an operand may come from shared memory, but only the
// first one, and only within 124 bytes of one of four address registers. What a loop costs
// follows from such facts. They are data, with sources, and the code asks for rules and
// features of an instruction set, never for a chip:
//
//	data/cc<n>.csv        what instructions cost: a row for an operation, a type and a form
//	data/cc<n>.rules.csv  what holds for all instructions: offsets, immediates, reserved registers
//	data/features.csv     which instructions came, or went, with which compute capability
//
// A table is named after the instruction set (1.3, 2.0, 3.5, 7.0) and serves all capabilities of
// it. Where a row or a rule changed with a later capability it stands twice, the later one with
// its capability under "since".
//
// # Units
//
// Issue, Port and Latency of an instruction are shader clocks of a warp. Busy is how long it keeps
// each Pipe: the cores, units for double precision, units for integers, special function units,
// load-store units. A scheduler has its own share of the first three, whose time is in parts of a
// clock (device.Device.CoreParts); the others serve the SM, in whole clocks. The tables of 1.3 to 3.5 name
// these clocks. That of 7.0 counts instructions for each pipe, and the rate of the device
// (fp32_per_clock, int_add_per_clock, …) gives the clocks. On 8.6 integers take half of the fp32
// lanes (shared_integer_lanes).
//
// # Where to begin reading
//
//	isa.go      Program, Instr, Operand: the result
//	lower.go    Lower, and the passes in their order
//	cost.go     the tables; pipe.go the pipes; feature.go what a capability lacks
//	select.go   from values to instructions; operand.go what may be an operand
//	source.go   what the users of a value compute themselves: signs of floats, rounding, tests of bits
//	color.go    registers by graph colouring; spill.go where they don't suffice
//	layout.go   the order of the blocks
//	text.go     the text of 1.x; sass.go and volta.go that from 2.0 and from 7.0 on
//	occupancy.go
//
// # Adding an operation or a pipe
//
// Adding an operation touches six places, which package ir lists; two of them are here: a row in
// each table of costs whose capabilities have it (with its name in machine code under "text", where
// that is not the operation's), and a row in data/features.csv. A pipe is a constant in pipe.go, its
// name, and the columns of the tables that mean it; steps, clocks, stalls and bounds are arrays.
//
// # Registers
//
// __launch_bounds__ leaves a kernel as many registers as let its blocks fit (RegistersFor, by the
// rules of the occupancy). --maxrregcount is for kernels without it, as the Programming Guide says.
// A second number that asks for more threads or blocks than an SM holds is ignored, as ptxas does with
// a warning. From 7.0 on two registers more are counted than the code names. R1 is the stack's, on 2.x too.
//
// Where there is room, registers are chosen as ptxas chooses them, so that a count is hardly ever
// the least possible. A memory instruction reads its sources some time after it was issued, and
// an instruction that overwrites one of them meanwhile would have to wait: such registers are kept
// apart (hazard.go). Two sources of one instruction are in different banks, even and odd (banks.go);
// nine of ten of ptxas's are.
//
// Where more values live at once than there are registers, some go elsewhere (spill.go). Those are
// chosen that make the most room for their price: the accesses, each weighted by how often its
// block runs. A value that was just loaded or set stays at hand until the next such place, so that it
// is split rather than spilled everywhere. A value that one to three instructions can compute from constants,
// parameters or live registers is rematerialised instead (remat.go), and a word of
// shared memory is loaded again where nothing can have been stored since. Parallel copies move values from
// slot to slot. Code that fits its registers is not touched.
//
// # Branches and divergence
//
// Short sides of an if become guarded instructions (ifconvert.go). For the other branches the layout
// of the code decides where lanes meet again (layout.go): a warp runs its path with the lowest
// program counter first, so the code of a loop is in one piece, and a side that leaves the loop or
// the kernel stands right behind its condition. Then all lanes meet at the end of an if, a switch or a
// loop, even if some have left from the inside. The immediate post-dominator alone would keep them
// apart to the end of the loop or the kernel in that case. ptxas comes to the same for the hardware's
// stack (11.8, code for sm_52, disassembled): it sets SSY at the end of the if and takes leaving lanes out by
// EXIT and BRK; `a || b` meets before the body; the body of a break or a return runs once for each group
// that leaves. In one case it does less: in a switch that falls through several labels some bodies
// run twice there, here never.
//
// # Generations
//
// 1.x: the first source may be a word of shared memory; addresses go through address registers, whose
// bases are shared between accesses (addressbase.go, address.go).
//
// 2.0: operands are registers and one word of constant memory; 64-bit addresses are wide
// multiply-adds; a load of shared memory is an instruction. A function of the SFU is a few
// instructions longer without --ftz=true, because the SFU itself flushes (rows "ftz").
//
// 3.5: a scheduler issues one instruction, or two neighbours that don't depend on each other and don't
// need the same scarce pipe (pair.go). ptxas marks such pairs in the code, so they are known before
// the run.
//
// 7.0 to 10.0: one instruction per clock and scheduler, to one of its pipes. A sum with a scaled index
// is one instruction (LEA, IMAD.WIDE), so it is computed where it is needed. On 9.0 and 10.0 constants are
// loaded into registers. Uniform registers are not modelled.
//
// # Held against the real compiler
//
// NVRTC 12.9 and nvdisasm were run on all built-in programs for sm_75 to sm_100.
// gpumodel/programs/testdata/nvcc.csv keeps their registers and instructions, and
//
//	go test ./gpumodel/programs -run RealCompiler -v
//
// prints both sides. gpumodel/conformance/testdata/nvcc/expected.csv has what NVRTC makes of 582 kernels of 23 public repositories: stack
// frames, registers, the factors of innermost loops and the accesses of the hottest one; TestNVCC of package conformance compares them,
// TestNVCCOwn the built-in programs and the notebooks. Not modelled: pointers that nvcc steps one by one where package ir derives one
// from another.
package isa
