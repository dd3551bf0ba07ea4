package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// A struct may have conversion operators, operator T: functions without parameters that an
// implicit conversion calls.

// conversionAhead is the index of the word operator of the conversion operator that is
// declared ahead, -1 if none is.
func (p *parser) conversionAhead() int {
	for i := p.i; i+1 < len(p.toks) && !p.toks[i].Is("(") && !p.toks[i].Is(";"); i++ {
		if p.toks[i].Is("operator") {
			if next := &p.toks[i+1]; next.Kind == token.Ident && !next.Is("new") && !next.Is("delete") {
				return i
			}
			return -1
		}
	}
	return -1
}

// conversionHead reads operator T up to its parameters.
func (p *parser) conversionHead(at int) (specs, declarator) {
	name, start := p.toks[at], p.i
	p.i = at + 1
	d := p.castType()
	name.Text = "operator " + d.typ.String()
	explicit := slices.ContainsFunc(p.toks[start:at], func(t token.Token) bool { return t.Is("explicit") })
	return specs{at: name, device: true, explicit: explicit}, declarator{name: name, typ: d.typ, params: p.i}
}

// conversionTo is the operator that makes a value of type to of one of type from where nobody asks for it, nil if there is none.
func conversionTo(from, to *Type) *Func { return conversionOf(from, to, false) }

// conversionOf is that operator, or one that is explicit, where it is asked for.
func conversionOf(from, to *Type, asked bool) *Func {
	if from.Kind != Struct || from.class == nil {
		return nil
	}
	var found *Func
	from.within(func(b *Type) bool {
		if b.class == nil {
			return false
		}
		for _, fn := range b.class.conversions {
			switch r := fn.Result; {
			case b.class.p.info(fn).explicit && !asked:
			case Same(r, to):
				found = fn
				return true
			// A half is a class in CUDA: to or from it a second conversion would be the user's, too.
			case found == nil && r.Kind != Struct && to.Kind != Struct && (r.Kind == Half) == (to.Kind == Half) &&
				implicit(&Ident{Typed{token.Pos{}, r}, &Var{Type: r}}, to) != impossible:
				found = fn
			}
		}
		return false
	})
	return found
}

// unwrapped is the value that a struct with a single conversion operator converts to; other values stay as they are.
func (p *parser) unwrapped(x Expr) Expr {
	t := x.T()
	if t.Kind != Struct {
		return x
	}
	var all []*Func
	t.within(func(b *Type) bool {
		if b.class != nil {
			all = append(all, slices.DeleteFunc(slices.Clone(b.class.conversions), func(fn *Func) bool { return p.info(fn).explicit })...)
		}
		return false
	})
	if len(all) != 1 {
		return x
	}
	return p.converted(x, all[0])
}

// converted calls a conversion operator.
func (p *parser) converted(x Expr, fn *Func) Expr {
	pos, end := extent(x)
	return p.invoke(&token.Token{Text: fn.Name, Pos: pos, End: end}, x, []*Func{fn}, nil, nil)
}
