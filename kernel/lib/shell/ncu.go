package shell

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
)

var ncuOptions = toolOptions{
	{names: "--set", value: "SET", values: "basic detailed full none"},
	{names: "--section", value: "ID"},
	{names: "--metrics", value: "NAMES"},
	{names: "--kernel-name -k", value: "NAME|regex:NAME"},
	{names: "--launch-count -c", value: "N"},
	{names: "--launch-skip -s", value: "N"},
	{names: "--launch-skip-before-match", value: "N"},
	{names: "--csv"},
	{names: "--page", value: "PAGE", values: "details raw"},
	{names: "--print-summary", value: "KIND", values: "none per-kernel"},
	{names: "--print-details", value: "PART", values: "header all body"},
	{names: "--print-units", value: "UNITS", values: "auto base"},
	{names: "--print-metric-name", value: "NAME", values: "label name"},
	{names: "--export -o", value: "FILE"},
	{names: "--force-overwrite -f"},
	{names: "--import -i", value: "FILE"},
	{names: "--log-file", value: "FILE"},
	{names: "--quiet"},
	{names: "--list-sets"},
	{names: "--list-sections"},
	{names: "--query-metrics"},
	{names: "--target-processes", value: "WHICH", values: "all application-only", idle: true},
	{names: "--replay-mode", value: "MODE", values: "kernel application", idle: true},
	{names: "--cache-control", value: "MODE", values: "all none", idle: true},
	{names: "--clock-control", value: "MODE", values: "base none reset", idle: true},
	{names: "--kernel-name-base", value: "BASE", values: "function", idle: true},
	{names: "--print-kernel-base", value: "BASE", values: "function demangled", idle: true},
	{names: "--profile-from-start", value: "[on|off]", values: "on yes true 1", idle: true},
	{names: "--apply-rules", value: "[yes|no]", values: "yes no on off"},
	{names: "--import-source", value: "[yes|no]", values: "yes no on off", idle: true},
	{names: "--check-exit-code", value: "[yes|no]", values: "yes no on off", idle: true},
	{names: "--devices", value: "IDS", values: "0", idle: true},
	{names: "--nvtx", idle: true},
	{names: "--verbose", idle: true},
	{names: "--print-fp", idle: true},
}

// An ncuReport is what ncu has recorded, and keeps in a file.
type ncuReport struct {
	Program  string
	Kernels  []string // all that the program launched, chosen or not
	Launches []ncuLaunch
}

// An ncuLaunch is what ncu has recorded of a launch.
type ncuLaunch struct {
	Kernel, Signature string
	Grid, Block       gpumodel.Dim3
	Stream            int
	Capability        string
	Sections          []ncuSection
}

// An ncuSection is a section of the report on a launch. The section of the counters that --metrics names has no title.
type ncuSection struct {
	ID, Title string
	Metrics   []ncuMetric
	Tables    []string
	Notes     []string
}

// An ncuMetric is a counter.
type ncuMetric struct {
	Label, Name, Unit string
	Value             float64
	Missing           bool // the model does not have it
}

// commandMetrics is the section of the counters that --metrics names.
const commandMetrics = "Command line profiler metrics"

// ncu reports on each launch of a kernel.
func (c *call) ncu() (int, error) {
	t, status, ok := c.tool(ncuOptions, c.args[1:], "ncu ./x")
	if !ok {
		return status, nil
	}
	if t.has("--list-sets") || t.has("--list-sections") || t.has("--query-metrics") {
		c.ncuLists(t)
		return 0, nil
	}
	choice, err := ncuChoiceOf(t)
	file := t.value("--export")
	switch {
	case err != nil:
	case t.has("--csv") && t.value("--page") == "raw" && t.value("--print-summary") == "per-kernel":
		err = &optionError{"--print-summary", "with --csv it belongs to the page details, and --page is raw"}
	case file != "":
		file = ncuFile.named(file)
		err = c.free(file, "-f", t.has("--force-overwrite"))
	}
	if err != nil {
		return c.fail(1, "%v", err)
	}
	log := c.log(t, c.out)
	if t.has("--import") {
		rec := &ncuReport{}
		if err := c.open(ncuFile, t.value("--import"), rec); err != nil {
			return c.fail(1, "%v", err)
		}
		rec.Launches = choice.of(rec.Launches)
		rec.print(t, log)
		return log.close(0), nil
	}
	say := func(format string, args ...any) {
		if !t.has("--quiet") {
			log.print("==PROF== "+format+"\n", args...)
		}
	}
	if len(t.words) > 0 {
		say("Connected to process 1 (%s)", path.Join(colabRoot, c.at(t.words[0])))
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return log.close(status), err
	}
	rec := choice.record(r.Run(), strings.Join(t.words, " "))
	for i := range rec.Launches {
		say("Profiling %q - %d: 0%%....50%%....100%% - 1 pass", rec.Launches[i].Kernel, i)
	}
	say("Disconnected from process 1")
	if file != "" {
		if err := c.save(ncuFile, file, rec); err != nil {
			return c.fail(1, "%v", err)
		}
		say("Report: %s", path.Join(colabRoot, c.at(file)))
	} else {
		rec.print(t, log)
	}
	c.told(r)
	return log.close(status), nil
}

// ncuLists prints what the options choose from.
func (c *call) ncuLists(t *tool) {
	if t.has("--list-sets") {
		rows := [][]string{{"Identifier", "Sections"}}
		for _, level := range report.Levels {
			rows = append(rows, []string{level, strings.Join(report.IDs(level), ", ")})
		}
		c.print("%s", columns(rows, "", true))
	}
	if t.has("--list-sections") {
		for _, id := range report.IDs("") {
			c.print("%s\n", id)
		}
	}
	if t.has("--query-metrics") {
		for _, name := range counter.Names() {
			c.print("%s\n", name)
		}
	}
}

// An ncuChoice is what the options choose: launches, and what is recorded of each.
type ncuChoice struct {
	kernel             pattern
	before, skip, most int    // most is -1 for all
	level              string // of the set; "" for no set
	sections, metrics  []string
}

// ncuChoiceOf reads the options that choose.
func ncuChoiceOf(t *tool) (x *ncuChoice, err error) {
	x = &ncuChoice{metrics: listed(t.options["--metrics"]), level: t.value("--set")}
	for _, n := range []struct {
		option string
		least  int
		to     *int
	}{{"--launch-skip-before-match", 0, &x.before}, {"--launch-skip", 0, &x.skip}, {"--launch-count", -1, &x.most}} {
		if *n.to, err = t.number(n.option, n.least); err != nil {
			return nil, err
		}
	}
	if x.kernel, err = patternOf("--kernel-name", t.value("--kernel-name"), false); err != nil {
		return nil, err
	}
	for _, id := range t.options["--section"] {
		ids, err := sectionsOf(id)
		if err != nil {
			return nil, err
		}
		x.sections = append(x.sections, ids...)
	}
	switch {
	case x.level == "none":
		x.level = ""
	case x.level == "" && len(x.sections)+len(x.metrics) == 0:
		x.level = report.Levels[0]
	}
	return x, nil
}

// sectionParts are sections of Nsight Compute that are a part of one here.
var sectionParts = map[string]string{
	"MemoryWorkloadAnalysis_Chart": "MemoryWorkloadAnalysis", "MemoryWorkloadAnalysis_Tables": "MemoryWorkloadAnalysis",
}

// sectionsOf are the ids of the sections that a value of --section names.
func sectionsOf(value string) (ids []string, err error) {
	if part := sectionParts[value]; part != "" {
		value = part
	}
	match := func(id string) bool { return id == value }
	if text, ok := strings.CutPrefix(value, "regex:"); ok {
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, &optionError{"--section", fmt.Sprintf("%q is not a regular expression", text)}
		}
		match = re.MatchString
	}
	all := report.IDs("")
	for _, id := range all {
		if match(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, &optionError{"--section", fmt.Sprintf("the section %q is not supported here; those that are: %s", value,
			strings.Join(all, ", "))}
	}
	return ids, nil
}

// chooser returns a function that is asked for one launch after the other, whether it is chosen.
func (x *ncuChoice) chooser() func(kernel string) bool {
	seen, matched, taken := 0, 0, 0
	return func(kernel string) bool {
		seen++
		if seen <= x.before || !x.kernel.matches(kernel) {
			return false
		}
		matched++
		if matched <= x.skip || x.most >= 0 && taken >= x.most {
			return false
		}
		taken++
		return true
	}
}

// of are the chosen ones of launches that were recorded before.
func (x *ncuChoice) of(all []ncuLaunch) []ncuLaunch {
	chosen := x.chooser()
	all = slices.DeleteFunc(all, func(l ncuLaunch) bool { return !chosen(l.Kernel) })
	for i := range all {
		l := &all[i]
		if len(x.metrics) > 0 {
			l.Sections = append(l.Sections, l.recorded(x.metrics))
		}
		if wanted := slices.Concat(x.sections, report.IDs(x.level)); len(x.sections)+len(x.metrics) > 0 {
			if x.level == "" {
				wanted = x.sections
			}
			l.Sections = slices.DeleteFunc(l.Sections, func(s ncuSection) bool { return s.ID != namedMetrics && !slices.Contains(wanted, s.ID) })
		}
	}
	return all
}

// namedMetrics is the section of the counters that --metrics names of a report that was recorded before.
const namedMetrics = "named"

// recorded are the counters with some names, as far as they were recorded.
func (l *ncuLaunch) recorded(names []string) ncuSection {
	out := ncuSection{ID: namedMetrics, Title: commandMetrics}
	for _, name := range names {
		m := ncuMetric{Label: name, Name: name, Missing: true}
		for _, s := range l.Sections {
			if i := slices.IndexFunc(s.Metrics, func(m ncuMetric) bool { return m.Name == name }); i >= 0 {
				m = s.Metrics[i]
				m.Label = name
			}
		}
		out.Metrics = append(out.Metrics, m)
	}
	return out
}

// record records the chosen launches of a run.
func (x *ncuChoice) record(r *host.Run, program string) *ncuReport {
	rec, chosen := &ncuReport{Program: program}, x.chooser()
	for i := range r.Ops {
		op := &r.Ops[i]
		if op.Result == nil {
			continue
		}
		name := op.Result.Kernel.Name
		if !slices.Contains(rec.Kernels, name) {
			rec.Kernels = append(rec.Kernels, name)
		}
		if chosen(name) {
			rec.Launches = append(rec.Launches, x.launch(op))
		}
	}
	return rec
}

// launch records a launch.
func (x *ncuChoice) launch(op *pcie.Span) ncuLaunch {
	r := op.Result
	l := ncuLaunch{Kernel: r.Kernel.Name, Signature: signature(r.Kernel), Grid: r.Launch.Grid, Block: r.Launch.Block,
		Stream: op.Stream + firstStream, Capability: r.Device.ComputeCapability}
	var sections []report.Section
	if x.level != "" {
		if known, err := report.New(r, x.level); err == nil {
			sections = known.Sections
		}
	}
	for _, s := range report.Of(r, x.sections).Sections {
		if !slices.ContainsFunc(sections, func(o report.Section) bool { return o.ID == s.ID }) {
			sections = append(sections, s)
		}
	}
	for i := range sections {
		l.Sections = append(l.Sections, ncuSectionOf(r, &sections[i]))
	}
	if len(x.metrics) > 0 {
		s := ncuSection{ID: commandMetrics, Title: commandMetrics}
		for _, name := range x.metrics {
			m := ncuMetric{Label: name, Name: name}
			doc, err := counter.Describe(name)
			if err == nil {
				m.Unit = doc.Unit
				m.Value, err = r.Counters.Get(name)
			}
			m.Missing = err != nil || math.IsNaN(m.Value) || math.IsInf(m.Value, 0)
			if m.Missing {
				m.Value = 0 // a file has no other numbers
			}
			s.Metrics = append(s.Metrics, m)
		}
		l.Sections = append(l.Sections, s)
	}
	return l
}

// ncuSectionOf is a section of a report as it is kept.
func ncuSectionOf(r *gpumodel.Result, s *report.Section) ncuSection {
	out := ncuSection{ID: s.ID, Title: s.Title, Notes: s.Notes}
	for _, m := range s.Metrics {
		name := m.Counter
		if name == "" {
			name = m.Label
		}
		out.Metrics = append(out.Metrics, ncuMetric{Label: m.Label, Name: name, Unit: m.Unit, Value: m.Value})
	}
	for i := range s.Tables {
		out.Tables = append(out.Tables, figure.ReportTable(&s.Tables[i]).Text())
	}
	if s.ID == "SourceCounters" {
		if lines, err := report.Lines(r); err == nil {
			out.Tables = append(out.Tables, figure.Lines(lines).Text())
		}
	}
	return out
}
