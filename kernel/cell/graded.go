package cell

import (
	"fmt"
	"maps"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"warpbook.dev/kernel"
)

// What keeps a cell from being graded by rules that its student has made.

// Reserve names built-ins that no cell can bind anew. A kernel may have such a name: it
// cannot be called in the built-in's place.
func (s *Session) Reserve(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		s.reserved[name] = true
	}
}

// Bindable returns an error if no cell can bind a name.
func (s *Session) Bindable(name string) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.reserved[name] {
		return &namedError{"NameError", fmt.Sprintf("cannot assign to %s: names used for tests and grades mean the same in every cell; choose another name", name)}
	}
	return nil
}

// RestoreFor names the function whose call, as the last expression of a cell, makes it a
// graded one: names of built-ins mean these in it, whatever other cells have bound to them.
func (s *Session) RestoreFor(name string) { s.restores = name }

// A Subject is what a graded cell tests: it keeps its name, though it is a built-in's.
type Subject interface{ Subject() }

// grades reports whether the last expression is a call of what grades.
func (s *Session) grades(file *syntax.File) bool {
	if len(file.Stmts) == 0 {
		return false
	}
	last, ok := file.Stmts[len(file.Stmts)-1].(*syntax.ExprStmt)
	if !ok {
		return false
	}
	call, ok := last.X.(*syntax.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fn.(*syntax.Ident)
	return ok && id.Name == s.restores
}

// Graded reports whether the cell is a graded one. Completion evaluates without a cell: its Run is nil.
func (r *Run) Graded() bool { return r != nil && r.graded }

// LineOf is the line of the cell where a function of it begins; 0 if it is another cell's.
func (r *Run) LineOf(f starlark.Callable) int {
	if fn, ok := f.(*starlark.Function); ok && fn.Position().Filename() == r.source.key {
		return int(fn.Position().Line)
	}
	return 0
}

// restore begins a graded cell: names of built-ins mean these, and what graded cells before it have bound is there again. What
// it returns ends the cell: names mean what student's cells have bound to them, and what this cell has bound is kept for the
// next graded one. So a student's cell neither sees the functions and data of tests, be they hidden, nor changes them.
func (s *Session) restore() (undo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	students := bindings{maps.Clone(s.env), maps.Clone(s.user)}
	s.hidden = starlark.StringDict{}
	for name := range s.user {
		b, ok := s.builtins[name]
		if _, tested := s.env[name].(Subject); ok && (!tested || s.reserved[name]) {
			s.hidden[name] = s.env[name]
			s.env[name] = b
		}
	}
	maps.Copy(s.env, s.tests)
	for name := range s.tests {
		s.user[name] = true
	}
	s.tested = map[string]bool{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for name := range s.tested {
			s.tests[name] = s.env[name]
		}
		for name := range s.tests {
			students.giveBack(s, name)
		}
		for name, v := range s.hidden {
			s.env[name] = v
		}
		s.hidden, s.tested = nil, nil
	}
}

// rebound is called when a student's cell binds a name. Where a graded cell has bound it to data, the student's are what the
// next one means; functions and kernels of tests stay.
func (s *Session) rebound(name string) {
	switch v := s.tests[name]; v.(type) {
	case starlark.Callable, Subject:
	default:
		delete(s.tests, name)
	}
}

// bindings are what names meant at some time.
type bindings struct {
	env  starlark.StringDict
	user map[string]bool
}

// giveBack gives a name its meaning of that time.
func (b bindings) giveBack(s *Session, name string) {
	if v, ok := b.env[name]; ok {
		s.env[name] = v
	} else {
		delete(s.env, name)
	}
	if b.user[name] {
		s.user[name] = true
	} else {
		delete(s.user, name)
	}
}

// TestType is the MIME type of what a session tells that grades.
const TestType = "application/vnd.warpbook.test+json"

// Tested tells of a test, if the session grades.
func (r *Run) Tested(told map[string]any) {
	if r.session.Grading {
		r.out.Display(kernel.Bundle{Data: map[string]any{TestType: told, "text/plain": ""}})
	}
}
