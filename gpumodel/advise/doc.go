// Package advise says why a launch takes its time and what to change first.
//
// Advise looks for problems, the rows of problem.go: for each that the counters show it runs
// the launch again without it, and what that gains is the order of the advice. Limit runs the
// memory accesses and the arithmetic of a kernel alone. Analyze relates its arithmetic to the
// words that it moves, and Bottlenecks gives KTT's vector. Times are seconds, rates 1e9 per
// second. The arrays of a launch are not changed. A problem is slow code; faults, which make
// code wrong, are package checker's. Begin with advice.go.
package advise
