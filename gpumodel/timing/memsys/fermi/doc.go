// Package fermi is the memory system of compute capability 2.x and 3.x: the ports of package tesla, an
// L1 in each SM before them (tesla/cached.go) and a slice of the L2 at each partition behind them (l2.go).
//
// # The L1
//
// Loads look up lines of 128 bytes. Stores to global memory drop the lines that they write and go on to
// the L2. Local memory stays in the L1 until its line has to make room, so a store to it sends nothing.
// On 3.5 the L1 is for local memory alone; what a kernel declares read-only (__ldg, or const with
// __restrict__) goes through the 48 KB of the texture units, in sectors of 32 bytes.
//
// # The L2
//
// A slice takes a sector of 32 bytes in each core clock. It answers what it has, fetches missing sectors
// from its partition, and keeps what is written until the line has to make room. Loads that find their
// line on the way wait for it. Atomics are done here, one after the other on a slice, each for
// atomic_turn_ns. Partitions begin each round of addresses at a hashed one.
//
// A cold L2 would swallow the writes of the simulated part of a launch. So it begins full, with as
// many written lines of earlier launches as this launch writes (memory.SectorCache).
//
// The bits of the ECC are traffic: a burst of the DRAM takes that much longer.
//
// Begin reading at [System.Take]: a transaction arrives at a slice.
package fermi
