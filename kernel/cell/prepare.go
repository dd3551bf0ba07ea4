package cell

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"go.starlark.net/syntax"
)

// options is the dialect of the cells: all of Starlark that is optional but
// load, which rewriting refuses. Names bound at top level never become Starlark
// globals (see rewriter), so GlobalReassign has nothing to allow.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, Recursion: true}

// A prepared text is a text of the cell language that Starlark's parser
// accepts: every character stands where it stood, but f-strings have become
// raw strings without content, assert has become return, is before None has become ==,
// and the keys of a[1:3, 0] a number. A command of the shell has become a call, which ends its line. The maps say where, for the
// rewriter to put their meaning back.
type prepared struct {
	text     string
	fstrings map[place][]fpart
	asserts  map[place]bool
	slices   map[place][]axis
}

// prepare makes tokens of src, which begins at start, palatable to Starlark.
func prepare(src string, tokens []token) (*prepared, *fault) {
	p := &prepared{fstrings: map[place][]fpart{}, asserts: map[place]bool{}, slices: map[place][]axis{}}
	text := new(strings.Builder)
	done := 0
	replace := func(t token, with string) {
		text.WriteString(src[done:t.off])
		text.WriteString(with)
		done = t.end()
	}
	for i, t := range tokens {
		if t.problem != "" {
			return nil, &fault{t.problemA, t.problem}
		}
		if t.off < done {
			continue
		}
		if axes, last := sliceAxes(src, tokens, i); axes != nil {
			p.slices[t.at] = axes
			keys := src[t.end():tokens[last].off]
			replace(t, "["+blankIndex(keys))
			done += len(keys)
			continue
		}
		switch {
		case t.kind == tokFString:
			p.fstrings[t.at] = t.fstring
			replace(t, blankString(t.text))
		case t.kind == tokString && latinEscape().MatchString(t.text):
			if text, ok := plainText(t); ok {
				p.fstrings[t.at] = []fpart{text}
				replace(t, blankString(t.text))
			}
		case t.is("assert") && startsStatement(tokens, i):
			p.asserts[t.at] = true
			replace(t, "return") // as long as assert
		case t.kind == tokShell: // as IPython has it
			call := "get_ipython().system"
			if i > 0 && tokens[i-1].is("=") {
				call = "get_ipython().getoutput"
			}
			replace(t, fmt.Sprintf("%s(%s)", call, syntax.Quote(t.text[1:], false)))
		case identity(tokens, i) != "":
			replace(t, identity(tokens, i))
		case t.is("not") && i > 0 && identity(tokens, i-1) != "":
			replace(t, "   ")
		case t.is("\x00"):
			return nil, &fault{t.at, "a cell must not contain the character NUL"}
		}
	}
	text.WriteString(src[done:])
	p.text = text.String()
	return p, nil
}

// identity is the operator that is, or is not, at token i stands for: == or != before a
// constant, which is the only value of its kind, "" otherwise.
func identity(tokens []token, i int) string {
	if !tokens[i].is("is") || i+2 >= len(tokens) {
		return ""
	}
	op, value := "==", tokens[i+1]
	if value.is("not") {
		op, value = "!=", tokens[i+2]
	}
	if value.kind != tokName || !constant(value.text) {
		return ""
	}
	return op
}

// latinEscape matches \x80 to \xff, which Starlark refuses and Python takes for the
// characters U+0080 to U+00FF.
var latinEscape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\x([89a-fA-F][0-9a-fA-F])`) })

// plainText is the content of a string literal without a prefix, as text of an f-string.
func plainText(t token) (text fpart, ok bool) {
	prefix, quote := stringPrefix(t.text)
	return fpart{text: t.text[len(quote) : len(t.text)-len(quote)], at: t.at}, prefix == ""
}

// blankString returns a raw string literal that spans exactly the lines and
// columns of the string literal s.
func blankString(s string) string {
	prefix, quote := stringPrefix(s)
	body := s[len(prefix)+len(quote) : len(s)-len(quote)]
	b := new(strings.Builder)
	if prefix != "" {
		b.WriteString("r" + quote)
		b.WriteString(strings.Repeat("_", len(prefix)-1))
	} else {
		b.WriteString(quote)
	}
	for _, r := range body {
		if r == '\n' {
			b.WriteByte('\n')
		} else {
			b.WriteByte('_')
		}
	}
	b.WriteString(quote)
	return b.String()
}

// startsStatement reports whether token i is the first of a statement.
func startsStatement(tokens []token, i int) bool {
	if i == 0 {
		return true
	}
	prev := tokens[i-1]
	if prev.kind == tokNewline || prev.kind == tokMagic || prev.is(";") {
		return true
	}
	return prev.is(":") && prev.depth == 0
}

// parse parses src, a text of whole lines whose first line is line, and checks
// what the parser lets through. The error is a *fault.
func parse(name, src string, line int) (*syntax.File, *prepared, error) {
	file, p, err := parseLines(name, src, line)
	if err != nil {
		if f := forgottenMagic(src, line); f != nil {
			return nil, nil, f
		}
	}
	return file, p, err
}

func parseLines(name, src string, line int) (*syntax.File, *prepared, error) {
	tokens := lex(src, place{line, 1}, false)
	p, f := prepare(src, tokens)
	if f != nil {
		return nil, nil, f
	}
	portion := syntax.FilePortion{Content: []byte(p.text), FirstLine: int32(line), FirstCol: 1}
	file, err := options.Parse(name, portion, 0)
	if err != nil {
		return nil, nil, explain(err, tokens)
	}
	return file, p, nil
}

// parseExpr parses an expression that stands at a place inside a cell, after
// at least one other character; closer is what stands behind it. The error is a *fault.
func parseExpr(name, src string, at place, closer string) (syntax.Expr, *prepared, error) {
	tokens := lex("("+src+")", place{at.line, at.col - 1}, false)
	p, f := prepare("("+src+")", tokens)
	if f != nil {
		return nil, nil, f
	}
	portion := syntax.FilePortion{Content: []byte(p.text), FirstLine: int32(at.line), FirstCol: int32(at.col - 1)}
	expr, err := options.ParseExpr(name, portion, 0)
	if err != nil {
		f := explain(err, tokens)
		f.msg = strings.ReplaceAll(f.msg, "before ')'", "before '"+closer+"'")
		return nil, nil, f
	}
	return expr, p, nil
}

// unescape returns the value of literal text of an f-string.
func unescape(part fpart) (string, *fault) {
	if part.raw || !strings.Contains(part.text, `\`) {
		return part.text, nil
	}
	b := new(strings.Builder)
	for s := part.text; s != ""; {
		switch {
		case s[0] == '\\' && len(s) > 1:
			if latin := latinEscape().FindStringIndex(s); latin != nil && latin[0] == 0 {
				b.WriteString(`\u00` + s[2:4])
				s = s[4:]
				continue
			}
			n := 1 + runeLength(s[1:])
			b.WriteString(s[:n])
			s = s[n:]
			continue
		case s[0] == '"':
			b.WriteString(`\"`)
		case s[0] == '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(s[0])
		}
		s = s[1:]
	}
	expr, err := options.ParseExpr("", `"`+b.String()+`"`, 0)
	if lit, ok := expr.(*syntax.Literal); ok && err == nil {
		return lit.Value.(string), nil
	}
	msg := "invalid escape"
	if e, ok := err.(syntax.Error); ok {
		msg = e.Msg
	}
	return "", &fault{part.at, "f-string: " + msg}
}

// A segment is a run of lines of a cell that are either Starlark or one line magic.
type segment struct {
	line  int
	text  string
	magic bool
}

// segments splits a text whose first line is line at its line magics.
func segments(src string, line int) []segment {
	var list []segment
	code := func(from, to, line int) {
		if strings.TrimSpace(src[from:to]) != "" {
			list = append(list, segment{line: line, text: src[from:to]})
		}
	}
	from, fromLine := 0, line
	for _, t := range lex(src, place{line, 1}, true) {
		if t.kind == tokMagic {
			code(from, t.off, fromLine)
			list = append(list, segment{line: t.at.line, text: t.text, magic: true})
			from, fromLine = t.end(), t.at.line
		}
	}
	// The newline that ends a magic stays with the code after it, so that line
	// numbers hold.
	code(from, len(src), fromLine)
	return list
}
