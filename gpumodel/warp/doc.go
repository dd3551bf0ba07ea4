// Package warp executes a lowered kernel warp by warp under an active mask. It computes the results and the
// counters ([Stats]), and for each block a [Trace]: what package timing needs to compute the time.
//
// # The idea
//
// Execution and timing are apart. This package knows what each instruction does and which resources it asks for.
// It does not know when: package timing replays the traces of all resident blocks against each other.
//
//	isa.Program -> Machine          registers, shared memory, counters             machine.go
//	block -> runWarp                one instruction for all active lanes           exec.go, stack.go
//	loads and stores -> access      transactions, bank passes                      access.go, shared.go
//	instructions -> schedule        steps, with clocks                             schedule.go
//	steps -> Trace                  to package timing                              trace.go
//
// There are two paths with the same results and counts. The plain path (runWarp) is the reference: it executes
// instruction by instruction and can be watched. The fast path (fast.go) executes basic blocks at once; launches
// take it unless something watches them.
//
// # Where to begin
//
// Read machine.go, exec.go and stack.go. [Machine.Start] and [Machine.Continue] execute a block piece by piece;
// runWarp (exec.go) is the loop over instructions; access.go and shared.go are loads and stores; schedule.go turns
// instructions into steps.
//
// The hardest parts are the fast path (fast.go, basicblock.go, counters.go), its traces (automaton.go), and the loops
// whose iterations are skipped (flow/induction.go, loopstate.go) or replayed (flow/even.go, replay.go).
//
// # Traces
//
// A [Step] is a run of instructions with its clocks of the issue port and of each pipe (isa.Busy units), or
// a load or store with its transactions, a wait, or a barrier. The schedule issues the instructions of one
// warp in order, each as soon as its operands are there, as if the warp were alone; the engine of package
// timing adds what other warps take away. A run is cut after 32 clocks of a pipe, so that warps take turns.
//
// A block is executed piece by piece, as its steps are replayed. Short blocks are one piece, executed when
// they are dispatched. The pieces of long ones that run side by side take turns, which no correct CUDA
// program notices.
//
// # Divergence
//
// Among the lanes of a warp, the path with the lowest program counter runs first (stack.go). The layout
// of the code makes that the right order (isa/layout.go): loops are in one piece, and a branch that leaves
// the loop or the kernel comes right after its condition. So all lanes reconverge at the end of an if, a switch or a
// loop, even if some have left from the inside. ptxas 11.8 does the same for the hardware's stack
// (code for sm_52, disassembled): SSY at the end of the if; EXIT and BRK remove the lanes that leave.
// There is one difference: in a switch that falls through several labels, ptxas lets some cases run twice.
// Here they run once.
//
// # Collectives
//
// Votes, shuffles, matches, reductions and barriers of a warp have their mask as the last operand. With
// independent threads (7.0 on) lanes that arrive wait until all lanes of their mask that have not ended are
// at a collective of the same kind and mask, here or elsewhere in the program (PTX: shfl.sync, vote.sync,
// bar.warp.sync). Lanes that wait for ever are an error. Before 7.0 a warp executes a collective with
// the lanes that are there. A lane that is not in its own mask is an error everywhere; a lane that reads
// from a lane that does not take part keeps its own value.
//
// # Locks and atomics
//
// Lanes that poll a lock with atomicCAS or atomicExch and have the lowest program counter would block the
// lane that owns it. So from 7.0 on they rest after 64 rounds, until the other lanes cannot continue. An atomic on
// shared memory is a sequence that repeats while several lanes access the same word; on global memory each different
// address is a transaction of its own.
//
// # Generic addresses
//
// From 2.0 on a pointer may lead to any space. The windows of shared and local memory lie where no array does
// (ir/generic.go), so the address says which space it is in; generic.go makes one access for each space that a
// warp's lanes have.
//
// # The clock
//
// A program that asks for the time has that of the engine: a piece of its trace ends before each read of the clock (timed.go). Where the
// engine does not replay a block, its warps have a clock of their own (waited.go). The first read of a
// parameter takes time (parameters.go). A loop that only waits for the clock is not executed round by round (clockwait.go).
//
// # Launches in kernels
//
// What a kernel launches waits (nested.go) until all blocks have ended or a thread asks for it; Launch.Nest runs it.
//
// # Samples move no data
//
// A launch that is timed but not executed in full needs no results. Package flow finds the backward slice of
// branches and addresses: only these instructions are computed. The others count, take time and are
// checked for bounds. It finds the loops whose carried registers are induction variables; iterations
// of such a loop can be skipped ([Block.Skip]), forward or back, by a multiplication. memo.go keeps the
// transactions or bank passes of an access and uses them again when its lanes lie in the same pattern.
// flow/even.go proves that the iterations of a loop differ in addresses alone, which grow evenly; replay.go makes
// the traces of such iterations from that of one, without executing them.
//
// # The fast path
//
// [Machine.Results] executes a block for its results and counters alone, when nothing watches it, on a path of its own
// (fast.go): the program is translated into operations of package vector, and a basic block is
// executed and counted as a whole. It shares the stack, the barriers and the collectives with the plain path. Whatever
// has no operation or ends in a fault is executed by the plain path, instruction by instruction. The counts are in
// Stats after [Machine.FlushCounts].
//
// [Machine.ResultsOf] executes many blocks in this way, on all free processors (parallel.go). Each machine records which words
// of memory it touches (footprint.go). If blocks turn out to depend on each other, memory is restored and they are
// executed in order.
//
// Blocks whose steps are wanted are on the fast path too (traced.go). It then computes the slice alone, and an automaton
// (automaton.go) turns basic blocks into steps: the steps that a block of code leaves depend on the state of the warp's schedule
// and on what its accesses ask for, and a kernel has few of both.
//
// A [FaultFilter] watches a launch on the fast path (filter.go): it reports whether the launch may have a fault, from records
// of rows of memory (filterrow.go).
//
// # Observers
//
// Launch.Watch and WatchShared receive accesses, Launch.Check receives everything that a checker needs, and
// Launch.Touches notes the arrays, and Launch.Lift removes one limit to see what it costs. A launch without them pays for one comparison
// at each place that would call them.
//
// # Words used here
//
//	lanes       a mask of 32 bits, bit i for lane i; also type Lanes, one register of all lanes
//	active      the lanes of the running path that have not ended
//	guarded     those of them for which the instruction's guard holds
//	path        lanes of one warp at the same program counter (stack.go)
//	piece       the part of a trace that is executed before the engine replays it
//	slot        a number for a register of any kind, or for the word that one is spilled to
//	slice       the instructions whose values decide on branches and addresses (flow/slice.go)
//	loop state  what is known of a warp's stay in a loop that can be skipped (loopstate.go)
//	progress    the loop in whose iterations the progress of a warp is counted
//
// Clocks are shader clocks, addresses and sizes are bytes. A pc is an index of Program.Code.
//
// # What a caller may rely on
//
// Execution is deterministic: the warps of a block run one after the other, from barrier to
// barrier, in the order of their numbers. A Machine is for one goroutine; [Machine.Reads] and
// [Machine.Writes] tell whether machines may share arrays.
package warp
