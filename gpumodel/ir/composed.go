package ir

import "warpbook.dev/gpumodel/cuda"

// composed are the built-in functions that are a few operations each.
var composed = map[string]builtinFunc{
	"signbit": func(b *builder, e *cuda.Call, a []*Value) *Value {
		t := U32
		if a[0].Type == F64 {
			t = U64
		}
		bits := b.emit(Value{Op: Bitcast, Type: t, Args: a})
		p := b.setp(LT, t.signed(), bits, b.int(t, 0))
		if e.T().Kind == cuda.Bool {
			return p
		}
		return b.op(Selp, S32, p, b.int(S32, 1), b.int(S32, 0))
	},
	"lroundf": lround, "lround": lround, "llroundf": lround, "llround": lround,
	"__hadd":   average(S32, false),
	"__rhadd":  average(S32, true),
	"__uhadd":  average(U32, false),
	"__urhadd": average(U32, true),
	"__sad":    distance(S32),
	"__usad":   distance(U32),
	"__byte_perm": func(b *builder, _ *cuda.Call, a []*Value) *Value {
		return b.op(Prmt, U32, a[0], b.op(And, U32, a[2], b.int(U32, 0x7777)), a[1]) // the fourth bit of a digit is PTX's alone
	},
	"__funnelshift_l": funnelShift(FunnelLeft), "__funnelshift_r": funnelShift(FunnelRight),
	"__funnelshift_lc": funnelShift(FunnelLeftClamp), "__funnelshift_rc": funnelShift(FunnelRightClamp),
}

// funnelShift shifts the words hi and lo as one.
func funnelShift(which uint64) builtinFunc {
	return func(b *builder, _ *cuda.Call, a []*Value) *Value {
		return b.emit(Value{Op: Shf, Type: U32, Imm: which, Args: []*Value{a[0], a[2], a[1]}})
	}
}

func lround(b *builder, _ *cuda.Call, a []*Value) *Value {
	t := a[0].Type
	return b.cvt(S64, t, b.emit(Value{Op: Math, Type: t, Imm: uint64(MathRound), Args: a}))
}

// average is (x+y)/2 rounded down, or up, without the sum's overflow.
//
// x+y is 2*(x&y) + (x^y), and also 2*(x|y) - (x^y); halving either cannot overflow.
func average(t Type, up bool) builtinFunc {
	return func(b *builder, _ *cuda.Call, a []*Value) *Value {
		half := b.op(Shr, t, b.op(Xor, t, a[0], a[1]), b.int(U32, 1))
		if up {
			return b.op(Sub, t, b.op(Or, t, a[0], a[1]), half)
		}
		return b.op(Add, t.unsigned(), b.op(And, t, a[0], a[1]), half)
	}
}

// distance is |x-y|+z.
func distance(t Type) builtinFunc {
	return func(b *builder, _ *cuda.Call, a []*Value) *Value {
		d := b.op(Sub, U32, b.op(Max, t, a[0], a[1]), b.op(Min, t, a[0], a[1]))
		return b.op(Add, U32, d, a[2])
	}
}

// pairs are the functions that store a sine and a cosine, by the functions for each.
var pairs = map[string][2]string{
	"sincosf": {"sinf", "cosf"}, "sincos": {"sin", "cos"}, "sincospif": {"sinpif", "cospif"}, "__sincosf": {"__sinf", "__cosf"},
}

// sincos computes both functions apart. The argument's code is merged by numbering; the range reduction
// that the real sincosf shares is counted twice.
func (b *builder) sincos(e *cuda.Call, pair [2]string) {
	x := e.Args[0]
	for i, name := range pair {
		to := e.Args[i+1]
		call := &cuda.Call{Typed: cuda.Typed{Pos: e.Pos, Type: x.T()}, Builtin: name, Args: []cuda.Expr{x}}
		b.store(b.deref(to, to.T().Elem), b.bundle(call))
	}
}
