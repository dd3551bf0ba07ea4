package ir

// A form is an integer as a sum of terms with constant factors, in the wrapping
// arithmetic of its type.
//
// For example 4*(i*n + j + 3) is {i*n: 4, j: 4, one: 12}. Equal forms are equal values, however the source
// wrote them, and the difference of two forms tells how to get from one to the other.
type form map[term]int64

// A term is a value, the product of two values, or (the zero term) the number
// one; extended from signed 32 to 64 bits if extended.
type term struct {
	v, w     *Value
	extended bool
}

// maxProduct is the most terms that a product of two sums is multiplied out to.
const maxProduct = 8

// add adds factor*x, taken apart. Below a sign extension (extended) only signed
// operations are taken apart: these do not wrap.
//
// t is the type of the whole sum: factors wrap at its width.
func (f form) add(x *Value, factor int64, extended bool, t Type) {
	if x.isConst() {
		f.plus(term{}, factor*x.intConst(), t)
		return
	}
	if x.Op == Cvt && x.From == S32 && x.Type.Integer() && x.Type.Size() == 8 {
		f.add(x.Args[0], factor, true, t)
		return
	}
	if extended && x.Type != S32 {
		f.plus(term{v: x, extended: extended}, factor, t)
		return
	}
	switch x.Op {
	case Add:
		f.add(x.Args[0], factor, extended, t)
		f.add(x.Args[1], factor, extended, t)
	case Sub:
		f.add(x.Args[0], factor, extended, t)
		f.add(x.Args[1], -factor, extended, t)
	case Shl:
		if k := x.Args[1]; k.isConst() && k.Imm < 32 {
			f.add(x.Args[0], factor<<k.Imm, extended, t)
			return
		}
		f.plus(term{v: x, extended: extended}, factor, t)
	case Mul:
		f.addProduct(x, factor, extended, t)
	default:
		f.plus(term{v: x, extended: extended}, factor, t)
	}
}

// addProduct adds factor times the product x, multiplied out if that gives few terms.
func (f form) addProduct(x *Value, factor int64, extended bool, t Type) {
	p, q := form{}, form{}
	p.add(x.Args[0], 1, extended, t)
	q.add(x.Args[1], 1, extended, t)
	product, ok := p.times(q, t)
	if !ok {
		f.plus(term{v: x, extended: extended}, factor, t)
		return
	}
	for k, n := range product {
		f.plus(k, n*factor, t)
	}
}

// times is the product of two forms; ok is false if it is too long or of a higher degree than two.
func (f form) times(g form, t Type) (product form, ok bool) {
	if len(f)*len(g) > maxProduct {
		return nil, false
	}
	product = form{}
	for a, m := range f {
		for b, n := range g {
			if a.w != nil || b.w != nil || a.v != nil && b.v != nil && a.extended != b.extended {
				return nil, false
			}
			k := term{a.v, b.v, a.extended || b.extended}
			if k.v == nil || k.w != nil && k.w.ID < k.v.ID {
				k.v, k.w = k.w, k.v
			}
			product.plus(k, m*n, t)
		}
	}
	return product, true
}

// plus adds n times a term.
//
// A term whose factor becomes 0 is removed, so that equal forms have equal maps.
func (f form) plus(k term, n int64, t Type) {
	n = t.signed().extend(t.wrap(uint64(f[k] + n)))
	if n == 0 {
		delete(f, k)
		return
	}
	f[k] = n
}

// difference is the number of terms by which g differs from f, and one of them.
//
// n is 0 for equal forms. The term is of use to the callers only if n is 1.
func (f form) difference(g form) (t term, factor int64, n int) {
	for k, x := range g {
		if d := x - f[k]; d != 0 {
			t, factor = k, d
			n++
		}
	}
	for k, x := range f {
		if _, both := g[k]; !both {
			t, factor = k, -x
			n++
		}
	}
	return t, factor, n
}
