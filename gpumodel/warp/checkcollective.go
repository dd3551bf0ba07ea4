package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A gift is what lanes bring to a collective that was never set: which of them do, and
// the load that it came from.
//
// The result of a collective comes from other lanes, so its marks do, too. In CUDA's
// broadcast
//
//	float v;
//	if (threadIdx.x == 0) v = a[0];
//	v = __shfl_sync(0xffffffff, v, 0);
//
// v was set in lane 0 alone; behind the shuffle it is set in all lanes.
type gift struct {
	unset  uint32
	origin int32
}

// add notes what a part brings.
func (g *gift) add(m *Machine, w *warpState, x part) {
	if lanes, origin := w.marks.of(m.files.Slot(x.in.Src[0]), x.in.Spans[0], x.lanes); lanes != 0 {
		g.unset, g.origin = g.unset|lanes, origin
	}
}

// checkedResult marks the result of a collective for the lanes of a part. voters and all are those
// of outcome. It is called before the part gets its result.
func (m *Machine) checkedResult(w *warpState, x part, g gift, voters, all uint32, masks *Lanes) error {
	if !w.marks.some || x.in.ResultSlot < 0 {
		return nil
	}
	// A lane's result also depends on its own other arguments, such as the lane that it reads.
	lanes, origin := uint32(0), int32(0)
	others := append([]isa.Operand{x.in.Src[1], x.in.Src[2]}, x.in.Extra...)
	for _, o := range others {
		if l, from := w.marks.of(m.files.Slot(o), 1, x.lanes); l != 0 {
			lanes, origin = lanes|l, from
		}
	}
	if g.unset != 0 {
		unset, err := m.givenUnset(w, x, g, voters, all, masks)
		if err != nil {
			return err
		}
		if unset &= x.lanes; unset != 0 {
			lanes, origin = lanes|unset, g.origin
		}
	}
	for i := range x.in.Results {
		w.marks.set(x.in.ResultSlot+i, x.lanes, lanes, origin)
	}
	return nil
}

// givenUnset are the lanes whose result depends on what was never set in some lane.
func (m *Machine) givenUnset(w *warpState, x part, g gift, voters, all uint32, masks *Lanes) (lanes uint32, err error) {
	if x.in.Op == ir.Shfl {
		var from Lanes
		if err := m.shuffled(w, x, &from, m.special[ir.LaneID], all); err != nil {
			return 0, err
		}
		for i, lane := range from {
			lanes |= g.unset >> lane & 1 << i
		}
		return lanes, nil
	}
	for i := range 32 {
		group := groupOf(i, all, masks)
		if g.unset&group != 0 && !(x.in.Op == ir.Vote && decided(x.in.Imm, voters, group&^g.unset)) {
			lanes |= 1 << i
		}
	}
	return lanes, nil
}

// decided reports whether the lanes whose predicate was set decide a vote, whatever the others
// bring: one that holds does for any, one that does not for all.
func decided(which uint64, voters, set uint32) bool {
	switch which {
	case ir.VoteAny:
		return voters&set != 0
	case ir.VoteAll:
		return set&^voters != 0
	}
	return false
}
