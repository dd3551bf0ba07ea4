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
// Moving a load changes the pressure between its old and its new place only, so that the time is that of the
// ways that the loads move.
func (f *Func) scheduleByPressure(b *Block, live map[*Value]bool, goal int) {
	front := -1     // the position behind the last load of the group
	var p *pressure // nil before it is needed
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		switch {
		case v.Op.Orders() || v.isClock() || v.Op == Phi || v.Leaf():
			front = -1
		case !f.goesAhead(v):
		case front < 0:
			front = i + 1
		default:
			f.poll()
			if p == nil {
				p = f.pressureOf(b, live)
			}
			to := f.room(b, i, front, p, goal)
			moved := f.moveUp(b, i, to)
			front = to + max(1, moved)
			if to < i && moved > 0 {
				p.permuted(to, i)
			}
		}
	}
}

// room is the earliest position to which the load at i can move, given its dependences and
// the free registers.
//
// It walks up from the load. Moving it past the value at to-1 makes it live there as well, which is allowed
// while the registers in front of that value, with the load's own, stay within the goal or minAhead.
func (f *Func) room(b *Block, i, from int, p *pressure, goal int) int {
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
		if p.all[to-1]+lanes > goal && p.ahead[to-1]+lanes > minAhead {
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
// definition to its last use. A predicate counts as a register, too.
type pressure struct {
	f          *Func
	values     []*Value // of the block
	all, ahead []int
	own        map[*Value]bool // values that the block computes
	last       map[*Value]int  // position of the last use; the length of the block for what lives on
	seen       map[*Value]int  // the number of the call of permuted that found the last use, for those in its part
	calls      int
}

// pressureOf is the pressure in a block; live is what its successors need.
func (f *Func) pressureOf(b *Block, live map[*Value]bool) *pressure {
	n := len(b.Values)
	p := &pressure{
		f: f, values: b.Values, all: make([]int, n+1), ahead: make([]int, n+1),
		own: make(map[*Value]bool, n), last: make(map[*Value]int, n), seen: make(map[*Value]int, n),
	}
	for _, v := range b.Values {
		p.own[v] = v.Op != Phi
	}
	note := func(v *Value, at int) {
		v = held(v)
		if _, ok := p.last[v]; ok || v.Leaf() {
			return
		}
		p.last[v] = at
		if !p.own[v] {
			p.all[0] += registersOf(v)
		}
	}
	for v := range live {
		note(v, n)
	}
	for i, v := range slices.Backward(b.Values) {
		if v.Op != Phi {
			for _, a := range v.Args {
				note(a, i)
			}
		}
	}
	p.sum(0, n)
	return p
}

// permuted brings the pressure up to date when the values from position first to position last have
// changed their order. What lives before or behind them is the same.
func (p *pressure) permuted(first, last int) {
	p.calls++
	for i := last; i >= first; i-- {
		if p.values[i].Op == Phi {
			continue
		}
		for _, a := range p.values[i].Args {
			if a = held(a); a.Leaf() || p.seen[a] == p.calls || p.last[a] > last {
				continue
			}
			p.seen[a], p.last[a] = p.calls, i
		}
	}
	p.sum(first, last+1)
}

// sum adds up the pressure behind position first, up to position end.
func (p *pressure) sum(first, end int) {
	for i := first; i < end; i++ {
		v, all, ahead := p.values[i], p.all[i], p.ahead[i]
		for at, a := range v.Args {
			if a = held(a); v.Op == Phi || a.Leaf() || p.last[a] != i ||
				slices.ContainsFunc(v.Args[:at], func(b *Value) bool { return held(b) == a }) {
				continue
			}
			all -= registersOf(a)
			if p.own[a] && p.f.goesAhead(a) {
				ahead -= registersOf(a)
			}
		}
		if _, used := p.last[v]; used && p.own[v] {
			all += registersOf(v)
			if p.f.goesAhead(v) {
				ahead += registersOf(v)
			}
		}
		p.all[i+1], p.ahead[i+1] = all, ahead
	}
}

// held is the value whose registers v is in: an element is in those of its vector.
func held(v *Value) *Value {
	for v.Op == Extract {
		v = v.Args[0]
	}
	return v
}

// registersOf is the number of registers that a value takes.
func registersOf(v *Value) int { return (v.Type.Size() + 3) / 4 * max(1, v.Lanes) }
