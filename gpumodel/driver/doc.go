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
// The package knows texts, bytes and addresses, and nothing of the model.
// With the build tag nogpu, and on systems other than Linux, it compiles and
// says that there is no real GPU.
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

// errNoWorker keeps a program that is no worker from being started as one.
var errNoWorker = &Error{Msg: "this program cannot be a worker process (driver.Main)"}
