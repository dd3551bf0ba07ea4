package warp

import (
	"fmt"
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A collective is executed by the lanes that its mask names, together. Where lanes are
// independent (from 7.0 on) those that arrive wait until all lanes of their mask that
// have not ended are at a collective of the same kind and mask, at this instruction of the
// program or at another one; before, a warp executes it with the lanes that are there,
// and the mask is only held against them.

// part is some lanes of a warp at one collective.
type part struct {
	in    *instr
	lanes uint32
}

// collective executes the instruction that the running path has come to, or lets it wait.
//
// The common case is fast: the mask is the same for all lanes and names just those that are here.
// A mask in a register may differ from lane to lane; then each group of lanes with one mask is a
// collective of its own.
func (m *Machine) collective(w *warpState, in *instr) error {
	p := w.stack.top()
	here := p.lanes &^ w.stack.exited
	masks := m.masks(w, in)
	if masks == nil { // all lanes give the same, or none
		mask := allLanes
		if o, ok := in.Mask(); ok {
			mask = uint32(o.Value)
		}
		if outside := here &^ mask; outside != 0 {
			return m.outside(w, in, first(outside), mask)
		}
		// Lanes of the mask that have ended, or that the block's last warp lacks, are not waited
		// for.
		if !m.Program.Independent || mask&w.stack.all&^w.stack.exited == here || !in.hasMask() {
			return m.alone(w, in, here, nil)
		}
		masks = broadcast(uint64(mask))
	}
	for i := range masks {
		if here>>i&1 != 0 && uint32(masks[i])>>i&1 == 0 {
			return m.outside(w, in, i, uint32(masks[i]))
		}
	}
	if !m.Program.Independent || w.stack.complete(masks, here) {
		return m.alone(w, in, here, masks)
	}
	w.stack.wait(masks)
	_, err := m.meet(w)
	return err
}

// hasMask is false for the collectives of CUDA before 9.0, whose lanes are those that are there.
func (in *instr) hasMask() bool {
	_, ok := in.Mask()
	return ok
}

// outside is the fault of a lane that is not in its own mask.
func (m *Machine) outside(w *warpState, in *instr, lane int, mask uint32) error {
	return m.trap(w, lane, in.Line, fmt.Errorf("lane %d calls %s with the mask %#x, which does not contain it", lane, describe(in), mask))
}

// alone executes a collective for the running path, which need not wait for others.
func (m *Machine) alone(w *warpState, in *instr, here uint32, masks *Lanes) error {
	p := w.stack.top()
	p.pc++
	m.part[0] = part{in, here}
	return m.perform(w, m.part[:], masks, p)
}

// masks are the masks that the lanes give, or nil if it is known that all give the same.
func (m *Machine) masks(w *warpState, in *instr) *Lanes {
	mask, ok := in.Mask()
	if !ok || mask.Kind == isa.Imm {
		return nil
	}
	masks := *m.value(w, mask, ir.U32)
	return &masks
}

// complete reports whether nobody has to wait: each lane's mask names lanes that are all here, with
// the same mask.
func (s *stack) complete(masks *Lanes, here uint32) bool {
	for lanes := here; lanes != 0; {
		mask, same := sameMask(masks, lanes)
		if mask&s.all&^s.exited != same {
			return false
		}
		lanes &^= same
	}
	return true
}

// meet executes the collectives at which all lanes have arrived. Lanes may wait at different
// instructions: in if (c) x = __shfl_sync(m, a, 0); else x = __shfl_sync(m, b, 0); the two sides
// are one shuffle. Each success changes the list, so the search begins again.
func (m *Machine) meet(w *warpState) (some bool, err error) {
	for i := 0; i < len(w.stack.waiting); i++ {
		first := w.stack.waiting[i]
		in := &m.code[first.pc]
		var group []waiter
		arrived := uint32(0)
		for _, x := range w.stack.waiting {
			if other := &m.code[x.pc]; x.mask == first.mask && other.Op == in.Op && other.Imm == in.Imm {
				group, arrived = append(group, x), arrived|x.lanes
			}
		}
		if first.mask&w.stack.all&^w.stack.exited&^arrived != 0 {
			continue
		}
		parts := make([]part, len(group))
		for j, x := range group {
			parts[j] = part{&m.code[x.pc], x.lanes &^ w.stack.exited}
			w.stack.resume(x)
		}
		if err := m.perform(w, parts, broadcast(uint64(first.mask)), &first.path); err != nil {
			return true, err
		}
		some, i = true, -1
	}
	return some, nil
}

// wake is called when no path of the warp can run. Lanes that have ended since may have completed a
// collective; if none is complete, the warp would wait for ever, and the missing lanes are named.
func (m *Machine) wake(w *warpState) error {
	some, err := m.meet(w)
	if some || err != nil {
		return err
	}
	x := w.stack.waiting[0]
	in := &m.code[x.pc]
	missing := x.mask & w.stack.all &^ w.stack.exited
	for _, y := range w.stack.waiting {
		if other := &m.code[y.pc]; y.mask == x.mask && other.Op == in.Op && other.Imm == in.Imm {
			missing &^= y.lanes
		}
	}
	return m.trap(w, first(x.lanes&^w.stack.exited), in.Line,
		fmt.Errorf("%s with the mask %#x waits for lanes that do not come: %#x", describe(in), x.mask, missing))
}

// perform executes a collective for parts of a warp at one or more instructions.
//
// First all parts bring their values, then each part gets its result, so that lanes at different
// instructions see one another's values. Every part is counted and takes its time.
func (m *Machine) perform(w *warpState, parts []part, masks *Lanes, p *path) error {
	var values Lanes
	var unset gift
	voters, all := uint32(0), uint32(0)
	for _, x := range parts {
		w.schedule.pc = int32(x.in.PC)
		if m.block.fast != nil {
			m.unpackRegisters(w, x.in.Sources)
		}
		if !w.schedule.untimed {
			for _, slot := range x.in.Sources {
				w.schedule.operand(slot, &x.in.leasts)
			}
		}
		all |= x.lanes
		if m.Check != nil {
			unset.add(m, w, x)
		}
		switch x.in.Op {
		case ir.Vote:
			voters |= m.mask(w, x.in.Src[0]) & x.lanes
		case ir.WarpBar:
		default:
			var value *Lanes
			if _, err := m.source(w, x.in, 0, x.lanes, &value); err != nil {
				return err
			}
			merge(&values, value, x.lanes)
		}
	}
	if m.Check != nil {
		m.met(w, parts[0].in, all, masks)
		m.absent(w, parts[0].in, all, masks)
	}
	for _, x := range parts {
		if m.Lift.Limit == Divergence {
			w.schedule.share = p.share(m.Lift.Line, w.stack.exited)
		}
		m.count(x.in, x.lanes, x.lanes)
		if m.Check != nil {
			if err := m.checkedResult(w, x, unset, voters, all, masks); err != nil {
				return err
			}
		}
		if x.in.Op != ir.WarpBar && x.in.inSlice {
			out, err := m.outcome(w, x, &values, voters, all, masks)
			if err != nil {
				return err
			}
			w.give(x, out)
			if m.block.fast != nil {
				m.packResult(w, x.in, x.lanes)
			}
		}
		c := x.in.clocks
		if x.in.Each > 0 {
			c.latency += int32(x.in.Each * (different(&values, all) - 1))
		}
		w.schedule.issued(&c, 0, x.in.ResultSlot, x.in.Results)
	}
	return nil
}

// different counts the values of some lanes.
func different(values *Lanes, lanes uint32) (n int) {
	seen := map[uint64]bool{}
	for i, v := range values {
		if lanes>>i&1 != 0 && !seen[v] {
			seen[v], n = true, n+1
		}
	}
	return n
}

// give sets the result of a collective, which is a predicate for __all and __any.
func (w *warpState) give(x part, out *Lanes) {
	if x.in.Dst.Kind != isa.Pred {
		w.write(x.in.Dst, x.in.Wide, out, x.lanes)
		return
	}
	d := &w.preds[x.in.Dst.N]
	*d &^= x.lanes
	for i, bit := range out {
		if x.lanes>>i&1 != 0 { // of others there is anything
			*d |= uint32(bit) << i
		}
	}
}

// outcome computes what a collective gives to the lanes of a part: values and voters
// are what all lanes bring.
func (m *Machine) outcome(w *warpState, x part, values *Lanes, voters, all uint32, masks *Lanes) (*Lanes, error) {
	out := &m.scratch[3]
	if x.in.Op == ir.Shfl {
		return out, m.shuffled(w, x, out, values, all)
	}
	for i := range out {
		if x.lanes>>i&1 == 0 {
			continue
		}
		group := groupOf(i, all, masks)
		switch x.in.Op {
		case ir.Vote:
			out[i] = vote(x.in.Imm, voters&group, group)
		case ir.Match:
			out[i] = match(x.in.Imm, values, i, group)
		case ir.Redux:
			out[i] = reduce(ir.AtomOp(x.in.Imm), x.in.Type, values, group)
		}
	}
	return out, nil
}

// groupOf are the lanes of a collective that lane i is together with.
func groupOf(i int, all uint32, masks *Lanes) uint32 {
	if masks == nil {
		return all
	}
	return all & uint32(masks[i])
}

// shuffled computes what a shuffle gives to the lanes of a part.
func (m *Machine) shuffled(w *warpState, x part, out, values *Lanes, all uint32) error {
	var lane, bounds *Lanes
	if _, err := m.source(w, x.in, 1, x.lanes, &lane); err != nil {
		return err
	}
	if _, err := m.source(w, x.in, 2, x.lanes, &bounds); err != nil {
		return err
	}
	shuffle(out, values, lane, bounds, ir.ShflMode(x.in.Imm), all)
	return nil
}

// shuffle gives every lane a value of another one, by the rules of PTX's shfl. A lane
// keeps its own where the other is out of its segment; so it does where that one takes
// no part, which CUDA leaves undefined.
func shuffle(out, values, lane, bounds *Lanes, mode ir.ShflMode, taking uint32) {
	for i := range out {
		out[i] = values[sourceLane(i, uint32(lane[i]), uint32(bounds[i]), mode, taking)]
	}
}

// sourceLane is the lane whose value a shuffle gives to lane i.
func sourceLane(i int, lane, bounds uint32, mode ir.ShflMode, taking uint32) int {
	// PTX packs two limits into the third operand: bits 8 to 12 are the part of the lane number
	// that is fixed within a segment, bits 0 to 4 the last lane (for up, the first).
	segment, end, by := int(bounds>>8&31), int(bounds&31), int(lane&31)
	least := i & segment
	last := least | end&^segment
	from, inside := i, false
	switch mode {
	case ir.ShflIdx:
		from = least | by&^segment
		inside = from <= last
	case ir.ShflUp:
		from = i - by
		inside = from >= last
	case ir.ShflDown:
		from = i + by
		inside = from <= last
	case ir.ShflXor:
		from = i ^ by
		inside = from <= last
	}
	if !inside || taking>>from&1 == 0 {
		return i
	}
	return from
}

// vote is the outcome of __all, __any and __ballot for the lanes of a group.
func vote(which uint64, voters, group uint32) uint64 {
	holds := false
	switch which {
	case ir.VoteAll:
		holds = voters == group
	case ir.VoteAny:
		holds = voters != 0
	default:
		return uint64(voters)
	}
	if holds {
		return 1
	}
	return 0
}

// match is the lanes of a group that have the value of lane i; for MatchAll none or all.
func match(which uint64, values *Lanes, i int, group uint32) uint64 {
	same := uint32(0)
	for j, v := range values {
		if group>>j&1 != 0 && v == values[i] {
			same |= 1 << j
		}
	}
	if which == ir.MatchAll && same != group {
		return 0
	}
	return uint64(same)
}

// reduce combines the values of a group.
func reduce(op ir.AtomOp, t ir.Type, values *Lanes, group uint32) uint64 {
	result := values[bits.TrailingZeros32(group)]
	for j := bits.TrailingZeros32(group) + 1; j < len(values); j++ {
		if group>>j&1 == 0 {
			continue
		}
		x, less := values[j], t.Compare(ir.LT, values[j], result)
		switch op {
		case ir.AtomAdd:
			result = uint64(uint32(result + x))
		case ir.AtomMin:
			if less {
				result = x
			}
		case ir.AtomMax:
			if !less {
				result = x
			}
		case ir.AtomAnd:
			result &= x
		case ir.AtomOr:
			result |= x
		case ir.AtomXor:
			result ^= x
		}
	}
	return result
}

// describe is a collective's name in CUDA C.
func describe(in *instr) string {
	switch in.Op {
	case ir.Vote:
		return [...]string{"__all_sync", "__any_sync", "__ballot_sync", "__activemask"}[in.Imm]
	case ir.Shfl:
		return [...]string{"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"}[in.Imm]
	case ir.Match:
		return [...]string{"__match_any_sync", "__match_all_sync"}[in.Imm]
	case ir.Redux:
		return "__reduce_" + [...]string{
			ir.AtomAdd: "add", ir.AtomMin: "min", ir.AtomMax: "max", ir.AtomAnd: "and", ir.AtomOr: "or", ir.AtomXor: "xor",
		}[in.Imm] + "_sync"
	}
	return "__syncwarp"
}

// sleep lets the warp issue nothing for as many nanoseconds as its lanes say at most.
func (m *Machine) sleep(w *warpState, in *instr, active uint32) error {
	var times *Lanes
	if _, err := m.source(w, in, 0, active, &times); err != nil {
		return err
	}
	longest := uint64(0)
	for i, t := range times {
		if active>>i&1 != 0 {
			longest = max(longest, min(t, maxSleep))
		}
	}
	c := in.clocks
	c.issue += int32(float64(longest) * m.Device.ClockMHz / 1000)
	w.schedule.issued(&c, 0, in.ResultSlot, in.Results)
	return nil
}

// maxSleep is the longest pause of __nanosleep, in nanoseconds (CUDA C++ Programming
// Guide 12.6, section 7.23): a millisecond.
const maxSleep = 1_000_000
