package ir

import "warpbook.dev/gpumodel/cuda"

// Collectives are what the lanes of a warp do together: votes, shuffles, matches,
// reductions and __syncwarp. The last argument is the mask of the lanes that take part.
// The functions from before CUDA 9.0 have no mask: the active lanes take part.

// allLanes is the mask of a whole warp.
const allLanes = 0xffffffff

// collectives are the built-in functions of warps.
//
// None of them is pure: the result depends on the other lanes, so they must not move across branches,
// and two equal ones are not merged.
var collectives = map[string]builtinFunc{
	"__all": vote(VoteAll), "__any": vote(VoteAny), "__ballot": vote(VoteBallot),
	"__all_sync": masked(vote(VoteAll)), "__any_sync": masked(vote(VoteAny)), "__ballot_sync": masked(vote(VoteBallot)),
	"__activemask": func(b *builder, _ *cuda.Call, _ []*Value) *Value {
		return b.emit(Value{Op: Vote, Type: U32, Imm: VoteActive, Args: one(b.constant(Pred, 1))})
	},
	"__shfl": shuffle(ShflIdx), "__shfl_up": shuffle(ShflUp), "__shfl_down": shuffle(ShflDown), "__shfl_xor": shuffle(ShflXor),
	"__shfl_sync": maskedShuffle(ShflIdx), "__shfl_up_sync": maskedShuffle(ShflUp),
	"__shfl_down_sync": maskedShuffle(ShflDown), "__shfl_xor_sync": maskedShuffle(ShflXor),
	"__match_any_sync":  masked(func(b *builder, _ *cuda.Call, args []*Value) *Value { return b.match(MatchAny, args) }),
	"__reduce_add_sync": masked(reduction(AtomAdd)), "__reduce_and_sync": masked(reduction(AtomAnd)),
	"__reduce_min_sync": masked(reduction(AtomMin)), "__reduce_or_sync": masked(reduction(AtomOr)),
	"__reduce_max_sync": masked(reduction(AtomMax)), "__reduce_xor_sync": masked(reduction(AtomXor)),
	"__grid_barrier": func(b *builder, _ *cuda.Call, _ []*Value) *Value { return b.gridBarrier() },
	"__nvvm_read_ptx_sreg_laneid": func(b *builder, _ *cuda.Call, _ []*Value) *Value {
		return b.emit(Value{Op: Special, Type: S32, Imm: LaneID})
	},
	"__syncwarp": func(b *builder, _ *cuda.Call, args []*Value) *Value {
		if len(args) == 0 {
			args = one(b.constant(U32, allLanes))
		}
		b.emit(Value{Op: WarpBar, Args: args})
		return nil
	},
	"__nanosleep": func(b *builder, _ *cuda.Call, args []*Value) *Value {
		b.emit(Value{Op: Nanosleep, Args: args})
		return nil
	},
}

// masked is a function whose mask is written first: as an argument of the operation it is the last.
func masked(f builtinFunc) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return f(b, e, append(append([]*Value(nil), args[1:]...), args[0]))
	}
}

// truth is whether a value is not 0.
func (b *builder) truth(x *Value) *Value {
	if x.Type == Pred {
		return x
	}
	return b.setp(NE, x.Type, x, b.int(x.Type, 0))
}

// barrier is a barrier at which the threads of the block bring a predicate each.
func barrier(which uint64) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		p := b.truth(args[0])
		if which == BarCount {
			return b.emit(Value{Op: Bar, Type: S32, Imm: which, Args: one(p)})
		}
		return b.op(Selp, S32, b.emit(Value{Op: Bar, Type: Pred, Imm: which, Args: one(p)}), b.int(S32, 1), b.int(S32, 0))
	}
}

// namedBarrier is one of the sixteen barriers of a block, or more than that for the model's own texts: its number, and
// how many threads meet there.
func namedBarrier(which uint64) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		count := b.int(U32, 0)
		if len(args) > 1 {
			count = args[1]
		}
		b.emit(Value{Op: Bar, Imm: which, Args: []*Value{args[0], count}})
		return nil
	}
}

// vote asks all, any or ballot.
func vote(which uint64) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		args = append([]*Value(nil), args...)
		args[0] = b.truth(args[0])
		if which == VoteBallot {
			return b.emit(Value{Op: Vote, Type: U32, Imm: which, Args: args})
		}
		p := b.emit(Value{Op: Vote, Type: Pred, Imm: which, Args: args})
		return b.op(Selp, S32, p, b.int(S32, 1), b.int(S32, 0))
	}
}

// maskedShuffle is a shuffle with a mask: mask, value, lane and perhaps a width.
func maskedShuffle(mode ShflMode) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.shuffle(mode, e, args[1:], args[0])
	}
}

// shuffle is one without a mask.
func shuffle(mode ShflMode) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value { return b.shuffle(mode, e, args) }
}

// shuffle exchanges 32 bits, or 64 in one value that isa counts as two instructions.
//
// The width is a constant nearly always, so that bounds folds to a constant operand.
func (b *builder) shuffle(mode ShflMode, e *cuda.Call, args []*Value, mask ...*Value) *Value {
	width := b.int(U32, 32)
	if len(args) > 2 {
		width = args[2]
	}
	t := b.target.valueType(e.T())
	if t.Size() < 4 {
		t = U32
	}
	list := append([]*Value{args[0], args[1], b.bounds(mode, width)}, mask...)
	return b.emit(Value{Op: Shfl, Type: t, Imm: uint64(mode), Args: list})
}

// shuffleAny exchanges values of any type: kind of the shuffle, mask, value, lane and width.
func (b *builder) shuffleAny(e *cuda.Call) []*Value {
	kind, mask := b.scalar(e.Args[0]), b.scalar(e.Args[1])
	values := append([]*Value(nil), b.bundle(e.Args[2])...)
	lane, width := b.scalar(e.Args[3]), b.scalar(e.Args[4])
	b.standAt(e.Pos)
	mode := ShflMode(kind.Imm)
	bounds := b.bounds(mode, width)
	for i, v := range values {
		truth := v.Type == Pred
		if truth {
			v = b.op(Selp, U32, v, b.int(U32, 1), b.int(U32, 0))
		}
		v = b.emit(Value{Op: Shfl, Type: v.Type, Imm: uint64(mode), Args: []*Value{v, lane, bounds, mask}})
		if truth {
			v = b.setp(NE, U32, v, b.int(U32, 0))
		}
		values[i] = v
	}
	return values
}

// bounds is the operand of shfl that says where a lane's segment ends, as the PTX manual
// describes it: the last lane in bits 0 to 4 (the first for up), and in bits 8 to 12 those
// bits of the lane's number that name the segment.
func (b *builder) bounds(mode ShflMode, width *Value) *Value {
	segment := b.op(Shl, U32, b.op(Sub, U32, b.int(U32, 32), width), b.int(U32, 8))
	if mode == ShflUp {
		return segment
	}
	return b.op(Or, U32, segment, b.int(U32, 31))
}

// match finds the lanes of the mask with the same value.
func (b *builder) match(which uint64, args []*Value) *Value {
	return b.emit(Value{Op: Match, Type: U32, From: args[0].Type, Imm: which, Args: args})
}

// matchAll is __match_all_sync, which also stores whether all have the same value.
//
// Match all gives the mask or 0, so the predicate that PTX returns besides is a comparison with 0.
func (b *builder) matchAll(e *cuda.Call) *Value {
	mask, value := b.scalar(e.Args[0]), b.scalar(e.Args[1])
	b.standAt(e.Pos)
	lanes := b.match(MatchAll, []*Value{value, mask})
	same := b.op(Selp, S32, b.setp(NE, U32, lanes, b.int(U32, 0)), b.int(S32, 1), b.int(S32, 0))
	b.store(b.deref(e.Args[2], e.Args[2].T().Elem), one(same))
	return lanes
}

// reduction combines a value of each lane.
func reduction(op AtomOp) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: Redux, Type: b.target.valueType(e.T()), Imm: uint64(op), Args: args})
	}
}

// collectiveName is PTX's name with all that belongs to it.
func (v *Value) collectiveName() string {
	name, t := v.Op.String(), "."+v.Type.String()
	sync := ""
	if v.HasMask() {
		sync = ".sync"
	}
	switch v.Op {
	case Vote:
		return name + sync + []string{".all", ".any", ".ballot", ".active"}[v.Imm]
	case Shfl:
		return name + sync + []string{".idx", ".up", ".down", ".bfly"}[v.Imm] + t
	case Match:
		return name + []string{".any", ".all"}[v.Imm] + sync + "." + v.From.String()
	case Redux:
		return name + sync + "." + atomNames[v.Imm] + t
	case Nanosleep:
		return name + ".u32"
	}
	return name + sync
}

// barrierName is PTX's name of a barrier.
func (v *Value) barrierName() string {
	if len(v.Args) == 0 {
		return v.Op.String()
	}
	return map[uint64]string{BarNamed: "bar.sync", BarArrive: "bar.arrive", BarTile: "bar.sync", BarCount: "bar.red.popc.u32",
		BarAll: "bar.red.and.pred", BarAny: "bar.red.or.pred"}[v.Imm]
}

// HasMask is true for a collective whose last argument is a mask.
func (v *Value) HasMask() bool {
	switch v.Op {
	case Vote:
		return len(v.Args) == 2
	case Shfl:
		return len(v.Args) == 4
	case Match, Redux, WarpBar:
		return true
	}
	return false
}
