package cuda

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// A concept is a template of variables whose value says whether its constraint holds for the arguments. A constraint is taken apart at
// && and ||, as in C++: an operand that makes no sense for the arguments is false, and what follows a false operand of && is not read.
// requires (T x) { … } is an operand that asks whether expressions and types make sense.

// constraints reads the constraints that stand behind the last of the parameters.
func (p *parser) constraints(params []TemplateParam) {
	for p.is("requires") && p.peek().Args != nil && len(params) > 0 {
		last := &params[len(params)-1]
		last.constraints = append(last.constraints, p.next().Args)
	}
}

// unsatisfied is the first constraint of a template that its arguments do not satisfy; nil if there is none.
func (p *parser) unsatisfied(within *scope, params []TemplateParam, args []templateArg) []token.Token {
	var inner *scope
	for _, tp := range params {
		for _, words := range tp.constraints {
			if inner == nil {
				inner = newScope(within)
				p.bindParams(inner, params, args)
			}
			if !p.holds(inner, words) {
				return words
			}
		}
	}
	return nil
}

// unsatisfiedError says which constraint is not satisfied.
func unsatisfiedError(name string, words []token.Token, args []templateArg) error {
	return fmt.Errorf("the arguments <%s> do not satisfy the constraint of %q: %s", instanceKey(args), name, token.Spell(words))
}

// holds tells whether a constraint holds with the names of a scope.
func (p *parser) holds(within *scope, words []token.Token) bool {
	if parts := operands(words, "||"); len(parts) > 1 {
		return slices.ContainsFunc(parts, func(part []token.Token) bool { return p.holds(within, part) })
	}
	if parts := operands(words, "&&"); len(parts) > 1 {
		return !slices.ContainsFunc(parts, func(part []token.Token) bool { return !p.holds(within, part) })
	}
	if inner := unwrapped(words); inner != nil {
		return p.holds(within, inner)
	}
	return p.atomHolds(within, words)
}

// unwrapped is what stands between parentheses around all of the words; nil if there are none, or if they hold a fold.
func unwrapped(words []token.Token) []token.Token {
	if n := len(words); n < 3 || !words[0].Is("(") || behindBrackets(words, 0) != n {
		return nil
	}
	inner := words[1 : len(words)-1]
	if slices.ContainsFunc(inner, func(t token.Token) bool { return t.Is("...") }) {
		return nil
	}
	return inner
}

// operands are the words between operators op that stand in no brackets.
func operands(words []token.Token, op string) (parts [][]token.Token) {
	from, angles := 0, 0
	for i := 0; i < len(words); i++ {
		switch t := &words[i]; {
		case t.Is("("), t.Is("{"), t.Is("["):
			i = behindBrackets(words, i) - 1
		case t.Is("<") && i > 0 && words[i-1].Kind == token.Ident:
			angles++
		case angles > 0 && (t.Is(">") || t.Is(">>")):
			angles = max(0, angles+angleStep(t))
		case t.Is(op) && angles == 0:
			parts = append(parts, words[from:i])
			from = i + 1
		}
	}
	return append(parts, words[from:])
}

// onProbation reads words in a scope, and tells whether they make sense and are read to their end.
func (p *parser) onProbation(within *scope, words []token.Token, read func()) bool {
	if p.deep >= maxInstances {
		return false
	}
	defer p.suspended()()
	errs, notes, structs, heads, fn := p.Errs, len(p.Notes), len(p.file.Structs), p.heads, p.fn
	calls := len(p.calls[fn]) // nothing is called
	defer func() {
		p.Errs, p.heads, p.Notes, p.file.Structs = errs, heads, p.Notes[:notes], p.file.Structs[:structs]
		if p.calls[fn] != nil {
			p.calls[fn] = p.calls[fn][:calls]
		}
	}()
	p.Errs, p.heads = nil, 0
	p.state = state{scope: newScope(within), fn: p.fn}
	var end token.Pos
	if n := len(words); n > 0 {
		end = words[n-1].End
	}
	p.toks, p.i = append(slices.Clone(words), token.Token{Kind: token.EOF, Pos: end, End: end}), 0
	failed := false
	p.unevaluated++
	p.guardTop(read, func() { failed = true })
	p.unevaluated--
	return !failed && len(p.Errs) == 0 && p.peek().Kind == token.EOF
}

// atomHolds tells whether a constraint without && and || is a constant other than 0.
func (p *parser) atomHolds(within *scope, words []token.Token) bool {
	holds := false
	return p.onProbation(within, words, func() {
		lit, ok := p.rvalue(p.conditional()).(*Lit)
		holds = ok && lit.Value.I != 0
	}) && holds
}

// requiresAhead tells whether requires { … } or requires (…) { … } is ahead.
func (p *parser) requiresAhead() bool {
	return p.is("requires") && p.peek().Args == nil && (p.at(1).Is("{") || p.at(1).Is("("))
}

// requires reads requires (T x) { … }, whose value says whether all of it makes sense.
func (p *parser) requires() Expr {
	at := *p.next()
	from := p.i
	if p.is("(") {
		p.skipBalanced()
	}
	params := p.toks[from:p.i:p.i]
	from = p.i
	if !p.is("{") || !p.skipBalanced() {
		p.unexpected(`"{" and the requirements`)
	}
	body := p.toks[from+1 : p.i-1 : p.i-1]
	if p.heads > 0 { // the arguments of the template will say
		p.dependents++
		return &Lit{Typed{at.Pos, typeBool}, Const{I: 1}}
	}
	holds := true
	within := newScope(p.scope)
	if len(params) > 0 {
		holds = p.onProbation(p.scope, params, func() {
			fn := &Func{Name: "requires"}
			p.parameters(fn)
			within = p.scope
		})
	}
	for len(body) > 0 && holds {
		end := requirementEnd(body)
		holds = p.requirementHolds(within, body[:end])
		body = body[min(end+1, len(body)):]
	}
	return &Lit{Typed{at.Pos, typeBool}, Const{I: b2i(holds)}}
}

// requirementEnd is the index of the ; that ends the first requirement.
func requirementEnd(body []token.Token) int {
	for i := 0; i < len(body); i++ {
		switch t := &body[i]; {
		case t.Is("("), t.Is("{"), t.Is("["):
			i = behindBrackets(body, i) - 1
		case t.Is(";"):
			return i
		}
	}
	return len(body)
}

// requirementHolds tells whether a requirement makes sense: an expression, typename and a type, { expression } -> Concept, or requires
// and a constraint.
func (p *parser) requirementHolds(within *scope, words []token.Token) bool {
	if len(words) == 0 {
		return true
	}
	switch first := &words[0]; {
	case first.Is("requires") && !(len(words) > 1 && words[1].Is("{")):
		return p.holds(within, words[1:])
	case first.Is("typename"):
		return p.onProbation(within, words, func() { p.functionTypeID() })
	case first.Is("{"):
		end := behindBrackets(words, 0)
		var of *Type
		makesSense := p.onProbation(within, words[1:end-1], func() {
			of = p.expressionType(p.expression())
		})
		rest := words[end:]
		if len(rest) > 0 && rest[0].Is("noexcept") {
			rest = rest[1:]
		}
		if !makesSense || len(rest) == 0 {
			return makesSense
		}
		return p.resultSatisfies(within, rest[1:], of)
	}
	return p.onProbation(within, words, func() { p.expression() })
}

// resultSatisfies tells whether the type of a required expression satisfies Concept or Concept<U>, of which it is the first argument.
func (p *parser) resultSatisfies(within *scope, concept []token.Token, of *Type) bool {
	const name = "the required result"
	inner := newScope(within)
	inner.names[name] = symbolOf(name, templateArg{typ: of})
	c := &constrainer{}
	return p.holds(inner, c.applied(concept, []token.Token{c.word(concept[0], token.Ident, name)}, false))
}

// scopeOf is the scope in which the declaration of a template stands.
func (p *parser) scopeOf(fn *Func) *scope {
	if body, ok := fn.Template.body.(*templateBody); ok && body.scope != nil {
		return body.scope
	}
	return p.global
}
