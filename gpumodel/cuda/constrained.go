package cuda

import (
	"slices"
	"sync"
)

// Constraints of C++20 ([temp.constr]) are written in many places: template <Number T>, template <typename T> requires Number<T>,
// void f(T x) requires Number<T>, void f(Number auto x). Before the parser reads a source they are all put in one place: behind the
// parameters of the template, as a token that holds the words of the constraint. concept.go decides whether a constraint holds.

// standardConcepts are the concepts of <concepts> that the library has.
var standardConcepts = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	toks := readLibrary("std/core.cuh").Tokens
	for i := range toks {
		if definesConcept(toks, i) {
			names[toks[i+1].text] = true
		}
	}
	return names
})

// definesConcept tells whether the definition of a concept begins at token i, behind the parameters of its template.
func definesConcept(toks []token, i int) bool {
	return toks[i].is("concept") && i > 0 && toks[i-1].is(">") && i+2 < len(toks) && toks[i+2].is("=")
}

// A constrainer rewrites the tokens of a source.
type constrainer struct {
	toks    []token
	i       int
	out     []token
	own     map[string]bool // the concepts that the source defines
	using   bool            // namespace std
	head    int             // in out, the > of the template's head that the declaration began with; negative if it has none
	start   int             // in out, where the declaration began
	lambdas []bool          // of the parentheses that are open: whether they hold the parameters of a lambda
	made    int             // parameters without a name
}

// constrained puts the constraints of the templates in toks behind their parameters.
func constrained(toks []token) []token {
	c := &constrainer{toks: toks, own: map[string]bool{}, head: -1}
	any := false
	for i := range toks {
		t := &toks[i]
		switch {
		case definesConcept(toks, i):
			c.own[toks[i+1].text] = true
			any = true
		case t.is("consteval"), t.is("constinit"), t.is("requires"), t.kind == tIdent && standardConcepts()[t.text]:
			any = true
		case t.is("using") && i+2 < len(toks) && toks[i+1].is("namespace") && toks[i+2].is("std"):
			c.using = true
		}
	}
	if !any {
		return toks
	}
	for c.i < len(toks) {
		c.step()
	}
	return c.out
}

func (c *constrainer) at(n int) *token {
	if i := c.i + n; i >= 0 && i < len(c.toks) {
		return &c.toks[i]
	}
	return &token{kind: tEOF}
}

// put copies the next token.
func (c *constrainer) put() {
	c.out = append(c.out, c.toks[c.i])
	c.i++
}

func (c *constrainer) last() *token {
	if len(c.out) == 0 {
		return &token{}
	}
	return &c.out[len(c.out)-1]
}

// step rewrites what begins at the next token.
func (c *constrainer) step() {
	t := c.at(0)
	if n := c.conceptAhead(c.i); n > 0 && c.toks[c.i+n].is("auto") {
		c.constrainedAuto(n)
		return
	}
	switch {
	case t.is("consteval"): // what it computes has to be constant in any case
		c.put()
		c.last().text = "constexpr"
	case t.is("constinit"):
		c.i++
	case t.is("template") && c.at(1).is("<"):
		c.put()
		c.angles(true)
	case t.is("<") && c.last().is("]"): // of a lambda
		c.angles(false)
	case t.is("requires") && c.trails():
		c.trailing()
	default:
		switch {
		case t.is("("):
			before := c.last()
			c.lambdas = append(c.lambdas, before.is("]") || before.is(">") && c.head < 0)
		case t.is(")") && len(c.lambdas) > 0:
			c.lambdas = c.lambdas[:len(c.lambdas)-1]
		}
		c.put()
		if t.is(";") || t.is("{") || t.is("}") || isAccess(c.toks, c.i-1) {
			c.head, c.start, c.lambdas = -1, len(c.out), nil
		}
	}
}

// conceptAhead is how many tokens the name of a concept takes that begins at token i, with the arguments behind it; 0 if none begins.
func (c *constrainer) conceptAhead(i int) int {
	from, spaced := i, false
	for i+2 < len(c.toks) && c.toks[i].kind == tIdent && c.toks[i+1].is("::") {
		spaced = spaced || c.toks[i].is("std")
		i += 2
	}
	if i >= len(c.toks) || c.toks[i].kind != tIdent || from > 0 && c.toks[from-1].is("::") {
		return 0
	}
	if name := c.toks[i].text; !c.own[name] && !(standardConcepts()[name] && (spaced || c.using)) {
		return 0
	}
	if i++; i < len(c.toks) && c.toks[i].is("<") {
		i = c.behindAngles(i)
	}
	if i >= len(c.toks) {
		return 0
	}
	return i - from
}

// behindAngles is the index behind the > that closes the < at i.
func (c *constrainer) behindAngles(i int) int {
	depth := 0
	for ; i < len(c.toks); i++ {
		switch t := &c.toks[i]; {
		case t.is("("), t.is("{"), t.is("["):
			i = behindBrackets(c.toks, i) - 1
			continue
		case t.is(";"):
			return i
		default:
			depth += angleStep(t)
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return i
}

// behindBrackets is the index behind the bracket that closes the one at i.
func behindBrackets(toks []token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch t := &toks[i]; {
		case t.is("("), t.is("{"), t.is("["):
			depth++
		case t.is(")"), t.is("}"), t.is("]"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(toks)
}

// angles rewrites the parameters between < and >, and takes in a constraint behind them. That of a lambda is dropped: it has one operator.
func (c *constrainer) angles(keep bool) {
	end := c.behindAngles(c.i) - 1
	c.put()
	var constraints []token
	for c.i < end {
		if before := c.last(); (before.is("<") || before.is(",")) && c.conceptAhead(c.i) > 0 {
			constraints = append(constraints, c.parameter(c.conceptAhead(c.i))...)
			continue
		}
		switch t := c.at(0); {
		case t.is("("), t.is("{"), t.is("["), t.is("<") && c.i > 0:
			to := behindBrackets(c.toks, c.i)
			if t.is("<") {
				to = c.behindAngles(c.i)
			}
			for to = min(to, end); c.i < to; {
				c.put()
			}
		default:
			c.put()
		}
	}
	if c.i >= len(c.toks) {
		return
	}
	closing := *c.at(0)
	c.i++
	if c.at(0).is("requires") {
		at := *c.at(0)
		c.i++
		constraints = append(constraints, c.held(at, c.clause()))
	}
	if keep {
		c.out = append(c.out, constraints...)
	}
	c.out = append(c.out, closing)
	if keep {
		c.head = len(c.out) - 1
	}
}

// held is the token that holds a constraint.
func (c *constrainer) held(at token, words []token) token {
	at.kind, at.text, at.macro = tPunct, "requires", "" // no word, which could be a name
	at.args = words
	return at
}

// word is a token of our own at the place of another one.
func (c *constrainer) word(at token, kind tokenKind, text string) token {
	at.kind, at.text, at.macro, at.space, at.args = kind, text, "", true, nil
	return at
}

// parameter rewrites Number T, Number... T, Number T = int and Number auto N, and returns the constraint.
func (c *constrainer) parameter(n int) []token {
	concept := c.toks[c.i : c.i+n]
	at := concept[0]
	c.i += n
	var subject []token
	pack := false
	if c.at(0).is("auto") {
		c.put()
		subject = append(subject, c.word(at, tIdent, "decltype"), c.word(at, tPunct, "("), *c.at(0), c.word(at, tPunct, ")"))
	} else {
		c.out = append(c.out, c.word(at, tIdent, "typename"))
		if pack = c.at(0).is("..."); pack {
			c.put()
		}
		name := *c.at(0)
		if name.kind != tIdent {
			c.made++
			name = c.word(at, tIdent, "constrained:"+itoa(c.made))
			c.out = append(c.out, name)
		}
		subject = []token{name}
	}
	return []token{c.held(at, c.applied(concept, subject, pack))}
}

// applied is the constraint that a concept with the arguments behind the first makes of a type.
func (c *constrainer) applied(concept, subject []token, pack bool) []token {
	at := concept[0]
	name, rest := concept, []token(nil)
	if i := slices.IndexFunc(concept, func(t token) bool { return t.is("<") }); i >= 0 {
		name, rest = concept[:i], concept[i+1:len(concept)-1]
	}
	var out []token
	if pack {
		out = append(out, c.word(at, tPunct, "("))
	}
	from := len(out)
	out = append(append(out, name...), c.word(at, tPunct, "<"))
	out = append(out, subject...)
	out = append(out, c.word(at, tPunct, ">"))
	for i := from; i < len(out); i++ { // messages show it
		out[i].space, out[i].bol = false, false
	}
	if len(rest) > 0 {
		rest = append([]token{c.word(at, tPunct, ",")}, rest...)
		rest[0].space = false
		out = slices.Insert(out, len(out)-1, rest...)
	}
	if pack {
		out = append(out, c.word(at, tPunct, "&&"), c.word(at, tPunct, "..."), c.word(at, tPunct, ")"))
	}
	return out
}

// constrainedAuto lets auto hold the concept before it, for abbreviated, if it is that of a parameter. Elsewhere the concept is dropped.
func (c *constrainer) constrainedAuto(n int) {
	concept := c.toks[c.i : c.i+n]
	c.i += n
	t := *c.at(0)
	c.i++
	if k := len(c.lambdas); k > 0 && !c.lambdas[k-1] {
		t.args = slices.Clone(concept)
	}
	c.out = append(c.out, t)
}

// clause takes the words of a requires clause: primary expressions between && and ||.
func (c *constrainer) clause() (words []token) {
	from := c.i
	for {
		for c.at(0).is("!") {
			c.i++
		}
		switch t := c.at(0); {
		case t.is("("):
			c.i = behindBrackets(c.toks, c.i)
		case t.is("requires"):
			if c.i++; c.at(0).is("(") {
				c.i = behindBrackets(c.toks, c.i)
			}
			c.i = behindBrackets(c.toks, c.i)
		default:
			for more := true; more; {
				if c.at(0).is("::") {
					c.i++
				}
				c.i++
				if c.at(0).is("<") {
					c.i = c.behindAngles(c.i)
				}
				more = c.at(0).is("::")
			}
		}
		if !c.at(0).is("&&") && !c.at(0).is("||") || c.i >= len(c.toks) {
			return slices.Clone(c.toks[from:min(c.i, len(c.toks))])
		}
		c.i++
	}
}

// trails tells whether a requires clause is ahead that stands behind the parameters of a function.
func (c *constrainer) trails() bool {
	if len(c.lambdas) > 0 {
		return false
	}
	before := c.last()
	return before.is(")") || before.is("const") || before.is("noexcept") || before.is(">") || before.is("override") ||
		before.kind == tIdent && !before.is("return") && slices.ContainsFunc(c.out[c.start:], func(t token) bool { return t.is("->") })
}

// trailing moves a requires clause into the head of its template; a method of a class template gets a head for it.
func (c *constrainer) trailing() {
	at := *c.at(0)
	c.i++
	held := c.held(at, c.clause())
	if c.head < 0 {
		first := at
		if c.start < len(c.out) {
			first = c.out[c.start]
		}
		c.made++
		word := func(kind tokenKind, text string) token { return c.word(first, kind, text) }
		head := []token{word(tIdent, "template"), word(tPunct, "<"), word(tIdent, "typename"),
			word(tIdent, "constrained:"+itoa(c.made)), word(tPunct, "="), word(tIdent, "void"), held, word(tPunct, ">")}
		c.out = slices.Insert(c.out, c.start, head...)
		return
	}
	c.out = slices.Insert(c.out, c.head, held)
	c.head++
}
