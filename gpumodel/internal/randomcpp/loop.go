package randomcpp

import "fmt"

// loop writes a loop in one of its spellings.
func (g *generator) loop(depth int) {
	most := 1 + g.r.IntN(14)
	if g.work+g.times*most*3 > mostWork {
		g.assignment()
		return
	}
	i, from, step := g.name("i"), g.r.IntN(3), 1
	if g.chance(4) {
		step = 2 + g.r.IntN(2)
	}
	end := fmt.Sprint(from + most) // known to the compiler, to the launch, or to the thread
	whole := from + most/step*step // a multiple of the step away, for loops that end at !=
	switch g.r.IntN(4) {
	case 0:
		end, whole = fmt.Sprintf("(n - %d)", N-from-most), -1
	case 1:
		end, whole = fmt.Sprintf("(int)(%s & %d)", g.unsigned(1), 7), -1
		most = 7
	}
	ctype := pick(g, []string{"int", "int", "unsigned", "long long"})
	if whole < 0 {
		ctype = "int"
	}
	body := func(continues bool, counters ...string) func() {
		return func() {
			for _, c := range counters {
				g.scope = append(g.scope, variable{name: c, ctype: ctype, locked: true})
			}
			g.inside(most, &loopKind{continues}, func() { g.statements(1+g.r.IntN(3), depth-1) })
		}
	}
	spelling := g.r.IntN(11)
	if spelling < 3 && g.chance(4) {
		g.line("#pragma unroll%s", pick(g, []string{"", " 1", " 2", " 4"}))
	}
	switch spelling {
	case 0, 1:
		g.block(fmt.Sprintf("for (%s %s = %d; %s < %s; %s)", ctype, i, from, i, end, g.advance(i, step)), body(true, i))
	case 2:
		g.block(fmt.Sprintf("for (int %s = %s; %s > %d; --%s)", i, end, i, from, i), body(true, i))
	case 3:
		g.block("", func() {
			g.line("%s %s = %d;", ctype, i, from)
			g.block(fmt.Sprintf("while (%s < %s)", i, end), func() {
				body(false, i)()
				g.line("%s;", g.advance(i, step))
			})
		})
	case 4:
		g.block("", func() {
			g.line("%s %s = %d;", ctype, i, from)
			g.line("do {")
			g.indent++
			scope := len(g.scope)
			body(true, i)()
			g.scope = g.scope[:scope]
			g.indent--
			g.line("} while ((%s += %d) < %s);", i, step, end)
		})
	case 5:
		if whole < 0 {
			whole = from + most
			step = 1
		}
		g.block(fmt.Sprintf("for (%s %s = %d; %s != %d; %s += %d)", ctype, i, from, i, whole, i, step), body(true, i))
	case 6:
		g.block("", func() {
			g.line("%s %s = %d;", ctype, i, from)
			g.block("for (;;)", func() {
				g.line("if (%s >= %s) break;", i, end)
				body(false, i)()
				g.line("%s;", g.advance(i, step))
			})
		})
	case 7:
		p, v := g.name("q"), "in"
		for _, x := range g.scope {
			if x.kind == array && x.ctype == "unsigned" {
				v = x.name
			}
		}
		if !g.has(v) {
			g.assignment()
			return
		}
		most = min(most, arraySize)
		g.block(fmt.Sprintf("for (const unsigned *%s = %s; %s != %s + %d; %s++)", p, v, p, v, most, p), func() {
			g.scope = append(g.scope, variable{name: "*" + p, ctype: "const unsigned"})
			body(true)()
		})
	case 8:
		g.block(fmt.Sprintf("for (unsigned %s = %d; %s--;)", i, most, i), body(true, i))
	case 9:
		j := g.name("j")
		g.block(fmt.Sprintf("for (int %s = %d, %s = %s; %s < %s; %s++, %s--)", i, from, j, end, i, j, i, j), body(true, i, j))
	case 10:
		for _, x := range g.scope {
			if x.kind == array && !g.chance(3) {
				most = arraySize
				how := pick(g, []string{x.ctype + " ", "auto ", "const auto &"})
				g.block(fmt.Sprintf("for (%s%s : %s)", how, i, x.name), body(true, i))
				return
			}
		}
		g.assignment()
	}
}

// advance moves a counter.
func (g *generator) advance(i string, step int) string {
	if step > 1 {
		return fmt.Sprintf("%s += %d", i, step)
	}
	return pick(g, []string{i + "++", "++" + i, i + " += 1", i + " = " + i + " + 1"})
}

func (g *generator) has(name string) bool {
	for _, v := range g.scope {
		if v.name == name {
			return true
		}
	}
	return false
}
