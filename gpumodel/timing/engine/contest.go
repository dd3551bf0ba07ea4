package engine

import (
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A contest is a warp's way through an atomic on shared memory that is a loop of a load, the operation, and a CAS. In each round
// the lanes that are left load their words. A lane's CAS fails if the word has changed since: a lane of the same warp was quicker, or
// another warp whose CAS came between the two. Then the lane takes part in the next round.
//
// So a word changes at most once in the time from a load to its CAS, however many warps add to it. Two warps that begin together
// hinder each other for good: while one begins a new round the other's CAS fails, and the other way round.
type contest struct {
	lanes  uint32      // that are left, by the number of their transaction
	loaded bool        // in this round
	at     memory.Time // of the load
}

// contest does the next half of a round: the load, or the CAS.
func (e *Engine) contest(id int32) {
	w := &e.warps[id]
	of := w.trace.Steps[w.pc-1]
	c, try := &w.contest, of.Try
	list := w.trace.Transactions[w.first:w.next]
	half := warp.Step{Kind: warp.Run, PC: of.PC, StallPC: of.PC, Port: 1, Busy: try.Load}
	if c.loaded {
		half.Port = int32(try.Port - 1)
		for p, clocks := range try.Busy {
			half.Busy[p] = clocks - try.Load[p]
		}
	}
	again := int32(e.passes(try, list, c.lanes)-1) * half.Busy[isa.PipeLSU]
	half.Busy[isa.PipeLSU] += again
	at := e.issue(id, &half, StalledShortScoreboard)
	wait := try.Window
	switch {
	case !c.loaded:
		c.at = at
	case e.swap(w, list, at):
		wait = try.Latency - try.Window
	default:
		wait = try.Again - try.Window
	}
	c.loaded = !c.loaded
	half.Latency = int32(wait) + again
	half.ShortClocks = half.Latency - half.Port
	e.ran(&w.issuing, &half)
	e.queue.push(at+e.Clock.Clocks(int(half.Latency)), warpReady, id)
}

// swap is the CAS of the lanes that are left, at a time. It reports whether one succeeds.
func (e *Engine) swap(w *Warp, list []memory.Transaction, at memory.Time) (won bool) {
	b, c := &e.resident[w.Slot], &w.contest
	if b.changed == nil {
		b.changed = map[uint64]memory.Time{}
	}
	for i := range list {
		if word := list[i].Addr; c.lanes>>i&1 != 0 && b.changed[word] <= c.at {
			b.changed[word] = at
			c.lanes &^= 1 << i
			won = true
		}
	}
	return won
}

// passes is how often the banks repeat an access of lanes.
func (e *Engine) passes(try *isa.Try, list []memory.Transaction, lanes uint32) int {
	if try.AnyBank {
		return 1
	}
	var addr [32]uint64
	for i := range list {
		addr[i] = list[i].Addr
	}
	words := max(1, int(list[0].Size)/e.Device.SharedBankBytes)
	return max(1, (memory.BankPasses(e.Device, &addr, lanes, int(list[0].Size))+words-1)/words)
}
