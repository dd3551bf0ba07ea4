package engine

import (
	"fmt"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// sm is a multiprocessor: schedulers with their issue ports and cores, special function
// units and load-store units, which all work side by side.
type sm struct {
	schedulers [mostSchedulers]scheduler
	free       pipes // that serve the whole SM
	busy       memory.Time
	arrivals   memory.Time // until when the unit for barriers takes in warps
	residency  residency
}

// mostSchedulers bounds the schedulers of an SM.
const mostSchedulers = 4

// A scheduler issues instructions of its share of the warps, and has its share of the
// SM's cores.
type scheduler struct {
	port    memory.Time // when it can issue again
	free    pipes       // its share of them
	backlog backlog
}

// pipes is when each pipe takes the next instruction.
type pipes [isa.Pipes]memory.Time

// pipeThrottles are the states of warps that wait for a pipe.
var pipeThrottles = [isa.Pipes]State{
	isa.PipeCores: StalledPipeThrottle, isa.PipeFP64: StalledPipeThrottle, isa.PipeALU: StalledPipeThrottle,
	isa.PipeSFU: StalledPipeThrottle, isa.PipeLSU: StalledMIOThrottle,
}

// freeOf is when a pipe takes a warp's next instruction: its scheduler's share of the pipe, or the SM's.
func (e *Engine) freeOf(w *Warp, p int) *memory.Time {
	if e.perScheduler[p] {
		return &w.scheduler.free[p]
	}
	return &w.sm.free[p]
}

// step lets a warp go on as far as it can without waiting.
func (e *Engine) step(id int32) {
	w := &e.warps[id]
	if w.contest.lanes != 0 {
		e.contest(id)
		return
	}
	t := w.trace
	if int(w.pc) == len(t.Steps) && !t.Done {
		w.pc, w.next = 0, 0
		b := &e.resident[w.Slot]
		b.Clock = e.Clock.Count(e.now)
		if err := e.source.Continue(b.Block, int(w.index)); err != nil {
			e.err = fmt.Errorf("block %d: %w", b.Index, err)
			return
		}
	}
	if int(w.pc) == len(t.Steps) {
		e.enter(id, Exited, e.now)
		e.finish(w.Slot)
		return
	}
	s := t.Steps[w.pc]
	if e.HoldUp > 0 && s.Iterations > 0 && !w.held {
		w.held = true
		e.queue.push(e.now+memory.Time(Spread(int(id))*float64(e.HoldUp)), warpReady, id)
		return
	}
	w.pc++
	e.steps++
	if s.Iterations > 0 {
		e.iterated(s.Iterations)
	}
	switch s.Kind {
	case warp.Run:
		start := e.issue(id, s, StalledWait)
		e.ran(&w.issuing, s)
		e.queue.push(start+e.Clock.Clocks(int(s.Latency)), warpReady, id)
	case warp.Load, warp.Store:
		start := e.issue(id, s, StalledLGThrottle)
		if s.Kind == warp.Load {
			for int(s.Tag) >= len(w.Loads) {
				w.Loads = append(w.Loads, Load{})
			}
			w.Loads[s.Tag] = Load{Left: s.N, wait: waitFor(s.Cached)}
		}
		w.first, w.next, w.Left = w.next, w.next+s.N, s.N
		list := t.Transactions[w.first:w.next]
		e.replayed += int64(len(list))
		if len(list) > 0 && list[0].Atomic {
			e.replayed += (atomicWork - 1) * int64(len(list))
		}
		e.memory.Access(id, s, list, start)
	case warp.Contest:
		w.first, w.next = w.next, w.next+s.N
		e.replayed += int64(s.N)
		w.contest = contest{lanes: 1<<s.N - 1}
		e.step(id)
	case warp.Wait:
		if int(s.Tag) >= len(w.Loads) { // its load was before a start in the middle
			e.step(id)
			return
		}
		l := w.Loads[s.Tag]
		w.issuing.since = e.now
		e.enter(id, l.wait, e.now)
		if l.Left > 0 {
			w.waiting = s.Tag
			return
		}
		if l.Done <= e.now {
			e.step(id) // it is back already: the warp goes on
			return
		}
		e.resumes(w, l.wait, l.Done)
		e.queue.push(l.Done, warpReady, id)
	case warp.Barrier:
		barrier, warps, waits := s.Meeting()
		e.resident[w.Slot].arrived[barrier]++
		m := &e.sms[w.SM]
		m.arrivals = max(m.arrivals, e.now) + e.arrival
		if w.issuing.since = e.now; waits {
			w.at = int32(barrier) + 1
			e.enter(id, StalledBarrier, e.now)
		}
		e.release(w.Slot, barrier, warps)
		if !waits {
			e.step(id)
		}
	}
}

// waitFor is the state of a warp that waits for a load.
func waitFor(c memory.Cached) State {
	if c == memory.ConstantCache {
		return StalledIMCMiss
	}
	return StalledLongScoreboard
}

// issue takes the issue port of a warp's scheduler and the units for a step and
// returns when it starts. Then the warp is in a state.
func (e *Engine) issue(warpID int32, s *warp.Step, then State) memory.Time {
	w := &e.warps[warpID]
	c := w.scheduler
	start := max(e.now, c.port)
	c.backlog.until(e.now, c.port)
	w.issuing = issuing{since: e.now, port: start, units: StalledPipeThrottle, behind: c.backlog}
	for p, busy := range &s.Busy {
		if busy <= 0 {
			continue
		}
		if free := *e.freeOf(w, p); free > start {
			start, w.issuing.units = free, pipeThrottles[p]
		}
	}
	if w.issuing.units == StalledMIOThrottle && s.Kind != warp.Run {
		w.issuing.units = StalledLGThrottle
	}
	w.issuing.start = start
	c.backlog.units[w.issuing.units-firstThrottle] += float64(start - w.issuing.port)
	c.port = start + e.Clock.Clocks(int(s.Port))
	e.foresee(warpID, &w.issuing, c.port, then)
	for p, busy := range &s.Busy {
		if busy > 0 {
			*e.freeOf(w, p) = start + e.Clock.Busy(isa.Pipe(p), int(busy))
		}
	}
	if cores := s.Busy[isa.PipeCores]; cores > 0 {
		w.sm.busy += e.Clock.Busy(isa.PipeCores, int(cores)) / memory.Time(e.Device.Schedulers)
	}
	return start
}

// release opens a barrier of a block once so many warps have arrived, or every running one for 0.
func (e *Engine) release(slot int32, barrier, warps int) {
	b := &e.resident[slot]
	if warps == 0 {
		warps = b.running
	}
	if b.arrived[barrier] < warps || b.running == 0 {
		return
	}
	b.arrived[barrier] = 0
	open := max(e.now, e.sms[b.sm].arrivals) + e.barrier
	for i := range b.Warps {
		id := slot*int32(e.warpsPerBlock) + int32(i)
		if w := &e.warps[id]; w.at == int32(barrier)+1 {
			w.at = 0
			e.resumes(w, StalledBarrier, open)
			e.queue.push(open, warpReady, id)
		}
	}
}
