// Package warp executes a lowered kernel warp by warp under an active mask. It
// computes the results and the counters, and leaves for each block a trace of
// what takes time.
package warp
