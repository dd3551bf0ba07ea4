package token

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind is what a token is.
type Kind uint8

// The kinds of tokens.
const (
	EOF     Kind = iota // the end of the source
	Ident               // a name or a keyword
	Number              // its spelling, see ReadNumber
	Char                // its spelling with quotes, see Character
	String              // its spelling with quotes, see Unquote
	Punct               // an operator or a bracket
	Pragma              // #pragma unroll and its like; Args are what follows
	Illegal             // Msg says why
)

// A Token is a word of the text. Its place is that of the user's text, also
// when it comes out of a macro: then it stands where the macro is used.
type Token struct {
	Kind       Kind
	BOL        bool // the first of its line
	Space      bool // white space stands before it
	Library    bool // a text of ours has it
	Translated bool // a name that the translation of asm writes
	Text       string
	Pos, End   Pos     // End is just after the last character
	Off, Limit int     // bytes [Off, Limit) of the text that it stands in
	Macro      string  // the macro it comes from
	hidden     *hidden // macros that must not expand it again
	In         *Header // the header that it stands in; nil for the source
	Within     any     // the parser's: the namespace that stands before it, A::; nil if none does
	Msg        string  // of Illegal
	Args       []Token // of Pragma
	Pack       int     // of struct: the #pragma pack in force
}

// Is tells whether the token is a name or an operator that is spelled so.
func (t *Token) Is(text string) bool {
	return t.Text == text && (t.Kind == Punct || t.Kind == Ident)
}

// String is how messages name a token.
func (t *Token) String() string {
	switch {
	case t.Kind == EOF:
		return "the end of the source"
	case t.Kind == Pragma:
		return "#pragma"
	case t.Macro != "" && t.Macro != t.Text:
		return fmt.Sprintf("%q (from the macro %s)", t.Text, t.Macro)
	}
	return fmt.Sprintf("%q", t.Text)
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

// Scan splits src into tokens; the last one is tEOF.
func Scan(src string) []Token {
	s := &scanner{src: src, chars: splice(src)}
	var toks []Token
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
		t.BOL, t.Space = bol, s.i > from && t.Off > s.chars[from].off
		s.hash = s.hash || bol && t.Is("#")
		bol = false
		toks = append(toks, t)
		if t.Kind == EOF {
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
func (s *scanner) blanks() (newline bool, bad *Token) {
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
					t := s.make(Illegal, from, from+2)
					t.Msg = "comment /* is never closed by */"
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
func (s *scanner) make(kind Kind, from, to int) Token {
	t := Token{Kind: kind, Pos: s.chars[from].pos, End: s.chars[from].pos}
	t.Off, t.Limit = s.chars[from].off, s.chars[from].off
	if to > from {
		last := s.chars[to-1]
		t.End = Pos{last.pos.Line, last.pos.Col + 1}
		t.Limit = last.off + len(s.bytes(last))
		var b strings.Builder
		for _, c := range s.chars[from:to] {
			b.WriteString(s.bytes(c))
		}
		t.Text = b.String()
	}
	t.Limit = min(t.Limit, len(s.src))
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
func spelledOut(t Token) Token {
	if op := alternatives[t.Text]; op != "" {
		t.Kind, t.Text = Punct, op
	}
	return t
}

func (s *scanner) token() Token {
	from := s.i
	switch r := s.at(0); {
	case r < 0 && s.i >= len(s.chars)-1:
		return s.make(EOF, from, from)
	case isLetter(r):
		for isLetter(s.at(0)) || isDigit(s.at(0)) || s.at(0) >= 0 && unicode.IsDigit(s.at(0)) {
			s.i++
		}
		return spelledOut(s.make(Ident, from, s.i))
	case isDigit(r) || r == '.' && isDigit(s.at(1)):
		return s.number()
	case r == '"' || r == '\'':
		return s.quoted(r)
	}
	for n := 3; n >= 2; n-- {
		if s.i+n < len(s.chars) {
			t := s.make(Punct, from, from+n)
			if strings.Contains(punctuators[n-1], " "+t.Text+" ") && s.launches(&t) {
				s.i += n
				return t
			}
		}
	}
	s.i++
	t := s.make(Punct, from, s.i)
	if !strings.Contains(punctuators[0], t.Text) {
		t.Kind, t.Msg = Illegal, strayCharacter(t.Text)
	}
	return t
}

// launches counts the <<< that are open, and reports false for a >>> that closes none: that is > and >>, of templates.
func (s *scanner) launches(t *Token) bool {
	switch t.Text {
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
func (s *scanner) number() Token {
	from := s.i
	for {
		r := s.at(0)
		exponent := (r == '+' || r == '-') && strings.ContainsRune("eEpP", s.at(-1)) && !s.hex(from)
		separator := r == '\'' && isDigit(s.at(1))
		if !isLetter(r) && !isDigit(r) && r != '.' && !exponent && !separator {
			return s.make(Number, from, s.i)
		}
		s.i++
	}
}

// hex tells whether the number that starts at from is 0x… without a binary exponent.
func (s *scanner) hex(from int) bool {
	return s.chars[from].r == '0' && from+1 < s.i && (s.chars[from+1].r|0x20) == 'x' && (s.at(-1)|0x20) != 'p'
}

func (s *scanner) quoted(quote rune) Token {
	from := s.i
	kind := map[rune]Kind{'"': String, '\'': Char}[quote]
	for s.i++; s.at(0) != quote; s.i++ {
		if s.at(0) == '\\' && s.at(1) >= 0 {
			s.i++
			continue
		}
		if s.at(0) == '\n' || s.at(0) < 0 {
			t := s.make(Illegal, from, s.i)
			t.Msg = fmt.Sprintf("closing %c is missing on this line", quote)
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
