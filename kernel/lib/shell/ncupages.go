package shell

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
)

// The pages of ncu, in the shape that their readers know: text and, with --csv, one line for each figure.

// An ncuUnit is how a unit of counters is written: its prefixes, the largest first, and the number of the base unit in one of each.
type ncuUnit struct {
	names  []string
	scales []float64
	base   int // the one of --print-units base
}

var ncuUnits = map[string]ncuUnit{
	"second":  {[]string{"s", "ms", "us", "ns"}, []float64{1, 1e-3, 1e-6, 1e-9}, 3},
	"cycle/s": {[]string{"Ghz", "Mhz", "Khz", "hz"}, []float64{1e9, 1e6, 1e3, 1}, 3},
	"byte":    {[]string{"Gbyte", "Mbyte", "Kbyte", "byte"}, []float64{1e9, 1e6, 1e3, 1}, 3},
	"byte/s":  {[]string{"Gbyte/s", "Mbyte/s", "Kbyte/s", "byte/s"}, []float64{1e9, 1e6, 1e3, 1}, 3},
}

// in are the unit in which values are read best, or the base one, and what it has of the counter's unit.
func (m *ncuMetric) in(base bool, values ...float64) (name string, scale float64) {
	u, ok := ncuUnits[m.Unit]
	if !ok {
		return m.Unit, 1
	}
	i := slices.IndexFunc(u.scales, func(scale float64) bool { return slices.Max(values) >= scale })
	if i < 0 || base {
		i = u.base
	}
	return u.names[i], u.scales[i]
}

// ncuNumber is a figure as ncu writes it: whole numbers, and others with two digits behind the point.
func ncuNumber(x float64) string {
	if x == math.Trunc(x) {
		return counter.Grouped(x)
	}
	whole, part, _ := strings.Cut(fmt.Sprintf("%.2f", x), ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + part
}

// An ncuRow is a metric of one launch, or of several that are summed up: then with the least, the most and the average.
type ncuRow struct {
	name, unit string
	values     []string
}

// row is the row of a metric. The other ones are those of further launches, which are summed up with it.
func (m *ncuMetric) row(t *tool, others []*ncuMetric) ncuRow {
	row := ncuRow{name: m.Label}
	if t.value("--print-metric-name") == "name" {
		row.name = m.Name
	}
	if m.Missing {
		row.values = []string{"(!) n/a"}
		if others != nil {
			row.values = []string{"(!) n/a", "(!) n/a", "(!) n/a"}
		}
		return row
	}
	values := []float64{m.Value}
	if others != nil {
		least, most, sum := m.Value, m.Value, m.Value
		for _, o := range others {
			least, most, sum = min(least, o.Value), max(most, o.Value), sum+o.Value
		}
		values = []float64{least, most, sum / float64(1+len(others))}
	}
	unit, scale := m.in(t.value("--print-units") == "base", values...)
	row.unit = unit
	for _, x := range values {
		row.values = append(row.values, ncuNumber(x/scale))
	}
	return row
}

// An ncuGroup is one launch, or launches of one kernel and size that are summed up.
type ncuGroup struct {
	number int // of the first one
	first  *ncuLaunch
	others []*ncuLaunch // nil where nothing is summed up
}

// groups are the launches, or those that are alike together with --print-summary.
func (r *ncuReport) groups(summary bool) (all []ncuGroup) {
	for i := range r.Launches {
		l := &r.Launches[i]
		if n := slices.IndexFunc(all, func(g ncuGroup) bool {
			return g.first.Signature == l.Signature && g.first.Grid == l.Grid && g.first.Block == l.Block
		}); summary && n >= 0 {
			all[n].others = append(all[n].others, l)
			continue
		}
		g := ncuGroup{number: i, first: l}
		if summary {
			g.others = []*ncuLaunch{}
		}
		all = append(all, g)
	}
	return all
}

// metrics are the same metric of the other launches. A launch of which a sample was simulated has one more than others.
func (g *ncuGroup) metrics(section int, name string) (others []*ncuMetric) {
	if g.others == nil {
		return nil
	}
	others = []*ncuMetric{}
	for _, l := range g.others {
		metrics := l.Sections[section].Metrics
		if i := slices.IndexFunc(metrics, func(m ncuMetric) bool { return m.Name == name }); i >= 0 {
			others = append(others, &metrics[i])
		}
	}
	return others
}

// print prints the page that the options ask for.
func (r *ncuReport) print(t *tool, log *toolLog) {
	groups := r.groups(t.value("--print-summary") == "per-kernel")
	switch csv := t.has("--csv"); {
	case len(groups) == 0:
		log.print("==WARNING== No kernels were profiled.\n")
		if len(r.Kernels) > 0 {
			log.print("Available Kernels:\n")
			for i, name := range r.Kernels {
				log.print("%d. %s\n", i+1, name)
			}
		}
	case csv && t.value("--page") == "raw":
		log.print("%s", r.rawCSV(t, groups))
	case csv:
		log.print("%s", r.detailsCSV(t, groups))
	default:
		for i := range groups {
			log.print("%s", groups[i].text(t))
		}
	}
}

// dims is a size of a grid or of a block as ncu writes it.
func dims(d gpumodel.Dim3) string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

// text is a launch on the pages details and raw.
func (g *ncuGroup) text(t *tool) string {
	l := g.first
	var b strings.Builder
	fmt.Fprintf(&b, "  %s %sx%s, ", l.Signature, dims(l.Grid), dims(l.Block))
	if g.others != nil {
		fmt.Fprintf(&b, "Device 0, CC %s, Invocations %d\n", l.Capability, 1+len(g.others))
	} else {
		fmt.Fprintf(&b, "Context 1, Stream %d, Device 0, CC %s\n", l.Stream, l.Capability)
	}
	heads := []string{"Metric Name", "Metric Unit", "Metric Value"}
	if g.others != nil {
		heads = []string{"Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"}
	}
	if t.value("--page") == "raw" {
		var rows [][]string
		for i := range l.Sections {
			rows = append(rows, g.rows(t, i)...)
		}
		b.WriteString(boxed(heads, rows))
		return b.String() + "\n"
	}
	for i, s := range l.Sections {
		fmt.Fprintf(&b, "    Section: %s\n", s.Title)
		if rows := g.rows(t, i); len(rows) > 0 && t.value("--print-details") != "body" {
			b.WriteString(boxed(heads, rows) + "\n")
		}
		if t.value("--print-details") != "header" && g.others == nil {
			for _, table := range s.Tables {
				b.WriteString(indented(table, "    ") + "\n")
			}
		}
		for _, note := range s.Notes {
			if g.others == nil && (!t.has("--apply-rules") || t.on("--apply-rules")) {
				fmt.Fprintf(&b, "    INF   %s\n\n", note)
			}
		}
	}
	return b.String()
}

// rows are the rows of a section.
func (g *ncuGroup) rows(t *tool, section int) (rows [][]string) {
	raw := t.value("--page") == "raw"
	for i := range g.first.Sections[section].Metrics {
		m := g.first.Sections[section].Metrics[i]
		if raw {
			m.Label = m.Name
		}
		row := m.row(t, g.metrics(section, m.Name))
		rows = append(rows, append([]string{row.name, row.unit}, row.values...))
	}
	return rows
}

// boxed is a table between rules, its first column to the left.
func boxed(heads []string, rows [][]string) string {
	all := append([][]string{heads}, rows...)
	widths := make([]int, len(heads))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	rule := make([]string, len(heads))
	for i, w := range widths {
		rule[i] = strings.Repeat("-", w)
	}
	all = slices.Insert(all, 0, rule)
	all = append(slices.Insert(all, 2, rule), rule)
	var b strings.Builder
	for _, row := range all {
		fmt.Fprintf(&b, "    %-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(&b, " %*s", widths[i+1], cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// indented is a text with a margin before each line.
func indented(text, margin string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(margin + line)
	}
	return b.String()
}

// ncuHeads are the first columns of files with commas, which say what launch a line is of.
var ncuHeads = []string{"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size",
	"Device", "CC"}

// cells are those of a launch in these columns.
func (r *ncuReport) cells(g *ncuGroup) []string {
	l := g.first
	return []string{fmt.Sprint(g.number), "1", r.process(), "127.0.0.1", l.Signature, "1", fmt.Sprint(l.Stream), dims(l.Block),
		dims(l.Grid), "0", l.Capability}
}

// detailsCSV has a line for each metric of each launch, and one for each note.
func (r *ncuReport) detailsCSV(t *tool, groups []ncuGroup) string {
	var b strings.Builder
	line := func(cells ...string) {
		for i := range cells {
			cells[i] = quoted(cells[i])
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	if t.value("--print-summary") == "per-kernel" {
		line("Process ID", "Process Name", "Host Name", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "Invocations",
			"Section Name", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average")
	} else {
		line(append(slices.Clone(ncuHeads), "Section Name", "Metric Name", "Metric Unit", "Metric Value", "Rule Name", "Rule Type",
			"Rule Description")...)
	}
	for i := range groups {
		g := &groups[i]
		l := g.first
		head := r.cells(g)
		if g.others != nil {
			head = []string{"1", r.process(), "127.0.0.1", l.Signature, dims(l.Block), dims(l.Grid), "0", l.Capability,
				fmt.Sprint(1 + len(g.others))}
		}
		for k, s := range l.Sections {
			for _, row := range g.rows(t, k) {
				cells := append(slices.Clone(head), s.Title)
				cells = append(cells, row...)
				if g.others == nil {
					cells = append(cells, "", "", "")
				}
				line(cells...)
			}
			for _, note := range s.Notes {
				if g.others == nil && (!t.has("--apply-rules") || t.on("--apply-rules")) {
					line(append(slices.Clone(head), s.Title, "", "", "", s.ID, "INF", note)...)
				}
			}
		}
	}
	return b.String()
}

// process is the name of the program without its path.
func (r *ncuReport) process() string {
	name, _, _ := strings.Cut(r.Program, " ")
	return strings.TrimPrefix(cmp.Or(name, "-"), "./")
}

// rawCSV has a line for each launch, with the metrics side by side below their units.
func (r *ncuReport) rawCSV(t *tool, groups []ncuGroup) string {
	var b strings.Builder
	line := func(cells []string) {
		var all []string
		for _, cell := range cells {
			all = append(all, quoted(cell))
		}
		b.WriteString(strings.Join(all, ",") + "\n")
	}
	heads := slices.Clone(ncuHeads)
	units := make([]string, len(heads))
	var names []string
	most := map[string]float64{} // the unit of a column is that of its largest value
	unit := map[string]*ncuMetric{}
	each := func(l *ncuLaunch, f func(m *ncuMetric)) {
		for k := range l.Sections {
			for i := range l.Sections[k].Metrics {
				f(&l.Sections[k].Metrics[i])
			}
		}
	}
	for i := range groups {
		each(groups[i].first, func(m *ncuMetric) {
			if !slices.Contains(names, m.Name) {
				names, unit[m.Name] = append(names, m.Name), m
			}
			most[m.Name] = max(most[m.Name], m.Value)
		})
	}
	scales := map[string]float64{}
	for _, name := range names {
		in, scale := unit[name].in(t.value("--print-units") == "base", most[name])
		heads, units, scales[name] = append(heads, name), append(units, in), scale
	}
	line(heads)
	line(units)
	for i := range groups {
		l := groups[i].first
		cells := r.cells(&groups[i])
		values := map[string]string{}
		each(l, func(m *ncuMetric) {
			if values[m.Name] = "n/a"; !m.Missing {
				values[m.Name] = ncuNumber(m.Value / scales[m.Name])
			}
		})
		for _, name := range names {
			cells = append(cells, values[name])
		}
		line(cells)
	}
	return b.String()
}
