// Package counter names what a launch has done: the metrics of Nsight Compute, in all
// forms of its grammar, and the names by which nvprof and the profilers before it knew
// the same events.
//
//	unit__quantity.rollup.submetric     smsp__inst_executed.avg.per_cycle_active
//
// # Where to begin
//
// What is counted is a row of a table (instructions.go, memory.go, machine.go): a name, what it
// counts, and, by the prefix of the name, which unit counts it. What can be asked of a row follows
// from the row (form.go): rollups, rates and percentages of a peak, so every metric has them, and an
// ending that a metric lacks is refused with those that it has. Other names are rows of alias.go.
// [Run] is what a launch has done, and [Set] its counters.
//
// # Names of older profilers
//
// What nvprof and the profilers before it call the same thing is an event, which takes endings too
// and is counted by the SMs, or an alias of one form in another scale. nvprof adds the SMs up; the
// profiler of CUDA 3 and 4, which the lecture of 2010 used, read one SM. Names that both have
// count the chip here, with .avg for one SM. instructions_issued and instructions_executed, which only
// the older one has, count one SM. Names that the profilers have and the model cannot know are
// rows too, with the reason and the nearest name.
//
// # What counts as what
//
// Replays are issues of an instruction beyond the first: for banks of shared memory and for different
// constants, not for transactions of global memory. That agrees with the lecture's figures (349,714
// replays beside 337,428 conflicts and 170,263 transactions).
//
// Where a card has an L2, the bytes of the DRAM are what the simulation moved. Elsewhere they follow from
// the transactions.
//
// A warp is in one of ten states, under Nsight Compute's names (stall.go; package timing decides
// which). States that no warp of the model is in (no instruction, drain, branch resolving …) are
// refused. A sample may be put together from a percent more warps than the SMs have room for; then
// all states are reduced a little.
//
// Nsight Compute begins with an empty L2 and does not count what stays in it, so dram__bytes_write
// is less by that. What stays is the share of written lines in all that passes through the L2 (data
// that is read has one copy and a half, or two if many SMs read it), in the room (l2_room_kb) that
// is left beside what every wave reads again. One constant explains copies, strided reads, stencils
// and products of an H200.
//
// # Units
//
// Times are in seconds, memory in bytes, unless a metric's unit says otherwise; percentages are 0 to 100.
package counter
