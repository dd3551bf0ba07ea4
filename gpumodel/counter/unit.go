package counter

import (
	"strings"

	"warpbook.dev/gpumodel/device"
)

// A unit is a part of the chip that counts for itself: how many there are, in which
// clock their cycles are, and which metric has the cycles that one was at work.
type unit struct {
	doc    string
	count  func(d *device.Device) int
	mhz    func(d *device.Device) float64
	active string
}

func shaderClock(d *device.Device) float64 { return d.ClockMHz }
func coreClock(d *device.Device) float64   { return d.CoreClockMHz }
func memoryClock(d *device.Device) float64 { return d.MemoryClockMHz }

func sms(d *device.Device) int        { return d.SMs }
func schedulers(d *device.Device) int { return d.SMs * d.Schedulers }
func tpcs(d *device.Device) int       { return d.TPCs }
func partitions(d *device.Device) int { return d.Partitions }
func one(*device.Device) int          { return 1 }

// units are the prefixes of the metrics. A sub-partition of an SM is a scheduler with its
// share of the warps and the cores.
var units = map[string]unit{
	"smsp":  {"scheduler of an SM", schedulers, shaderClock, "smsp__cycles_active"},
	"sm":    {"SM", sms, shaderClock, "sm__cycles_active"},
	"l1tex": {"SM", sms, shaderClock, "sm__cycles_active"},
	"idc":   {"SM", sms, shaderClock, "sm__cycles_active"},
	"tex":   {"texture unit", tpcs, coreClock, ""},
	"lts":   {"slice of the L2", partitions, coreClock, ""},
	"dram":  {"channel (partition) of the memory", partitions, memoryClock, "dram__cycles_active"},
	"gpc":   {"GPU", one, shaderClock, ""},
	"gpu":   {"GPU", one, shaderClock, ""},
	"pcie":  {"link to the host", one, shaderClock, ""},
}

// countedBy is the unit that a metric is counted in. What has a name of the profilers before
// Nsight Compute is counted by SMs, unless it is not theirs.
func (m *metric) countedBy() unit {
	prefix, _, _ := strings.Cut(m.counted(), "__")
	u, ok := units[prefix]
	if !ok || m.bare() && prefix == "smsp" {
		return units["sm"]
	}
	return u
}
