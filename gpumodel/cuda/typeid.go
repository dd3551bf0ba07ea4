package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// typeIdentity reads what follows typeid: a type, or an expression that is not evaluated. Two of them are the same if their names
// are, which are those of the Itanium C++ ABI (5.1.5) but for templates, which have the name of their struct here.
func (p *parser) typeIdentity(t *token.Token) Expr {
	p.expect("(", "after typeid")
	var of *Type
	if p.startsType() {
		of = p.typeID()
	} else {
		temps := len(p.temps)
		p.unevaluated++
		of = p.expression().T()
		p.unevaluated--
		p.temps = p.temps[:temps]
		if of.polymorphic() {
			p.fail(t, "typeid of an object with virtual functions is not supported: %s may be one of several structs; ask with dynamic_cast", of)
		}
	}
	p.expect(")", "after the operand of typeid")
	if of.Kind == badKind {
		return bad(t.Pos)
	}
	sym := p.standardSymbol("type_info")
	if sym == nil || sym.typ == nil {
		p.fail(t, "typeid needs #include <typeinfo>")
	}
	name := &StringLit{Typed: Typed{t.Pos, textPointer}, Value: mangled(of.plain())}
	return p.construct(t, sym.typ, []Expr{name})
}

var mangledKinds = map[Kind]string{
	Void: "v", Bool: "b", Char: "c", UChar: "h", Short: "s", UShort: "t", Int: "i", UInt: "j", Long: "l", ULong: "m",
	LongLong: "x", ULongLong: "y", Float: "f", Double: "d",
}

// mangled is the name of a type in the names of functions of a compiled program.
func mangled(t *Type) string {
	name := mangledKinds[t.Kind]
	switch t.Kind {
	case Pointer:
		name = "P" + mangled(t.Elem)
	case Array:
		name = "A" + itoa(max(t.Len, 0)) + "_" + mangled(t.Elem)
	}
	if name == "" {
		parts := strings.Split(t.plain().String(), "::")
		for _, part := range parts {
			name += itoa(len(part)) + part
		}
		if len(parts) > 1 {
			name = "N" + name + "E"
		}
	}
	if t.Const {
		name = "K" + name
	}
	return name
}
