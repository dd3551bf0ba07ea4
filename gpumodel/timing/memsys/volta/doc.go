// Package volta is the memory from compute capability 7.0 on: an L1 of sectors, an L2 on two sides
// of the chip, and channels of high-bandwidth memory.
package volta
