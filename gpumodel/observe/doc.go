// Package observe shows what happens within a launch, for pictures and for the checker: the
// accesses of warps to global memory (Accesses) and to shared memory (SharedAccesses), the
// requests that memory makes of them, one load on its way through the memory system
// (FollowRequest), the warps of an SM over time (Observe), who wrote an element of an array
// (Past), and the faults of a kernel (Check).
//
// All of them run a launch, or some of its blocks, once more, watched, and leave its arrays as
// they are. Times are seconds. Begin with accesses.go, whose way of watching the others share.
package observe
