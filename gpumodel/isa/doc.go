// Package isa lowers a kernel from three-address code to the instructions of one
// compute capability, assigns registers, gives every instruction its cost, and
// computes the occupancy that follows.
package isa
