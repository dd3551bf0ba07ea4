package cell

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/spelling"
)

// An Offer is a value that may stand at a place of a cell.
type Offer struct {
	Value starlark.Value
	Doc   string                // in a line
	Also  []string              // other spellings by which it is found
	Show  func() starlark.Value // what inspection describes; nil for Doc alone
}

// text is the value as a cell writes it.
func (o Offer) text() string { return Repr(o.Value) }

// A Call is the call around the cursor: the arguments before it that are known
// without running anything, as values or as examples (see [Entry]). Those that are
// not known are nil, or missing.
type Call struct {
	Receiver starlark.Value // of a method
	Args     []starlark.Value
	Kwargs   map[string]starlark.Value
	Typed    string // of the argument at the cursor, if it is a string
}

// Arg is an argument by its position or its name; nil if it is not known.
func (c Call) Arg(i int, name string) starlark.Value {
	if i < len(c.Args) && c.Args[i] != nil {
		return c.Args[i]
	}
	return c.Kwargs[name]
}

// A Keyed value knows the strings that may stand between the brackets of v["…"], of which
// some has been typed.
type Keyed interface{ CompletionKeys(typed string) []Offer }

// An Indexed value is called behind an index, as a kernel is: k[grid, block](…).
type Indexed interface{ IndexedSignature() string }

// A MagicText is the text of a cell magic and a place in it.
type MagicText struct {
	Args, Body string // the rest of the first line, and what is below it
	InBody     bool   // whether the place is in Body
	At         int    // the bytes before it
}

// An Assistant completes and explains the text of a cell magic. It is asked while
// cells run and must neither wait for them nor run anything itself.
type Assistant interface {
	// Complete returns the byte of Args or Body at which the begun word starts, and
	// what may stand there instead of it.
	Complete(t MagicText) (start int, matches []kernel.Completion)
	// Inspect explains the word at the place.
	Inspect(t MagicText, detail int) (kernel.Bundle, bool)
	// IsComplete says whether more lines must follow, and how far to indent the next.
	IsComplete(body string) (more bool, indent string)
}

// Assist adds what knows the text of a cell magic.
func (s *Session) Assist(magic string, a Assistant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.helpers[magic] = a
}

// assistant finds what knows the text at an offset of a cell that begins with %%name;
// isMagic also holds for a magic that nothing knows.
func (s *Session) assistant(code string, offset int) (a Assistant, t MagicText, base int, isMagic bool) {
	start := len(code) - len(strings.TrimLeft(code, " \t\r\n"))
	rest, isMagic := strings.CutPrefix(code[start:], "%%")
	if !isMagic {
		return nil, t, 0, false
	}
	head, body, _ := strings.Cut(rest, "\n")
	name, _ := cutWord(head)
	s.mu.RLock()
	a = s.helpers[name]
	s.mu.RUnlock()
	bodyAt := start + len("%%") + len(head) + len("\n")
	args := start + len("%%") + strings.Index(head, name) + len(name)
	t.Args, t.Body = code[args:bodyAt-1], body
	switch {
	case offset >= bodyAt:
		t.InBody, t.At, base = true, offset-bodyAt, bodyAt
	case offset > args:
		t.At, base = offset-args, args
	default:
		return nil, t, 0, false // the name itself
	}
	return a, t, base, true
}

// plainMagic reports whether what is below a magic is an ordinary cell.
func plainMagic(code string) bool {
	name, _ := cutWord(strings.TrimPrefix(strings.TrimLeft(code, " \t\r\n"), "%%"))
	name, _, _ = strings.Cut(name, "\n")
	return name == "time" || name == "capture"
}

// finding is how well a begun text fits an offer; 0 is not at all.
func (o Offer) finding(typed string) int {
	best := 0
	word := folded(typed)
	for i, s := range append([]string{textOf(o.Value)}, o.Also...) {
		name := folded(s)
		fit := 0
		switch {
		case strings.HasPrefix(s, typed):
			fit = 5
		case strings.HasPrefix(name, word), wordBegins(s, typed):
			fit = 4
		case strings.Contains(name, word):
			fit = 3
		case len(word) > 2 && len(name) >= len(word) && spelling.Distance(word, name[:len(word)]) <= 1+len(word)/6:
			fit = 2
		}
		if i > 0 && fit > 1 {
			fit--
		}
		best = max(best, fit)
	}
	return best
}

// wordBegins reports whether a word of a name, behind a blank or a slash, begins so.
func wordBegins(name, typed string) bool {
	for i, c := range name {
		if (c == ' ' || c == '/') && strings.HasPrefix(folded(name[i+1:]), folded(typed)) {
			return true
		}
	}
	return false
}

func textOf(v starlark.Value) string {
	if s, ok := starlark.AsString(v); ok {
		return s
	}
	return Repr(v)
}

// folded is a name without what spelling forgives: case, blanks and hyphens.
func folded(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(s))
}
