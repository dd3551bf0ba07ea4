// Package checker looks for faults of a kernel while a [warp.Machine] executes every
// thread of a launch: accesses out of bounds or misaligned, races on shared and on global
// memory, values that were never set, barriers that some threads don't reach, fences that
// are missing, and divisions by zero.
//
// A race is found by what CUDA promises about the order of two accesses (order.go), not by
// what happened to come out: the blocks run one after the other here, and still an access of
// the first and one of the last are unordered unless the kernel orders them.
package checker
