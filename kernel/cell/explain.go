package cell

import (
	"regexp"
	"strings"
	"sync"

	"go.starlark.net/syntax"
)

// explain turns an error of Starlark's parser into a fault: at the construct
// that was meant, if one of the rules knows it, otherwise where the parser
// stopped.
func explain(err error, tokens []token) *fault {
	e, ok := err.(syntax.Error)
	if !ok {
		return &fault{place{1, 1}, err.Error()}
	}
	stop := stopToken(e, tokens)
	first := stop
	for first > 0 && tokens[first-1].kind != tokNewline {
		first--
	}
	for i := first; i < len(tokens) && i <= stop+1; i++ {
		if msg := refused(tokens, i); msg != "" {
			return &fault{tokens[i].at, msg}
		}
	}
	newLine := stop > 0 && tokens[stop-1].to.line < tokens[stop].at.line
	if newLine && closingMissing().MatchString(e.Msg) || tokens[stop].kind == tokEnd {
		if open, ok := unclosed(tokens[:stop]); ok {
			return &fault{open.at, "'" + open.text + "' is not closed"}
		}
	}
	if stop > 0 && tokens[stop].kind == tokEnd && tokens[stop-1].is(":") {
		return &fault{tokens[stop].at, blockMissing}
	}
	return &fault{stopPlace(e, tokens, stop), parserMessage(e.Msg, tokens[stop])}
}

func refused(tokens []token, i int) string {
	t := tokens[i]
	for _, rule := range syntaxRules {
		if rule.match(tokens, i) {
			return rule.msg
		}
	}
	switch t.kind {
	case tokName:
		if i > 0 && tokens[i-1].is(".") {
			return ""
		}
		if soft := t.text == "match" || t.text == "switch"; soft && !(startsStatement(tokens, i) && blockWord(tokens, i)) {
			return "" // a name like any other
		}
		if identity(tokens, i) != "" {
			return ""
		}
		return refusedWords[t.text]
	case tokOp:
		if t.text == "**" && (i == 0 || tokens[i-1].is("(", ",")) {
			return "" // **kwargs
		}
		return refusedOperators[t.text]
	}
	return ""
}

// stopToken is the token at which the parser stopped. Most of its messages carry
// the place after the token that it did not expect.
func stopToken(e syntax.Error, tokens []token) int {
	at := placeOf(e.Pos)
	lineEnd := strings.HasPrefix(e.Msg, "got newline") || strings.HasPrefix(e.Msg, "got end of file")
	for i, t := range tokens {
		from := t.to
		if startsAt(e.Msg) {
			from = t.at
		}
		if !from.before(at) && (!lineEnd || t.kind == tokNewline || t.kind == tokEnd) {
			return i
		}
	}
	return len(tokens) - 1
}

// startsAt reports whether a message of the parser carries the beginning of its
// token: all but those about a token that is not the one it wants.
func startsAt(msg string) bool {
	return !gotWant().MatchString(msg) && !strings.Contains(msg, "does not associate") && msg != "not an identifier" ||
		strings.HasSuffix(msg, "primary expression")
}

func stopPlace(e syntax.Error, tokens []token, stop int) place {
	if strings.Contains(e.Msg, "indent") && tokens[stop].kind != tokNewline {
		return tokens[stop].at
	}
	if startsAt(e.Msg) {
		return placeOf(e.Pos)
	}
	return tokens[stop].at
}

var (
	gotWant = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^got (.*?)(?:, want (.*)| after expression, want EOF)$`)
	})
	closingMissing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`, want '[\])}]'`) })
)

const blockMissing = "an indented block is missing after the colon"

// Messages of the parser and the resolver in words for people who do not know
// its grammar.
var syntaxWords = map[string]string{
	"not an identifier": "a name is missing here",
	"unindent does not match any outer indentation level": "the indentation of this line matches no block above it",
	"unparenthesized tuple with trailing comma":           "a comma at the end makes a tuple only in parentheses: write (1, 2)",
	"conditional expression without else clause":          "else is missing: write a if condition else b",
	"can't use tuple expression in augmented assignment":  "+= and the like change one name, not a tuple",
	"can't use list expression in augmented assignment":   "+= and the like change one name, not a list",
	"invalid int literal":                                 "not a number: whole numbers do not begin with 0",
	"keyword argument must have form name=expr":           "a keyword argument has the form name=value",
	"required parameter may not follow optional":          "a parameter without default cannot follow one with a default",
	"positional argument may not follow named":            "an argument without name cannot follow one with a name",
	"stray backslash in program":                          "a backslash continues a line only at its end",
	"bare * must be followed by keyword-only parameters":  "* must be followed by parameters that are given by name",
	"excessive nesting":                                   "the expression is nested too deeply",
}

// parserMessage words what the parser says about the token at which it stopped.
func parserMessage(msg string, stop token) string {
	if words, ok := syntaxWords[msg]; ok {
		return words
	}
	m := gotWant().FindStringSubmatch(msg)
	if m == nil {
		return msg
	}
	got, want := tokenWord(m[1], stop), m[2]
	switch {
	case want == "indent":
		return blockMissing
	case m[1] == "indent":
		return "this line is indented more than the line before it"
	case m[1] == "outdent":
		return "this line is indented less than the block it belongs to"
	case want == "primary expression":
		return "an expression is missing before " + got
	case want == "" || want == "newline":
		return "unexpected " + got
	case strings.HasPrefix(want, "']'") || strings.HasPrefix(want, "')'") || strings.HasPrefix(want, "'}'"):
		return want[:3] + " or ',' is missing before " + got
	}
	return want + " is missing before " + got
}

func tokenWord(s string, t token) string {
	switch s {
	case "newline":
		return "the end of the line"
	case "end of file":
		return "the end of the cell"
	case "outdent":
		return "the end of the block"
	case "indent":
		return "the indented line"
	}
	if t.kind == tokName || t.kind == tokNumber || t.kind == tokOp {
		return "'" + t.text + "'"
	}
	return s
}
