// Package checker looks for faults of a kernel while a [warp.Machine] executes every
// thread of a launch: accesses out of bounds or misaligned, races on shared and on global
// memory, values that were never set, barriers that some threads don't reach, collectives that
// lanes of their mask don't reach, missing fences, divisions by zero, and writes of arrays that the kernel was given as
// pointers to const.
//
// # The idea
//
// A race is decided by what CUDA promises about the order of two accesses, not by what
// happened to come out. The blocks run one after the other here, and still an access of the
// first and one of the last are a race unless something orders them.
//
// # Where to begin
//
// checker.go has the [Checker], which a machine calls ([warp.Launch], field Check; nil
// otherwise). access.go sees each access, order.go decides what is ordered, shadow.go holds
// what is known of each word, unset.go values that were never set, fault.go what is reported.
//
// # What is ordered
//
// For each word, or the narrowest part of it that the kernel accesses, a cell of shadow memory
// has a note of each access that a later one may still race with: an access that is ordered behind
// another one and races with all that it races with takes its place. These are ordered:
//
//   - the accesses of one thread;
//   - the two sides of __syncthreads();
//   - within a warp, the two sides of __syncwarp and of any collective; before 7.0, where a
//     warp goes in step, volatile accesses (others the compiler may keep in registers or move);
//   - what was done before a fence and an atomic, or a volatile store, for a thread that comes to
//     the same word later by an atomic whose result it takes, or by a volatile load. The fence
//     counts wherever it stands before that: in the thread that wrote, or in the one that tells.
//     Where the word alone orders two accesses, the fence is what is missing, and the report says so.
//
// Some pairs are forgiven. Threads that write the same value to a word do not race (found = 1),
// as in NVIDIA's racecheck. A plain read of a word that atomics change is forgiven if some thread
// goes on from there to an atomic on that word: it only looked first, as CUDA's own atomicAdd
// of doubles does.
//
// A barrier that some threads don't reach because they have returned is a fault on all cards,
// though cards from 7.0 on don't hang then. A lane of a collective's mask has to come unless it has
// returned in a line before. An access is compared with the array that its
// address was computed from, where the compiler knows it: so an index behind the end of one
// array is found where another one lies.
//
// Of textures tex1Dfetch has bounds; what other fetches find outside is their address mode's to say.
// A launch whose kernel may write the array of a texture is refused before it is checked.
//
// # Values that were never set
//
// That a word was never set is followed through registers and memory to where it matters: a
// branch, an address, what other threads or the host find. Only then it is a fault, since
// reductions load words that they don't use, and structs are copied half set. What a missing
// barrier or a race explains is not reported a second time.
//
// # The code that is checked
//
// The kernel is compiled for it (ir.Target.Checked): no load is removed, joined or moved,
// nothing is speculated, loops stay loops, and variables that are declared without a value
// live in memory. The tests compare pairs of kernels (gpumodel/observe/testdata/checked) on cards of
// 1.3, 2.0 and 9.0: one with a planted fault, one without it. They also compare the checker with an
// exact oracle on thousands of random kernels, of which it misses none and invents none.
//
// # Remedies
//
// Where to put a barrier is not said here: gpumodel/observe tries it, with the text of the kernel,
// and names a place only if the race is gone and all threads reach the barrier there.
//
// # How long it takes
//
// Most launches have no fault. So the fast path of package warp executes a launch first, under a [warp.FaultFilter], which keeps
// for each row of 64 words which of them were read and written, and how that is ordered. It costs about as much as the launch
// itself. Only where it suspects something, rightly or not, the launch is executed again under a Checker, which looks at each
// access by itself and takes some fifty times as long.
//
// # Limits
//
// Shadow memory is bounded. A launch that touches more is checked in parts, which may miss a
// race but never invents one. Small launches of a cell's own kernels are checked without being
// asked: 8,192 threads, 2^18 instructions of warps, four launches of a kernel in a cell.
// These are counts and not times, so that a notebook comes out the same everywhere. What is found
// is shown in a display, which nbgrader does not take for a result. docs/deviations.md has what
// the checker misses.
package checker
