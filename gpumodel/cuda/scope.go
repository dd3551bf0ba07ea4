package cuda

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A symbol is what a name means in a scope. One of v, lit, typ, funcs, host and
// namespace is set; a bad symbol was reported already.
type symbol struct {
	name  string
	pos   token.Pos
	v     *Var
	ref   bool // v is the pointer that stands for a reference
	lit   *Lit // an enumerator or the value of a template parameter
	typ   *Type
	tag   *Type // of a struct that has the name as well: struct stat
	funcs []*Func
	// host says what kind of thing of the host code it is: "function", "variable", "class".
	host      string
	why       token.ErrorList // of a struct that was skipped: what is wrong with it
	namespace bool
	inner     *scope // of a namespace of the source
	home      *scope // in which functions are found
	clash     bool   // two namespaces mean different things by it
	template  *classTemplate
	alias     *aliasTemplate
	variable  *variableTemplate
	packed    bool // a parameter pack
	open      bool // of a template's head
	pack      []*symbol
	part      Expr   // what a name of a structured binding stands for
	stands    string // the parameter that a parameter of an alias stands for, in a template's head
	param     bool   // lit stands for a parameter of the template whose head is being read
	member    bool   // a field of the struct whose method is being read
	lambda    *Type  // the struct of the lambda that captures the member
	outside   bool   // a variable around a lambda that it does not capture
	method    bool   // funcs are methods of that struct
	bad       bool
	library   bool // a library source declares it
}

// isTag tells whether the name is that of a struct, which functions and variables may have as well ([basic.scope.hiding]).
func (sym *symbol) isTag() bool {
	return sym.typ != nil && sym.typ.Kind == Struct && sym.typ.class != nil && sym.typ.class.of == nil
}

// A scope is a block of names inside another one.
type scope struct {
	outer *scope
	names map[string]*symbol
	of    *Type    // the struct whose names they are
	space *spaced  // of a namespace
	draft *scope   // the scope that its names go to if nothing is wrong with them
	used  []*scope // namespaces whose names count, too: using namespace
}

func newScope(outer *scope) *scope { return &scope{outer: outer, names: map[string]*symbol{}} }

// whole is the name of a type that is declared in the scope, with that of the struct or the namespace around it.
func (s *scope) whole(name string) string {
	switch {
	case s.draft != nil:
		return s.draft.whole(name)
	case s.of != nil:
		return s.of.Name + "::" + name
	case s.space != nil && s.space.title != "":
		return s.space.title + "::" + name
	}
	return name
}

// visible are all names that code in this scope can use.
func (s *scope) visible() []string {
	var names []string
	for ; s != nil; s = s.outer {
		for name, sym := range s.names {
			if !sym.bad && sym.host == "" && !sym.internal() {
				names = append(names, name)
			}
		}
	}
	return names
}

// internal reports whether a symbol is one of the library that no program names.
func (sym *symbol) internal() bool {
	return strings.HasPrefix(sym.name, "__") && (sym.v != nil || len(sym.funcs) > 0 && sym.funcs[0].Library)
}

// declare enters a symbol into the current scope; a second one of the name is an error.
func (p *parser) declare(t token.Token, sym *symbol) {
	sym.name, sym.pos = t.Text, t.Pos
	old := p.scope.names[t.Text]
	switch {
	case old == nil || old.host != "" || old.bad || old.library && !t.Library: // what a program declares it has instead of the library's
	case old.typ != nil && sym.typ != nil && Same(old.typ, sym.typ): // a typedef may be repeated
	case old.isTag() && sym.typ == nil && sym.template == nil:
		sym.tag = old.typ
	case old.tag == nil && old.typ == nil && (old.v != nil || old.funcs != nil) && sym.isTag():
		old.tag = sym.typ
		return
	default:
		hint := ""
		if old.v != nil && sym.v != nil && old.v.Host && sym.v.Host && p.fn == nil && !p.inC(&t) && sameTarget(old.v.Type, sym.v.Type) {
			hint = "; C allows that, where one of them has no value, but CUDA C++ does not: write extern before that one, or remove it"
		}
		p.Errorf(t.Pos, t.End, "%q is declared twice; the first time on line %d%s", t.Text, old.pos.Line, hint)
		return
	}
	p.earlyUse(t)
	p.scope.names[t.Text] = sym
	sym.library = t.Library
	if p.completion != nil {
		p.completion.declare(p, &t, sym)
	}
}

// earlyUse explains an undeclared name by its declaration further down.
func (p *parser) earlyUse(t token.Token) {
	for _, e := range p.Errs {
		if old := p.scope.names[t.Text]; old != nil && old.bad && e.At == old.pos && e.Undeclared {
			e.Msg = fmt.Sprintf("%q is used before its declaration on line %d", t.Text, t.Pos.Line)
		}
	}
}

func (p *parser) push() { p.scope = newScope(p.scope) }
func (p *parser) pop()  { p.scope = p.scope.outer }
