package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// plainStruct tells whether the struct or enum definition ahead is plain data,
// which kernels can use, and no class of the host.
func (p *parser) plainStruct() bool {
	n := 0
	for ; p.at(n).Kind == token.Ident && !p.at(n).Is("struct") && !p.at(n).Is("enum") && !p.at(n).Is("union"); n++ {
		if p.at(n).Is("class") {
			return false
		}
	}
	for ; !p.at(n).Is("{"); n++ {
		if t := p.at(n); t.Kind == token.EOF || t.Is(";") || t.Is("=") || t.Is(":") && !p.is("enum") {
			return false
		}
	}
	depth := 0
	for ; p.at(n).Kind != token.EOF; n++ {
		t := p.at(n)
		switch {
		case t.Is("(") && p.at(n+1).Is("*"): // float (*f)(float);
			for !p.at(n).Is(";") && !p.at(n).Is("}") && p.at(n).Kind != token.EOF {
				n++
			}
			n--
			continue
		case t.Is("(") && !p.is("enum"):
			if !p.at(n-1).Is("__align__") && !p.at(n-1).Is("alignas") && !p.at(n-1).Is("sizeof") && p.at(n-1).Kind == token.Ident {
				return false
			}
		case t.Is("std") || t.Is("public") || t.Is("private") || t.Is("virtual") || t.Is("template") || t.Is("~") || t.Is("operator"):
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
	return p.prev().Is("}") && p.peek().BOL && !p.is(";") && !p.nameAhead()
}

// afterStruct reads what follows the definition of a struct.
func (p *parser) afterStruct(s *specs) {
	switch {
	case p.unfinished():
		p.Errorf(p.prev().End, token.Pos{}, `missing ";" after this declaration`)
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
	return p.peek().Kind == token.Ident && (after.Is(";") || after.Is(",") || after.Is("[") || after.Is("="))
}

// structName is the name after struct or enum at token i, its words passed.
func (p *parser) structName(i int) string {
	for ; i+1 < len(p.toks) && !p.toks[i].Is("{") && !p.toks[i].Is(":"); i++ {
		if t := &p.toks[i]; t.Kind == token.Ident && (p.toks[i+1].Is("{") || p.toks[i+1].Is(":")) {
			return t.Text
		}
	}
	return ""
}

// hostVariables passes variables that follow a struct's definition.
func (p *parser) hostVariables(s *specs) {
	for {
		d := p.declarator(s.typ, "the variable", true)
		p.scope.names[d.name.Text] = &symbol{name: d.name.Text, pos: d.name.Pos, host: "variable"}
		for !p.is(",") && !p.is(";") && p.peek().Kind != token.EOF {
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
func (p *parser) elaborated(word *token.Token) *Type {
	said := p.structLayout()
	if word.Is("enum") {
		return p.enum()
	}
	name := token.Token{Pos: word.Pos, End: word.End}
	if p.peek().Kind == token.Ident {
		name = p.name("the struct")
	}
	if p.is("final") {
		p.next()
	}
	if !p.is("{") && !p.is(":") {
		return p.namedStruct(&name)
	}
	t := p.unfinishedType(name.Text)
	if t == nil {
		t = &Type{Kind: Struct, Name: name.Text, Union: word.Is("union"), class: p.newClass()}
	}
	t.Union = word.Is("union")
	if p.unfinishedType(name.Text) == t {
		// it is declared
	} else if t.Name == "" {
		t.Name = anonymous + itoa(name.Pos.Line)
		if t.Union {
			t.Name = anonymousUnion + itoa(name.Pos.Line) + ":" + itoa(name.Pos.Col)
		}
	} else {
		p.declare(name, &symbol{typ: t})
		t.Name = p.scope.whole(t.Name)
	}
	p.bases(t)
	if !p.is("{") {
		p.unexpected("the body of " + quoteName(name.Text))
	}
	p.structBody(t, word, said)
	return t
}

// namedStruct is struct S, S being declared already.
func (p *parser) namedStruct(name *token.Token) *Type {
	if t := namedTypes[name.Text]; t != nil {
		return t
	}
	sym := p.find(name)
	switch {
	case p.hosted && p.is(";") && (p.scope.names[name.Text] == nil || p.scope.names[name.Text].library):
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
		return &Type{Kind: Struct, Name: name.Text, Align: 1}
	}
	p.Errorf(name.Pos, name.End, "unknown struct %q%s", name.Text, token.DidYouMean(name.Text, p.typeNames()))
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
		if p.peek().Kind == token.EOF {
			p.fail(open, `this "{" is never closed`)
		}
		if p.accept(";") {
			continue
		}
		if p.at(1).Is(":") && (p.is("public") || p.is("private") || p.is("protected")) {
			private = p.next().Is("private")
			p.next()
			continue
		}
		if p.classWide(t) || p.friendClass(t) {
			continue
		}
		if why := notMembers[p.peek().Text]; why != "" && p.peek().Kind == token.Ident && !p.methodAhead() {
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
		if p.is(";") && p.prev().Is("}") {
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
		d = declarator{name: token.Token{Pos: p.peek().Pos, End: p.peek().End}, typ: s.typ, params: -1}
	} else {
		d = p.declarator(s.typ, "the member", true)
	}
	if d.params < 0 && t.field(d.name.Text) == nil && t.bits(d.name.Text) == nil && p.bitField(t, &d) {
		if s.align > 0 {
			p.Errorf(d.name.Pos, d.name.End, "a bit field cannot have an alignment")
		}
		return
	}
	elem, _ := d.typ.dims()
	switch {
	case d.params >= 0:
		p.fail(&d.name, "this is neither a member nor a method")
	case elem == t || elem.Kind == Void || elem.Kind == Function || elem.Kind == Struct && len(elem.Fields) == 0 && !elem.complete ||
		d.typ.Kind == Array && d.typ.Len < 0:
		p.Errorf(d.name.Pos, d.name.End, "member %q cannot have type %s", d.name.Text, d.typ)
		return
	case !d.ref && elem.Kind == Struct && d.typ.Kind != Pointer && p.pure(elem) != nil:
		p.Errorf(d.name.Pos, d.name.End, "member %q cannot be a %s, which is abstract; use a pointer", d.name.Text, elem)
		return
	case t.field(d.name.Text) != nil || t.bits(d.name.Text) != nil:
		p.Errorf(d.name.Pos, d.name.End, "member %q is declared twice", d.name.Text)
		return
	}
	if d.ref {
		d.typ = pointerTo(d.typ)
	}
	if d.ref && p.is("=") {
		p.fail(p.peek(), "reference %q gets its object from the constructor: Name(T &x) : %s(x) {}", d.name.Text, d.name.Text)
	}
	if p.is("=") || p.is("{") {
		p.accept("=")
		t.class.defaults[d.name.Text] = p.initialiser(d.typ.plain(), "member "+quoteName(d.name.Text))
	}
	t.Fields = append(t.Fields, Field{Name: d.name.Text, Type: d.typ, ref: d.ref, align: s.align})
	if t.hasBits {
		t.members = append(t.members, declaredMember{t.Fields[len(t.Fields)-1], -1})
	}
}
