package cuda

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A classTemplate is a struct with template parameters. It is kept as tokens, and read
// for each set of arguments that device code uses.
type classTemplate struct {
	name      string
	whole     string // with the namespace or the struct around it
	scope     *scope // in which it stands
	param     string // the parameter of a template that it stands for
	params    []TemplateParam
	toks      []token.Token // from struct to the "}"
	instances map[string]*Type
	special   []*specialClass
	outside   []*outsideMethod
	guides    []*Func // that the source writes, for deduction of the arguments
	implied   []*Func // those that follow from the constructors, once guided
	guided    bool
}

func (p *parser) newTemplate(name string, params []TemplateParam, toks []token.Token) *classTemplate {
	return &classTemplate{name: name, whole: p.scope.whole(name), scope: p.scope, params: params, toks: toks, instances: map[string]*Type{}}
}

// A specialClass is struct S<T *>: what a class template is for the arguments that fit. A full
// specialisation has no parameters.
type specialClass struct {
	params []TemplateParam
	args   []templateArg
	toks   []token.Token
	given  []token.Token // of the arguments, if they must make sense with the values of the parameters
	atoms  []string
	scope  *scope
}

// specialiseClass keeps the tokens of template <…> struct S<…> { … };
func (p *parser) specialiseClass() {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	s := &specialClass{params: p.templateParams()}
	s.atoms = p.atoms(s.params)
	start := p.i
	p.next()
	p.structLayout()
	p.i += p.qualifier()
	name := *p.next()
	ct := p.find(&name).template
	from := p.i
	p.heads++
	s.args = p.templateArgs()
	p.heads--
	if given := p.toks[from:p.i]; slices.ContainsFunc(given, func(t token.Token) bool {
		return t.Is("typename") || t.Is("decltype") || t.Is("::") || strings.Contains(t.Text, "::")
	}) {
		s.given = append(given[:len(given):len(given)], token.Token{Kind: token.EOF, Pos: name.Pos, End: name.End})
	}
	p.scope = outer
	s.scope = outer
	last := len(ct.params) - 1
	if len(s.args) > len(ct.params) && !ct.params[last].Pack {
		p.fail(&name, "template %q has %s, got %d", ct.name, token.Count(len(ct.params), "parameter"), len(s.args))
	}
	for i := range ct.params {
		if i >= len(s.args) && !ct.params[i].Pack {
			a, err := p.defaultArg(ct.params, i, s.args)
			if err != nil {
				p.fail(&name, "%s", err)
			}
			s.args = append(s.args, a)
		}
	}
	for i := range s.args {
		tp := &ct.params[min(i, last)]
		s.args[i].auto = tp.Type != nil && tp.Type.Kind == autoKind
	}
	if len(s.params) == 0 {
		if old := ct.instances[instanceKey(grouped(ct.params, s.args))]; old != nil {
			p.Errorf(name.Pos, name.End, "%s is used before its specialisation: move this up", old.Name)
		}
	}
	if p.accept(";") {
		return // a declaration
	}
	for !p.is("{") && p.peek().Kind != token.EOF {
		p.next()
	}
	if !p.skipBalanced() {
		p.fail(&name, "the struct %q is never closed", name.Text)
	}
	p.attributes()
	end := token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End}
	s.toks = append(p.toks[start:p.i:p.i], end)
	ct.special = append(ct.special, s)
	p.semicolon("the struct")
}

// fitting is the specialisation for the arguments, with those of its own parameters: the most special one that
// fits, nil for the template itself.
func (p *parser) fitting(ct *classTemplate, args []templateArg) (best *specialClass, bound []templateArg) {
	for _, s := range ct.special {
		values, ok := s.fits(flat(args))
		if ok && s.better(best) && p.makesSense(s, values, args) {
			best, bound = s, values
		}
	}
	return best, bound
}

// makesSense tells whether the arguments of a specialisation are the given ones once its parameters have these values.
func (p *parser) makesSense(s *specialClass, values, args []templateArg) bool {
	if p.unsatisfied(s.scope, s.params, values) != nil {
		return false
	}
	if s.given == nil || p.deep >= maxInstances {
		return true
	}
	defer p.suspended()()
	errs, heads := p.Errs, p.heads
	defer func() { p.Errs, p.heads = errs, heads }()
	p.Errs, p.heads = nil, 0
	p.state = state{scope: newScope(s.scope)}
	p.bindParams(p.scope, s.params, values)
	p.toks, p.i = s.given, 0
	var list []templateArg
	p.guardTop(func() { list = p.templateArgs() }, func() { list = nil })
	given := flat(args)
	if len(p.Errs) > 0 || list == nil || len(list) > len(given) {
		return false
	}
	for i, a := range list {
		if b := given[i]; a.typ != nil && b.typ != nil && !a.same(b) {
			return false
		}
	}
	return true
}

// classTemplateAhead tells whether token i begins the definition of a struct whose
// template parameters stand before it.
func (p *parser) classTemplateAhead(i int) bool {
	if i+1 >= len(p.toks) || !p.toks[i].Is("struct") && !p.toks[i].Is("class") {
		return false
	}
	for i++; i < len(p.toks); i++ {
		switch t := &p.toks[i]; {
		case t.Is("{"):
			return true
		case t.Is("("): // of alignas and the like
			_, i = p.stepAngles(i)
			i--
		case t.Is(":"):
			for i < len(p.toks) && !p.toks[i].Is("{") && !p.toks[i].Is(";") {
				i++
			}
			return i < len(p.toks) && p.toks[i].Is("{")
		case t.Kind != token.Ident && t.Kind != token.Number && !t.Is(")"):
			return false
		}
	}
	return false
}

// specialisedClass tells whether token i begins struct S<…>, S being a class template.
func (p *parser) specialisedClass(i int) bool {
	if i+2 >= len(p.toks) || !p.toks[i].Is("struct") && !p.toks[i].Is("class") {
		return false
	}
	saved := p.i
	p.i = i + 1
	n := p.qualifier()
	sym, after := p.find(p.at(n)), p.at(n+1)
	p.i = saved
	return sym != nil && sym.template != nil && after.Is("<")
}

// memberTemplateAhead tells whether a template of structs, a declaration or a specialisation of one is the member ahead.
func (p *parser) memberTemplateAhead() bool {
	end := p.templateEnd()
	return p.classTemplateAhead(end) || p.classDeclaredAhead(end) || p.specialisedClass(end)
}

// memberClassTemplate reads a template of structs within a struct.
func (p *parser) memberClassTemplate() {
	switch end := p.templateEnd(); {
	case p.specialisedClass(end):
		p.specialiseClass()
	case p.classDeclaredAhead(end):
		p.declareClass(end)
	default:
		p.classTemplate()
	}
}

// declareClass reads template <…> struct S; before the definition, or before specialisations alone.
func (p *parser) declareClass(end int) {
	if sym := p.scope.names[p.toks[end+1].Text]; sym == nil || sym.template == nil {
		params := p.templateHead()
		p.next()
		name := p.name("the struct")
		p.declare(name, &symbol{template: p.newTemplate(name.Text, params, nil)})
	}
	p.skipTo(";")
	p.next()
}

// classDeclaredAhead tells whether token i begins struct S;
func (p *parser) classDeclaredAhead(i int) bool {
	return i+2 < len(p.toks) && (p.toks[i].Is("struct") || p.toks[i].Is("class")) && p.toks[i+1].Kind == token.Ident && p.toks[i+2].Is(";")
}

// classTemplate keeps the tokens of template <…> struct S { … };
func (p *parser) classTemplate() {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	params := p.templateParams()
	p.packLast(params)
	if p.completion != nil && !p.closedAhead() { // read it for its names, with open parameters
		p.specs("the type")
	}
	p.scope = outer
	start := p.i
	for !p.at(1).Is("{") && !p.at(1).Is(":") && !p.at(1).Is("final") {
		p.next()
	}
	name := p.name("the struct")
	p.skipTo("{")
	if !p.skipBalanced() {
		p.fail(&name, "the struct %q is never closed", name.Text)
	}
	p.noteFriends(start)
	p.attributes()
	end := token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End}
	ct := p.newTemplate(name.Text, params, append(p.toks[start:p.i:p.i], end))
	if sym := p.scope.names[name.Text]; sym != nil && sym.template != nil && sym.template.toks == nil { // it was declared
		ct.special, ct.outside, ct.params = sym.template.special, sym.template.outside, mergedDefaults(sym.template.params, params)
		*sym.template = *ct
	} else {
		p.declare(name, &symbol{template: ct})
	}
	p.semicolon("the struct")
}

// dependent tells whether the arguments name parameters of a template whose head is
// being read.
func dependent(args []templateArg) bool {
	for _, a := range args {
		if a.expand || dependent(a.pack) || a.template != nil && a.template.param != "" {
			return true
		}
		t := a.typ
		for t != nil && t.Elem != nil {
			t = t.Elem
		}
		if a.param != "" || t != nil && (t.Kind == paramKind || t.class != nil &&
			(dependent(t.class.args) || t.class.of != nil && t.class.of.param != "")) {
			return true
		}
	}
	return false
}

// classType is the struct that a template gives for the arguments.
func (p *parser) classType(t *token.Token, ct *classTemplate, args []templateArg) *Type {
	args = p.completed(t, ct.name, ct.params, args)
	key := instanceKey(args)
	made := &Type{Kind: Struct, Name: ct.whole + "<" + key + ">", Align: 1, class: p.newClass()}
	made.class.of, made.class.args = ct, args
	if dependent(args) || ct.param != "" {
		return made
	}
	if old := ct.instances[key]; old != nil {
		return old
	}
	if p.deep >= maxInstances {
		p.fail(t, "templates instantiate one another more than %d deep at %s", maxInstances, made.Name)
	}
	if s, _ := p.fitting(ct, args); s == nil && ct.toks == nil {
		p.fail(t, "template %q has no body for <%s>: define it, or specialise it", ct.name, key)
	}
	ct.instances[key] = made
	errs := len(p.Errs)
	p.readClass(ct, made)
	if len(p.Errs) > errs {
		ct.instances[key] = typeBad
	}
	p.within(made.Name, errs)
	return ct.instances[key]
}

// completed are the arguments of a template with the defaults of those that are missing.
func (p *parser) completed(t *token.Token, name string, params []TemplateParam, args []templateArg) []templateArg {
	args = grouped(params, args)
	if len(args) > len(params) {
		p.fail(t, "template %q has %s, got %d", name, token.Count(len(params), "parameter"), len(args))
	}
	for i, tp := range params {
		if i >= len(args) {
			if tp.Pack {
				args = append(args, templateArg{isPack: true})
				continue
			}
			if tp.Default == "" {
				p.fail(t, "template parameter %q of %q is missing: write %s<…>", tp.Name, name, name)
			}
			a, err := p.defaultArg(params, i, args)
			if err != nil {
				p.fail(t, "%s", err)
			}
			args = append(args, a)
		}
		tp, err := p.typedParam(params, i, args)
		if err != nil {
			p.fail(t, "%s", err)
		}
		if err := checkArg(name, tp, &args[i]); err != nil {
			p.fail(t, "%s", err)
		}
	}
	if len(params) > 0 && !dependent(args) {
		if words := p.unsatisfied(cmp.Or(params[0].scope, p.global), params, args); words != nil {
			p.fail(t, "%s", unsatisfiedError(name, words, args))
		}
	}
	return args
}

// atFirstUse is how the body of a method is read: as in C++ not before it is called,
// since it need not make sense for all arguments of the template.
func (p *parser) atFirstUse(t *Type, fn *Func, within *scope, toks []token.Token, body int) func() {
	return func() {
		defer p.suspended()()
		p.state = state{scope: within}
		p.toks, p.i = toks, body
		errs := len(p.Errs)
		p.guardTop(func() { p.defineMethod(t, fn) }, func() {})
		if t.class.of != nil {
			p.within(t.Name, errs)
		}
	}
}

// readBody reads the body of a method that waited for its first use.
func (p *parser) readBody(fn *Func) {
	if read := p.info(fn).body; read != nil {
		p.info(fn).body = nil
		read()
	}
}

// bindParams declares the parameters of a template as its arguments.
func (p *parser) bindParams(s *scope, params []TemplateParam, args []templateArg) {
	for n, tp := range params {
		s.names[tp.Name] = symbolOf(tp.Name, args[n])
	}
}

// suspended prepares for reading other tokens, and returns how to come back.
func (p *parser) suspended() (restore func()) {
	outer, toks, i, depth, greater, half, converts := p.state, p.toks, p.i, p.depth, p.noGreater, p.half, p.converts
	p.deep++
	p.depth, p.noGreater, p.half, p.converts = 0, false, -1, false
	return func() {
		p.deep--
		p.converts = converts
		p.state, p.toks, p.i, p.depth, p.noGreater, p.half = outer, toks, i, depth, greater, half
	}
}

// maxShown bounds the name of an instance in a message, in characters.
const maxShown = 120

// within adds to the errors from number n on in which instance they are.
func (p *parser) within(instance string, n int) {
	if name := []rune(instance); len(name) > maxShown {
		instance = string(name[:maxShown]) + "…"
	}
	for _, e := range p.Errs[min(n, len(p.Errs)):] {
		if e.Inside == "" {
			e.Inside = fmt.Sprintf(" [in %s]", instance)
			e.Msg += e.Inside
		}
	}
}

// readClass reads the kept tokens with the parameters bound.
func (p *parser) readClass(ct *classTemplate, t *Type) {
	defer p.suspended()()
	p.state = state{scope: newScope(ct.scope)}
	params, args := ct.params, t.class.args
	p.toks, p.i = ct.toks, 0
	if s, bound := p.fitting(ct, args); s != nil {
		params, args, p.toks = s.params, bound, s.toks
		t.class.specialised = true
	}
	t.class.toks = p.toks
	p.scope.names[ct.name] = &symbol{name: ct.name, typ: t, template: ct}
	p.bindParams(p.scope, params, args)
	p.guardTop(func() {
		word := p.next()
		said := p.structLayout()
		p.i += p.qualifier()
		p.name("the struct")
		if p.is("<") {
			p.templateArgs()
		}
		p.accept("final")
		p.bases(t)
		p.structBody(t, word, said)
	}, func() {})
	if !t.class.specialised && t.class.scope != nil {
		for _, m := range ct.outside {
			p.attach(t, m)
		}
	}
}

// templateType is the type that begins with the name of a class template n tokens
// ahead, its arguments included.
func (p *parser) templateType(sym *symbol, n int, take bool) *Type {
	switch {
	case !p.at(n+1).Is("<") && sym.typ == nil:
		after := p.at(n + 1)
		if p.heads > 0 || sym.template.param != "" || !(after.Kind == token.Ident || after.Is("(") || after.Is("{") || after.Is("*") ||
			after.Is("&")) {
			return nil
		}
		if take {
			p.i += n + 1
		}
		return placeholder(sym.template)
	case !p.at(n + 1).Is("<"):
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
	_, n := p.memberTemplate()
	if n == 0 {
		n = p.qualifier()
	}
	n++
	if p.is("decltype") {
		i := p.i
		p.i++
		p.skipBalanced()
		n, p.i = p.i-i, i
		return n
	}
	if sym := p.find(p.at(n - 1)); sym != nil && (sym.template != nil || sym.alias != nil) && p.at(n).Is("<") || n > 1 && p.at(n).Is("<") {
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
