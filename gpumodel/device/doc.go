// Package device holds the GPUs: one CSV file per card and one per compute
// capability, each constant with its unit, its kind and its source. There is no
// hardware number in Go code.
//
// # Where to begin
//
// [Device] names the fields; its tags are the names in the CSV files and in a cell
// (g.sms). data/gtx280.csv is a whole card. load.go reads the files and follows their
// rows `include`.
//
// # Kinds of constants
//
//   - published: a paper, a guide or a data sheet says so; the source names it.
//   - measured: a microbenchmark on a real card, which the source names.
//   - derived: computed from other constants; the source has the formula.
//   - fitted: chosen so that the model reproduces certain figures; the source names them.
//   - unverified: remembered, or assumed, or carried over from another card.
//
// # Files that include files
//
// A card's CSV holds what belongs to the card. Its compute capability names a file of
// limits and rules (cc1.1.csv, on top of cc1x.csv), and a row `include` brings what cards
// share (gddr3.csv, the memory controller; tesla.csv, the paths to it). The row says how far
// the shared file holds for this card: a constant carried over from another card is not
// more certain than its `include` row, and its source says so.
//
// Another compute capability is a what-if like any other,
//
//	gpu("GTX 280", compute_capability="1.1")
//
// brings that capability's file and keeps the card's constants. Instructions that a
// capability lacks are rows of isa/data/features.csv; capabilities 1.x share one table of costs.
//
// # Generations without a model
//
// The file of a compute capability may hold rates and limits alone (2.1, 3.0, 5.x and 6.x
// today). gpus() lists it as "rates only", its figures and their sources can be read, and
// occupancy("8.6", 256, registers=40) can be asked. A launch, a lowering or the occupancy of
// a kernel is refused with the names of the cards that kernels run on; nothing is guessed
// from a neighbour. A card becomes runnable when its files name an instruction set
// (instruction_set).
//
// A lecture prints 1/32 as the fp64 rate of 8.6. The Programming Guide's 2 of 128 operations
// are 1/64, and the table has that.
//
// # Rules of the occupancy
//
// NVIDIA's spreadsheet and cuda_occupancy.h have exceptions that a division does not show, and all
// are fields of the data: 2.x gives certain counts of registers in units of 128
// (registers_of_double_unit), 5.3 and 6.2 refuse blocks with more than half of the registers, 6.0
// refuses the blocks that 6.1 would refuse, and from 8.0 on 1 KB of every block is the system's. On 1.x the
// two sources differ: the header counts a block of five warps as six of the SM's warps, while the
// spreadsheet and the Programming Guide do so for registers alone. We follow these two.
//
// # What was fitted, and on what
//
// Four constants of the GTX 280 have no published value: dram_tfaw_ns, the depths of the two
// queues and the write batch. They were fitted on two figures alone, copy (112.4 GB/s) and
// both_strided (2.7 GB/s), by a rule fixed beforehand: tFAW 40 to 50 ns in steps of 2; write queue
// and batch 8, 12, 16, 20 or 24; read queue twice that; the setting whose larger error on the
// two is least.
//
//	go test ./gpumodel/programs -run Fit -fit -v
//
// repeats the search and says whether the file holds what it finds: 48 ns, 20 and 40. The other
// eight figures of the lecture are predictions of these constants (-run Published -v prints
// them). No constant belongs to one kernel.
//
// The mechanisms of that memory controller were chosen with all ten figures in view. An earlier
// model, with rows of 4 KB kept open and the halves of a warp's request separated on their
// way, put tiled above padded under the same rule. Seven variants were then tried: rows of 2 or
// 4 KB; closed always, when idle, or never; bank numbers folded or not; reads in order or by
// row; address reduction or not. All variants that keep a request together and reduce addresses
// in loops only have the lecture's order and a mean error of 4 to 6 %.
//
// One constant of the C2050 was fitted, memory_latency_clocks. The Programming Guide gives 400 to
// 800 clocks for Fermi. The lecture says that a plain copy with 1024 threads on an SM reaches
// 80 % of the memory's bandwidth; of 400 to 800 in steps of 100, 800 comes closest (82 %; 600 has
// 97 %). -run FitLatency -fit -v repeats it. The case studies of that lecture are predictions.
//
// # What was measured
//
// Latencies from 7.0 on, the stores' ports (a header, the data, a bit for each byte of a partial
// store), the L1's largest size, the rate at which blocks start and the time between two
// blocks in one place come from microbenchmarks of an H200, each named in its row. Nothing was
// fitted on a kernel: plain copies come out within 6 % of the card. How the channel follows
// from the address is not published. The hash is ours, so strides at which the card's own hash
// is uneven (4 KB) are too even here.
package device
