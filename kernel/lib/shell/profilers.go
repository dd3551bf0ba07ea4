package shell

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/plotting"
)

// toolValues are options of profilers and of compute-sanitizer whose value is the next word.
var toolValues = set("-o --output --export-profile --set --section -k --kernel-name --kernels --metrics -m -c --launch-count -s --launch-skip "+
	"-t --trace --events -e --log-file --tool --print-details --page --report -r --export --format --cache-control --clock-control "+
	"--target-processes --replay-mode -u",
	"--leak-check --error-exitcode --racecheck-report --racecheck-detect-level --print-level --print-limit --save --read "+
		"--kernel-regex --launch-timeout --filter --padding --num-cuda-barriers --port --max-connections --demangle")

func set(lists ...string) map[string]bool {
	all := map[string]bool{}
	for _, list := range lists {
		for name := range strings.FieldsSeq(list) {
			all[name] = true
		}
	}
	return all
}

// A tool is the command line of a profiler: its options with their values, and the program behind them.
type tool struct {
	options map[string]string
	words   []string
}

func (t *tool) has(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { _, set := t.options[n]; return set })
}

func (t *tool) value(names ...string) (v string) {
	for _, n := range names {
		v = cmp.Or(v, t.options[n])
	}
	return v
}

// toolOf reads the words behind a profiler's name.
func (c *call) toolOf(words []string) *tool {
	t := &tool{options: map[string]string{}}
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		w := words[0]
		words = words[1:]
		name, value, joined := strings.Cut(w, "=")
		if !joined && len(words) > 0 && (toolValues[w] || words[0] == "true" || words[0] == "false" || words[0] == "yes" || words[0] == "no") {
			value, words = words[0], words[1:]
		}
		t.options[name] = value
	}
	if len(words) > 0 {
		t.words = c.target(slices.Clone(words))
	}
	return t
}

// profiled runs the program of a profiler; nil where there is none, or it is asked for its version, which is told.
func (c *call) profiled(t *tool, checking host.Checking) (*gpu.Program, int, error) {
	if t.has("--version", "-V", "--help", "-h") || len(t.words) == 0 {
		c.print("%s: a tool of Warpbook, in the place of NVIDIA's; write %s ./x\n", c.args[0], c.args[0])
		return nil, 0, nil
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

// nvprof sums up what the GPU did, or lists the counters of each kernel.
func (c *call) nvprof() (int, error) {
	t := c.toolOf(c.args[1:])
	if len(t.words) > 0 {
		c.say("==1== NVPROF is profiling process 1, command: %s", strings.Join(t.words, " "))
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return status, err
	}
	c.say("==1== Profiling application: %s", strings.Join(t.words, " "))
	switch names := t.value("--metrics", "-m", "--events", "-e"); {
	case names != "":
		kernels := slices.DeleteFunc(figure.Distinct(r.Run()), func(k figure.Alike) bool {
			return !strings.Contains(k.Result.Kernel.Name, pattern(t.value("--kernels", "-k")))
		})
		c.say("==1== Profiling result:\n==1== Metric result:\n%s", nvprofMetrics(r.Run().Device, kernels, listed(names)))
	case t.has("--print-gpu-trace"):
		c.say("==1== Profiling result:\n%s", gpuTrace(r.Run()))
	default:
		c.say("==1== Profiling result:\n%s", nvprofSummary(r.Run()))
		c.later(func() { c.run.Display(figure.ProfileTable(r.Run())) })
	}
	c.told(r)
	return status, nil
}

// nsys profiles a program, and shows again what it has written.
func (c *call) nsys() (int, error) {
	verb := ""
	words := c.args[1:]
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		verb, words = words[0], words[1:]
	}
	t := c.toolOf(words)
	switch {
	case verb == "stats" || verb == "analyze":
		return c.nsysStats(t)
	case verb != "profile" && verb != "nvprof" && verb != "launch":
		c.print("nsys: a tool of Warpbook, in the place of NVIDIA's; write nsys profile --stats=true ./x\n")
		return 0, nil
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return status, err
	}
	name := cmp.Or(t.value("-o", "--output"), "report1")
	if path.Ext(name) != reportExt {
		name += reportExt
	}
	text := nsysTables(r.Run())
	if err := c.writeFile(name, reportLine+text); err != nil {
		c.fail(1, "%v", fileError(name, err))
		status = 1
	} else {
		c.say("Generated:\n    %s", path.Join(colabRoot, c.at(name)))
	}
	if stats, set := t.options["--stats"]; set && stats != "false" || verb == "nvprof" {
		c.print("%s", text)
	}
	c.later(func() { c.run.Display(figure.ProfileTable(r.Run())) })
	c.told(r)
	return status, nil
}

// A report of nsys is a text here, which its first line marks.
const (
	reportExt  = ".nsys-rep"
	reportLine = "#!warpbook report of nsys\n"
)

func (c *call) nsysStats(t *tool) (int, error) {
	if len(t.words) == 0 {
		return c.fail(1, "want the name of a report; nsys profile -o NAME ./x writes NAME%s", reportExt)
	}
	name := strings.TrimPrefix(t.words[0], "./")
	text, err := c.readFile(name)
	if err != nil && path.Ext(name) != reportExt {
		text, err = c.readFile(strings.TrimSuffix(name, path.Ext(name)) + reportExt) // .qdrep and .sqlite are made of it
	}
	switch body, ok := strings.CutPrefix(text, reportLine); {
	case err != nil:
		return c.fail(1, "%v", fileError(name, err))
	case !ok:
		return c.fail(1, "%s is not a report that nsys has written here", name)
	default:
		c.print("%s", body)
		return 0, nil
	}
}

// ncu reports on each kernel.
func (c *call) ncu() (int, error) {
	t := c.toolOf(c.args[1:])
	if len(t.words) > 0 {
		c.say("==PROF== Connected to process 1 (%s)", path.Join(colabRoot, c.at(t.words[0])))
	}
	r, status, err := c.profiled(t, host.CheckSome)
	if r == nil {
		return status, err
	}
	c.say("==PROF== Disconnected from process 1")
	if names := t.value("--metrics"); names != "" {
		c.print("%s", c.metrics(r, names, t.value("-k", "--kernel-name")))
		c.told(r)
		return status, nil
	}
	level := t.value("--set")
	if !slices.Contains(report.Levels, level) {
		level = "basic"
	}
	kernel := pattern(t.value("-k", "--kernel-name"))
	c.later(func() {
		if err := r.ShowReportsOf(c.run, level, kernel); err != nil {
			c.run.Print(err.Error() + "\n")
		}
	})
	c.told(r)
	return status, nil
}

// pattern is the name of a kernel as a profiler's option has it, which may say how it is meant.
func pattern(name string) string {
	for _, prefix := range []string{"regex:", "::regex:", "::"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return strings.Trim(name, ".*^$")
}

// listed are names with commas between them.
func listed(names string) []string {
	return strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' })
}

// metrics are counters of each kernel and size that a program launched.
func (c *call) metrics(r *gpu.Program, names, kernel string) string {
	kernel = pattern(kernel)
	var b strings.Builder
	for _, k := range figure.Distinct(r.Run()) {
		if !strings.Contains(k.Result.Kernel.Name, kernel) {
			continue
		}
		l := k.Result.Launch
		fmt.Fprintf(&b, "  %s %s x %s, %s\n", signature(k.Result.Kernel), figure.Size(l.Grid), figure.Size(l.Block),
			plotting.Plural(k.Times, "invocation"))
		rows := [][]string{{"Metric Name", "Metric Unit", "Metric Value"}}
		for _, name := range listed(names) {
			doc, err := counter.Describe(name)
			if err != nil {
				rows = append(rows, []string{name, "", "(!) not known here"})
				continue
			}
			x, err := k.Result.Counters.Get(name)
			if err != nil {
				rows = append(rows, []string{name, doc.Unit, "(!) n/a"})
				continue
			}
			rows = append(rows, []string{name, doc.Unit, plotting.Number(x, 6)})
		}
		b.WriteString(columns(rows, "    ", false))
	}
	if b.Len() == 0 {
		return "  no kernel of this name was launched\n"
	}
	return b.String()
}

// sanitized runs a program with the checker on in all of its launches.
func (c *call) sanitized() (int, error) {
	t := c.toolOf(c.args[1:])
	if len(t.words) > 0 {
		c.print("========= %s\n", strings.ToUpper(c.args[0]))
	}
	r, status, err := c.profiled(t, host.CheckAll)
	if r == nil {
		return status, err
	}
	run := r.Run()
	for _, f := range run.Findings {
		c.print("========= %s\n", strings.ReplaceAll(f, "\n", "\n=========     "))
	}
	errors := len(run.Findings)
	if t.options["--leak-check"] == "full" {
		for _, l := range run.Leaks {
			line, _ := run.LeakAt(&l)
			c.print("========= Leaked %d bytes, allocated in %s\n", l.Bytes, line)
		}
		errors += len(run.Leaks)
	}
	c.print("========= ERROR SUMMARY: %s\n", plotting.Plural(errors, "error"))
	if code, err := strconv.Atoi(t.options["--error-exitcode"]); errors > 0 && err == nil {
		return code & 0xff, nil // as a shell sees it
	}
	return status, nil
}
