// Package advise says why a launch takes its time and what to change first.
//
// Advise looks for problems, the rows of problem.go: for each that the counters show it runs
// the launch again without it, and what that gains is the order of the advice. Limit runs the
// memory accesses and the arithmetic of a kernel alone. Analyze relates its arithmetic to the
// words that it moves, and Bottlenecks gives KTT's vector. Times are seconds, rates 1e9 per
// second. The arrays of a launch are not changed. A problem is slow code; faults, which make
// code wrong, are package checker's. Begin with advice.go.
//
// # Limiter
//
// The limiter does to the IR what the lecture on analysis-driven optimization does to the source
// (ir/part.go). Memory only keeps the accesses of device memory, their addresses and the flow of
// control with its barriers, and awaits each load where it was first used. Math only replaces the
// value of each load by threadIdx, and each store by an instruction that reads its value. Shared
// memory keeps as many blocks on an SM as the whole has. Both are compiled and simulated like any
// kernel. A picture lays the two over the whole, memory from the beginning and
// math up to the end: where they overlap, one hides the other; a gap is time that waits.
//
// # Advice
//
// Advice runs the launch again without each problem that its counters show, and lists what gains
// 5 % or more. The table of problems says how each is found, by which counter, and how the launch is
// run without it. Without a limit of a line (warp.Lift) the results and the flow of control stay:
// words lie side by side in the order in which they are first asked for, banks serve every access
// at once, a branch's sides take the share of their threads, a barrier holds nobody up, spills are
// registers. What belongs to the launch is changed there: more blocks on an SM, copies of the grid,
// other code for literals and functions. A line's gain is that of lifting it alone; barriers and
// spills are lifted together, since one of a pair hides the other.
//
// # Ceilings
//
// Analyze and the roofline speak of algorithms, the bounds of one run. A flop-to-word ratio counts
// the different words of each request, as the lecture does (a word that a half-warp shares counts
// once). The ceiling of the instructions is that of the inner loop: the basic block of machine code,
// between branches and barriers, that most flops came from, at the clocks of its busiest unit. So
// 311 GFLOP/s for two outputs with a transposed tile is a sum over the lowered code, not a figure
// that was put in.
//
// # Bottlenecks
//
// Bottlenecks are the formulas of KTT's profile-based searcher for compute capability 3 to 6 on our
// counters; three are corrected, as the comment there says.
package advise
