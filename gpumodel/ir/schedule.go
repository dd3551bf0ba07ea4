package ir

import "slices"

// minInFlight and maxInFlight bound the registers that hoisted loads fill before
// they are used; between them, they, the address of the next one and what is live
// anyway keep to registerGoal, or to what lets all warps be on an SM where that is less. ptxas keeps to
// the latter on later cards (scheduleByPressure).
const (
	minInFlight  = 4
	maxInFlight  = 16
	registerGoal = 32
)

// schedule moves loads up within their block, above arithmetic and stores to
// other memory, so that the loads of an unrolled loop are under way together.
// Loads keep their order; none passes a barrier, a fence, a reading of the clock, or an effect that may
// change what it reads. Shared loads are moved only where they are instructions
// of their own: on c.c. 1.x they are operands.
//
// A load takes hundreds of clocks and an in-order warp stops at the first use, so the number of loads
// between the first one and its use decides how much latency a warp hides:
//
//	ld %f1; fma %f1; ld %f2; fma %f2      ->      ld %f1; ld %f2; fma %f1; fma %f2
//
// Each load that is under way takes a register, and registers limit the warps of an SM: hence the bounds.
// The pass only estimates the registers; isa allocates them.
func schedule(f *Func) {
	f.analyze()
	live := f.liveIn()
	goal := registerGoal
	for _, most := range []int{f.Target.RegistersOfAllWarps, f.Target.RegisterGoal} {
		if most > 0 {
			goal = min(goal, most)
		}
	}
	if f.Target.LoadsByPressure {
		goal = f.Target.RegisterGoal
		for _, b := range f.Blocks {
			f.scheduleByPressure(b, f.liveOut(b, live), goal)
		}
		return
	}
	for _, b := range f.Blocks {
		registers := 0
		for v := range live[b] {
			registers += (v.Type.Size() + 3) / 4
		}
		f.scheduleBlock(b, min(maxInFlight, max(minInFlight, goal-registers-1)))
		if most := f.Target.AddressesAhead; most > 0 {
			f.addressesAhead(b, f.liveOut(b, live), most)
		}
	}
}

// liveIn has the values, leaves apart, that each block or a later one uses and
// that are defined before it or as its phis.
//
// It is the usual backward data-flow problem, iterated until no set grows. The phis of b count as live at
// its start; their arguments are live at the end of the predecessors.
func (f *Func) liveIn() map[*Block]map[*Value]bool {
	live := map[*Block]map[*Value]bool{}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(f.Blocks) {
			set := f.liveOut(b, live)
			for _, v := range slices.Backward(b.Values) {
				if v.Op == Phi {
					continue // it arrives with the edge
				}
				delete(set, v)
				for _, a := range v.Args {
					if !a.Leaf() {
						set[a] = true
					}
				}
			}
			changed = changed || len(set) != len(live[b])
			live[b] = set
		}
	}
	return live
}

// liveOut is what is live behind the last value of b: for its successors, their phis and its branch.
func (f *Func) liveOut(b *Block, live map[*Block]map[*Value]bool) map[*Value]bool {
	f.poll()
	set := map[*Value]bool{}
	for _, s := range b.Succs {
		for v := range live[s] {
			if v.Op != Phi || v.Block != s {
				set[v] = true
			}
		}
		for _, phi := range s.phis() {
			if a := phi.Args[slices.Index(s.Preds, b)]; !a.Leaf() {
				set[a] = true
			}
		}
	}
	if b.Cond != nil {
		set[b.Cond] = true
	}
	return set
}

// scheduleBlock gathers loads into groups of up to inFlight registers. A load that cannot join its group
// begins the next one, at its own place.
func (f *Func) scheduleBlock(b *Block, inFlight int) {
	waiting := 0 // registers of loads that were moved up and are not used yet
	front := -1  // position behind the last load of the group
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		switch {
		case v.Op.Orders() || v.isClock() || v.Op == Phi || v.Leaf():
			front, waiting = -1, 0
		case f.goesAhead(v):
			if front >= 0 && waiting+max(1, v.Lanes) <= inFlight {
				if moved := f.moveUp(b, i, front); moved > 0 {
					front += moved
					waiting += max(1, v.Lanes)
					continue
				}
			}
			front, waiting = i+1, max(1, v.Lanes)
		}
	}
}

// moveUp moves the load at i, and what of its address is computed between, to
// position to. It returns the number of values moved, 0 if something is in the way.
//
// It collects backwards from the load: what the address needs moves along, the rest stays behind in its
// order. An address that was loaded itself cannot move with it, which is why pointer chasing stays serial.
func (f *Func) moveUp(b *Block, i, to int) int {
	load := b.Values[i]
	needed := map[*Value]bool{}
	need := func(v *Value) {
		for _, a := range v.Args {
			needed[a] = true
		}
	}
	need(load)
	first, rest := []*Value{load}, []*Value(nil)
	for _, v := range slices.Backward(b.Values[to:i]) {
		switch {
		case !needed[v] && v.Effect() && (v.Op.Outputs() || v.isClock() || f.mayOverwrite(v, load)):
			return 0
		case !needed[v]:
			rest = append(rest, v)
		case !v.Pure():
			return 0 // the address itself is loaded here
		default:
			need(v)
			first = append(first, v)
		}
	}
	slices.Reverse(first)
	slices.Reverse(rest)
	copy(b.Values[to:], append(first, rest...))
	return len(first)
}

// goesAhead is true for the loads that are moved up.
//
// A constant load is served by the constant cache and a local one is a spill or an array: neither waits
// for DRAM as a rule. On 1.x a shared load is the operand of an instruction.
func (f *Func) goesAhead(v *Value) bool {
	if v.Op != Load || v.Volatile {
		return v.Op == Tex
	}
	return v.Space == Global || v.Space == Generic || v.Space == Shared && f.Target.PointerBits > 32
}
