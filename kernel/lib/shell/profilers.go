package shell

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
)

// helpOptions are those that all tools have.
var helpOptions = toolOptions{{names: "--version -V"}, {names: "--help -h"}}

// tool reads the words behind a tool's name. ok is false where that is all there is to do: what is wrong with an option is told, and so is
// the tool's help.
func (c *call) tool(all toolOptions, words []string, usage string) (t *tool, status int, ok bool) {
	all = slices.Concat(all, helpOptions)
	t, err := all.read(words)
	if err != nil {
		c.fail(1, "%v", err)
		return nil, 1, false
	}
	if len(t.words) > 0 {
		t.words = c.target(t.words)
	}
	if t.has("--version") || t.has("--help") || len(t.words) == 0 && len(t.options) == 0 {
		c.print("%s: a tool of Warpbook, in the place of NVIDIA's; write %s\n", c.args[0], usage)
		if t.has("--help") {
			c.print("options: %s\n", all.known())
		}
		return nil, 0, false
	}
	return t, 0, true
}

// profiled runs the program of a tool; nil where there is none.
func (c *call) profiled(t *tool, checking host.Checking) (*gpu.Program, int, error) {
	if len(t.words) == 0 {
		status, err := c.fail(1, "want the name of a program behind the options, such as ./x")
		return nil, status, err
	}
	p, e, status, err := c.loaded(t.words[0])
	if p == nil {
		return nil, status, err
	}
	r, err := c.execute(p, e, t.words, checking)
	if err != nil {
		return nil, 1, err
	}
	return r, c.ended(r), nil
}

// told shows what is wrong with a program below what a tool has printed.
func (c *call) told(r *gpu.Program) {
	c.later(func() {
		if lines := r.Run().Told(); len(lines) > 0 {
			c.run.Print(strings.Join(lines, "\n") + "\n")
		}
	})
}

// A toolLog is where a tool writes what it has to say: one of the command's streams, or a file.
type toolLog struct {
	io.Writer
	c    *call
	name string // of the file; "" for a stream
	text bytes.Buffer
}

// log is where a tool writes: the stream that it writes to by itself, or that of --log-file.
func (c *call) log(t *tool, usual io.Writer) *toolLog {
	l := &toolLog{Writer: usual, c: c}
	switch name := strings.ReplaceAll(t.value("--log-file"), "%p", "1"); name {
	case "":
	case "stdout", "-":
		l.Writer = c.out
	case "stderr":
		l.Writer = c.err
	default:
		l.Writer, l.name = &l.text, name
	}
	return l
}

// print writes to the log.
func (l *toolLog) print(format string, args ...any) { fmt.Fprintf(l, format, args...) }

// close writes the file; the status is the program's, or 1 if there is an error.
func (l *toolLog) close(status int) int {
	if l.name == "" {
		return status
	}
	if err := l.c.writeFile(l.name, l.text.String()); err != nil {
		l.c.fail(1, "%v", fileError(l.name, err))
		return 1
	}
	return status
}

// A reportFile is a kind of file in which a tool keeps what it has recorded. The first line of the file is its mark.
type reportFile struct{ tool, ext, mark string }

// The files of the tools.
var (
	nvprofFile = reportFile{"nvprof", "", "#!warpbook report of nvprof\n"}
	nsysFile   = reportFile{"nsys", ".nsys-rep", "#!warpbook report of nsys\n"}
	ncuFile    = reportFile{"ncu", ".ncu-rep", "#!warpbook report of ncu\n"}
)

// named is the name of a file with its ending.
func (f reportFile) named(name string) string {
	if name = strings.NewReplacer("%p", "1", "%h", "warpbook", "%%", "%").Replace(name); path.Ext(name) != f.ext && f.ext != "" {
		name += f.ext
	}
	return name
}

// A fileExists is a report that is there already.
type fileExists struct{ name, remedy string }

func (e *fileExists) Error() string {
	return e.name + " exists already: " + e.remedy + " writes it again"
}

// free reports with an error that a report is there already and may not be written again.
func (c *call) free(name, option string, force bool) error {
	if _, err := c.stat(name); err == nil && !force {
		return &fileExists{name, option}
	}
	return nil
}

// save writes a report.
func (c *call) save(f reportFile, name string, report any) error {
	data, err := json.Marshal(report)
	if err != nil {
		return err
	}
	if err := c.writeFile(name, f.mark+string(data)); err != nil {
		return fileError(name, err)
	}
	return nil
}

// errNotReport is a file that is not a report of a tool's.
type errNotReport struct{ name, tool string }

func (e *errNotReport) Error() string {
	return e.name + " is not a report that " + e.tool + " has written here"
}

// open reads a report.
func (c *call) open(f reportFile, name string, report any) error {
	text, err := c.readFile(name)
	if err != nil && f.ext != "" && path.Ext(name) != f.ext {
		text, err = c.readFile(strings.TrimSuffix(name, path.Ext(name)) + f.ext) // .qdrep and .sqlite are made of it
	}
	if err != nil {
		return fileError(name, err)
	}
	body, ok := strings.CutPrefix(text, f.mark)
	if !ok || json.Unmarshal([]byte(body), report) != nil {
		return &errNotReport{name, f.tool}
	}
	return nil
}

// A pattern chooses kernels by their names.
type pattern struct {
	exact string
	re    *regexp.Regexp // nil for the exact name
}

// matches reports whether a kernel is chosen; no name chooses all.
func (p pattern) matches(name string) bool {
	if p.re != nil {
		return p.re.MatchString(name)
	}
	return p.exact == "" || p.exact == name
}

// patternOf reads the name of a kernel as a profiler's option has it, which may say how it is meant.
func patternOf(option, name string, always bool) (pattern, error) {
	marked := always
	for _, prefix := range []string{"::regex:", "regex:", "::"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name, marked = rest, marked || prefix != "::"
			break
		}
	}
	if !marked || name == "" {
		return pattern{exact: name}, nil
	}
	re, err := regexp.Compile(name)
	if err != nil {
		return pattern{}, &optionError{option, fmt.Sprintf("%q is not a regular expression: %v", name, errors.Unwrap(err))}
	}
	return pattern{re: re}, nil
}

// listed are names with commas between them.
func listed(all []string) (names []string) {
	for _, text := range all {
		names = append(names, strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })...)
	}
	return names
}

// untimed is why reports on the calls of the runtime are refused.
const untimed = "calls of the runtime are not timed by the model; --print-gpu-trace and --print-gpu-summary tell of the GPU"

var nvprofOptions = toolOptions{
	{names: "--metrics -m", value: "NAMES"},
	{names: "--events -e", value: "NAMES"},
	{names: "--kernels", value: "NAME"},
	{names: "--print-gpu-trace"},
	{names: "--print-gpu-summary"},
	{names: "--print-summary -s"},
	{names: "--print-api-trace", why: untimed},
	{names: "--print-api-summary", why: untimed},
	{names: "--csv"},
	{names: "--normalized-time-unit -u", value: "UNIT", values: "auto col s ms us ns"},
	{names: "--log-file", value: "FILE"},
	{names: "--export-profile --output-profile -o", value: "FILE"},
	{names: "--import-profile -i", value: "FILE"},
	{names: "--force-overwrite -f"},
	{names: "--query-metrics"},
	{names: "--analysis-metrics", why: "--metrics NAMES chooses counters"},
	{names: "--profile-from-start", value: "[on|off]", values: "on", idle: true},
	{names: "--unified-memory-profiling", value: "[MODE]", values: "per-process-device off", idle: true},
	{names: "--profile-child-processes --profile-all-processes", idle: true},
	{names: "--concurrent-kernels", value: "[on|off]", values: "on off", idle: true},
	{names: "--track-memory-allocations", value: "[on|off]", values: "on off", idle: true},
	{names: "--replay-mode", value: "MODE", idle: true},
	{names: "--demangling", value: "[on|off]", values: "on", idle: true},
	{names: "--cpu-profiling", value: "[on|off]", values: "off", idle: true},
	{names: "--dependency-analysis", why: "nothing but the GPU's activities is recorded"},
	{names: "--devices", value: "IDS", values: "all 0", idle: true},
	{names: "--quiet -q"},
}

// nvprof sums up what the GPU did, or lists the counters of each kernel.
func (c *call) nvprof() (int, error) {
	t, status, ok := c.tool(nvprofOptions, c.args[1:], "nvprof ./x")
	if !ok {
		return status, nil
	}
	names, events := listed(t.options["--metrics"]), listed(t.options["--events"])
	if slices.Equal(names, []string{"all"}) {
		names = counter.Names()
	}
	kernel, err := patternOf("--kernels", t.value("--kernels"), true)
	file := nvprofFile.named(t.value("--export-profile"))
	switch {
	case err != nil:
	case t.has("--query-metrics"):
		for _, name := range counter.Names() {
			c.print("%s\n", name)
		}
		return 0, nil
	case t.has("--import-profile"):
		return c.nvprofImport(t)
	case file != "" && len(names)+len(events) > 0:
		err = &optionError{"--export-profile", "counters are printed and not kept in a file: leave out one of the two"}
	case file != "":
		err = c.free(file, "-f", t.has("--force-overwrite"))
	}
	if err != nil {
		return c.fail(1, "%v", err)
	}
	log := c.log(t, c.err)
	say := func(format string, args ...any) {
		if !t.has("--quiet") {
			log.print("==1== "+format+"\n", args...)
		}
	}
	if len(t.words) > 0 {
		say("NVPROF is profiling process 1, command: %s", strings.Join(t.words, " "))
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return log.close(status), err
	}
	if say("Profiling application: %s", strings.Join(t.words, " ")); file != "" {
		if err := c.save(nvprofFile, file, recordOf(r.Run(), t.words)); err != nil {
			return c.fail(1, "%v", err)
		}
		say("Generated result file: %s", path.Join(colabRoot, c.at(file)))
	} else if say("Profiling result:"); len(names)+len(events) == 0 {
		recordOf(r.Run(), t.words).nvprofTables(t, log)
	}
	kernels := slices.DeleteFunc(figure.Distinct(r.Run()), func(k figure.Alike) bool { return !kernel.matches(k.Result.Kernel.Name) })
	for i, names := range [][]string{names, events} {
		if len(names) > 0 {
			log.print("%s", nvprofMetrics(r.Run().Device, kernels, names, i == 1, t.has("--csv")))
		}
	}
	c.told(r)
	return log.close(status), nil
}

// nvprofImport prints what a file of nvprof's has.
func (c *call) nvprofImport(t *tool) (int, error) {
	r := &record{}
	if err := c.open(nvprofFile, t.value("--import-profile"), r); err != nil {
		return c.fail(1, "%v", err)
	}
	log := c.log(t, c.err)
	log.print("======== Profiling result:\n")
	r.nvprofTables(t, log)
	return log.close(0), nil
}

// nvprofTables prints the tables that the options ask for; the summary where they ask for none.
func (r *record) nvprofTables(t *tool, log *toolLog) {
	var grids []*grid
	if t.has("--print-gpu-trace") {
		grids = append(grids, r.gpuTrace())
	}
	if len(grids) == 0 || t.has("--print-summary") || t.has("--print-gpu-summary") {
		grids = append(grids, r.gpuSummary())
	}
	unit := t.value("--normalized-time-unit")
	for _, g := range grids {
		switch {
		case len(g.rows) == 0:
			log.print("No kernels were profiled.\n")
		case t.has("--csv"):
			log.print("%s", g.csv(unit))
		default:
			log.print("%s", g.text(unit))
		}
	}
}

var nsysProfileOptions = toolOptions{
	{names: "--output -o", value: "NAME"},
	{names: "--stats", value: "[true|false]", values: "true false"},
	{names: "--force-overwrite -f", value: "[true|false]", values: "true false"},
	{names: "--show-output -w", value: "[true|false]", values: "true", idle: true},
	{names: "--export", value: "TYPE", values: "none text"},
	{names: "--trace -t", value: "APIS", idle: true},
	{names: "--sample -s", value: "SCOPE", idle: true},
	{names: "--cpuctxsw", value: "SCOPE", idle: true},
	{names: "--backtrace -b", value: "KIND", idle: true},
	{names: "--cudabacktrace", value: "[KIND]", values: "all none true false kernel memory sync", idle: true},
	{names: "--cuda-memory-usage", value: "[true|false]", values: "true false", idle: true},
	{names: "--cuda-um-gpu-page-faults --cuda-um-cpu-page-faults", value: "[true|false]", values: "true false", idle: true},
	{names: "--cuda-graph-trace", value: "KIND", idle: true},
	{names: "--capture-range -c", value: "RANGE", values: "none", idle: true},
	{names: "--stop-on-exit -x", value: "[true|false]", values: "true false", idle: true},
	{names: "--wait", value: "WHAT", idle: true},
	{names: "--kill", value: "SIGNAL", idle: true},
	{names: "--delay -y", value: "SECONDS", why: "the whole program is recorded"},
	{names: "--duration -d", value: "SECONDS", why: "the whole program is recorded"},
	{names: "--gpu-metrics-device --gpu-metrics-devices", value: "WHICH", values: "none", idle: true},
	{names: "--session-new", value: "NAME", idle: true},
}

var nsysStatsOptions = toolOptions{
	{names: "--report -r", value: "NAMES"},
	{names: "--format -f", value: "FORMAT", values: "column table csv"},
	{names: "--force-export", value: "[true|false]", values: "true false", idle: true},
	{names: "--force-overwrite", value: "[true|false]", values: "true false", idle: true},
	{names: "--quiet -q", idle: true},
	{names: "--output -o", value: "WHERE", values: "-", idle: true},
	{names: "--timeunit", value: "UNIT", values: "nsec nanoseconds", idle: true},
}

// nsys profiles a program, and shows again what it has recorded.
func (c *call) nsys() (int, error) {
	verb := ""
	words := c.args[1:]
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		verb, words = words[0], words[1:]
	}
	const usage = "nsys profile --stats=true ./x, or nsys stats report1.nsys-rep"
	switch verb {
	case "stats", "analyze":
		t, status, ok := c.tool(nsysStatsOptions, words, usage)
		if !ok {
			return status, nil
		}
		return c.nsysStats(t)
	case "profile", "nvprof", "launch":
		t, status, ok := c.tool(nsysProfileOptions, words, usage)
		if !ok {
			return status, nil
		}
		return c.nsysProfile(t, verb == "nvprof")
	case "", "status":
		c.print("nsys: a tool of Warpbook, in the place of NVIDIA's; write %s\n", usage)
		return 0, nil
	}
	return c.fail(1, "the command %q is not supported here; those that are: profile, stats", verb)
}

// nsysProfile records a program in a file, and prints the reports with --stats=true.
func (c *call) nsysProfile(t *tool, stats bool) (int, error) {
	name, force := cmp.Or(t.value("--output"), c.nextReport()), t.on("--force-overwrite")
	name = nsysFile.named(name)
	if err := c.free(name, "--force-overwrite=true", force); err != nil {
		return c.fail(1, "%v", err)
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return status, err
	}
	rec := recordOf(r.Run(), t.words)
	if err := c.save(nsysFile, name, rec); err != nil {
		c.fail(1, "%v", err)
		status = 1
	} else {
		c.say("Generated:\n    %s", path.Join(colabRoot, c.at(name)))
	}
	if stats || t.on("--stats") {
		c.nsysReports(rec, nil, false)
	}
	c.told(r)
	return status, nil
}

// nextReport is the name of a report for which no other is given: report1, or the first number that is free.
func (c *call) nextReport() string {
	for i := 1; ; i++ {
		name := fmt.Sprintf("report%d", i)
		if _, err := c.stat(name + nsysFile.ext); err != nil {
			return name
		}
	}
}

// nsysStats prints reports on what a file has.
func (c *call) nsysStats(t *tool) (int, error) {
	if len(t.words) == 0 {
		return c.fail(1, "want the name of a report; nsys profile -o NAME ./x writes NAME%s", nsysFile.ext)
	}
	var reports []*nsysReport
	for _, name := range listed(t.options["--report"]) {
		report := nsysReportOf(name)
		if report == nil {
			var names []string
			for _, r := range nsysReports {
				names = append(names, strings.Fields(r.names)[0])
			}
			return c.fail(1, "the report %q is not supported here; those that are: %s (%s)", name, strings.Join(names, ", "),
				"calls of the runtime are not timed by the model")
		}
		reports = append(reports, report)
	}
	rec := &record{}
	if err := c.open(nsysFile, strings.TrimPrefix(t.words[0], "./"), rec); err != nil {
		return c.fail(1, "%v", err)
	}
	c.nsysReports(rec, reports, t.value("--format") == "csv")
	return 0, nil
}

// nsysReports prints reports, or the usual ones where none is named.
func (c *call) nsysReports(rec *record, reports []*nsysReport, csv bool) {
	for i := range nsysReports {
		if r := &nsysReports[i]; r.usual && len(reports) == 0 || slices.Contains(reports, r) {
			c.print("%s", rec.nsysText(r, csv))
		}
	}
}
