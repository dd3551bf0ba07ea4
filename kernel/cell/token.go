package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenKind says what a token is.
type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNewline
	tokName
	tokNumber
	tokString
	tokFString
	tokOp
	tokMagic // a whole line: %time f(), ?name, name?
	tokShell // the rest of a line from "!" on, where it is part of a statement: x = !ls, or indented
)

// A place is a position in a cell: line and column from 1, the column in code
// points, as the Starlark scanner counts.
type place struct{ line, col int }

func (p place) before(q place) bool {
	return p.line < q.line || p.line == q.line && p.col < q.col
}

// A token is one word of a cell. Comments and blank lines are no tokens.
type token struct {
	kind     tokenKind
	text     string
	at, to   place // to is the place after the last character
	off      int   // byte offset in the source
	depth    int   // open brackets around it
	fstring  []fpart
	problem  string // what is wrong with it: an unterminated string
	problemA place
}

func (t token) end() int { return t.off + len(t.text) }

func (t token) is(texts ...string) bool {
	if t.kind != tokOp && t.kind != tokName {
		return false
	}
	for _, s := range texts {
		if t.text == s {
			return true
		}
	}
	return false
}

// A lexer splits a cell into tokens. The Starlark parser has a scanner of its
// own; this one also knows what that one refuses (f-strings, magics, Python's
// operators), never fails, and keeps going after a fault.
type lexer struct {
	src    string
	off    int
	at     place
	depth  int
	magics bool // lines may be magics
	nested bool // lines in blocks that begin with %, too
	tokens []token
}

// lex splits src, whose first character stands at start.
func lex(src string, start place, magics bool) []token {
	l := &lexer{src: src, at: start, magics: magics}
	for l.next() {
	}
	return l.tokens
}

// lexPython is lex for text that may be Python of a notebook, where lines in blocks that begin with % are magics, too.
func lexPython(src string, line int) []token {
	l := &lexer{src: src, at: place{line, 1}, magics: true, nested: true}
	for l.next() {
	}
	return l.tokens
}

// lineStart reports whether the next token begins a logical line.
func (l *lexer) lineStart() bool {
	n := len(l.tokens)
	return l.depth == 0 && (n == 0 || l.tokens[n-1].kind == tokNewline || l.tokens[n-1].kind == tokMagic)
}

func (l *lexer) rest() string { return l.src[l.off:] }

// skip moves over n bytes.
func (l *lexer) skip(n int) {
	for _, r := range l.src[l.off : l.off+n] {
		if r == '\n' {
			l.at.line++
			l.at.col = 1
		} else {
			l.at.col++
		}
	}
	l.off += n
}

// emit adds a token of n bytes.
func (l *lexer) emit(kind tokenKind, n int) *token {
	t := token{kind: kind, text: l.src[l.off : l.off+n], at: l.at, off: l.off, depth: l.depth}
	l.skip(n)
	t.to = l.at
	l.tokens = append(l.tokens, t)
	return &l.tokens[len(l.tokens)-1]
}

func (l *lexer) next() bool {
	l.blank()
	s := l.rest()
	if s == "" {
		l.emit(tokEnd, 0)
		return false
	}
	r, size := utf8.DecodeRuneInString(s)
	prefix, quote := stringPrefix(s)
	switch {
	case l.magics && (l.at.col == 1 && magicLine(s) || l.nested && s[0] == '%') && l.lineStart():
		l.emit(tokMagic, commandLength(s))
	case l.shellHere(s):
		l.emit(tokShell, commandLength(s))
	case r == '\n':
		l.emit(tokNewline, 1)
	case quote != "":
		l.str(prefix, quote)
	case isNameStart(r):
		l.emit(tokName, spanOf(s, isNamePart))
	case r >= '0' && r <= '9', r == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		l.emit(tokNumber, numberLength(s))
	default:
		l.op(s, size)
	}
	return true
}

// blank skips what is no token: spaces, comments, continued and empty lines.
func (l *lexer) blank() {
	for {
		s := l.rest()
		switch {
		case s == "":
			return
		case s[0] == ' ' || s[0] == '\t' || s[0] == '\r':
			l.skip(1)
		case s[0] == '#':
			l.skip(lineLength(s))
		case strings.HasPrefix(s, "\\\n"):
			l.skip(2)
		case s[0] == '\n' && (l.depth > 0 || l.lineStart()):
			l.skip(1)
		default:
			return
		}
	}
}

// operators of more than one character, the longest first; some are not
// Starlark's, so that a hint can name them.
var operators = []string{
	"**=", "//=", "<<=", ">>=", "===", "!==", "...",
	"**", "//", "<<", ">>", "<=", ">=", "==", "!=", "<>", "->", ":=", "&&", "||", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=",
}

func (l *lexer) op(s string, size int) {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			size = len(op)
			break
		}
	}
	if strings.IndexByte(")]}", s[0]) >= 0 && l.depth > 0 {
		l.depth--
	}
	t := l.emit(tokOp, size)
	if t.is("(", "[", "{") {
		l.depth++
	}
}

// str reads a string literal with this prefix and quote.
func (l *lexer) str(prefix, quote string) {
	if strings.ContainsAny(prefix, "fF") {
		parts, n, fault := parseFString(l.rest(), prefix, quote, l.at, 0)
		t := l.emit(tokFString, n)
		t.fstring = parts
		if fault != nil {
			t.problem, t.problemA = fault.msg, fault.at
		}
		return
	}
	n, ok := stringLength(l.rest(), len(prefix), quote)
	t := l.emit(tokString, n)
	if !ok {
		t.problem, t.problemA = "the string is not closed: "+quote+" is missing", t.at
	}
}

// stringLength is the length of the string literal at the start of s; ok is
// false if it is not closed.
func stringLength(s string, prefix int, quote string) (n int, ok bool) {
	for i := prefix + len(quote); i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote), true
		case s[i] == '\n' && len(quote) == 1:
			return i, false
		}
	}
	return len(s), false
}

// stringPrefix returns the letters and the quote with which s begins, if it
// begins with a string literal.
func stringPrefix(s string) (prefix, quote string) {
	n := 0
	for n < len(s) && n < 2 && strings.IndexByte("rRbBfFuU", s[n]) >= 0 {
		n++
	}
	for _, q := range []string{`"""`, `'''`, `"`, `'`} {
		if strings.HasPrefix(s[n:], q) {
			return s[:n], q
		}
	}
	return "", ""
}

// magicLine reports whether a line is no Starlark but a magic: %name, ?name,
// name?, or a shell line, !command.
func magicLine(s string) bool {
	s = strings.TrimRight(s[:lineLength(s)], " \t\r")
	switch s[0] {
	case '%', '?', '!':
		return true
	}
	name := strings.TrimRight(s, "?")
	return len(name) < len(s) && isPath(name)
}

// isPath reports whether s is a name, or names joined by dots.
func isPath(s string) bool {
	for _, name := range strings.Split(s, ".") {
		r, _ := utf8.DecodeRuneInString(name)
		if !isNameStart(r) || spanOf(name, isNamePart) != len(name) {
			return false
		}
	}
	return true
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// commandLength is the length of a line; one of a shell may be continued behind a backslash.
func commandLength(s string) int {
	n := lineLength(s)
	for strings.HasPrefix(s, "!") && n > 0 && s[n-1] == '\\' && n < len(s) {
		n += 1 + lineLength(s[n+1:])
	}
	return n
}

// shellHere reports whether a "!" begins a command of the shell inside a statement.
func (l *lexer) shellHere(s string) bool {
	if s[0] != '!' || strings.HasPrefix(s, "!=") || l.depth > 0 {
		return false
	}
	n := len(l.tokens)
	return l.lineStart() || l.tokens[n-1].is("=")
}

// numberLength is generous: 1_000, 1e-5 and 0xff are one token each.
func numberLength(s string) int {
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	for i := 0; i < len(s); i++ {
		c := s[i]
		sign := (c == '+' || c == '-') && i > 0 && (s[i-1] == 'e' || s[i-1] == 'E') && !hex
		if !sign && (c != '.' || hex) && !isNamePart(rune(c)) {
			return i
		}
	}
	return len(s)
}

func spanOf(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

func isNameStart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) && r != utf8.RuneError
}

func isNamePart(r rune) bool { return isNameStart(r) || unicode.IsDigit(r) }
