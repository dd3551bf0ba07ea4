// Package timing turns the traces of blocks into time. It is the face of the rooms below;
// the model and its counters import this package alone.
//
// # Rooms
//
//   - engine replays the traces of all resident blocks against each other as events. It knows
//     warps, schedulers, pipes, barriers and stalls.
//   - memsys holds the memory system of each generation, behind one interface:
//     tesla (compute capability 1.x), fermi (2.x and 3.x, the first L1 and L2),
//     volta (from 7.0 on). memsys.New chooses one when an engine is made.
//   - sample decides which blocks and which iterations of their loops are simulated, and
//     estimates the rest.
//
// # Why an event engine
//
// Partition camping, half-hidden bank conflicts and barrier bubbles come from warps that wait
// for one another. No closed formula has them. Events are per run of instructions and per
// transaction, never per clock, so a launch costs as many events as it has work.
//
// Lower bounds stand beside the simulation (gpumodel/bounds.go): clocks of the pipes, bank
// passes, bytes over bandwidth, row activations, and window by window the busiest partition
// (Outcome.Hottest). A test checks that no run is faster than any of them.
//
// # Execution apart from timing
//
// Package warp executes blocks and leaves a trace of each warp; the engine asks a [Source] for
// more when a piece of a trace has been replayed. So a loop of 100,000 loads is never in memory
// as a whole, and either side can be tested alone.
//
// # Units
//
// Times inside are memory.Time, whole picoseconds; clocks are shader clocks of the device unless
// a name says core clock (the clock of the crossbar and the L2). What [Simulate] returns is in
// seconds and bytes. A run is deterministic: events of one time happen in the order in which they
// were scheduled.
//
// # Where to begin
//
// Simulate, then engine.Engine.Run: one loop over events. The four methods of engine.Memory are
// all that a memory system has to do.
package timing
