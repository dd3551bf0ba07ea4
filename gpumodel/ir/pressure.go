package ir

import "slices"

// minAhead is the number of registers that early loads may fill even where no registers are free:
// a row of a tile and the column beside it, twice. Fitted to the registers of the built-in
// programs in code of CUDA 12.9 for sm_80 to sm_100.
const minAhead = 12

// scheduleByPressure moves the loads of a block up as schedule does, but one by one: a load goes as
// far up as there are free registers for its result. When all are taken, each use of a
// load frees registers for the next one. live is what the block's successors need.
//
// ptxas schedules for a target of 65536 registers by the most threads of an SM, rounded down to a multiple of 8: 32
// on most devices, 40 on 8.6 and 64 on 7.5. With NVRTC 12.9, 256 independent loads have 21 to 23 of
// them under way at 32 registers, 30 at 40 and 55 at 64. The target bounds early loads only: values that
// really are needed may take more registers than that.
//
// The pressure is computed anew for each load, so a block of n values with m loads costs n*m steps.
func (f *Func) scheduleByPressure(b *Block, live map[*Value]bool, goal int) {
	front := -1          // the position behind the last load of the group
	var all, ahead []int // pressure, nil when the order has changed since
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		switch {
		case v.Op.Orders() || v.Op == Phi || v.Leaf():
			front = -1
		case !f.goesAhead(v):
		case front < 0:
			front = i + 1
		default:
			f.poll()
			if all == nil {
				all, ahead = f.pressure(b, live)
			}
			to := f.room(b, i, front, all, ahead, goal)
			moved := f.moveUp(b, i, to)
			front = to + max(1, moved)
			if to < i && moved > 0 {
				all, ahead = nil, nil
			}
		}
	}
}

// room is the earliest position to which the load at i can move, given its dependences and
// the free registers. all and ahead are the pressure in the block.
//
// It walks up from the load. Moving it past the value at to-1 makes it live there as well, which is allowed
// while the registers in front of that value, with the load's own, stay within the goal or minAhead.
func (f *Func) room(b *Block, i, from int, all, ahead []int, goal int) int {
	load := b.Values[i]
	lanes := max(1, load.Lanes)
	// needed has the values that must move along; their own registers are not counted.
	needed := map[*Value]bool{}
	for _, a := range load.Args {
		needed[a] = true
	}
	to := i
	for to > from {
		v := b.Values[to-1]
		if !needed[v] && v.Effect() && (v.Op.Outputs() || f.mayOverwrite(v, load)) || needed[v] && !v.Pure() {
			break
		}
		if all[to-1]+lanes > goal && ahead[to-1]+lanes > minAhead {
			break
		}
		if needed[v] {
			for _, a := range v.Args {
				needed[a] = true
			}
		}
		to--
	}
	return to
}

// pressure is the number of registers that are taken in front of each value of a block, and the
// part of them that early loads take.
//
// A register is 32 bits: a pointer is two, a float4 four. A value is taken from the position behind its
// definition to its last use. Both results are first filled with differences and then summed up, which is
// linear in the block. A predicate counts as a register, too.
func (f *Func) pressure(b *Block, live map[*Value]bool) (all, ahead []int) {
	n := len(b.Values)
	all, ahead = make([]int, n+2), make([]int, n+2) // at first how they change
	behind := make(map[*Value]int, n)               // a value that the block computes
	for i, v := range b.Values {
		if v.Op != Phi {
			behind[v] = i + 1
		}
	}
	seen := map[*Value]bool{}
	lives := func(v *Value, until int) {
		// An element is part of the vector's registers, so its use keeps the vector.
		for v.Op == Extract {
			v = v.Args[0]
		}
		if seen[v] || v.Leaf() {
			return
		}
		seen[v] = true
		size := (v.Type.Size() + 3) / 4 * max(1, v.Lanes)
		all[behind[v]] += size
		all[until+1] -= size
		if behind[v] > 0 && f.goesAhead(v) {
			ahead[behind[v]] += size
			ahead[until+1] -= size
		}
	}
	for v := range live {
		lives(v, n)
	}
	for i, v := range slices.Backward(b.Values) {
		if v.Op != Phi {
			for _, a := range v.Args {
				lives(a, i)
			}
		}
	}
	for i := range n {
		all[i+1] += all[i]
		ahead[i+1] += ahead[i]
	}
	return all, ahead
}
