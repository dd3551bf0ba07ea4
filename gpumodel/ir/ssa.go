package ir

import "warpbook.dev/gpumodel/cuda"

// The construction of static single assignment form while the tree is walked,
// after Braun et al., "Simple and Efficient Construction of Static Single
// Assignment Form" (CC 2013). A block is sealed once all its predecessors are known.

// The algorithm needs no dominance frontiers and no separate pass. Reading a variable looks for its last
// definition in the block, then in the predecessors. A block with several predecessors gets a phi. A loop
// header is not sealed until its back edges exist, so its phis wait in pending without arguments:
//
//	header (unsealed)        read i: %1 = phi ?
//	body                     write i: %2 = add %1, 1
//	seal(header)             %1 = phi [pre: 0], [latch: %2]
//
// A phi whose arguments are all the same value, or itself, is trivial and is replaced by that value.
// This file differs from the paper in one point: a loop's syntax tree is known before its code, so a
// variable that the loop does not assign gets no phi in the header at all (changes). Without that,
// unrolling would see phis where it needs constants.
// A slot is one scalar of a variable in registers.
type slot struct {
	v     *cuda.Var
	index int
}

// ssaState has the definitions so far. replaced is resolved late: while construction runs, values that
// were read earlier may still be trivial phis, so readers call follow.
type ssaState struct {
	defs     map[*Block]map[slot]*Value
	sealed   map[*Block]bool
	pending  map[*Block][]pendingPhi
	changes  map[*Block]varSet    // of an unsealed loop header: what the loop assigns
	replaced map[*Value]*Value    // trivial phis
	phiUsers map[*Value][]*Value  // the phis that use a phi
	types    map[*cuda.Var][]Type // by slot index
}

type pendingPhi struct {
	s   slot
	phi *Value
}

func newSSA() ssaState {
	return ssaState{
		defs: map[*Block]map[slot]*Value{}, sealed: map[*Block]bool{}, pending: map[*Block][]pendingPhi{},
		changes: map[*Block]varSet{}, replaced: map[*Value]*Value{}, phiUsers: map[*Value][]*Value{},
		types: map[*cuda.Var][]Type{},
	}
}

// slotType is the type of the register of a slot; a bool is a U32.
//
// A pointer's type is Void here: its width depends on the space, which only its values tell.
func (b *builder) slotType(s slot) (t Type, pointer bool) {
	types, ok := b.ssa.types[s.v]
	if !ok {
		for _, f := range scalars(s.v.Type) {
			t := b.target.valueType(f.typ)
			if f.typ.Kind == cuda.Pointer {
				t = Void
			}
			types = append(types, t)
		}
		b.ssa.types[s.v] = types
	}
	t = types[s.index]
	return t, t == Void
}

func (b *builder) write(s slot, v *Value) { b.define(b.b, s, v) }

func (b *builder) define(blk *Block, s slot, v *Value) {
	m := b.ssa.defs[blk]
	if m == nil {
		m = map[slot]*Value{}
		b.ssa.defs[blk] = m
	}
	m[s] = v
}

func (b *builder) read(s slot) *Value { return b.readAt(b.b, s) }

// readAt is the value of a slot at the end of what blk has so far. The result is stored as a definition
// of blk, so that a second reading is one look-up and cycles end.
func (b *builder) readAt(blk *Block, s slot) *Value {
	if v := b.ssa.defs[blk][s]; v != nil {
		return follow(b.ssa.replaced, v)
	}
	var v *Value
	switch changed := b.ssa.changes[blk]; {
	case !b.ssa.sealed[blk] && changed != nil && !changed[s.v] && !s.v.AddressTaken && !b.aliased(s.v):
		v = b.readAt(blk.Preds[0], s) // the loop leaves it alone
	case !b.ssa.sealed[blk]:
		v = b.newPhi(blk, s)
		b.ssa.pending[blk] = append(b.ssa.pending[blk], pendingPhi{s, v})
	case len(blk.Preds) == 0:
		v = b.undefined(s)
	case len(blk.Preds) == 1:
		v = b.readAt(blk.Preds[0], s)
	default:
		// The phi is defined before its arguments are read: a loop leads back to this block.
		v = b.newPhi(blk, s)
		b.define(blk, s, v)
		v = b.completePhi(s, v)
	}
	b.define(blk, s, v)
	return v
}

// aliased tells whether a pointer or an object in its place is bound to v, which then changes unseen.
func (b *builder) aliased(v *cuda.Var) bool {
	for _, a := range b.aliases {
		if a.v == v {
			return true
		}
	}
	for _, a := range b.placed {
		if a.v == v {
			return true
		}
	}
	return false
}

// undefined stands for a variable that is read before it is set.
//
// C leaves the value open; 0 lets the folder continue.
func (b *builder) undefined(s slot) *Value {
	t, pointer := b.slotType(s)
	if pointer {
		t = b.target.pointerType()
	}
	return b.constant(t, 0)
}

// newPhi makes a phi without arguments. A pointer's space, and with it the size
// of its register, is that of its value on the way in, unless known otherwise.
//
// The width must be fixed before the back edge is known. If the loop later assigns a pointer into
// another space, samePointer notes a finding and the build starts again.
func (b *builder) newPhi(blk *Block, s slot) *Value {
	t, pointer := b.slotType(s)
	phi := &Value{ID: b.f.id(), Op: Phi, Type: t, Block: blk, Line: blk.Line}
	if pointer && b.ofHost() {
		phi.Space, phi.Type = Generic, b.target.pointerType()
	} else if pointer {
		phi.Space = b.known.spaces[b.instance(s.v)]
		if phi.Space == NoSpace && len(blk.Preds) > 0 {
			if x := b.readAt(blk.Preds[0], s); !x.unplaced() {
				phi.Space = space(x)
			}
		}
		phi.Type = b.target.addressType(phi.Space)
	}
	n := len(blk.phis())
	blk.Values = append(blk.Values, nil)
	copy(blk.Values[n+1:], blk.Values[n:])
	blk.Values[n] = phi
	return phi
}

// seal states that all predecessors of blk are known, and completes the phis that waited for that.
func (b *builder) seal(blk *Block) {
	b.ssa.sealed[blk] = true
	for _, p := range b.ssa.pending[blk] {
		b.completePhi(p.s, p.phi)
	}
	delete(b.ssa.pending, blk)
	delete(b.ssa.changes, blk)
}

// completePhi reads the arguments of a phi from the predecessors. It returns the value to use for the phi.
func (b *builder) completePhi(s slot, phi *Value) *Value {
	_, pointer := b.slotType(s)
	args := make([]*Value, len(phi.Block.Preds))
	for i, p := range phi.Block.Preds {
		args[i] = b.readAt(p, s)
		if pointer && !b.ofHost() {
			args[i] = b.samePointer(s.v, phi, args[i])
		}
	}
	phi.Args = args
	// Reading a later argument may have replaced an earlier one, so all are followed once more.
	for i, a := range args {
		phi.Args[i] = follow(b.ssa.replaced, a)
		if a := phi.Args[i]; a.Op == Phi && a != phi {
			b.ssa.phiUsers[a] = append(b.ssa.phiUsers[a], phi)
		}
	}
	return b.dropTrivial(phi)
}

// unplaced tells whether x is a pointer of which it is not yet known where it points: the first way in is never
// taken, or leads through another one of this kind.
func (x *Value) unplaced() bool { return x.Op == Phi && x.Space == NoSpace }

// samePointer checks that a merges with a pointer phi: in the same space, or null.
//
// A pointer that may lead into two spaces becomes a generic address, which devices of compute
// capability 1.x do not have: there the kernel is refused, where nvcc only warned and assumed global memory.
func (b *builder) samePointer(v *cuda.Var, phi, a *Value) *Value {
	s := space(a)
	switch {
	// A null is an address like any other in a window: 0 is where its first variable lies.
	case a.isConst() && !(phi.Space.Window() && a.Imm == 0 && b.target.PointerBits == 64):
		return b.constant(phi.Type, a.Imm)
	case s == phi.Space || s == Global && phi.Space == Generic:
		return a
	case a.unplaced() && phi.Space == NoSpace:
		return a
	case phi.Space == NoSpace:
		b.known.spaces[b.instance(v)] = s
		b.again()
	case a.unplaced():
		b.known.spaces[b.instance(v)] = phi.Space
		b.again()
	case b.target.PointerBits == 32:
		b.fail(v.Pos, "%s points to %s memory here and to %s memory there; on this device a pointer keeps to one kind of memory",
			v.Name, phi.Space, s)
	}
	b.known.spaces[b.instance(v)] = Generic
	b.again()
	return nil
}

// dropTrivial replaces a phi of only one value, and itself, by that value.
//
// Replacing a phi may make the phis that use it trivial in turn, so these are tested again.
func (b *builder) dropTrivial(phi *Value) *Value {
	var same *Value
	for _, a := range phi.Args {
		a = follow(b.ssa.replaced, a)
		if a == same || a == phi {
			continue
		}
		if same != nil {
			return phi
		}
		same = a
	}
	if same == nil {
		return phi // unreachable, or a loop without entry
	}
	b.ssa.replaced[phi] = same
	users := b.ssa.phiUsers[phi]
	delete(b.ssa.phiUsers, phi)
	if same.Op == Phi {
		b.ssa.phiUsers[same] = append(b.ssa.phiUsers[same], users...)
	}
	for _, u := range users {
		if u != phi && b.ssa.replaced[u] == nil {
			b.dropTrivial(u)
		}
	}
	return follow(b.ssa.replaced, same)
}

// space is the state space that a pointer points into: that of the variable or
// parameter it was computed from, global memory for one that was loaded, none for null.
//
// The space decides the instruction (ld.shared or ld.global) and the width of the address, so it is
// needed while the code is built, before any analysis of the whole function.
func space(v *Value) Space {
	if v.isConst() {
		return NoSpace
	}
	if s := provenance(v, map[*Value]bool{}); s != NoSpace {
		return s
	}
	return Global
}

// provenance is the space of the variable that v was computed from, none if it
// finds no variable. It visits each value once.
//
// In base+index only the base leads to a variable; an index that was itself loaded leads nowhere.
func provenance(v *Value, seen map[*Value]bool) Space {
	if seen[v] {
		return NoSpace
	}
	seen[v] = true
	args := v.Args
	switch v.Op {
	case SharedAddr, SharedAt:
		return Shared
	case LocalAddr:
		return Local
	case GlobalAddr, ParamValue, Phi, Cvta, Invoke:
		return v.Space
	case Load, Extract:
		return v.Points
	case Selp:
		args = args[1:]
	case Add, Sub, Cvt, And:
	default:
		return NoSpace
	}
	for _, a := range args {
		if s := provenance(a, seen); s != NoSpace {
			return s
		}
	}
	return NoSpace
}

// newBlock appends an empty, unsealed block.
func (b *builder) newBlock() *Block {
	blk := &Block{ID: len(b.f.Blocks), Line: b.line}
	b.f.Blocks = append(b.f.Blocks, blk)
	return blk
}

// enter makes blk the current block.
//
// Equal values are merged within the block only: the dominators are not known yet.
func (b *builder) enter(blk *Block) {
	b.b = blk
	b.numbers = map[valueKey][]*Value{}
}

// start seals blk, whose predecessors are all known, and enters it.
func (b *builder) start(blk *Block) {
	b.seal(blk)
	b.enter(blk)
}

// terminate ends the current block and goes on in one that nothing reaches.
//
// The new block takes statements behind a return or break, until stmt sees that the block is dead.
func (b *builder) terminate(t Term, cond *Value, to ...*Block) {
	b.b.Term, b.b.Cond, b.b.Succs = t, cond, to
	if t == Branch {
		b.b.EndLine = b.line
	}
	for _, s := range to {
		s.Preds = append(s.Preds, b.b)
	}
	b.start(b.newBlock())
	b.b.Term = Return
}

// exit ends the kernel's threads.
func (b *builder) exit() {
	b.returns++
	b.b.Exit = b.returns
	if b.target.Checked {
		b.b.EndLine = b.line
	}
	b.terminate(Return, nil)
}

func (b *builder) jump(to *Block) { b.terminate(Jump, nil, to) }

// split goes to yes or no by a predicate.
func (b *builder) split(cond *Value, yes, no *Block) {
	switch {
	case yes == no:
		b.jump(yes)
	case !cond.isConst():
		b.terminate(Branch, cond, yes, no)
	case cond.Imm != 0:
		b.jump(yes)
	default:
		b.jump(no)
	}
}

// dead tells whether nothing reaches the current block.
func (b *builder) dead() bool {
	return len(b.b.Preds) == 0 && b.b != b.f.Blocks[0] && b.ssa.sealed[b.b]
}
