package cell

import (
	"regexp"
	"strings"

	"go.starlark.net/syntax"
)

// Words that Python has and the cells have not, with what to write instead.
var refusedWords = map[string]string{
	"import":   "import is not needed here: arrays, math, devices and plots are built in",
	"from":     "import is not needed here: arrays, math, devices and plots are built in",
	"class":    "class is not available: keep the values in a dict, or return them from a function",
	"try":      "try is not available: an error ends the cell; test the values before with if",
	"except":   "except is not available: an error ends the cell; test the values before with if",
	"finally":  "finally is not available: an error ends the cell",
	"raise":    "raise is not available: write fail(\"message\")",
	"with":     "with is not available: call the functions directly",
	"yield":    "yield is not available: append to a list and return it",
	"global":   "global is not available: a function cannot rebind a global; return the value and write x = f(x)",
	"nonlocal": "nonlocal is not available: keep the value in a list or a dict, which functions may change",
	"del":      "del is not available: write x = None, list.pop(i) or dict.pop(key)",
	"is":       "is is not available: write == or !=",
	"async":    "async is not available: calls return when they are done",
	"await":    "await is not available: calls return when they are done",
	"as":       "as is not available: write name = value",
	"switch":   "switch is not available: write if, elif, else",
	"match":    "match is not available: write if, elif, else",
}

// Operators that Python or C has and the cells have not.
var refusedOperators = map[string]string{
	"**":  "** is not available: write pow(a, b)",
	"**=": "** is not available: write x = pow(x, b)",
	":=":  ":= is not available: assign on a line of its own",
	"->":  "annotations are not available: leave out -> and what follows it",
	"@":   "decorators and @ are not available: write f = decorator(f), or matmul(a, b)",
	"@=":  "@ is not available: write matmul(a, b)",
	"&&":  "write and instead of &&",
	"||":  "write or instead of ||",
	"!":   "write not instead of !",
	"++":  "write x += 1 instead of x++",
	"--":  "write x -= 1 instead of x--",
	"===": "write == instead of ===",
	"!==": "write != instead of !==",
	"<>":  "write != instead of <>",
	"...": "... is not available: write pass for an empty body",
	"?":   "write a if condition else b instead of condition ? a : b",
	"$":   "the character $ has no meaning here",
	"`":   "the character ` has no meaning here",
}

// A syntaxRule recognises what a beginner wrote at token i.
type syntaxRule struct {
	match func(ts []token, i int) bool
	msg   string
}

var syntaxRules = []syntaxRule{
	{func(ts []token, i int) bool { // ts[i] is the second comparison
		return comparing(ts[i]) && chained(ts, i)
	}, "comparisons cannot be chained: write 1 < x and x < 3 instead of 1 < x < 3"},
	{func(ts []token, i int) bool {
		return ts[i].is("for") && inBracket(ts, i, "(")
	}, "generator expressions are not available: write a list, [f(x) for x in xs]"},
	{func(ts []token, i int) bool {
		return ts[i].is(",", "}") && inBracket(ts, i, "{") && !colonBefore(ts, i)
	}, "set literals are not available: write set([1, 2])"},
	{func(ts []token, i int) bool {
		return ts[i].is("*") && i > 0 && ts[i].depth == 0 && (ts[i-1].is(",") || startsStatement(ts, i)) && assignsAfter(ts, i)
	}, "a, *rest = x is not available: write a = x[0] and rest = x[1:]"},
	{func(ts []token, i int) bool {
		return ts[i].is("*") && startsStatement(ts, i) && assignsAfter(ts, i)
	}, "*rest, a = x is not available: write rest = x[:-1] and a = x[-1]"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && strings.Contains(ts[i].text, "_")
	}, "numbers cannot contain _: write 1000000 instead of 1_000_000"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && complexNumber.MatchString(ts[i].text)
	}, "complex numbers are not available"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && suffixed.MatchString(ts[i].text)
	}, "numbers have no suffix here: write 1.0 instead of 1.0f"},
	{func(ts []token, i int) bool {
		return i > 0 && stringToken(ts[i]) && stringToken(ts[i-1])
	}, "strings that stand side by side are not joined: write + between them"},
	{func(ts []token, i int) bool {
		return i > 0 && ts[i].is("if") && ts[i-1].is("else")
	}, "write elif instead of else if"},
	{func(ts []token, i int) bool {
		return ts[i].is("=") && i > 0 && openLine(ts, i, "if", "elif", "while")
	}, "= assigns; write == to compare"},
	{func(ts []token, i int) bool {
		return ts[i].is("=") && ts[i].depth == 0 && assignsBefore(ts, i) && !ts[i-1].is("=")
	}, "a = b = 0 is not available: write a, b = 0, 0"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokName && cTypes[ts[i].text] && i > 1 && ts[i-1].is("(") && ts[i-2].is("for")
	}, "write for i in range(n):"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && digitName.MatchString(ts[i].text)
	}, "a name cannot begin with a digit"},
	{func(ts []token, i int) bool {
		return ts[i].is("else") && startsStatement(ts, i) && !afterIf(ts, i)
	}, "else belongs to an if; for … else and while … else are not available"},
	{func(ts []token, i int) bool {
		return ts[i].is("elif") && startsStatement(ts, i) && !afterIf(ts, i)
	}, "elif belongs to an if of the same indentation"},
	{func(ts []token, i int) bool { // def f(x: int) or x: int = 3
		return ts[i].is(":") && i > 0 && ts[i-1].kind == tokName && annotated(ts, i)
	}, "annotations are not available: write x instead of x: int"},
	{func(ts []token, i int) bool {
		return (ts[i].kind == tokNewline || ts[i].kind == tokEnd) && openLine(ts, i, "if", "elif", "else", "while", "for", "def")
	}, "a colon is missing at the end of the line"},
	{func(ts []token, i int) bool {
		return ts[i].is("{") && openLine(ts, i, "if", "elif", "else", "while", "for", "def")
	}, "blocks begin with a colon and are indented; { } is a dict here"},
	{func(ts []token, i int) bool {
		return i > 0 && ts[i-1].is("print") && startsStatement(ts, i-1) && (ts[i].kind == tokName || ts[i].kind == tokNumber || stringToken(ts[i]))
	}, "print is a function: write print(x)"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokName && startsStatement(ts, i) && cTypes[ts[i].text] && i+1 < len(ts) && ts[i+1].kind == tokName
	}, "variables are not declared here: write x = 3 (CUDA C goes into a cell that begins with %%cuda)"},
	{func(ts []token, i int) bool {
		return ts[i].is("#") || ts[i].is("//") && startsStatement(ts, i)
	}, "a comment begins with #"},
}

var (
	complexNumber = regexp.MustCompile(`^[0-9.]+(e[+-]?[0-9]+)?[jJ]$`)
	digitName     = regexp.MustCompile(`^[0-9]+([a-df-wyzA-Z]|e[a-z]|x[g-z]|x$)`)
	suffixed      = regexp.MustCompile(`^[0-9.]+[fFlLuU]+$`)
	cTypes        = map[string]bool{
		"int": true, "float": true, "double": true, "char": true, "const": true, "void": true, "unsigned": true,
		"var": true, "let": true, "__global__": true, "__device__": true, "auto": true, "struct": true,
	}
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
	if newLine && closingMissing.MatchString(e.Msg) || tokens[stop].kind == tokEnd {
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
	return !gotWant.MatchString(msg) && !strings.Contains(msg, "does not associate") && msg != "not an identifier" ||
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
	gotWant        = regexp.MustCompile(`^got (.*?)(?:, want (.*)| after expression, want EOF)$`)
	closingMissing = regexp.MustCompile(`, want '[\])}]'`)
)

const blockMissing = "an indented block is missing after the colon"

// Messages of the parser and the resolver in words for people who do not know
// its grammar.
var syntaxWords = map[string]string{
	"not an identifier": "a name is missing here",
	"unindent does not match any outer indentation level": "this line is indented like none of the blocks above it",
	"unparenthesized tuple with trailing comma":           "a comma at the end makes a tuple only in parentheses: write (1, 2)",
	"conditional expression without else clause":          "else is missing: write a if condition else b",
	"can't use tuple expression in augmented assignment":  "+= and the like change one name, not a tuple",
	"can't use list expression in augmented assignment":   "+= and the like change one name, not a list",
	"invalid int literal":                                 "this is no number; whole numbers do not begin with 0",
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
	m := gotWant.FindStringSubmatch(msg)
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

// blockWord reports whether the line of token i, after it, is an expression and a colon.
func blockWord(ts []token, i int) bool {
	if i+1 >= len(ts) || ts[i+1].kind == tokOp && !ts[i+1].is("(") {
		return false
	}
	for ; i < len(ts) && ts[i].kind != tokNewline; i++ {
		if ts[i].is(":", "{") && ts[i].depth == 0 {
			return true
		}
	}
	return false
}

func stringToken(t token) bool { return t.kind == tokString || t.kind == tokFString }

func comparing(t token) bool {
	return t.is("<", ">", "<=", ">=", "==", "!=") || t.is("in")
}

// chained reports whether another comparison stands before token i in the same
// expression, with nothing between that binds looser.
func chained(ts []token, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch t := ts[j]; {
		case t.kind == tokNewline || t.depth < ts[i].depth:
			return false
		case t.depth > ts[i].depth || t.is(")", "]", "}"):
		case comparing(t):
			return !(t.is("in") && forBefore(ts, j))
		case t.is(",", "and", "or", "not", "if", "else", "for", "=", ":", "lambda", "return", ";"):
			return false
		}
	}
	return false
}

// forBefore reports whether the in at j belongs to a for.
func forBefore(ts []token, j int) bool {
	for k := j - 1; k >= 0 && ts[k].depth >= ts[j].depth && ts[k].kind != tokNewline; k-- {
		if ts[k].is("for") {
			return true
		}
		if !ts[k].is(",", "(", ")") && ts[k].kind != tokName {
			return false
		}
	}
	return false
}

// opener returns the innermost bracket that is open at token i.
func opener(ts []token, i int) int {
	for j := i - 1; j >= 0; j-- {
		if ts[j].depth == ts[i].depth-1 && ts[j].is("(", "[", "{") {
			return j
		}
	}
	return -1
}

func inBracket(ts []token, i int, bracket string) bool {
	if ts[i].is("}") { // the closing bracket stands outside of its pair
		for j := i - 1; j >= 0; j-- {
			if ts[j].depth == ts[i].depth && ts[j].is("(", "[", "{") {
				return ts[j].text == bracket && j < i-1
			}
		}
		return false
	}
	j := opener(ts, i)
	return j >= 0 && ts[j].text == bracket
}

// colonBefore reports whether a colon or a for stands between the bracket around
// token i and it: then it is a dict.
func colonBefore(ts []token, i int) bool {
	depth := ts[i].depth
	if ts[i].is("}") {
		depth++
	}
	for j := i - 1; j >= 0 && ts[j].depth >= depth; j-- {
		if ts[j].depth == depth && ts[j].is(":", "for") {
			return true
		}
	}
	return false
}

// lineOf returns the first token of the statement of token i.
func lineOf(ts []token, i int) int {
	for i > 0 && !startsStatement(ts, i) {
		i--
	}
	return i
}

// openLine reports whether the statement of token i begins with one of words
// and no colon has come yet.
func openLine(ts []token, i int, words ...string) bool {
	first := lineOf(ts, i)
	if first == i || !ts[first].is(words...) {
		return false
	}
	for _, t := range ts[first:i] {
		if t.is(":") && t.depth == 0 {
			return false
		}
	}
	return ts[i].depth == 0
}

func assignsAfter(ts []token, i int) bool {
	for _, t := range ts[i:] {
		if t.kind == tokNewline {
			return false
		}
		if t.is("=") && t.depth == 0 {
			return true
		}
	}
	return false
}

func assignsBefore(ts []token, i int) bool {
	for _, t := range ts[lineOf(ts, i):i] {
		if t.is("=") && t.depth == 0 {
			return true
		}
	}
	return false
}

// afterIf reports whether the else or elif at i may belong to an if: to one of
// the same column above it, with nothing less indented between.
func afterIf(ts []token, i int) bool {
	for j := i - 1; j >= 0; j-- {
		if t := ts[j]; startsStatement(ts, j) && t.at.col <= ts[i].at.col && t.at.line < ts[i].at.line {
			return t.at.col == ts[i].at.col && t.is("if", "elif")
		}
	}
	return false
}

// annotated reports whether the colon at i, after a name, is an annotation.
func annotated(ts []token, i int) bool {
	first := ts[lineOf(ts, i)]
	if first.is("def") {
		j := opener(ts, i)
		return ts[i].depth == 1 && j >= 0 && ts[j].is("(")
	}
	return ts[i].depth == 0 && lineOf(ts, i) == i-1 && !ts[i-1].is("else", "try", "finally") &&
		i+1 < len(ts) && ts[i+1].kind != tokNewline
}

// unclosed returns the first bracket that nothing closes.
func unclosed(ts []token) (token, bool) {
	var open []token
	for _, t := range ts {
		switch {
		case t.is("(", "[", "{"):
			open = append(open, t)
		case t.is(")", "]", "}") && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return token{}, false
	}
	return open[len(open)-1], true
}
