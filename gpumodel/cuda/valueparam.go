package cuda

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// A value parameter of a template may have a type that depends on the parameters before it: template <typename T, T V>, template
// <typename T, void (*f)(T *)> and template <typename T, typename std::enable_if<…>::type * = nullptr>. Its declaration is kept as
// text, and read again when those parameters have their values. The last form is how C++ before C++20 chooses among templates:
// where the declaration makes no sense, the template is not a candidate.

// typeParamAhead tells whether typename or class begins a parameter that is a type, and not the type of a value: typename A<T>::type = 0.
func (p *parser) typeParamAhead() bool {
	if p.is("class") {
		return true
	}
	name := p.at(1)
	return p.is("typename") && (name.Kind != token.Ident || !p.at(2).Is("::") && !p.at(2).Is("<"))
}

// valueParam reads the declaration of a value parameter, up to its default.
func (p *parser) valueParam(tp *TemplateParam) {
	from := p.i
	s := p.valueSpecs()
	tp.typed = token.Spell(p.toks[from:p.i])
	tp.Pack = p.packMark()
	from = p.i
	tp.Name, tp.Type = p.unnamed(), s.typ.plain()
	if tp.Name == "" {
		place := placeName(p.peek())
		d := p.declarator(s.typ, "the template's parameter", !p.is("*"))
		if tp.Name = d.name.Text; tp.Name == "" {
			tp.Name = place
		}
		tp.Type = p.valueType(&d)
	}
	tp.typed += " " + token.Spell(p.toks[from:p.i])
	if t := tp.Type; t.Kind != autoKind && !t.integral() && t.Kind != Pointer && t.Kind != FuncPointer && t.Kind != paramKind {
		p.Errorf(s.at.Pos, s.at.End, "template parameter %q must be an integer, bool, enum, pointer or typename, not %s", tp.Name, t)
	}
}

func (p *parser) valueSpecs() specs {
	s := p.specs("a template's parameter")
	p.plainly(&s, "a template's parameter")
	return s
}

// valueType is the type of a value parameter that is declared so: a function is a pointer here.
func (p *parser) valueType(d *declarator) *Type {
	if d.params >= 0 {
		return pointerToFunction(p.functionSuffix(d)(d.typ))
	}
	return d.typ.plain()
}

// placeName names a template's parameter that has no name, as no source can: by its place.
func placeName(t *token.Token) string {
	return fmt.Sprintf("(parameter at %d:%d)", t.Pos.Line, t.Pos.Col)
}

// mentionsParams tells whether t depends on the parameters of a template whose head is being read.
func mentionsParams(t *Type) bool {
	if t == nil {
		return false
	}
	return t.Kind == paramKind || t.open() || mentionsParams(t.Elem) || slices.ContainsFunc(t.Params, mentionsParams)
}

// typedParam is parameter number i with its type, which may depend on the parameters before it.
func (p *parser) typedParam(params []TemplateParam, i int, args []templateArg) (TemplateParam, error) {
	tp := params[i]
	if tp.Typename || tp.Template || !mentionsParams(tp.Type) {
		return tp, nil
	}
	a, err := p.readIn(p.boundScope(params, i, args), tp.typed, func() templateArg {
		s := p.valueSpecs()
		d := p.declarator(s.typ, "the template's parameter", false)
		return templateArg{typ: p.valueType(&d)}
	})
	if err == nil && a.typ != nil {
		tp.Type = a.typ
	}
	return tp, err
}
