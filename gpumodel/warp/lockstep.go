package warp

// A warp that waits in a loop for what another one writes goes on when that happens:
//
//	while (*(volatile int *)&flag == 0);
//
// Usually a warp is executed some hundred steps ahead of the clock, in which it would poll hundreds of times
// before the other one is executed at all, or find at once what is written only later. A program with such a
// loop (flow.Code.Polls) is executed in lockstep with the clock instead: a piece of a trace ends before each access that
// others may see, so that the access happens when all steps before it have been replayed.

// Waits reports whether a warp may wait in a loop for what another one writes.
func (m *Machine) Waits() bool { return m.lockstep }

// early reports whether a warp has steps before an access that have not been replayed. All that the access
// waits for is among them.
func (w *warpState) early(in *instr) bool {
	for _, slot := range in.Sources {
		w.schedule.use(slot)
	}
	w.schedule.flush()
	return len(w.schedule.steps) > 0
}
