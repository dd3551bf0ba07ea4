package ir

import "slices"

// The limits of NVVM and ptxas were found by compiling loops of growing bodies with NVRTC and ptxas 12.9 for
// sm_70, sm_80 and sm_90, which agree but for mostOfIndexed: ptxas writes out shorter loops for sm_90, and compares the index instead.
const (
	mostByFour       = 49    // operations of a loop of unknown trips of which NVVM takes four iterations at a time
	mostByTwo        = 92    // or two
	mostWhole        = 400   // operations, and one more an iteration, of a loop that NVVM writes out
	mostExactly      = 203   // the same for the iterations of a loop of known trips that stand side by side
	mostAgain        = 77    // instructions, and loads once more, of a loop of known trips that ptxas unrolls again
	mostWholly       = 360   // or writes out
	mostAgainDynamic = 60    // instructions of a loop of unknown trips that ptxas unrolls again
	mostAgainOwn     = 41    // the same of a loop that tests its own counter: nine of an iteration
	mostOfArrays     = 2425  // the same as mostWhole of a loop that indexes an array in local memory
	mostOfIndexed    = 12000 // instructions of a loop of known trips that ptxas writes out because it indexes such an array
	mostOfExits      = 32    // trips of such a loop that has several exits: ptxas chooses the element by comparing the index
)

// maxForcedValues bounds unrolling that a pragma asks for.
const maxForcedValues = 1 << 16

// unrollsWhole tells whether a loop of n trips is written out. A pragma asks for it whatever the size; NVVM also
// does so for the sake of local arrays that become registers.
func (f *Func) unrollsWhole(l *loop, n int) bool {
	size := f.loopSize(l)
	k := l.Header.Unroll
	switch {
	case size.all*n > maxForcedValues || f.nextID+size.all*n > maxValues:
		return false
	case n == 1:
		return true
	case k == 1 || k > 1 && k < n:
		return false
	case k != 0:
		return true
	case !f.Target.UnrollsPartly:
		return n <= f.Target.UnrollLimit && size.fixed+size.left*n <= f.Target.UnrollLimit
	case size.local:
		return (size.operations+1)*n <= mostOfArrays
	case l.hasSwitch() && !l.singleExit():
		return false
	}
	return (size.operations+1)*n <= mostWhole
}

// unrollsIndexed tells whether ptxas writes out a loop of n trips because it indexes arrays in local memory, which then become
// registers. It never does so for elements that are not of 32 bits.
func (f *Func) unrollsIndexed(l *loop, n int) bool {
	size := f.loopSize(l)
	if !size.local || !l.singleExit() && n > mostOfExits || f.nextID+size.all*n > maxValues {
		return false
	}
	for b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op.Accesses() && v.Space == Local && v.Mem.Size() != 4 {
				return false
			}
		}
	}
	return f.instructionsOf(l)*n <= mostOfIndexed
}

// exactFactor is how many iterations NVVM takes at a time if it knows that there are n.
func (f *Func) exactFactor(l *loop, n int) int {
	size := f.loopSize(l)
	k := n & -n
	if k == 1 {
		k = 4
	}
	for k > 1 && (size.operations+1)*k > mostExactly {
		k /= 2
	}
	return k
}

// dynamicFactor is how many iterations NVVM takes at a time of a loop of unknown trips.
func (f *Func) dynamicFactor(l *loop) int {
	switch size := f.loopSize(l); {
	case size.operations <= mostByFour:
		return 4
	case size.operations <= mostByTwo:
		return 2
	}
	return 1
}

// unrollExactlyAgain is what ptxas does to a loop of known trips.
func (f *Func) unrollExactlyAgain(l *loop, trips int, seen map[*Block]bool) bool {
	n := f.instructionsOf(l)
	switch {
	case n*trips <= mostWholly:
		f.writeOut(l, trips)
		return true
	case n+l.loads() <= mostAgain:
		return f.unrollExactly(l, trips, 4, 1, seen)
	}
	return false
}

// loads is what the loads of a loop count besides being instructions. Those of shared memory count a little more: ptxas
// unrolls 24 loads and sums of global memory again, and 22 of shared memory.
func (l *loop) loads() int {
	global, shared := 0, 0
	for b := range l.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Op == Load && v.Space == Shared:
				shared++
			case v.Op == Load && v.Space != Local && v.Space != Const:
				global++
			}
		}
	}
	return global + shared*4/3
}

// instructionsOf estimates the instructions of a loop's body. What addresses and the loop's counters are
// computed from counts nothing: most of it becomes offsets.
func (f *Func) instructionsOf(l *loop) int {
	work := map[*Value]bool{}   // that something else uses
	summed := map[*Value]bool{} // what becomes one instruction with a sum
	n := 0
	for _, b := range slices.Backward(f.Blocks) {
		if !l.Blocks[b] {
			continue
		}
		for _, v := range slices.Backward(b.Values) {
			switch {
			case v.Op == Cvt && v.From == U32 && l.Blocks[v.Args[0].Block] && v.Args[0].Op == Add:
				n += 3 // an unsigned index, whose address is computed anew
				continue
			case v.Op == Phi, v.Pure() && v.Type.Integer() && !work[v], v.Op == Mul && v.Type.Float() && summed[v]:
				continue
			}
			if v.Op == Add && v.Type.Float() {
				summed[v.Args[0]], summed[v.Args[1]] = true, true
			}
			n++
			args := v.Args
			if v.Op.Accesses() {
				args = args[1:]
			}
			for _, a := range args {
				work[a] = true
			}
		}
	}
	return n
}

// cheap tells whether ptxas takes four times as many iterations of a loop of unknown trips as NVVM did.
// The limits are those of a body that NVVM has unrolled by four. A loop that has its own test, in place of a count
// of what is left, may have an exponential in it.
func (f *Func) cheap(l *loop, own bool) bool {
	var loads, stores, barriers, arithmetic int
	type vector struct {
		base *Value
		at   uint64
	}
	shared := map[vector]bool{} // loads of neighbouring words, which become one
	for b := range l.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Op == Bar:
				barriers++
			case v.Op == Load && (v.Space == Global || v.Space == Generic):
				loads++
			case v.Op == Load && v.Space == Shared:
				shared[vector{v.Args[0], v.Imm / 16}] = true
			case v.Op == Store:
				stores++
			case own && v.Op == Math && mathOperations[MathFunc(v.Imm)] > 0:
				arithmetic += mathOperations[MathFunc(v.Imm)]
			case v.Op.has(slow), v.Op == Rcp, v.Op == Sqrt, v.Op == Rsqrt, v.Op == Sin, v.Op == Cos, v.Op == Ex2, v.Op == Lg2, v.Op == Tanh, v.Op == Atom,
				v.Op.has(collective) || v.Op.has(outputs):
				return false
			case v.Type.Float() && v.Op != Phi:
				arithmetic++
			}
		}
	}
	most := 68
	if loads+stores+len(shared) == 0 {
		most = 32
	}
	instructions := mostAgainDynamic
	if own {
		instructions = mostAgainOwn - branchInstructions*l.branches()
	}
	return f.instructionsOf(l) <= instructions && loads <= 12 && stores <= 8 && len(shared) <= 28 && barriers <= 4 && arithmetic <= most
}

// branchInstructions are those of a branch in PTX: itself, and the move of the value that meets another one behind it.
const branchInstructions = 2

// branches counts the branches in a loop, but for those that end an iteration.
func (l *loop) branches() (n int) {
	for b := range l.Blocks {
		if b.Term == Branch && b.Succs[0] != b.Succs[1] && b != l.Latches[0] {
			n++
		}
	}
	return n
}

// A loopSize says how large a loop is.
type loopSize struct {
	all        int  // values
	fixed      int  // values that are the same in every iteration
	left       int  // values of an iteration that remain where the loop's counters are constants
	operations int  // as NVVM counts them
	local      bool // an array in local memory is indexed
}

// loopSize measures a loop.
func (f *Func) loopSize(l *loop) loopSize {
	s := loopSize{operations: f.operationsOfInner(l)}
	varies, folds := map[*Value]bool{}, map[*Value]bool{}
	entry := 0
	if l.Blocks[l.Header.Preds[0]] {
		entry = 1
	}
	counters := map[*Value]bool{}
	for _, phi := range l.Header.phis() {
		if len(phi.Args) == 2 && (&slice{f: f, l: l, phis: map[*Value]uint64{}}).collect(phi, entry, map[*Value]bool{}) {
			folds[phi] = true
		}
		if len(phi.Args) == 2 {
			if at, _, ok := l.phiPlus(phi.Args[1-entry]); ok && at == phi {
				counters[phi.Args[1-entry]] = true
			}
		}
	}
	cond, _ := l.latchTest()
	for _, b := range f.Blocks {
		if !l.Blocks[b] {
			continue
		}
		again := repeatedLocals(b)
		for _, v := range b.Values {
			s.all++
			if v.Op == Phi {
				varies[v] = true
				continue
			}
			variant, constant := !v.Pure(), v.Pure()
			for _, a := range v.Args {
				variant = variant || varies[a]
				constant = constant && (a.isConst() || folds[a])
			}
			if v.Op.Accesses() && v.Space == Local {
				s.local = s.local || indexesLocal(v.Args[0])
			}
			varies[v] = variant
			switch {
			case constant:
				folds[v] = true
			case variant:
				s.left++
			default:
				s.fixed++
			}
			if variant && v != cond && !counters[v] && !again[v] {
				s.operations += operationsOf(v)
			}
		}
	}
	return s
}

// repeatedLocals are the accesses of a block to local memory that NVVM has removed before it looks at the loop around: loads of
// what the block has loaded or stored there, and stores that a later one overwrites, as those of a sum in an array whose index
// an inner loop does not change.
func repeatedLocals(b *Block) map[*Value]bool {
	again := map[*Value]bool{}
	var last, store *Value // the access before, and the store that nothing has followed but accesses of the same place
	for _, v := range b.Values {
		if !v.Op.Accesses() || v.Space != Local {
			continue
		}
		if last == nil || v.Volatile || last.Args[0] != v.Args[0] || last.Imm != v.Imm || last.Mem != v.Mem || last.Lanes != v.Lanes {
			store = nil
		} else if v.Op == Load {
			again[v] = true
		} else if store != nil {
			again[store] = true
		}
		if last = v; v.Op == Store {
			store = v
		}
	}
	return again
}

// indexesLocal tells whether an address in local memory is known only at run time.
func indexesLocal(address *Value) bool {
	for address.Op == Cvta || address.Op == Add && address.Args[1].isConst() {
		address = address.Args[0]
	}
	return address.Op != LocalAddr
}

// operationsOfInner is what the loops in l count besides the operations of one iteration: their counters, and the
// copies of those of unknown trips, of which NVVM takes several iterations at a time before it looks at l.
func (f *Func) operationsOfInner(l *loop) (n int) {
	const counter, remainder = 4, 10
	if !l.hasInner() {
		return 0
	}
	for _, in := range f.loops() {
		if in.Header == l.Header || !l.Blocks[in.Header] {
			continue
		}
		n += counter
		_, counted := in.counted()
		if _, known := f.constantTrips(in); known || !counted || in.Header.Unroll == 1 || in.hasInner() || !in.singleExit() {
			continue
		}
		if k := f.dynamicFactor(in); k > 1 {
			n += k*f.loopSize(in).operations + remainder
		}
	}
	return n
}

// operationsOf counts a value as NVVM does: the scaling of an index is part of its address.
func operationsOf(v *Value) int {
	switch {
	case (v.Op == Mul || v.Op == Shl) && v.Type.Integer() && v.Type.Size() == 8 && v.Args[1].isConst():
		return 0
	case v.Op == Fma || v.Op == Mad:
		return 2
	case v.Op.Accesses() && v.Space == Shared && !v.Args[0].Leaf():
		return 2 // its place in the array
	case v.Op == Math:
		if n, ok := mathOperations[MathFunc(v.Imm)]; ok {
			return n
		}
		return mathMany
	}
	return 1
}

// mathOperations are the library functions that are small enough for a loop to be unrolled around them. Others
// have slow paths in line: the body of a loop with sinf counts more than mostByTwo.
var mathOperations = map[MathFunc]int{
	MathRound:    5,
	MathCopysign: 1, MathIsnan: 2, MathIsinf: 2, MathIsfinite: 2,
}

const mathMany = 100

// countsDown tells whether NVVM's unrolled loop tests a counter of its own, which ptxas needs in order to unroll
// it once more. It does not where the address is computed anew from the counter: where a sum with the
// counter is unsigned, and where the counter, times a constant, is added to something. NVVM then writes (i|1)*32 for
// (i+1)*32, whose addresses its strength reduction does not step. It does step them if there is another address with the counter
// as it is, whose pointer goes along.
func (f *Func) countsDown(l *loop, c countedLoop) bool {
	if c.from.Size() == 8 || l.computesFrom(c) {
		return false
	}
	sums, plain := false, false
	for b := range l.Blocks {
		for _, v := range b.Values {
			if !v.Op.Accesses() || !l.dependsOn(v.Args[0], c.phi) {
				continue
			}
			sum, anew := l.indexed(c, v.Args[0], nil, inAddress)
			if anew && sum == nil {
				return false
			}
			sums, plain = sums || anew, plain || !anew && l.steps(c, v.Args[0])
		}
	}
	return !sums || plain
}

// steps tells whether the counter is in an address once, or a constant number of times.
func (l *loop) steps(c countedLoop, x *Value) bool {
	if !l.Blocks[x.Block] {
		return false
	}
	switch x.Op {
	case Add, Sub:
		return l.steps(c, x.Args[0]) || l.steps(c, x.Args[1])
	case Mul, Shl:
		return x.Args[1].isConst() && l.steps(c, x.Args[0])
	case Cvt:
		return l.steps(c, x.Args[0])
	}
	return x == c.phi
}

// computesFrom tells whether the loop computes with what it computes from its counter, in an address or not. The counter itself
// may be used.
func (l *loop) computesFrom(c countedLoop) bool {
	derived := map[*Value]bool{}
	cond, _ := l.latchTest()
	for {
		n := len(derived)
		for b := range l.Blocks {
			for _, v := range b.Values {
				if v.Op == Phi || v == cond || !v.Type.Integer() || !v.Pure() || derived[v] {
					continue
				}
				for _, a := range v.Args {
					if a == c.phi && (v.Op == Add || v.Op == Sub || v.Op == Mul || v.Op == Shl || v.Op == Mad) || derived[a] {
						derived[v] = true
					}
				}
			}
		}
		if len(derived) == n {
			break
		}
	}
	for b := range l.Blocks {
		for _, v := range b.Values {
			if derived[v] || v == cond || v.Op == Phi {
				continue
			}
			args := v.Args
			if v.Op.Accesses() {
				args = args[1:]
			}
			for _, a := range args {
				if derived[a] {
					return true
				}
			}
		}
		if b.Cond != nil && derived[b.Cond] {
			return true
		}
	}
	return false
}

// Where in an address a value stands.
const (
	inAddress = iota
	inIndex
	inSum // of an index
)

// indexed tells whether x is computed anew from the counter. If that is because it is a sum with a multiple of the counter,
// it returns the sum: where others are stepped, NVVM steps that one too.
func (l *loop) indexed(c countedLoop, x, sum *Value, where int) (of *Value, anew bool) {
	if !l.Blocks[x.Block] {
		return nil, false
	}
	switch x.Op {
	case Add, Sub:
		if where == inIndex {
			where, sum = inSum, x
		}
		for _, a := range x.Args {
			if of, anew := l.indexed(c, a, sum, where); anew {
				return of, true
			}
		}
	case Mul, Shl:
		switch {
		case !x.Args[1].isConst():
			return nil, false
		case where == inSum:
			return sum, c.base.isConst() && (c.step == 1 || c.step == -1) && c.onlyConstants(x.Args[0])
		case l.sumsUnsigned(x.Args[0]): // of an address in shared memory, which has 32 bits
			return nil, true
		}
		return l.indexed(c, x.Args[0], nil, inIndex)
	case Cvt:
		if x.From == U32 && x.Args[0].Op == Add && l.Blocks[x.Args[0].Block] {
			return nil, true
		}
		return l.indexed(c, x.Args[0], sum, max(where, inIndex))
	}
	return nil, false
}

// sumsUnsigned tells whether x is a sum of 32 bits that may wrap around.
func (l *loop) sumsUnsigned(x *Value) bool {
	return x.Op == Add && x.Type == U32 && l.Blocks[x.Block] && !x.Args[1].isConst()
}

// dependsOn tells whether x is computed from the phi within an iteration.
func (l *loop) dependsOn(x, phi *Value) bool {
	if x == phi {
		return true
	}
	if x.Op == Phi || !l.Blocks[x.Block] {
		return false
	}
	for _, a := range x.Args {
		if l.dependsOn(a, phi) {
			return true
		}
	}
	return false
}

// onlyConstants tells whether x is made of the counter and constants, or is a multiple of the counter and something.
func (c *countedLoop) onlyConstants(x *Value) bool {
	multiple := func(a *Value) bool { return (a.Op == Mul || a.Op == Shl) && a.Args[0] == c.phi && a.Args[1].isConst() }
	for x.Op == Add {
		if multiple(x.Args[0]) || multiple(x.Args[1]) {
			return true
		}
		if !x.Args[1].isConst() {
			return false
		}
		x = x.Args[0]
	}
	return x == c.phi
}
