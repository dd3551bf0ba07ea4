package cell

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// An Entry declares one name that cells can use. Completion, ?name and the pages
// of docs/ read what it says, so that each name is described in one place.
type Entry struct {
	// Name is that of a built-in ("sweep"), of a member of a module ("math.sqrt"),
	// or of what follows the dot of a value ("result.report"). "kernel[]" is what
	// a value becomes behind an index, and "*" stands for every built-in.
	Name  string
	Value starlark.Value // of a built-in; %who does not show it and %reset brings it back
	// Doc has the form of [Doc]. Completion takes the keyword arguments from its first line,
	// the signature.
	Doc  string
	Page string // of docs/, which shows Doc
	// Returns is an example of what a call returns, or of what an attribute is.
	// Only its type and the names of its attributes are used.
	Returns starlark.Value
	// Pure lets completion call the built-in with literal arguments, to know what it
	// returns: it changes nothing, reads nothing that a running cell changes, and
	// takes no time.
	Pure bool
	// Args tells what may stand for a parameter. "**" offers names of keyword
	// arguments that the signature does not list, "defines{}" the keys of a dict.
	Args map[string]func(Call) []Offer
}

// callable reports whether what the entry declares is called: its doc begins with a call.
func (e Entry) callable() bool {
	call, _, _ := strings.Cut(e.Doc, "\n")
	return strings.HasSuffix(call, ")")
}

// Declare adds an entry, or replaces the one of its name.
func (s *Session) Declare(e Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries[e.Name] = e
	if e.Value == nil {
		return
	}
	s.builtins[e.Name] = e.Value
	if !s.user[e.Name] {
		s.env[e.Name] = e.Value
	}
}

// Define declares a built-in by its value and its doc alone.
func (s *Session) Define(name string, v starlark.Value, doc string) {
	s.Declare(Entry{Name: name, Value: v, Doc: doc})
}

// Entries returns all that is declared, in the order of the names.
func (s *Session) Entries() []Entry {
	s.mu.RLock()
	defer s.mu.RUnlock()
	entries := make([]Entry, 0, len(s.entries))
	for _, name := range slices.Sorted(maps.Keys(s.entries)) {
		entries = append(entries, s.entries[name])
	}
	return entries
}
