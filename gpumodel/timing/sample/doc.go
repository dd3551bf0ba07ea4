// Package sample chooses which blocks of a launch, and which iterations of their loops, are simulated,
// and estimates the time of the rest. Numbers of blocks are those of the grid in dispatch order;
// times are in seconds.
//
// # Blocks that differ
//
// A survey (grid.go) executes and counts some blocks from all over the grid, and one at each of its
// edges (edges.go), where it looks how many blocks do something else. If they differ, it executes as many
// as it can afford, at random places. Then
//
//   - all blocks are simulated if that takes a few seconds;
//   - else a walk over the grid (walk.go): blocks are dispatched in order, but for gaps, whose work the
//     survey knows and whose rate is that of the stretches on both sides;
//   - if the walk leaves more than 10 % open, all blocks are simulated where that takes some seconds more;
//   - else a part of the chip walks over its blocks. What the chip's other blocks, and the one that ends last, make of its
//     time is estimated by dispatching all of them to SMs in a coarse model, fitted to the part's own end (dispatch.go).
//
// Counters are those of the surveyed blocks: exact if these were all, and else without bias. How much the
// counts of eight parts of the survey differ says how well they are known (counter.Set.Uncertainty).
//
// # Uncertainty
//
// An outcome has an error, which is by what part of its time the whole simulation may differ from it.
// Its parts are: how much windows, stretches and halves of these differ; the standard
// error of the survey; what share of its lines a part of a chip loads again later (reuse.go); and for what no sample shows of
// itself a share that random launches have (TestRandomRegular and TestRandomIrregular, which hold other launches against the
// whole simulation than those from which the shares are). Where the error is above 10 % more is simulated.
//
// A run that takes too long is cut off (cut.go), and what is left is extended at the last rate, with a large error.
//
// # Short blocks
//
// A sampler watches the blocks that finish, window by window (sampler.go). A window holds at least one
// generation of resident blocks and whole pairs of rows of the grid, so that patterns along a row and
// between rows are seen whole. The rate is the mean of the later two thirds of the windows. How well it is known
// follows from batches of them, which get longer with the run: what repeats every few windows, as partition camping
// does where a grid walks through the partitions, is in each of the batches. Once half of its 95 % interval makes no
// more than 2 % of the launch's time, dispatch stops, the blocks in flight finish, and the blocks left out are added at
// this rate. A run that has become too long stops as well; its outcome has the interval that it came to. Where that is above
// 10 % and all blocks take a few seconds, the run goes on to the end of the launch instead.
//
// # Long loops
//
// One wave of long blocks is more than can be simulated. So iterations of their loops are sampled (long.go).
// A survey profiles 16 blocks, or 129 if they differ (survey.go), and says whether blocks and iterations
// are alike. Then:
//
//   - a wave is simulated from its start with most iterations skipped (skip.go): it measures what an
//     iteration takes at the beginning, in the middle and near the end of the loop, and between them
//     where these differ. If the work of iterations repeats with a period (warp.Rhythm), whole periods are
//     measured, and counted by the survey;
//   - a steady run begins with blocks in the middle of their loops, as the GPU is after many waves, and
//     stops when its rate is steady (steady.go);
//   - blocks that differ are sampled in five parts of the grid.
//
// Iterations can be left out if all that matters at a loop's head is an induction variable, and one test of
// such a variable ends the loop. The rest is simulated as a whole: a loop that ends when a loaded value says
// so, a store that others read. TestLoopsSampled compares eleven loops with the simulation of every
// iteration: within 5 %, or 8 % where the work of an iteration grows.
//
// On 1.x SMs that are in each other's way at the partitions get out of step in time; a late wave takes the
// quicker of two steady runs, in step or apart.
//
// # A part of the chip
//
// A hundred SMs with their memory are too many events for a point in a second. Where channels are hashed
// (from 7.0 on) no part of the chip is in another's way. So of a launch whose blocks do not depend on each
// other, 7 of the 66 TPCs of an H200 are simulated, with their share of slices, channels, capacity and
// blocks (part.go): a strip of each row of the grid, so that as many rows are in flight as on the chip and
// blocks of one column meet in the L2. A strip's addresses lie in equal steps: they are spread over the part's
// channels as if by chance (device.Scattered), since a hash that does for whole rows can lead steps to few of them.
// With the whole chip simulated, 56 transposes on five cards come out the same within 6 %, 2.7 % in the
// root mean square; with 12 to 20 TPCs and the chip's own hash it was 14 % and 3.3 %. Launches with atomics on global memory are
// simulated as a whole, because these take turns for the whole chip.
//
// What parts share is found by executing some blocks of the part and some of others (reuse.go): of what
// all parts load, a part fetches its share, lines chosen by a hash.
//
// # What the L2 holds when a sample begins
//
// A steady run begins with its blocks at different iterations. What its L2 holds follows from one iteration
// of the wave and of the wave before: how many blocks load a line, whether the wave before did, and
// whether a wave's lines fit. Of the touches of a line one fetches it, or none, or those after it was
// forgotten.
//
// Begin reading at [Simulate].
package sample
