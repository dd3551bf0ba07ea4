package gpu

import (
	"fmt"
	"html"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// Advices is what r.advice() finds, as a sequence: the largest gain first.
type Advices struct{ advices *gpumodel.Advices }

func (*Advices) Type() string            { return "advices" }
func (*Advices) Freeze()                 {}
func (a *Advices) Truth() starlark.Bool  { return len(a.advices.List) > 0 }
func (a *Advices) Hash() (uint32, error) { return unhashable(a) }

// Len is the number of changes that are worth the work.
func (a *Advices) Len() int { return len(a.advices.List) }

// Index is the one at a place.
func (a *Advices) Index(i int) starlark.Value { return &Advice{&a.advices.List[i]} }

// Iterate goes from the largest gain on.
func (a *Advices) Iterate() starlark.Iterator {
	var list []starlark.Value
	for i := range a.Len() {
		list = append(list, a.Index(i))
	}
	return starlark.NewList(list).Iterate()
}

// summary says what the changes are measured against, and what else was tried.
func (a *Advices) summary() string {
	x := a.advices
	s := fmt.Sprintf("%s takes %s on %s", x.Result.Kernel.Name, plotting.SI(x.Result.Time, "s"), x.Result.Device.Name)
	tried := fmt.Sprintf("of %d changes that were tried", x.Tried)
	switch {
	case a.Len() == 0 && x.Tried == 0:
		return s + "; its counters show nothing to change"
	case a.Len() == 0:
		return fmt.Sprintf("%s; nothing is worth doing: %s the best gives %s times the speed; limited by %s", s, tried, plotting.Number(x.Next, 3), boundOf(x.Result))
	case a.Len() == x.Tried:
		return s
	}
	return fmt.Sprintf("%s; %s, %d gain less than 5 %%", s, tried, x.Tried-a.Len())
}

// String writes one paragraph for each.
func (a *Advices) String() string {
	var b strings.Builder
	b.WriteString(a.summary())
	for i := range a.advices.List {
		fmt.Fprintf(&b, "\n\n%d. %s", i+1, &Advice{&a.advices.List[i]})
	}
	return b.String()
}

// MIMEBundle shows a numbered list: tables of sentences are hard to read.
func (a *Advices) MIMEBundle() (data, metadata map[string]any) {
	var page, markdown strings.Builder
	fmt.Fprintf(&page, "<p>%s</p>\n", html.EscapeString(a.summary()))
	markdown.WriteString(a.summary() + "\n")
	if a.Len() > 0 {
		page.WriteString("<ol>\n")
	}
	for i, x := range a.advices.List {
		seen := plotting.Number(x.Value, 4)
		fmt.Fprintf(&page, "<li><strong>%s</strong> in line %d: %s as fast without<br><code>%s</code><br>%s (<code>%s</code> = %s)<br>%s</li>\n",
			html.EscapeString(x.Problem), x.Line, times(x.Gain), html.EscapeString(x.Source), html.EscapeString(x.Finding), x.Counter, seen, html.EscapeString(x.Remedy))
		fmt.Fprintf(&markdown, "\n%d. **%s** in line %d: %s as fast without\n\n       %s\n\n   %s (`%s` = %s)\n\n   %s\n",
			i+1, x.Problem, x.Line, times(x.Gain), x.Source, x.Finding, x.Counter, seen, x.Remedy)
	}
	if a.Len() > 0 {
		page.WriteString("</ol>\n")
	}
	return map[string]any{"text/plain": a.String(), "text/html": page.String(), "text/markdown": markdown.String()}, map[string]any{}
}

// times writes a gain.
func times(gain float64) string { return plotting.Number(gain, 3) + " times" }

// Advice is one thing to change, as a value.
type Advice struct{ advice *gpumodel.Advice }

func (*Advice) Type() string            { return "advice" }
func (*Advice) Freeze()                 {}
func (*Advice) Truth() starlark.Bool    { return true }
func (a *Advice) Hash() (uint32, error) { return unhashable(a) }

var adviceAttributes = attributes[*Advice]{
	"problem": text(func(a *Advice) string { return a.advice.Problem }),
	"line":    integer(func(a *Advice) int { return a.advice.Line }),
	"source":  text(func(a *Advice) string { return a.advice.Source }),
	"gain":    number(func(a *Advice) float64 { return a.advice.Gain }),
	"time":    number(func(a *Advice) float64 { return a.advice.Time }),
	"counter": text(func(a *Advice) string { return a.advice.Counter }),
	"value":   number(func(a *Advice) float64 { return a.advice.Value }),
	"finding": text(func(a *Advice) string { return a.advice.Finding }),
	"remedy":  text(func(a *Advice) string { return a.advice.Remedy }),
}

var _ = declare(row{
	name: "result.advice", page: "results.md", attr: ofModel(method((*Result).advise)),
	doc: `advice()
What to change first: the launch is run again without each problem that its counters show, and what gains
5 % or more is listed, the largest gain first. Each has problem, line, source, gain (how many times as fast),
time, counter, value, finding, remedy. The list is empty if nothing is worth doing.

    r.advice()[0].problem`,
})

// Attr returns a part of an advice.
func (a *Advice) Attr(name string) (starlark.Value, error) { return adviceAttributes.get(a, name) }

// AttrNames lists the attributes.
func (a *Advice) AttrNames() []string { return adviceAttributes.names() }

// String writes a paragraph.
func (a *Advice) String() string {
	x := a.advice
	return fmt.Sprintf("%s in line %d: %s as fast without\n   %s\n   %s (%s = %s)\n   %s",
		x.Problem, x.Line, times(x.Gain), x.Source, x.Finding, x.Counter, plotting.Number(x.Value, 4), x.Remedy)
}

// advise finds what to change first.
func (r *Result) advise(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	if err := r.single(c); err != nil {
		return nil, err
	}
	x, err := gpumodel.Advise(c.ctx(), r.result.Device, r.result.Launch)
	if err != nil {
		return nil, launchFault(err, r.result.Kernel)
	}
	return &Advices{x}, nil
}
