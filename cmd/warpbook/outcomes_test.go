package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// An outcome is what became of a cell that runs a program, beside what its notebook has stored. A cell that runs none has "".
type outcome string

const (
	same      outcome = "the same output"
	more      outcome = "the stored output, and more"
	numbers   outcome = "other numbers"
	unstored  outcome = "nothing stored"
	mistake   outcome = "the same error"
	told      outcome = "a message"
	failed    outcome = "an error"
	skippedIt outcome = "skipped"
	differs   outcome = "another output"
	notEnded  outcome = "not ended"
)

// outcomes are all of them, in the order of the table of docs/programs.md.
var outcomes = []struct {
	name  outcome
	about string
}{
	{same, "the output that the notebook has stored, apart from lines with times"},
	{more, "the stored output, with lines that Warpbook adds: faults, compiler warnings, files that were written"},
	{numbers, "the stored output with other numbers: random data, the order of blocks, properties of the card"},
	{unstored, "the program ran; the notebook has no stored output for it"},
	{mistake, "a compiler error, in the line for which the notebook has stored one"},
	{told, "a message that names the cause: a missing file, a missing header, a construct, a mistake in the program"},
	{failed, "an error that ends the cell and names its cause"},
	{skippedIt, "skipped, with a warning that names the Python modules"},
	{differs, "another output"},
	{notEnded, "the notebook takes longer than two minutes: the cell that is running then, and those after it"},
}

// wantsReason reports whether the outcome has to come with a line that says why.
func (o outcome) wantsReason() bool { return o == told || o == failed || o == skippedIt }

var (
	// runsProgram finds cells that run a program. Those that only compile one, or look at the card, are not counted.
	runsProgram = regexp.MustCompile(`(?m)^\s*(?:%%cu\b|%%cuda|!\s*(?:time\s+)?\./|!\s*/content|!\s*nvprof|!\s*nsys profile|%cuda_group_run)|^\s*\./|&&\s*\./`)
	// writesFile finds cells that write their text to a file, whatever the text runs later.
	writesFile = regexp.MustCompile(`^\s*%%(?:writefile|file)\b`)
	// ours are messages about programs that are not run, or not to the end.
	ours = regexp.MustCompile(`: (?:fatal )?error: |is not run|command not found|No such file|fatal`)
	// wrongLine finds the line of a source that a compiler refuses.
	wrongLine = regexp.MustCompile(`\((\d+)\): error`)
	// runToRun are lines that differ from run to run, and those that tools write around the output of a program.
	runToRun = regexp.MustCompile(`(?i)nvcc warning|Deprecated|^written in|never freed|estimates|modelled|time|elapsed|speed|ms\b|seconds|GFLOP|GB/s|sec\b|throughput|bandwidth`)
	digits   = regexp.MustCompile(`[-+]?\d+\.?\d*(?:e[-+]?\d+)?`)
)

// outcomeOf compares what a cell has printed with what is stored in it. ran is nil where nothing was saved, ended tells whether all
// cells were reached in time. says is the line that tells why, or the first line that differs.
func outcomeOf(stored, ran *notebook.Cell, ended bool) (o outcome, says string) {
	if !runsProgram.MatchString(stored.Source) || writesFile.MatchString(stored.Source) {
		return "", ""
	}
	if ran == nil || ran.Count == 0 && strings.TrimSpace(stored.Source) != "" {
		return notEnded, ""
	}
	was, _ := printedBy(stored)
	text, failure := printedBy(ran)
	if !ended && strings.Contains(failure, "KeyboardInterrupt") {
		return notEnded, ""
	}
	if skip, ok := ran.Skipped(); ok {
		return skippedIt, skip.String()
	}
	want, got := lasting(was), lasting(text)
	line := ours.FindStringIndex(text)
	switch {
	case failure != "":
		return failed, shortLine(failure)
	case strings.TrimSpace(was) != "" && slices.Equal(want, got):
		return same, ""
	case refusedLine(text) != "" && refusedLine(text) == refusedLine(was):
		return mistake, ""
	case line != nil:
		from := strings.LastIndexByte(text[:line[0]], '\n') + 1
		return told, shortLine(text[from:])
	case strings.TrimSpace(was) == "":
		return unstored, ""
	case slices.Equal(withoutNumbers(want), withoutNumbers(got)):
		return numbers, ""
	}
	if i := slices.IndexFunc(want, func(l string) bool { return !slices.Contains(got, l) }); i < 0 {
		return more, ""
	}
	if i := slices.IndexFunc(got, func(l string) bool { return !slices.Contains(want, l) }); i >= 0 {
		return differs, shortLine(got[i])
	}
	return differs, "less is printed"
}

// printedBy is what a cell has printed, and the error that has ended it.
func printedBy(c *notebook.Cell) (text, failure string) {
	for _, o := range c.Outputs {
		switch o.Type {
		case notebook.Stream:
			text += o.Text
		case notebook.ErrorOutput:
			failure = o.ErrorName + ": " + o.ErrorValue
		}
	}
	return text, failure
}

// refusedLine is the number of the first line of a source that the compiler has refused, "" if it has refused none.
func refusedLine(text string) string {
	if m := wrongLine.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// lasting are the lines that are the same in every run.
func lasting(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !runToRun.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

func withoutNumbers(lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, digits.ReplaceAllString(line, "#"))
	}
	return all
}

// shortLine is the first line of a text, cut.
func shortLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > 160 {
		return string(r[:159]) + "…"
	}
	return line
}

func (o outcome) count(cells []publicCell) (n int) {
	for _, c := range cells {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// outcomeTable is the table of docs/programs.md.
func outcomeTable(cells []publicCell) string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "| cells | of %d that run a program |\n|---|---|\n", len(cells))
	for _, o := range outcomes {
		if n := o.name.count(cells); n > 0 {
			fmt.Fprintf(b, "| %d | %s |\n", n, o.about)
		}
	}
	return b.String()
}

// TestOutcomes: what a cell prints, and what its notebook has stored, have the outcome that a reader would give them.
func TestOutcomes(t *testing.T) {
	stream := func(text string) *notebook.Output {
		return &notebook.Output{Type: notebook.Stream, Name: "stdout", Text: text}
	}
	mark := map[string]any{"warpbook": map[string]any{"skipped": map[string]any{"language": "Python", "needs": []any{"numpy"}}}}
	for _, tc := range []struct {
		source, stored string
		ran            *notebook.Output
		interrupted    bool
		want           outcome
		says           string
	}{
		{"!nvcc x.cu", "", stream(""), false, "", ""},
		{"%%writefile x.sh\n./x\n", "Overwriting x.sh\n", stream("Writing x.sh\n"), false, "", ""},
		{"%%cu\nint main() {}", "a\nTime: 3 ms\n", stream("a\nTime: 5 ms\n"), false, same, ""},
		{"!./x", "a\n", stream("a\nwarning: b\n"), false, more, ""},
		{"!time ./x", "sum 3\n", stream("sum 4\n"), false, numbers, ""},
		{"!nvcc x.cu -o x && ./x", "", stream("a\n"), false, unstored, ""},
		{"!./x", "a\n", stream("x.cu(3): error: no such thing\n"), false, told, "x.cu(3): error: no such thing"},
		{"!./x", "x.cu(3): error: b\n", stream("x.cu(3): error: b\n"), false, same, ""},
		{"%%cu\n", "/tmp/1.cu(3): error: identifier P is undefined\n", stream("cell.cu(3): error: undeclared identifier P\n"), false, mistake, ""},
		{"%%cu\n", "/tmp/1.cu(3): error: identifier P is undefined\n", stream("cell.cu(4): error: no such thing\n"), false, told, "cell.cu(4): error: no such thing"},
		{"!./x", "a\n", stream("a\nb: command not found\n"), false, told, "b: command not found"},
		{"!./x", "a\n", stream("b\n"), false, differs, "b"},
		{"!./x", "a\nb\n", stream("a\n"), false, differs, "less is printed"},
		{"%%cu\n", "a\n", &notebook.Output{Type: notebook.ErrorOutput, ErrorName: "Error", ErrorValue: "bad\nworse"}, false, failed, "Error: bad"},
		{"%%cu\n", "a\n", &notebook.Output{Type: notebook.ErrorOutput, ErrorName: "KeyboardInterrupt"}, true, notEnded, ""},
		{"import numpy\n!./x", "a\n", &notebook.Output{Type: notebook.DisplayData, Metadata: mark}, false, skippedIt, "Python: numpy"},
		{"!./x", "a\n", nil, true, notEnded, ""},
	} {
		stored := &notebook.Cell{Type: notebook.Code, Source: tc.source, Outputs: []*notebook.Output{stream(tc.stored)}}
		ran := &notebook.Cell{Type: notebook.Code, Source: tc.source, Count: 1}
		if tc.ran == nil {
			ran.Count = 0
		} else {
			ran.Outputs = []*notebook.Output{tc.ran}
		}
		if o, says := outcomeOf(stored, ran, !tc.interrupted); o != tc.want || says != tc.says {
			t.Errorf("%q, stored %q: %q %q, want %q %q", tc.source, tc.stored, o, says, tc.want, tc.says)
		}
	}
}
