// Package host runs whole CUDA programs: main and its functions as one thread, their calls of the C library and of the CUDA runtime or
// driver, and their kernel launches on the model. It needs no GPU and no host compiler.
//
// # The idea
//
// Host code runs in package scalar. Every call that leaves the program's source arrives at process.call by name, and a table maps the
// name to a Go function (register). So a library function is a row of a table; rows stand in the file of their subject: stdio.go,
// stdlib.go, cudamemory.go, cudastreams.go and so on. The names come from the CUDA C++ headers of gpumodel/cuda/library (c, cudart and
// cudadrv), which check and convert arguments first. The driver's interface is the runtime's under other names (driver.go), with
// modules that are compiled while the program runs (modules.go, nvrtc.go).
//
// # The way of the data
//
//	source -> Compile -> Program               front end, ir and scalar.Translate    program.go
//	Program -> Program.Run -> process          memory, variables, argv, GPUs         program.go, cudart.go
//	call by name -> system                     one Go function per library call      system.go, functions.go
//	kernel<<<…>>>() -> launchKernel            checks, gpumodel, the checker         cudart.go, checks.go
//	copies and launches -> book -> pcie        when each begins and ends             clock.go, cudastreams.go
//	process -> Run                             exit code, time, findings, leaks      program.go, told.go
//
// # Clock and streams
//
// A program has one virtual clock, in seconds from its start (clock.go). Host code advances it by the number of instructions, at 6e9 a
// second by default: an assumption. A call advances it where the host waits.
//
// A launch or an asynchronous copy changes memory at once, in the order of the calls. Only its time lies in the future: package pcie
// decides when the GPU begins and ends it, given its stream. A synchronizing call moves the host's clock to that end. A program that
// does not synchronize is therefore found by its times (timed.go, residence.go) and by what its streams and its host know of each
// other's work (ordering.go), not by wrong data.
//
// # Errors
//
// Two kinds of errors are kept, as in CUDA. The last error belongs to the host thread: cudaGetLastError returns and clears it.
// A sticky error belongs to a GPU: from a kernel's fault on, calls on that GPU return it. See gpu.sticky, process.failed and
// process.fails.
//
// Findings are mistakes that a GPU does not report: unsynchronized reads, results nobody copies, faults found by the checker. They
// never change what the program does. A fault of host code ends it with the exit code of a shell (process.crash).
//
// # Memory
//
// Each malloc block is a segment with bounds (heap.go). One account (heap.held) counts the bytes of the host and of the GPUs, and what
// this computer spends on handles, launches and copies. The limit is [Options.Memory], 2 GiB by default. An allocation that exceeds it
// fails as it does in CUDA or C; a program that exceeds it otherwise is killed at its next call. So no program can
// exhaust this computer. Managed memory moves between host and GPU in blocks (residence.go).
//
// # Units
//
// Times are seconds, sizes are bytes, addresses are those of the modelled host and GPUs. Sources of constants are in data/.
//
// Begin with program.go, then read system.go and cudart.go. What is hard: which error a call returns in which state (contexts.go,
// capture.go), graphs (graphs.go, graphcalls.go), and where managed memory is (residence.go).
package host
