package report

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
)

// Levels are how much a report says, the least first.
var Levels = []string{"basic", "detailed", "full"}

// A Report is what a launch did, in the sections of Nsight Compute and in their order.
type Report struct {
	Result   *gpumodel.Result
	Level    string
	Sections []Section
}

// A Section is one theme: figures, tables, and what they say.
type Section struct {
	ID, Title string // as Nsight Compute calls them
	Metrics   []Metric
	Tables    []Table
	Notes     []string
}

// A Metric is a counter with its label.
type Metric struct {
	Label, Counter string // the counter is empty for what none has
	Value          float64
	Unit           string
}

// A Table is a table of figures; nil stands for what is not there.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]any
}

// New sums up a launch. The level is one of ReportLevels.
func New(r *gpumodel.Result, level string) (*Report, error) {
	at := slices.Index(Levels, level)
	if at < 0 {
		return nil, fmt.Errorf("level is %q; allowed are %s", level, strings.Join(Levels, ", "))
	}
	return &Report{Result: r, Level: level, Sections: fill(r, at, func(s *sectionRow) bool { return s.level <= at })}, nil
}

// Of sums up a launch in the sections with some ids, which have all of their tables. An id that no section has is ignored: [IDs] has
// them all.
func Of(r *gpumodel.Result, ids []string) *Report {
	return &Report{Result: r, Level: Levels[full], Sections: fill(r, full, func(s *sectionRow) bool { return slices.Contains(ids, s.id) })}
}

// IDs returns the ids of the sections that reports of a level have, in their order; those of all sections for a level that is not one.
func IDs(level string) (ids []string) {
	at := slices.Index(Levels, level)
	for _, s := range sections {
		if at < 0 || s.level <= at {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// fill fills in the sections that are wanted, with the tables of a level.
func fill(r *gpumodel.Result, level int, wanted func(s *sectionRow) bool) (all []Section) {
	for i := range sections {
		if s := &sections[i]; wanted(s) {
			all = append(all, s.of(r, level))
		}
	}
	return all
}

// of fills a section in.
func (s *sectionRow) of(r *gpumodel.Result, level int) Section {
	out := Section{ID: s.id, Title: s.title}
	for _, m := range s.metrics {
		out.Metrics = append(out.Metrics, metric(r, m.label, m.counter))
		if m.counter == duration && r.Uncertainty > gpumodel.LeastUncertainty {
			out.Metrics = append(out.Metrics, Metric{Label: "Uncertainty Of The Duration, ±", Value: 100 * r.Uncertainty, Unit: "%"})
		}
	}
	for _, t := range s.tables {
		if t.level > level {
			continue
		}
		if table := t.of(r); len(table.Rows) > 0 {
			out.Tables = append(out.Tables, table)
		}
	}
	for _, note := range s.notes {
		if text := note(r); text != "" {
			out.Notes = append(out.Notes, text)
		}
	}
	return out
}
