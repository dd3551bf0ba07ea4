package token

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

// A Macro is a macro as #define declares it.
type Macro struct {
	name     string
	Function bool     // it takes arguments
	Params   []string // a variadic one's last is __VA_ARGS__
	variadic bool
	Body     []Token
	Pos      Pos
	Builtin  bool // predefined
	Option   bool // from -D
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
func (pp *preprocessor) define(line []Token) {
	if len(line) == 0 || line[0].Kind != Ident {
		pos, end := Pos{1, 1}, Pos{1, 2}
		if len(line) > 0 {
			pos, end = line[0].Pos, line[0].End
		}
		pp.Errorf(pos, end, "#define needs the name of a macro")
		return
	}
	t := line[0]
	m := &Macro{name: t.Text, Pos: t.Pos, Body: line[1:]}
	if len(line) > 1 && line[1].Is("(") && !line[1].Space {
		m.Function = true
		if !pp.parameters(m, line[1:]) {
			return
		}
	}
	for _, b := range m.Body {
		if b.Kind == Illegal {
			pp.Errorf(b.Pos, b.End, "%s", b.Msg)
			return
		}
	}
	if n := len(m.Body); n > 0 && m.Body[n-1].Is(";") {
		pp.Notef(t.Pos, "macro %s ends in a semicolon, which goes wherever the macro goes", m.name)
	}
	if old := pp.macros[m.name]; old != nil && Spell(old.Body) != Spell(m.Body) {
		pp.redefined(old, m)
	}
	pp.macros[m.name] = m
}

// redefined notes a macro that gets another body: legal with a warning in C, and usually a mistake.
func (pp *preprocessor) redefined(old, m *Macro) {
	switch {
	case old.Option:
		pp.note(Note{Pos: m.Pos, Overridden: m.name, Msg: fmt.Sprintf("macro %s is set to %s here, so -D %s=%s has no effect; put #ifndef %s around this line",
			m.name, Spell(m.Body), m.name, Spell(old.Body), m.name)})
	case !old.Builtin:
		pp.Notef(m.Pos, "macro %s was %s (line %d) and is %s from here on", m.name, Spell(old.Body), old.Pos.Line, Spell(m.Body))
	}
}

// parameters reads (a, b, ...) and leaves the rest as the body.
func (pp *preprocessor) parameters(m *Macro, line []Token) bool {
	for i := 1; i < len(line); i++ {
		t := line[i]
		named := i > 1 && !line[i-1].Is(",")
		switch {
		case named && !t.Is(",") && !t.Is(")"):
			pp.Errorf(t.Pos, t.End, `macro %s: expected "," or ")" after the parameter %s but found %s`, m.name, line[i-1].Text, &t)
			return false
		case !named && t.Is(","), !named && t.Is(")") && i > 1:
			pp.Errorf(t.Pos, t.End, "macro %s: expected a parameter's name but found %s", m.name, &t)
			return false
		case t.Is(")"):
			m.Body = line[i+1:]
			return true
		case t.Is("..."):
			m.variadic = true
			m.Params = append(m.Params, "__VA_ARGS__")
		case t.Kind == Ident:
			m.Params = append(m.Params, t.Text)
		case !t.Is(","):
			pp.Errorf(t.Pos, t.End, "macro %s: expected a parameter's name but found %s", m.name, &t)
			return false
		}
	}
	pp.Errorf(m.Pos, line[0].End, `macro %s: the list of parameters is not closed by ")"`, m.name)
	return false
}

// expand expands all macros in a run of tokens. todo is a stack with the next token on top: the body of a macro is pushed back and scanned
// again with the tokens that follow, since the name of a function macro and its arguments may come from different places. A budget
// limits the tokens, because a few lines can expand to billions.
func (pp *preprocessor) expand(in []Token) []Token {
	var out []Token
	todo := reversed(in)
	pp.depth++
	defer func() { pp.depth-- }()
	for len(todo) > 0 && pp.budget >= 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		m := pp.macros[t.Text]
		if t.Kind != Ident || m == nil || t.hidden.has(t.Text) {
			out = append(out, pp.special(t))
			continue
		}
		body := m.Body
		if m.Function {
			args, n := arguments(todo)
			if n == 0 { // without arguments, the name of a function macro is a plain name
				out = append(out, t)
				continue
			}
			todo = todo[:len(todo)-n]
			if args = pp.fit(m, t, args); args == nil {
				t.Kind, t.Text = Number, "0" // anything that causes no further errors
				out = append(out, t)
				continue
			}
			body = pp.substitute(m, args)
		}
		if pp.budget -= len(body) + 1; pp.budget < 0 || pp.depth > maxExpansions {
			pp.Errorf(t.Pos, t.End, "macros expand to more than %d tokens or %d deep; does %s repeat itself?", maxTokens, maxExpansions, m.name)
			pp.budget = -1
			return nil
		}
		for i := len(body) - 1; i >= 0; i-- {
			b := inherit(body[i], t, m)
			if i == 0 {
				b.Space = t.Space
			}
			todo = append(todo, b)
		}
	}
	return out
}

// special replaces __LINE__, __FILE__ and __COUNTER__ by their values.
func (pp *preprocessor) special(t Token) Token {
	switch {
	case t.Kind != Ident:
	case t.Text == "__LINE__":
		_, at, _ := pp.fileOf(t.Pos.Line)
		t.Kind, t.Text = Number, strconv.Itoa(at)
	case t.Text == "__COUNTER__":
		t.Kind, t.Text = Number, strconv.Itoa(pp.counter)
		pp.counter++
	case t.Text == "__FILE__":
		name, _, _ := pp.fileOf(t.Pos.Line)
		name = cmp.Or(name, pp.Name)
		t.Kind, t.Text = String, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name)+`"`
	}
	return t
}

// inherit returns a token of m's body as part of an expansion: with the position of the use, and m in its hide set. A token from an
// argument keeps its own position, so that an error in an argument points to it.
func inherit(b, use Token, m *Macro) Token {
	b.hidden = &hidden{m.name, mergeHidden(b.hidden, use.hidden)}
	if b.Macro == argumentMark {
		b.Macro = ""
		return b
	}
	b.Pos, b.End, b.Off, b.Limit, b.In, b.BOL = use.Pos, use.End, use.Off, use.Limit, use.In, false
	b.Macro = m.name
	if use.Macro != "" {
		b.Macro = use.Macro
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
func arguments(todo []Token) (args [][]Token, n int) {
	top := len(todo) - 1
	if top < 0 || !todo[top].Is("(") {
		return nil, 0
	}
	depth := 0
	var arg []Token
	for i := top; i >= 0; i-- {
		t := todo[i]
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		case t.Kind == EOF:
			return nil, 0
		}
		if depth == 0 {
			return append(args, arg), top - i + 1
		}
		if t.Is(",") && depth == 1 {
			args, arg = append(args, arg), nil
		} else if i < top {
			arg = append(arg, t)
		}
	}
	return nil, 0
}

// fit matches the arguments of a use to the parameters; nil after an error. f() of a macro without parameters has none, though it reads
// as one empty argument. The rest of a variadic macro's arguments becomes one, with its commas.
func (pp *preprocessor) fit(m *Macro, use Token, args [][]Token) [][]Token {
	want := len(m.Params)
	if want == 0 && len(args) == 1 && len(args[0]) == 0 {
		return [][]Token{}
	}
	if m.variadic && len(args) >= want-1 {
		var rest []Token
		for i := want - 1; i < len(args); i++ {
			if i >= want {
				rest = append(rest, Token{Kind: Punct, Text: ",", Pos: use.Pos, End: use.End})
			}
			rest = append(rest, args[i]...)
		}
		return append(append([][]Token{}, args[:want-1]...), rest)
	}
	if len(args) != want {
		pp.Errorf(use.Pos, use.End, "macro %s takes %s, got %d", m.name, Count(want, "argument"), len(args))
		return nil
	}
	return args
}

// substitute returns the body with the arguments in place of the parameters. Operands of # and ## are the arguments as written; anywhere
// else an argument is fully expanded first.
func (pp *preprocessor) substitute(m *Macro, args [][]Token) []Token {
	index := map[string]int{}
	for i, p := range m.Params {
		index[p] = i
	}
	expanded := make([][]Token, len(args))
	var out []Token
	for i := 0; i < len(m.Body); i++ {
		t := m.Body[i]
		arg, isParam := index[t.Text]
		isParam = isParam && t.Kind == Ident
		pasted := i > 0 && m.Body[i-1].Is("##") || i+1 < len(m.Body) && m.Body[i+1].Is("##")
		switch {
		case t.Is("#") && i+1 < len(m.Body) && m.Body[i+1].Kind == Ident:
			if a, ok := index[m.Body[i+1].Text]; ok {
				t.Kind, t.Text = String, `"`+strings.ReplaceAll(strings.ReplaceAll(Spell(args[a]), `\`, `\\`), `"`, `\"`)+`"`
				out = append(out, t)
				i++
				continue
			}
			out = append(out, t)
		case t.Is(",") && i+2 < len(m.Body) && m.Body[i+1].Is("##") && m.Body[i+2].Is("__VA_ARGS__"):
			// GNU's extension: without further arguments the comma goes, too.
			if rest := args[len(args)-1]; len(rest) > 0 {
				out = append(append(out, t), mark(pp.expand(rest))...)
			}
			i += 2
		case isParam && pasted && len(args[arg]) == 0:
			out = append(out, Token{Kind: Punct, Pos: t.Pos, End: t.End}) // an empty operand for ##; paste removes it
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
func mark(arg []Token) []Token {
	out := make([]Token, len(arg))
	for i, t := range arg {
		t.Macro = argumentMark
		out[i] = t
	}
	return out
}

// paste joins the two operands of each ## to one token, whose kind follows from scanning its text. Empty operands are removed.
func paste(toks []Token) []Token {
	var out []Token
	for i := 0; i < len(toks); i++ {
		if !toks[i].Is("##") || len(out) == 0 || i+1 >= len(toks) {
			out = append(out, toks[i])
			continue
		}
		i++
		left := &out[len(out)-1]
		switch {
		case toks[i].Text == "":
		case left.Text == "":
			*left = toks[i]
		default:
			joined := Scan(left.Text + toks[i].Text)
			left.Text, left.Kind = left.Text+toks[i].Text, joined[0].Kind
		}
	}
	return slices.DeleteFunc(out, func(t Token) bool { return t.Text == "" && t.Kind == Punct })
}

func reversed(toks []Token) []Token {
	out := make([]Token, len(toks))
	for i, t := range toks {
		out[len(toks)-1-i] = t
	}
	return out
}

// Spell returns the source of some tokens, with one blank where the user had white space.
func Spell(toks []Token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && (t.Space || t.BOL) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// String is the directive that defines the macro.
func (m *Macro) String() string {
	head := m.name
	if m.Function {
		params := slices.Clone(m.Params)
		if m.variadic {
			params[len(params)-1] = "..."
		}
		head += "(" + strings.Join(params, ", ") + ")"
	}
	return strings.TrimSpace("#define " + head + " " + strings.TrimSpace(Spell(m.Body)))
}
