package counter

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/spelling"
)

// find takes a name to its metric, the form that it asks for, and what the value is
// multiplied by.
func find(name string) (m *metric, f form, factor float64, err error) {
	factor = 1
	if a, ok := aliases()[name]; ok {
		name, factor = a.of, a.factor
	}
	f = parse(name)
	m = byName()[f.metric]
	switch {
	case m == nil:
		return nil, f, 0, unknown(name)
	case !m.has(f):
		return nil, f, 0, m.refuse(f)
	}
	return m, f, factor, nil
}

// unknown is the error of a name that is none of ours: the profilers have it and the
// model cannot know it, or nobody has.
func unknown(name string) error {
	for _, r := range refusals() {
		if r.name.MatchString(name) {
			return fmt.Errorf("the model has no counter %q: %s (near: %s)", name, r.why, strings.Join(r.near, ", "))
		}
	}
	return fmt.Errorf("unknown counter %q (near: %s)", name, strings.Join(near(name), ", "))
}

// near are the names that share the most words with a wrong one, and of these the ones
// with the most similar letters.
func near(name string) []string {
	all := slices.Concat(Names(), sortedAliases())
	for _, e := range events {
		all = append(all, e.name)
	}
	all = spelling.Order(name, all)
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '.' })
	shared := func(candidate string) int {
		n := 0
		for _, w := range words {
			if strings.Contains(candidate, w) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b string) int { return shared(b) - shared(a) })
	return all[:3]
}

// Names are the metrics, each in its usual form, sorted.
func Names() []string {
	names := make([]string, len(listed()))
	for i, name := range listed() {
		names[i] = byName()[name].primary().String()
	}
	return names
}

// Forms are the names of all forms of a metric or event; none if there is no such one.
func Forms(name string) []string {
	m := byName()[name]
	if m == nil {
		return nil
	}
	all := []string{m.primary().String()}
	for _, rollup := range m.rollups() {
		for _, sub := range append([]string{noForm}, m.submetrics()...) {
			if f := (form{name, rollup, sub}); m.has(f) && f != m.primary() {
				all = append(all, f.String())
			}
		}
	}
	return all
}

// A Doc says what a counter is.
type Doc struct {
	Name    string   // as it was asked for
	Unit    string   // empty for a ratio
	Doc     string   // what is counted
	By      string   // the unit of the chip that counts it
	Forms   string   // the endings that the metric has
	Of      string   // of another name, the metric in Nsight Compute's words
	Aliases []string // the other names of a metric
}

// Docs describe all metrics in their usual forms, in the order of Names.
func Docs() []Doc {
	all := make([]Doc, 0, len(listed()))
	for _, name := range Names() {
		d, err := Describe(name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		all = append(all, d)
	}
	return all
}

// Describe says what a counter is, by any of its names and in any of its forms.
func Describe(name string) (Doc, error) {
	m, f, factor, err := find(name)
	if err != nil {
		return Doc{}, err
	}
	d := Doc{Name: name, Unit: m.unitIn(f), Doc: m.doc, By: m.countedBy().doc, Forms: m.forms(), Aliases: otherNames(m)}
	if a, ok := aliases()[name]; ok {
		d.Aliases, d.Of = nil, a.of
		if factor != 1 {
			d.Unit, d.Of = a.unit, fmt.Sprintf("%g × %s", factor, a.of)
		}
	}
	if m.event != "" {
		d.Aliases, d.Of = nil, byName()[m.event].primary().String()
		if m.perSM {
			d.Of += ", of one SM"
		}
	}
	return d, nil
}

// String is the doc in one line.
func (d Doc) String() string {
	s := d.Doc
	if d.Unit != "" {
		s += " [" + d.Unit + "]"
	}
	switch {
	case d.Of != "":
		s += " (" + d.Of + ")"
	case len(d.Aliases) > 0:
		s += " (also " + strings.Join(d.Aliases, ", ") + ")"
	}
	return s
}

var sortedAliases = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(aliases())) })

// otherNames are the names that the profilers before Nsight Compute have for a metric.
func otherNames(m *metric) (names []string) {
	for _, e := range events {
		if e.of == m.name {
			names = append(names, e.name)
		}
	}
	for _, name := range sortedAliases() {
		if parse(aliases()[name].of).metric == m.name {
			names = append(names, name)
		}
	}
	return names
}

// OtherNames are the names that are not in Names: those of the profilers before
// Nsight Compute, sorted.
func OtherNames() []string {
	names := slices.Collect(maps.Keys(aliases()))
	for _, e := range events {
		names = append(names, e.name)
	}
	slices.Sort(names)
	return names
}
