package ir

import "slices"

// Atomics of a warp on one address. From 7.0 on ptxas lets one lane do for all what the lanes that are active would do one after the
// other, where the address is the same for all by its computation (NVRTC 12 and ptxas, for 7.0 to 9.0):
//
//	atomicAdd(p, n), n the same for all     vote, popc: the highest lane adds popc * n
//	    with its result                     and the others get it by a shuffle, plus n for each lane below
//	atomicAdd(p, x), atomicMax, And, …      redux, from 8.0 on; before, if the warp is whole, five shuffles
//	    with its result, add alone          if the warp is whole, a scan by shuffles
//
// It leaves alone what one thread does (behind if (threadIdx.x == 0)), numbers with a fraction, words of 64 bits but for the first kind,
// and from 8.0 on increments of shared memory, which have an instruction of their own.

// aggregateAtomics writes these sequences.
func aggregateAtomics(f *Func) {
	if !f.Target.MergesAtomics || f.Target.Checked || !slices.ContainsFunc(f.Blocks,
		func(b *Block) bool { return slices.ContainsFunc(b.Values, mergeable) }) {
		return
	}
	m := &aggregation{f: f, varying: f.Varying(), users: f.users(), results: map[*Value]*Value{}}
	for _, b := range slices.Clone(f.Blocks) {
		if m.alone(b) {
			continue
		}
		m.mask = nil
		for at := b; at != nil; {
			at = m.next(at)
		}
	}
	f.replace(m.results)
	f.analyze()
	dropDead(f)
}

// mergeable tells whether v is an atomic whose operation on several values can be done at once.
func mergeable(v *Value) bool {
	_, ok := mergedBy[v.Atom]
	return v.Op == Atom && !v.Mem.Float() && ok
}

// mergedBy are the operations that combine two operands of an atomic.
var mergedBy = map[AtomOp]Op{AtomAdd: Add, AtomSub: Add, AtomMin: Min, AtomMax: Max, AtomAnd: And, AtomOr: Or, AtomXor: Xor}

// An aggregation is the pass under way.
type aggregation struct {
	f       *Func
	varying map[*Value]bool
	users   map[*Value]int
	results map[*Value]*Value // of atomics, and what stands for them now
	mask    *Value            // of the lanes that are active, where it is known already
}

// alone tells whether a block stands behind a comparison of threadIdx.x with something that is the same for all.
func (m *aggregation) alone(b *Block) bool {
	for d := b; d.Idom != nil; d = d.Idom {
		c := d.Idom.Cond
		if len(d.Preds) != 1 || d.Idom.Term != Branch || c.Op != Setp || len(d.Idom.Succs) != 2 {
			continue
		}
		if c.Cmp == EQ && d.Idom.Succs[0] == d || c.Cmp == NE && d.Idom.Succs[1] == d {
			for i, a := range c.Args {
				if a.Op == Special && a.Imm == TidX && !m.varying[c.Args[1-i]] {
					return true
				}
			}
		}
	}
	return false
}

// next rewrites the first atomic of a block that can be, and returns the block with what followed it; nil if there is none.
func (m *aggregation) next(b *Block) *Block {
	for i, v := range b.Values {
		if !mergeable(v) || m.varying[v.Args[0]] || v.Space == Local {
			continue
		}
		add, used, same, wide := mergedBy[v.Atom] == Add, m.users[v] > 0, !m.varying[v.Args[1]], v.Mem.Size() == 8
		reduces := m.f.Target.Reduces
		switch {
		case used && (!add || wide), wide && !(add && same):
		case add && same && !used && reduces && v.Space == Shared && v.Args[1].is(1):
		case add && same:
			return m.counted(b, i, used)
		case !used && reduces:
			return m.reduced(b, i)
		default:
			return m.inSteps(b, i, used)
		}
	}
	return nil
}

// cut ends block b before value number i, and returns what follows behind that value, in a block of its own.
func (m *aggregation) cut(b *Block, i int) (v *Value, rest *Block) {
	v = b.Values[i]
	rest = m.block(b)
	rest.Values = append(rest.Values, b.Values[i+1:]...)
	rest.Term, rest.Cond, rest.Succs, rest.Exit, rest.EndLine = b.Term, b.Cond, b.Succs, b.Exit, b.EndLine
	for _, x := range rest.Values {
		x.Block = rest
	}
	for _, s := range rest.Succs {
		s.Preds[slices.Index(s.Preds, b)] = rest
	}
	b.Values, b.Succs, b.Term, b.Cond = b.Values[:i:i], nil, Jump, nil
	return v, rest
}

// block is a new one; b is for its line.
func (m *aggregation) block(b *Block) *Block {
	n := &Block{ID: len(m.f.Blocks), Line: b.Line, Col: b.Col, EndLine: b.EndLine, LoopDepth: b.LoopDepth}
	m.f.Blocks = append(m.f.Blocks, n)
	return n
}

func (m *aggregation) emitter(b *Block, v *Value) *emitter {
	return &emitter{f: m.f, b: b, line: v.Line, col: v.Col}
}

// active is the mask of the lanes that are here.
func (m *aggregation) active(e *emitter) *Value {
	if m.mask == nil {
		m.mask = e.emit(Value{Op: Vote, Type: U32, Imm: VoteActive, Args: []*Value{e.constant(Pred, 1)}})
	}
	return m.mask
}

// lane is the number of the lane.
func (m *aggregation) lane(e *emitter) *Value {
	return e.emit(Value{Op: Special, Type: S32, Imm: LaneID})
}

// highest is the number of the highest lane of a mask.
func (m *aggregation) highest(e *emitter, mask *Value) *Value {
	return e.op(Sub, S32, e.int(S32, 31), e.emit(Value{Op: Clz, Type: S32, From: U32, Args: []*Value{mask}}))
}

// shuffle is a value of another lane; last is the lane at which lanes without one are told to keep theirs.
func (m *aggregation) shuffle(e *emitter, mode ShflMode, x, lane *Value, last int64, mask *Value) *Value {
	return e.emit(Value{Op: Shfl, Type: x.Type, Imm: uint64(mode), Args: []*Value{x, lane, e.int(U32, last), mask}})
}

// byOne makes the atomic v with operand x where leads holds, and returns its result there; b goes on in to.
func (m *aggregation) byOne(b, to *Block, leads, v, x *Value) *Value {
	one := m.block(b)
	b.Term, b.Cond = Branch, leads
	link(b, one)
	link(b, to)
	link(one, to)
	e := m.emitter(one, v)
	n := *v
	n.ID, n.Block, n.Args = 0, nil, append([]*Value{v.Args[0], x}, v.Args[2:]...)
	return e.emit(n)
}

// either is a phi at the beginning of a block, with a value for each of its predecessors.
func (m *aggregation) either(b *Block, t Type, args ...*Value) *Value {
	phi := &Value{ID: m.f.id(), Op: Phi, Type: t, Args: args, Block: b}
	b.Values = slices.Insert(b.Values, 0, phi)
	return phi
}

// counted adds a number as often as there are lanes.
func (m *aggregation) counted(b *Block, i int, used bool) *Block {
	v, rest := m.cut(b, i)
	e := m.emitter(b, v)
	mask, x := m.active(e), v.Args[1]
	leader := m.highest(e, mask)
	n := e.emit(Value{Op: Popc, Type: S32, From: U32, Args: []*Value{mask}})
	leads := e.setp(EQ, S32, m.lane(e), leader)
	if !used {
		m.byOne(b, rest, leads, v, m.times(e, v, n, x))
		return rest
	}
	to := m.block(b)
	old := m.byOne(b, to, leads, v, m.times(e, v, n, x))
	result := m.either(to, v.Type, e.int(v.Type, 0), old)
	e = m.emitter(to, v)
	below := e.op(And, U32, mask, e.op(Sub, U32, e.op(Shl, U32, e.int(U32, 1), m.lane(e)), e.int(U32, 1)))
	first := m.shuffle(e, ShflIdx, result, leader, 31, mask)
	mine := m.times(e, v, e.emit(Value{Op: Popc, Type: S32, From: U32, Args: []*Value{below}}), x)
	m.results[v] = e.op(m.onward(v), v.Type, first, mine)
	link(to, rest)
	return rest
}

// onward is the operation by which a lane's result follows from that of the lanes before.
func (m *aggregation) onward(v *Value) Op {
	if v.Atom == AtomSub {
		return Sub
	}
	return Add
}

// times is n, a word, times the operand x of v.
func (m *aggregation) times(e *emitter, v, n, x *Value) *Value {
	if v.Mem.Size() == 8 {
		n = e.cvt(x.Type, U32, n)
	}
	return e.op(Mul, x.Type, n, x)
}

// reduced lets the special instruction for it combine the operands.
func (m *aggregation) reduced(b *Block, i int) *Block {
	v, rest := m.cut(b, i)
	e := m.emitter(b, v)
	mask, op := m.active(e), v.Atom
	if op == AtomSub {
		op = AtomAdd
	}
	sum := e.emit(Value{Op: Redux, Type: v.Mem, Imm: uint64(op), Args: []*Value{v.Args[1], mask}})
	m.byOne(b, rest, e.setp(EQ, S32, m.lane(e), m.highest(e, mask)), v, sum)
	return rest
}

// inSteps combines the operands by shuffles if all lanes are there: a sum in each lane of what the lanes below have (used), or of all.
func (m *aggregation) inSteps(b *Block, i int, used bool) *Block {
	v, rest := m.cut(b, i)
	e := m.emitter(b, v)
	mask := m.active(e)
	whole, part := m.block(b), m.block(b)
	b.Term, b.Cond = Branch, e.setp(EQ, U32, mask, e.int(U32, -1))
	link(b, whole)
	link(b, part)
	e = m.emitter(part, v)
	n := *v
	n.ID, n.Block = 0, nil
	alone := e.emit(n)
	e = m.emitter(whole, v)
	sum, lane := v.Args[1], m.lane(e)
	below := func(step int64) *Value { // what the lane step places below has
		x := m.shuffle(e, ShflUp, sum, e.int(U32, step), 0, mask)
		return e.op(Selp, v.Mem, e.setp(GE, S32, lane, e.int(S32, step)), x, e.int(v.Mem, 0))
	}
	for step := int64(1); step < 32; step *= 2 {
		if used {
			sum = e.op(Add, v.Mem, sum, below(step))
		} else {
			sum = e.op(mergedBy[v.Atom], v.Mem, sum, m.shuffle(e, ShflXor, sum, e.int(U32, step), 31, mask))
		}
	}
	if !used {
		m.byOne(whole, rest, e.setp(EQ, S32, lane, e.int(S32, 0)), v, sum)
		link(part, rest)
		return rest
	}
	to := m.block(b)
	old := m.byOne(whole, to, e.setp(EQ, S32, lane, e.int(S32, 31)), v, sum)
	result := m.either(to, v.Type, e.int(v.Type, 0), old)
	e = m.emitter(to, v)
	before := below(1)
	scanned := e.op(m.onward(v), v.Type, m.shuffle(e, ShflIdx, result, e.int(U32, 31), 31, mask), before)
	link(to, rest)
	link(part, rest)
	m.results[v] = m.either(rest, v.Type, scanned, alone)
	return rest
}
