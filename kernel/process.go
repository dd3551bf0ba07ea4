package kernel

import (
	"context"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"
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

// parentPoll is how often the parent is looked at.
const parentPoll = 500 * time.Millisecond

// parentDeath returns a channel that is closed when the process that started this
// one is gone, so that no kernel is orphaned. Launchers say in JPY_PARENT_PID who
// they are. That is believed only if it is our parent indeed: behind a wrapper or on
// Windows, where the variable is a handle, it is not. What counts is that the parent
// changes from the parent that the kernel began with; comparing it with 1 would be
// wrong in a container and under systemd.
func parentDeath(ctx context.Context, parent int) <-chan struct{} {
	gone := make(chan struct{})
	if pid, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID")); err != nil || pid != parent {
		return gone
	}
	go func() {
		tick := time.NewTicker(parentPoll)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if os.Getppid() != parent {
					close(gone)
					return
				}
			}
		}
	}()
	return gone
}
