package cuda

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// maxInstances limits how deep templates instantiate one another.
const maxInstances = 64

// instance returns the instance of a function template for some arguments. It reads the template's tokens with its parameters
// bound, once per set of arguments. The instance is stored before its body is read, so that a recursive call finds it. If the
// body comes later in the source, only the head is read now, and completeOwed reads the body. It returns nil after an error.
func (p *parser) instance(t *token.Token, fn *Func, bound []templateArg) *Func {
	body, ok := fn.Template.body.(*templateBody)
	if !ok {
		return nil
	}
	key := instanceKey(bound)
	body.used = body.used || !p.trying
	if inst, ok := body.instances[key]; ok {
		return inst
	}
	if body.inherits != nil {
		if base := p.instance(t, body.inherits, bound); base != nil {
			body.instances[key] = p.inheritor(body.derived, base)
		}
		return body.instances[key]
	}
	if body.declared && !p.wholeFile { // its body may come
		inst := p.readInstance(fn, body, key, bound, nil, false)
		if inst != nil {
			body.instances[key] = inst
			body.owed = append(body.owed, owedInstance{inst, key, bound})
		}
		return inst
	}
	if body.declared {
		p.Errorf(t.Pos, t.End, "template %q has no body for <%s>: define it, or specialise it", fn.Name, key)
		return nil
	}
	if p.deep >= maxInstances {
		p.Errorf(t.Pos, t.End, "templates instantiate one another more than %d deep at %s<%s>", maxInstances, fn.Name, key)
		return nil
	}
	errs := len(p.Errs)
	inst := p.readInstance(fn, body, key, bound, nil, true)
	if inst != nil && len(p.Errs) > errs && isAuto(inst.Result) {
		inst.Result = typeBad
	}
	if fn.Library {
		p.blame(t, errs)
	}
	p.within(fn.Name+"<"+key+">", errs)
	return inst
}

// blame moves the errors from number n on to the token t of the user's source: they were found inside a library source, which the
// user does not see.
func (p *parser) blame(t *token.Token, n int) {
	wrong := slices.Clone(p.Errs[n:])
	p.Errs = p.Errs[:n]
	for _, e := range wrong {
		p.Errorf(t.Pos, t.End, "%s", e.Msg)
	}
}

// An owedInstance was used before its template had a body.
type owedInstance struct {
	inst  *Func
	key   string
	bound []templateArg
}

// completeOwed gives the instances that were used before the template's definition their bodies.
func (p *parser) completeOwed(fn *Func, owed []owedInstance) {
	for _, o := range owed {
		p.readInstance(fn, fn.Template.body.(*templateBody), o.key, o.bound, o.inst, true)
	}
}

// readInstance parses the tokens of a template in the scope of its declaration: all of them, or only the function's head. The
// parser's own state is saved meanwhile. into is the instance if its head is known already.
func (p *parser) readInstance(fn *Func, body *templateBody, key string, bound []templateArg, into *Func, whole bool) *Func {
	defer p.suspended()()
	p.state = state{scope: newScope(body.scope)}
	p.toks, p.i = body.toks, 0
	p.bindParams(p.scope, fn.Template.Params, bound)
	var inst *Func
	p.guardTop(func() {
		if body.owner != nil {
			inst = p.methodInstance(fn, body, key)
		} else {
			s := p.specs("the function")
			d := p.functionName(&s)
			inst = cmp.Or(into, new(Func))
			declared, was := *inst, p.info(inst)
			delete(p.infos, inst)
			*inst = Func{Pos: fn.Pos, Name: fn.Name + "<" + key + ">", Kernel: fn.Kernel, Result: d.typ.plain(),
				MaxThreads: s.maxThreads, MinBlocks: s.minBlocks, MaxRegisters: s.maxRegisters, Source: fn.Source, Library: fn.Library}
			p.qualify(inst, &s, &d)
			p.parameters(inst)
			p.trailing(inst)
			for i, v := range declared.Params {
				if d := was.defaults[v]; d != nil && i < len(inst.Params) && p.info(inst).defaults[inst.Params[i]] == nil {
					p.info(inst).defaults[inst.Params[i]] = d
				}
			}
		}
		if !whole {
			return
		}
		p.info(inst).defined = true
		body.instances[key] = inst
		p.made = append(p.made, inst)
		p.push()
		if inst.Object != nil {
			p.defineConstructor(body.owner, inst)
		} else {
			p.define(inst)
		}
	}, func() {})
	return inst
}

// methodInstance reads the head of an instance of a method that is a template.
func (p *parser) methodInstance(fn *Func, body *templateBody, key string) *Func {
	h := p.readHead(body.owner)
	if h == nil {
		panic(bailout{})
	}
	h.fn.Name = fn.Name + "<" + key + ">"
	if p.info(fn).static && !p.info(h.fn).static {
		p.info(h.fn).static, h.fn.Params = true, h.fn.Params[1:]
	}
	return h.fn
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
	p.Errs = nil
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
	inst := p.instance(&token.Token{Pos: fn.Pos}, fn, bound)
	p.dispatch()
	p.checkCalls()
	if err := p.Err(); err != nil {
		delete(body.instances, instanceKey(bound))
		return nil, err
	}
	return inst, nil
}

func instanceKey(bound []templateArg) string {
	var names []string
	for _, a := range flat(bound) {
		names = append(names, a.String())
	}
	return strings.Join(names, ", ")
}

type trial struct {
	typ *Type
	val int64
}

// trials are arguments for templates that the file never uses: a mistake that
// shows with all of them is one of the template.
var trials = []trial{{typeFloat, 32}, {typeInt, 16}, {typeDouble, 256}, {typeUInt, 1}, {namedTypes["float4"], 64}}

// onTrial tells whether t may stand for the argument of a template that the file never uses.
func onTrial(t *Type) bool {
	return slices.ContainsFunc(trials, func(x trial) bool { return Same(x.typ, t) })
}

// tryTemplates looks for mistakes in templates without an instance: those of the grammar and
// of names, which no argument can fix.
func (p *parser) tryTemplates() {
	for _, list := range [][]*Func{p.file.Kernels, p.file.Funcs} {
		for _, fn := range list {
			if fn.Template == nil || p.info(fn).host {
				continue
			}
			if body, ok := fn.Template.body.(*templateBody); ok && !body.used {
				p.try(fn)
			}
		}
	}
}

func (p *parser) try(fn *Func) {
	errs, made, addressed := p.Errs, len(p.made), len(p.addressed)
	p.trying = true
	var common token.ErrorList
	for i, trial := range trials {
		bound := make([]templateArg, len(fn.Template.Params))
		for n, tp := range fn.Template.Params {
			if tp.Template { // nothing can stand for it
				p.trying, p.Errs = false, errs
				return
			}
			bound[n].typ = trial.typ
			if !tp.Typename {
				of := tp.Type
				if of.Kind == autoKind {
					of = typeInt
				}
				bound[n] = templateArg{val: &Lit{Typed{fn.Pos, of}, Const{I: truncate(of.Kind, trial.val)}}}
				if of.Kind == Pointer { // only nullptr is known of these
					bound[n].val.Value = Const{}
				}
			}
			if tp.Pack {
				bound[n] = templateArg{isPack: true, pack: []templateArg{bound[n]}}
			}
		}
		p.Errs, p.hollow = nil, false
		kept := p.instances()
		p.instance(&token.Token{Pos: fn.Pos}, fn, bound)
		for body, instances := range kept {
			body.instances = instances
		}
		if p.hollow {
			common = nil
		} else if i == 0 {
			common = p.Errs
		} else {
			common = shared(common, p.Errs)
		}
		if len(common) == 0 {
			break
		}
	}
	p.trying = false
	p.Errs = errs
	for _, e := range common {
		if e.Form && !p.Reported(e.At, e.Msg) {
			p.Errs = append(p.Errs, e)
		}
	}
	p.made, p.addressed = p.made[:made], p.addressed[:addressed]
}

// instances are those made of each template so far.
func (p *parser) instances() map[*templateBody]map[string]*Func {
	all := map[*templateBody]map[string]*Func{}
	for _, fn := range slices.Concat(p.file.Kernels, p.file.Funcs) {
		if fn.Template != nil {
			body := fn.Template.body.(*templateBody)
			all[body] = maps.Clone(body.instances)
		}
	}
	return all
}

// shared are the errors of a on whose lines b has one as well: of several mistakes
// on a line the first may hide the others.
func shared(a, b token.ErrorList) token.ErrorList {
	var out token.ErrorList
	for _, e := range a {
		if slices.ContainsFunc(b, func(f *token.Error) bool { return f.Pos.Line == e.Pos.Line && f.File == e.File }) {
			e.Msg, e.Inside = strings.TrimSuffix(e.Msg, e.Inside), ""
			out = append(out, e)
		}
	}
	return out
}
