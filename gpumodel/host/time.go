package host

import (
	"warpbook.dev/gpumodel/scalar"
)

// Functions of time.h, sys/time.h and unistd.h. They read the program's virtual clock, never the computer's.
func init() {
	register(map[string]system{
		"time":        plain(func(x *process, c *scalar.Call) uint64 { return Epoch + uint64(x.clock.now(x.machine.Steps)) }),
		"nanoseconds": plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e9) }),
		"clock":       plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e6) }),
		"clock64":     plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e6) }),
		"sleep": plain(func(x *process, c *scalar.Call) uint64 {
			x.clock.waited += float64(int64(c.Args[0])) * 1e-9
			return 0
		}),
	})
}

// Epoch is the Unix time at which every program starts, in seconds: 1 January 2026. It is fixed so that each run is the same.
const Epoch = 1767225600
