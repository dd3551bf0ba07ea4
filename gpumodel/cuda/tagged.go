package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Functions of ours that do with an object with virtual functions what its struct says: delete, dynamic_cast, typeid. As the
// dispatchers of virtual functions they compare its word with the numbers of all structs that it may be of.
type tagged struct {
	fn        *Func
	of        *Type // what the pointer that it takes points to
	act       func(t *Type, object Expr) []Stmt
	otherwise func(word Expr) []Stmt
}

// byStruct is the function of that name, which says what is done, for an object of struct of. It returns a zero for a null pointer.
func (p *parser) byStruct(t *token.Token, name string, of, result *Type, act func(*Type, Expr) []Stmt, otherwise func(Expr) []Stmt) *Func {
	for _, d := range p.tagged {
		if d.fn.Name == name && Same(d.of, of) {
			return d.fn
		}
	}
	v := &Var{Pos: t.Pos, Name: "the object", Type: pointerTo(of), Storage: Param}
	fn := &Func{Pos: t.Pos, Name: name, Result: result, Params: []*Var{v}, Dispatch: VirtualFunctions, Body: &Block{}}
	p.info(fn).defined = true
	p.tagged = append(p.tagged, &tagged{fn, of, act, otherwise})
	return fn
}

// dispatchTagged gives these functions their bodies.
func (p *parser) dispatchTagged() (changed bool) {
	for i := 0; i < len(p.tagged); i++ {
		d := p.tagged[i]
		var list []*Type
		for _, t := range p.numbered {
			if t.class == d.of.class || t.derives(d.of) {
				list = append(list, t)
			}
		}
		if len(d.fn.Body.Stmts) > 0 && p.listed[d.fn] == len(list) {
			continue
		}
		if changed = true; p.listed == nil {
			p.listed = map[*Func]int{}
		}
		p.listed[d.fn] = len(list)
		p.calls[d.fn] = nil
		outer := p.fn
		p.fn = d.fn
		stmts := d.body(p, list)
		p.fn = outer
		p.file.trees.Lock()
		d.fn.Body = &Block{Stmts: stmts}
		p.file.trees.Unlock()
	}
	return changed
}

func (d *tagged) body(p *parser, list []*Type) []Stmt {
	id := &Ident{Typed{Type: d.fn.Params[0].Type}, d.fn.Params[0]}
	word := along(&Unary{Typed: Typed{Type: d.of}, Op: "*", X: id}, d.of.tables()[0])
	none := &Return{}
	if d.fn.Result.Kind != Void {
		none.X = zero(token.Pos{}, d.fn.Result)
	}
	stmts := []Stmt{&If{Cond: &Unary{Typed: Typed{Type: typeBool}, Op: "!", X: p.toBool(id)}, Then: none}}
	for _, t := range list {
		var object Expr = id
		if !Same(t, d.of) {
			object = downcast(id, t)
		}
		cond := &Binary{Typed{Type: typeBool}, "==", word, &Lit{Typed{Type: typeULong}, Const{I: int64(t.class.number)}}}
		stmts = append(stmts, &If{Cond: cond, Then: &Block{Stmts: d.act(t, object)}})
	}
	return slices.Concat(stmts, d.otherwise(word))
}

// dynamicCast reads the rest of dynamic_cast<T *>(x): x where its object is a T, and otherwise null.
func (p *parser) dynamicCast(t *token.Token, x Expr, to *Type) Expr {
	x = p.rvalue(x)
	if isBad(x) || to.Kind == badKind {
		return bad(t.Pos)
	}
	if to.Kind != Pointer || x.T().Kind != Pointer || to.Elem.Kind != Struct || !x.T().Elem.polymorphic() {
		p.Errorf(t.Pos, t.End, "dynamic_cast<%s> of %s is not supported: it takes a pointer to an object with virtual functions, and gives another", to, x.T())
		return bad(t.Pos)
	}
	of, want := x.T().Elem.plain(), to.Elem.plain()
	act := func(d *Type, object Expr) []Stmt {
		switch {
		case d.class == want.class:
			return []Stmt{&Return{X: object}}
		case d.derives(want):
			return []Stmt{&Return{X: p.cast(object, pointerTo(want), false)}}
		}
		return []Stmt{&Return{X: zero(token.Pos{}, pointerTo(want))}}
	}
	fn := p.byStruct(t, "dynamic_cast<"+want.String()+" *>", of, pointerTo(want), act, func(Expr) []Stmt {
		return []Stmt{&Return{X: zero(token.Pos{}, pointerTo(want))}}
	})
	return p.cast(p.finishCall(t, fn, []Expr{p.cast(x, pointerTo(of), false)}), to.plain(), false)
}
