package kernel

import (
	"context"
	"os"
	"strconv"
	"syscall"
)

// parentDeath returns a channel that is closed when the process that started this
// one is gone. On Windows JPY_PARENT_PID is a handle of it that was inherited, which
// can be waited for; a process whose parent has ended keeps its number there.
func parentDeath(context.Context, int) <-chan struct{} {
	gone := make(chan struct{})
	handle, err := strconv.ParseUint(os.Getenv("JPY_PARENT_PID"), 10, 64)
	if err != nil || handle == 0 {
		return gone
	}
	go func() {
		if event, err := syscall.WaitForSingleObject(syscall.Handle(handle), syscall.INFINITE); err == nil && event == syscall.WAIT_OBJECT_0 {
			close(gone)
		}
	}()
	return gone
}
