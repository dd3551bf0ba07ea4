package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Which arguments a specialisation struct S<T *, N> is for. Its own arguments are patterns: each parameter in them
// stands for what is found at its place, the same wherever it is named.

// fits finds the values of the specialisation's parameters with which its arguments are the given ones.
func (s *specialClass) fits(given []templateArg) (values []templateArg, ok bool) {
	found := map[string][]templateArg{}
	if !fitsAll(s.args, given, found) {
		return nil, false
	}
	for _, tp := range s.params {
		list := found[tp.Name]
		if tp.Pack {
			values = append(values, templateArg{isPack: true, pack: list})
			continue
		}
		if len(list) == 0 {
			return nil, false
		}
		for _, a := range list {
			if !a.same(list[0]) {
				return nil, false
			}
		}
		values = append(values, list[0])
	}
	return values, true
}

// better tells whether s is more special than old, which may be nil: what s is for, old is for, too.
func (s *specialClass) better(old *specialClass) bool {
	if old == nil {
		return true
	}
	_, less := old.fits(s.args)
	_, more := s.fits(old.args)
	return less && !more || less && (len(s.params) < len(old.params) || includes(s.atoms, old.atoms))
}

func fitsAll(patterns, given []templateArg, found map[string][]templateArg) bool {
	for i, a := range patterns {
		if a.expand {
			for _, b := range given[min(i, len(given)):] {
				b.expand = false
				if !a.fits(b, found) {
					return false
				}
			}
			return len(given) >= i
		}
		if i >= len(given) || given[i].expand || !a.fits(given[i], found) {
			return false
		}
	}
	return len(patterns) == len(given)
}

// fits tells whether argument b is what pattern a says, and notes what its parameters stand for.
func (a templateArg) fits(b templateArg, found map[string][]templateArg) bool {
	switch {
	case a.template == nil && a.param != "":
		found[a.param] = append(found[a.param], b)
		return b.val != nil
	case a.typ != nil:
		return b.typ != nil && a.typ.fits(b.typ, found)
	case a.template != nil && a.template.param != "":
		found[a.template.param] = append(found[a.template.param], b)
		return b.template != nil
	}
	return b.param == "" && a.same(b)
}

// fits is that of types.
func (t *Type) fits(arg *Type, found map[string][]templateArg) bool {
	switch {
	case t.refers != byValue:
		return t.refers == arg.refers && t.referredTo(byValue).fits(arg.referredTo(byValue), found)
	case t.Kind == paramKind && arg.refers != byValue:
		found[t.Name] = append(found[t.Name], templateArg{typ: arg})
		return !t.Const && !t.Volatile
	case t.Kind == paramKind:
		if t.Const && !arg.Const || t.Volatile && !arg.Volatile {
			return false
		}
		u := arg.plain().qualified(arg.Const && !t.Const, arg.Volatile && !t.Volatile)
		found[t.Name] = append(found[t.Name], templateArg{typ: u})
		return true
	case arg.refers != byValue || t.Const != arg.Const || t.Volatile != arg.Volatile || t.Kind != arg.Kind:
		return false
	case t.Kind == Pointer:
		return t.Elem.fits(arg.Elem, found)
	case t.Kind == Array && t.length != "" && arg.Len >= 0:
		length := &Lit{Typed{token.Pos{}, typeULong}, Const{I: int64(arg.Len)}}
		found[t.length] = append(found[t.length], templateArg{val: length, param: arg.length})
		return t.Elem.fits(arg.Elem, found)
	case t.Kind == Array:
		return t.Len == arg.Len && t.Elem.fits(arg.Elem, found)
	case t.Kind == FuncPointer:
		return t.Elem.fits(arg.Elem, found)
	case t.Kind == Function:
		if t.expand {
			return t.fitsPack(arg, found)
		}
		if len(t.Params) != len(arg.Params) || !t.Elem.fits(arg.Elem, found) {
			return false
		}
		for i := range t.Params {
			if t.refs[i] != arg.refs[i] || !t.Params[i].fits(arg.Params[i], found) {
				return false
			}
		}
		return true
	case t.class != nil && t.class.of != nil && arg.class != nil && arg.class.of != nil:
		if t.class.of.param != "" { // T<A> of a template parameter T
			found[t.class.of.param] = append(found[t.class.of.param], templateArg{template: arg.class.of})
		} else if t.class.of != arg.class.of {
			return false
		}
		return fitsAll(flat(t.class.args), flat(arg.class.args), found)
	}
	return Same(t, arg)
}

// fitsPack is fits of a function's type R(A...), whose last parameter stands for any number.
func (t *Type) fitsPack(arg *Type, found map[string][]templateArg) bool {
	if arg.Kind != Function || arg.Elem == nil || arg.expand {
		return false
	}
	result := arg.Elem
	if arg.reference && !t.reference {
		result = result.Elem.referredTo(toLvalue)
	}
	last := len(t.Params) - 1
	if !t.Elem.fits(result, found) || len(arg.Params) < last {
		return false
	}
	for i, u := range arg.Params {
		if arg.refs[i] {
			u = u.Elem.referredTo(toLvalue)
		}
		if !t.Params[min(i, last)].fits(u, found) {
			return false
		}
	}
	return true
}
