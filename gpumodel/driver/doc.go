// Package driver runs CUDA C on the real GPUs of this machine.
//
// It loads NVIDIA's driver (libcuda) and run-time compiler (NVRTC) when they are
// asked for, without cgo. Both live in a worker process, which is this program
// started again ([Command]): a kernel that reads past its arrays, never ends or
// takes the driver down costs that process, and the next launch starts another.
//
//	Cards, Open -> Card.Launch(Launch) -> worker process -> NVRTC -> cuLaunchKernel -> Outcome
//
// Orders go to the worker on a pipe, as a line of JSON and the bytes of the
// arrays; replies come back the same way on another one (protocol.go). What
// kernels print is the worker's standard output. Its standard input says
// nothing: its end is the end of the parent, and of the worker.
//
// A gigabyte takes half a second that way. Shared memory would save it, at the price of files
// to clean up. The worker's end is the parent's end also by SIGKILL. An interrupt kills the
// worker, because nothing else ends a kernel. What kernels print is between two marks around the
// one launch that counts.
//
// # The same text for NVRTC
//
// NVRTC gets the text with the host's code and #include lines blanked, so that lines keep their
// numbers and no cell reads a file. The macros and types that gpumodel/cuda has built in come
// before it; cuda_fp16.h and cooperative_groups.h are included when they are used. Texture
// references are refused: CUDA 12 has none.
//
// # How a launch is measured
//
// A launch runs once on its arrays, which is its result. Then it is repeated on copies, which
// take turns, until two rounds agree; copies.go and timer.go have the rule, docs/rationale.md
// the reasons. Times are in seconds, medians of a round.
//
// # Without a GPU
//
// The package knows texts, bytes and addresses, and nothing of the model. With the build tag nogpu,
// and on systems other than Linux, it compiles and says that there is no real GPU. The tag
// exists because purego makes even a program built without cgo need the C library's loader:
//
//	go build -tags nogpu
//
// gives a static program. driver/stub is a GPU for tests, which need no card.
package driver

import "os"

// command is the hidden command by which a program is started again as a worker, with the
// number of the card.
const command = "gpu-worker"

// serves says that this program can be started as a worker.
var serves bool

// Main lets this program be a worker: a program that uses real GPUs calls it before all
// else. It does not return in a worker.
func Main() {
	serves = true
	if len(os.Args) > 1 && os.Args[1] == command {
		os.Exit(serve(os.Args[2:]))
	}
}

// errNoWorker keeps a program that is not a worker from being started as one.
var errNoWorker = &Error{Msg: "this program cannot be a worker process (driver.Main)"}
