package cell

import (
	"regexp"
	"slices"
	"strings"
	"sync"
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
	"is":       "is only compares with None, True and False: write == or !=",
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
	":=":  ":= is not available: assign on a separate line",
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
	"...": "... is not available: write a value in its place, or pass for an empty body",
	"?":   "write a if condition else b instead of condition ? a : b",
	"$":   "the character $ has no meaning here",
	"`":   "the character ` has no meaning here",
}

// A syntaxRule recognises what a beginner wrote at token i.
type syntaxRule struct {
	match func(ts []token, i int) bool
	msg   string
}

// commands are those of the shell that notebooks for CUDA call most.
var commands = []string{
	"nvcc", "nvprof", "ncu", "nsys", "nvidia", "make", "cmake", "gcc", "pip", "python", "python3", "apt", "git", "wget",
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
	{func(ts []token, i int) bool { // two names, as in nvcc x.cu: the first is a command
		return ts[i].kind == tokName && slices.Contains(commands, ts[i].text) && startsStatement(ts, i) &&
			i+1 < len(ts) && (ts[i+1].kind == tokName || ts[i+1].is("-"))
	}, "a command of the shell begins with !, as in !nvcc x.cu -o x"},
	{func(ts []token, i int) bool {
		return i > 0 && ts[i].is("<") && ts[i-1].is("<<")
	}, "kernels are launched with kernel[grid, block](a, b, n) instead of kernel<<<grid, block>>>(a, b, n)"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && strings.Contains(ts[i].text, "_")
	}, "numbers cannot contain _: write 1000000 instead of 1_000_000"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && complexNumber().MatchString(ts[i].text)
	}, "complex numbers are not available"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokNumber && suffixed().MatchString(ts[i].text)
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
		return ts[i].kind == tokNumber && digitName().MatchString(ts[i].text)
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
		return i > 0 && ts[i-1].is("print") && startsStatement(ts, i-1) &&
			(ts[i].kind == tokName || ts[i].kind == tokNumber || stringToken(ts[i]))
	}, "print is a function: write print(x)"},
	{func(ts []token, i int) bool {
		return ts[i].kind == tokName && startsStatement(ts, i) && cTypes[ts[i].text] && i+1 < len(ts) && ts[i+1].kind == tokName
	}, "variables are not declared here: write x = 3 (CUDA C goes into a cell that begins with %%cuda)"},
	{func(ts []token, i int) bool {
		return ts[i].is("#") || ts[i].is("//") && startsStatement(ts, i)
	}, "a comment begins with #"},
}

var (
	complexNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9.]+(e[+-]?[0-9]+)?[jJ]$`) })
	digitName     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+([a-df-wyzA-Z]|e[a-z]|x[g-z]|x$)`) })
	suffixed      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9.]+[fFlLuU]+$`) })
	cTypes        = map[string]bool{
		"int": true, "float": true, "double": true, "char": true, "const": true, "void": true, "unsigned": true,
		"var": true, "let": true, "__global__": true, "__device__": true, "auto": true, "struct": true,
	}
)
