package shell

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// The texts of NVIDIA's profilers, in the shape that their readers know. Times are modelled.

// An activity is what happened on the GPU under one name.
type activity struct {
	name  string
	times []float64 // seconds
	bytes []float64 // of copies
	total float64
}

// A record is what a run's GPU did, as profilers keep it in a file.
type record struct {
	Device, Program string
	Ops             []operation
}

// An operation is a launch, a copy, or what else takes the GPU's time. Times are in seconds.
type operation struct {
	Name              string
	Kernel            bool
	Start, Time       float64
	Stream            int
	Grid, Block       gpumodel.Dim3 // of a kernel
	Registers, Shared int           // of a thread, of a block
	Bytes             int           // of a copy
}

// recordOf is the record of a run.
func recordOf(r *host.Run, program []string) *record {
	rec := &record{Device: r.Device.Product(), Program: strings.Join(program, " ")}
	for i := range r.Ops {
		op := &r.Ops[i]
		o := operation{Name: opName(op), Kernel: op.Result != nil, Start: op.Start, Time: op.Time(), Stream: op.Stream}
		if k := op.Result; k != nil {
			o.Grid, o.Block, o.Registers, o.Shared = k.Launch.Grid, k.Launch.Block, k.Registers, k.SharedBytes
		} else if op.Transfer != nil {
			o.Bytes = op.Transfer.Bytes
		}
		rec.Ops = append(rec.Ops, o)
	}
	return rec
}

// activities are those of a run, the longest first.
func (r *record) activities(kernels, copies bool) (all []*activity, total float64) {
	for i := range r.Ops {
		op := &r.Ops[i]
		if op.Kernel && !kernels || !op.Kernel && !copies {
			continue
		}
		n := slices.IndexFunc(all, func(a *activity) bool { return a.name == op.Name })
		if n < 0 {
			n = len(all)
			all = append(all, &activity{name: op.Name})
		}
		a := all[n]
		a.times = append(a.times, op.Time)
		a.bytes = append(a.bytes, float64(op.Bytes))
		a.total += op.Time
		total += op.Time
	}
	slices.SortStableFunc(all, func(a, b *activity) int { return cmp.Compare(b.total, a.total) })
	return all, total
}

// opName is what profilers call it.
func opName(op *pcie.Span) string {
	switch {
	case op.Result != nil:
		return signature(op.Result.Kernel)
	case op.What == "" && op.Transfer.ToDevice:
		return "[CUDA memcpy HtoD]"
	case op.What == "":
		return "[CUDA memcpy DtoH]"
	}
	return "[" + op.What + "]"
}

// signature is a kernel with the types of its parameters.
func signature(k *gpumodel.Kernel) string {
	if k.Library() {
		name, _, _ := strings.Cut(k.Name, "<")
		return name
	}
	var types []string
	for _, p := range k.Signature() {
		types = append(types, p.Type)
	}
	return k.Name + "(" + strings.Join(types, ", ") + ")"
}

// columns are rows in columns, those after the first to the right, under a line where ruled.
func columns(rows [][]string, margin string, ruled bool) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	if ruled {
		rule := make([]string, len(widths))
		for i, w := range widths {
			rule[i] = strings.Repeat("-", w)
		}
		rows = slices.Insert(slices.Clone(rows), 1, rule)
	}
	var b strings.Builder
	for _, row := range rows {
		line := margin
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			last := i == len(row)-1
			switch {
			case last && ruled || i == 0 && !ruled:
				line += cell + pad
			default:
				line += pad + cell
			}
			if !last {
				line += "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// A quantity is a number with its unit in a table of nvprof's. The unit "s" takes a prefix.
type quantity struct {
	x    float64
	unit string
}

// timeUnits are the units of times, the longest first.
var timeUnits = []struct {
	name   string
	second float64 // what one second is
}{{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}}

// unitOf is the unit in which a time is read best, as nvprof chooses it, or the one that is asked for.
func unitOf(s float64, asked string) (name string, second float64) {
	for _, u := range timeUnits {
		if u.name == asked || (asked == "" || asked == "auto" || asked == "col") && (s*u.second >= 1 || u.name == "ns") {
			return u.name, u.second
		}
	}
	return "s", 1
}

// text is a quantity as nvprof writes it; times in a unit that is asked for.
func (m quantity) text(unit string) string {
	switch m.unit {
	case "s":
		name, second := unitOf(m.x, unit)
		return fmt.Sprintf("%.5g%s", m.x*second, name)
	case "%":
		return fmt.Sprintf("%.2f%%", m.x)
	}
	return fmt.Sprintf("%.5g%s", m.x, m.unit)
}

// A grid is a table of nvprof's: cells are strings, whole numbers and quantities, nil where there is nothing.
type grid struct {
	heads []string
	rows  [][]any
}

func (g *grid) add(cells ...any) { g.rows = append(g.rows, cells) }

// text is the table in columns.
func (g *grid) text(unit string) string {
	rows := [][]string{g.heads}
	for _, row := range g.rows {
		var cells []string
		for _, cell := range row {
			switch v := cell.(type) {
			case nil:
				cells = append(cells, "-")
			case quantity:
				cells = append(cells, v.text(unit))
			default:
				cells = append(cells, fmt.Sprint(v))
			}
		}
		rows = append(rows, cells)
	}
	return table(rows)
}

// csv is the table with commas: the heads, the units, and the rows, whose numbers of a column have one unit.
func (g *grid) csv(unit string) string {
	units, scales := make([]string, len(g.heads)), make([]float64, len(g.heads))
	for i := range g.heads {
		most := 0.0
		for _, row := range g.rows {
			if m, ok := row[i].(quantity); ok {
				units[i], scales[i], most = m.unit, 1, max(most, m.x)
			}
		}
		if units[i] == "s" {
			units[i], scales[i] = unitOf(most, unit)
		}
	}
	var b strings.Builder
	var heads []string
	for _, h := range g.heads {
		heads = append(heads, quoted(h))
	}
	b.WriteString(strings.Join(heads, ",") + "\n")
	if slices.ContainsFunc(units, func(u string) bool { return u != "" }) {
		b.WriteString(strings.Join(units, ",") + "\n")
	}
	for _, row := range g.rows {
		var cells []string
		for i, cell := range row {
			switch v := cell.(type) {
			case nil:
				cells = append(cells, "")
			case quantity:
				cells = append(cells, fmt.Sprintf("%f", v.x*scales[i]))
			case string:
				cells = append(cells, quoted(v))
			default:
				cells = append(cells, fmt.Sprint(v))
			}
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return b.String()
}

// quoted is a cell of a file with commas between its cells.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// gpuSummary is what nvprof prints without options. Calls of the runtime's functions are not timed by the model.
func (r *record) gpuSummary() *grid {
	g := &grid{heads: []string{"Type", "Time(%)", "Time", "Calls", "Avg", "Min", "Max", "Name"}}
	all, total := r.activities(true, true)
	for i, a := range all {
		kind := ""
		if i == 0 {
			kind = "GPU activities:"
		}
		n := float64(len(a.times))
		g.add(kind, quantity{100 * a.total / total, "%"}, quantity{a.total, "s"}, len(a.times), quantity{a.total / n, "s"},
			quantity{slices.Min(a.times), "s"}, quantity{slices.Max(a.times), "s"}, a.name)
	}
	return g
}

// gpuTrace is nvprof --print-gpu-trace.
func (r *record) gpuTrace() *grid {
	g := &grid{heads: []string{"Start", "Duration", "Grid Size", "Block Size", "Regs*", "SMem*", "Size", "Throughput", "Device", "Stream",
		"Name"}}
	for _, op := range r.Ops {
		row := []any{quantity{op.Start, "s"}, quantity{op.Time, "s"}, nil, nil, nil, nil, nil, nil, r.Device + " (0)",
			op.Stream + firstStream, op.Name}
		if op.Kernel {
			row[2], row[3], row[4], row[5] = sizes(op.Grid), sizes(op.Block), op.Registers, quantity{float64(op.Shared) / 1024, "KB"}
		} else if op.Bytes > 0 {
			row[6], row[7] = quantity{float64(op.Bytes) / 1024, "KB"}, quantity{float64(op.Bytes) / op.Time / 1e9, "GB/s"}
		}
		g.add(row...)
	}
	return g
}

// firstStream is the number by which profilers call the default stream.
const firstStream = 7

// sizes are the three sizes of a grid or of a block as profilers write them.
func sizes(d gpumodel.Dim3) string { return fmt.Sprintf("(%d %d %d)", d.X, d.Y, d.Z) }

// table is rows with all columns to the right but the last.
func table(rows [][]string) string {
	text := columns(rows, "", true)
	head, rest, _ := strings.Cut(text, "\n")
	_, rest, _ = strings.Cut(rest, "\n") // nvprof draws no rule
	return head + "\n" + rest
}

// nvprofMetrics is nvprof --metrics or --events: the counters of each kernel over its launches.
func nvprofMetrics(d *device.Device, kernels []figure.Alike, names []string, events, csv bool) string {
	var b strings.Builder
	what, heads := "Metric", []string{"Invocations", "Metric Name", "Metric Description", "Min", "Max", "Avg"}
	if events {
		what, heads = "Event", []string{"Invocations", "Event Name", "Min", "Max", "Avg", "Total"}
	}
	all := &grid{heads: append([]string{"Device", "Kernel"}, heads...)}
	if !csv {
		fmt.Fprintf(&b, "==1== %s result:\nDevice \"%s (0)\"\n", what, d.Product())
	}
	for len(kernels) > 0 {
		name := kernels[0].Result.Kernel.Name
		same := func(k figure.Alike) bool { return k.Result.Kernel.Name == name }
		launched := slices.DeleteFunc(slices.Clone(kernels), func(k figure.Alike) bool { return !same(k) })
		kernels = slices.DeleteFunc(slices.Clone(kernels), same)
		g := &grid{heads: heads}
		of := signature(launched[0].Result.Kernel)
		for _, name := range names {
			row := nvprofMetric(launched, name, events)
			g.add(row...)
			all.add(append([]any{d.Product() + " (0)", of}, row...)...)
		}
		if !csv {
			fmt.Fprintf(&b, "    Kernel: %s\n%s", of, g.text(""))
		}
	}
	if csv {
		b.WriteString(all.csv(""))
	}
	return b.String()
}

// nvprofMetric is the row of one counter.
func nvprofMetric(launched []figure.Alike, name string, event bool) []any {
	doc, err := counter.Describe(name)
	least, most, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
	for _, k := range launched {
		var x float64
		if err == nil {
			x, err = k.Result.Counters.Get(name)
		}
		least, most, sum, n = min(least, x), max(most, x), sum+x*float64(k.Times), n+k.Times
	}
	if err != nil { // whose text names counters that are near
		return []any{n, name, err.Error(), "", "", ""}
	}
	show := func(x float64) string {
		if doc.Unit == "%" {
			return fmt.Sprintf("%.2f%%", x)
		}
		return plotting.Number(x, 6)
	}
	avg := sum / float64(n)
	if event {
		return []any{n, name, show(least), show(most), show(avg), show(sum)}
	}
	return []any{n, name, doc.Doc, show(least), show(most), show(avg)}
}

// An nsysReport is a report of nsys stats.
type nsysReport struct {
	names string // the present name first, then the older one
	title string
	rows  func(r *record) [][]string // with their heads; nil where the program has nothing of this kind
	usual bool                       // printed where none is asked for
}

// nsysReports are the reports of nsys stats. Those on calls of the runtime are not there: the model does not time calls.
var nsysReports = []nsysReport{
	{"cuda_gpu_kern_sum gpukernsum", "CUDA GPU Kernel Summary", func(r *record) [][]string { return r.nsysSummary(true, false) }, true},
	{"cuda_gpu_mem_time_sum gpumemtimesum", "CUDA GPU MemOps Summary (by Time)",
		func(r *record) [][]string { return r.nsysSummary(false, false) }, true},
	{"cuda_gpu_mem_size_sum gpumemsizesum", "CUDA GPU MemOps Summary (by Size)",
		func(r *record) [][]string { return r.nsysSummary(false, true) }, true},
	{"cuda_gpu_sum gpusum", "CUDA GPU Summary (Kernels/MemOps)", (*record).nsysBoth, false},
	{"cuda_gpu_trace gputrace", "CUDA GPU Trace", (*record).nsysTrace, false},
}

// nsysReportOf is the report of a name; nil if there is none.
func nsysReportOf(name string) *nsysReport {
	name, _, _ = strings.Cut(name, ":") // of what follows, its options, none is taken
	for i := range nsysReports {
		if slices.Contains(strings.Fields(nsysReports[i].names), name) {
			return &nsysReports[i]
		}
	}
	return nil
}

// nsysText is a report of nsys stats in columns or with commas.
func (r *record) nsysText(report *nsysReport, csv bool) string {
	rows := report.rows(r)
	name, _, _ := strings.Cut(report.names, " ")
	switch {
	case len(rows) < 2 && csv:
		return ""
	case len(rows) < 2:
		return fmt.Sprintf("\n ** %s (%s):\n\nSKIPPED: the program gave the GPU nothing of this kind to do.\n", report.title, name)
	case csv:
		var b strings.Builder
		for _, row := range rows {
			for i, cell := range row {
				if cell = strings.ReplaceAll(cell, ",", ""); i == len(row)-1 && strings.ContainsAny(row[i], `,"`) {
					cell = quoted(row[i]) // a name
				}
				row[i] = cell
			}
			b.WriteString(strings.Join(row, ",") + "\n")
		}
		return b.String()
	}
	return fmt.Sprintf("\n ** %s (%s):\n\n%s", report.title, name, columns(rows, " ", true))
}

// nsysSummary sums up kernels, or what else the GPU did, by time or by size.
func (r *record) nsysSummary(kernels, size bool) [][]string {
	all, sum := r.activities(kernels, !kernels)
	if size {
		return sizeSummary(all)
	}
	rows := [][]string{{"Time (%)", "Total Time (ns)", "Instances", "Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)", "Name"}}
	if !kernels {
		rows[0][2], rows[0][8] = "Count", "Operation"
	}
	for _, a := range all {
		s := summary(a.times)
		rows = append(rows, []string{fmt.Sprintf("%.1f", 100*s.total/sum), whole(s.total), fmt.Sprint(s.n), tenths(s.mean),
			tenths(s.median), whole(s.least), whole(s.most), tenths(s.deviation), a.name})
	}
	return rows
}

// sizeSummary sums up copies by their bytes.
func sizeSummary(all []*activity) [][]string {
	rows := [][]string{{"Total (MB)", "Count", "Avg (MB)", "Med (MB)", "Min (MB)", "Max (MB)", "StdDev (MB)", "Operation"}}
	for _, a := range all {
		s := summary(a.bytes)
		if s.total == 0 {
			continue
		}
		mb := func(x float64) string { return fmt.Sprintf("%.3f", x/1e6) }
		rows = append(rows, []string{mb(s.total), fmt.Sprint(s.n), mb(s.mean), mb(s.median), mb(s.least), mb(s.most), mb(s.deviation), a.name})
	}
	return rows
}

// nsysBoth sums up kernels and copies together.
func (r *record) nsysBoth() [][]string {
	rows := [][]string{{"Time (%)", "Total Time (ns)", "Instances", "Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)", "Category",
		"Operation"}}
	all, sum := r.activities(true, true)
	for _, a := range all {
		category := "MEMORY_OPER"
		if slices.ContainsFunc(r.Ops, func(o operation) bool { return o.Kernel && o.Name == a.name }) {
			category = "CUDA_KERNEL"
		}
		s := summary(a.times)
		rows = append(rows, []string{fmt.Sprintf("%.1f", 100*s.total/sum), whole(s.total), fmt.Sprint(s.n), tenths(s.mean),
			tenths(s.median), whole(s.least), whole(s.most), tenths(s.deviation), category, a.name})
	}
	return rows
}

// nsysTrace lists what the GPU did, in order.
func (r *record) nsysTrace() [][]string {
	rows := [][]string{{"Start (ns)", "Duration (ns)", "GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ", "Reg/Trd", "Bytes (MB)",
		"Throughput (MB/s)", "Device", "Strm", "Name"}}
	for _, op := range r.Ops {
		row := []string{whole(op.Start), whole(op.Time), "", "", "", "", "", "", "", "", "", r.Device + " (0)", fmt.Sprint(op.Stream + firstStream),
			op.Name}
		if op.Kernel {
			for i, n := range []int{op.Grid.X, op.Grid.Y, op.Grid.Z, op.Block.X, op.Block.Y, op.Block.Z, op.Registers} {
				row[2+i] = fmt.Sprint(n)
			}
		} else if op.Bytes > 0 {
			row[9], row[10] = fmt.Sprintf("%.3f", float64(op.Bytes)/1e6), fmt.Sprintf("%.3f", float64(op.Bytes)/op.Time/1e6)
		}
		rows = append(rows, row)
	}
	return rows
}

// A statistic sums up numbers.
type statistic struct {
	n                                           int
	total, mean, median, least, most, deviation float64
}

func summary(list []float64) (s statistic) {
	list = slices.Sorted(slices.Values(list))
	s.n = len(list)
	for _, v := range list {
		s.total += v
	}
	s.mean = s.total / float64(s.n)
	s.least, s.most = list[0], list[s.n-1]
	s.median = (list[(s.n-1)/2] + list[s.n/2]) / 2
	for _, v := range list {
		s.deviation += (v - s.mean) * (v - s.mean)
	}
	s.deviation = math.Sqrt(s.deviation / float64(max(1, s.n-1)))
	return s
}

// whole and tenths are seconds in nanoseconds, with commas between their thousands.
func whole(s float64) string { return counter.Grouped(s * 1e9) }

func tenths(s float64) string {
	n := math.Floor(math.Round(s*1e10) / 10)
	return counter.Grouped(n) + fmt.Sprintf(".%d", int(math.Round(s*1e10-10*n)))
}
