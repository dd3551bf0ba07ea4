package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A variable at file scope that is declared extern is defined somewhere else: further down, or in another source of the program
// (sources.go). All its declarations mean one Var, and only the definition puts it among the variables of the file.

// declaresExtern tells whether the declarator that was read only declares: extern, and no value behind it.
func (p *parser) declaresExtern(s *specs, v *Var) bool {
	return s.extern && p.fn == nil && !s.shared && v.Storage != Shared && !p.hasValue()
}

// linked finds the variable that a declarator at file scope declares once more. only is true where nothing is left to do, because
// the declarator defines nothing.
func (p *parser) linked(s *specs, d *declarator, v *Var) (known *Var, only bool) {
	if p.fn != nil || s.shared || v.Storage == Shared {
		return v, false
	}
	declares := p.declaresExtern(s, v)
	old := p.scope.names[d.name.Text]
	if old == nil || old.v == nil || old.bad {
		if !declares {
			p.defines(v, *d)
			return v, false
		}
		p.checkVariable(s, *d, v, p.is("="))
		v.Host = p.hosted && v.Storage == Device && !s.device
		p.declare(d.name, &symbol{v: v, bad: v.Type.Kind == badKind})
		p.spaceOf[v] = p.scope.nearestSpace().space.title
		p.awaited[v] = nil
		return v, true
	}
	_, awaited := p.awaited[old.v]
	again := p.inC(&d.name) && old.v.Host && v.Host && (p.tentative[old.v] || !p.hasValue())
	if !declares && !awaited && !again {
		return v, false // declared twice
	}
	if !sameOrCompleted(old.v.Type, v.Type) {
		p.Errorf(d.name.Pos, d.name.End, "%q is declared with type %s here, and with type %s on line %d", v.Name, v.Type, old.v.Type,
			old.v.Pos.Line)
		return old.v, true
	}
	if declares || !awaited && !p.hasValue() {
		return old.v, true
	}
	p.file.Globals = slices.DeleteFunc(p.file.Globals, func(g *Var) bool { return g == old.v })
	delete(p.awaited, old.v)
	delete(p.scope.names, d.name.Text)
	old.v.Type, old.v.Pos = v.Type, v.Pos
	p.defines(old.v, *d)
	return old.v, false
}

// inC tells whether a token is in a source of C, which nvcc leaves to the compiler of C.
func (p *parser) inC(t *token.Token) bool {
	return strings.HasSuffix(p.SourceName(t), ".c")
}

// hasValue tells whether the declarator that was read has a value behind it.
func (p *parser) hasValue() bool { return p.is("=") || p.is("{") || p.is("(") }

// defines notes a variable that C defines tentatively: without a value, at file scope. Further declarations may stand beside it, and one
// of them may have a value.
func (p *parser) defines(v *Var, d declarator) {
	if p.tentative[v] = !p.hasValue() && p.inC(&d.name); !p.tentative[v] {
		delete(p.tentative, v)
	}
}

// sameOrCompleted reports whether two types are the same, or arrays that differ only because one has no length yet.
func sameOrCompleted(a, b *Type) bool {
	if a.Kind == Array && b.Kind == Array && (a.Len < 0 || b.Len < 0) {
		return sameTarget(a.Elem, b.Elem)
	}
	return sameTarget(a, b)
}

// checkExterns reports the variables that are used and defined nowhere.
func (p *parser) checkExterns() {
	if p.part {
		return
	}
	for v, use := range p.awaited {
		switch {
		case use == nil:
		case p.structOf[v] != nil:
			p.Errorf(use.Pos, use.End, "static member %q is declared on line %d and defined nowhere: write its definition behind the struct, %s %s::%s = …;",
				v.Name, v.Pos.Line, v.Type, p.structOf[v].Name, v.Name)
		default:
			p.Errorf(use.Pos, use.End, "%q is declared extern on line %d and defined nowhere: add the source that defines it", v.Name, v.Pos.Line)
		}
	}
}

// A sharedName is the name of an extern __shared__ array, which a namespace has once: the declarations in all functions mean one.
type sharedName struct{ space, name string }

// linkShared refuses an extern __shared__ array whose name stands for another type already, as nvcc does.
func (p *parser) linkShared(name *token.Token, v *Var) {
	key := sharedName{p.scope.nearestSpace().space.title, v.Name}
	old := p.sharedArrays[key]
	if old == nil {
		p.sharedArrays[key] = v
	} else if !sameTarget(old.Type.Elem, v.Type.Elem) && v.Type.Elem.Kind != badKind && old.Type.Elem.Kind != badKind {
		p.Errorf(name.Pos, name.End, "extern __shared__ %q is an array of %s here, and of %s on line %d: all declarations of a name mean one array. Give the arrays different names, or cast a pointer",
			v.Name, v.Type.Elem, old.Type.Elem, old.Pos.Line)
	}
}
