package cuda

import "strings"

// Symbol is the name that a compiled program has for the function, as the Itanium C++ ABI forms it: _Z3addPii of
// add(int *, int). The types of a template's parameters stand there as they are, not as the template has them.
func (f *Func) Symbol() string {
	if f.C {
		return f.Name
	}
	name := f.Name
	if i := strings.IndexByte(name, '<'); i >= 0 {
		name = name[:i]
	}
	var b strings.Builder
	b.WriteString("_Z")
	parts := strings.Split(name, "::")
	if len(parts) > 1 {
		b.WriteByte('N')
	}
	for _, part := range parts {
		b.WriteString(itoa(len(part)) + part)
	}
	if len(parts) > 1 {
		b.WriteByte('E')
	}
	if len(f.Params) == 0 {
		b.WriteByte('v')
	}
	known := &substitutions{}
	for _, v := range f.Params {
		b.WriteString(known.mangle(v.Type.plain()))
	}
	return b.String()
}

// substitutions are types that a name has had so far, in the order in which they were complete: the next time they are S_, S0_, S1_ …
type substitutions struct{ types []string }

// mangle is the name of a type in the name of a function. What is not a type of C itself is a substitution from then on.
func (s *substitutions) mangle(t *Type) string {
	whole := mangled(t)
	if len(whole) == 1 {
		return whole
	}
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i, known := range s.types {
		if known == whole && i == 0 {
			return "S_"
		} else if known == whole && i <= len(digits) {
			return "S" + digits[i-1:i] + "_"
		}
	}
	name := whole
	switch {
	case t.Const:
		name = "K" + s.mangle(t.plain())
	case t.Kind == Pointer:
		name = "P" + s.mangle(t.Elem)
	}
	s.types = append(s.types, whole)
	return name
}
