// Package gpumodel runs CUDA C on a modelled GPU. Compile turns source text into
// a Module of Kernels; Run lowers a kernel for a device, executes its blocks warp
// by warp, and returns the counters, the time and what the time is made of.
//
// # Where to begin
//
// run.go is the pipeline, in the order in which a launch goes through it. launch.go has
// what is asked, result.go what is answered. Times are in seconds, memory in bytes.
//
// Rooms above this one answer more about a launch: programs, measured, advise, report, observe and host.
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
// # Tests that hold for every launch
//
// random_test.go makes up valid kernels, each at once as CUDA C and as Go functions that compute the
// same. property_test.go compares their launches, on cards of many capabilities, with what is true of every
// launch: results, bounds, the same bytes on any number of processors, the counters of a plain
// execution. A sample has those counters exactly where all blocks do the same at different places; then
// only what caches and DRAM did is an estimate. FuzzLaunch takes any seed. The engine reports a fault of its
// own when an event comes before an earlier one, or when a warp is never woken.
package gpumodel
