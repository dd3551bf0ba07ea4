package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A template is kept as the tokens of its declaration. For each set of arguments the parser reads the tokens again, in a scope where the
// parameters are names of those arguments (instance.go). Inside an instance all types are known. The price is that a template that is
// never used is only checked for its form.
//
// A head is an instance without its body: what overload resolution needs. Instances and heads are kept by their arguments (instanceKey).

// A templateArg is an argument of a template: a type, a value, a template or a pack of these.
type templateArg struct {
	typ   *Type
	val   *Lit
	param string // in a template's head: the parameter whose value is passed on
	auto  bool   // the parameter is auto, so the value's type is a part of the argument
	// function is the name of the function that val points to.
	function string
	names    *funcName      // several functions, of which the parameter's type chooses val
	template *classTemplate // the argument is a class template
	alias    *aliasTemplate // the argument is an alias template
	// isPack marks the argument of a pack, which is a list. expand marks T... in a template's head.
	isPack, expand bool
	pack           []templateArg
}

// String returns the argument as messages and names of instances show it.

func (a templateArg) String() string {
	switch {
	case a.isPack:
		return instanceKey(a.pack)
	case a.template != nil && a.typ == nil:
		return a.template.name
	case a.alias != nil:
		return a.alias.name
	case a.param != "":
		return a.param
	case a.typ != nil:
		return a.typ.String()
	case a.function != "":
		return a.function
	case a.auto && (a.val.Type.Enum != nil || a.val.Type.Kind != Int && a.val.Type.Kind != Bool):
		return fmt.Sprintf("(%s)%d", a.val.Type.plain(), a.val.Value.I)
	case a.val.Type.Kind == Bool:
		return fmt.Sprint(a.val.Value.I != 0)
	case a.val.Type.unsigned():
		return fmt.Sprint(uint64(a.val.Value.I))
	}
	return fmt.Sprint(a.val.Value.I)
}

// A templateBody is a function template: its tokens, and its instances so far.
type templateBody struct {
	p         *parser
	toks      []token.Token
	instances map[string]*Func // by instanceKey
	heads     map[string]*Func // heads read for overload resolution
	special   map[string]bool  // explicit specialisations
	used      bool
	declared  bool           // it has no body so far
	owed      []owedInstance // instances to be read when the body is known
	owner     *Type          // struct of a method
	inherits  *Func          // the base's constructor that this inherited constructor of derived calls
	derived   *Type
	scope     *scope // scope of the declaration, in which its tokens are read
}

// template reads a declaration that begins with template. What it declares (a function, a class, an alias, a variable, a guide, a
// specialisation or an explicit instantiation) shows only behind the <…>, so it looks ahead first. Host templates are skipped unless
// host code is read.
func (p *parser) template() {
	start := p.i
	p.next()
	end := p.i
	if p.is("<") {
		end = p.angleEnd()
	}
	p.i = end
	device := (p.hosted || len(p.qualifiers()) > 0) && !p.is("struct") && !p.is("class")
	p.i = start
	name := p.constexprAhead(end)
	switch {
	case p.aliasAhead():
		p.aliasTemplate()
	case p.hosted && p.defineStatic(end):
	case p.variableTemplateAhead(end):
		p.unlessHost(p.nameBefore(end), p.variableTemplate)
	case p.guideAhead(end):
		p.guide()
	case p.defineOutside(end):
	case end == start+1 && p.specialisedClass(end): // an explicit instantiation
		p.i += 2
		p.typeID()
		p.semicolon("an explicit instantiation")
	case p.specialisedClass(end):
		p.specialiseClass()
	case end > start+3 && p.classDeclaredAhead(end):
		p.declareClass(end)
	case end > start+3 && p.classTemplateAhead(end):
		p.classTemplate()
	case device && end == start+1:
		p.instantiation()
	case device && end == start+3:
		p.specialisation()
	case device:
		p.functionTemplate()
	case name != nil && end > start+3:
		p.unlessHost(name.Text, p.functionTemplate)
	default:
		p.skipHost()
	}
}

// functionTemplate reads template <…> and a function.
func (p *parser) functionTemplate() {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	params := p.templateParams()
	p.templateFunc(params, outer, outer)
}

// angleEnd returns the index after the > that closes the < at the next token, or that of a { or ; before it.
func (p *parser) angleEnd() int {
	depth, i := 0, p.i
	if !p.is("<") {
		i++
	}
	for i < len(p.toks)-1 {
		if t := &p.toks[i]; t.Is("{") || t.Is(";") {
			return i
		}
		step := 0
		if step, i = p.stepAngles(i); depth+step <= 0 {
			return i
		}
		depth += step
	}
	return i
}

// templateHead reads template <…> and leaves the names of its parameters.
func (p *parser) templateHead() []TemplateParam {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	params := p.templateParams()
	p.scope = outer
	return params
}

// templateParams reads the parameters up to and with ">".
func (p *parser) templateParams() []TemplateParam {
	var params []TemplateParam
	for more := !p.is(">"); more; more = p.half != p.i && p.accept(",") {
		tp := p.templateParam()
		p.openParams([]TemplateParam{tp})
		params = append(params, tp)
		p.constraints(params)
	}
	p.closeAngle("after the template's parameters")
	return params
}

// openParams declares the parameters of a template whose head is read.
func (p *parser) openParams(params []TemplateParam) {
	for _, tp := range params {
		sym := &symbol{name: tp.Name, typ: &Type{Kind: paramKind, Name: tp.Name}}
		if tp.Template {
			sym.typ, sym.template = nil, &classTemplate{name: tp.Name, whole: tp.Name, scope: p.scope, param: tp.Name, params: tp.inner,
				instances: map[string]*Type{}}
		} else if !tp.Typename {
			of := tp.Type
			if of.Kind == autoKind || mentionsParams(of) {
				of = typeInt
			}
			sym.typ, sym.lit, sym.param = nil, &Lit{Typed{token.Pos{}, of}, Const{I: 1}}, true
		}
		if tp.Pack {
			sym = packSymbol(tp.Name, []*symbol{sym}, true)
		}
		p.scope.names[tp.Name] = sym
	}
}

// packDeduced refuses a pack of a function's template that parameters follow which no argument tells.
func (p *parser) packDeduced(params []TemplateParam, head []token.Token) {
	pack := slices.IndexFunc(params, func(tp TemplateParam) bool { return tp.Pack })
	for i := pack + 1; pack >= 0 && i < len(params); i++ {
		if params[i].Default == "" && !slices.ContainsFunc(head, func(t token.Token) bool { return t.Is(params[i].Name) }) {
			p.fail(&head[0], "the parameter pack %q must be the last parameter of its template", params[pack].Name)
		}
	}
}

// packLast refuses a pack that other parameters of a struct's template follow: only functions tell what is whose.
func (p *parser) packLast(params []TemplateParam) {
	for i, tp := range params {
		if tp.Pack && i < len(params)-1 {
			p.fail(p.prev(), "the parameter pack %q must be the last parameter of its template", tp.Name)
		}
	}
}

func (p *parser) templateParam() TemplateParam {
	tp := TemplateParam{scope: p.scope.outer}
	p.heads++
	defer func() { p.heads-- }()
	if p.is("template") {
		tp.Template, tp.inner = true, p.templateHead()
		if !p.accept("class") && !p.accept("typename") {
			p.unexpected(`"class" and the name of the template's parameter`)
		}
		tp.Pack = p.packMark()
		if tp.Name = p.unnamed(); tp.Name == "" {
			tp.Name = p.name("the template's parameter").Text
		}
	} else if p.typeParamAhead() {
		p.next()
		tp.Typename = true
		tp.Pack = p.packMark()
		if tp.Name = p.unnamed(); tp.Name == "" {
			tp.Name = p.name("the template's parameter").Text
		}
	} else {
		p.valueParam(&tp)
	}
	if p.accept("=") {
		from, at := p.i, p.peek()
		greater := p.noGreater
		p.noGreater = true
		a := p.templateArg()
		p.noGreater = greater
		if !tp.Template && tp.Typename != (a.typ != nil) && !strings.HasPrefix(a.param, "(") {
			want := "value"
			if tp.Typename {
				want = "type"
			}
			p.fail(at, "the default of template parameter %q must be a %s", tp.Name, want)
		}
		if tp.Default = token.Spell(p.toks[from:p.i]); p.half == p.i { // of a >>
			tp.Default += ">"
		}
	}
	return tp
}

// packMark reads the … of a pack's declaration.
func (p *parser) packMark() bool {
	found := p.accept("...")
	p.variadic = p.variadic || found
	return found
}

// unnamed is the name of a template's parameter that has none; empty if a name or a declarator comes.
func (p *parser) unnamed() string {
	if t := p.peek(); t.Is(",") || t.Is("=") || t.Is(">") || t.Is("requires") {
		return placeName(t)
	}
	return ""
}

// templateFunc reads the function's head, whose scope has the unbound parameters,
// and keeps the tokens. The function is declared in outer; within is where its names are looked up, the same but for a friend.
func (p *parser) templateFunc(params []TemplateParam, outer, within *scope) {
	start := p.i
	p.heads++
	s := p.specs("the function")
	d := p.functionName(&s)
	p.heads--
	fn := &Func{Pos: d.name.Pos, Name: d.name.Text, Kernel: s.global, Result: d.typ.plain(), MaxThreads: s.maxThreads, MaxRegisters: s.maxRegisters,
		MinBlocks: s.minBlocks, Library: d.name.Library}
	fn.Template = &Template{Params: params, File: p.file, atoms: p.atoms(params)}
	p.checkHead(&s, &d, fn)
	p.qualify(fn, &s, &d)
	p.heads++
	from := p.i
	p.parameters(fn)
	p.packDeduced(params, p.toks[from:p.i])
	p.trailing(fn)
	p.heads--
	inner := p.scope
	p.scope = outer
	if p.is(";") { // a declaration: the definition follows, or specialisations alone
		toks := append(p.withoutFriend(start), token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End})
		p.next()
		if p.declaredTemplate(fn) == nil {
			fn.Template.body = &templateBody{p: p, toks: toks, scope: within, instances: map[string]*Func{}, special: map[string]bool{},
				declared: true}
			p.declareFunc(d.name, fn)
		}
		return
	}
	open := p.peek()
	if !p.is("{") {
		p.semicolonOrBody(fn)
	}
	if p.completion != nil && !p.closedAhead() { // read it for its names, with open parameters
		p.declareFunc(d.name, fn)
		p.scope = inner
		p.define(fn)
	}
	if !p.skipBalanced() {
		p.Errorf(open.Pos, open.End, `this "{" is never closed; a "}" is missing`)
		panic(lostBrace{})
	}
	toks := append(p.withoutFriend(start), token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End})
	fn.Template.body = &templateBody{p: p, toks: toks, scope: within, instances: map[string]*Func{}, special: map[string]bool{}}
	fn.Source = p.sourceOf(start)
	p.info(fn).defined = true
	if old := p.declaredTemplate(fn); old != nil && old.Template.body.(*templateBody).declared {
		body := old.Template.body.(*templateBody)
		owed, instances, special := body.owed, body.instances, body.special
		*body = *fn.Template.body.(*templateBody)
		body.instances, body.special = instances, special
		defer func() { p.completeOwed(old, owed) }()
		old.Pos, old.Params, old.Result, old.Source, old.Template.Params = fn.Pos, fn.Params, fn.Result, fn.Source,
			mergedDefaults(old.Template.Params, params)
		p.infos[old] = p.info(fn)
		fn = old
	} else {
		p.declareFunc(d.name, fn)
	}
	p.record(fn)
}

// withoutFriend are the tokens from start on, without the word friend of a function that stands in a struct.
func (p *parser) withoutFriend(start int) []token.Token {
	toks := p.toks[start:p.i:p.i]
	if p.befriends == 0 {
		return toks
	}
	if i := slices.IndexFunc(toks, func(t token.Token) bool { return t.Is("friend") }); i >= 0 {
		toks = slices.Delete(slices.Clone(toks), i, i+1)
	}
	return toks
}

// declaredTemplate is the template that was declared before with the head of fn, or nil.
func (p *parser) declaredTemplate(fn *Func) *Func {
	sym := p.scope.names[fn.Name]
	if sym == nil {
		return nil
	}
	for _, old := range sym.funcs {
		if old.Template == nil || len(old.Template.Params) != len(fn.Template.Params) || len(old.Params) != len(fn.Params) {
			continue
		}
		renamed := map[string]string{}
		for i, tp := range fn.Template.Params {
			renamed[tp.Name] = old.Template.Params[i].Name
		}
		same := sameRenamed(fn.Result, old.Result, renamed) && sameConstraints(fn.Template.Params, old.Template.Params)
		for i, v := range fn.Params {
			same = same && sameRenamed(v.Type, old.Params[i].Type, renamed)
		}
		if same {
			return old
		}
	}
	return nil
}

// sameRenamed compares the types of two templates' heads whose parameters have other names.
func sameRenamed(a, b *Type, renamed map[string]string) bool {
	switch {
	case a.Kind == paramKind && b.Kind == paramKind:
		return renamed[a.Name] == b.Name || a.Name == b.Name
	case a.Kind != b.Kind:
		return false
	case a.Kind == Pointer || a.Kind == Array:
		return a.Elem.Const == b.Elem.Const && sameRenamed(a.Elem, b.Elem, renamed)
	case a.class != nil && b.class != nil && a.class.of != nil:
		return a.class.of == b.class.of
	}
	return Same(a, b)
}

// mergedDefaults are the parameters of a definition with the defaults of its declaration.
func mergedDefaults(declared, defined []TemplateParam) []TemplateParam {
	for i := range defined {
		if defined[i].Default == "" {
			defined[i].Default = declared[i].Default
		}
	}
	return defined
}

// functionName reads the declarator or operator name of a function.
func (p *parser) functionName(s *specs) declarator {
	d := p.declarator(s.typ, "the function", true)
	if d.params < 0 {
		p.fail(&d.name, "only functions can be templates in device code")
	}
	p.i = d.params
	return d
}

// isTemplate tells whether the name t has a template among its overloads.
func (p *parser) isTemplate(t *token.Token) bool {
	sym := p.find(t)
	if sym == nil {
		return false
	}
	for _, fn := range sym.funcs {
		if fn.Template != nil {
			return true
		}
	}
	return false
}

// templateArgs reads <a, b>.
func (p *parser) templateArgs() []templateArg {
	args := []templateArg{}
	p.expect("<", "")
	greater := p.noGreater
	p.noGreater = true
	for more := !p.is(">"); more; more = p.accept(",") {
		read := func() { args = append(args, p.templateArg()) }
		switch end := p.patternEnd(); {
		case end < 0:
			read()
		case p.eachElement(end, read):
			args[len(args)-1].expand = true
			p.i = end + 1
		default:
			p.i = end + 1
		}
		if len(args) > maxPack {
			p.fail(p.prev(), "more than %d arguments of a template", maxPack)
		}
	}
	p.noGreater = greater
	p.closeAngle("after the template's arguments")
	return args
}

// templateName reads the name of a template without arguments; within a class template its name is the type, too.
func (p *parser) templateName() (a templateArg, ok bool) {
	n := p.qualifier()
	sym := p.find(p.at(n))
	if of, end := p.classAhead(); of != nil { // S::Template
		if n = end; p.at(n).Is("template") {
			n++
		}
		sym = of.named(p.at(n).Text)
	}
	after := p.at(n + 1)
	if sym == nil || sym.template == nil && sym.alias == nil ||
		!after.Is(",") && !after.Is(">") && !after.Is(">>") && !after.Is("...") && after.Kind != token.EOF {
		return a, false
	}
	p.i += n + 1
	return templateArg{typ: sym.typ, template: sym.template, alias: sym.alias}, true
}

// templateArg reads an argument. In the head of a template it may depend on the parameters: then it is a pattern,
// or nothing that arguments could be deduced from.
func (p *parser) templateArg() templateArg {
	if p.heads == 0 {
		return p.plainArg()
	}
	start, dependents, half := p.i, p.dependents, p.half
	var a templateArg
	errs, outer, failed := p.Errs, p.state, false
	p.Errs = nil
	p.guard(func() { a = p.plainArg() }, func() { failed = true })
	wrong := p.Errs
	p.Errs = errs
	failed = failed || len(wrong) > 0
	if !failed && (p.dependents == dependents || a.typ != nil) {
		return a
	}
	p.state, p.i, p.half = outer, start, half
	if p.passArg(); p.i == start {
		p.Errs = append(p.Errs, wrong...)
		panic(bailout{})
	}
	p.dependents++
	return templateArg{val: &Lit{Typed{p.toks[start].Pos, typeInt}, Const{I: 1}}, param: "(" + token.Spell(p.toks[start:p.i]) + ")"}
}

// valueless tells whether x is a const variable without a known value.
func valueless(x Expr) bool {
	if cast, ok := x.(*Cast); ok {
		x = cast.X
	}
	id, ok := x.(*Ident)
	return ok && id.Var.Storage != Param && id.Var.Value == nil && isConst(id.Var.Type)
}

// depthOf is how many < from token start on are open behind the last one that was passed.
func (p *parser) depthOf(start int) (depth int) {
	for i := start; i < p.i; {
		step := 0
		step, i = p.stepAngles(i)
		depth += step
	}
	return depth
}

// passArg passes an argument of a template.
func (p *parser) passArg() {
	for !p.is(",") && !p.is(">") && !p.is(">>") && !p.is("...") && !p.is(";") && p.peek().Kind != token.EOF &&
		(!p.is("requires") || p.peek().Args == nil) {
		switch t := p.peek(); {
		case t.Is("<") && p.i > 0 && p.opensArguments(p.prev()):
			start := p.i
			p.i = p.angleEnd()
			if p.prev().Is(">>") && p.depthOf(start) < 0 { // the second half closes the list around this one
				p.i--
				p.half = p.i
				return
			}
		case t.Is("(") || t.Is("[") || t.Is("{"):
			p.skipBalanced()
		default:
			p.next()
		}
	}
}

func (p *parser) plainArg() templateArg {
	if a, ok := p.templateName(); ok {
		return a
	}
	if e, _ := p.enumAhead(); e == nil && p.startsType() {
		return templateArg{typ: p.functionTypeID()}
	}
	at, after := p.peek(), p.at(1)
	param := ""
	if sym := p.find(at); sym != nil && sym.param && (after.Is(",") || after.Is(">") || after.Is(">>") || after.Is("...")) {
		if param = at.Text; sym.stands != "" {
			param = sym.stands
		}
		p.dependents--
	}
	x := p.rvalue(p.conditional())
	lit, ok := x.(*Lit)
	if fn := p.functionOf(x); fn != nil {
		return templateArg{val: lit, function: fn.Name}
	}
	if name, several := x.(*funcName); several {
		return templateArg{names: name, function: name.name.Text}
	}
	if !ok || !lit.Type.integral() && lit.Type != typeNull {
		if !isBad(x) {
			if !valueless(x) { // else the arguments on trial may have left it so
				defer p.formal(len(p.Errs))
			}
			p.Errorf(at.Pos, at.End, "a template's argument must be a type or an integer constant%s", constHint(x))
		}
		panic(bailout{})
	}
	return templateArg{val: lit, param: param}
}
