// Package fermi is the memory of compute capability 2.x and 3.x: an L1 in each SM, and a slice of
// the L2 at each partition of the DRAM.
package fermi
