package warp

import (
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// An exchange is a shuffle or a vote on the fast path, whose mask is the same for all lanes.
type exchange struct {
	mask  uint32
	value uint32    // the place of what lanes bring: a word, or a predicate that X of MovP may negate
	not   uint32    // all ones if the predicate is negated
	from  [32]uint8 // of a shuffle, the lane whose value each lane gets, if all take part
	lane  uint32    // its operands, where they are not the same for the whole launch
	limit uint32
	fixed bool
	d     uint32 // the place of the result
}

// newExchange prepares a collective for the fast path; nil if it goes the other way.
func (m *Machine) newExchange(in *instr) *exchange {
	f := m.fast
	x := &exchange{mask: allLanes}
	if mask, ok := in.Mask(); ok {
		if mask.Kind != isa.Imm {
			return nil
		}
		x.mask = uint32(mask.Value)
	}
	switch {
	case in.Op == ir.WarpBar:
		return x
	case in.Op == ir.Vote:
		o := in.Src[0]
		switch {
		case o.Kind == isa.Pred:
			x.value = f.predicateAt(o.N)
		case o.Kind == isa.Imm:
			x.value = f.of(uint64(-uint32(o.Value&1)), false)
		default:
			return nil
		}
		if o.Neg {
			x.not = allLanes
		}
		x.d = f.register(in.Dst.N)
		if in.Dst.Kind == isa.Pred {
			x.d = f.predicateAt(in.Dst.N)
		}
		return x
	case in.Op != ir.Shfl || in.Wide || in.Dst.Kind != isa.Reg:
		return nil
	}
	var at [3]uint32
	for i, o := range in.Src {
		switch {
		case o.Modified():
			return nil
		case o.Kind == isa.Reg:
			at[i] = f.register(o.N)
		case in.constants[i] != nil:
			at[i] = f.of(in.constants[i][0], false)
		default:
			return nil
		}
	}
	x.value, x.lane, x.limit, x.d = at[0], at[1], at[2], f.register(in.Dst.N)
	if in.constants[1] != nil && in.constants[2] != nil {
		x.fixed = true
		for i := range x.from {
			x.from[i] = uint8(sourceLane(i, uint32(in.constants[1][0]), uint32(in.constants[2][0]), ir.ShflMode(in.Imm), allLanes))
		}
	}
	return x
}

// fastExchange executes a collective for which nobody has to wait, and reports whether it is one.
func (m *Machine) fastExchange(w *warpState, in *instr, here uint32) bool {
	x := m.fast.exchanges[in.PC]
	if m.filter != nil && x != nil {
		m.filter.meets(w, in, here, x.mask)
	}
	if x == nil || here&^x.mask != 0 || m.Program.Independent && in.hasMask() && x.mask&w.stack.all&^w.stack.exited != here {
		return false
	}
	if at := m.fast.tallies[in.PC]; at != 0 {
		vector.Tally(w.frame, at, here)
	} else {
		m.count(in, here, here)
		w.schedule.issued(&in.clocks, 0, -1, 0)
	}
	w.stack.top().pc++
	switch in.Op {
	case ir.Vote:
		found := uint32(vote(in.Imm, (*vector.Mask(w.frame, x.value)^x.not)&here, here))
		if in.Dst.Kind == isa.Pred {
			p := vector.Mask(w.frame, x.d)
			*p = *p&^here | -(found&1)&here
			break
		}
		vector.Fill(vector.At(w.frame, x.d), found, here)
	case ir.Shfl:
		d, values := vector.At(w.frame, x.d), *vector.At(w.frame, x.value)
		if x.fixed && here == allLanes {
			for i, from := range &x.from {
				d[i] = values[from&31]
			}
			break
		}
		lane, limit := vector.At(w.frame, x.lane), vector.At(w.frame, x.limit)
		for lanes := here; lanes != 0; lanes &= lanes - 1 {
			i := bits.TrailingZeros32(lanes) & 31
			d[i] = values[sourceLane(i, lane[i], limit[i], ir.ShflMode(in.Imm), here)&31]
		}
	}
	return true
}
