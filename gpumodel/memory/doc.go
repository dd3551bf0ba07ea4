// Package memory is the memory system of the modelled GPU: the storage that
// threads read and write, the rules that turn the addresses of a warp into
// transactions and bank passes, caches, and the partitions with their DRAM.
//
// # Where to begin
//
// Each file holds one part. buffer.go is storage; coalesce.go and banks.go turn the addresses
// of a warp into transactions and passes, by the rules of the device's compute capability;
// cache.go, linecache.go and sectors.go are caches without a clock; place.go says where an
// address lies; partition.go is DRAM with a clock. Package timing decides when each is asked.
//
// # Units
//
// Addresses and sizes are in bytes. [Time] is in picoseconds, in whole numbers, so that a run is
// the same on every machine. A mask of lanes has bit i for lane i, a mask of sectors bit i for
// sector i.
//
// # Storage
//
// A [Buffer] has pages, which come into being when they are touched. A sweep over matrices of
// 4096 × 4096 touches a hundredth of them.
//
// # Banks of shared memory
//
// Up to 1.x there are 16 banks for half a warp, from 2.0 on 32 for a warp; words in one bank take one
// pass each. On 3.5 a bank gives 8 bytes in a pass, for either size of words
// (shared_bank_bytes, 4 or 8).
//
// # DRAM
//
// A [Partition] has banks, a limit on row activation (tRRD between two, tFAW for four), and a
// bus that loses time when it changes its direction. Reads that wait for one row are served
// together (FR-FCFS). Writes keep their order, but what one warp sends to a row stays together.
// A row stays open only while the next request of its bank is for it. If writes were searched
// for row hits too, the column accesses of a transpose would be merged, which a lecture's figures
// exclude: 19 GB/s at multiples of 512 would become 28. Higher bits of the row are folded into the
// bank number; envytools says that the controller transforms rows and banks, and not how. Where a
// card has high-bandwidth memory, a partition is a pseudo-channel. Package device says which of
// these constants were fitted.
//
// # Atomics
//
// Each thread's atomic on global memory is a transaction that goes to the partition and back.
// There, atomics on one word take turns ([MostAtOneWord] gives a bound); those on other words
// pass. So one counter for all threads is a queue.
//
// # Textures
//
// Texels of two dimensions lie in tiles of 64 bytes by 4 rows (envytools: G80 surface formats).
// That the driver chooses the smallest tile is an assumption; sizes and latencies of the caches are
// remembered from Wong et al. A texture of two dimensions is a CUDA array: memory of its own that
// no pointer reaches. A launch that may write an array from which it fetches is refused: kernels
// cannot write CUDA arrays, and the caches of linear memory don't see a launch's own writes. The
// instruction names its texture by a number, so on compute capability 1.x a cudaTextureObject_t must
// be a parameter, which the launch binds like a reference. (CUDA offers objects from 3.0 on;
// OpenCL passes images to the same chips in this way.) One chosen at run time is refused.
//
// # Host memory
//
// Mapped memory of the host is traffic, not a rule: its transactions take a [Link] of two ways
// instead of a partition, each as a packet with a header, and reads pay the latency of the bus.
// Whether many warps hide it comes out of the simulation.
package memory
