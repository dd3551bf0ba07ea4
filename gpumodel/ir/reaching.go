package ir

import "slices"

// reaching finds which of several definitions of one variable reaches a place, and merges them by phis, after
// Braun et al. (see ssa.go), on a graph that is complete.
type reaching struct {
	f      *Func
	like   *Value // what the definitions have in common: type, space and line
	typ    Type
	ends   map[*Block]*Value // the definition at the end of a block
	starts map[*Block]*Value // what was found at the start of a block
}

// newReaching looks for definitions of the kind of v. There is no phi of predicates: these are carried as
// numbers, which are made where they are defined.
func newReaching(f *Func, v *Value, ends map[*Block]*Value) *reaching {
	r := &reaching{f: f, like: v, typ: v.Type, ends: ends, starts: map[*Block]*Value{}}
	if v.Type != Pred {
		return r
	}
	r.typ = U32
	for b, x := range ends {
		e := &emitter{f: f, b: b, line: v.Line, col: v.Col}
		ends[b] = e.op(Selp, U32, x, e.int(U32, 1), e.int(U32, 0))
	}
	return r
}

// atEnd is the value at the end of b.
func (r *reaching) atEnd(b *Block) *Value {
	if v := r.ends[b]; v != nil {
		return v
	}
	return r.atStart(b)
}

// atStart is the value at the start of b. On a path without definition it is 0, as for what C leaves open.
func (r *reaching) atStart(b *Block) *Value {
	if v := r.starts[b]; v != nil {
		return v
	}
	var v *Value
	switch len(b.Preds) {
	case 0:
		v = r.f.constant(r.typ, 0)
	case 1:
		v = r.atEnd(b.Preds[0])
	default:
		v = &Value{ID: r.f.id(), Op: Phi, Type: r.typ, Space: r.like.Space, Block: b, Line: r.like.Line, Col: r.like.Col}
		b.Values = slices.Insert(b.Values, 0, v)
		r.starts[b] = v
		for _, p := range b.Preds {
			v.Args = append(v.Args, r.atEnd(p))
		}
	}
	r.starts[b] = v
	return v
}

// before is the value in b in front of u, or at the end of b if u is nil. No definition stands in between.
func (r *reaching) before(b *Block, u *Value) *Value {
	v := r.atStart(b)
	if r.like.Type != Pred {
		return v
	}
	p := &Value{ID: r.f.id(), Op: Setp, Type: Pred, Cmp: NE, From: U32, Args: []*Value{v, r.f.constant(U32, 0)}, Block: b,
		Line: r.like.Line, Col: r.like.Col}
	at := len(b.Values)
	if u != nil {
		at = slices.Index(b.Values, u)
	}
	b.Values = slices.Insert(b.Values, at, p)
	return p
}
