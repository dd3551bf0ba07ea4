package randomcpp

import (
	"fmt"
	"strings"
)

var operators = []string{"+", "-", "*", "^", "&", "|"}

var comparisons = []string{"<", "<=", ">", ">=", "==", "!="}

// expression is a value of any type.
func (g *generator) expression(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	e := func() string { return g.expression(depth - 1) }
	switch g.r.IntN(16) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.unsigned(depth-1), pick(g, operators), g.unsigned(depth-1))
	case 3:
		return fmt.Sprintf("(%s %s (%s & %d))", g.unsigned(depth-1), pick(g, []string{"<<", ">>"}), e(), 1<<g.r.IntN(5)|3)
	case 4:
		return fmt.Sprintf("(%s %s (%s | %du))", g.unsigned(depth-1), pick(g, []string{"/", "%"}), g.unsigned(depth-1), 1+g.r.IntN(8))
	case 5: // signed numbers that cannot overflow
		return fmt.Sprintf("((int)(%s %% 2000u) - 1000) %s (%d + (int)(%s & 15u))", g.unsigned(depth-1),
			pick(g, []string{"/", "%", "*", ">>"}), 1+g.r.IntN(3), g.unsigned(depth-1))
	case 6:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), g.unsigned(depth-1), g.unsigned(depth-1))
	case 7:
		return fmt.Sprintf("(%s)(%s)", pick(g, scalars), e())
	case 8:
		return g.condition(depth - 1)
	case 9:
		return fmt.Sprintf("%s(%s)", pick(g, []string{"~", "-"}), g.unsigned(depth-1))
	case 10, 11, 12:
		if call := g.call(depth); call != "" {
			return call
		}
	case 13:
		return fmt.Sprintf("((unsigned long long)(%s) * %s)", e(), g.unsigned(depth-1))
	case 14:
		return fmt.Sprintf("(int)sizeof(%s)", pick(g, scalars))
	}
	return g.leaf()
}

// unsigned is an expression whose sums and products are defined.
func (g *generator) unsigned(depth int) string { return "(unsigned)(" + g.expression(depth) + ")" }

func (g *generator) condition(depth int) string {
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s && %s)", g.condition(max(0, depth-1)), g.comparison(depth))
	case 1:
		return fmt.Sprintf("(%s || %s)", g.condition(max(0, depth-1)), g.comparison(depth))
	case 2:
		return fmt.Sprintf("!(%s)", g.comparison(depth))
	}
	return g.comparison(depth)
}

// comparison compares numbers of any types, as C++ converts them.
func (g *generator) comparison(depth int) string {
	return fmt.Sprintf("(%s %s %s)", g.expression(max(0, depth-1)), pick(g, comparisons), g.expression(max(0, depth-1)))
}

func (g *generator) leaf() string {
	if g.chance(4) {
		return pick(g, []string{"0", "1", "2u", "7", "-3", "0x80000000u", "255", "'a'", "1000003u", "3ull", "-1ll", "true", "1u << 20", "65535"})
	}
	if l := g.place(true); l != "" {
		return l
	}
	return "5u"
}

// place is a variable, an element or a member, "" if there is none; to be read, or to be set.
func (g *generator) place(read bool) string {
	for range 6 {
		if len(g.scope) == 0 {
			return ""
		}
		v := pick(g, g.scope)
		if !read && (v.locked || strings.HasPrefix(v.ctype, "const ")) {
			continue
		}
		if p := g.placeIn(v); p != "" {
			return p
		}
	}
	return ""
}

func (g *generator) placeIn(v variable) string {
	switch v.kind {
	case logged:
		return ""
	case array, pointer:
		if g.chance(8) {
			return fmt.Sprintf("*(%s + (%s))", v.name, g.index())
		}
		return fmt.Sprintf("%s[%s]", v.name, g.index())
	case object, objects:
		name := v.name
		if v.kind == objects {
			name = fmt.Sprintf("%s[%s]", v.name, g.index())
		}
		m := pick(g, v.of.members)
		m.name = name + "." + m.name
		return g.placeIn(m)
	}
	return v.name
}

// index is one of an array: a constant, the counter of a loop, or what only the run knows.
func (g *generator) index() string {
	if g.chance(2) {
		return fmt.Sprint(g.r.IntN(arraySize))
	}
	var counters []string
	for _, v := range g.scope {
		if v.kind == scalar && v.locked {
			counters = append(counters, v.name)
		}
	}
	if len(counters) > 0 && !g.chance(4) {
		return fmt.Sprintf("%s & %d", pick(g, counters), arraySize-1)
	}
	for range 4 {
		if v := pick(g, g.scope); v.kind == scalar {
			return fmt.Sprintf("%s & %d", v.name, arraySize-1)
		}
	}
	return "3"
}

// call calls a function or a method, "" where none can be called.
func (g *generator) call(depth int) string {
	if g.chance(3) {
		for range 4 {
			if len(g.scope) == 0 {
				return ""
			}
			v := pick(g, g.scope)
			if v.kind == object && len(v.of.methods) > 0 {
				m := pick(g, v.of.methods)
				if args, ok := g.arguments(&m, depth); ok {
					return fmt.Sprintf("%s.%s(%s)", v.name, m.name, args)
				}
			}
		}
	}
	if len(g.funcs) == 0 {
		return ""
	}
	f := pick(g, g.funcs)
	args, ok := g.arguments(&f, depth)
	if !ok || f.result == "void" {
		return ""
	}
	return fmt.Sprintf("%s(%s)", g.instance(&f), args)
}

// instance is the name of a function, with arguments of its template.
func (g *generator) instance(f *function) string {
	if len(f.explicit) == 0 {
		return f.name
	}
	return f.name + "<" + pick(g, f.explicit) + ">"
}

// arguments are those of a call, if the work is not too much and there are variables to refer to.
func (g *generator) arguments(f *function, depth int) (string, bool) {
	if g.work+g.times*f.work > mostWork {
		return "", false
	}
	var args []string
	for _, p := range f.params {
		arg := g.argument(p, depth)
		if arg == "" {
			return "", false
		}
		args = append(args, arg)
	}
	g.work += g.times * f.work
	return strings.Join(args, ", "), true
}

func (g *generator) argument(p param, depth int) string {
	if p.how == "" && p.of == nil {
		return g.expression(max(0, depth-2))
	}
	for range 8 {
		v := pick(g, g.scope)
		whole := !v.locked && v.ctype == p.ctype
		switch {
		case p.of != nil && v.kind == object && v.of == p.of:
			return v.name
		case p.of != nil && v.kind == objects && v.of == p.of:
			return fmt.Sprintf("%s[%s]", v.name, g.index())
		case p.of != nil:
		case p.how == "&" && v.kind == scalar && whole && v.bits == 0:
			return v.name
		case p.how == "&" && v.kind == array && whole:
			return fmt.Sprintf("%s[%s]", v.name, g.index())
		case p.how == "*" && v.kind == array && whole, p.how == "const *" && v.kind == array && v.ctype == "unsigned":
			return v.name
		case p.how == "const *" && v.kind == pointer:
			return v.name
		}
	}
	return ""
}
