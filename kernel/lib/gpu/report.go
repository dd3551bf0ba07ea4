package gpu

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

// A Report is the result of r.report(): a mapping from the ids of its sections to their
// figures.
type Report struct{ report *report.Report }

// String is the report as text.
func (r *Report) String() string        { return r.render(figure.PlainText) }
func (*Report) Type() string            { return "report" }
func (*Report) Freeze()                 {}
func (*Report) Truth() starlark.Bool    { return true }
func (r *Report) Hash() (uint32, error) { return face.Unhashable(r) }

// Len is the number of sections.
func (r *Report) Len() int { return len(r.report.Sections) }

// Get returns the figures of a section as a table.
func (r *Report) Get(key starlark.Value) (starlark.Value, bool, error) {
	id, ok := starlark.AsString(key)
	if !ok {
		return nil, false, face.TypeErrorf("the id of a section is a string, got %s", face.Describe(key))
	}
	for i := range r.report.Sections {
		if s := &r.report.Sections[i]; s.ID == id || s.Title == id {
			return plot.NewTable(figure.Section(s)), true, nil
		}
	}
	return nil, false, face.Errorf("KeyError", "a %s report has no section %q; there are %s", r.report.Level, id, strings.Join(r.ids(), ", "))
}

// Items returns the ids and the tables.
func (r *Report) Items() []starlark.Tuple {
	var items []starlark.Tuple
	for i := range r.report.Sections {
		s := &r.report.Sections[i]
		items = append(items, starlark.Tuple{starlark.String(s.ID), plot.NewTable(figure.Section(s))})
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

var _ = face.DeclareFields(&registry, face.Fields[*Report]{
	"level":    face.Text(func(r *Report) string { return r.report.Level }),
	"sections": func(r *Report) (starlark.Value, error) { return stringList(r.ids()), nil },
	"notes": func(r *Report) (starlark.Value, error) {
		var notes []string
		for _, s := range r.report.Sections {
			notes = append(notes, s.Notes...)
		}
		return stringList(notes), nil
	},
	"text":     face.Text(func(r *Report) string { return r.render(figure.PlainText) }),
	"markdown": face.Text(func(r *Report) string { return r.render(figure.Markdown) }),
	"html":     face.Text(func(r *Report) string { return r.render(figure.HTML) }),
})

var _ = registry.Declare(row{
	Name: "result.report", Page: "results.md", Attr: ofModel(face.Method((*Result).makeReport)),
	Returns: &Report{&report.Report{}},
	Args:    face.Hints{"level": face.Words(report.Levels...)},
	Doc: `report(level="basic")
Makes a report of the launch, with counters and messages. The sections and their order are those of Nsight
Compute.

level (string, "basic"): "basic" has the sections GPU speed of light, launch, occupancy and workload
  distribution. "detailed" adds the ratio of instructions to bytes, the compute workload, the memory workload
  and the source lines. "full" adds the tables of memory, schedulers, warp states and instructions.

Returns a report p. p.text, p.markdown and p.html are the whole report. p.sections lists the ids of the
sections. p.notes lists the messages. p["Occupancy"] is the table of one section.

    r.report("detailed").notes`,
})

// Attr returns the level, the sections, the notes, or the report in one of its forms.
func (r *Report) Attr(name string) (starlark.Value, error) { return registry.Attr(r, name) }

// AttrNames lists the attributes.
func (r *Report) AttrNames() []string { return registry.AttrNames(r) }

// MIMEBundle shows the report.
func (r *Report) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/html": r.render(figure.HTML), "text/markdown": r.render(figure.Markdown),
		"text/plain": strings.TrimSuffix(r.render(figure.PlainText), "\n")}, map[string]any{}
}

func (r *Report) render(f figure.Form) string { return figure.Report(r.report, f) }

// makeReport makes the report on a launch.
func (r *Result) makeReport(c face.Call) (starlark.Value, error) {
	level := "basic"
	if err := c.Unpack("level?", &level); err != nil {
		return nil, err
	}
	report, err := report.New(r.result, level)
	if err != nil {
		return nil, face.ValueErrorf("report: %v", err)
	}
	return &Report{report}, nil
}
