package counter

import (
	"fmt"
	"slices"
	"strings"
)

// A form is a name taken apart: unit__quantity.rollup.submetric.
type form struct{ metric, rollup, sub string }

// parse takes a name apart. A name has at most two endings.
func parse(name string) form {
	var f form
	f.metric, f.rollup, _ = strings.Cut(name, ".")
	f.rollup, f.sub, _ = strings.Cut(f.rollup, ".")
	return f
}

func (f form) String() string {
	s := f.metric
	for _, ending := range []string{f.rollup, f.sub} {
		if ending != "" {
			s += "." + ending
		}
	}
	return s
}

// The endings of the grammar.
const (
	sum, avg, least, most          = "sum", "avg", "min", "max"
	perSecond                      = "per_second"
	perCycleActive, perCycle       = "per_cycle_active", "per_cycle_elapsed"
	pctOfPeakActive, pctOfPeak     = "pct_of_peak_sustained_active", "pct_of_peak_sustained_elapsed"
	peakSustained                  = "peak_sustained"
	ratioEnding, pctEnding, noForm = "ratio", "pct", ""
)

// primary is the form by which a metric is listed.
func (m *metric) primary() form {
	switch {
	case m.kind == fixed || m.bare():
		return form{m.name, noForm, ""}
	case m.kind == throughput:
		return form{m.name, avg, pctOfPeak}
	case m.kind == ratio && m.pct:
		return form{m.name, pctEnding, ""}
	case m.kind == ratio:
		return form{m.name, ratioEnding, ""}
	}
	return form{m.name, sum, ""}
}

// rollups are the first endings that a metric has.
func (m *metric) rollups() []string {
	switch {
	case m.kind == throughput:
		return []string{avg}
	case m.kind == ratio && m.full != nil:
		return []string{ratioEnding, pctEnding}
	case m.kind == ratio:
		return []string{ratioEnding}
	case m.kind == fixed:
		return nil
	case m.parts != nil:
		return []string{sum, avg, least, most}
	}
	return []string{sum, avg}
}

// submetrics are the second endings that a metric has.
func (m *metric) submetrics() []string {
	active := m.countedBy().active != ""
	switch {
	case m.kind == throughput && active:
		return []string{pctOfPeakActive, pctOfPeak}
	case m.kind == throughput:
		return []string{pctOfPeak}
	case m.kind != count:
		return nil
	}
	all := []string{perSecond, perCycle}
	if active {
		all = append(all, perCycleActive)
	}
	if m.peak != nil {
		if all = append(all, peakSustained, pctOfPeak); active {
			all = append(all, pctOfPeakActive)
		}
	}
	return all
}

// has reports whether a metric can be asked for in a form.
func (m *metric) has(f form) bool {
	switch {
	case f == m.primary():
		return true
	case !slices.Contains(m.rollups(), f.rollup):
		return false
	case f.sub == "":
		return m.kind != throughput
	}
	return slices.Contains(m.submetrics(), f.sub)
}

// forms says in which forms a metric can be asked for.
func (m *metric) forms() string {
	r, s := m.rollups(), m.submetrics()
	switch {
	case len(r) == 0:
		return "no endings"
	case m.kind == throughput:
		return "." + avg + " with ." + strings.Join(s, " or .")
	case len(s) == 0:
		return "." + strings.Join(r, " and .")
	}
	return "." + strings.Join(r, ", .") + ", each also with ." + strings.Join(s, ", .")
}

// refuse is the error of a form that a metric does not have.
func (m *metric) refuse(f form) error {
	ending := strings.TrimPrefix(f.String(), f.metric)
	if ending == "" {
		ending = "no ending"
	}
	return fmt.Errorf("counter %s has %s; got %s", m.name, m.forms(), ending)
}

// unitIn is the unit of a metric in one of its forms.
func (m *metric) unitIn(f form) string {
	switch {
	case m.pct && f.rollup == noForm, f.rollup == pctEnding || f.sub == pctOfPeak || f.sub == pctOfPeakActive:
		return "%"
	case m.kind == ratio && m.pct:
		return ""
	case f.sub == perSecond:
		return m.unit + "/s"
	case f.sub == perCycle || f.sub == perCycleActive || f.sub == peakSustained:
		return m.unit + "/cycle"
	}
	return m.unit
}
