package cuda

// isAuto tells whether t is auto, or a pointer to it.
func isAuto(t *Type) bool {
	for t.Kind == Pointer {
		t = t.Elem
	}
	return t.Kind == autoKind
}

// arrayOfAuto tells whether t is an array whose elements are auto, or a pointer to one.
func arrayOfAuto(t *Type) bool {
	array := false
	for ; t.Kind == Pointer || t.Kind == Array; t = t.Elem {
		array = array || t.Kind == Array
	}
	return array && t.Kind == autoKind
}

// withoutAuto is the declared type t with what its initialiser says in the place of
// auto: of const auto* and an int* const int*. It returns nil for both if a pointer
// is declared and the value is none.
func withoutAuto(t, value *Type) (whole, auto *Type) {
	switch {
	case t.Kind == autoKind:
		return value.qualified(t.Const, t.Volatile), value
	case t.Kind != Pointer || value.Kind != Pointer || value == typeNull:
		return nil, nil
	}
	elem, auto := withoutAuto(t.Elem, value.Elem)
	if elem == nil {
		return nil, nil
	}
	u := *t
	u.Elem = elem
	return &u, auto
}

// deduceAuto gives v the type that its initialiser of type value has. All variables of
// a declaration must agree on what auto is.
func (p *parser) deduceAuto(s *specs, v *Var, value *Type) {
	end := v.Pos.After(len(v.Name))
	whole, auto := withoutAuto(v.Type, value)
	switch {
	case value.Kind == badKind:
		whole = typeBad
	case whole == nil:
		p.Errorf(v.Pos, end, "%q is declared as a pointer, %s, and cannot take a value of type %s", v.Name, v.Type, value)
		whole = typeBad
	case whole.Kind == Void:
		p.Errorf(v.Pos, end, "%q cannot have type %s", v.Name, whole)
		whole = typeBad
	case s.auto != nil && !Same(s.auto, auto):
		p.Errorf(v.Pos, end, "auto is %s for the variables before and %s for %q: declare it by itself", s.auto, auto, v.Name)
	default:
		s.auto = auto
	}
	v.Type = whole
}
