// Package gpumodel runs CUDA C on a modelled GPU. Compile turns source text into
// a Module of Kernels; Run lowers a kernel for a device, executes its blocks warp
// by warp, and returns the counters, the time and what the time is made of.
//
// # Where to begin
//
// run.go is the pipeline, in the order in which a launch goes through it. launch.go has
// what is asked, result.go what is answered. Times are in seconds, memory in bytes.
//
// # Execution and time
//
// A launch either executes every thread, and its arrays hold the result, or is a sample, which
// moves only the values that decide addresses and branches; its arrays can't be read, and say so.
// A launch of long blocks that executes every thread does both at once: one machine executes for
// the results, while another one, which moves no data, gives the time.
//
// Where threads look at what an atomic on global memory has found, blocks are not alike: the last
// block of reduce/last_block sums what the others left. Then a launch that executes every thread
// simulates every block; a sampled one leaves the last block's work out of the time.
//
// The result of a program of several launches (column launches of kernels/programs.csv) is a sum:
// time, counts and bounds. Launches do not overlap, so lower limits add up.
//
// # Bounds
//
// Every result lists lower limits of its time: clocks of the cores and of the special function
// units, bank passes, bytes over the bandwidth, row activations, the longest turn of atomics at one
// word, and, moment by moment, the busiest partition. A test checks that no run is faster than any
// of them. The largest one names what the time is made of; where none reaches 60 % of the time,
// the answer is latency.
//
// # Limiter
//
// The limiter does to the IR what the lecture on analysis-driven optimization does to the source
// (ir/part.go). Memory only keeps the accesses of device memory, their addresses and the flow of
// control with its barriers, and awaits each load where it was first used. Math only replaces the
// value of each load by threadIdx, and each store by an instruction that reads its value. Shared memory keeps as many blocks on an SM as the whole has. Both are compiled and
// simulated like any kernel. A picture lays the two over the whole, memory from the beginning and
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
// once). The ceiling of the instructions is that of the inner loop: the stretch of machine code,
// between branches and barriers, that most flops came from, at the clocks of its busiest unit. So
// 311 GFLOP/s for two outputs with a transposed tile is a sum over the lowered code, not a figure
// that was put in.
//
// # Reports
//
// A report is a table of sections under Nsight Compute's ids and titles and in its order. A figure is a label
// and the name of a counter, so whatever a report shows can be asked for. Sentences under a section
// follow from its counters; advice, which runs the launch again, stays apart. The section of
// instructions and bytes is the lecture's first way of finding the limiter: the balanced ratio comes
// out of the device's constants, 515.2 Ginst/s over 144 GB/s or, with ECC, 115.2. Bytes are
// counted behind the SMs, where the lecture wants them: at the L2, or at the bus where there is no L2.
// Bottlenecks are the formulas of KTT's profile-based searcher for compute capability 3 to 6 on our
// counters; three are corrected, as the comment there says.
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
//
// # The host
//
// A transfer is what every copy costs plus its bytes at the rate of its kind of memory. Streams are
// scheduled by the rules of the Programming Guide: an op starts when the one before it in its stream is
// done and its engine is free, and engines serve in the order of issue. That order decides on cards
// with one copy engine, so a cell can choose it.
//
// # Tests that hold for every launch
//
// random_test.go makes up valid kernels, each at once as CUDA C and as Go functions that compute the
// same. property_test.go compares their launches, on cards of many capabilities, with what is true of every
// launch: results, bounds, the same bytes on any number of processors, the counters of a plain
// execution. A sample has those counters exactly where all blocks do the same at different places; then
// only what caches and DRAM did is an estimate. FuzzLaunch takes any seed. The engine reports a fault of its
// own when an event comes before an earlier one, or when a warp is never woken.
package gpumodel
