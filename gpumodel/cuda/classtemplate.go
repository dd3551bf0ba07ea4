package cuda

import (
	"fmt"
	"strings"
)

// A classTemplate is a struct with template parameters. It is kept as tokens, and read
// for each set of arguments that device code uses.
type classTemplate struct {
	name      string
	params    []TemplateParam
	toks      []token // from struct to the "}"
	instances map[string]*Type
}

// classTemplateAhead tells whether token i begins the definition of a struct whose
// template parameters stand before it.
func (p *parser) classTemplateAhead(i int) bool {
	if i+1 >= len(p.toks) || !p.toks[i].is("struct") && !p.toks[i].is("class") {
		return false
	}
	for i++; i < len(p.toks); i++ {
		switch t := &p.toks[i]; {
		case t.is("{"):
			return true
		case t.kind != tIdent && t.kind != tNumber && !t.is("(") && !t.is(")"):
			return false
		}
	}
	return false
}

// specialisedClass tells whether token i begins struct S<…>, S being a class template.
func (p *parser) specialisedClass(i int) bool {
	if i+2 >= len(p.toks) || !p.toks[i].is("struct") && !p.toks[i].is("class") {
		return false
	}
	sym := p.scope.find(p.toks[i+1].text)
	return sym != nil && sym.template != nil && p.toks[i+2].is("<")
}

// classTemplate keeps the tokens of template <…> struct S { … };
func (p *parser) classTemplate() {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	params := p.templateParams()
	if p.completion != nil && !p.closedAhead() { // read it for its names, with open parameters
		p.specs("the type")
	}
	p.scope = outer
	start := p.i
	for !p.at(1).is("{") {
		p.next()
	}
	name := p.name("the struct")
	if !p.skipBalanced() {
		p.fail(&name, "the struct %q is never closed", name.text)
	}
	end := token{kind: tEOF, pos: p.prev().end, end: p.prev().end}
	ct := &classTemplate{name: name.text, params: params, toks: append(p.toks[start:p.i:p.i], end), instances: map[string]*Type{}}
	p.declare(name, &symbol{template: ct})
	p.semicolon("the struct")
}

// dependent tells whether the arguments name parameters of a template whose head is
// being read.
func dependent(args []templateArg) bool {
	for _, a := range args {
		t := a.typ
		for t != nil && t.Elem != nil {
			t = t.Elem
		}
		if a.param != "" || t != nil && (t.Kind == paramKind || t.class != nil && dependent(t.class.args)) {
			return true
		}
	}
	return false
}

// classType is the struct that a template gives for the arguments.
func (p *parser) classType(t *token, ct *classTemplate, args []templateArg) *Type {
	if len(args) > len(ct.params) {
		p.fail(t, "template %q has %s, got %d", ct.name, count(len(ct.params), "parameter"), len(args))
	}
	for i, tp := range ct.params {
		if i >= len(args) {
			if tp.Default == "" {
				p.fail(t, "template parameter %q of %q is missing: write %s<…>", tp.Name, ct.name, ct.name)
			}
			a, err := p.argFromText(tp.Default)
			if err != nil {
				p.fail(t, "%s", err)
			}
			args = append(args, a)
		}
		if err := checkArg(ct.name, tp, &args[i]); err != nil {
			p.fail(t, "%s", err)
		}
	}
	key := instanceKey(args)
	made := &Type{Kind: Struct, Name: ct.name + "<" + key + ">", Align: 1, class: newClass()}
	made.class.of, made.class.args = ct, args
	if dependent(args) {
		return made
	}
	if old := ct.instances[key]; old != nil {
		return old
	}
	if p.deep >= maxInstances {
		p.fail(t, "templates instantiate one another more than %d deep at %s", maxInstances, made.Name)
	}
	ct.instances[key] = made
	errs := len(p.errs)
	p.readClass(ct, made)
	if len(p.errs) > errs {
		ct.instances[key] = typeBad
	}
	p.within(made.Name, errs)
	return ct.instances[key]
}

// atFirstUse is how the body of a method is read: as in C++ not before it is called,
// since it need not make sense for all arguments of the template.
func (p *parser) atFirstUse(t *Type, m pending, read func(fn *Func)) func() {
	return func() {
		defer p.suspended()()
		p.state = state{scope: m.scope}
		p.toks, p.i = t.class.of.toks, m.body
		errs := len(p.errs)
		p.guardTop(func() { read(m.fn) }, func() {})
		p.within(t.Name, errs)
	}
}

// suspended prepares for reading other tokens, and returns how to come back.
func (p *parser) suspended() (restore func()) {
	outer, toks, i, depth, greater, half := p.state, p.toks, p.i, p.depth, p.noGreater, p.half
	p.deep++
	p.depth, p.noGreater, p.half = 0, false, -1
	return func() {
		p.deep--
		p.state, p.toks, p.i, p.depth, p.noGreater, p.half = outer, toks, i, depth, greater, half
	}
}

// within adds to the errors from number n on in which instance they are.
func (p *parser) within(instance string, n int) {
	for _, e := range p.errs[min(n, len(p.errs)):] {
		if !strings.Contains(e.Msg, " [in ") {
			e.Msg += fmt.Sprintf(" [in %s]", instance)
		}
	}
}

// readClass reads the kept tokens with the parameters bound.
func (p *parser) readClass(ct *classTemplate, t *Type) {
	defer p.suspended()()
	p.state = state{scope: newScope(p.global)}
	p.toks, p.i = ct.toks, 0
	p.scope.names[ct.name] = &symbol{name: ct.name, typ: t, template: ct}
	for n, tp := range ct.params {
		p.scope.names[tp.Name] = &symbol{name: tp.Name, typ: t.class.args[n].typ, lit: t.class.args[n].val}
	}
	p.guardTop(func() {
		private := p.next().is("class")
		align := p.alignment()
		p.name("the struct")
		p.structBody(t, align, private)
	}, func() {})
}

// templateType is the type that begins with the name of a class template n tokens
// ahead, its arguments included.
func (p *parser) templateType(sym *symbol, n int, take bool) *Type {
	switch {
	case !p.at(n + 1).is("<"):
		if take && sym.typ != nil {
			p.i += n + 1
		}
		return sym.typ // within the template its name is the type
	case !take:
		return typeBad
	}
	p.i += n
	t := *p.next()
	return p.classType(&t, sym.template, p.templateArgs())
}

// typeEnd is how many tokens the type's name takes that begins here, with what may
// stand between < and >.
func (p *parser) typeEnd() int {
	if t, n := p.typeInClass(); t != nil {
		return n
	}
	n := p.qualifier() + 1
	if sym := p.scope.find(p.at(n - 1).text); sym != nil && sym.template != nil && p.at(n).is("<") {
		i := p.i
		p.i += n
		n = p.angleEnd() - i
		p.i = i
	}
	return n
}

// closeAngle takes the ">" of template arguments; ">>" closes two of them.
func (p *parser) closeAngle(what string) {
	switch {
	case !p.is(">>"):
		p.expect(">", what)
	case p.half == p.i:
		p.half = -1
		p.next()
	default:
		p.half = p.i
	}
}
