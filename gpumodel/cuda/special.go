package cuda

// named reads a template's function that is named with its arguments, as behind
// template <> (a specialisation) or template alone (an explicit instantiation): the
// head, the template that it fits, and the arguments.
func (p *parser) named() (s specs, d declarator, fn, of *Func, bound []templateArg) {
	s = p.specs("the function")
	d = declarator{params: -1, special: true}
	d.typ = p.declaratorPart(&d, "the function", true)(s.typ)
	if d.params < 0 {
		p.fail(&d.name, "only function templates can be specialised")
	}
	fn = &Func{Pos: d.name.Pos, Name: d.name.Text, Kernel: s.global, Result: d.typ.plain(), MaxThreads: s.maxThreads, MinBlocks: s.minBlocks,
		MaxRegisters: s.maxRegisters}
	p.checkHead(&s, &d, fn)
	p.qualify(fn, &s, &d)
	p.push()
	p.i = d.params
	p.parameters(fn)
	p.trailing(fn)
	sym := p.find(&d.name)
	if sym == nil || !p.isTemplate(&d.name) {
		p.fail(&d.name, "%q is not a template declared above", fn.Name)
	}
	for _, of := range sym.funcs {
		if bound, ok := p.fits(of, fn, d.args); ok {
			return s, d, fn, of, bound
		}
	}
	p.fail(&d.name, "no template %q matches %s: its parameter and result types must fit the template", fn.Name, signature(fn))
	return
}

// fits finds the arguments with which template of has the head of fn.
func (p *parser) fits(of, fn *Func, explicit []templateArg) ([]templateArg, bool) {
	if of.Template == nil || len(of.Params) != len(fn.Params) {
		return nil, false
	}
	body, ok := of.Template.body.(*templateBody)
	if !ok {
		return nil, false
	}
	var args []Expr
	for i, v := range fn.Params {
		t := v.Type
		if p.info(fn).refs[i] {
			t = t.Elem
		}
		args = append(args, &Ident{Typed{v.Pos, t}, v})
	}
	bound, err := p.deduceHead(of, explicit, args, fn.Result)
	if err != nil {
		return nil, false
	}
	errs := p.Errs
	head := p.readInstance(of, body, instanceKey(bound), bound, nil, false)
	failed := len(p.Errs) > len(errs)
	p.Errs = errs
	return bound, !failed && head != nil && sameParams(head, fn) && Same(head.Result, fn.Result) && of.Kernel == fn.Kernel
}

// specialisation reads template <> and a function, which is used for its arguments
// instead of the template.
func (p *parser) specialisation() {
	p.i += 3
	start := p.i
	outer := p.scope
	_, d, fn, of, bound := p.named()
	body, key := of.Template.body.(*templateBody), instanceKey(bound)
	fn.Name = of.Name + "<" + key + ">"
	old := body.instances[key]
	switch {
	case old != nil && !body.special[key]:
		p.Errorf(d.name.Pos, d.name.End, "%s is used before its specialisation: move this up", fn.Name)
	case old != nil:
		p.redeclare(d.name, old, fn)
		fn = old
	}
	body.instances[key], body.special[key] = fn, true
	if !p.accept(";") {
		if !p.is("{") {
			p.semicolonOrBody(fn)
		}
		p.info(fn).defined = true
		p.made = append(p.made, fn)
		p.define(fn)
	}
	p.scope = outer
	fn.Source = p.sourceOf(start)
}

// instantiation reads template and the head of a function whose template is to be
// instantiated here.
func (p *parser) instantiation() {
	t := p.next()
	outer := p.scope
	_, _, _, of, bound := p.named()
	p.scope = outer
	p.semicolon("an explicit instantiation")
	p.instance(t, of, bound)
}
