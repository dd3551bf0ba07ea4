package kernel

import (
	"os"
	"os/signal"
	"syscall"
)

// handledSignals are the signals that a kernel takes. SIGPIPE is among them because
// a Go program that does not take it dies of a broken stdout or stderr, which a
// kernel inherits from a server that may go away. A SIGHUP that was ignored when the
// process started (nohup) stays ignored.
func handledSignals() []os.Signal {
	s := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE}
	if !signal.Ignored(syscall.SIGHUP) {
		s = append(s, syscall.SIGHUP)
	}
	return s
}
