// Package engine replays the traces of blocks as events. The warps of all SMs compete for
// issue ports and pipes; what they send to memory goes to a [Memory], which the generation of
// the GPU decides.
//
// # Where to begin
//
// [Engine.Run] is the loop over events, step (issue.go) lets a warp go on as far as it can
// without waiting, and issue takes the port of a scheduler and the pipes. memory.go is what a
// memory system may call, counts.go, tally.go and progress.go what a sampler may ask.
//
// # Events
//
// A warp has an event when it can go on, a port of a TPC when it can send, a partition of the DRAM
// when it can serve, a block slot when its block has ended. Events of equal time happen in the
// order in which they were scheduled, so a launch gives the same bytes on every machine.
//
// # Units of an SM
//
// Each step of a trace says for how many clocks it keeps the issue port and each pipe busy.
// Cores, special function units, load-store units and the rest work side by side: a global load or
// a branch takes no time of the cores, a repeated bank pass takes slots of the port.
//
//   - 1.x: one scheduler, which issues every two clocks (Lindholm et al. 2008, Kanter 2008).
//   - 2.x: two schedulers, each with its port and its share of the cores. What runs at half rate
//     takes a share for twice as long. Special function and load-store units belong to the SM.
//   - 3.5: four schedulers share 192 cores, so an instruction takes 2/3 of a clock of its
//     scheduler's cores, or 4/5 where only 160 can execute it. Time of the cores is therefore counted
//     in fifteenths of a clock (core_clock_parts). Double precision has units and a queue of its own.
//   - from 7.0 on: a scheduler issues one instruction per clock to one of its pipes. It has its own
//     special function units; load-store units still belong to the SM.
//
// Warps take turns every 32 clocks of a pipe, not with each instruction (warp.Step is a run of
// instructions): that keeps events few. In which order a GT200 prefers warps is not known.
//
// # Stalls
//
// A warp is in one [State] at each moment. stalls.go adds up the time in each state by the
// instruction at which the warp is; the names are Nsight Compute's. A warp behind one that waits for
// a pipe waits for this pipe too, not for the scheduler.
//
// # Blocks
//
// Blocks are dispatched in order, across the TPCs first; a free slot takes the next one. From 7.0 on the
// GPU starts one block per block_interval_ns (0.606 ns on an H200, measured with empty blocks).
//
// # Observing and tracing
//
// An [Observer] is told when a warp changes its state, sometimes ahead: a step's issue and result have
// times as soon as it is issued. So a later word about an earlier time cuts off what was foreseen.
// Bytes in flight are the times of all loads' transactions over the observed time, which is
// Little's law itself. A [Tracer] follows one load; moments that it does not reach take no time, so
// its steps add up to the latency. Both cost other runs a nil check.
package engine
