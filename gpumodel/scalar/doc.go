// Package scalar executes a function of package ir as one thread of the host: main of a whole program, with all that it calls.
//
// A [Program] has functions, each an array of instructions that name registers of 64 bits (translate.go); a call has registers of its
// own, in which parameters, constants and addresses of variables lie from the start. A phi is a move on the edges to its block, or none where its argument can
// be computed in its register (moves.go). A comparison that decides a branch is one instruction with it. What has no instruction of
// its own is computed by ir.Evaluate.
//
// Memory is a set of segments ([Memory]): an access outside of all is a [Fault], and so is one that begins in a segment and ends
// behind it. Each access remembers the segment that it hit last.
//
// On Linux for x86-64 a function with a hot loop becomes machine code (native.go), which works on the same registers: a product of
// matrices takes a quarter of the time. Elsewhere the interpreter executes all, with the same results.
package scalar
