package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Parameter packs. An instance of a template binds a pack's name to a list of symbols. What
// stands before … is read again from its tokens for each of them, with the names of the packs in
// it bound to one element, so that nothing else of the parser knows of packs. In the head of a
// template, where their length is not known, a pack has one open element.

// maxPack bounds the elements of a pack.
const maxPack = 1024

// packSymbol is the meaning of a pack's name.
func packSymbol(name string, list []*symbol, open bool) *symbol {
	return &symbol{name: name, packed: true, open: open, pack: list}
}

// symbolOf is the meaning of a template's parameter that is bound to a.
func symbolOf(name string, a templateArg) *symbol {
	if !a.isPack {
		return &symbol{name: name, typ: a.typ, lit: a.val, template: a.template, alias: a.alias, param: a.param != "", stands: a.param}
	}
	list := make([]*symbol, len(a.pack))
	open := false
	for i, b := range a.pack {
		list[i] = symbolOf(name, b)
		open = open || b.expand
	}
	return packSymbol(name, list, open)
}

// patternEnd is where the … stands that ends the element of a list that begins here, or -1.
func (p *parser) patternEnd() int {
	if !p.variadic {
		return -1
	}
	saved := p.i
	defer func() { p.i = saved }()
	for ; p.i < len(p.toks)-1; p.i++ {
		switch t := &p.toks[p.i]; {
		case t.Is("..."):
			if p.prev().Is("sizeof") {
				continue
			}
			return p.i
		case t.Kind == token.Ident && p.at(1).Is("::"): // what stands behind it is looked up there
			p.i += max(p.qualifier(), 1) - 1
		case t.Is("<") && p.prev().Kind == token.Ident && p.opensArguments(p.prev()):
			p.i = p.angleEnd() - 1
		case t.Is("(") || t.Is("[") || t.Is("{"):
			if !p.skipBalanced() {
				return -1
			}
			p.i--
		case t.Is(",") || t.Is(")") || t.Is("]") || t.Is("}") || t.Is(";") || t.Is(">") && p.noGreater || t.Is(">>") && p.noGreater:
			return -1
		}
	}
	return -1
}

// opensArguments tells whether < behind the name t begins the arguments of a template.
func (p *parser) opensArguments(t *token.Token) bool {
	sym := p.find(t)
	return sym != nil && (sym.template != nil || sym.alias != nil || sym.variable != nil) || p.isTemplate(t) ||
		len(t.Text) > 5 && t.Text[len(t.Text)-5:] == "_cast"
}

// packsIn are the packs that the tokens [from, to) name.
func (p *parser) packsIn(from, to int) map[string]*symbol {
	found := map[string]*symbol{}
	for i := from; i < to; i++ {
		t := &p.toks[i]
		if i+1 < len(p.toks) && t.Is("sizeof") && p.toks[i+1].Is("...") { // its pack is whole
			i += 3
			continue
		}
		if t.Kind == token.Ident {
			if sym := p.find(t); sym != nil && sym.packed {
				found[t.Text] = sym
			}
		}
	}
	return found
}

// eachElement calls read for each element of the packs in the pattern [p.i, end), with their names bound to it.
// open tells that the length is not known, and that there was one call.
func (p *parser) eachElement(end int, read func()) (open bool) {
	start, outer := p.i, p.scope
	packs := p.packsIn(start, end)
	n := -1
	for _, sym := range packs {
		if n >= 0 && n != len(sym.pack) {
			p.fail(&p.toks[end], "the packs before \"...\" have %d and %d elements", n, len(sym.pack))
		}
		n, open = len(sym.pack), open || sym.open
	}
	if n < 0 {
		p.fail(&p.toks[end], "\"...\" needs a parameter pack before it, declared as typename... Ts or Ts... x")
	}
	for i := range n {
		p.i, p.scope = start, newScope(outer)
		for name, sym := range packs {
			p.scope.names[name] = sym.pack[i]
		}
		read()
		p.scope = outer
	}
	return open
}

// expanded reads the element of a list that is ahead for each element of its packs; false if no … ends it.
func (p *parser) expanded(read func()) bool {
	end := p.patternEnd()
	if end < 0 {
		return false
	}
	p.eachElement(end, func() {
		if read(); p.i != end {
			p.unexpected(`"..."`)
		}
	})
	p.i = end + 1
	return true
}

// parameterPack reads Ts... name as one parameter for each element; false if the parameter ahead is none.
func (p *parser) parameterPack(fn *Func) bool {
	end := p.patternEnd()
	if end < 0 || p.is("...") {
		return false
	}
	var list []*symbol
	var name token.Token
	outer, first := p.scope, len(fn.Params)
	stop := end + 1
	open := p.eachElement(end, func() {
		p.inPack = true
		p.parameter(fn)
		p.inPack, stop = false, p.i
		name = *p.prev()
		if sym := p.scope.names[name.Text]; sym != nil && !sym.packed {
			list = append(list, sym)
		}
	})
	if p.i = end + 1; p.peek().Kind == token.Ident {
		name = *p.peek()
	}
	if p.i = max(stop, p.i); stop == end+1 && p.peek().Kind == token.Ident { // there are none
		p.next()
	}
	if open {
		p.info(fn).pack = first + 1
	}
	if name.Kind == token.Ident && !keywords[name.Text] {
		outer.names[name.Text] = packSymbol(name.Text, list, open)
	}
	return true
}

// sizeofPack reads sizeof...(Ts).
func (p *parser) sizeofPack(t *token.Token) Expr {
	p.next()
	p.expect("(", "after sizeof...")
	name := p.name("the parameter pack")
	p.expect(")", "after the parameter pack")
	sym := p.scope.find(name.Text)
	if sym == nil || !sym.packed {
		p.fail(&name, "%q is not a parameter pack", name.Text)
	}
	return &Lit{Typed{t.Pos, typeULong}, Const{I: int64(len(sym.pack))}}
}

// fold reads what stands between the parentheses of (x + ...), (... + x), (x + ... + start) or (start + ... + x);
// nil if there is none of these.
func (p *parser) foldExpression() Expr {
	dots := p.patternEndIn()
	if dots < 0 {
		return nil
	}
	start := p.i
	closing := dots + 1
	var left, right []Expr // of the operator
	op := p.toks[dots+1]
	leftFold := true
	if dots > start {
		op = p.toks[dots-1]
		leftFold = len(p.packsIn(start, dots-1)) == 0
		left = p.operands(start, dots-1)
	}
	if p.i = dots + 1; !p.is(")") {
		if dots > start && p.peek().Text != op.Text {
			p.fail(p.peek(), "both operators of a fold must be the same, %q", op.Text)
		}
		p.next()
		from := p.i
		for depth := 0; depth > 0 || !p.is(")"); p.i++ {
			if p.is("(") {
				depth++
			} else if p.is(")") {
				depth--
			} else if p.peek().Kind == token.EOF {
				p.unexpected(`")"`)
			}
		}
		closing = p.i
		right = p.operands(from, closing)
	}
	p.i = closing
	p.expect(")", "after the fold")
	return p.folded(&op, append(left, right...), leftFold)
}

// patternEndIn is where the … of the fold stands whose "(" was read, or -1.
func (p *parser) patternEndIn() int {
	if !p.variadic {
		return -1
	}
	for depth, i := 0, p.i; i < len(p.toks)-1; i++ {
		switch t := &p.toks[i]; {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			if depth--; depth < 0 {
				return -1
			}
		case t.Is("...") && depth == 0 && !p.toks[i-1].Is("sizeof"):
			return i
		case t.Is(";"):
			return -1
		}
	}
	return -1
}

// operands reads the tokens [from, to): a value, or one for each element of the packs in it.
func (p *parser) operands(from, to int) (list []Expr) {
	p.i = from
	read := func() {
		list = append(list, p.unaryExpr())
		if p.i != to {
			p.fail(p.peek(), "put what is folded in parentheses: ((x) op ...)")
		}
	}
	if len(p.packsIn(from, to)) == 0 {
		read()
		return list
	}
	p.eachElement(to, read)
	return list
}

// folded joins values by an operator, from the left or from the right.
func (p *parser) folded(op *token.Token, list []Expr, left bool) Expr {
	if len(list) == 0 {
		switch op.Text {
		case "&&", "||":
			return &Lit{Typed{op.Pos, typeBool}, Const{I: b2i(op.Text == "&&")}}
		case ",":
			return &Cast{Typed: Typed{op.Pos, typeVoid}, X: &Lit{Typed: Typed{op.Pos, typeInt}}}
		}
		p.fail(op, "a fold of an empty pack needs a first value: (x %s ... %s start)", op.Text, op.Text)
	}
	if left {
		x := list[0]
		for _, y := range list[1:] {
			x = p.joinedBy(op, x, y)
		}
		return x
	}
	x := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		x = p.joinedBy(op, list[i], x)
	}
	return x
}

// joinedBy is x op y for any operator between two values.
func (p *parser) joinedBy(op *token.Token, x, y Expr) Expr {
	switch {
	case isBad(x) || isBad(y):
		return bad(op.Pos)
	case op.Is(","):
		y = p.decay(y)
		return &Binary{Typed{op.Pos, y.T()}, ",", x, y}
	case assignOps[op.Text]:
		return p.assign(op, x, y)
	case precedence[op.Text] == 0:
		p.fail(op, "%q is not an operator that can fold a pack", op.Text)
	}
	return p.binary(op, x, y)
}

// flat are arguments without the lists that packs are.
func flat(args []templateArg) (list []templateArg) {
	for _, a := range args {
		if a.isPack {
			list = append(list, a.pack...)
		} else {
			list = append(list, a)
		}
	}
	return list
}

// grouped gives the first pack among the parameters the arguments that are left.
func grouped(params []TemplateParam, args []templateArg) []templateArg {
	n := slices.IndexFunc(params, func(tp TemplateParam) bool { return tp.Pack })
	if n < 0 || !params[n].Pack || len(args) < n || len(args) == n+1 && args[n].isPack {
		return args
	}
	return append(args[:n:n], templateArg{isPack: true, pack: flat(args[n:])})
}
