package engine

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A Clock converts the shader clocks of a device to time. Each step converts some, nearly all of them few clocks: those
// are in tables, since a division takes longer than the rest of a step's arithmetic.
type Clock struct {
	perMs int64            // clocks in 1e9 ps
	parts [isa.Pipes]int64 // of a clock, in which a pipe's time is counted
	times []memory.Time    // of the first numbers of clocks
	busy  [isa.Pipes][]memory.Time
}

// clocksInTables is how many numbers of clocks are in tables.
const clocksInTables = 512

// NewClock is the clock of a device.
func NewClock(d *device.Device) Clock {
	c := Clock{perMs: int64(d.ClockMHz * 1000), times: make([]memory.Time, clocksInTables)}
	for n := range c.times {
		c.times[n] = c.convert(n, 1)
	}
	tables := map[int64][]memory.Time{1: c.times}
	for p := range isa.Pipes {
		parts := int64(p.Scale(d))
		if tables[parts] == nil {
			tables[parts] = make([]memory.Time, clocksInTables)
			for n := range tables[parts] {
				tables[parts][n] = c.convert(n, parts)
			}
		}
		c.parts[p], c.busy[p] = parts, tables[parts]
	}
	return c
}

// convert converts parts of a shader clock.
func (c *Clock) convert(n int, parts int64) memory.Time {
	return memory.Time(int64(n) * 1e9 / (c.perMs * parts))
}

// Clocks converts shader clocks.
func (c *Clock) Clocks(n int) memory.Time {
	if uint(n) < uint(len(c.times)) {
		return c.times[n]
	}
	return c.convert(n, 1)
}

// Count is how many shader clocks a time is.
func (c *Clock) Count(t memory.Time) int64 {
	return int64(t)/1e9*c.perMs + (int64(t)%1e9*c.perMs+5e8)/1e9
}

// Busy converts the time of a pipe.
func (c *Clock) Busy(p isa.Pipe, n int) memory.Time {
	if t := c.busy[p]; uint(n) < uint(len(t)) {
		return t[n]
	}
	return c.convert(n, c.parts[p])
}
