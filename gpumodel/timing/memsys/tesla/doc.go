// Package tesla is the memory of compute capability 1.x: a port of each TPC, and partitions of the
// DRAM behind a crossbar.
package tesla
