package cuda

import (
	"fmt"
	"strings"
)

// A templateArg is a type or a value.
type templateArg struct {
	typ *Type
	val *Lit
}

func (a templateArg) String() string {
	switch {
	case a.typ != nil:
		return a.typ.String()
	case a.val.Type.Kind == Bool:
		return fmt.Sprint(a.val.Value.I != 0)
	case a.val.Type.unsigned():
		return fmt.Sprint(uint64(a.val.Value.I))
	}
	return fmt.Sprint(a.val.Value.I)
}

// templateBody is a template's declaration as tokens and what was made of it.
type templateBody struct {
	p         *parser
	toks      []token
	instances map[string]*Func
	used      bool
}

// maxInstances bounds how deep templates instantiate one another.
const maxInstances = 64

// template reads template <…> and the function behind it; host templates are skipped.
func (p *parser) template() {
	start := p.i
	t := p.next()
	if !p.is("<") {
		p.fail(t, "explicit instantiation is not needed: templates are instantiated where they are used")
	}
	end := p.angleEnd()
	p.i = end
	device := len(p.qualifiers()) > 0 && !p.is("struct") && !p.is("class")
	p.i = start
	if !device {
		p.skipHost()
		return
	}
	p.i += 2
	if p.is(">") {
		p.fail(t, "explicit specialisation (template <>) is not supported; write if constexpr, or functions of different names")
	}
	params := p.templateParams()
	p.templateFunc(params)
}

// angleEnd is the index after the > that closes the < at the next token.
func (p *parser) angleEnd() int {
	depth, i := 0, p.i
	if !p.is("<") {
		i++
	}
	for ; i < len(p.toks)-1; i++ {
		switch t := &p.toks[i]; {
		case t.is("<"):
			depth++
		case t.is(">"):
			depth--
		case t.is(">>"):
			depth -= 2
		case t.is("{") || t.is(";"):
			return i
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return i
}

// templateParams reads the parameters up to and with ">".
func (p *parser) templateParams() []TemplateParam {
	var params []TemplateParam
	for !p.is(">") {
		params = append(params, p.templateParam())
		if !p.accept(",") {
			break
		}
	}
	p.expect(">", "after the template's parameters")
	return params
}

func (p *parser) templateParam() TemplateParam {
	var tp TemplateParam
	if p.is("typename") || p.is("class") {
		p.next()
		tp.Typename = true
		if p.is("...") {
			p.fail(p.peek(), "templates with … parameters are not supported")
		}
		tp.Name = p.name("the template's parameter").text
	} else {
		if p.is("template") {
			p.fail(p.peek(), "template template parameters are not supported")
		}
		s := p.specs("a template's parameter")
		d := p.declarator(s.typ, "the template's parameter", true)
		tp.Name, tp.Type = d.name.text, d.typ.plain()
		if !tp.Type.IsInteger() {
			p.errorf(s.at.pos, s.at.end, "template parameter %q must be an integer, bool or typename, not %s", tp.Name, tp.Type)
		}
	}
	if p.accept("=") {
		from := p.i
		for !p.is(",") && !p.is(">") && p.peek().kind != tEOF {
			p.next()
		}
		tp.Default = p.text(from, p.i)
	}
	return tp
}

// templateFunc reads the function's head with its parameters unbound and keeps the tokens.
func (p *parser) templateFunc(params []TemplateParam) {
	start := p.i
	outer := p.scope
	p.scope = newScope(outer)
	for _, tp := range params {
		sym := &symbol{name: tp.Name, typ: &Type{Kind: paramKind, Name: tp.Name}}
		if !tp.Typename {
			sym.typ, sym.lit = nil, &Lit{Typed{Pos{}, tp.Type}, Const{I: 1}}
		}
		p.scope.names[tp.Name] = sym
	}
	s := p.specs("the function")
	d := p.functionName(&s)
	fn := &Func{Pos: d.name.pos, Name: d.name.text, Kernel: s.global, Result: d.typ.plain(), MaxThreads: s.maxThreads, MinBlocks: s.minBlocks}
	fn.Template = &Template{Params: params, File: p.file}
	p.checkHead(&s, &d, fn)
	p.parameters(fn)
	p.trailing(fn)
	p.scope = outer
	if p.accept(";") {
		return // a declaration; the definition follows
	}
	open := p.peek()
	if !p.is("{") {
		p.semicolonOrBody(fn)
	}
	if !p.skipBalanced() {
		p.errorf(open.pos, open.end, `this "{" is never closed; a "}" is missing`)
		panic(lostBrace{})
	}
	toks := append(p.toks[start:p.i:p.i], token{kind: tEOF, pos: p.prev().end, end: p.prev().end})
	fn.Template.body = &templateBody{p: p, toks: toks, instances: map[string]*Func{}}
	fn.Source = p.sourceOf(start)
	p.info(fn).defined = true
	p.declareFunc(d.name, fn)
	p.record(fn)
}

// functionName reads the declarator or operator name of a function.
func (p *parser) functionName(s *specs) declarator {
	if p.is("operator") {
		return p.operatorName(s)
	}
	d := p.declarator(s.typ, "the function", true)
	if d.params < 0 {
		p.fail(&d.name, "only functions can be templates in device code")
	}
	p.i = d.params
	return d
}

// isTemplate tells whether name has a template among its overloads.
func (p *parser) isTemplate(name string) bool {
	sym := p.scope.find(name)
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
	for !p.is(">") {
		args = append(args, p.templateArg())
		if !p.accept(",") {
			break
		}
	}
	p.noGreater = greater
	p.expect(">", "after the template's arguments")
	return args
}

func (p *parser) templateArg() templateArg {
	if p.startsType() {
		return templateArg{typ: p.typeID()}
	}
	at := p.peek()
	x := p.conditional()
	lit, ok := x.(*Lit)
	if !ok || !lit.Type.IsInteger() {
		if !isBad(x) {
			p.errorf(at.pos, at.end, "a template's argument must be a type or an integer constant%s", constHint(x))
		}
		panic(bailout{})
	}
	return templateArg{val: lit}
}

// instantiateCall makes the instance for a call, or reports why not.
func (p *parser) instantiateCall(t *token, fn *Func, explicit []templateArg, args []Expr) *Func {
	bound, err := p.deduce(fn, explicit, args)
	if err != nil {
		p.errorf(t.pos, t.end, "%s", err)
		return nil
	}
	return p.instance(t, fn, bound)
}

// tryInstantiate is instantiateCall without a report, for overloads.
func (p *parser) tryInstantiate(fn *Func, explicit []templateArg, args []Expr) *Func {
	bound, err := p.deduce(fn, explicit, args)
	if err != nil || len(args) > len(fn.Params) {
		return nil
	}
	return p.instance(&token{pos: fn.Pos}, fn, bound)
}

// deduce finds the template's arguments from those written, the call's
// arguments and the defaults, in this order.
func (p *parser) deduce(fn *Func, explicit []templateArg, args []Expr) ([]templateArg, error) {
	params := fn.Template.Params
	if len(explicit) > len(params) {
		return nil, fmt.Errorf("template %q has %s, got %d", fn.Name, count(len(params), "parameter"), len(explicit))
	}
	found := map[string]*Type{}
	for i, v := range fn.Params {
		if i < len(args) && !isBad(args[i]) {
			p.match(v.Type, p.argType(fn, i, args[i]), found)
		}
	}
	bound := make([]templateArg, len(params))
	for i, tp := range params {
		switch {
		case i < len(explicit):
			bound[i] = explicit[i]
		case tp.Typename && found[tp.Name] != nil:
			bound[i].typ = found[tp.Name]
		case tp.Default != "":
			a, err := p.argFromText(tp.Default)
			if err != nil {
				return nil, err
			}
			bound[i] = a
		default:
			return nil, fmt.Errorf("template parameter %q of %q cannot be deduced: write %s<…>(…)", tp.Name, fn.Name, fn.Name)
		}
		if err := checkArg(fn, tp, &bound[i]); err != nil {
			return nil, err
		}
	}
	return bound, nil
}

// argType is the type that deduction sees: a reference's parameter is a pointer here.
func (p *parser) argType(fn *Func, i int, x Expr) *Type {
	if p.info(fn).refs[i] {
		return pointerTo(x.T())
	}
	if t := x.T(); t.Kind == Array {
		return pointerTo(t.Elem)
	}
	return x.T()
}

// match binds the parameters in a template's type; the first argument decides.
func (p *parser) match(t, arg *Type, found map[string]*Type) {
	switch {
	case t.Kind == paramKind:
		a := arg.plain()
		if !t.Const && arg.Const {
			a = a.qualified(true, false)
		}
		if found[t.Name] == nil {
			found[t.Name] = a
		}
	case t.Kind == Pointer && arg.Kind == Pointer, t.Kind == Array && arg.Kind == Array:
		p.match(t.Elem, arg.Elem, found)
	}
}

// checkArg fits an argument to its parameter.
func checkArg(fn *Func, tp TemplateParam, a *templateArg) error {
	switch {
	case tp.Typename && a.typ == nil:
		return fmt.Errorf("template parameter %q of %q needs a type, got %s", tp.Name, fn.Name, a)
	case !tp.Typename && a.val == nil:
		return fmt.Errorf("template parameter %q of %q needs a constant of type %s, got %s", tp.Name, fn.Name, tp.Type, a)
	case !tp.Typename:
		a.val = &Lit{Typed{a.val.Pos, tp.Type}, convertConst(a.val.Value, a.val.Type, tp.Type)}
	}
	return nil
}

// instance reads the template with its parameters bound, once per set of arguments.
func (p *parser) instance(t *token, fn *Func, bound []templateArg) *Func {
	body, ok := fn.Template.body.(*templateBody)
	if !ok {
		return nil
	}
	key := instanceKey(bound)
	body.used = true
	if inst, ok := body.instances[key]; ok {
		return inst
	}
	if p.deep >= maxInstances {
		p.errorf(t.pos, t.end, "templates instantiate one another more than %d deep at %s<%s>", maxInstances, fn.Name, key)
		return nil
	}
	errs := len(p.errs)
	inst := p.readInstance(fn, body, key, bound)
	for _, e := range p.errs[errs:] {
		if !strings.Contains(e.Msg, " [in ") {
			e.Msg += fmt.Sprintf(" [in %s<%s>]", fn.Name, key)
		}
	}
	return inst
}

// readInstance parses the kept tokens in the file's scope.
func (p *parser) readInstance(fn *Func, body *templateBody, key string, bound []templateArg) *Func {
	outer, toks, i, depth, greater := p.state, p.toks, p.i, p.depth, p.noGreater
	defer func() { p.state, p.toks, p.i, p.depth, p.noGreater = outer, toks, i, depth, greater }()
	p.deep++
	defer func() { p.deep-- }()
	p.state = state{scope: newScope(p.global)}
	p.toks, p.i, p.depth, p.noGreater = body.toks, 0, 0, false
	for n, tp := range fn.Template.Params {
		p.scope.names[tp.Name] = &symbol{name: tp.Name, typ: bound[n].typ, lit: bound[n].val}
	}
	var inst *Func
	p.guardTop(func() {
		s := p.specs("the function")
		d := p.functionName(&s)
		inst = &Func{Pos: fn.Pos, Name: fn.Name + "<" + key + ">", Kernel: fn.Kernel, Result: d.typ.plain(),
			MaxThreads: s.maxThreads, MinBlocks: s.minBlocks, Source: fn.Source}
		p.parameters(inst)
		p.trailing(inst)
		p.info(inst).defined = true
		body.instances[key] = inst
		p.made = append(p.made, inst)
		p.push()
		p.define(inst)
	}, func() {})
	return inst
}

// argFromText reads a template's argument from text, in the file's scope.
func (p *parser) argFromText(text string) (a templateArg, err error) {
	outer, toks, i := p.state, p.toks, p.i
	errs := len(p.errs)
	defer func() {
		p.state, p.toks, p.i = outer, toks, i
		if len(p.errs) > errs {
			err = fmt.Errorf("template argument %q: %s", text, p.errs[errs].Msg)
			p.errs = p.errs[:errs]
		}
	}()
	pp := &preprocessor{reporter: p.reporter, macros: p.macros, budget: maxTokens}
	p.toks, p.i = pp.expand(scan(text)), 0
	if p.scope == nil {
		p.scope = p.global
	}
	p.guardTop(func() {
		a = p.templateArg()
		if p.peek().kind != tEOF {
			p.unexpected("the end of the argument")
		}
	}, func() {})
	return a, nil
}

// Instantiate makes a kernel or device function of a template; args are written
// as between < and >, such as "float" and "256". Defaults stand for missing
// ones. The error is an ErrorList if the body is wrong for these arguments.
func (f *File) Instantiate(fn *Func, args []string) (*Func, error) {
	if fn.Template == nil {
		return nil, fmt.Errorf("%s is not a template", fn.Name)
	}
	body, ok := fn.Template.body.(*templateBody)
	if !ok {
		return nil, fmt.Errorf("template %s has no body", fn.Name)
	}
	p := body.p
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errs = nil
	explicit := []templateArg{}
	for _, text := range args {
		a, err := p.argFromText(text)
		if err != nil {
			return nil, err
		}
		explicit = append(explicit, a)
	}
	bound, err := p.deduce(fn, explicit, nil)
	if err != nil {
		return nil, fmt.Errorf("%s:%d:%d: %w", f.Name, fn.Pos.Line, fn.Pos.Col, err)
	}
	inst := p.instance(&token{pos: fn.Pos}, fn, bound)
	p.checkCalls()
	if err := p.err(); err != nil {
		delete(body.instances, instanceKey(bound))
		return nil, err
	}
	return inst, nil
}

func instanceKey(bound []templateArg) string {
	names := make([]string, len(bound))
	for i, a := range bound {
		names[i] = a.String()
	}
	return strings.Join(names, ", ")
}

// trials are arguments for templates that the file never uses: a mistake that
// shows with all of them is one of the template.
var trials = []struct {
	typ *Type
	val int64
}{{typeFloat, 32}, {typeInt, 16}, {typeDouble, 256}, {typeUInt, 1}, {namedTypes["float4"], 64}}

// tryTemplates looks for mistakes in templates without an instance.
func (p *parser) tryTemplates() {
	for _, list := range [][]*Func{p.file.Kernels, p.file.Funcs} {
		for _, fn := range list {
			if fn.Template == nil {
				continue
			}
			if body, ok := fn.Template.body.(*templateBody); ok && !body.used {
				p.try(fn, body)
			}
		}
	}
}

func (p *parser) try(fn *Func, body *templateBody) {
	errs, made := p.errs, len(p.made)
	var common ErrorList
	for i, trial := range trials {
		bound := make([]templateArg, len(fn.Template.Params))
		for n, tp := range fn.Template.Params {
			bound[n].typ = trial.typ
			if !tp.Typename {
				bound[n] = templateArg{val: &Lit{Typed{fn.Pos, tp.Type}, Const{I: truncate(tp.Type.Kind, trial.val)}}}
			}
		}
		p.errs = nil
		p.instance(&token{pos: fn.Pos}, fn, bound)
		if i == 0 {
			common = p.errs
		} else {
			common = shared(common, p.errs)
		}
		if len(common) == 0 {
			break
		}
	}
	p.errs = append(errs, common...)
	p.made = p.made[:made]
	body.instances = map[string]*Func{}
}

// shared are the errors of a whose place is in b as well.
func shared(a, b ErrorList) ErrorList {
	var out ErrorList
	for _, e := range a {
		for _, f := range b {
			if e.Pos == f.Pos {
				if i := strings.Index(e.Msg, " [in "); i >= 0 {
					e.Msg = e.Msg[:i]
				}
				out = append(out, e)
				break
			}
		}
	}
	return out
}
