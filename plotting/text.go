package plotting

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Sizes of a chart in characters.
const (
	textWidth   = 80
	textRows    = 16
	textColumns = 60 // between the axes
	barColumns  = 36
)

// Text draws the figure in characters, at most 80 columns wide, with axis
// numbers and a legend, for terminals and logs.
func (f *Figure) Text() string {
	c := newChart(f)
	var b strings.Builder
	for _, head := range []string{f.Title, f.Provenance} {
		for _, line := range wrap(head, 3, charactersUpTo(textWidth)) {
			b.WriteString(line + "\n")
		}
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	switch c.kind {
	case curvesChart:
		c.textCurves(&b)
	case barChart:
		c.textBars(&b)
	case heatMap:
		c.textHeat(&b)
	}
	return b.String()
}

// grid of characters, the first row on top.
type characters [][]rune

func newCharacters(columns, rows int) characters {
	g := make(characters, rows)
	for i := range g {
		g[i] = []rune(strings.Repeat(" ", columns))
	}
	return g
}

// at returns the character for a place given as shares of width and height.
func (g characters) at(x, y float64) *rune {
	row := len(g) - 1 - int(math.Round(y*float64(len(g)-1)))
	column := int(math.Round(x * float64(len(g[0])-1)))
	return &g[min(max(row, 0), len(g)-1)][min(max(column, 0), len(g[0])-1)]
}

func (c *chart) textCurves(b *strings.Builder) {
	g := newCharacters(textColumns, textRows)
	for _, r := range c.References {
		for i := 0; i < textColumns && c.y.spec.Scale.usable(r.Y); i++ {
			*g.at(float64(i)/(textColumns-1), c.y.norm(r.Y)) = '-'
		}
	}
	for _, m := range c.Marks {
		for j := 0; j < textRows && c.x.spec.Scale.usable(m.X); j++ {
			*g.at(c.x.norm(m.X), float64(j)/(textRows-1)) = ':'
		}
	}
	signs := c.signs()
	for i := range c.curves {
		if c.curves[i].style == Line {
			c.textLine(g, &c.curves[i], signs[i])
		}
	}
	for i := range c.curves {
		for _, p := range c.curves[i].points {
			*g.at(c.x.norm(p.x), c.y.norm(p.y)) = signs[i]
		}
	}
	if c.y.title != "" {
		b.WriteString(shorten(c.y.title, charactersUpTo(textWidth)) + "\n")
	}
	c.textGrid(b, g)
	c.textLegend(b, signs)
}

// signs gives every curve its character: the one of its marker, or where two
// would be alike, a letter.
func (c *chart) signs() []rune {
	const letters = "abcdefghijklmnpqrstuwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var signs []rune
	next := 0
	for _, k := range c.curves {
		sign := k.glyph.sign
		for slices.Contains(signs, sign) && next < len(letters) {
			sign = rune(letters[next])
			next++
		}
		signs = append(signs, sign)
	}
	return signs
}

// textLine marks every column between two points of a line.
func (c *chart) textLine(g characters, k *curve, sign rune) {
	for i := 1; i < len(k.points); i++ {
		if k.points[i].starts {
			continue
		}
		p, q := k.points[i-1], k.points[i]
		x0, y0 := c.x.norm(p.x), c.y.norm(p.y)
		x1, y1 := c.x.norm(q.x), c.y.norm(q.y)
		for n := range textColumns {
			if t := (float64(n)/(textColumns-1) - x0) / (x1 - x0); t > 0 && t < 1 {
				*g.at(x0+t*(x1-x0), y0+t*(y1-y0)) = sign
			}
		}
	}
}

// textGrid writes the grid with its axes.
func (c *chart) textGrid(b *strings.Builder, g characters) {
	labels := make([]string, textRows)
	width := 0
	for _, t := range c.y.ticks {
		row := textRows - 1 - int(math.Round(c.y.norm(t.value)*(textRows-1)))
		if row >= 0 && row < textRows && labels[row] == "" {
			labels[row] = shorten(t.label, charactersUpTo(10))
			width = max(width, utf8.RuneCountInString(labels[row]))
		}
	}
	for i, row := range g {
		stem := "│"
		if labels[i] != "" {
			stem = "┤"
		}
		b.WriteString(strings.TrimRight(pad(labels[i], width, true)+" "+stem+string(row), " ") + "\n")
	}
	c.textAxis(b, strings.Repeat(" ", width))
}

// textAxis writes the x axis with the labels that have room.
func (c *chart) textAxis(b *strings.Builder, indent string) {
	line := []rune(strings.Repeat("─", textColumns))
	labels := []rune(strings.Repeat(" ", textWidth-len(indent)-2))
	free := 0
	for _, t := range c.x.ticks {
		label := []rune(t.label)
		at := int(math.Round(c.x.norm(t.value) * (textColumns - 1)))
		start := max(at-len(label)/2, 0)
		if len(label) == 0 || at < 0 || at >= textColumns || start < free || start+len(label) > len(labels) {
			continue
		}
		line[at] = '┬'
		copy(labels[start:], label)
		free = start + len(label) + 1
	}
	b.WriteString(indent + " └" + string(line) + "\n")
	b.WriteString(strings.TrimRight(indent+"  "+string(labels), " ") + "\n")
	if c.x.title != "" {
		title := shorten(c.x.title, charactersUpTo(textColumns))
		b.WriteString(indent + "  " + strings.Repeat(" ", (textColumns-utf8.RuneCountInString(title))/2) + title + "\n")
	}
}

// textLegend lists the curves with their last values, and the reference lines.
func (c *chart) textLegend(b *strings.Builder, signs []rune) {
	for _, entry := range c.textEntries(signs) {
		b.WriteString("  " + shorten(entry, charactersUpTo(textWidth-2)) + "\n")
	}
}

func (c *chart) textEntries(signs []rune) []string {
	var entries []string
	for _, k := range c.legend {
		for i := range c.curves {
			if &c.curves[i] == k {
				entries = append(entries, fmt.Sprintf("%c %s", signs[i], k.name))
			}
		}
	}
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			entries = append(entries, "- "+c.referenceLabel(r))
		}
	}
	for _, m := range c.Marks {
		entries = append(entries, fmt.Sprintf(": %s %s", oneLine(m.Label), Number(m.X, 4)))
	}
	return entries
}

// textBars writes one row for each bar.
func (c *chart) textBars(b *strings.Builder) {
	fits := charactersUpTo(22)
	nameWidth, seriesWidth := 0, 0
	for _, t := range c.x.ticks {
		nameWidth = max(nameWidth, utf8.RuneCountInString(shorten(t.label, fits)))
	}
	for _, k := range c.legend {
		seriesWidth = max(seriesWidth, utf8.RuneCountInString(shorten(k.name, charactersUpTo(12))))
	}
	columns := min(barColumns, textWidth-nameWidth-seriesWidth-12)
	if title := c.y.title; title != "" {
		b.WriteString(shorten(title, charactersUpTo(textWidth)) + "\n")
	}
	for i, t := range c.x.ticks {
		name := shorten(t.label, fits)
		for _, k := range c.curves {
			for _, p := range k.points {
				if int(p.x) != i {
					continue
				}
				row := pad(name, nameWidth, false) + " "
				if seriesWidth > 0 {
					row += pad(shorten(k.name, charactersUpTo(12)), seriesWidth, false) + " "
				}
				b.WriteString(strings.TrimRight(row+c.textBar(p, columns), " ") + "\n")
				name = ""
			}
		}
	}
	if c.bounded() {
		b.WriteString("  ┃ bound\n")
	}
	for _, r := range c.References {
		b.WriteString("  " + shorten(c.referenceLabel(r), charactersUpTo(textWidth-2)) + "\n")
	}
}

// textBar draws one bar in eighths of a character, its bound and its value.
func (c *chart) textBar(p point, columns int) string {
	from := 0.0
	if c.y.spec.Scale == Linear {
		from = min(max(c.y.norm(0), 0), 1)
	}
	to := c.y.norm(p.y)
	from, to = min(from, to), max(from, to)
	cells := []rune(strings.Repeat(" ", columns+1))
	const eighths = " ▏▎▍▌▋▊▉█"
	for i := range columns {
		covered := min(max(to*float64(columns)-float64(i), 0), 1)
		if float64(i+1) <= from*float64(columns) {
			covered = 0
		}
		cells[i] = []rune(eighths)[int(math.Round(covered*8))]
	}
	if !math.IsNaN(p.bound) {
		cells[int(math.Round(c.y.norm(p.bound)*float64(columns)))] = '┃'
	}
	return "│" + strings.TrimRight(string(cells), " ") + " " + Number(p.y, 4)
}

// textHeat writes the values in rows, the best in brackets, or where they do
// not fit a shade for each cell.
func (c *chart) textHeat(b *strings.Builder) {
	title := c.heatTitle()
	if title != "" {
		b.WriteString(shorten(title, charactersUpTo(textWidth)) + "\n")
	}
	nameWidth, cellWidth := 0, 0
	for _, t := range c.y.ticks {
		nameWidth = max(nameWidth, utf8.RuneCountInString(shorten(t.label, charactersUpTo(16))))
	}
	for _, t := range c.x.ticks {
		cellWidth = max(cellWidth, utf8.RuneCountInString(shorten(t.label, charactersUpTo(10))))
	}
	for _, row := range c.Heat.Values {
		for _, v := range row {
			cellWidth = max(cellWidth, utf8.RuneCountInString(Number(v, 3)))
		}
	}
	if c.y.title != "" {
		b.WriteString(shorten(c.y.title, charactersUpTo(textWidth)) + "\n")
	}
	if nameWidth+2+(cellWidth+2)*len(c.x.ticks) > textWidth {
		c.textShades(b, nameWidth)
		return
	}
	column, best, ringed := c.Heat.best()
	for j := len(c.y.ticks) - 1; j >= 0; j-- {
		b.WriteString(pad(shorten(c.y.ticks[j].label, charactersUpTo(16)), nameWidth, true) + " │")
		for i := range c.x.ticks {
			left, right := " ", " "
			if ringed && i == column && j == best {
				left, right = "[", "]"
			}
			b.WriteString(left + pad(Number(c.Heat.value(i, j), 3), cellWidth, true) + right)
		}
		b.WriteString("\n")
	}
	b.WriteString(strings.Repeat(" ", nameWidth) + " └" + strings.Repeat("─", (cellWidth+2)*len(c.x.ticks)) + "\n")
	b.WriteString(strings.Repeat(" ", nameWidth+2))
	for _, t := range c.x.ticks {
		b.WriteString(" " + pad(shorten(t.label, charactersUpTo(10)), cellWidth, true) + " ")
	}
	b.WriteString("\n")
	if c.x.title != "" {
		b.WriteString(strings.Repeat(" ", nameWidth+2) + shorten(c.x.title, charactersUpTo(textWidth-nameWidth-2)) + "\n")
	}
}

// textShades writes one or two characters for each cell.
func (c *chart) textShades(b *strings.Builder, nameWidth int) {
	const shades = " ░▒▓█"
	low, high, _ := c.Heat.extremes()
	columns := min(len(c.x.ticks), textWidth-nameWidth-2)
	for j := len(c.y.ticks) - 1; j >= 0; j-- {
		b.WriteString(pad(shorten(c.y.ticks[j].label, charactersUpTo(16)), nameWidth, true) + " │")
		for i := range columns {
			v := c.Heat.value(i*len(c.x.ticks)/columns, j)
			if math.IsNaN(v) {
				b.WriteString(" ")
				continue
			}
			b.WriteRune([]rune(shades)[level(v, low, high)*4/(heatLevels-1)])
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "%s └%s\n", strings.Repeat(" ", nameWidth), strings.Repeat("─", columns))
	fmt.Fprintf(b, "  %s %s to █ %s\n", "from", Number(low, 3), Number(high, 3))
}
