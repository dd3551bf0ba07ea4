package cuda

import "strings"

// plainStruct tells whether the struct or enum definition ahead is plain data,
// which kernels can use, and no class of the host.
func (p *parser) plainStruct() bool {
	n := 0
	for ; p.at(n).kind == tIdent && !p.at(n).is("struct") && !p.at(n).is("enum") && !p.at(n).is("union"); n++ {
		if p.at(n).is("class") {
			return false
		}
	}
	for ; !p.at(n).is("{"); n++ {
		if t := p.at(n); t.kind == tEOF || t.is(";") || t.is("=") || t.is(":") && !p.is("enum") {
			return false
		}
	}
	depth := 0
	for ; p.at(n).kind != tEOF; n++ {
		t := p.at(n)
		switch {
		case t.is("(") && p.at(n+1).is("*"): // float (*f)(float);
			for !p.at(n).is(";") && !p.at(n).is("}") && p.at(n).kind != tEOF {
				n++
			}
			n--
			continue
		case t.is("(") && !p.is("enum"):
			if !p.at(n-1).is("__align__") && !p.at(n-1).is("alignas") && !p.at(n-1).is("sizeof") && p.at(n-1).kind == tIdent {
				return false
			}
		case t.is("std") || t.is("public") || t.is("private") || t.is("virtual") || t.is("template") || t.is("~") || t.is("operator"):
			return false
		}
		if depth += braceStep(t); depth == 0 {
			return true
		}
	}
	return false
}

// structure reads a struct, class, union or enum at file scope.
func (p *parser) structure() {
	if len(p.qualifiers()) > 0 && !p.plainStruct() {
		p.deviceDecl()
		return
	}
	if p.hosted || p.deviceClass() {
		s := p.specs("the type")
		p.afterStruct(&s)
		return
	}
	if p.is("enum") && !p.plainStruct() {
		p.skipHost()
		return
	}
	start := p.i
	unfinished := false
	errs := p.quietly(func() {
		s := p.specs("the type")
		if unfinished = p.unfinished(); !unfinished {
			p.afterStruct(&s)
		}
	})
	if unfinished {
		p.afterStruct(nil)
		return
	}
	if errs != nil { // not for kernels, unless one uses it: then the errors are told
		p.i = start
		p.skipHost()
		if sym := p.scope.names[p.structName(start)]; sym != nil && sym.host != "" {
			sym.why = errs
		}
	}
}

// unfinished tells whether a ";" is missing behind the "}" before.
func (p *parser) unfinished() bool {
	return p.prev().is("}") && p.peek().bol && !p.is(";") && !p.nameAhead()
}

// afterStruct reads what follows the definition of a struct.
func (p *parser) afterStruct(s *specs) {
	switch {
	case p.unfinished():
		p.errorf(p.prev().end, Pos{}, `missing ";" after this declaration`)
	case p.accept(";"):
	case p.hosted:
		p.fileVariables(s)
	default:
		p.hostVariables(s)
	}
}

// nameAhead tells whether a variable's name follows, with nothing before it.
func (p *parser) nameAhead() bool {
	after := p.at(1)
	return p.peek().kind == tIdent && (after.is(";") || after.is(",") || after.is("[") || after.is("="))
}

// structName is the name after struct or enum at token i, its words passed.
func (p *parser) structName(i int) string {
	for ; i+1 < len(p.toks) && !p.toks[i].is("{") && !p.toks[i].is(":"); i++ {
		if t := &p.toks[i]; t.kind == tIdent && (p.toks[i+1].is("{") || p.toks[i+1].is(":")) {
			return t.text
		}
	}
	return ""
}

// hostVariables passes variables that follow a struct's definition.
func (p *parser) hostVariables(s *specs) {
	for {
		d := p.declarator(s.typ, "the variable", true)
		p.scope.names[d.name.text] = &symbol{name: d.name.text, pos: d.name.pos, host: "variable"}
		for !p.is(",") && !p.is(";") && p.peek().kind != tEOF {
			if p.is("{") || p.is("(") {
				p.skipBalanced()
			} else {
				p.next()
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.semicolon("the declaration")
}

// anonymous begins the name of a struct that has none.
const (
	anonymous     = "struct on line "
	anonymousEnum = "enum on line "
	// of a union also the column
	anonymousUnion = "union on line "
)

// elaborated reads what follows struct, class, union or enum: a name, a body or both.
func (p *parser) elaborated(word *token) *Type {
	said := p.structLayout()
	if word.is("enum") {
		return p.enum()
	}
	name := token{pos: word.pos, end: word.end}
	if p.peek().kind == tIdent {
		name = p.name("the struct")
	}
	if p.is("final") {
		p.next()
	}
	if !p.is("{") && !p.is(":") {
		return p.namedStruct(&name)
	}
	t := p.unfinishedType(name.text)
	if t == nil {
		t = &Type{Kind: Struct, Name: name.text, Union: word.is("union"), class: p.newClass()}
	}
	t.Union = word.is("union")
	if p.unfinishedType(name.text) == t {
		// it is declared
	} else if t.Name == "" {
		t.Name = anonymous + itoa(name.pos.Line)
		if t.Union {
			t.Name = anonymousUnion + itoa(name.pos.Line) + ":" + itoa(name.pos.Col)
		}
	} else {
		p.declare(name, &symbol{typ: t})
		t.Name = p.scope.whole(t.Name)
	}
	p.bases(t)
	if !p.is("{") {
		p.unexpected("the body of " + quoteName(name.text))
	}
	p.structBody(t, word, said)
	return t
}

// namedStruct is struct S, S being declared already.
func (p *parser) namedStruct(name *token) *Type {
	if t := namedTypes[name.text]; t != nil {
		return t
	}
	sym := p.find(name)
	switch {
	case p.hosted && p.is(";") && (p.scope.names[name.text] == nil || p.scope.names[name.text].library):
		return p.announced(name, p.scope)
	case sym != nil && sym.tag != nil:
		return sym.tag
	case sym != nil && sym.typ != nil:
		return sym.typ
	case p.hosted && (sym == nil || sym.funcs != nil || sym.v != nil):
		return p.announced(name, p.scope.nearestSpace())
	case sym != nil && sym.host != "":
		p.hostUse(name, sym)
		return typeBad
	case p.is(";"): // struct S; the body comes later
		return &Type{Kind: Struct, Name: name.text, Align: 1}
	}
	p.errorf(name.pos, name.end, "unknown struct %q%s", name.text, didYouMean(name.text, p.typeNames()))
	return typeBad
}

// notMembers are words that begin what a struct cannot hold here.
var notMembers = map[string]string{
	"template": "this template is neither a method nor a struct",
}

// members reads { type name, …; … }.
func (p *parser) members(t *Type, private bool) {
	open := p.expect("{", "")
	for !p.is("}") {
		if p.peek().kind == tEOF {
			p.fail(open, `this "{" is never closed`)
		}
		if p.accept(";") {
			continue
		}
		if p.at(1).is(":") && (p.is("public") || p.is("private") || p.is("protected")) {
			private = p.next().is("private")
			p.next()
			continue
		}
		if p.classWide(t) || p.friendClass(t) {
			continue
		}
		if why := notMembers[p.peek().text]; why != "" && p.peek().kind == tIdent && !p.methodAhead() {
			p.fail(p.peek(), "%s", why)
		}
		if p.methodAhead() {
			if p.completion != nil && !p.closedAhead() {
				p.completeInside(t)
			}
			p.postpone(t.class, private)
			continue
		}
		s := p.specs("a member of " + quoteName(t.Name))
		p.plainly(&s, "a member of "+quoteName(t.Name))
		if p.is(";") && p.prev().is("}") {
			if strings.HasPrefix(s.typ.Name, anonymous) || strings.HasPrefix(s.typ.Name, anonymousUnion) { // its members are those of t
				t.Fields = append(t.Fields, Field{Name: basePrefix + s.typ.Name + ":" + itoa(len(t.Fields)), Type: s.typ})
				if t.hasBits {
					t.members = append(t.members, declaredMember{t.Fields[len(t.Fields)-1], -1})
				}
			}
			p.next()
			continue
		}
		for {
			p.memberOf(t, &s)
			if n := len(t.Fields); private && n > 0 {
				t.class.private[t.Fields[n-1].Name] = true
			}
			if !p.accept(",") {
				break
			}
		}
		p.semicolon("the member")
	}
	p.next()
}

func (p *parser) memberOf(t *Type, s *specs) {
	var d declarator
	if p.is(":") { // bits without a name
		d = declarator{name: token{pos: p.peek().pos, end: p.peek().end}, typ: s.typ, params: -1}
	} else {
		d = p.declarator(s.typ, "the member", true)
	}
	if d.params < 0 && t.field(d.name.text) == nil && t.bits(d.name.text) == nil && p.bitField(t, &d) {
		if s.align > 0 {
			p.errorf(d.name.pos, d.name.end, "a bit field cannot have an alignment")
		}
		return
	}
	elem, _ := d.typ.dims()
	switch {
	case d.params >= 0:
		p.fail(&d.name, "this is neither a member nor a method")
	case elem == t || elem.Kind == Void || elem.Kind == Function || elem.Kind == Struct && len(elem.Fields) == 0 && !elem.complete ||
		d.typ.Kind == Array && d.typ.Len < 0:
		p.errorf(d.name.pos, d.name.end, "member %q cannot have type %s", d.name.text, d.typ)
		return
	case !d.ref && elem.Kind == Struct && d.typ.Kind != Pointer && p.pure(elem) != nil:
		p.errorf(d.name.pos, d.name.end, "member %q cannot be a %s, which is abstract; use a pointer", d.name.text, elem)
		return
	case t.field(d.name.text) != nil || t.bits(d.name.text) != nil:
		p.errorf(d.name.pos, d.name.end, "member %q is declared twice", d.name.text)
		return
	}
	if d.ref {
		d.typ = pointerTo(d.typ)
	}
	if d.ref && p.is("=") {
		p.fail(p.peek(), "reference %q gets its object from the constructor: Name(T &x) : %s(x) {}", d.name.text, d.name.text)
	}
	if p.is("=") || p.is("{") {
		p.accept("=")
		t.class.defaults[d.name.text] = p.initialiser(d.typ.plain(), "member "+quoteName(d.name.text))
	}
	t.Fields = append(t.Fields, Field{Name: d.name.text, Type: d.typ, ref: d.ref, align: s.align})
	if t.hasBits {
		t.members = append(t.members, declaredMember{t.Fields[len(t.Fields)-1], -1})
	}
}
