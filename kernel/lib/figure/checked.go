package figure

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// Checked is what the checker has found in a launch.
type Checked struct{ *observe.Checked }

// headline says what was checked, and how it came out.
func (r Checked) headline() string {
	x := r.Checked
	n := len(x.Faults)
	outcome := "no faults"
	if n > 0 {
		outcome = plotting.Plural(n, "fault")
	}
	if len(x.Nested) > 0 {
		outcome += "; what it launches (" + strings.Join(x.Nested, ", ") + ") is not checked"
	}
	threads := "1 thread"
	if n := x.Launch.Grid.Count() * x.Launch.Block.Count(); n > 1 {
		threads = plotting.Number(float64(n), 9) + " threads"
	}
	return fmt.Sprintf("%s on %s, %s checked: %s", Launch(&x.Launch), x.Device.Name, threads, outcome)
}

// faultLines are the words about one fault: the kind, what is wrong, the lines of the source,
// what mends it.
func (r Checked) faultLines(f *checker.Fault) (kind, what string, source []string, remedy string) {
	if kind = f.Kind; f.Count > 1 {
		kind += fmt.Sprintf(", %d times", f.Count)
	}
	numbers := []int{f.Line}
	if f.OtherLine != 0 && f.OtherLine != f.Line {
		numbers = []int{min(f.Line, f.OtherLine), max(f.Line, f.OtherLine)}
	}
	for _, n := range numbers {
		if text := r.Kernel.Module.Line(n); text != "" {
			source = append(source, fmt.Sprintf("%4v  %s", r.Kernel.Module.Mark(n), text))
		}
	}
	return kind, f.What, source, f.Remedy
}

// mostRaces is how many races on an array are told at length: a missing barrier may part
// many pairs of lines.
const mostRaces = 3

// shown are the faults that are told at length, and a sentence about the others.
func (r Checked) shown() (shown []*checker.Fault, more string) {
	races := map[string]int{}
	var pairs []string
	for _, f := range r.Faults {
		if f.Kind == checker.Race {
			if races[f.Array]++; races[f.Array] > mostRaces {
				pairs = append(pairs, fmt.Sprintf("%v and %v (%s)", r.Kernel.Module.Mark(min(f.Line, f.OtherLine)),
					r.Kernel.Module.Mark(max(f.Line, f.OtherLine)), f.Array))
				continue
			}
		}
		shown = append(shown, f)
	}
	if len(pairs) > 0 {
		more = "Races are also between the lines " + strings.Join(pairs, ", ") + ": what mends the first ones may mend these."
	}
	return shown, more
}

// Text is the whole report.
func (r Checked) Text() string {
	var b strings.Builder
	b.WriteString(r.headline() + "\n")
	shown, more := r.shown()
	for _, f := range shown {
		kind, what, source, remedy := r.faultLines(f)
		fmt.Fprintf(&b, "\n%s\n  %s.\n", kind, what)
		for _, s := range source {
			fmt.Fprintf(&b, "  %s\n", s)
		}
		fmt.Fprintf(&b, "  %s.\n", remedy)
	}
	if more != "" {
		b.WriteString("\n" + more + "\n")
	}
	if r.Partial {
		b.WriteString("\nThe launch is too large to compare all accesses with each other: try a smaller one.\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
