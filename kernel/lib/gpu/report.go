package gpu

import (
	"fmt"
	"html"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// A Report is what r.report() says, as a value: a mapping from the ids of its sections
// to their figures.
type Report struct{ report *gpumodel.Report }

// String is the report as text.
func (r *Report) String() string        { return r.render(plainText) }
func (*Report) Type() string            { return "report" }
func (*Report) Freeze()                 {}
func (*Report) Truth() starlark.Bool    { return true }
func (r *Report) Hash() (uint32, error) { return unhashable(r) }

// Len is the number of sections.
func (r *Report) Len() int { return len(r.report.Sections) }

// Get returns the figures of a section as a table.
func (r *Report) Get(key starlark.Value) (starlark.Value, bool, error) {
	id, ok := starlark.AsString(key)
	if !ok {
		return nil, false, typeErrorf("the id of a section is a string, got %s", describe(key))
	}
	for i := range r.report.Sections {
		if s := &r.report.Sections[i]; s.ID == id || s.Title == id {
			return plot.NewTable(figures(s)), true, nil
		}
	}
	return nil, false, &fault{"KeyError", fmt.Sprintf("a %s report has no section %q; there are %s", r.report.Level, id, strings.Join(r.ids(), ", "))}
}

// Items returns the ids and the tables.
func (r *Report) Items() []starlark.Tuple {
	var items []starlark.Tuple
	for i := range r.report.Sections {
		s := &r.report.Sections[i]
		items = append(items, starlark.Tuple{starlark.String(s.ID), plot.NewTable(figures(s))})
	}
	return items
}

// Iterate goes over the ids.
func (r *Report) Iterate() starlark.Iterator { return stringList(r.ids()).Iterate() }

func (r *Report) ids() (ids []string) {
	for _, s := range r.report.Sections {
		ids = append(ids, s.ID)
	}
	return ids
}

func stringList(all []string) *starlark.List {
	var list []starlark.Value
	for _, s := range all {
		list = append(list, starlark.String(s))
	}
	return starlark.NewList(list)
}

var reportAttributes = attributes[*Report]{
	"level":    text(func(r *Report) string { return r.report.Level }),
	"sections": func(r *Report) (starlark.Value, error) { return stringList(r.ids()), nil },
	"notes": func(r *Report) (starlark.Value, error) {
		var notes []string
		for _, s := range r.report.Sections {
			notes = append(notes, s.Notes...)
		}
		return stringList(notes), nil
	},
	"text":     text(func(r *Report) string { return r.render(plainText) }),
	"markdown": text(func(r *Report) string { return r.render(markdown) }),
	"html":     text(func(r *Report) string { return r.render(asHTML) }),
}

var _ = declare(row{
	name: "result.report", page: "results.md", attr: ofModel(method((*Result).makeReport)),
	returns: &Report{&gpumodel.Report{}},
	args:    hints{"level": words(gpumodel.ReportLevels...)},
	doc: `report(level="basic")
What the launch did, in the sections of Nsight Compute and in their order, with their counters and with what
they say: GPU speed of light, launch, occupancy and distribution of the work; level="detailed" adds the ratio
of instructions to bytes, the compute workload, the memory workload and the source lines, level="full" the
tables of memory, schedulers, the states of warps and instructions. text, markdown and html are the whole,
sections the ids, notes the sentences; r.report()["Occupancy"] is the table of one section.

    r.report("detailed").notes`,
})

// Attr returns the level, the sections, the notes, or the report in one of its forms.
func (r *Report) Attr(name string) (starlark.Value, error) { return reportAttributes.get(r, name) }

// AttrNames lists the attributes.
func (r *Report) AttrNames() []string { return reportAttributes.names() }

// MIMEBundle shows the report.
func (r *Report) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/html": r.render(asHTML), "text/markdown": r.render(markdown), "text/plain": strings.TrimSuffix(r.render(plainText), "\n")}, map[string]any{}
}

// A form is how the parts of a report are written.
type form struct {
	title, section, note func(s string) string
	table                func(t *plotting.Table) string
}

var (
	plainText = form{
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
	markdown = form{
		title:   func(s string) string { return "## " + s + "\n" },
		section: func(s string) string { return "\n### " + s + "\n\n" },
		note:    func(s string) string { return "\n> " + s + "\n" },
		table:   func(t *plotting.Table) string { return t.Markdown() + "\n" },
	}
	asHTML = form{
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

// render writes the report in a form.
func (r *Report) render(f form) string {
	g := r.report.Result
	var b strings.Builder
	b.WriteString(f.title(fmt.Sprintf("%s on %s: %s", figure.Launches(g), g.Device.Name, plotting.SI(g.Time, "s"))))
	for i := range r.report.Sections {
		s := &r.report.Sections[i]
		b.WriteString(f.section(s.Title))
		if len(s.Metrics) > 0 {
			b.WriteString(f.table(figures(s)))
		}
		for _, t := range s.Tables {
			b.WriteString(f.table(reportTable(&t)))
		}
		if s.ID == "SourceCounters" {
			if lines, err := g.Lines(); err == nil {
				b.WriteString(f.table(linesTable(lines)))
			}
		}
		for _, note := range s.Notes {
			b.WriteString(f.note(note))
		}
	}
	return b.String()
}

// figures are the metrics of a section.
func figures(s *gpumodel.ReportSection) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "metric"}, {Name: "value", Kind: plotting.Float}, {Name: "unit"}, {Name: "counter"}}}
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

func reportTable(x *gpumodel.ReportTable) *plotting.Table {
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

// makeReport sums up a launch.
func (r *Result) makeReport(c call) (starlark.Value, error) {
	level := "basic"
	if err := c.unpack("level?", &level); err != nil {
		return nil, err
	}
	report, err := r.result.Report(level)
	if err != nil {
		return nil, valueErrorf("report: %v", err)
	}
	return &Report{report}, nil
}
