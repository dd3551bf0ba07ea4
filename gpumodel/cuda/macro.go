package cuda

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Macro expansion follows Prosser's algorithm, from which the text of the C standard was written. Each token carries a hide set: the macros
// whose expansion it comes from. A token is not expanded by a macro of its hide set, so #define f f(1) ends. In f(f(2)) the inner f comes
// from an argument and has no such set, so both are expanded.
//
// A token of an expansion also carries where it was used, so that errors point into the user's source and not into the macro.

// A macro is a macro as #define declares it.
type macro struct {
	name     string
	function bool     // it takes arguments
	params   []string // a variadic one's last is __VA_ARGS__
	variadic bool
	body     []token
	pos      Pos
	builtin  bool // predefined
	option   bool // from -D
}

// hidden is a hide set: a linked list, so that tokens of one expansion share it.
type hidden struct {
	name string
	next *hidden
}

func (h *hidden) has(name string) bool {
	for ; h != nil; h = h.next {
		if h.name == name {
			return true
		}
	}
	return false
}

// define reads what follows #define.
func (pp *preprocessor) define(line []token) {
	if len(line) == 0 || line[0].kind != tIdent {
		pos, end := Pos{1, 1}, Pos{1, 2}
		if len(line) > 0 {
			pos, end = line[0].pos, line[0].end
		}
		pp.errorf(pos, end, "#define needs the name of a macro")
		return
	}
	t := line[0]
	m := &macro{name: t.text, pos: t.pos, body: line[1:]}
	if len(line) > 1 && line[1].is("(") && !line[1].space {
		m.function = true
		if !pp.parameters(m, line[1:]) {
			return
		}
	}
	for _, b := range m.body {
		if b.kind == tIllegal {
			pp.errorf(b.pos, b.end, "%s", b.msg)
			return
		}
	}
	if n := len(m.body); n > 0 && m.body[n-1].is(";") {
		pp.notef(t.pos, "macro %s ends in a semicolon, which goes wherever the macro goes", m.name)
	}
	if old := pp.macros[m.name]; old != nil && spell(old.body) != spell(m.body) {
		pp.redefined(old, m)
	}
	pp.macros[m.name] = m
}

// redefined notes a macro that gets another body: legal with a warning in C, and usually a mistake.
func (pp *preprocessor) redefined(old, m *macro) {
	switch {
	case old.option:
		pp.note(Note{Pos: m.pos, Overridden: m.name, Msg: fmt.Sprintf("macro %s is set to %s here, so -D %s=%s has no effect; put #ifndef %s around this line",
			m.name, spell(m.body), m.name, spell(old.body), m.name)})
	case !old.builtin:
		pp.notef(m.pos, "macro %s was %s (line %d) and is %s from here on", m.name, spell(old.body), old.pos.Line, spell(m.body))
	}
}

// parameters reads (a, b, ...) and leaves the rest as the body.
func (pp *preprocessor) parameters(m *macro, line []token) bool {
	for i := 1; i < len(line); i++ {
		t := line[i]
		named := i > 1 && !line[i-1].is(",")
		switch {
		case named && !t.is(",") && !t.is(")"):
			pp.errorf(t.pos, t.end, `macro %s: expected "," or ")" after the parameter %s but found %s`, m.name, line[i-1].text, &t)
			return false
		case !named && t.is(","), !named && t.is(")") && i > 1:
			pp.errorf(t.pos, t.end, "macro %s: expected a parameter's name but found %s", m.name, &t)
			return false
		case t.is(")"):
			m.body = line[i+1:]
			return true
		case t.is("..."):
			m.variadic = true
			m.params = append(m.params, "__VA_ARGS__")
		case t.kind == tIdent:
			m.params = append(m.params, t.text)
		case !t.is(","):
			pp.errorf(t.pos, t.end, "macro %s: expected a parameter's name but found %s", m.name, &t)
			return false
		}
	}
	pp.errorf(m.pos, line[0].end, `macro %s: the list of parameters is not closed by ")"`, m.name)
	return false
}

// expand expands all macros in a run of tokens. todo is a stack with the next token on top: the body of a macro is pushed back and scanned
// again with the tokens that follow, since the name of a function macro and its arguments may come from different places. A budget
// limits the tokens, because a few lines can expand to billions.
func (pp *preprocessor) expand(in []token) []token {
	var out []token
	todo := reversed(in)
	pp.depth++
	defer func() { pp.depth-- }()
	for len(todo) > 0 && pp.budget >= 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		m := pp.macros[t.text]
		if t.kind != tIdent || m == nil || t.hidden.has(t.text) {
			out = append(out, pp.special(t))
			continue
		}
		body := m.body
		if m.function {
			args, n := arguments(todo)
			if n == 0 { // without arguments, the name of a function macro is a plain name
				out = append(out, t)
				continue
			}
			todo = todo[:len(todo)-n]
			if args = pp.fit(m, t, args); args == nil {
				t.kind, t.text = tNumber, "0" // anything that causes no further errors
				out = append(out, t)
				continue
			}
			body = pp.substitute(m, args)
		}
		if pp.budget -= len(body) + 1; pp.budget < 0 || pp.depth > maxExpansions {
			pp.errorf(t.pos, t.end, "macros expand to more than %d tokens or %d deep; does %s repeat itself?", maxTokens, maxExpansions, m.name)
			pp.budget = -1
			return nil
		}
		for i := len(body) - 1; i >= 0; i-- {
			b := inherit(body[i], t, m)
			if i == 0 {
				b.space = t.space
			}
			todo = append(todo, b)
		}
	}
	return out
}

// special replaces __LINE__, __FILE__ and __COUNTER__ by their values.
func (pp *preprocessor) special(t token) token {
	switch {
	case t.kind != tIdent:
	case t.text == "__LINE__":
		_, at, _ := pp.fileOf(t.pos.Line)
		t.kind, t.text = tNumber, strconv.Itoa(at)
	case t.text == "__COUNTER__":
		t.kind, t.text = tNumber, strconv.Itoa(pp.counter)
		pp.counter++
	case t.text == "__FILE__":
		name, _, _ := pp.fileOf(t.pos.Line)
		name = cmp.Or(name, pp.Name)
		t.kind, t.text = tString, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name)+`"`
	}
	return t
}

// inherit returns a token of m's body as part of an expansion: with the position of the use, and m in its hide set. A token from an
// argument keeps its own position, so that an error in an argument points to it.
func inherit(b, use token, m *macro) token {
	b.hidden = &hidden{m.name, mergeHidden(b.hidden, use.hidden)}
	if b.macro == argumentMark {
		b.macro = ""
		return b
	}
	b.pos, b.end, b.off, b.limit, b.in, b.bol = use.pos, use.end, use.off, use.limit, use.in, false
	b.macro = m.name
	if use.macro != "" {
		b.macro = use.macro
	}
	return b
}

// argumentMark marks a token that substitute took from an argument; it stands in token.macro, where no macro has this name.
const argumentMark = "\x00argument"

// mergeHidden returns the union of two hide sets.
func mergeHidden(a, b *hidden) *hidden {
	for ; b != nil; b = b.next {
		if !a.has(b.name) {
			a = &hidden{b.name, a}
		}
	}
	return a
}

// arguments reads (a, b, …) from the top of a stack of tokens. It returns the arguments and the number of tokens with the parentheses, or 0
// if there is no complete list.
func arguments(todo []token) (args [][]token, n int) {
	top := len(todo) - 1
	if top < 0 || !todo[top].is("(") {
		return nil, 0
	}
	depth := 0
	var arg []token
	for i := top; i >= 0; i-- {
		t := todo[i]
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.kind == tEOF:
			return nil, 0
		}
		if depth == 0 {
			return append(args, arg), top - i + 1
		}
		if t.is(",") && depth == 1 {
			args, arg = append(args, arg), nil
		} else if i < top {
			arg = append(arg, t)
		}
	}
	return nil, 0
}

// fit matches the arguments of a use to the parameters; nil after an error. f() of a macro without parameters has none, though it reads
// as one empty argument. The rest of a variadic macro's arguments becomes one, with its commas.
func (pp *preprocessor) fit(m *macro, use token, args [][]token) [][]token {
	want := len(m.params)
	if want == 0 && len(args) == 1 && len(args[0]) == 0 {
		return [][]token{}
	}
	if m.variadic && len(args) >= want-1 {
		var rest []token
		for i := want - 1; i < len(args); i++ {
			if i >= want {
				rest = append(rest, token{kind: tPunct, text: ",", pos: use.pos, end: use.end})
			}
			rest = append(rest, args[i]...)
		}
		return append(append([][]token{}, args[:want-1]...), rest)
	}
	if len(args) != want {
		pp.errorf(use.pos, use.end, "macro %s takes %s, got %d", m.name, count(want, "argument"), len(args))
		return nil
	}
	return args
}

// substitute returns the body with the arguments in place of the parameters. Operands of # and ## are the arguments as written; anywhere
// else an argument is fully expanded first.
func (pp *preprocessor) substitute(m *macro, args [][]token) []token {
	index := map[string]int{}
	for i, p := range m.params {
		index[p] = i
	}
	expanded := make([][]token, len(args))
	var out []token
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		arg, isParam := index[t.text]
		isParam = isParam && t.kind == tIdent
		pasted := i > 0 && m.body[i-1].is("##") || i+1 < len(m.body) && m.body[i+1].is("##")
		switch {
		case t.is("#") && i+1 < len(m.body) && m.body[i+1].kind == tIdent:
			if a, ok := index[m.body[i+1].text]; ok {
				t.kind, t.text = tString, `"`+strings.ReplaceAll(strings.ReplaceAll(spell(args[a]), `\`, `\\`), `"`, `\"`)+`"`
				out = append(out, t)
				i++
				continue
			}
			out = append(out, t)
		case t.is(",") && i+2 < len(m.body) && m.body[i+1].is("##") && m.body[i+2].is("__VA_ARGS__"):
			// GNU's extension: without further arguments the comma goes, too.
			if rest := args[len(args)-1]; len(rest) > 0 {
				out = append(append(out, t), mark(pp.expand(rest))...)
			}
			i += 2
		case isParam && pasted && len(args[arg]) == 0:
			out = append(out, token{kind: tPunct, pos: t.pos, end: t.end}) // an empty operand for ##; paste removes it
		case isParam && pasted:
			out = append(out, mark(args[arg])...)
		case isParam:
			if expanded[arg] == nil {
				expanded[arg] = mark(pp.expand(args[arg]))
			}
			out = append(out, expanded[arg]...)
			if len(out) > pp.budget {
				pp.budget = 0 // the caller reports it
				return out
			}
		default:
			out = append(out, t)
		}
	}
	return paste(out)
}

// mark returns a copy of an argument's tokens, marked with argumentMark.
func mark(arg []token) []token {
	out := make([]token, len(arg))
	for i, t := range arg {
		t.macro = argumentMark
		out[i] = t
	}
	return out
}

// paste joins the two operands of each ## to one token, whose kind follows from scanning its text. Empty operands are removed.
func paste(toks []token) []token {
	var out []token
	for i := 0; i < len(toks); i++ {
		if !toks[i].is("##") || len(out) == 0 || i+1 >= len(toks) {
			out = append(out, toks[i])
			continue
		}
		i++
		left := &out[len(out)-1]
		switch {
		case toks[i].text == "":
		case left.text == "":
			*left = toks[i]
		default:
			joined := scan(left.text + toks[i].text)
			left.text, left.kind = left.text+toks[i].text, joined[0].kind
		}
	}
	return slices.DeleteFunc(out, func(t token) bool { return t.text == "" && t.kind == tPunct })
}

func reversed(toks []token) []token {
	out := make([]token, len(toks))
	for i, t := range toks {
		out[len(toks)-1-i] = t
	}
	return out
}

// spell returns the source of some tokens, with one blank where the user had white space.
func spell(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && (t.space || t.bol) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// String is the directive that defines the macro.
func (m *macro) String() string {
	head := m.name
	if m.function {
		params := slices.Clone(m.params)
		if m.variadic {
			params[len(params)-1] = "..."
		}
		head += "(" + strings.Join(params, ", ") + ")"
	}
	return strings.TrimSpace("#define " + head + " " + strings.TrimSpace(spell(m.body)))
}
