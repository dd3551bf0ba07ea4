package cuda

import (
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// nameOf describes a symbol; false for what kernels cannot use.
func (p *parser) nameOf(name string, sym *symbol) (Name, bool) {
	n := Name{Name: name, Pos: sym.pos}
	switch {
	case sym.v != nil:
		n.Kind = "variable"
		if sym.v.Storage == Param {
			n.Kind = "parameter"
		}
		n.Declarations = []string{written(sym)}
	case sym.host != "" && !sym.namespace || sym.bad:
		return n, false
	case sym.lit != nil:
		n.Kind = "constant"
		text := sym.lit.Type.String() + " " + name
		if !sym.param {
			text += " = " + constantText(sym.lit.Type, sym.lit.Value)
		}
		n.Declarations = []string{text}
	case sym.member:
		object := p.self(token.Pos{})
		if sym.lambda != nil {
			object = p.object(token.Pos{})
		}
		if object == nil || object.T().field(name) == nil {
			return n, false
		}
		return p.memberName(object.T(), object.T().field(name)), true
	case sym.funcs != nil:
		kind := "function"
		if sym.method {
			kind = "method"
		}
		return p.overloads(name, sym.funcs, kind), true
	case sym.typ != nil && sym.typ.Kind == paramKind:
		n.Kind, n.Declarations = "type", []string{"typename " + name}
	case sym.typ != nil:
		n.Kind, n.Declarations = "type", []string{typeText(name, sym.typ)}
	case sym.template != nil:
		n.Kind = "type"
		var params []string
		for _, tp := range sym.template.params {
			params = append(params, tp.String())
		}
		n.Declarations = []string{"template <" + strings.Join(params, ", ") + "> struct " + name}
	case sym.namespace:
		n.Kind = "namespace"
	default:
		return n, false
	}
	return n, true
}

// String is a template's parameter as C writes it.
func (tp TemplateParam) String() string {
	if tp.Template {
		return "template <…> class " + tp.Name
	}
	if tp.Typename {
		return "typename " + tp.Name
	}
	return tp.Type.String() + " " + tp.Name
}

// storageWords stand before a variable.
var storageWords = map[Storage]string{Shared: "__shared__ ", Device: "__device__ ", Constant: "__constant__ "}

// written is a variable's declaration.
func written(sym *symbol) string {
	t, ref := sym.v.Type, ""
	if sym.ref {
		t, ref = t.Elem, "&"
	}
	if t.Kind == badKind {
		return sym.name
	}
	text := storageWords[sym.v.Storage] + declared(t, ref+sym.name)
	if sym.v.Value != nil {
		text += " = " + constantText(t.plain(), *sym.v.Value)
	}
	return text
}

// constantText is a value, of a floating type too.
func constantText(t *Type, c Const) string {
	if t.IsFloat() {
		return strconv.FormatFloat(c.F, 'g', -1, 8*t.Size())
	}
	return (templateArg{val: &Lit{Typed{Type: t}, c}}).String()
}

// declared is a name with its type around it.
func declared(t *Type, name string) string {
	base, dims := t.dims()
	if t.Kind == Array {
		return declared(base, name) + dims
	}
	if t.Kind == Pointer && t.Elem.Kind == Array {
		return declared(t.Elem, "(*"+name+")")
	}
	text := t.String()
	if strings.HasSuffix(text, "*") {
		return strings.TrimSuffix(text, "*") + " *" + name
	}
	return text + " " + name
}

// typeText is a type's definition.
func typeText(name string, t *Type) string {
	switch {
	case t.Kind == Struct && t.Name == name:
		var members []string
		for _, f := range t.Fields {
			members = append(members, declared(f.Type, f.Name)+";")
		}
		return "struct " + name + " { " + strings.Join(members, " ") + " }"
	case t.Enum != nil && t.Name == name:
		return "enum " + name + " { " + strings.Join(t.Enum.names, ", ") + " }"
	}
	return "typedef " + declared(t, name)
}

func (p *parser) memberName(t *Type, f *Field) Name {
	return Name{Name: f.Name, Kind: "member", Declarations: []string{declared(f.Type, f.Name)}}
}

// overloads describes the overloads of a function.
func (p *parser) overloads(name string, funcs []*Func, kind string) Name {
	n := Name{Name: name, Kind: kind}
	for _, fn := range funcs {
		if fn.Kernel {
			n.Kind = "kernel"
		}
		if n.Pos == (token.Pos{}) {
			n.Pos = fn.Pos
		}
		n.Declarations = append(n.Declarations, p.head(fn))
	}
	return n
}

// head is a function's head as C writes it, without default arguments.
func (p *parser) head(fn *Func) string {
	info := p.info(fn)
	var params []string
	for i, v := range fn.Params {
		if i == 0 && info.method() {
			continue
		}
		sym := &symbol{name: v.Name, v: &Var{Name: v.Name, Type: v.Type}, ref: info.refs[i]}
		params = append(params, strings.TrimSpace(written(sym)))
	}
	words := ""
	if fn.Template != nil {
		var list []string
		for _, tp := range fn.Template.Params {
			list = append(list, tp.String())
		}
		words = "template <" + strings.Join(list, ", ") + "> "
	}
	if fn.Kernel {
		words += "__global__ "
	}
	result := fn.Result
	ref := ""
	if info.reference {
		result, ref = result.Elem, "&"
	}
	name := fn.Name
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	return words + declared(result, ref+name) + "(" + strings.Join(params, ", ") + ")"
}
