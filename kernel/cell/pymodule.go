package cell

import (
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// A PythonModule is a module of Python of which cells have some members. A cell that reads another one needs Python, and is skipped.
type PythonModule struct{ *starlarkstruct.Module }

// moduleOf is a module of cells; partial tells whether it is one of Python with more members than cells have.
func moduleOf(v starlark.Value) (m *starlarkstruct.Module, partial bool) {
	switch v := v.(type) {
	case *starlarkstruct.Module:
		return v, false
	case PythonModule:
		return v.Module, true
	}
	return nil, false
}

// module is what is built in under a name with dots in it; nil if that is nothing. The caller holds mu.
func (s *Session) module(path string) starlark.Value {
	first, rest, dotted := strings.Cut(path, ".")
	v := s.builtins[first]
	for dotted {
		m, _ := moduleOf(v)
		if m == nil {
			return nil
		}
		first, rest, dotted = strings.Cut(rest, ".")
		v = m.Members[first]
	}
	return v
}

// imported is the value that an import binds, of a module that is built in; nil of others.
func (s *Session) imported(imp pyImport) starlark.Value {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v := s.module(imp.module)
	if m, _ := moduleOf(v); m != nil && imp.member != "" {
		return m.Members[imp.member]
	}
	return v
}
