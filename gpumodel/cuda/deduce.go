package cuda

import "fmt"

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
func (p *parser) tryInstantiate(t *token, fn *Func, explicit []templateArg, args []Expr) *Func {
	bound, err := p.deduce(fn, explicit, args)
	if err != nil || len(args) > len(fn.Params) {
		return nil
	}
	return p.instance(t, fn, bound)
}

// deduce finds the template's arguments from those written, the call's
// arguments and the defaults, in this order.
func (p *parser) deduce(fn *Func, explicit []templateArg, args []Expr) ([]templateArg, error) {
	params := fn.Template.Params
	if len(explicit) > len(params) {
		return nil, fmt.Errorf("template %q has %s, got %d", fn.Name, count(len(params), "parameter"), len(explicit))
	}
	found := map[string][]templateArg{}
	for i, v := range fn.Params {
		if i < len(args) && !isBad(args[i]) {
			p.match(v.Type, p.argType(fn, i, args[i]).plain(), found) // a copy is not const
		}
	}
	bound := make([]templateArg, len(params))
	for i, tp := range params {
		switch {
		case i < len(explicit):
			bound[i] = explicit[i]
		case found[tp.Name] != nil:
			bound[i] = found[tp.Name][0]
			for _, a := range found[tp.Name][1:] {
				if !bound[i].same(a) {
					return nil, fmt.Errorf("the arguments of %q say that %s is %s and that it is %s: write %s<…>(…)", fn.Name, tp.Name, bound[i], a, fn.Name)
				}
			}
		case tp.Default != "":
			a, err := p.argFromText(tp.Default)
			if err != nil {
				return nil, err
			}
			bound[i] = a
		default:
			return nil, fmt.Errorf("template parameter %q of %q cannot be deduced: write %s<…>(…)", tp.Name, fn.Name, fn.Name)
		}
		if err := checkArg(fn.Name, tp, &bound[i]); err != nil {
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

// same tells whether two arguments are one type or one value.
func (a templateArg) same(b templateArg) bool {
	if a.typ == nil || b.typ == nil {
		return a.val != nil && b.val != nil && a.val.Value == b.val.Value
	}
	return Same(a.typ, b.typ)
}

// match collects what an argument says of the parameters in a template's type.
func (p *parser) match(t, arg *Type, found map[string][]templateArg) {
	switch {
	case t.class != nil && t.class.of != nil && arg.class != nil && arg.class.of == t.class.of:
		for i, a := range t.class.args {
			if b := arg.class.args[i]; a.param != "" && !Same(a.val.Type, t.class.of.params[i].Type) {
				continue // an int parameter is none for an unsigned one, as in C++
			} else if a.param != "" {
				found[a.param] = append(found[a.param], b)
			} else if a.typ != nil {
				p.match(a.typ, b.typ, found)
			}
		}
	case t.Kind == paramKind:
		a := arg.plain()
		if !t.Const && arg.Const {
			a = a.qualified(true, false)
		}
		found[t.Name] = append(found[t.Name], templateArg{typ: a})
	case t.Kind == Pointer && arg.Kind == Pointer, t.Kind == Array && arg.Kind == Array:
		p.match(t.Elem, arg.Elem, found)
	}
}

// checkArg fits an argument to its parameter.
func checkArg(name string, tp TemplateParam, a *templateArg) error {
	switch {
	case tp.Typename && a.typ == nil:
		return fmt.Errorf("template parameter %q of %q needs a type, got %s", tp.Name, name, a)
	case !tp.Typename && a.val == nil:
		return fmt.Errorf("template parameter %q of %q needs a constant of type %s, got %s", tp.Name, name, tp.Type, a)
	case !tp.Typename && implicit(a.val, tp.Type) == impossible:
		return fmt.Errorf("template parameter %q of %q is a %s, got %s of type %s", tp.Name, name, tp.Type, a, a.val.Type)
	case !tp.Typename:
		a.val = &Lit{Typed{a.val.Pos, tp.Type}, convertConst(a.val.Value, a.val.Type, tp.Type)}
	}
	return nil
}

// argFromText reads a template's argument from text, in the file's scope.
func (p *parser) argFromText(text string) (a templateArg, err error) {
	outer, toks, i, completion := p.state, p.toks, p.i, p.completion
	errs := len(p.errs)
	p.completion = nil // the end of this text is not that of the user's
	defer func() {
		p.state, p.toks, p.i, p.completion = outer, toks, i, completion
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
