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
	total float64
}

// activities are those of a run, the longest first.
func activities(r *host.Run, kernels, copies bool) (all []*activity, total float64) {
	for i := range r.Ops {
		op := &r.Ops[i]
		if op.Result != nil && !kernels || op.Result == nil && !copies {
			continue
		}
		name := opName(op)
		n := slices.IndexFunc(all, func(a *activity) bool { return a.name == name })
		if n < 0 {
			n = len(all)
			all = append(all, &activity{name: name})
		}
		a := all[n]
		a.times = append(a.times, op.Time())
		a.total += op.Time()
		total += op.Time()
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

// nvprofTime is a time as nvprof writes it.
func nvprofTime(s float64) string {
	switch {
	case s >= 1:
		return fmt.Sprintf("%.5gs", s)
	case s >= 1e-3:
		return fmt.Sprintf("%.5gms", s*1e3)
	case s >= 1e-6:
		return fmt.Sprintf("%.5gus", s*1e6)
	}
	return fmt.Sprintf("%.5gns", s*1e9)
}

// nvprofSummary is what nvprof prints without options. Calls of the runtime's functions are not timed by the model.
func nvprofSummary(r *host.Run) string {
	all, total := activities(r, true, true)
	if len(all) == 0 {
		return "No kernels were profiled.\n"
	}
	rows := [][]string{{"Type", "Time(%)", "Time", "Calls", "Avg", "Min", "Max", "Name"}}
	for i, a := range all {
		kind := ""
		if i == 0 {
			kind = "GPU activities:"
		}
		n := float64(len(a.times))
		rows = append(rows, []string{kind, fmt.Sprintf("%.2f%%", 100*a.total/total), nvprofTime(a.total), fmt.Sprint(len(a.times)),
			nvprofTime(a.total / n), nvprofTime(slices.Min(a.times)),
			nvprofTime(slices.Max(a.times)), a.name})
	}
	return table(rows)
}

// gpuTrace is nvprof --print-gpu-trace.
func gpuTrace(r *host.Run) string {
	rows := [][]string{{"Start", "Duration", "Grid Size", "Block Size", "Regs*", "Size", "Throughput", "Stream", "Name"}}
	for i := range r.Ops {
		op := &r.Ops[i]
		row := []string{nvprofTime(op.Start), nvprofTime(op.Time()), "-", "-", "-", "-", "-", fmt.Sprint(op.Stream + 7), opName(op)}
		if l := op.Result; l != nil {
			row[2], row[3], row[4] = figure.Size(l.Launch.Grid), figure.Size(l.Launch.Block), fmt.Sprint(l.Registers)
		} else if op.Transfer != nil {
			row[5] = fmt.Sprintf("%.5gKB", float64(op.Transfer.Bytes)/1e3)
			row[6] = fmt.Sprintf("%.5gGB/s", float64(op.Transfer.Bytes)/op.Time()/1e9)
		}
		rows = append(rows, row)
	}
	return table(rows)
}

// table is rows with all columns to the right but the last.
func table(rows [][]string) string {
	text := columns(rows, "", true)
	head, rest, _ := strings.Cut(text, "\n")
	_, rest, _ = strings.Cut(rest, "\n") // nvprof draws no rule
	return head + "\n" + rest
}

// nvprofMetrics is nvprof --metrics: the counters of each kernel over its launches.
func nvprofMetrics(d *device.Device, kernels []figure.Alike, names []string) string {
	rows := [][]string{{"Invocations", "Metric Name", "Metric Description", "Min", "Max", "Avg"}}
	var b strings.Builder
	fmt.Fprintf(&b, "Device \"%s (0)\"\n", d.Product())
	for len(kernels) > 0 {
		name := kernels[0].Result.Kernel.Name
		same := func(k figure.Alike) bool { return k.Result.Kernel.Name == name }
		launched := slices.DeleteFunc(slices.Clone(kernels), func(k figure.Alike) bool { return !same(k) })
		kernels = slices.DeleteFunc(slices.Clone(kernels), same)
		rows := slices.Clone(rows)
		for _, name := range names {
			rows = append(rows, nvprofMetric(launched, name))
		}
		fmt.Fprintf(&b, "    Kernel: %s\n%s", signature(launched[0].Result.Kernel), table(rows))
	}
	return b.String()
}

func nvprofMetric(launched []figure.Alike, name string) []string {
	doc, err := counter.Describe(name)
	if err != nil {
		return []string{"", name, "not known here", "", "", ""}
	}
	least, most, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
	for _, k := range launched {
		x, err := k.Result.Counters.Get(name)
		if err != nil {
			return []string{"", name, err.Error(), "", "", ""}
		}
		least, most, sum, n = min(least, x), max(most, x), sum+x*float64(k.Times), n+k.Times
	}
	show := func(x float64) string {
		if doc.Unit == "%" {
			return fmt.Sprintf("%.2f%%", x)
		}
		return plotting.Number(x, 6)
	}
	return []string{fmt.Sprint(n), name, doc.Doc, show(least), show(most), show(sum / float64(n))}
}

// nsysTables are the tables of nsys stats.
func nsysTables(r *host.Run) string {
	var b strings.Builder
	section := func(title string, kernels bool) {
		all, sum := activities(r, kernels, !kernels)
		if len(all) == 0 {
			fmt.Fprintf(&b, "\n ** %s:\n\nSKIPPED: the program gave the GPU nothing of this kind to do.\n", title)
			return
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
		fmt.Fprintf(&b, "\n ** %s:\n\n%s", title, columns(rows, " ", true))
	}
	section("CUDA GPU Kernel Summary (cuda_gpu_kern_sum)", true)
	section("CUDA GPU MemOps Summary (by Time) (cuda_gpu_mem_time_sum)", false)
	return b.String()
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
