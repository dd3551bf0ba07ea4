package randomcpp

import "fmt"

// managed writes a class whose objects note in *at, a number that belongs to the thread, when they are made,
// copied, moved, assigned and destroyed, and functions that take and return them. So a program's result tells
// in which order that happens.
func (g *generator) managed() {
	g.logged = g.name("L")
	k := func() int { return 3 + 2*g.r.IntN(20) }
	c := g.logged
	note := func(what string) string { return fmt.Sprintf("*at = *at * %du + %s;", k(), what) }
	g.block("struct "+c, func() {
		g.line("unsigned *at, x;")
		g.line("__device__ %s(unsigned *at, unsigned x) : at(at), x(x) { %s }", c, note("x"))
		g.line("__device__ %s(const %s &o) : at(o.at), x(o.x + 1) { %s }", c, c, note("1"))
		moves := g.chance(2)
		if moves {
			g.line("__device__ %s(%s &&o) : at(o.at), x(o.x) { o.x = 7; %s }", c, c, note("2"))
		}
		assigns := g.r.IntN(3)
		if moves && assigns == 2 { // which would leave it without one
			assigns = 0
		}
		switch assigns {
		case 0:
			g.line("__device__ %s &operator=(const %s &o) { if (this != &o) x = o.x + 3; %s return *this; }", c, c, note("3"))
		case 1:
			g.line("__device__ %s &operator=(%s o) { x = o.x; %s return *this; }", c, c, note("4"))
		}
		g.line("__device__ ~%s() { %s }", c, note("x"))
		g.line("__device__ unsigned get() const { return x ^ *at; }")
	})
	g.b.WriteString(";\n")
	g.block("struct "+c+"s", func() { g.line("%s a, b[2]; int z;", c) })
	g.b.WriteString(";\n")
	f := c
	g.line("__device__ unsigned by%s(%s l) { l.x += 5; return l.get(); }", f, c)
	g.line("__device__ unsigned ref%s(const %s &l) { return l.get(); }", f, c)
	g.line("__device__ %s make%s(unsigned *at, unsigned x) { return %s(at, x); }", c, f, c)
	g.line("__device__ %s named%s(unsigned *at, unsigned x) { %s l(at, x); l.x++; return l; }", c, f, c)
	g.line("__device__ %s either%s(unsigned *at, unsigned x) { %s l(at, x), m(at, 1); if (x & 1) return l; return m; }", c, f, c)
	g.line("__device__ %s same%s(%s l) { l.x++; return l; }", c, f, c)
}

// fresh is an object without a name.
func (g *generator) fresh(depth int) string {
	c := g.logged
	if depth > 0 && g.chance(4) {
		return fmt.Sprintf("same%s(%s)", c, g.anyObject(depth-1))
	}
	x := g.unsigned(1)
	return fmt.Sprintf("%s(log, %s)", pick(g, []string{c, "make" + c, "named" + c, "either" + c}), x)
}

// anyObject is an object with or without a name.
func (g *generator) anyObject(depth int) string {
	var names []string
	for _, v := range g.scope {
		if v.kind == logged {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 || g.chance(3) {
		return g.fresh(depth)
	}
	return pick(g, names)
}

// objectValue is a number that an object gives.
func (g *generator) objectValue() string {
	c := g.logged
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprintf("by%s(%s)", c, g.anyObject(1))
	case 1:
		return fmt.Sprintf("ref%s(%s)", c, g.anyObject(1))
	case 2:
		return g.anyObject(1) + ".x"
	case 3:
		return fmt.Sprintf("(%s ? %s.get() : by%s(%s))", g.condition(1), g.anyObject(1), c, g.fresh(1))
	}
	return g.anyObject(1) + ".get()"
}

// objects writes statements that make, copy and destroy objects.
func (g *generator) objects(n, depth int) {
	for range n {
		g.work += g.times * 10
		switch g.r.IntN(9) {
		case 0, 1:
			v := variable{name: g.name("o"), kind: logged}
			how := pick(g, []string{"%s %s = %s;", "%s %s(%s);"})
			g.line(how, g.logged, v.name, g.anyObject(2))
			g.scope = append(g.scope, v)
		case 2:
			v := variable{name: g.name("o"), kind: logged}
			g.line("const %s &%s = %s;", g.logged, v.name, g.anyObject(1))
			g.scope = append(g.scope, variable{name: v.name, kind: logged, locked: true})
		case 3:
			if v := g.assignableObject(); v != "" {
				g.line("%s = %s;", v, g.anyObject(1))
			}
		case 4:
			if depth > 0 {
				g.block(fmt.Sprintf("if (%s && %s > 5u)", g.condition(1), g.objectValue()), func() { g.objects(2, depth-1) })
			}
		case 5:
			if depth > 0 && g.work+g.times*100 < mostWork {
				i := g.name("i")
				g.block(fmt.Sprintf("for (int %s = 0; %s < 3; %s++)", i, i, i), func() {
					g.inside(3, nil, func() {
						g.objects(2, depth-1)
						if g.chance(2) {
							g.line("if (%s == %d) %s;", i, g.r.IntN(3), pick(g, []string{"break", "continue"}))
						}
						g.objects(1, depth-1)
					})
				})
			}
		case 6:
			whole, copied := g.name("w"), g.name("w")
			g.line("%ss %s = {%s, {%s, %s}, 4}, %s = %s;", g.logged, whole, g.anyObject(0), g.anyObject(0), g.anyObject(0), copied, whole)
			if g.chance(2) {
				g.line("%s = %s;", whole, copied)
			}
			g.line("sum += %s.b[1].x;", whole)
		default:
			g.line("sum = sum * 5u + %s;", g.objectValue())
		}
	}
}

func (g *generator) assignableObject() string {
	for range 4 {
		if v := pick(g, g.scope); v.kind == logged && !v.locked {
			return v.name
		}
	}
	return ""
}
