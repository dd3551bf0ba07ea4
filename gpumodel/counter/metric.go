package counter

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/warp"
)

// A kind of metric has its forms.
type kind uint8

const (
	count      kind = iota // a number of events or cycles: rollups, and these per time
	ratio                  // one count by another one
	throughput             // the busiest of some counts, in percent of its peak
	fixed                  // a number that names no unit and has one form
)

// A metric is a row of the tables: what is counted, apart from the form in which it
// is asked for.
type metric struct {
	name string
	unit string // of one: inst, sector, byte …
	kind kind
	doc  string

	// value is a count's sum over all units, or a fixed number.
	value func(r *Run) quantity
	// parts are what each unit has counted, in any scale, where the simulation knows it.
	parts func(r *Run) []float64
	// peak is the most that a unit can count in one of its cycles; nil where there is none.
	peak func(d *device.Device) float64

	// A ratio is the sum of of by by; full is what makes 100 percent (nil: there is no such form),
	// and empty the ratio where by is 0. A throughput is the busiest of the counts of.
	of    []string
	by    string
	full  func(d *device.Device) float64
	empty float64
	pct   bool // the ratio's usual form is .pct

	// An event is another name of the count event, by which the SMs count; perSM says
	// that the bare name is what one of them counts on average.
	event string
	perSM bool
}

// counted is the name of what is counted.
func (m *metric) counted() string {
	if m.event != "" {
		return m.event
	}
	return m.name
}

// bare reports whether the metric's name stands for its sum without an ending, as the
// names of the profilers before Nsight Compute do, and those that it derives itself.
func (m *metric) bare() bool {
	return !strings.Contains(m.name, "__") || strings.HasPrefix(m.name, "derived__")
}

// byName finds a metric or an event. The tables are made when the first launch is counted, not when
// the program starts: they have hundreds of closures.
var byName = sync.OnceValue(func() map[string]*metric {
	all := map[string]*metric{}
	for _, t := range [][]metric{launchMetrics(), instructionMetrics(), stallMetrics(), memoryMetrics(), machineMetrics(), balanceMetrics()} {
		for i := range t {
			all[t[i].name] = &t[i]
		}
	}
	for _, e := range events {
		m := *all[e.of]
		m.name, m.event, m.perSM = e.name, e.of, e.perSM
		all[e.name] = &m
	}
	return all
})

// listed are the names of the metrics, sorted; events are names of some of them.
var listed = sync.OnceValue(func() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(byName())) {
		if byName()[name].event == "" {
			names = append(names, name)
		}
	}
	return names
})

// stat is a count of the executed blocks.
func stat(f func(s *warp.Stats) int64) func(r *Run) quantity {
	return func(r *Run) quantity { return r.executed(f(r.Stats)) }
}

// plain is a number that needs no scale.
func plain(f func(r *Run) float64) func(r *Run) quantity {
	return func(r *Run) quantity { return exactly(f(r)) }
}

// constant is a number that no device changes.
func constant(x float64) func(*device.Device) float64 {
	return func(*device.Device) float64 { return x }
}
