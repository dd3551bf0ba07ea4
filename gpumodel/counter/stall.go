package counter

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/timing"
)

// stallReasons say why warps are in a state, in the words of the docs.
var stallReasons = []struct {
	state timing.State
	doc   string
}{
	{timing.StalledLongScoreboard, "waited for data from global, local or texture memory"},
	{timing.StalledIMCMiss, "waited for data from __constant__ memory"},
	{timing.StalledShortScoreboard, "waited for data from shared memory, or for the result of a special function"},
	{timing.StalledWait, "waited for the result of an earlier arithmetic instruction"},
	{timing.StalledBarrier, "waited at __syncthreads()"},
	{timing.StalledPipeThrottle, "waited for busy cores, fp64 units or special function units"},
	{timing.StalledMIOThrottle, "waited for busy load-store units, to access shared memory"},
	{timing.StalledLGThrottle, "waited for the load-store units to send their accesses to global and local memory"},
	{timing.StalledNotSelected, "were ready, but their scheduler issued an instruction of another warp"},
	{timing.Selected, "issued an instruction"},
}

// stallMetrics are the states of warps. The warps in a state, added up over the clocks,
// are its count; .avg.per_cycle_active is how many there are on average.
func stallMetrics() []metric {
	var stalls []string
	all := []metric{
		{name: "smsp__warps_active", unit: "warp", doc: "active warps, summed over all cycles", value: states(everyState...), peak: warpsOfScheduler},
		{name: "sm__warps_active", unit: "warp", doc: "active warps, summed over all cycles", value: states(everyState...), peak: warpsOfSM},
		{name: "smsp__warps_eligible", unit: "warp", doc: "warps that issued or could have issued, summed over all cycles", value: states(timing.Selected, timing.StalledNotSelected)},
		{name: "sm__warps_eligible", unit: "warp", doc: "warps that issued or could have issued, summed over all cycles", value: states(timing.Selected, timing.StalledNotSelected)},
		{name: "smsp__average_warp_latency_per_inst_issued", kind: ratio, unit: "cycle/inst", doc: "average number of cycles between two instructions that a warp issues", of: []string{"smsp__warps_active"}, by: "smsp__inst_issued"},
	}
	for _, r := range stallReasons {
		name := "smsp__warps_issue_stalled_" + r.state.String()
		all = append(all,
			metric{name: name, unit: "warp", doc: "warps that " + r.doc + ", summed over all cycles", value: states(r.state)},
			metric{name: fmt.Sprintf("smsp__average_warps_issue_stalled_%s_per_issue_active", r.state), kind: ratio, unit: "warp",
				doc: "average number of warps that " + r.doc + ", for each issued instruction", of: []string{name}, by: "smsp__issue_active"},
			metric{name: fmt.Sprintf("smsp__warp_issue_stalled_%s_per_warp_active", r.state), kind: ratio, unit: "%", pct: true, full: constant(1),
				doc: "share of the warps' time in which they " + r.doc, of: []string{name}, by: "smsp__warps_active"})
		if r.state != timing.Selected {
			stalls = append(stalls, name)
		}
	}
	all = append(all, metric{name: "warps_stalled", unit: "warp", doc: "warps that did not issue, summed over all cycles",
		value: states(everyState[1:]...)})
	// nvprof's percentages of the stalls.
	for _, s := range []struct {
		name, doc string
		of        []int // numbers of stallReasons
	}{
		{"stall_memory_dependency", "for data from global, local or texture memory", []int{0}},
		{"stall_constant_memory_dependency", "for data from __constant__ memory", []int{1}},
		{"stall_exec_dependency", "for the results of arithmetic, special functions or shared memory", []int{2, 3}},
		{"stall_sync", "at __syncthreads()", []int{4}},
		{"stall_pipe_busy", "for busy units of the SM", []int{5, 6}},
		{"stall_memory_throttle", "for the load-store units to send accesses to global and local memory", []int{7}},
		{"stall_not_selected", "for their scheduler, which issues for another warp", []int{8}},
	} {
		var of []string
		for _, i := range s.of {
			of = append(of, stalls[i])
		}
		all = append(all, metric{name: s.name, kind: ratio, unit: "%", pct: true, full: constant(1),
			doc: "share of the stalls in which warps wait " + s.doc, of: of, by: "warps_stalled"})
	}
	return all
}

// everyState is all that a warp on an SM does; the first one is issuing.
var everyState = []timing.State{
	timing.Selected, timing.StalledLongScoreboard, timing.StalledIMCMiss, timing.StalledShortScoreboard, timing.StalledWait, timing.StalledBarrier,
	timing.StalledPipeThrottle, timing.StalledMIOThrottle, timing.StalledLGThrottle, timing.StalledNotSelected,
}

// states is the warps in some states, added up over the clocks.
func states(list ...timing.State) func(r *Run) quantity {
	return plain(func(r *Run) float64 {
		all, some := 0.0, 0.0
		spent := r.spent()
		for _, s := range everyState {
			if all += spent[s]; slices.Contains(list, s) {
				some += spent[s]
			}
		}
		clocks := r.Time / r.Outcome.Simulated * r.Device.ClockMHz * 1e6
		// Of a sample, put together from parts, the states are a little more or less than the
		// SMs were at work.
		if room := float64(r.Occupancy.WarpsPerSM) * total(r.active()); all*clocks > room {
			clocks = room / all
		}
		return some * clocks
	})
}

// spent is the time of the warps in each state.
func (r *Run) spent() *[timing.States]float64 {
	if r.states == nil {
		total := r.Outcome.States.Total()
		r.states = &total
	}
	return r.states
}

func warpsOfSM(d *device.Device) float64        { return float64(d.MaxWarpsPerSM) }
func warpsOfScheduler(d *device.Device) float64 { return warpsOfSM(d) / float64(d.Schedulers) }
