package plotting

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// Kind says what the cells of a column are, and with it how they are written
// and aligned.
type Kind int

const (
	Text  Kind = iota // any value, as fmt prints it; to the left
	Int               // an integer with thousands separators; to the right
	Float             // a number with Digits significant digits; to the right
)

// Column describes one column of a Table.
type Column struct {
	Name   string
	Unit   string // "GB/s", "ms"; empty for none
	Kind   Kind
	Digits int // significant digits of a Float; 0 means 4
}

// Table is rows of values under named columns. Cells hold strings, integers,
// floats, or nil for a value that is not there. A row that is too short ends
// in empty cells; what a row has beyond the last column is not shown.
type Table struct {
	Title   string // a caption; may be empty
	Columns []Column
	Rows    [][]any
}

// Add appends a row.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, cells) }

// MIMEBundle returns the table as text/html (of class "dataframe", which
// notebook front ends style), text/markdown and text/plain.
func (t *Table) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{
		"text/html":     t.HTML(),
		"text/markdown": t.Markdown(),
		"text/plain":    strings.TrimSuffix(t.Text(), "\n"),
	}, map[string]any{}
}

// HTML returns the table as an HTML element with all text escaped.
func (t *Table) HTML() string {
	var b strings.Builder
	b.WriteString("<table border=\"1\" class=\"dataframe\">\n")
	if t.Title != "" {
		fmt.Fprintf(&b, "<caption style=\"text-align: left\">%s</caption>\n", escapeHTML(t.Title))
	}
	b.WriteString("<thead>\n<tr>")
	for _, c := range t.Columns {
		element := "th"
		if c.heading() == "" { // a heading without words is none for a screen reader
			element = "td"
		}
		fmt.Fprintf(&b, "<%[1]s style=\"text-align: %[2]s\">%[3]s</%[1]s>", element, c.side(), escapeHTML(c.heading()))
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for _, row := range t.cells() {
		b.WriteString("<tr>")
		for i, cell := range row {
			fmt.Fprintf(&b, "<td style=\"text-align: %s%s\">%s</td>", t.Columns[i].side(), wrapping(cell), escapeHTML(cell))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// unbroken is how many characters of a cell stay on one line in a narrow table.
const unbroken = 24

// wrapping is the style that keeps a name such as "GTX 280" on one line, and a
// sentence from being squeezed into a column of single words.
func wrapping(cell string) string {
	switch {
	case !strings.Contains(cell, " "):
		return ""
	case utf8.RuneCountInString(cell) <= unbroken:
		return "; white-space: nowrap"
	}
	return "; min-width: 12em"
}

func escapeHTML(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "\n", "<br>")
}

// markdownEscaper keeps cell text from being read as markup; line breaks would
// end the row.
var markdownEscaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`",
	"[", `\[`, "$", `\$`, "<", "&lt;", "&", "&amp;", "\n", "<br>")

// Markdown returns the table in the pipe syntax of GitHub and Jupyter.
func (t *Table) Markdown() string {
	var b strings.Builder
	if t.Title != "" {
		b.WriteString("**" + markdownEscaper.Replace(t.Title) + "**\n\n")
	}
	var rule strings.Builder
	for _, c := range t.Columns {
		b.WriteString("| " + markdownEscaper.Replace(c.heading()) + " ")
		if c.side() == "right" {
			rule.WriteString("| ---: ")
		} else {
			rule.WriteString("| :--- ")
		}
	}
	b.WriteString("|\n" + rule.String() + "|\n")
	for _, row := range t.cells() {
		for _, cell := range row {
			b.WriteString("| " + markdownEscaper.Replace(cell) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}

// Text returns the table with its columns aligned by spaces.
func (t *Table) Text() string {
	rows := t.cells()
	headings := make([]string, len(t.Columns))
	rules := make([]string, len(t.Columns))
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		headings[i] = oneLine(c.heading())
		widths[i] = utf8.RuneCountInString(headings[i])
		for _, row := range rows {
			row[i] = oneLine(row[i])
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		rules[i] = strings.Repeat("─", widths[i])
	}
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(oneLine(t.Title) + "\n")
	}
	for _, row := range append([][]string{headings, rules}, rows...) {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			line.WriteString(pad(cell, widths[i], t.Columns[i].Kind != Text))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// cells returns the formatted rows, each with one string for each column.
func (t *Table) cells() [][]string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]string, len(t.Columns))
		for j := range min(len(row), len(t.Columns)) {
			rows[i][j] = clean(t.Columns[j].format(row[j]))
		}
	}
	return rows
}

// heading is the column's name with its unit.
func (c Column) heading() string { return withUnit(clean(c.Name), clean(c.Unit)) }

// side is where the column's cells are aligned.
func (c Column) side() string {
	if c.Kind == Text {
		return "left"
	}
	return "right"
}

// format writes one cell. A value that does not fit the column's kind is
// written as fmt would: a table must show what it was given.
func (c Column) format(cell any) string {
	digits := c.Digits
	if digits == 0 {
		digits = 4
	}
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return c.formatFloat(v, digits)
	case float32:
		return c.formatFloat(float64(v), digits)
	case int:
		return c.formatInt(int64(v))
	case int32:
		return c.formatInt(int64(v))
	case int64:
		return c.formatInt(v)
	}
	return fmt.Sprint(cell)
}

func (c Column) formatFloat(v float64, digits int) string {
	if c.Kind == Int {
		return Number(v, 1) // digits before the point always stay
	}
	return Number(v, digits)
}

func (c Column) formatInt(v int64) string {
	if c.Kind == Text {
		return fmt.Sprint(v)
	}
	return Thousands(v)
}
