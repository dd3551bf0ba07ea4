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
	case timeline:
		c.textTimeline(&b)
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
	c.textAxis(b, strings.Repeat(" ", width), textColumns)
}

// textAxis writes the x axis with the labels that have room.
func (c *chart) textAxis(b *strings.Builder, indent string, columns int) {
	line := []rune(strings.Repeat("─", columns))
	labels := []rune(strings.Repeat(" ", textWidth-len(indent)-2))
	free := 0
	for _, t := range c.x.ticks {
		label := []rune(t.label)
		at := int(math.Round(c.x.norm(t.value) * float64(columns-1)))
		start := max(at-len(label)/2, 0)
		if len(label) == 0 || at < 0 || at >= columns || start < free || start+len(label) > len(labels) {
			continue
		}
		line[at] = '┬'
		copy(labels[start:], label)
		free = start + len(label) + 1
	}
	b.WriteString(indent + " └" + string(line) + "\n")
	b.WriteString(strings.TrimRight(indent+"  "+string(labels), " ") + "\n")
	if c.x.title != "" {
		title := shorten(c.x.title, charactersUpTo(columns))
		b.WriteString(indent + "  " + strings.Repeat(" ", (columns-utf8.RuneCountInString(title))/2) + title + "\n")
	}
}

// textLegend lists the curves with their last values, and the reference lines.
func (c *chart) textLegend(b *strings.Builder, signs []rune) {
	for _, entry := range c.textEntries(signs) {
		b.WriteString("  " + shorten(entry, charactersUpTo(textWidth-2)) + "\n")
	}
}

// textErrors is the longest error bar of a curve, which has no room in the grid.
func (k *curve) textErrors() string {
	most := 0.0
	for _, p := range k.points {
		if low, high, ok := p.interval(); ok && p.y != 0 {
			most = max(most, (high-p.y)/math.Abs(p.y), (p.y-low)/math.Abs(p.y))
		}
	}
	if most == 0 {
		return ""
	}
	return ", error bars up to ± " + Number(100*most, 1) + " %"
}

func (c *chart) textEntries(signs []rune) []string {
	var entries []string
	for _, k := range c.legend[:min(len(c.legend), legendEntries)] {
		for i := range c.curves {
			if &c.curves[i] == k {
				errors := k.textErrors()
				name := shorten(k.name, charactersUpTo(textWidth-4-utf8.RuneCountInString(errors)))
				entries = append(entries, fmt.Sprintf("%c %s%s", signs[i], name, errors))
			}
		}
	}
	for i := range c.curves {
		if errors := c.curves[i].textErrors(); errors != "" && c.curves[i].name == "" {
			entries = append(entries, string(signs[i])+strings.TrimPrefix(errors, ","))
		}
	}
	if more := len(c.legend) - legendEntries; more > 0 {
		entries = append(entries, fmt.Sprintf("… and %d more", more))
	}
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			entries = append(entries, "- "+c.referenceLabel(r))
		}
	}
	for _, m := range c.Marks {
		entry := ": " + oneLine(m.Label)
		if !strings.ContainsAny(entry, "0123456789") {
			entry += " " + Number(m.X, 4)
		}
		entries = append(entries, entry)
	}
	return entries
}
