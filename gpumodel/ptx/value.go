package ptx

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// value writes what computes a value, or has an effect.
func (w *writer) value(v *ir.Value) {
	switch {
	case v.Leaf():
		w.leaf(v)
	case v.Op.Accesses():
		w.access(v)
	case w.arithmetic(v), w.converted(v), w.together(v):
	default:
		w.rest(v)
	}
}

// plain are operations whose instruction is their name, a suffix and the operands.
var plain = map[ir.Op]struct {
	name string
	bits bool // .b32 rather than the type
}{
	ir.Rem: {"rem", false}, ir.Abs: {"abs", false}, ir.Neg: {"neg", false}, ir.Min: {"min", false}, ir.Max: {"max", false},
	ir.And: {"and", true}, ir.Or: {"or", true}, ir.Xor: {"xor", true}, ir.Not: {"not", true}, ir.Shl: {"shl", true}, ir.Shr: {"shr", false},
	ir.Brev: {"brev", true}, ir.Prmt: {"prmt", true}, ir.MulHi: {"mul.hi", false}, ir.Mul24: {"mul24.lo", false}, ir.Mad24: {"mad24.lo",
		false},
	ir.DivApprox: {"div.approx", false}, ir.DivFull: {"div.full", false}, ir.SqrtApprox: {"sqrt.approx", false},
	ir.Sin: {"sin.approx", false}, ir.Cos: {"cos.approx", false}, ir.Ex2: {"ex2.approx", false}, ir.Lg2: {"lg2.approx", false},
	ir.Add: {"add", false}, ir.Sub: {"sub", false}, ir.Mul: {"mul", false}, ir.Mad: {"mad", false}, ir.Fma: {"fma", false},
	ir.Div: {"div", false}, ir.Sqrt: {"sqrt", false}, ir.Rcp: {"rcp.approx", false}, ir.Rsqrt: {"rsqrt.approx", false},
}

// arithmetic writes operations on numbers of one type.
func (w *writer) arithmetic(v *ir.Value) bool {
	row, ok := plain[v.Op]
	if !ok {
		return false
	}
	name, t := row.name, v.Type
	switch {
	case row.bits:
		name += fmt.Sprintf(".b%d", 8*t.Size())
	case t.Float():
		name += w.rounding(v) + w.flush(v) + "." + t.String()
	case v.Op == ir.Mul || v.Op == ir.Mad:
		name += ".lo." + t.String()
	case v.Op == ir.Abs || v.Op == ir.Neg:
		name += fmt.Sprintf(".s%d", 8*t.Size())
	default:
		name += "." + t.String()
	}
	args := []string{w.registers[v][0]}
	if one := v.Args[0]; v.Op == ir.Div && t.Float() && one.Op == ir.Constant &&
		one.Imm == map[ir.Type]uint64{ir.F32: 0x3f800000, ir.F64: 0x3ff << 52}[t] {
		w.op("rcp.%s%s.%s %s, %s", mode(v.Rounding), w.flush(v), t, args[0], w.inRegister(v.Args[1], t))
		return true
	}
	for i, a := range v.Args {
		to := t
		if i == 1 && (v.Op == ir.Shl || v.Op == ir.Shr) {
			to = ir.U32
		}
		if i == 0 { // two constants are none that PTX has
			args = append(args, w.inRegister(a, to))
		} else {
			args = append(args, w.operand(a, to))
		}
	}
	w.op("%s %s", name, strings.Join(args, ", "))
	return true
}

// rounding is the mode of an operation that has one.
func (w *writer) rounding(v *ir.Value) string {
	switch v.Op {
	case ir.Fma, ir.Mad, ir.Div, ir.Sqrt:
		return "." + mode(v.Rounding)
	case ir.Add, ir.Sub, ir.Mul:
		if v.Exact || v.Rounding != ir.Nearest {
			return "." + mode(v.Rounding)
		}
	case ir.Rcp, ir.Rsqrt:
		if v.Type == ir.F64 && v.Op == ir.Rcp {
			return ".ftz"
		}
	}
	return ""
}

// mode is PTX's name of a rounding: CUDA C says up and down, PTX plus and minus infinity.
func mode(r ir.Rounding) string {
	return strings.NewReplacer("ru", "rp", "rd", "rm").Replace(r.String())
}

// flush is .ftz where subnormal numbers count as zero.
func (w *writer) flush(v *ir.Value) string {
	if v.Type == ir.F32 && (v.Flush || w.f.Target.Flush) {
		return ".ftz"
	}
	return ""
}

var comparisons = [...]string{ir.EQ: "eq", ir.NE: "ne", ir.LT: "lt", ir.LE: "le", ir.GT: "gt", ir.GE: "ge"}

// converted writes predicates, choices and conversions.
func (w *writer) converted(v *ir.Value) bool {
	to := ""
	if r := w.registers[v]; len(r) > 0 {
		to = r[0]
	}
	arg := func(i int, t ir.Type) string { return w.inRegister(v.Args[i], t) }
	bits := func(t ir.Type) string { return fmt.Sprintf("b%d", 8*t.Size()) }
	switch v.Op {
	case ir.Phi:
		w.op("mov.%s %s, %s", classOf(v.Type).kind, to, w.before[v])
	case ir.MulWide:
		w.op("mul.wide.%s %s, %s, %s", v.From, to, arg(0, v.From), w.operand(v.Args[1], v.From))
	case ir.MadWide:
		w.op("mad.wide.%s %s, %s, %s, %s", v.From, to, arg(0, v.From), w.operand(v.Args[1], v.From), w.operand(v.Args[2], v.Type))
	case ir.Setp:
		name := comparisons[v.Cmp]
		if v.From.Float() && v.Cmp == ir.NE {
			name = "neu" // a NaN is not equal to anything
		}
		flush := ""
		if v.From == ir.F32 && w.f.Target.Flush {
			flush = ".ftz"
		}
		w.op("setp.%s%s.%s %s, %s, %s", name, flush, v.From, to, arg(0, v.From), w.operand(v.Args[1], v.From))
	case ir.Selp:
		if v.Type == ir.Pred {
			w.choosePredicate(v, to)
			break
		}
		w.op("selp.%s %s, %s, %s, %s", classOf(v.Type).kind, to, w.operand(v.Args[1], v.Type), w.operand(v.Args[2], v.Type), arg(0, ir.Pred))
	case ir.PAnd, ir.POr:
		w.op("%s.pred %s, %s, %s", v.Op, to, arg(0, ir.Pred), arg(1, ir.Pred))
	case ir.PNot:
		w.op("not.pred %s, %s", to, arg(0, ir.Pred))
	case ir.Sat:
		w.op("cvt.sat%s.%s.%s %s, %s", w.flush(v), v.Type, v.Type, to, arg(0, v.Type))
	case ir.Floor, ir.Ceil, ir.Trunc, ir.Round:
		mode := map[ir.Op]string{ir.Floor: "rmi", ir.Ceil: "rpi", ir.Trunc: "rzi", ir.Round: "rni"}[v.Op]
		w.op("cvt.%s%s.%s.%s %s, %s", mode, w.flush(v), v.Type, v.Type, to, arg(0, v.Type))
	case ir.Tanh:
		w.op("tanh.approx.f32 %s, %s", to, arg(0, ir.F32))
	case ir.Popc, ir.Clz:
		w.op("%s.%s %s, %s", v.Op, bits(v.From), to, arg(0, v.From))
	case ir.Ffs:
		w.firstSet(v, to, bits(v.From))
	case ir.Dp4a:
		w.op("dp4a.%s.%s %s, %s, %s, %s", v.Type, v.Type, to, arg(0, v.Type), arg(1, v.Type), arg(2, v.Type))
	case ir.Shf:
		mode := [...]string{"l.wrap", "r.wrap", "l.clamp", "r.clamp"}[v.Imm]
		w.op("shf.%s.b32 %s, %s, %s, %s", mode, to, arg(0, ir.U32), arg(2, ir.U32), arg(1, ir.U32))
	case ir.Cvt:
		w.cvt(v, to)
	case ir.FromHalf:
		h := w.register(halves)
		w.op("cvt.u16.u32 %s, %s", h, arg(0, ir.U32))
		w.op("cvt.f32.f16 %s, %s", to, h)
	case ir.ToHalf:
		h := w.register(halves)
		w.op("cvt.%s.f16.f32 %s, %s", mode(v.Rounding), h, arg(0, ir.F32))
		w.op("cvt.u32.u16 %s, %s", to, h)
	case ir.Bitcast, ir.SharedAt:
		from := v.Args[0]
		switch {
		case from.Type.Size() == v.Type.Size():
			w.op("mov.%s %s, %s", bits(v.Type), to, arg(0, from.Type))
		case v.Type.Size() == 8:
			w.op("cvt.u64.u32 %s, %s", to, arg(0, from.Type))
		default:
			w.op("cvt.u32.u64 %s, %s", to, arg(0, from.Type))
		}
	case ir.Cvta:
		w.op("cvta.%s.u64 %s, %s", ir.Space(v.Imm), to, w.wide(v.Args[0], ir.Space(v.Imm)))
	case ir.Extract:
		w.op("mov.%s %s, %s", classOf(v.Type).kind, to, w.registers[v.Args[0]][v.Imm])
	default:
		return false
	}
	return true
}

// choosePredicate is a choice between predicates, for which PTX has no instruction.
func (w *writer) choosePredicate(v *ir.Value, to string) {
	number := func(v *ir.Value) string {
		r := w.register(words)
		w.op("selp.b32 %s, 1, 0, %s", r, w.inRegister(v, ir.Pred))
		return r
	}
	a, b, r := number(v.Args[1]), number(v.Args[2]), w.register(words)
	w.op("selp.b32 %s, %s, %s, %s", r, a, b, w.inRegister(v.Args[0], ir.Pred))
	w.op("setp.ne.u32 %s, %s, 0", to, r)
}

// firstSet is __ffs: one more than the zeros in front of the reversed bits, or 0 if none is set.
func (w *writer) firstSet(v *ir.Value, to, bits string) {
	x := w.inRegister(v.Args[0], v.From)
	reversed, zeros, some := w.register(classOf(v.From)), w.register(words), w.register(predicates)
	w.op("brev.%s %s, %s", bits, reversed, x)
	w.op("clz.%s %s, %s", bits, zeros, reversed)
	w.op("add.s32 %s, %s, 1", zeros, zeros)
	w.op("setp.ne.s%s %s, %s, 0", bits[1:], some, x)
	w.op("selp.b32 %s, %s, 0, %s", to, zeros, some)
}

// cvt is a conversion between types.
func (w *writer) cvt(v *ir.Value, to string) {
	from, t := v.From, v.Type
	x := w.inRegister(v.Args[0], from)
	switch {
	case from == ir.Pred && t.Float():
		one := map[ir.Type]string{ir.F32: "0f3F800000", ir.F64: "0d3FF0000000000000"}[t]
		zero := map[ir.Type]string{ir.F32: "0f00000000", ir.F64: "0d0000000000000000"}[t]
		w.op("selp.%s %s, %s, %s, %s", t, to, one, zero, x)
	case from == ir.Pred:
		w.op("selp.b%d %s, 1, 0, %s", 8*max(4, t.Size()), to, x)
	case t == ir.Pred && from.Float():
		w.op("setp.neu.%s %s, %s, %s", from, to, x, map[ir.Type]string{ir.F32: "0f00000000", ir.F64: "0d0000000000000000"}[from])
	case t == ir.Pred:
		w.op("setp.ne.%s %s, %s, 0", from, to, x)
	case t == from:
		w.op("mov.%s %s, %s", classOf(t).kind, to, x)
	case from.Float() && t.Integer():
		w.op("cvt.rzi%s.%s.%s %s, %s", w.flushOf(from), t, from, to, x) // what rounds otherwise has done so before
	case from.Integer() && t.Float(), from == ir.F64 && t == ir.F32:
		flush := ""
		if from == ir.F64 {
			flush = w.flushOf(t)
		}
		w.op("cvt.%s%s.%s.%s %s, %s", mode(v.Rounding), flush, t, from, to, x)
	default:
		w.op("cvt%s.%s.%s %s, %s", w.flushOf(from), t, from, to, x)
	}
}

func (w *writer) flushOf(t ir.Type) string {
	if t == ir.F32 && w.f.Target.Flush {
		return ".ftz"
	}
	return ""
}
