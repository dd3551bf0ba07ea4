package shell

import (
	"math"
	"slices"
	"strings"

	faults "warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/plotting"
)

var sanitizerOptions = toolOptions{
	{names: "--tool", value: "TOOL", values: "memcheck racecheck initcheck synccheck"},
	{names: "--leak-check", value: "full|no", values: "full no"},
	{names: "--report-api-errors", value: "WHICH", values: "all explicit no"},
	{names: "--print-limit", value: "N"},
	{names: "--error-exitcode", value: "N"},
	{names: "--log-file", value: "FILE"},
	{names: "--quiet -q"},
	{names: "--kernel-name --kernel-regex --filter", value: "NAME", why: "all kernels are examined"},
	{names: "--launch-count -c", value: "N", why: "all launches are examined"},
	{names: "--launch-skip -s", value: "N", why: "all launches are examined"},
	{names: "--save", value: "FILE", why: "--log-file FILE keeps the report as text"},
	{names: "--read", value: "FILE", why: "--log-file FILE keeps the report as text"},
	{names: "--print-level", value: "LEVEL", values: "info warn error fatal", idle: true},
	{names: "--racecheck-report", value: "KIND", values: "hazard analysis all", idle: true},
	{names: "--racecheck-detect-level", value: "LEVEL", values: "info warn error", idle: true},
	{names: "--racecheck-memcpy-async", value: "[yes|no]", values: "yes no", idle: true},
	{names: "--track-unused-memory", value: "[yes|no]",
		why: "the checker looks for reads of what is not set, and not for memory that is not used"},
	{names: "--check-device-heap", value: "[yes|no]", values: "yes no", idle: true},
	{names: "--padding", value: "BYTES", idle: true},
	{names: "--target-processes", value: "WHICH", values: "all application-only", idle: true},
	{names: "--show-backtrace", value: "[WHICH]", values: "yes no host device", idle: true},
	{names: "--destroy-on-device-error", value: "WHAT", values: "context kernel", idle: true},
	{names: "--launch-timeout", value: "SECONDS", idle: true},
	{names: "--num-cuda-barriers", value: "N", idle: true},
	{names: "--require-cuda-init", value: "[yes|no]", values: "yes no", idle: true},
	{names: "--force-blocking-launches --force-synchronization-limit", value: "[N]", values: "yes no", idle: true},
	{names: "--generate-coredump", value: "[yes|no]", values: "no", idle: true},
	{names: "--demangle", value: "KIND", values: "full simple no", idle: true},
	{names: "--nvtx", value: "[yes|no]", values: "yes no", idle: true},
}

// sanitizerKinds are the kinds of findings that each tool reports. What a program does on the host is no concern of these tools.
var sanitizerKinds = map[string][]string{
	"memcheck":  {faults.OutOfBounds, faults.Misaligned, faults.Other, host.CallError},
	"racecheck": {faults.Race, faults.Fence},
	"initcheck": {faults.Uninitialised, host.Unset},
	"synccheck": {faults.Barrier, faults.AbsentLanes},
}

// usualLimit is how many errors compute-sanitizer prints where --print-limit does not say so; a limit of 0 is none.
const usualLimit = 10000

// sanitized runs a program with the checker on in all of its launches, and reports the faults of one tool.
func (c *call) sanitized() (int, error) {
	t, status, ok := c.tool(sanitizerOptions, c.args[1:], c.args[0]+" ./x")
	if !ok {
		return status, nil
	}
	limit, err := t.number("--print-limit", usualLimit)
	code, codeErr := t.number("--error-exitcode", 0)
	tool := t.value("--tool")
	if tool == "" {
		tool = "memcheck"
	}
	switch {
	case err == nil && codeErr != nil:
		err = codeErr
	case err == nil && t.has("--leak-check") && tool != "memcheck":
		err = &optionError{"--leak-check", "this option belongs to --tool memcheck, and the tool is " + tool}
	}
	if err != nil {
		return c.fail(1, "%v", err)
	}
	log := c.log(t, c.out)
	if len(t.words) > 0 {
		log.print("========= %s\n", strings.ToUpper(c.args[0]))
	}
	r, status, err := c.profiled(t, host.CheckAll)
	if r == nil {
		return log.close(status), err
	}
	kinds := sanitizerKinds[tool]
	if t.value("--report-api-errors") == "no" {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return k == host.CallError })
	}
	if limit == 0 {
		limit = math.MaxInt
	}
	report := &sanitizerReport{log: log, limit: limit}
	for _, f := range r.Run().Found {
		if slices.Contains(kinds, f.Kind) {
			report.error("%s", strings.ReplaceAll(f.Text, "\n", "\n=========     "))
		}
	}
	if t.value("--leak-check") == "full" {
		report.leaks(r.Run())
	}
	if status != 0 && !t.has("--quiet") {
		log.print("========= Target application returned an error\n")
	}
	report.summary(tool)
	if report.errors > 0 && status == 0 {
		status = code & 0xff // as a shell sees it
	}
	return log.close(status), nil
}

// A sanitizerReport counts errors and prints the first ones.
type sanitizerReport struct {
	log           *toolLog
	limit, errors int
}

// error reports an error.
func (s *sanitizerReport) error(format string, args ...any) {
	if s.errors++; s.errors <= s.limit {
		s.log.print("========= "+format+"\n", args...)
	}
}

// leaks reports the memory that was not freed.
func (s *sanitizerReport) leaks(run *host.Run) {
	bytes, allocations := 0, 0
	for _, l := range run.Leaks {
		line, _ := run.LeakAt(&l)
		s.error("Leaked %d bytes, allocated in %s", l.Bytes, line)
		bytes, allocations = bytes+l.Bytes, allocations+l.Times
	}
	s.log.print("========= LEAK SUMMARY: %d bytes leaked in %d allocations\n", bytes, allocations)
}

// summary prints the last lines of a tool's report.
func (s *sanitizerReport) summary(tool string) {
	printed := min(s.errors, s.limit)
	if tool == "racecheck" {
		s.log.print("========= RACECHECK SUMMARY: %s displayed (%s, 0 warnings)\n", plotting.Plural(printed, "hazard"), plotting.Plural(printed, "error"))
	} else {
		s.log.print("========= ERROR SUMMARY: %s\n", plotting.Plural(s.errors, "error"))
	}
	if more := s.errors - printed; more > 0 {
		s.log.print("========= ERROR SUMMARY: %s not printed: --print-limit N prints more\n", plotting.Plural(more, "error"))
	}
}
