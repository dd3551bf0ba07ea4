package figure

import (
	"fmt"
	"html"
	"strings"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/plotting"
)

// Advices are what to change in a kernel, the largest gain first. They are sentences, and a
// table of sentences is hard to read: they are lists.
type Advices struct{ *advise.Advices }

// summary says what the changes are measured against, and what else was tried.
func (a Advices) summary() string {
	x, n := a.Advices, len(a.List)
	s := fmt.Sprintf("%s takes %s on %s", x.Result.Kernel.Name, Time(x.Result), x.Result.Device.Name)
	tried := fmt.Sprintf("of %d changes that were tried", x.Tried)
	switch {
	case n == 0 && x.Tried == 0:
		return s + "; its counters show nothing to change"
	case n == 0:
		return fmt.Sprintf("%s; nothing is worth doing: %s the best gives %s times the speed; limited by %s", s, tried,
			plotting.Number(x.Next, 3), Bound(x.Result))
	case n == x.Tried:
		return s
	}
	return fmt.Sprintf("%s; %s, %d gain less than 5 %%", s, tried, x.Tried-n)
}

// Text has a paragraph for each.
func (a Advices) Text() string {
	var b strings.Builder
	b.WriteString(a.summary())
	for i := range a.List {
		fmt.Fprintf(&b, "\n\n%d. %s", i+1, Advice(&a.List[i]))
	}
	return b.String()
}

// HTML is a numbered list.
func (a Advices) HTML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(a.summary()))
	if len(a.List) == 0 {
		return b.String()
	}
	b.WriteString("<ol>\n")
	for _, x := range a.List {
		fmt.Fprintf(&b, "<li><strong>%s</strong> in %s: %s<br><code>%s</code><br>%s (<code>%s</code> = %s)<br>%s</li>\n",
			html.EscapeString(x.Problem), html.EscapeString(x.At()), gain(&x), html.EscapeString(x.Source), html.EscapeString(x.Finding),
			x.Counter, plotting.Number(x.Value, 4), html.EscapeString(x.Remedy))
	}
	b.WriteString("</ol>\n")
	return b.String()
}

// Markdown is a numbered list.
func (a Advices) Markdown() string {
	var b strings.Builder
	b.WriteString(a.summary() + "\n")
	for i, x := range a.List {
		fmt.Fprintf(&b, "\n%d. **%s** in %s: %s\n\n       %s\n\n   %s (`%s` = %s)\n\n   %s\n",
			i+1, x.Problem, x.At(), gain(&x), x.Source, x.Finding, x.Counter, plotting.Number(x.Value, 4), x.Remedy)
	}
	return b.String()
}

// mostThroughput is the largest gain in throughput that is told as a number. A launch that leaves nearly all of the GPU idle could
// gain a factor of hundreds with more blocks of the same kind, but no change of this launch does.
const mostThroughput = 10

// gain says how much faster the kernel is without the problem, and whether that is less than the samples leave open.
func gain(x *advise.Advice) string {
	text := fmt.Sprintf("without it, the kernel is %s times as fast", plotting.Number(x.Gain, 3))
	switch {
	case x.Throughput && x.Gain > mostThroughput:
		return fmt.Sprintf("with enough blocks, the GPU does more than %d times as much in the same time", mostThroughput)
	case x.Throughput:
		text = fmt.Sprintf("with enough blocks, the GPU does up to %s times as much in the same time", plotting.Number(x.Gain, 3))
	}
	if off := plotting.PlusMinus(x.Uncertainty); off != "" {
		text += " (" + strings.TrimSpace(off) + ")"
	}
	if x.Within {
		text += "; this gain is within the uncertainty, which exact=True removes"
	}
	return text
}

// Advice is a paragraph: the problem, the line, and what to do.
func Advice(x *advise.Advice) string {
	return fmt.Sprintf("%s in %s: %s\n   %s\n   %s (%s = %s)\n   %s",
		x.Problem, x.At(), gain(x), x.Source, x.Finding, x.Counter, plotting.Number(x.Value, 4), x.Remedy)
}
