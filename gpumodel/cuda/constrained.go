package cuda

import (
	"slices"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
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
			names[toks[i+1].Text] = true
		}
	}
	return names
})

// definesConcept tells whether the definition of a concept begins at token i, behind the parameters of its template.
func definesConcept(toks []token.Token, i int) bool {
	return toks[i].Is("concept") && i > 0 && toks[i-1].Is(">") && i+2 < len(toks) && toks[i+2].Is("=")
}

// A constrainer rewrites the tokens of a source.
type constrainer struct {
	toks    []token.Token
	i       int
	out     []token.Token
	own     map[string]bool // the concepts that the source defines
	using   bool            // namespace std
	head    int             // in out, the > of the template's head that the declaration began with; negative if it has none
	start   int             // in out, where the declaration began
	lambdas []bool          // of the parentheses that are open: whether they hold the parameters of a lambda
	made    int             // parameters without a name
}

// constrained puts the constraints of the templates in toks behind their parameters.
func constrained(toks []token.Token) []token.Token {
	c := &constrainer{toks: toks, own: map[string]bool{}, head: -1}
	any := false
	for i := range toks {
		t := &toks[i]
		switch {
		case definesConcept(toks, i):
			c.own[toks[i+1].Text] = true
			any = true
		case t.Is("consteval"), t.Is("constinit"), t.Is("requires"), t.Kind == token.Ident && standardConcepts()[t.Text]:
			any = true
		case t.Is("using") && i+2 < len(toks) && toks[i+1].Is("namespace") && toks[i+2].Is("std"):
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

func (c *constrainer) at(n int) *token.Token {
	if i := c.i + n; i >= 0 && i < len(c.toks) {
		return &c.toks[i]
	}
	return &token.Token{Kind: token.EOF}
}

// put copies the next token.
func (c *constrainer) put() {
	c.out = append(c.out, c.toks[c.i])
	c.i++
}

func (c *constrainer) last() *token.Token {
	if len(c.out) == 0 {
		return &token.Token{}
	}
	return &c.out[len(c.out)-1]
}

// step rewrites what begins at the next token.
func (c *constrainer) step() {
	t := c.at(0)
	if n := c.conceptAhead(c.i); n > 0 && c.toks[c.i+n].Is("auto") {
		c.constrainedAuto(n)
		return
	}
	switch {
	case t.Is("consteval"): // what it computes has to be constant in any case
		c.put()
		c.last().Text = "constexpr"
	case t.Is("constinit"):
		c.i++
	case t.Is("template") && c.at(1).Is("<"):
		c.put()
		c.angles(true)
	case t.Is("<") && c.last().Is("]"): // of a lambda
		c.angles(false)
	case t.Is("requires") && c.trails():
		c.trailing()
	default:
		switch {
		case t.Is("("):
			before := c.last()
			c.lambdas = append(c.lambdas, before.Is("]") || before.Is(">") && c.head < 0)
		case t.Is(")") && len(c.lambdas) > 0:
			c.lambdas = c.lambdas[:len(c.lambdas)-1]
		}
		c.put()
		if t.Is(";") || t.Is("{") || t.Is("}") || isAccess(c.toks, c.i-1) {
			c.head, c.start, c.lambdas = -1, len(c.out), nil
		}
	}
}

// conceptAhead is how many tokens the name of a concept takes that begins at token i, with the arguments behind it; 0 if none begins.
func (c *constrainer) conceptAhead(i int) int {
	from, spaced := i, false
	for i+2 < len(c.toks) && c.toks[i].Kind == token.Ident && c.toks[i+1].Is("::") {
		spaced = spaced || c.toks[i].Is("std")
		i += 2
	}
	if i >= len(c.toks) || c.toks[i].Kind != token.Ident || from > 0 && c.toks[from-1].Is("::") {
		return 0
	}
	if name := c.toks[i].Text; !c.own[name] && !(standardConcepts()[name] && (spaced || c.using)) {
		return 0
	}
	if i++; i < len(c.toks) && c.toks[i].Is("<") {
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
		case t.Is("("), t.Is("{"), t.Is("["):
			i = behindBrackets(c.toks, i) - 1
			continue
		case t.Is(";"):
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
func behindBrackets(toks []token.Token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch t := &toks[i]; {
		case t.Is("("), t.Is("{"), t.Is("["):
			depth++
		case t.Is(")"), t.Is("}"), t.Is("]"):
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
	var constraints []token.Token
	for c.i < end {
		if before := c.last(); (before.Is("<") || before.Is(",")) && c.conceptAhead(c.i) > 0 {
			constraints = append(constraints, c.parameter(c.conceptAhead(c.i))...)
			continue
		}
		switch t := c.at(0); {
		case t.Is("("), t.Is("{"), t.Is("["), t.Is("<") && c.i > 0:
			to := behindBrackets(c.toks, c.i)
			if t.Is("<") {
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
	if c.at(0).Is("requires") {
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
func (c *constrainer) held(at token.Token, words []token.Token) token.Token {
	at.Kind, at.Text, at.Macro = token.Punct, "requires", "" // no word, which could be a name
	at.Args = words
	return at
}

// word is a token of our own at the place of another one.
func (c *constrainer) word(at token.Token, kind token.Kind, text string) token.Token {
	at.Kind, at.Text, at.Macro, at.Space, at.Args = kind, text, "", true, nil
	return at
}

// parameter rewrites Number T, Number... T, Number T = int and Number auto N, and returns the constraint.
func (c *constrainer) parameter(n int) []token.Token {
	concept := c.toks[c.i : c.i+n]
	at := concept[0]
	c.i += n
	var subject []token.Token
	pack := false
	if c.at(0).Is("auto") {
		c.put()
		subject = append(subject, c.word(at, token.Ident, "decltype"), c.word(at, token.Punct, "("), *c.at(0), c.word(at, token.Punct, ")"))
	} else {
		c.out = append(c.out, c.word(at, token.Ident, "typename"))
		if pack = c.at(0).Is("..."); pack {
			c.put()
		}
		name := *c.at(0)
		if name.Kind != token.Ident {
			c.made++
			name = c.word(at, token.Ident, "constrained:"+itoa(c.made))
			c.out = append(c.out, name)
		}
		subject = []token.Token{name}
	}
	return []token.Token{c.held(at, c.applied(concept, subject, pack))}
}

// applied is the constraint that a concept with the arguments behind the first makes of a type.
func (c *constrainer) applied(concept, subject []token.Token, pack bool) []token.Token {
	at := concept[0]
	name, rest := concept, []token.Token(nil)
	if i := slices.IndexFunc(concept, func(t token.Token) bool { return t.Is("<") }); i >= 0 {
		name, rest = concept[:i], concept[i+1:len(concept)-1]
	}
	var out []token.Token
	if pack {
		out = append(out, c.word(at, token.Punct, "("))
	}
	from := len(out)
	out = append(append(out, name...), c.word(at, token.Punct, "<"))
	out = append(out, subject...)
	out = append(out, c.word(at, token.Punct, ">"))
	for i := from; i < len(out); i++ { // messages show it
		out[i].Space, out[i].BOL = false, false
	}
	if len(rest) > 0 {
		rest = append([]token.Token{c.word(at, token.Punct, ",")}, rest...)
		rest[0].Space = false
		out = slices.Insert(out, len(out)-1, rest...)
	}
	if pack {
		out = append(out, c.word(at, token.Punct, "&&"), c.word(at, token.Punct, "..."), c.word(at, token.Punct, ")"))
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
		t.Args = slices.Clone(concept)
	}
	c.out = append(c.out, t)
}

// clause takes the words of a requires clause: primary expressions between && and ||.
func (c *constrainer) clause() (words []token.Token) {
	from := c.i
	for {
		for c.at(0).Is("!") {
			c.i++
		}
		switch t := c.at(0); {
		case t.Is("("):
			c.i = behindBrackets(c.toks, c.i)
		case t.Is("requires"):
			if c.i++; c.at(0).Is("(") {
				c.i = behindBrackets(c.toks, c.i)
			}
			c.i = behindBrackets(c.toks, c.i)
		default:
			for more := true; more; {
				if c.at(0).Is("::") {
					c.i++
				}
				c.i++
				if c.at(0).Is("<") {
					c.i = c.behindAngles(c.i)
				}
				more = c.at(0).Is("::")
			}
		}
		if !c.at(0).Is("&&") && !c.at(0).Is("||") || c.i >= len(c.toks) {
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
	return before.Is(")") || before.Is("const") || before.Is("noexcept") || before.Is(">") || before.Is("override") ||
		before.Kind == token.Ident && !before.Is("return") && slices.ContainsFunc(c.out[c.start:], func(t token.Token) bool { return t.Is("->") })
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
		word := func(kind token.Kind, text string) token.Token { return c.word(first, kind, text) }
		head := []token.Token{word(token.Ident, "template"), word(token.Punct, "<"), word(token.Ident, "typename"),
			word(token.Ident, "constrained:"+itoa(c.made)), word(token.Punct, "="), word(token.Ident, "void"), held, word(token.Punct, ">")}
		c.out = slices.Insert(c.out, c.start, head...)
		return
	}
	c.out = slices.Insert(c.out, c.head, held)
	c.head++
}
