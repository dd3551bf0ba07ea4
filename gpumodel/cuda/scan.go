package cuda

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tEOF     tokenKind = iota
	tIdent             // also keywords
	tNumber            // spelling as written, see number
	tChar              // spelling with its quotes
	tString            // spelling with its quotes
	tPunct             // an operator or a bracket
	tPragma            // #pragma unroll, args are what follows it
	tIllegal           // msg says why
)

// A token is a word of the text. Its place is that of the user's text, also
// when it comes out of a macro: then it stands where the macro is used.
type token struct {
	kind       tokenKind
	text       string
	pos, end   Pos // end is just after the last character
	off, limit int // bytes [off, limit) of the source
	bol, space bool
	macro      string  // the macro it comes from
	hidden     *hidden // macros that must not expand it again
	library    bool    // it is none of the user's
	translated bool    // a name that the translation of asm writes
	in         *header // the header that it stands in; nil for the source
	within     any     // the parser's namespace that stands before it, A::; nil if none does
	msg        string
	args       []token
	pack       int // of struct: the #pragma pack in force
}

func (t *token) is(text string) bool {
	return t.text == text && (t.kind == tPunct || t.kind == tIdent)
}

// String is how messages name a token.
func (t *token) String() string {
	switch {
	case t.kind == tEOF:
		return "the end of the source"
	case t.kind == tPragma:
		return "#pragma"
	case t.macro != "" && t.macro != t.text:
		return fmt.Sprintf("%q (from the macro %s)", t.text, t.macro)
	}
	return fmt.Sprintf("%q", t.text)
}

// char is a code point of the text after line continuations are taken out.
type char struct {
	r   rune
	pos Pos
	off int
}

// splice decodes src, drops backslash-newline pairs and notes where each code point stands.
func splice(src string) []char {
	chars := make([]char, 0, len(src)+1)
	pos := Pos{1, 1}
	for off := 0; off < len(src); {
		r, n := utf8.DecodeRuneInString(src[off:])
		if r == '\\' {
			if eol := continuation(src[off:]); eol > 0 {
				off += eol
				pos = Pos{pos.Line + 1, 1}
				continue
			}
		}
		if r != '\ufeff' {
			chars = append(chars, char{r, pos, off})
		}
		off += n
		pos.Col++
		if r == '\n' {
			pos = Pos{pos.Line + 1, 1}
		}
	}
	return append(chars, char{-1, pos, len(src)})
}

// continuation is the length of the backslash-newline that s begins with, or 0.
// Blanks before the newline are forgiven, as compilers do.
func continuation(s string) int {
	rest := strings.TrimLeft(s[1:], " \t\r")
	if strings.HasPrefix(rest, "\n") {
		return len(s) - len(rest) + 1
	}
	return 0
}

type scanner struct {
	open  int  // <<< without their >>>
	hash  bool // the line is a directive
	src   string
	chars []char
	i     int
}

// scan splits src into tokens; the last one is tEOF.
func scan(src string) []token {
	s := &scanner{src: src, chars: splice(src)}
	var toks []token
	bol := true
	for {
		from := s.i
		newline, bad := s.blanks()
		bol = bol || newline
		s.hash = s.hash && !newline
		if bad != nil {
			toks = append(toks, *bad)
		}
		t := s.token()
		t.bol, t.space = bol, s.i > from && t.off > s.chars[from].off
		s.hash = s.hash || bol && t.is("#")
		bol = false
		toks = append(toks, t)
		if t.kind == tEOF {
			return toks
		}
	}
}

func (s *scanner) at(n int) rune {
	if s.i+n >= len(s.chars) {
		return -1
	}
	return s.chars[s.i+n].r
}

// blanks skips white space and comments and tells whether a line ended.
func (s *scanner) blanks() (newline bool, bad *token) {
	for {
		switch r := s.at(0); {
		case r == '\n':
			newline = true
			s.i++
		case r >= 0 && unicode.IsSpace(r) || r == '\u200b':
			s.i++
		case r == '\\' && !s.hash && s.lastOfLine():
			s.i++
		case r == '/' && s.at(1) == '/':
			for s.at(0) != '\n' && s.at(0) >= 0 {
				s.i++
			}
		case r == '/' && s.at(1) == '*':
			from := s.i
			for s.i += 2; s.at(0) != '*' || s.at(1) != '/'; s.i++ {
				if s.at(0) < 0 {
					t := s.make(tIllegal, from, from+2)
					t.msg = "comment /* is never closed by */"
					return newline, &t
				}
			}
			s.i += 2
		default:
			return newline, nil
		}
	}
}

// lastOfLine reports whether only blanks and a comment follow the backslash at i on its line. nvcc removes comments before it parses,
// so such a backslash joins two lines there. In a directive, which ends before that, it is an error.
func (s *scanner) lastOfLine() bool {
	n := 1
	for s.at(n) == ' ' || s.at(n) == '\t' {
		n++
	}
	return s.at(n) == '/' && s.at(n+1) == '/'
}

// bytes are those of a character in the source. A byte that is not UTF-8 stays as it is: a literal may hold Latin-1.
func (s *scanner) bytes(c char) string {
	if c.r == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(s.src[c.off:])
		return s.src[c.off : c.off+n]
	}
	return string(c.r)
}

// make builds the token of the characters [from, to).
func (s *scanner) make(kind tokenKind, from, to int) token {
	t := token{kind: kind, pos: s.chars[from].pos, end: s.chars[from].pos}
	t.off, t.limit = s.chars[from].off, s.chars[from].off
	if to > from {
		last := s.chars[to-1]
		t.end = Pos{last.pos.Line, last.pos.Col + 1}
		t.limit = last.off + len(s.bytes(last))
		var b strings.Builder
		for _, c := range s.chars[from:to] {
			b.WriteString(s.bytes(c))
		}
		t.text = b.String()
	}
	t.limit = min(t.limit, len(s.src))
	return t
}

func isLetter(r rune) bool { return r == '_' || r == '$' || r >= 0 && unicode.IsLetter(r) }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// punctuators are tried longest first.
var punctuators = [3]string{
	2: " <<< >>> <<= >>= ... ",
	1: " :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ## ",
	0: "{}[]()#;:,?.~!+-*/%^&|=<>",
}

// alternatives are the operators that C++ also spells as words.
var alternatives = map[string]string{
	"and": "&&", "or": "||", "not": "!", "not_eq": "!=", "xor": "^", "bitand": "&", "bitor": "|", "compl": "~",
	"and_eq": "&=", "or_eq": "|=", "xor_eq": "^=",
}

// spelledOut makes an operator of its word.
func spelledOut(t token) token {
	if op := alternatives[t.text]; op != "" {
		t.kind, t.text = tPunct, op
	}
	return t
}

func (s *scanner) token() token {
	from := s.i
	switch r := s.at(0); {
	case r < 0 && s.i >= len(s.chars)-1:
		return s.make(tEOF, from, from)
	case isLetter(r):
		for isLetter(s.at(0)) || isDigit(s.at(0)) || s.at(0) >= 0 && unicode.IsDigit(s.at(0)) {
			s.i++
		}
		return spelledOut(s.make(tIdent, from, s.i))
	case isDigit(r) || r == '.' && isDigit(s.at(1)):
		return s.number()
	case r == '"' || r == '\'':
		return s.quoted(r)
	}
	for n := 3; n >= 2; n-- {
		if s.i+n < len(s.chars) {
			t := s.make(tPunct, from, from+n)
			if strings.Contains(punctuators[n-1], " "+t.text+" ") && s.launches(&t) {
				s.i += n
				return t
			}
		}
	}
	s.i++
	t := s.make(tPunct, from, s.i)
	if !strings.Contains(punctuators[0], t.text) {
		t.kind, t.msg = tIllegal, strayCharacter(t.text)
	}
	return t
}

// launches counts the <<< that are open, and reports false for a >>> that closes none: that is > and >>, of templates.
func (s *scanner) launches(t *token) bool {
	switch t.text {
	case "<<<":
		s.open++
	case ">>>":
		if s.open == 0 {
			return false
		}
		s.open--
	}
	return true
}

// number takes everything that could belong to a number; its value is read later.
func (s *scanner) number() token {
	from := s.i
	for {
		r := s.at(0)
		exponent := (r == '+' || r == '-') && strings.ContainsRune("eEpP", s.at(-1)) && !s.hex(from)
		separator := r == '\'' && isDigit(s.at(1))
		if !isLetter(r) && !isDigit(r) && r != '.' && !exponent && !separator {
			return s.make(tNumber, from, s.i)
		}
		s.i++
	}
}

// hex tells whether the number that starts at from is 0x… without a binary exponent.
func (s *scanner) hex(from int) bool {
	return s.chars[from].r == '0' && from+1 < s.i && (s.chars[from+1].r|0x20) == 'x' && (s.at(-1)|0x20) != 'p'
}

func (s *scanner) quoted(quote rune) token {
	from := s.i
	kind := map[rune]tokenKind{'"': tString, '\'': tChar}[quote]
	for s.i++; s.at(0) != quote; s.i++ {
		if s.at(0) == '\\' && s.at(1) >= 0 {
			s.i++
			continue
		}
		if s.at(0) == '\n' || s.at(0) < 0 {
			t := s.make(tIllegal, from, s.i)
			t.msg = fmt.Sprintf("closing %c is missing on this line", quote)
			return t
		}
	}
	s.i++
	return s.make(kind, from, s.i)
}

// lookalikes are characters that word processors, slides and web pages put in the place of C's.
var lookalikes = map[string]string{
	"−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "∗": "*", "÷": "/",
	"“": `"`, "”": `"`, "„": `"`, "‘": "'", "’": "'", "≤": "<=", "≥": ">=", "≠": "!=",
	"；": ";", "，": ",", "（": "(", "）": ")",
}

func strayCharacter(text string) string {
	r, _ := utf8.DecodeRuneInString(text)
	if c, ok := lookalikes[text]; ok {
		return fmt.Sprintf("character %s (%U) only looks like C's %s: write %s", text, r, c, c)
	}
	return fmt.Sprintf("character %q (%U) has no place in C", text, r)
}
