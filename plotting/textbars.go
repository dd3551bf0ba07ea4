package plotting

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

const (
	textNameWidth   = 22 // of a category beside its bars
	textSeriesWidth = 12
	textCellWidth   = 10 // of a name over a column of a heat map
)

// textBars writes one row for each bar.
func (c *chart) textBars(b *strings.Builder) {
	var names, series []string
	for _, t := range c.x.ticks {
		names = append(names, shorten(t.label, charactersUpTo(textNameWidth)))
	}
	for i := range c.curves {
		series = append(series, shorten(c.curves[i].name, charactersUpTo(textSeriesWidth)))
	}
	nameWidth, seriesWidth := widest(names), widest(series)
	columns := min(barColumns, textWidth-nameWidth-seriesWidth-14)
	writeTitle(b, c.y.title)
	for i, name := range names {
		for j, k := range c.curves {
			for _, p := range k.points {
				if int(p.x) == i {
					row := pad(name, nameWidth, false) + " " + pad(series[j], seriesWidth, false) + " " + c.textBar(p, columns)
					b.WriteString(strings.TrimRight(row, " ") + "\n")
					name = "" // once for its group
				}
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

// widest is the number of characters of the longest string.
func widest(texts []string) int {
	width := 0
	for _, s := range texts {
		width = max(width, utf8.RuneCountInString(s))
	}
	return width
}

func writeTitle(b *strings.Builder, title string) {
	if title != "" {
		b.WriteString(shorten(title, charactersUpTo(textWidth)) + "\n")
	}
}

// textBar draws one bar in eighths of a character, its bound and its value.
func (c *chart) textBar(p point, columns int) string {
	from := 0.0
	if c.y.spec.Scale == Linear {
		from = c.y.norm(0)
	}
	to := c.y.norm(p.y)
	from, to = math.Min(from, to), math.Max(from, to)
	cells := []rune(strings.Repeat(" ", columns+1))
	eighths := []rune(" ▏▎▍▌▋▊▉█")
	for i := range columns {
		if float64(i+1) > from*float64(columns) {
			covered := min(max(to*float64(columns)-float64(i), 0), 1)
			cells[i] = eighths[int(math.Round(covered*8))]
		}
	}
	if !math.IsNaN(p.bound) {
		cells[int(math.Round(c.y.norm(p.bound)*float64(columns)))] = '┃'
	}
	return "│" + strings.TrimRight(string(cells), " ") + " " + c.y.write(p.y) + c.textError(p)
}

// textError is the error bar behind a value: both its ends, if they are not as far away.
func (c *chart) textError(p point) string {
	low, high, ok := p.interval()
	switch below, above := p.y-low, high-p.y; {
	case !ok:
		return ""
	case math.Abs(below-above) > 0.01*(below+above) || p.y == 0:
		return fmt.Sprintf(" (%s to %s)", c.y.write(low), c.y.write(high))
	default:
		return " ± " + Number(100*math.Abs(above/p.y), 1) + " %"
	}
}

// textHeat writes the values in rows, the best one in brackets, or if they need
// too much room a shade for each cell.
func (c *chart) textHeat(b *strings.Builder) {
	var columns, rows, values []string
	for _, t := range c.x.ticks {
		columns = append(columns, shorten(t.label, charactersUpTo(textCellWidth)))
	}
	for _, t := range c.y.ticks {
		rows = append(rows, shorten(t.label, charactersUpTo(textNameWidth)))
	}
	for _, row := range c.Heat.Values {
		for _, v := range row {
			values = append(values, c.heatNumber(v))
		}
	}
	nameWidth, cellWidth := widest(rows), widest(append(values, columns...))
	writeTitle(b, c.color.title)
	if c.y.title != "" {
		writeTitle(b, "↑ "+c.y.title)
	}
	if nameWidth+2+(cellWidth+2)*len(columns) > textWidth {
		c.textShades(b, rows, nameWidth)
	} else {
		c.textCells(b, columns, rows, nameWidth, cellWidth)
	}
	if c.x.title != "" {
		b.WriteString(strings.Repeat(" ", nameWidth+2) + "→ " + shorten(c.x.title, charactersUpTo(textWidth-nameWidth-4)) + "\n")
	}
}

// textCells writes the values of a heat map, its first row at the bottom.
func (c *chart) textCells(b *strings.Builder, columns, rows []string, nameWidth, cellWidth int) {
	column, best, ringed := c.Heat.best()
	for j := len(rows) - 1; j >= 0; j-- {
		line := pad(rows[j], nameWidth, true) + " │"
		for i := range columns {
			left, right := " ", " "
			if ringed && i == column && j == best {
				left, right = "[", "]"
			}
			line += left + pad(c.heatNumber(c.Heat.value(i, j)), cellWidth, true) + right
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString(strings.Repeat(" ", nameWidth) + " └" + strings.Repeat("─", (cellWidth+2)*len(columns)) + "\n")
	line := strings.Repeat(" ", nameWidth+2)
	for _, name := range columns {
		line += " " + pad(name, cellWidth, true) + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// textShades writes a shade for each cell, leaving out columns beyond the width
// of the page.
func (c *chart) textShades(b *strings.Builder, rows []string, nameWidth int) {
	shades := []rune("·░▒▓█")
	low, high, _ := c.Heat.extremes()
	columns := min(len(c.x.ticks), textWidth-nameWidth-2)
	for j := len(rows) - 1; j >= 0; j-- {
		line := pad(rows[j], nameWidth, true) + " │"
		for i := range columns {
			shade := ' '
			if v := c.Heat.value(i*len(c.x.ticks)/columns, j); !math.IsNaN(v) {
				shade = shades[level(v, low, high)*(len(shades)-1)/(heatLevels-1)]
			}
			line += string(shade)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString(strings.Repeat(" ", nameWidth) + " └" + strings.Repeat("─", columns) + "\n")
	fmt.Fprintf(b, "%s  · %s … █ %s\n", strings.Repeat(" ", nameWidth), c.heatNumber(low), c.heatNumber(high))
}
