package gpumodel

import (
	"fmt"
	"slices"
	"strings"
)

// ReportLevels are how much a report says, the least first.
var ReportLevels = []string{"basic", "detailed", "full"}

// A Report is what a launch did, in the sections of Nsight Compute and in their order.
type Report struct {
	Result   *Result
	Level    string
	Sections []ReportSection
}

// A ReportSection is one theme: figures, tables, and what they say.
type ReportSection struct {
	ID, Title string // as Nsight Compute calls them
	Metrics   []ReportMetric
	Tables    []ReportTable
	Notes     []string
}

// A ReportMetric is a counter with its label.
type ReportMetric struct {
	Label, Counter string
	Value          float64
	Unit           string
}

// A ReportTable is a table of figures; nil stands for what is not there.
type ReportTable struct {
	Title   string
	Columns []string
	Rows    [][]any
}

// NewReport sums up a launch. The level is one of ReportLevels.
func NewReport(r *Result, level string) (*Report, error) {
	at := slices.Index(ReportLevels, level)
	if at < 0 {
		return nil, fmt.Errorf("level is %q; allowed are %s", level, strings.Join(ReportLevels, ", "))
	}
	report := &Report{Result: r, Level: level}
	for i := range sections {
		if s := &sections[i]; s.level <= at {
			report.Sections = append(report.Sections, s.of(r, at))
		}
	}
	return report, nil
}

// of fills a section in.
func (s *section) of(r *Result, level int) ReportSection {
	out := ReportSection{ID: s.id, Title: s.title}
	for _, m := range s.metrics {
		out.Metrics = append(out.Metrics, metric(r, m.label, m.counter))
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
