package randomcpp

import (
	"fmt"
	"strings"
)

// structure writes a struct with methods, or a template of one.
func (g *generator) structure() {
	s := structure{name: g.name("S")}
	head := "struct " + s.name
	element := pick(g, []string{"unsigned", "int", "unsigned short"})
	size := fmt.Sprint(arraySize)
	if g.chance(2) {
		head = "template <class T, int SIZE> " + head
		s.name += fmt.Sprintf("<%s, %d>", element, arraySize)
		s.members = []variable{{name: "a", kind: array, ctype: element}}
		element, size = "T", "SIZE"
	} else {
		s.members = []variable{{name: "a", kind: array, ctype: element}}
	}
	s.members = append(s.members, variable{name: "x", ctype: pick(g, scalars)}, variable{name: "y", ctype: pick(g, scalars)})
	if len(g.structs) > 0 && g.chance(2) {
		s.members = append(s.members, variable{name: "s", kind: object, of: g.structs[0]})
	}
	if g.chance(2) {
		s.members = append(s.members, g.bitFields()...)
	}
	g.block(head, func() {
		for _, m := range s.members {
			switch m.kind {
			case array:
				g.line("%s %s[%s];", element, m.name, size)
			case object:
				g.line("%s %s;", m.of.name, m.name)
			default:
				bits := ""
				if m.bits > 0 {
					bits = fmt.Sprintf(" : %d", m.bits)
				}
				g.line("%s %s%s;", m.ctype, m.name, bits)
			}
		}
		g.scope = append(g.scope, s.members...)
		if size == "SIZE" {
			g.scope = append(g.scope, variable{name: "SIZE", ctype: "int", locked: true})
		}
		f := function{name: "get", result: "unsigned", params: []param{{ctype: "unsigned"}}}
		g.body("__device__ unsigned get(unsigned p0) const", &f, true)
		s.methods = append(s.methods, f)
		f = function{name: "put", result: "unsigned", params: []param{{ctype: "int"}, {ctype: "unsigned"}}}
		g.body("__device__ unsigned put(int p0, unsigned p1)", &f, false)
		s.methods = append(s.methods, f)
	})
	g.b.WriteString(";\n")
	g.structs = append(g.structs, &s)
}

// body writes a function whose parameters are p0, p1, …, and notes its work.
func (g *generator) body(head string, f *function, constant bool) {
	outer := g.scope
	g.scope = nil
	for _, v := range outer { // of a method: the members
		v.locked = v.locked || constant
		if constant && v.kind != scalar {
			v.ctype = "const " + v.ctype
			if v.kind == object || v.kind == objects {
				continue
			}
		}
		g.scope = append(g.scope, v)
	}
	g.work, g.times, g.returns = 0, 1, f.result
	if f.result == "void" {
		g.returns = ""
	}
	g.block(head, func() {
		for i, p := range f.params {
			v := variable{name: fmt.Sprintf("p%d", i), ctype: p.ctype}
			switch {
			case p.of != nil:
				v.kind, v.of = object, p.of
			case p.how == "*":
				v.kind = pointer
			case p.how == "const *":
				v.kind, v.ctype = pointer, "const "+p.ctype
			}
			g.scope = append(g.scope, v)
		}
		g.line("int n = %d;", N)
		g.scope = append(g.scope, variable{name: "n", ctype: "int", locked: true})
		g.declaration()
		g.statements(2+g.r.IntN(4), 2)
		if f.result != "void" {
			g.line("return (%s)(%s);", f.result, g.expression(2))
		}
	})
	f.work = g.work + 1
	g.scope = outer
}

// function writes a function, or a template of one.
func (g *generator) function() {
	f := function{name: g.name("f"), result: pick(g, []string{"unsigned", "int", "unsigned long long", "short", "bool", "void"})}
	var params []string
	template := ""
	for i := range 1 + g.r.IntN(3) {
		p := param{ctype: pick(g, scalars)}
		written := p.ctype
		switch g.r.IntN(7) {
		case 0:
			p = param{ctype: "unsigned", how: "&"}
			written = "unsigned &"
		case 1:
			p = param{ctype: "unsigned", how: "*"}
			written = "unsigned *"
		case 2:
			p = param{ctype: "unsigned", how: "const *"}
			written = "const unsigned *"
		case 3:
			p = param{of: pick(g, g.structs)}
			written = p.of.name + pick(g, []string{"", " &"})
		}
		f.params = append(f.params, p)
		params = append(params, fmt.Sprintf("%s p%d", written, i))
	}
	if g.chance(3) {
		template = "template <int SIZE> "
		f.explicit = []string{"1", "3", "8"}
		g.scope = []variable{{name: "SIZE", ctype: "int", locked: true}}
	} else if f.params[0].how == "" && f.params[0].of == nil && g.chance(3) {
		template = "template <class T> "
		f.explicit = []string{"unsigned", "short", "long long"}
		params[0], f.params[0].ctype = "T p0", "T"
	}
	g.body(fmt.Sprintf("%s__device__ %s %s(%s)", template, f.result, f.name, strings.Join(params, ", ")), &f, false)
	g.scope = nil
	g.funcs = append(g.funcs, f)
}

// bitFields are members that share the words of a struct.
func (g *generator) bitFields() []variable {
	widths := map[string]int{"unsigned": 32, "int": 32, "unsigned char": 8, "short": 16, "unsigned long long": 64, "bool": 1}
	var list []variable
	for range 2 + g.r.IntN(4) {
		t := pick(g, []string{"unsigned", "int", "unsigned char", "short", "unsigned long long", "bool"})
		list = append(list, variable{name: g.name("b"), ctype: t, bits: 1 + g.r.IntN(widths[t])})
	}
	return list
}
