package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// constantBytes is how much __constant__ memory a text may declare (CUDA C
// Programming Guide 3.2, table G-1; no later compute capability has more).
const constantBytes = 64 << 10

// checkConstants counts the __constant__ memory of the file up to v.
func (p *parser) checkConstants(v *Var) {
	used := 0
	for _, g := range p.file.Globals {
		if g.Storage == Constant {
			used = alignUp(used, g.Type.Alignment()) + g.Type.Size()
		}
	}
	if before := used - v.Type.Size(); used > constantBytes && before <= constantBytes {
		p.Errorf(v.Pos, v.Pos.After(len(v.Name)), "%q needs %d bytes, and __constant__ memory has %d, of which %d are free; declare it __device__, or pass it as an argument",
			v.Name, v.Type.Size(), constantBytes, constantBytes-before)
	}
}

// checkGlobal demands constant initialisers at file scope.
func (p *parser) checkGlobal(v *Var) {
	if v.Init != nil && !isBad(v.Init) && !constantOr(p.constantAddress, v.Init) {
		p.Errorf(v.Pos, v.Pos.After(len(v.Name)), "the initial value of %q must be constant", v.Name)
	}
}

// constantInit tells whether an initialiser has nothing but constant numbers.
func constantInit(x Expr) bool { return constantOr(func(Expr) bool { return false }, x) }

// constantOr tells whether an initialiser has nothing but constant numbers, and what else is allowed.
func constantOr(allowed func(Expr) bool, x Expr) bool {
	all := func(list []Expr) bool {
		return !slices.ContainsFunc(list, func(e Expr) bool { return !constantOr(allowed, e) })
	}
	switch x := x.(type) {
	case *Lit:
		return true
	case *InitList:
		return all(x.Elems)
	case *Call:
		return x.Func == nil && all(x.Args)
	}
	return allowed(x)
}

// constants reads const and constexpr numbers, which kernels may use without a
// qualifier; false if the declaration is something else.
func (p *parser) constants() bool {
	start, marked := p.i, false
	for n := 0; ; n++ {
		t := p.at(n)
		if t.Is("const") || t.Is("constexpr") {
			marked = true
		}
		if t.Kind == token.EOF || t.Is("(") || t.Is("{") || t.Is(";") {
			return false
		}
		if t.Is("=") {
			break
		}
	}
	if !marked || !p.startsType() {
		return false
	}
	if p.quietly(func() { p.constantDecl() }) == nil {
		return true
	}
	p.i = start
	return false
}

// constantDecl reads const int N = 32, M = N/2;
func (p *parser) constantDecl() {
	s := p.specs("the constant")
	for {
		v := p.variable(&s, Auto)
		if v == nil || v.Value == nil {
			panic(bailout{})
		}
		if !p.accept(",") {
			break
		}
	}
	if !p.accept(";") {
		panic(bailout{})
	}
}

// quietly runs f; if it fails, it returns the errors and keeps neither these nor
// its notes and declarations.
func (p *parser) quietly(f func()) token.ErrorList {
	errs, notes, structs := p.Errs, len(p.Notes), len(p.file.Structs)
	saved := p.state
	p.scope = newScope(saved.scope)
	inner := p.scope
	inner.draft = saved.scope
	p.Errs = nil
	failed := false
	p.guard(f, func() { failed = true })
	found := p.Errs
	p.Errs, p.state = errs, saved
	if failed || len(found) > 0 {
		p.Notes, p.file.Structs = p.Notes[:notes], p.file.Structs[:structs]
		if found == nil {
			found = token.ErrorList{}
		}
		return found
	}
	for name, sym := range inner.names {
		t := token.Token{Text: name, Pos: sym.pos, End: sym.pos.After(len(name))}
		p.declare(t, sym)
	}
	return nil
}
