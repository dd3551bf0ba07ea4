package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// An object with virtual functions begins with a word that identifies its struct: a number that
// constructors set, where other compilers have the address of a table. A call of a virtual function through a
// pointer or a reference is the call of a dispatcher, as one through a function pointer (funcpointer.go): it
// compares that word with the numbers of all structs that derive from the static type and are constructed
// somewhere. Where the compiler knows the object, the word is a constant and the comparisons fold.
// Where all structs have the same function, it is called as it is.

// VirtualFunctions is what a dispatcher of this file stands for.
const VirtualFunctions = "virtual functions"

// polymorphic reports whether objects of t identify their struct.
func (t *Type) polymorphic() bool {
	if t.Kind != Struct || t.class == nil {
		return false
	}
	_, has := t.within(func(b *Type) bool { return len(b.Fields) > 0 && b.Fields[0].Name == virtualTable })
	return has
}

// tables are the paths to the words of t that say so: one for each base that has its own.
func (t *Type) tables() (paths [][]*Field) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Name == virtualTable {
			paths = append(paths, []*Field{f})
		} else if f.isBase() {
			for _, path := range f.Type.tables() {
				paths = append(paths, append([]*Field{f}, path...))
			}
		}
	}
	return paths
}

// along is the member at the end of a path from object x.
func along(x Expr, path []*Field) Expr {
	for _, f := range path {
		x = &Member{Typed{x.Position(), f.Type.qualified(x.T().Const, x.T().Volatile)}, x, f}
	}
	return x
}

// addVirtuals completes a struct with virtual functions: it has a constructor.
func (p *parser) addVirtuals(t *Type) {
	if !t.polymorphic() {
		return
	}
	p.polymorphics = append(p.polymorphics, t)
	if len(t.class.constructors) > 0 || t.class.host[t.ownName()] {
		return
	}
	p.implicitConstructor(t)
}

// emptyBody are the tokens { }.
func emptyBody(at token.Pos) []token.Token {
	return []token.Token{
		{Kind: token.Punct, Text: "{", Pos: at, End: at}, {Kind: token.Punct, Text: "}", Pos: at, End: at}, {Kind: token.EOF, Pos: at, End: at},
	}
}

// defaulted gives constructor fn of t an empty body.
func (p *parser) defaulted(t *Type, fn *Func) {
	within := t.class.scope
	if within == nil {
		within = t.class.inner
	}
	p.info(fn).defined = true
	p.info(fn).body = p.atFirstUse(t, fn, newScope(within), emptyBody(fn.Pos), 0)
	p.made = append(p.made, fn)
}

// setTables are the statements by which a constructor of t says what the object is.
func (p *parser) setTables(t *Type, object *Var, pos token.Pos) (list []Stmt) {
	for _, path := range t.tables() {
		if t.class.number == 0 {
			p.numbered = append(p.numbered, t)
			t.class.number = len(p.numbered)
		}
		word := along(&Ident{Typed{pos, t}, object}, path)
		number := &Lit{Typed{pos, typeULong}, Const{I: int64(t.class.number)}}
		list = append(list, &ExprStmt{pos, &Assign{Typed: Typed{pos, typeULong}, L: word, R: number}})
	}
	return list
}

// shortName is a method's name without its struct's.
func shortName(fn *Func) string { return fn.Name[strings.LastIndex(fn.Name, ":")+1:] }

// overrider is the method that a call of fn means for an object of struct t, nil if t only declares it.
func (p *parser) overrider(t *Type, fn *Func) *Func {
	for _, own := range t.class.methods[shortName(fn)] {
		if own == fn || own.Template == nil && sameThis(own, fn) && len(own.Params) == len(fn.Params) &&
			sameParams(&Func{Params: own.Params[1:]}, &Func{Params: fn.Params[1:]}) {
			return own
		}
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.isBase() && f.Type.class != nil {
			if found := p.overrider(f.Type, fn); found != nil {
				return found
			}
		}
	}
	return nil
}

// pure is a virtual function that struct t does not define, nil if there is none.
func (p *parser) pure(t *Type) (missing *Func) {
	if !t.polymorphic() {
		return nil
	}
	t.within(func(b *Type) bool {
		if b.class == nil {
			return false
		}
		for _, methods := range b.class.methods {
			for _, fn := range methods {
				if p.info(fn).pure && p.overrider(t, fn) == fn && (missing == nil || fn.Pos.Line < missing.Pos.Line) {
					missing = fn
				}
			}
		}
		return false
	})
	return missing
}

// checkAbstract refuses an object of a struct that does not define all its virtual functions.
func (p *parser) checkAbstract(at *token.Token, t *Type) bool {
	elem, _ := t.dims()
	fn := p.pure(elem)
	if fn == nil {
		return false
	}
	p.Errorf(at.Pos, at.End, "%s is abstract, so there are no objects of it: it does not define %s; use a struct that derives from it",
		elem.plain(), p.written(fn))
	return true
}

// virtualCall is the function that a call of method fn of object goes to.
func (p *parser) virtualCall(object Expr, fn *Func) *Func {
	if !p.info(fn).virtual || root(object) != nil || !p.lvalue(object) {
		return fn
	}
	if d := p.virtuals[fn]; d != nil {
		return d
	}
	d := &Func{Pos: fn.Pos, Name: fn.Name, Result: fn.Result, Params: slices.Clone(fn.Params), Dispatch: VirtualFunctions, Body: &Block{}}
	for i, v := range d.Params {
		w := *v
		d.Params[i] = &w
	}
	was, info := p.info(fn), p.info(d)
	info.defined, info.reference, info.moved, info.owner, info.refs = true, was.reference, was.moved, was.owner, was.refs
	info.bindings, info.owned = was.bindings, was.owned
	for i, v := range fn.Params {
		if x := was.defaults[v]; x != nil {
			info.defaults[d.Params[i]] = x
		}
	}
	if p.virtuals == nil {
		p.virtuals = map[*Func]*Func{}
	}
	p.virtuals[fn] = d
	p.virtualOrder = append(p.virtualOrder, fn)
	return d
}

// dispatchVirtual gives the dispatchers of virtual functions their bodies.
func (p *parser) dispatchVirtual() (changed bool) {
	for i := 0; i < len(p.virtualOrder); i++ {
		fn := p.virtualOrder[i]
		d, owner := p.virtuals[fn], p.info(fn).owner
		var list []*Type
		same := !p.info(fn).pure
		for _, t := range p.polymorphics {
			if t.class != owner.class && !t.derives(owner) {
				continue
			}
			same = same && p.overrider(t, fn) == fn
			if t.class.number > 0 {
				list = append(list, t)
			}
		}
		if len(d.Body.Stmts) > 0 && p.listed[d] == len(list) && same == (d.Dispatch == "") {
			continue
		}
		changed = true
		if p.listed == nil {
			p.listed = map[*Func]int{}
		}
		p.listed[d] = len(list)
		p.calls[d] = nil
		body := &Block{}
		if same {
			body.Stmts = p.virtualTarget(d, owner, fn)
		} else {
			body.Stmts = p.virtualChain(d, fn, owner, list)
		}
		p.file.trees.Lock()
		d.Body = body
		if d.Dispatch = VirtualFunctions; same {
			d.Dispatch = ""
		}
		p.file.trees.Unlock()
	}
	return changed
}

// virtualChain compares the object's word with the numbers of structs.
func (p *parser) virtualChain(d, fn *Func, owner *Type, list []*Type) (stmts []Stmt) {
	this := d.Params[0]
	object := &Unary{Typed: Typed{Type: this.Type.Elem}, Op: "*", X: &Ident{Typed{Type: this.Type}, this}}
	word := along(object, owner.tables()[0])
	for _, t := range list {
		target := p.overrider(t, fn)
		if target == nil || p.info(target).pure { // while a base is being constructed
			continue
		}
		cond := &Binary{Typed{Type: typeBool}, "==", word, &Lit{Typed{Type: typeULong}, Const{I: int64(t.class.number)}}}
		stmts = append(stmts, &If{Cond: cond, Then: &Block{Stmts: p.virtualTarget(d, t, target)}})
	}
	stop := fault("virtual function "+fn.Name+" is called for an object that no constructor on the device has made: its first word is 0x%llx", word)
	return append(stmts, stop)
}

// virtualTarget calls target for the object, which is a t.
func (p *parser) virtualTarget(d *Func, t *Type, target *Func) []Stmt {
	p.readBody(target)
	this := d.Params[0]
	var at Expr = &Ident{Typed{Type: this.Type}, this}
	static := this.Type.Elem
	if !Same(static, t) {
		at = downcast(at, t)
	}
	whole := &Unary{Typed: Typed{Type: at.T().Elem}, Op: "*", X: at}
	object := toBase(whole, p.info(target).owner)
	call := &Call{Typed: Typed{Type: target.Result}, Func: target, Args: []Expr{p.pointTo(object)}}
	for _, v := range d.Params[1:] {
		call.Args = append(call.Args, &Ident{Typed{Type: v.Type}, v})
	}
	p.calls[d] = append(p.calls[d], callSite{callee: target, pos: target.Pos})
	if target.Result.Kind == Void {
		return []Stmt{&ExprStmt{X: call}, &Return{}}
	}
	return []Stmt{&Return{X: call}}
}

// downcast is pointer x to a base of t as one to the t around it.
func downcast(x Expr, t *Type) Expr {
	base := x.T().Elem
	path, _ := t.within(func(b *Type) bool { return b.class != nil && b.class == base.class })
	return &Cast{Typed: Typed{x.Position(), pointerTo(t.qualified(base.Const, base.Volatile))}, X: x, Reinterpret: true, Down: path}
}
