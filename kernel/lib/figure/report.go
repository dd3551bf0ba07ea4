package figure

import (
	"fmt"
	"html"
	"strings"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/plotting"
)

// A Form is how the parts of a report are written.
type Form struct {
	title, section, note func(s string) string
	table                func(t *plotting.Table) string
}

// The forms of a report.
var (
	PlainText = Form{
		title:   func(s string) string { return s + "\n" },
		section: func(s string) string { return "\n" + s + "\n" + strings.Repeat("═", len([]rune(s))) + "\n" },
		note:    func(s string) string { return "→ " + s + "\n" },
		table: func(t *plotting.Table) string {
			if t.Title != "" {
				return "\n" + t.Text()
			}
			return t.Text()
		},
	}
	Markdown = Form{
		title:   func(s string) string { return "## " + s + "\n" },
		section: func(s string) string { return "\n### " + s + "\n\n" },
		note:    func(s string) string { return "\n> " + s + "\n" },
		table:   func(t *plotting.Table) string { return t.Markdown() + "\n" },
	}
	HTML = Form{
		title:   func(s string) string { return "<h3>" + html.EscapeString(s) + "</h3>\n" },
		section: func(s string) string { return "<h4>" + html.EscapeString(s) + "</h4>\n" },
		note:    func(s string) string { return "<p><b>→</b> " + html.EscapeString(s) + "</p>\n" },
		table: func(t *plotting.Table) string {
			if t.Title != "" {
				return "<div style=\"margin-top: 1em\">" + t.HTML() + "</div>\n"
			}
			return t.HTML()
		},
	}
)

// Report writes the report of a launch in a form.
func Report(r *report.Report, f Form) string {
	g := r.Result
	var b strings.Builder
	b.WriteString(f.title(fmt.Sprintf("%s on %s: %s", Launches(g), g.Device.Name, Time(g))))
	for i := range r.Sections {
		s := &r.Sections[i]
		b.WriteString(f.section(s.Title))
		if len(s.Metrics) > 0 {
			b.WriteString(f.table(Section(s)))
		}
		for _, t := range s.Tables {
			b.WriteString(f.table(ReportTable(&t)))
		}
		if s.ID == "SourceCounters" {
			if lines, err := report.Lines(g); err == nil {
				b.WriteString(f.table(Lines(lines)))
			}
		}
		for _, note := range s.Notes {
			b.WriteString(f.note(note))
		}
	}
	return b.String()
}

// Section has the metrics of a section.
func Section(s *report.Section) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "metric"}, {Name: "value", Kind: plotting.Float}, {Name: "unit"},
		{Name: "counter"}}}
	for _, m := range s.Metrics {
		value, unit := scaled(m.Value, m.Unit)
		t.Add(m.Label, value, unit, m.Counter)
	}
	return t
}

// prefixed are the units that take a prefix, with how they are written.
var prefixed = map[string]string{"second": "s", "cycle/s": "Hz", "byte": "B", "byte/s": "B/s"}

// scaled is a value of a unit as a report writes it.
func scaled(x float64, unit string) (value, in string) {
	short, ok := prefixed[unit]
	if !ok {
		return plotting.Number(x, 4), unit
	}
	value, in, _ = strings.Cut(plotting.SI(x, short), " ")
	return value, in
}

// ReportTable is a table within a section.
func ReportTable(x *report.Table) *plotting.Table {
	t := &plotting.Table{Title: x.Title}
	for i, name := range x.Columns {
		c := plotting.Column{Name: name, Kind: plotting.Float}
		if len(x.Rows) > 0 && i < len(x.Rows[0]) {
			if _, isText := x.Rows[0][i].(string); isText {
				c.Kind = plotting.Text
			}
		}
		t.Columns = append(t.Columns, c)
	}
	t.Rows = x.Rows
	return t
}
