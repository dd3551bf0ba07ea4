// Package ir is the compiler's middle. It turns a checked CUDA C kernel into three-address
// code in static single assignment form and optimises it as nvcc would, before package isa
// lowers it for one compute capability.
//
// # The idea
//
// What a kernel costs follows from the instructions that the real compiler makes of it, so the
// passes are those whose traces can be seen in nvcc's output, in its order, with its limits.
// Nothing here knows a chip. Target says what the front half of nvcc knows of the device: the
// width of a pointer, whether 32-bit products are one instruction, how long a loop may be for
// unrolling. Device functions are inlined; there are no calls.
//
// # Where to begin reading
//
//	ir.go        Func, Block, Value: the form. Blocks are in reverse postorder.
//	ops.go       the operations, a row each
//	build.go     from the syntax tree to values: ssa.go, stmt.go, expr.go, lvalue.go, call.go
//	pass.go      the passes in their order, one file each
//	check.go     the invariants that hold between passes
//	text.go      the text form, in the style of PTX: k.lowered() and the tests show it
//	eval.go      what an operation computes: the constant folder's rules, which are the hardware's
//	export.go    the same for other packages: warps and the checker evaluate through it
//
// Sizes and offsets are bytes; the Imm of a constant holds its bits, zero-extended.
//
// # Adding an operation
//
// An operation touches six places, and one that computes a value from its arguments no others
// (__dp4a was added so):
//
//  1. cuda/builtin.cuh: the prototypes of the functions of CUDA C
//  2. cuda/builtin.csv: what ?name and completion say of them, and since which capability
//  3. ir/ops.go: the operation and its row in the table
//  4. ir/eval.go: what it computes
//  5. isa/data/cc<n>.csv: what it costs, a row for each instruction set, type and form
//  6. isa/data/features.csv: since which compute capability, and what to write without it
//
// The row tells all passes, the lowering, the warps and the checker what they have to know:
// whether it has an effect, reads or writes memory, orders accesses, is a collective, may stand
// under a guard, how its operands are read, how many floating-point operations it is, how its
// text looks. A function that is more than its operation has a builder in builtin.go, and
// an operation that is faster than lane by lane a row in warp/vector.go. An operation on memory
// or a collective also needs its meaning there, in warp/access.go or warp/collective.go, since
// its result does not follow from one lane's arguments.
//
// # Loops
//
// A loop is what the control-flow graph says, not the statement it was written with. rotate.go gives loops their one
// form, with the test at the end; counted.go finds how often one runs, as a constant or as a value that is computed on the
// way in; copy.go writes copies of its iterations and reaching.go joins what they leave behind; unroll.go says in which shape.
//
// unrollrules.go has the compilers' limits. From compute capability 7.0 on they are those of NVRTC and ptxas 12.9: NVVM writes out
// short loops of known trips and takes four iterations at a time of others, or two; ptxas takes four times as many again where
// the body is cheap and the loop tests a counter of its own. Before 7.0 a for loop whose trip count is known is unrolled
// whole while it is built, and other loops behind construction, as long as trips times values stay below UnrollLimit. The limits were
// found by compiling loops of growing bodies.
//
// Local arrays become values once all their indices are constants (promote.go), wherever they stand and whoever was given
// their address. Loops over them are written out whole for their sake, as NVVM does.
//
// Addresses in loops are induction variables: they are stepped, not computed anew (induction.go).
// The compilers of the first CUDA GPUs did so in loops alone, not in the straight line that an
// unrolled loop leaves; that came with gpucc (2016). So on 1.x each access of an unrolled loop
// outside other loops computes its address anew, in three instructions: a quarter of what the
// matrix product "tiled" issues. Target.StraightLineReduction says which compiler it is.
//
// # Branches
//
// An if with two short sides without effects is computed on both sides and selected (ifconvert.go).
// Longer sides stay branches; package isa may still guard their instructions.
//
// # Loads
//
// Loads move up within their block, so that those of an unrolled loop are under way together
// (schedule.go). Up to 3.5 they do so in groups. From 7.0 on they go one by one as registers become
// free (pressure.go): until the registers that let an SM hold all its warps are taken (32 per
// thread; 40 on 8.6, 64 on 7.5), then each use of a load lets the next one go. Twelve registers of
// loads are under way even where that costs warps. Loads of neighbouring words of shared memory become
// one where the address is aligned for it (vectors.go).
//
// # Exactness
//
// --ftz, --prec-div, --prec-sqrt and --fmad act where they act in nvcc: on what / and sqrtf become
// (div.full, sqrt.approx), on whether a product and a sum are fused, and on what every operation
// does to subnormal numbers. __fdiv_rn and its like stay what they say. The constant folder leaves
// subnormal numbers to the hardware where it flushes them, and so it does with all that is not
// exact: division by zero, special functions, the library.
package ir
