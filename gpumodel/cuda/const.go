package cuda

import "math"

// truncate brings v into the range of an integer kind, in two's complement.
func truncate(k Kind, v int64) int64 {
	switch k {
	case Bool:
		if v != 0 {
			return 1
		}
		return 0
	case Char:
		return int64(int8(v))
	case UChar:
		return int64(uint8(v))
	case Short:
		return int64(int16(v))
	case UShort:
		return int64(uint16(v))
	case Int:
		return int64(int32(v))
	case UInt:
		return int64(uint32(v))
	}
	return v
}

// convertConst is the value c of type from, converted to type to.
func convertConst(c Const, from, to *Type) Const {
	switch {
	case to.IsFloat() && from.IsFloat():
		return Const{F: round(to, c.F)}
	case to.IsFloat() && from.unsigned():
		return Const{F: round(to, float64(uint64(c.I)))}
	case to.IsFloat():
		return Const{F: round(to, float64(c.I))}
	case from.IsFloat() && to.Kind == Bool:
		return Const{I: b2i(c.F != 0)}
	case from.IsFloat():
		return Const{I: saturate(to, c.F)}
	}
	return Const{I: truncate(to.Kind, c.I)}
}

// round is f as a float has it, or a double.
func round(t *Type, f float64) float64 {
	if t.Kind == Float {
		return float64(float32(f))
	}
	return f
}

// saturate is f as an integer: NaN is 0, and what is too large is the largest, as on the GPU.
func saturate(t *Type, f float64) int64 {
	bits := min(64, 8*t.Size())
	switch {
	case f != f:
		return 0
	case t.unsigned() && f >= math.Ldexp(1, bits):
		return truncate(t.Kind, -1)
	case t.unsigned() && f <= 0:
		return 0
	case t.unsigned():
		return int64(uint64(f))
	case f >= math.Ldexp(1, bits-1):
		return int64(uint64(1)<<(bits-1) - 1)
	case f < -math.Ldexp(1, bits-1):
		return -1 << (bits - 1)
	}
	return int64(f)
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// foldUnary computes op v for the type t of the result.
func foldUnary(op string, t *Type, v Const) Const {
	switch op {
	case "-":
		v = Const{I: truncate(t.Kind, -v.I), F: -v.F}
	case "~":
		v.I = truncate(t.Kind, ^v.I)
	case "!":
		v.I = b2i(v.I == 0)
	}
	return v
}

// foldBinary computes x op y, both of type t (for shifts y is any integer). It
// returns false if there is no value: division by zero.
func foldBinary(op string, t *Type, x, y Const) (Const, bool) {
	if t.IsFloat() {
		return foldFloat(op, t, x.F, y.F)
	}
	a, b := x.I, y.I
	less, equal := a < b, a == b
	if t.unsigned() {
		less = uint64(a) < uint64(b)
	}
	switch op {
	case "+":
		a += b
	case "-":
		a -= b
	case "*":
		a *= b
	case "/", "%":
		if b == 0 {
			return Const{}, false
		}
		a = divide(op, t, a, b)
	case "&":
		a &= b
	case "|":
		a |= b
	case "^":
		a ^= b
	case "<<":
		a <<= uint64(b) & 63
	case ">>":
		if t.unsigned() {
			a = int64(uint64(a) >> (uint64(b) & 63))
		} else {
			a >>= uint64(b) & 63
		}
	case "<":
		return Const{I: b2i(less)}, true
	case ">":
		return Const{I: b2i(!less && !equal)}, true
	case "<=":
		return Const{I: b2i(less || equal)}, true
	case ">=":
		return Const{I: b2i(!less)}, true
	case "==":
		return Const{I: b2i(equal)}, true
	case "!=":
		return Const{I: b2i(!equal)}, true
	default:
		return Const{}, false
	}
	return Const{I: truncate(t.Kind, a)}, true
}

func divide(op string, t *Type, a, b int64) int64 {
	switch {
	case t.unsigned() && op == "/":
		return int64(uint64(a) / uint64(b))
	case t.unsigned():
		return int64(uint64(a) % uint64(b))
	case op == "/":
		return a / b
	}
	return a % b
}

func foldFloat(op string, t *Type, a, b float64) (Const, bool) {
	var f float64
	switch op {
	case "+":
		f = a + b
	case "-":
		f = a - b
	case "*":
		f = a * b
	case "/":
		f = a / b
	case "<":
		return Const{I: b2i(a < b)}, true
	case ">":
		return Const{I: b2i(a > b)}, true
	case "<=":
		return Const{I: b2i(a <= b)}, true
	case ">=":
		return Const{I: b2i(a >= b)}, true
	case "==":
		return Const{I: b2i(a == b)}, true
	case "!=":
		return Const{I: b2i(a != b)}, true
	default:
		return Const{}, false
	}
	if f != f && a == a && b == b { // a processor's own NaN has a sign, which differs
		f = math.NaN()
	}
	return Const{F: round(t, f)}, true
}
