package cell

import (
	"fmt"
	"strings"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// A source is the text of one cell that was run. The session keeps all of them:
// functions live on, and an error in one shows its line.
type source struct {
	session *Session
	key     string // the file name in positions, different for every run
	label   string // In[3], for people
	lines   []string

	mu   sync.Mutex      // guards ends against Inspect
	ends map[place]place // where the functions that begin at a place end
}

func (s *Session) newSource(label, text string) *source {
	s.mu.Lock()
	defer s.mu.Unlock()
	src := &source{
		session: s,
		key:     fmt.Sprintf("%s run %d", label, len(s.sources)+1),
		label:   label,
		lines:   strings.Split(text, "\n"),
		ends:    map[place]place{},
	}
	s.sources[src.key] = src
	return src
}

// define remembers where a def or a lambda stands.
func (src *source) define(n syntax.Node) {
	from, to := n.Span()
	src.mu.Lock()
	defer src.mu.Unlock()
	src.ends[placeOf(from)] = placeOf(to)
}

func (src *source) line(n int) string {
	if n < 1 || n > len(src.lines) {
		return ""
	}
	return src.lines[n-1]
}

// text returns the lines of the function that begins at a place.
func (src *source) text(at place) string {
	src.mu.Lock()
	to, ok := src.ends[at]
	src.mu.Unlock()
	if !ok || to.line > len(src.lines) {
		to = at
	}
	return strings.Join(src.lines[at.line-1:to.line], "\n")
}

// sourceOf returns the text of a function that a cell has defined.
func (s *Session) sourceOf(fn *starlark.Function) (text, label string) {
	pos := fn.Position()
	s.mu.RLock()
	defer s.mu.RUnlock()
	src, ok := s.sources[pos.Filename()]
	if !ok || pos.Line < 1 || int(pos.Line) > len(src.lines) {
		return "", ""
	}
	return src.text(placeOf(pos)), src.label
}

// locate adds to a fault of this source where it stands; other errors pass.
func (src *source) locate(err error) error {
	if f, ok := err.(*fault); ok {
		return &syntaxError{src, f}
	}
	return err
}
