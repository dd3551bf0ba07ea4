// Package observe shows what happens within a launch, for pictures and for the checker: the
// accesses of warps to global memory (Accesses) and to shared memory (SharedAccesses), the
// requests that memory makes of them, one load on its way through the memory system
// (FollowRequest), the warps of an SM over time (Observe), who wrote an element of an array
// (Past), and the faults of a kernel (Check).
//
// All of them run a launch, or some of its blocks, once more, watched, and leave its arrays as
// they are. Times are seconds. Begin with accesses.go, whose way of watching the others share.
//
// # Who touches what
//
// Accesses executes blocks with a watcher on the accesses of global memory (warp.Launch.Watch), so
// pictures of layouts and tiles hold for any kernel and know no formula of an index. A step is how
// often a warp has come to a line for an array. An access is split into the requests of the device's
// rule by the same function that the counters come from; a test adds all requests of a launch up to its
// counters.
//
// # Observing
//
// Timelines, bytes in flight and queues simulate the first waves of a launch again with an observer in the
// engine. States have Nsight Compute's names where it has one; the latency of shared memory is in
// wait, as steps have one latency for all. Throughput and mean latency come from the same count as
// the bytes in flight. A launch that also stores needs only the loads' share of latency × bandwidth
// from its loads: stores keep no warp waiting. For queues each request adds its stay to the spans of
// time of its partition when it is served; the spans double in length when there are too many. A
// contiguous layout is simulated, not drawn: partition_stride_bytes and partition_hash are fields of
// the device. A traced request is found by its address; a load that finds its line on the way waits
// for another one's request, and says so.
package observe
