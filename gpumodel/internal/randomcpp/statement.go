package randomcpp

import "fmt"

// statements writes some, of which the deepest has depth levels of blocks.
func (g *generator) statements(n, depth int) {
	for range n {
		if g.work > mostWork {
			return
		}
		g.statement(depth)
	}
}

func (g *generator) statement(depth int) {
	g.work += g.times
	switch n := g.r.IntN(20); {
	case n < 5:
		g.assignment()
	case n < 7:
		g.declaration()
	case n < 13 && depth > 0:
		g.loop(depth)
	case n < 15 && depth > 0:
		g.branch(depth)
	case n == 15 && depth > 0:
		g.choose(depth)
	case n == 16 && len(g.loops) > 0:
		g.leave()
	case n == 17 && g.returns != "":
		g.line("if (%s) return (%s)(%s);", g.condition(1), g.returns, g.expression(1))
	case n == 18:
		g.callStatement()
	default:
		g.assignment()
	}
}

func (g *generator) assignment() {
	p := g.place(false)
	if p == "" {
		return
	}
	switch g.r.IntN(6) {
	case 0:
		g.line("%s = %s %s %s;", p, "(unsigned)"+p, pick(g, operators), g.unsigned(2))
	case 1:
		g.line("%s %s= %s;", p, pick(g, []string{"^", "&", "|"}), g.expression(2))
	default:
		g.line("%s = %s;", p, g.expression(3))
	}
}

// declaration declares a variable, which the rest of the block can use.
func (g *generator) declaration() {
	v := variable{name: g.name("v"), ctype: pick(g, scalars)}
	kind := g.r.IntN(8)
	if len(g.structs) == 0 && kind < 5 {
		kind %= 2
	}
	switch kind {
	case 0, 1:
		v.kind, v.ctype = array, pick(g, []string{"unsigned", "unsigned", "int", "unsigned char", "long long"})
		switch g.r.IntN(3) {
		case 0:
			g.line("%s %s[%d] = {(%s)(%s), %d};", v.ctype, v.name, arraySize, v.ctype, g.expression(1), g.r.IntN(100))
		case 1:
			g.line("%s %s[%d];", v.ctype, v.name, arraySize)
			g.line("for (int i = 0; i < %d; i++) %s[i] = %s;", arraySize, v.name, g.expression(1))
		default:
			g.line("%s %s[%d] = {};", v.ctype, v.name, arraySize)
		}
	case 2, 3:
		v.kind, v.of, v.ctype = object, pick(g, g.structs), ""
		g.line("%s %s = {};", v.of.name, v.name)
		if g.chance(3) {
			g.line("%s %s = %s;", v.of.name, v.name+"b", v.name)
			copied := v
			copied.name += "b"
			g.scope = append(g.scope, copied)
		}
	case 4:
		v.kind, v.of, v.ctype = objects, pick(g, g.structs), ""
		g.line("%s %s[%d] = {};", v.of.name, v.name, arraySize)
	case 5:
		g.line("auto %s = %s;", v.name, g.unsigned(2))
		v.ctype = "unsigned"
	default:
		g.line("%s %s = (%s)(%s);", v.ctype, v.name, v.ctype, g.expression(2))
	}
	g.scope = append(g.scope, v)
}

func (g *generator) branch(depth int) {
	body := func() { g.inside(1, nil, func() { g.statements(1+g.r.IntN(3), depth-1) }) }
	g.block(fmt.Sprintf("if (%s)", g.condition(2)), body)
	if g.chance(2) {
		g.block("else", body)
	}
}

func (g *generator) choose(depth int) {
	g.block(fmt.Sprintf("switch (%s & 3u)", g.unsigned(1)), func() {
		for i := range 4 {
			if g.chance(3) {
				continue
			}
			g.line("case %d:", i)
			// A break would leave the switch, and a loop's end is not told from it.
			loops := g.loops
			g.loops = nil
			g.block("", func() { g.statements(1+g.r.IntN(2), depth-1) })
			g.loops = loops
			if !g.chance(4) {
				g.line("break;")
			}
		}
		g.line("default: ;")
	})
}

func (g *generator) leave() {
	last := g.loops[len(g.loops)-1]
	if last.continues && g.chance(2) {
		g.line("if (%s) continue;", g.condition(1))
		return
	}
	g.line("if (%s) break;", g.condition(1))
}

func (g *generator) callStatement() {
	if len(g.funcs) == 0 {
		return
	}
	f := pick(g, g.funcs)
	if args, ok := g.arguments(&f, 2); ok {
		g.line("%s(%s);", g.instance(&f), args)
	}
}

// inside runs body where the place is executed times as often, in a loop if there is one.
func (g *generator) inside(times int, l *loopKind, body func()) {
	outer, loops := g.times, len(g.loops)
	g.times *= times
	if l != nil {
		g.loops = append(g.loops, *l)
	}
	body()
	g.times, g.loops = outer, g.loops[:loops]
}
