// Package volta is the memory system from compute capability 7.0 on. Times are in picoseconds
// (memory.Time), masks have a bit for each of the four sectors of a line.
//
// # Booking ahead
//
// On the way to the L2 all happens in order and takes known times. So a request books all of it when
// it is issued: each unit has its time in short spans (server.go), and a request that books later
// may come earlier. Only the DRAM, which serves requests out of order, has events. A unit that is too
// far behind holds up the one before it.
//
// # The L1
//
// A line has 128 bytes, of which single sectors of 32 are present. The size is what the smallest carve-out
// of shared memory leaves that holds the resident blocks, as the driver chooses. A request finds four
// lines in a clock, and sends one that it misses; the banks that give the data take turns where two words lie in
// one of them, as those of shared memory do (memory.DataPasses). Stores go through. A store to sectors
// that wait in the SM for the way to the L2 goes with them if it was issued in the same round of the
// schedulers (l1.joins): warps whose loads missed on the same lines are in step, as in
// transpose/both_strided with blocks of 16 x 16.
//
// # The L2 on two sides
//
// What misses the L1 goes through the port of the TPC to a slice on the SM's own side (the near slice).
// If that is not the slice in front of the address's channel (the home slice), a miss crosses to the
// other side, and the near slice keeps a copy. So data that all SMs read takes twice its room. Misses
// fetch pairs of sectors. Stores and atomics go to the home slice. Atomics on different words of a sector are done at
// once there, those on one word one after the other.
//
// The L2 begins full of written lines of earlier launches, as measured launches on rotating buffers
// find it. As long as those make room, as much is written back as is written.
//
// # Stores and the DRAM
//
// A store does not wait for the DRAM until a partition has more to write back than the L2 keeps of written
// lines (behind). A sample of a launch ends before that, so the sampler looks at how far the DRAM falls
// behind meanwhile.
//
// # Sectors written in part
//
// No DRAM takes part of a sector. So the L2 keeps few lines with such sectors, an eighth of its lines
// (measured on an H200 with strided stores, published/measured/h200_counters.csv). Before there are
// more, the line that has been so for longest is filled from DRAM and written back (partial.go).
//
// # The DRAM
//
// A channel is a pseudo-channel of HBM, or a channel of GDDR6: banks in bank groups, rows of 1 KB,
// refreshed bank by bank (memory.Partition). How the channel follows from the address is not
// published; the hash is ours (memory.Locate). Strides at which a card's own hash is uneven (4 KB)
// are therefore too even here.
//
// # A part of the chip
//
// The sampler may simulate a part of a chip. [Share] then says which lines the part itself has to fetch;
// the others arrive because other parts, or earlier waves, have fetched them.
//
// # Sources
//
// Latencies, the cost of a store at the port (a header, the data, a bit for each byte where some are
// not written), the largest L1 and the rate at which blocks start come from microbenchmarks of an H200;
// each row of device/data names its own. Nothing was fitted on a kernel.
//
// Begin reading at [System.Access].
package volta
