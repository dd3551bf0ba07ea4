package cuda

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// instantiateCall returns the instance of a template for a call; nil after an error.
func (p *parser) instantiateCall(t *token.Token, fn *Func, explicit []templateArg, args []Expr) *Func {
	bound, err := p.deduce(fn, explicit, args)
	if err != nil {
		defer p.formal(len(p.Errs))
		p.Errorf(t.Pos, t.End, "%s", err)
		return nil
	}
	return p.instance(t, fn, bound)
}

// tryInstantiate returns the candidate that a template gives for a call; false if its arguments cannot be deduced or its head makes no
// sense with them (SFINAE). Only the head is read: the body may be wrong for these arguments if another overload is better.
// Errors in the head are therefore dropped.
func (p *parser) tryInstantiate(fn *Func, explicit []templateArg, args []Expr) (c candidate, ok bool) {
	bound, err := p.deduce(fn, explicit, args)
	if err != nil || len(args) > len(fn.Params) && p.info(fn).pack == 0 {
		return c, false
	}
	body, ok := fn.Template.body.(*templateBody)
	if !ok {
		return c, false
	}
	key := instanceKey(bound)
	head := body.instances[key]
	if head == nil {
		head = body.heads[key]
	}
	if head == nil && p.deep < maxInstances {
		errs := p.Errs
		p.Errs = nil
		head = p.readInstance(fn, body, key, bound, nil, false)
		if len(p.Errs) > 0 || head != nil && head.hasBad() { // a type may have been wrong before, which is told once
			head = nil
		}
		p.Errs = errs
	}
	if head == nil {
		return c, false
	}
	if body.heads == nil {
		body.heads = map[string]*Func{}
	}
	body.heads[key] = head
	ranks, ok := p.rankCall(head, args)
	c = candidate{fn: head, ranks: ranks, of: fn, bound: bound, variadic: p.info(fn).pack > 0, bindings: p.info(head).bindings}
	for i, v := range fn.Params {
		c.patterns = append(c.patterns, referred(v, p.info(fn), i).plain())
	}
	return c, ok
}

// hasBad reports whether the head of a function has a type that was wrong.
func (fn *Func) hasBad() bool {
	wrong := func(t *Type) bool {
		for t.Kind == Pointer || t.Kind == Array {
			t = t.Elem
		}
		return t.Kind == badKind
	}
	return wrong(fn.Result) || slices.ContainsFunc(fn.Params, func(v *Var) bool { return wrong(v.Type) })
}

// settled returns the function of the chosen candidate. If it is an instance, its body is read now. It returns nil after an error.
func (p *parser) settled(t *token.Token, c candidate) *Func {
	if c.of == nil {
		return c.fn
	}
	return p.instance(t, c.of, c.bound)
}

// deduce finds the arguments of a function template from those that are written out, then from the call's arguments, then from the
// defaults. The error says which parameter cannot be deduced.
func (p *parser) deduce(fn *Func, explicit []templateArg, args []Expr) ([]templateArg, error) {
	return p.deduceHead(fn, explicit, args, nil)
}

// addressed is the first argument that is a pointer where fn takes the address of one.
func addressed(fn *Func, args []Expr) (i int, ok bool) {
	for i, x := range args[:min(len(args), len(fn.Params))] {
		want, got := fn.Params[i].Type, x.T()
		if want.Kind == Pointer && want.Elem.Kind == Pointer && got.Kind == Pointer && got.Elem.Kind != Pointer {
			return i, true
		}
	}
	return 0, false
}

// deduceHead does the same with a type of the result, which a specialisation names; nil for a call.
func (p *parser) deduceHead(fn *Func, explicit []templateArg, args []Expr, result *Type) ([]templateArg, error) {
	params := fn.Template.Params
	explicit = grouped(params, explicit)
	if len(explicit) > len(params) {
		return nil, fmt.Errorf("template %q has %s, got %d", fn.Name, token.Count(len(params), "parameter"), len(explicit))
	}
	found := map[string][]templateArg{}
	for i, x := range args {
		if pack := p.info(fn).pack; pack > 0 {
			i = min(i, pack-1)
		}
		if t := p.forwarding(fn, i); t != nil && p.lvalue(x) {
			found[t.Name] = append(found[t.Name], templateArg{typ: p.placeType(x).referredTo(toLvalue)})
		} else if i < len(fn.Params) && x.T() == typeBraced {
			p.matchList(referred(fn.Params[i], p.info(fn), i), x, found)
		} else if i < len(fn.Params) && !isBad(x) {
			p.match(fn.Params[i].Type, p.argType(fn, i, x).plain(), found) // a copy is not const
		}
	}
	if result != nil {
		p.match(fn.Result, result, found)
	}
	bound := make([]templateArg, len(params))
	for i, tp := range params {
		switch {
		case tp.Pack:
			bound[i] = templateArg{isPack: true, pack: found[tp.Name]}
			if i < len(explicit) {
				own := explicit[i].pack
				bound[i].pack = append(own[:len(own):len(own)], found[tp.Name][min(len(own), len(found[tp.Name])):]...)
			}
		case i < len(explicit):
			bound[i] = explicit[i]
		case found[tp.Name] != nil:
			bound[i] = found[tp.Name][0]
			for _, a := range found[tp.Name][1:] {
				if !bound[i].same(a) {
					return nil, fmt.Errorf("the arguments of %q say that %s is %s and that it is %s: write %s<…>(…)", fn.Name, tp.Name, bound[i], a,
						fn.Name)
				}
			}
		case tp.Default != "":
			a, err := p.defaultArg(params, i, bound)
			if err != nil {
				return nil, err
			}
			bound[i] = a
		default:
			if i, ok := addressed(fn, args); ok {
				if x, isAddress := args[i].(*Unary); isAddress && x.Op == "&" {
					return nil, fmt.Errorf("argument %d of %q is the address of a %s, not of a pointer: declare a %[3]s * (each name needs its own *: "+
						"%[3]s *a, *b)", i+1, fn.Name, x.X.T())
				}
				return nil, fmt.Errorf("argument %d of %q is the address of a pointer, not the pointer: put & before it", i+1, fn.Name)
			}
			return nil, fmt.Errorf("template parameter %q of %q cannot be deduced: write %s<…>(…)", tp.Name, fn.Name, fn.Name)
		}
		tp, err := p.typedParam(params, i, bound)
		if err != nil {
			return nil, err
		}
		if err := checkArg(fn.Name, tp, &bound[i]); err != nil {
			return nil, err
		}
	}
	if words := p.unsatisfied(p.scopeOf(fn), params, bound); words != nil {
		return nil, unsatisfiedError(fn.Name, words, bound)
	}
	if i := p.unfit(fn, explicit, args); result == nil && i >= 0 {
		want := referred(fn.Params[i], p.info(fn), i).plain()
		return nil, fmt.Errorf("argument %d of %q is %s, which is not a %s", i+1, fn.Name, args[i].T(), want)
	}
	return bound, nil
}

// unfit is the first argument that is no instance of the class template which its parameter names, nor derived from one, -1 if there
// is none: deduction fails then, however the argument converts ([temp.deduct.call]). With explicit arguments the parameter may depend
// on nothing that is deduced.
func (p *parser) unfit(fn *Func, explicit []templateArg, args []Expr) int {
	if len(explicit) > 0 {
		return -1
	}
	for i, x := range args {
		if i >= len(fn.Params) || p.info(fn).pack > 0 && i >= p.info(fn).pack-1 || isBad(x) || x.T() == typeBraced {
			continue
		}
		t, arg := referred(fn.Params[i], p.info(fn), i).plain(), x.T()
		if t.Kind != Struct || t.class == nil || t.class.of == nil || t.class.of.param != "" || !dependent(t.class.args) {
			continue
		}
		fits := arg.class != nil && arg.class.of == t.class.of
		if arg.Kind == Struct && !fits {
			arg.within(func(b *Type) bool {
				fits = fits || b.class != nil && b.class.of == t.class.of
				return fits
			})
		}
		if !fits {
			return i
		}
	}
	return -1
}

// forwarding is the T of a parameter T &&, which becomes a reference for what has a name; nil for other parameters.
func (p *parser) forwarding(fn *Func, i int) *Type {
	if i >= len(fn.Params) || p.info(fn).bindings[i] != toTemporary {
		return nil
	}
	t := fn.Params[i].Type.Elem
	if t.Kind != paramKind || t.Const || t.Volatile || !slices.ContainsFunc(fn.Template.Params,
		func(tp TemplateParam) bool { return tp.Name == t.Name }) {
		return nil
	}
	return t
}

// argType is the type that deduction sees: a reference's parameter is a pointer here.
func (p *parser) argType(fn *Func, i int, x Expr) *Type {
	if p.info(fn).refs[i] {
		return pointerTo(x.T())
	}
	if t := x.T(); t.Kind == Array {
		return pointerTo(t.Elem)
	} else if t.Kind == Function {
		return pointerToFunction(t)
	}
	return x.T()
}

// same tells whether two arguments are one type or one value.
func (a templateArg) same(b templateArg) bool {
	if a.isPack || b.isPack {
		return a.isPack && b.isPack && slices.EqualFunc(a.pack, b.pack, templateArg.same)
	}
	if a.typ == nil && (a.template != nil || a.alias != nil) {
		return b.typ == nil && a.template == b.template && a.alias == b.alias
	}
	if a.typ == nil || b.typ == nil {
		return a.val != nil && b.val != nil && a.val.Value == b.val.Value && (!a.auto || !b.auto || Same(a.val.Type, b.val.Type))
	}
	return sameTarget(a.typ, b.typ) && a.typ.refers == b.typ.refers && a.typ.Const == b.typ.Const && a.typ.Volatile == b.typ.Volatile
}

// match collects what an argument says of the parameters in a template's type.
func (p *parser) match(t, arg *Type, found map[string][]templateArg) {
	if t.refers != byValue {
		if t.refers == arg.refers {
			p.match(t.referredTo(byValue), arg.referredTo(byValue), found)
		}
		return
	}
	if t.class != nil && t.class.of != nil && t.class.of.param == "" && arg.Kind == Struct && arg.class != nil && arg.class.of != t.class.of {
		arg.within(func(b *Type) bool { // a base of the argument
			if b.class == nil || b.class.of != t.class.of {
				return false
			}
			arg = b
			return true
		})
	}
	switch {
	case t.class != nil && t.class.of != nil && arg.class != nil && arg.class.of != nil &&
		(arg.class.of == t.class.of || t.class.of.param != ""):
		if t.class.of.param != "" {
			found[t.class.of.param] = append(found[t.class.of.param], templateArg{template: arg.class.of})
		}
		given := flat(arg.class.args)
		for i, a := range flat(t.class.args) {
			if a.expand {
				for _, b := range given[min(i, len(given)):] {
					p.matchArg(a, b, found)
				}
				break
			}
			if i >= len(given) {
				break
			}
			if b := given[i]; a.param != "" && !p.deducible(t.class, i, a) {
				continue // an int parameter is none for an unsigned one, as in C++
			} else if a.param != "" {
				found[a.param] = append(found[a.param], b)
			} else if a.typ != nil {
				p.match(a.typ, b.typ, found)
			}
		}
	case t.Kind == FuncPointer && arg.Kind == FuncPointer:
		p.matchFunction(t.Elem, arg.Elem, found)
	case arg == typeBraced || arg.Kind == FuncPointer && arg.Elem == typeBraced:
	case arg == typeOverloads || arg.Kind == FuncPointer && arg.Elem.Elem == nil: // which one it is, is not known
	case t.Kind == paramKind:
		a := arg
		if arg.refers == byValue {
			a = arg.plain().qualified(!t.Const && arg.Const, !t.Volatile && arg.Volatile)
		}
		found[t.Name] = append(found[t.Name], templateArg{typ: a})
	case t.Kind == Array && arg.Kind == Array:
		if t.length != "" {
			found[t.length] = append(found[t.length], templateArg{val: &Lit{Typed{token.Pos{}, typeInt}, Const{I: int64(arg.Len)}}})
		}
		p.match(t.Elem, arg.Elem, found)
	case t.Kind == Pointer && arg.Kind == Pointer:
		p.match(t.Elem, arg.Elem, found)
	}
}

// deducible tells whether argument number i of a class template, the value parameter a, has the type that the class template gives it.
func (p *parser) deducible(c *class, i int, a templateArg) bool {
	params := c.of.params
	tp, err := p.typedParam(params, min(i, len(params)-1), c.args)
	return err == nil && tp.Type != nil && (tp.Type.Kind == autoKind || mentionsParams(tp.Type) || Same(a.val.Type, tp.Type))
}

// matchFunction is match of the results and the parameters of two functions' types.
func (p *parser) matchFunction(t, arg *Type, found map[string][]templateArg) {
	if t.expand && arg.Elem != nil {
		t.fitsPack(arg, found)
		return
	}
	if arg.Elem == nil || len(t.Params) != len(arg.Params) || t.reference != arg.reference {
		return
	}
	p.match(t.Elem, arg.Elem, found)
	for i := range t.Params {
		if t.refs[i] == arg.refs[i] {
			p.match(t.Params[i], arg.Params[i], found)
		}
	}
}

// matchArg collects what an argument says of the parameter that a names.
func (p *parser) matchArg(a, b templateArg, found map[string][]templateArg) {
	switch {
	case a.param != "" && b.val != nil:
		found[a.param] = append(found[a.param], b)
	case a.typ != nil && b.typ != nil:
		p.match(a.typ, b.typ, found)
	}
}

// boundScope is a scope in which the parameters of a template before number i have their values.
func (p *parser) boundScope(params []TemplateParam, i int, args []templateArg) *scope {
	outer := params[i].scope
	if outer == nil {
		outer = p.global
	}
	s := newScope(outer)
	n := min(i, len(args))
	p.bindParams(s, params[:n], args[:n])
	return s
}

// defaultArg is the default of parameter number i, which may name those before it.
func (p *parser) defaultArg(params []TemplateParam, i int, args []templateArg) (templateArg, error) {
	if p.deep >= maxInstances {
		return templateArg{}, fmt.Errorf("templates instantiate one another more than %d deep", maxInstances)
	}
	a, err := p.argIn(p.boundScope(params, i, args), params[i].Default)
	a.param = ""
	if dependent(args) && a.val != nil {
		a.param = "(a default)"
	}
	return a, err
}

// checkArg fits an argument to its parameter.
func checkArg(name string, tp TemplateParam, a *templateArg) error {
	if a.isPack {
		one := tp
		one.Pack = false
		for i := range a.pack {
			if err := checkArg(name, one, &a.pack[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if a.names != nil && !tp.Typename && tp.Type != nil && tp.Type.Kind == FuncPointer {
		if a.names.as(tp.Type.Elem) != nil {
			a.val, _ = a.names.pointerAs(tp.Type).(*Lit)
			a.names = nil
		}
	}
	switch {
	case tp.Template && a.template == nil && a.alias == nil:
		return fmt.Errorf("template parameter %q of %q needs a template, got %s", tp.Name, name, a)
	case tp.Template:
		a.typ = nil
	case tp.Typename && a.typ != nil:
		a.template, a.alias = nil, nil
	case tp.Typename && a.typ == nil:
		return fmt.Errorf("template parameter %q of %q needs a type, got %s", tp.Name, name, a)
	case !tp.Typename && a.val == nil:
		return fmt.Errorf("template parameter %q of %q needs a constant of type %s, got %s", tp.Name, name, tp.Type, a)
	case !tp.Typename && mentionsParams(tp.Type): // of a template's head
	case !tp.Typename && tp.Type.Kind == autoKind:
		a.auto = true
	case !tp.Typename && (implicit(a.val, tp.Type) == impossible || tp.Type.Kind == Pointer && a.val.Type.integral()):
		return fmt.Errorf("template parameter %q of %q is a %s, got %s of type %s", tp.Name, name, tp.Type, a, a.val.Type)
	case !tp.Typename:
		v := a.val.Value
		if tp.Type.Kind != FuncPointer {
			v = convertConst(v, a.val.Type, tp.Type)
		}
		a.val = &Lit{Typed{a.val.Pos, tp.Type}, v}
	}
	return nil
}

// joinedNames makes one token of each name of a library's namespace, as the source has them.
func (p *parser) joinedNames(toks []token.Token) (out []token.Token) {
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if i+2 < len(toks) && t.Kind == token.Ident && toks[i+1].Is("::") {
			if name := t.Text + "::" + toks[i+2].Text; p.scope.find(name) != nil {
				t.Text = name
				i += 2
			}
		}
		out = append(out, t)
	}
	return out
}

// argFromText reads a template's argument from text, in the file's scope.
func (p *parser) argFromText(text string) (a templateArg, err error) { return p.argIn(nil, text) }

// argIn is argFromText in a scope.
func (p *parser) argIn(within *scope, text string) (a templateArg, err error) {
	return p.readIn(within, text, p.templateArg)
}

// readIn reads text in a scope, for a text that has been preprocessed: a macro of the source may have the name of a parameter.
func (p *parser) readIn(within *scope, text string, read func() templateArg) (a templateArg, err error) {
	outer, toks, i, completion := p.state, p.toks, p.i, p.completion
	errs := len(p.Errs)
	p.completion = nil // the end of this text is not that of the user's
	defer func() {
		p.state, p.toks, p.i, p.completion = outer, toks, i, completion
		if len(p.Errs) > errs {
			err = fmt.Errorf("template argument %q: %s", text, p.Errs[errs].Msg)
			p.Errs = p.Errs[:errs]
		} else if a.typ == nil && a.val == nil && a.template == nil && a.alias == nil {
			err = fmt.Errorf("template argument %q cannot be read", text)
		}
	}()
	list := token.Scan(text)
	if within != nil {
		defer p.suspended()()
		p.state = state{scope: within}
	} else {
		if list = token.Expand(p.Reporter, p.macros, list); p.scope == nil {
			p.scope = p.global
		}
	}
	p.toks, p.i = p.joinedNames(list), 0
	p.guardTop(func() {
		a = read()
		if p.peek().Kind != token.EOF {
			p.unexpected("the end of the argument")
		}
	}, func() {})
	return a, nil
}
