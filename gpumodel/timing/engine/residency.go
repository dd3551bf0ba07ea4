package engine

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

// Idle is the seconds that each SM had no block of a launch that took so long. The launch
// must have been simulated to its end.
func (e *Engine) Idle(launch float64) []float64 {
	all := make([]float64, len(e.sms))
	for i := range e.sms {
		r := &e.sms[i].residency
		if all[i] = Seconds(e.last - r.active); r.active == 0 {
			all[i] = launch
		}
	}
	return all
}
