package cell

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

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

// Graded reports whether the cell is a graded one.
func (r *Run) Graded() bool { return r.graded }

// restore gives all names of built-ins their meaning; what it returns gives them back
// those that cells have bound, but for names that have been bound again since.
func (s *Session) restore() (undo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hidden = starlark.StringDict{}
	for name := range s.user {
		b, ok := s.builtins[name]
		if _, tested := s.env[name].(Subject); ok && (!tested || s.reserved[name]) {
			s.hidden[name] = s.env[name]
			s.env[name] = b
		}
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for name, v := range s.hidden {
			s.env[name] = v
		}
		s.hidden = nil
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

// unanswered stands in an assignment where the student's text belongs: nbgrader puts it
// there. It is an error in Starlark and in CUDA C.
const unanswered = "YOUR_CODE_HERE"

var notAnswered = namedError{"NotImplementedError", "there is no answer yet: write yours in place of " + unanswered}

var unansweredLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*` + unanswered + `\s*;?\s*$`) })

// Answered returns an error if a line of a text that is no Starlark still waits for an answer.
func Answered(text string) error {
	for i, line := range strings.Split(text, "\n") {
		if unansweredLine().MatchString(line) {
			return &namedError{notAnswered.name, fmt.Sprintf("line %d: %s", i+1, notAnswered.msg)}
		}
	}
	return nil
}
