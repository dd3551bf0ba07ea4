package notebook

import (
	"html"
	"strings"
)

// macro parses the arguments of tok, a control sequence, and renders it.
func (p *texParser) macro(tok string) (s string, limits bool) {
	if op, ok := texOperators[tok]; ok {
		return element("mo", op), false
	}
	if op, ok := texLarge[tok]; ok {
		return element("mo", op), p.display && !strings.HasSuffix(tok, "int")
	}
	if id, ok := texLetters[tok]; ok {
		return element("mi", id), false
	}
	if space, ok := texSpace[tok]; ok {
		return space, false
	}
	name := tok[1:]
	if texFunctions[name] {
		return element("mi", name), false
	}
	if texLimits[name] {
		return element("mi", name), p.display
	}
	if accent, ok := texAccents[name]; ok {
		return `<mover accent="true">` + p.arg() + element("mo", accent) + "</mover>", false
	}
	if variant, ok := texVariants[name]; ok {
		return variant(p.raw()), false
	}
	return p.construct(tok)
}

// construct renders the macros with a form of their own.
func (p *texParser) construct(tok string) (s string, limits bool) {
	switch tok {
	case `\frac`, `\dfrac`, `\tfrac`, `\cfrac`:
		return wrap("mfrac", p.arg()+p.arg()), false
	case `\binom`:
		return wrap("mrow", `<mo>(</mo><mfrac linethickness="0">`+p.arg()+p.arg()+"</mfrac><mo>)</mo>"), false
	case `\sqrt`:
		if p.peek() == "[" {
			p.next()
			degree := p.until("]")
			return wrap("mroot", p.arg()+mrow(degree)), false
		}
		return wrap("msqrt", p.arg()), false
	case `\underbrace`, `\underline`:
		return wrap("munder", p.arg()+map[string]string{`\underbrace`: "<mo>⏟</mo>", `\underline`: "<mo>_</mo>"}[tok]), true
	case `\overbrace`:
		return wrap("mover", p.arg()+"<mo>⏞</mo>"), true
	case `\left`:
		return p.fenced(), false
	case `\big`, `\Big`, `\bigg`, `\Bigg`, `\bigl`, `\bigr`, `\Bigl`, `\Bigr`, `\middle`:
		return p.delimiter(), false
	case `\begin`:
		return p.environment(), false
	case `\displaystyle`, `\textstyle`, `\limits`, `\nolimits`, `\nonumber`, `\notag`:
		return "", false
	case `\{`, `\}`, `\%`, `\$`, `\#`, `\&`, `\_`:
		return element("mo", tok[1:]), false
	}
	return element("mtext", tok), false // unknown: shown as it was written
}

// until parses up to the closing token and takes it.
func (p *texParser) until(end string) string {
	var b strings.Builder
	for {
		switch tok := p.peek(); tok {
		case "", "}", "&", `\\`, `\end`, `\right`:
			return b.String()
		case end:
			p.next()
			return b.String()
		}
		b.WriteString(p.scripted())
	}
}

func (p *texParser) fenced() string {
	s := p.delimiter() + p.row()
	for p.peek() == "&" { // an alignment mark inside the fence
		p.next()
		s += p.row()
	}
	if p.peek() == `\right` {
		p.next()
		s += p.delimiter()
	}
	return "<mrow>" + s + "</mrow>"
}

// delimiter renders the token after \left, \right or \big; "." is none.
func (p *texParser) delimiter() string {
	tok := p.next()
	switch tok {
	case ".", "":
		return ""
	case "<":
		tok = "⟨"
	case ">":
		tok = "⟩"
	}
	if op, ok := texOperators[tok]; ok {
		tok = op
	}
	return `<mo stretchy="true">` + html.EscapeString(strings.TrimPrefix(tok, `\`)) + "</mo>"
}

// texFences are the delimiters around an environment's table.
var texFences = map[string][2]string{
	"pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"}, "Bmatrix": {"{", "}"}, "cases": {"{", ""},
}

// environment parses \begin{name} … \end{name} as a table of rows and cells.
func (p *texParser) environment() string {
	name := strings.TrimSuffix(p.raw(), "*")
	if name == "array" {
		p.raw() // the columns' alignment
	}
	var rows, cells []string
	endRow := func() {
		if len(cells) > 1 || cells[0] != "" {
			rows = append(rows, wrap("mtr", "<mtd>"+strings.Join(cells, "</mtd><mtd>")+"</mtd>"))
		}
		cells = nil
	}
loop:
	for {
		cells = append(cells, p.row())
		switch p.next() {
		case "&":
		case `\\`, `\cr`:
			endRow()
		case `\end`:
			p.raw()
			endRow()
			break loop
		case "":
			endRow()
			break loop
		}
	}
	if name == "equation" && len(rows) == 1 {
		return wrap("mrow", strings.Join(cells, ""))
	}
	fence := texFences[name]
	table := `<mtable class="tex-` + html.EscapeString(name) + `">` + strings.Join(rows, "") + "</mtable>"
	return "<mrow>" + texFence(fence[0]) + table + texFence(fence[1]) + "</mrow>"
}

func texFence(s string) string {
	if s == "" {
		return ""
	}
	return `<mo stretchy="true">` + s + "</mo>"
}
