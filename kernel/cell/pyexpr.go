package cell

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// The expressions of Python, as far as they tell whether a text is Python and which names it reads and binds.

// A pyNode is an expression that may be the target of an assignment.
type pyNode struct {
	kind  pyKind
	name  string
	read  int // its event, of a name
	items []pyNode
}

type pyKind uint8

const (
	pyValue pyKind = iota // cannot be assigned to
	pyName
	pyPlace // x.a or x[i]
	pyStar
	pyTuple
)

// assignable reports whether an expression may stand left of =.
func (n pyNode) assignable() bool {
	switch n.kind {
	case pyName, pyPlace:
		return true
	case pyStar, pyTuple:
		return !slices.ContainsFunc(n.items, func(item pyNode) bool { return !item.assignable() })
	}
	return false
}

// maxPyDepth bounds expressions and blocks inside one another.
const maxPyDepth = 200

// pyKeywords are the words of Python that cannot be names.
var pyKeywords = map[string]bool{
	"and": true, "as": true, "assert": true, "async": true, "await": true, "break": true, "class": true, "continue": true, "def": true,
	"del": true, "elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true, "global": true, "if": true,
	"import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true,
	"return": true, "try": true, "while": true, "with": true, "yield": true,
}

// pyNumber matches a number of Python. The lexer takes the dot behind one, as in 1.5.real, for a part of it.
var pyNumber = sync.OnceValue(func() *regexp.Regexp {
	const digits = `[0-9](_?[0-9])*`
	const pointed = `(` + digits + `\.(` + digits + `)?|\.` + digits + `)`
	const exponent = `[eE][+-]?` + digits
	return regexp.MustCompile(`^(0[xX](_?[0-9a-fA-F])+|0[oO](_?[0-7])+|0[bB](_?[01])+|0(_?0)*|[1-9](_?[0-9])*|` +
		digits + `[jJ]|` + pointed + `(` + exponent + `)?[jJ]?|` + digits + exponent + `[jJ]?|` + digits + `\.` + digits + `\.[A-Za-z_]\w*)$`)
})

// pyString reports whether strings that stand side by side are one of Python: all are of bytes, in ASCII, or none is.
func pyString(tokens []token) bool {
	bytes := 0
	for _, t := range tokens {
		prefix, _ := stringPrefix(t.text)
		switch strings.ToLower(prefix) {
		case "", "r", "u", "f", "fr", "rf":
		case "b", "br", "rb":
			bytes++
			if strings.ContainsFunc(t.text, func(c rune) bool { return c > unicode.MaxASCII }) {
				return false
			}
		default:
			return false
		}
	}
	return bytes == 0 || bytes == len(tokens)
}

// word reports whether the next token is a name.
func (p *pyReader) word() bool {
	t := p.peek()
	return t.kind == tokName && !pyKeywords[t.text] && !constant(t.text)
}

// list is expressions with commas between them: a tuple if there is a comma.
func (p *pyReader) list() pyNode {
	first := p.starred()
	if !p.peek().is(",") {
		return first
	}
	tuple := pyNode{kind: pyTuple, items: []pyNode{first}}
	for p.accept(",") {
		if !p.startsExpr() {
			break
		}
		tuple.items = append(tuple.items, p.starred())
	}
	return tuple
}

// startsExpr reports whether the next token can begin an expression.
func (p *pyReader) startsExpr() bool {
	t := p.peek()
	switch t.kind {
	case tokName:
		return !pyKeywords[t.text] || t.is("not", "lambda", "await")
	case tokNumber, tokString, tokFString, tokShell:
		return true
	}
	return t.is("(", "[", "{", "+", "-", "~", "--", "++", "*", "...")
}

func (p *pyReader) starred() pyNode {
	if p.accept("*") {
		return pyNode{kind: pyStar, items: []pyNode{p.arithmetic()}}
	}
	return p.named()
}

// named is an expression, or name := expression.
func (p *pyReader) named() pyNode {
	n := p.test()
	if n.kind == pyName && p.accept(":=") {
		p.test()
		p.bind(n)
		return pyNode{}
	}
	return n
}

// test is an expression without commas.
func (p *pyReader) test() pyNode {
	defer p.deeper()()
	if p.accept("lambda") {
		defer p.scope(true)()
		p.params(":", false)
		p.expect(":")
		p.test()
		return pyNode{}
	}
	n := p.disjunction()
	if p.accept("if") {
		p.disjunction()
		p.expect("else")
		p.test()
		return pyNode{}
	}
	return n
}

// disjunction is a chain of and, or and not.
func (p *pyReader) disjunction() pyNode {
	n := p.inversion()
	for p.accept("and", "or") {
		p.inversion()
		n = pyNode{}
	}
	return n
}

func (p *pyReader) inversion() pyNode {
	if p.accept("not") {
		defer p.deeper()()
		p.inversion()
		return pyNode{}
	}
	return p.comparison()
}

func (p *pyReader) comparison() pyNode {
	n := p.arithmetic()
	for {
		switch {
		case p.accept("<", ">", "==", "!=", "<=", ">=", "in"):
		case p.accept("is"):
			p.accept("not")
		case p.peek().is("not") && p.ahead(1).is("in"):
			p.i += 2
		default:
			return n
		}
		p.arithmetic()
		n = pyNode{}
	}
}

func (p *pyReader) arithmetic() pyNode {
	n := p.unary()
	for p.accept("+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "--", "++") { // the lexer takes a--b for one operator
		p.unary()
		n = pyNode{}
	}
	return n
}

func (p *pyReader) unary() pyNode {
	signed := false
	for p.accept("+", "-", "~", "--", "++", "await") {
		signed = true
	}
	if n := p.primary(); !signed {
		return n
	}
	return pyNode{}
}

// primary is an atom with what follows it: .name, (arguments), [index].
func (p *pyReader) primary() pyNode {
	defer p.deeper()()
	n := p.atom()
	path := n.kind == pyName // so far names and dots alone
	for !p.bad {
		switch {
		case p.accept("."):
			if !p.word() {
				p.fail()
				return pyNode{}
			}
			if path {
				p.events[n.read].path += "." + p.peek().text
			}
			p.next()
			n.kind = pyPlace
		case p.accept("("):
			p.arguments()
			n.kind, path = pyValue, false
		case p.accept("["):
			p.subscripts()
			n.kind, path = pyPlace, false
		default:
			return n
		}
	}
	return pyNode{}
}

// arguments are those of a call, with the bracket that closes it.
func (p *pyReader) arguments() {
	for named, mapped := false, false; !p.bad && !p.accept(")"); {
		switch {
		case p.accept("**"):
			named, mapped = true, true
			p.test()
		case !mapped && p.accept("*"):
			p.test()
		case p.word() && p.ahead(1).is("="):
			named = true
			p.i += 2
			p.test()
		case named:
			p.fail()
		default:
			p.element(func() { p.named() })
		}
		if !p.accept(",") {
			p.expect(")")
			return
		}
	}
}

// subscripts are the keys between brackets, with the bracket that closes them.
func (p *pyReader) subscripts() {
	for first := true; !p.bad; first = false {
		if p.peek().is("]") && !first {
			break
		}
		if !p.peek().is(":") {
			p.starred()
		}
		for range 2 {
			if p.accept(":") && !p.peek().is(":", ",", "]") {
				p.test()
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
}

// element reads what value reads, and the for of a comprehension of it, if there is one.
func (p *pyReader) element(value func()) (comprehension bool) {
	from := len(p.events)
	value()
	if !p.peek().is("for", "async") {
		return false
	}
	defer p.scopeFrom(from, false)()
	for {
		p.accept("async")
		if !p.accept("for") {
			break
		}
		target := p.targets()
		p.expect("in")
		p.disjunction()
		p.bind(target)
		for p.accept("if") {
			p.conditionOfComprehension()
		}
	}
	return true
}

// conditionOfComprehension is a condition that another if may follow.
func (p *pyReader) conditionOfComprehension() {
	if n := p.disjunction(); n.kind == pyName && p.accept(":=") {
		p.disjunction()
		p.bind(n)
	}
}

// targets are what a for binds, up to its in.
func (p *pyReader) targets() pyNode {
	tuple := pyNode{kind: pyTuple}
	for !p.bad {
		star := p.accept("*")
		n := p.primary()
		if star {
			n = pyNode{kind: pyStar, items: []pyNode{n}}
		}
		tuple.items = append(tuple.items, n)
		if !p.accept(",") || p.peek().is("in") {
			break
		}
	}
	return tuple
}

func (p *pyReader) atom() pyNode {
	t := p.peek()
	switch {
	case t.kind == tokName && constant(t.text):
		p.next()
	case p.word():
		p.next()
		p.events = append(p.events, pyEvent{name: t.text, path: t.text})
		return pyNode{kind: pyName, name: t.text, read: len(p.events) - 1}
	case t.kind == tokShell:
		p.next()
	case t.kind == tokNumber:
		if !pyNumber().MatchString(t.text) {
			p.fail()
		}
		p.next()
	case stringToken(t):
		from := p.i
		for stringToken(p.peek()) {
			p.fields(p.peek().fstring, 0)
			p.next()
		}
		if !p.bad && !pyString(p.tokens[from:p.i]) {
			p.fail()
		}
	case t.kind == tokShell: // x = !command
		p.next()
	case p.accept("..."):
	case p.accept("("):
		return p.parenthesis()
	case p.accept("["):
		return p.display("]")
	case p.accept("{"):
		p.braces()
	default:
		p.fail()
	}
	return pyNode{}
}

// parenthesis is what follows an opening one: nothing, a value, a tuple, a generator, a yield.
func (p *pyReader) parenthesis() pyNode {
	if p.peek().is("yield") {
		p.yield()
		p.expect(")")
		return pyNode{}
	}
	return p.display(")")
}

// display is what stands between brackets: values, or a comprehension.
func (p *pyReader) display(closer string) pyNode {
	tuple, comma := pyNode{kind: pyTuple}, closer == "]"
	for !p.bad && !p.peek().is(closer) {
		var item pyNode
		if p.element(func() { item = p.starred() }) {
			item = pyNode{}
		}
		tuple.items = append(tuple.items, item)
		if !p.accept(",") {
			break
		}
		comma = true
	}
	p.expect(closer)
	if !comma && len(tuple.items) == 1 {
		if tuple.items[0].kind == pyStar {
			p.fail()
		}
		return tuple.items[0]
	}
	return tuple
}

// braces are a dict, a set, or a comprehension of one.
func (p *pyReader) braces() {
	pairs, values := 0, 0
	for !p.bad && !p.peek().is("}") {
		if p.accept("**") {
			p.disjunction()
			pairs++
		} else {
			p.element(func() {
				if p.starred(); p.accept(":") {
					p.test()
					pairs++
				} else {
					values++
				}
			})
		}
		if pairs > 0 && values > 0 {
			p.fail()
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
}

// fields reads the expressions of an f-string.
func (p *pyReader) fields(parts []fpart, level int) {
	for _, part := range parts {
		if part.field() {
			inner := &pyReader{tokens: lex("("+part.source+")", place{1, 1}, false), depth: p.depth + 1, stmt: p.stmt}
			inner.list()
			if inner.bad || inner.peek().kind != tokEnd {
				p.fail()
				return
			}
			p.events = append(p.events, inner.events...)
		}
		if level < maxLevel {
			p.fields(part.spec, level+1)
		}
	}
}

func (p *pyReader) yield() {
	p.needs("yield")
	p.expect("yield")
	if p.accept("from") {
		p.test()
	} else if p.startsExpr() {
		p.list()
	}
}
