package notebook

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MathML turns TeX mathematics (without its dollar signs) into a MathML
// element; display is the style of an equation on its own line. It knows what
// notebooks use: fractions, roots, scripts, sums, Greek, accents, \text,
// delimiters, aligned, cases and matrices. What it does not know is shown as it
// was written; no input is an error.
func MathML(tex string, display bool) string {
	p := &texParser{in: tex, display: display}
	var b strings.Builder
	b.WriteString(`<math xmlns="http://www.w3.org/1998/Math/MathML"`)
	if display {
		b.WriteString(` display="block"`)
	}
	b.WriteString("><semantics>" + p.all() + `<annotation encoding="application/x-tex">`)
	b.WriteString(html.EscapeString(strings.TrimSpace(tex)) + "</annotation></semantics></math>")
	return b.String()
}

// maxTeXDepth bounds the nesting; deeper text is shown as it was written.
const maxTeXDepth = 100

type texParser struct {
	in      string
	pos     int
	depth   int
	display bool
}

// all parses the whole input; a stray closing token becomes text.
func (p *texParser) all() string {
	var rows []string
	for {
		rows = append(rows, p.row())
		tok := p.next()
		if tok == "" {
			break
		}
		rows = append(rows, element("mtext", tok))
	}
	return mrow(strings.Join(rows, ""))
}

// next returns the token at pos and moves past it and the blanks before it: a
// character, \name, or "" at the end.
func (p *texParser) next() string {
	p.blanks()
	return p.token()
}

func (p *texParser) blanks() {
	for p.pos < len(p.in) {
		switch c := p.in[p.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.pos++
		case c == '%': // a comment up to the end of the line
			end := strings.IndexByte(p.in[p.pos:], '\n')
			if end < 0 {
				end = len(p.in) - p.pos
			}
			p.pos += end
		default:
			return
		}
	}
}

func (p *texParser) token() string {
	start := p.pos
	if start == len(p.in) {
		return ""
	}
	if p.in[start] == '\\' {
		p.pos++
		for p.pos < len(p.in) && isLetter(p.in[p.pos]) {
			p.pos++
		}
		if p.pos > start+1 || p.pos == len(p.in) {
			return p.in[start:p.pos]
		}
	}
	_, size := utf8.DecodeRuneInString(p.in[p.pos:])
	p.pos += size
	return p.in[start:p.pos]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func (p *texParser) peek() string {
	at := p.pos
	tok := p.next()
	p.pos = at
	return tok
}

// row parses up to a token that ends a group, a cell or a row, which it leaves.
func (p *texParser) row() string {
	var b strings.Builder
	for {
		switch p.peek() {
		case "", "}", "&", `\\`, `\cr`, `\end`, `\right`:
			return b.String()
		}
		b.WriteString(p.scripted())
	}
}

// scripted parses an atom with the sub- and superscripts after it.
func (p *texParser) scripted() string {
	base, limits := p.atom()
	var sub, sup strings.Builder
	for {
		switch p.peek() {
		case "_":
			p.next()
			sub.WriteString(p.arg())
		case "^":
			p.next()
			sup.WriteString(p.arg())
		case "'":
			p.next()
			sup.WriteString("<mo>′</mo>")
		case `\limits`:
			p.next()
			limits = true
		case `\nolimits`:
			p.next()
			limits = false
		default:
			return attach(base, sub.String(), sup.String(), limits)
		}
	}
}

// attach puts scripts at their base: beside it, or under and over it.
func attach(base, sub, sup string, limits bool) string {
	name := [2]string{"msub", "msup"}
	both := "msubsup"
	if limits {
		name, both = [2]string{"munder", "mover"}, "munderover"
	}
	switch {
	case sub != "" && sup != "":
		return wrap(both, mrow(base)+mrow(sub)+mrow(sup))
	case sub != "":
		return wrap(name[0], mrow(base)+mrow(sub))
	case sup != "":
		return wrap(name[1], mrow(base)+mrow(sup))
	}
	return base
}

// arg parses the argument of a macro or a script: a group or one atom.
func (p *texParser) arg() string {
	switch p.peek() {
	case "", "}", "&", `\\`, `\end`, `\right`, "^", "_":
		return "<mrow></mrow>" // missing
	}
	if c := p.peek(); "0" <= c && c <= "9" {
		return wrap("mrow", element("mn", p.next())) // \frac12 is a half, 10^12 is 10^1 2
	}
	a, _ := p.atom()
	return mrow(a)
}

// raw returns the text of a group as it was written, as \text needs it.
func (p *texParser) raw() string {
	if p.peek() != "{" {
		return p.next()
	}
	p.next()
	start, open := p.pos, 1
	for p.pos < len(p.in) {
		switch p.token() {
		case "{":
			open++
		case "}":
			if open--; open == 0 {
				return p.in[start : p.pos-1]
			}
		}
	}
	return p.in[start:]
}

// atom parses one token with its arguments. limits says that its scripts stand
// under and over it.
func (p *texParser) atom() (s string, limits bool) {
	if p.depth++; p.depth > maxTeXDepth {
		rest := p.in[p.pos:]
		p.pos = len(p.in)
		return element("mtext", rest), false
	}
	defer func() { p.depth-- }()
	tok := p.next()
	switch {
	case tok == "{":
		s = p.row()
		if p.peek() == "}" {
			p.next()
		}
		return "<mrow>" + s + "</mrow>", false
	case tok == "~":
		return texSpace[`\ `], false
	case tok == "^" || tok == "_":
		p.pos -= len(tok)
		return "<mrow></mrow>", false
	case tok[0] == '\\':
		return p.macro(tok)
	case '0' <= tok[0] && tok[0] <= '9':
		return element("mn", tok+p.digits()), false
	}
	r, _ := utf8.DecodeRuneInString(tok)
	switch {
	case unicode.IsLetter(r):
		return element("mi", tok), false
	case r == '-':
		return "<mo>−</mo>", false
	case r == '*':
		return "<mo>∗</mo>", false
	}
	return element("mo", tok), false
}

// digits continues a number; a point belongs to it only before a digit.
func (p *texParser) digits() string {
	start := p.pos
	digit := func(i int) bool { return i < len(p.in) && '0' <= p.in[i] && p.in[i] <= '9' }
	for digit(p.pos) || p.pos < len(p.in) && p.in[p.pos] == '.' && digit(p.pos+1) {
		p.pos++
	}
	return p.in[start:p.pos]
}

func element(name, text string) string {
	return "<" + name + ">" + html.EscapeString(text) + "</" + name + ">"
}

func wrap(name, inner string) string { return "<" + name + ">" + inner + "</" + name + ">" }

// mrow makes one element of s, which the children of mfrac and the like must be.
func mrow(s string) string {
	if strings.HasPrefix(s, "<mrow>") && strings.Count(s, "<mrow>") == 1 && strings.HasSuffix(s, "</mrow>") {
		return s
	}
	return "<mrow>" + s + "</mrow>"
}
