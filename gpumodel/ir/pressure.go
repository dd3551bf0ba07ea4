package ir

import "slices"

// minAhead is the number of registers that early loads may fill even where no registers are free:
// a row of a tile and the column beside it, twice. Fitted to the registers of the built-in
// programs in code of CUDA 12.9 for sm_80 to sm_100.
const minAhead = 12

// scheduleByPressure moves the loads of a block up as schedule does, but one by one: a load goes as
// far up as there are free registers for its result. When all are taken, each use of a
// load frees registers for the next one. live is what the block's successors need.
func (f *Func) scheduleByPressure(b *Block, live map[*Value]bool, goal int) {
	front := -1 // the position behind the last load of the group
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		switch {
		case v.Op.Orders() || v.Op == Phi || v.Leaf():
			front = -1
		case !f.goesAhead(v):
		case front < 0:
			front = i + 1
		default:
			to := f.room(b, i, front, live, goal)
			front = to + max(1, f.moveUp(b, i, to))
		}
	}
}

// room is the earliest position to which the load at i can move, given its dependences and
// the free registers.
func (f *Func) room(b *Block, i, from int, live map[*Value]bool, goal int) int {
	load := b.Values[i]
	lanes := max(1, load.Lanes)
	all, ahead := f.pressure(b, live)
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
