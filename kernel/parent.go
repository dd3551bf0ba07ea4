//go:build !windows

package kernel

import (
	"context"
	"os"
	"strconv"
	"time"
)

// parentPoll is how often the parent is looked at.
const parentPoll = 500 * time.Millisecond

// parentDeath returns a channel that is closed when the process that started this
// one is gone, so that no kernel is orphaned. Launchers say in JPY_PARENT_PID who
// they are. That is believed only if it is our parent indeed: behind a wrapper it is
// not. What counts is that the parent changes from the parent that the kernel began
// with; comparing it with 1 would be wrong in a container and under systemd.
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
