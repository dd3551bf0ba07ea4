package timing

import "warpbook.dev/gpumodel/memory"

// residency is how long an SM has had blocks.
type residency struct {
	blocks        int32
	since, active memory.Time
}

// enter begins a block at a time.
func (r *residency) enter(at memory.Time) {
	if r.blocks == 0 {
		r.since = at
	}
	r.blocks++
}

// leave ends one.
func (r *residency) leave(at memory.Time) {
	if r.blocks--; r.blocks == 0 {
		r.active += at - r.since
	}
}

// idle are the seconds in which the SMs had no block, of a launch of which the whole
// end was simulated.
func (e *engine) idle(launch float64) []float64 {
	all := make([]float64, len(e.sms))
	for i := range e.sms {
		r := &e.sms[i].residency
		if all[i] = seconds(e.last - r.active); r.active == 0 {
			all[i] = launch
		}
	}
	return all
}
