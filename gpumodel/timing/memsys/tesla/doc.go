// Package tesla is the memory system of compute capability 1.x (G80, GT200). Times are in
// picoseconds (memory.Time).
//
// # Ports and partitions
//
// The load-store unit of an SM feeds the port of its TPC in order. The port feeds the partitions in
// order too, and a partition has a small queue for reads and one for writes. So one transaction to a
// full partition holds up all that is behind it. Partition camping comes from that, not from a rule
// about it. The SMs of a TPC take turns at a port that was full.
//
// A read takes a core clock of the port, a write its bytes over port_bytes_per_clock. The unloaded
// latency of a read (memory_latency_clocks) contains the row activation and the burst of the DRAM; the
// rest of it is added to what the partition says.
//
// # Constants and textures
//
// A load of __constant__ memory looks up the cache of its SM. A texture fetch goes to the texture unit
// of the TPC, which looks its texels up in lines of 32 bytes: in the cache of the TPC, then in the one
// at the line's partition. What misses both is a read of 32 bytes from DRAM. A load that finds its line
// on the way waits for it; in the cache at the partition such a line counts as present. Sizes
// and latencies are remembered from Wong et al. 2010.
//
// # Host memory
//
// Mapped memory of the host is traffic, not a rule: its transactions leave the ports for memory.Link, a
// link of two ways, each transaction a packet with a header. So whether many warps hide the latency of
// the bus comes out of the simulation.
//
// # Atomics
//
// There is no L2 to do them. An atomic is a read and a write of its word at the partition, which keeps the
// word for atomic_turn_ns (memory.Partition).
//
// Begin reading at [Ports.Access]; what differs from the generation after it is behind the interface
// [Behind].
package tesla
