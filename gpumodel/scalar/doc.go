// Package scalar executes a function of package ir as one thread of the host: main of a whole program, with all that it calls.
//
// A [Program] is an array of instructions that name registers of 64 bits (translate.go); values that are constants, parameters or
// addresses of variables lie in registers from the start. A phi is a move on the edges to its block, or none where its argument can
// be computed in its register (moves.go). A comparison that decides a branch is one instruction with it. What has no instruction of
// its own is computed by ir.Evaluate.
//
// Memory is a set of segments ([Memory]): an access outside of all is a [Fault], and so is one that begins in a segment and ends
// behind it. Each access remembers the segment that it hit last.
package scalar
