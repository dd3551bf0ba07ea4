package ir

import "fmt"

// AtomicResult is what an atomic of a type writes where it finds old (CUDA C Programming Guide 3.2, section B.11). A CAS writes x
// if it finds what is expected.
func AtomicResult(op AtomOp, t Type, old, x, expected uint64) uint64 {
	switch op {
	case AtomAdd:
		if t.Float() {
			return t.floatBits(t.float(old) + t.float(x))
		}
		return t.wrap(old + x)
	case AtomSub:
		if t.Float() {
			return t.floatBits(t.float(old) - t.float(x))
		}
		return t.wrap(old - x)
	case AtomExch:
		return x
	case AtomMin, AtomMax:
		if compare(LT, t, x, old) == (op == AtomMin) {
			return x
		}
		return old
	case AtomInc:
		if t.wrap(old) >= t.wrap(x) {
			return 0
		}
		return old + 1
	case AtomDec:
		if t.wrap(old) == 0 || t.wrap(old) > t.wrap(x) {
			return x
		}
		return old - 1
	case AtomCAS:
		if t.wrap(old) == t.wrap(expected) {
			return x
		}
		return old
	case AtomAnd:
		return old & x
	case AtomOr:
		return old | x
	case AtomXor:
		return old ^ x
	}
	panic(fmt.Sprintf("BUG: atomic operation %d", op))
}
