package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
)

// Advices is the result of r.advice(): a sequence of Advice, the largest gain first.
type Advices struct{ advices *advise.Advices }

func (*Advices) Type() string            { return "advices" }
func (*Advices) Freeze()                 {}
func (a *Advices) Truth() starlark.Bool  { return len(a.advices.List) > 0 }
func (a *Advices) Hash() (uint32, error) { return face.Unhashable(a) }

// Len returns the number of changes that are worth the work.
func (a *Advices) Len() int { return len(a.advices.List) }

// Index returns the advice at index i, from 0.
func (a *Advices) Index(i int) starlark.Value { return &Advice{&a.advices.List[i]} }

// Iterate returns an iterator over the advices, the largest gain first.
func (a *Advices) Iterate() starlark.Iterator {
	var list []starlark.Value
	for i := range a.Len() {
		list = append(list, a.Index(i))
	}
	return starlark.NewList(list).Iterate()
}

// String returns one paragraph for each advice.
func (a *Advices) String() string { return figure.Advices{Advices: a.advices}.Text() }

// MIMEBundle returns a numbered list.
func (a *Advices) MIMEBundle() (data, metadata map[string]any) {
	f := figure.Advices{Advices: a.advices}
	return map[string]any{"text/plain": f.Text(), "text/html": f.HTML(), "text/markdown": f.Markdown()}, map[string]any{}
}

// Advice is one suggested change, as a value.
type Advice struct{ advice *advise.Advice }

func (*Advice) Type() string            { return "advice" }
func (*Advice) Freeze()                 {}
func (*Advice) Truth() starlark.Bool    { return true }
func (a *Advice) Hash() (uint32, error) { return face.Unhashable(a) }

var _ = face.DeclareFields(&registry, face.Fields[*Advice]{
	"problem":     face.Text(func(a *Advice) string { return a.advice.Problem }),
	"line":        func(a *Advice) (starlark.Value, error) { return lineValue(a.advice.File, a.advice.Line), nil },
	"source":      face.Text(func(a *Advice) string { return a.advice.Source }),
	"gain":        face.Number(func(a *Advice) float64 { return a.advice.Gain }),
	"time":        face.Number(func(a *Advice) float64 { return a.advice.Time }),
	"counter":     face.Text(func(a *Advice) string { return a.advice.Counter }),
	"value":       face.Number(func(a *Advice) float64 { return a.advice.Value }),
	"uncertainty": face.Number(func(a *Advice) float64 { return a.advice.Uncertainty }),
	"finding":     face.Text(func(a *Advice) string { return a.advice.Finding }),
	"remedy":      face.Text(func(a *Advice) string { return a.advice.Remedy }),
})

var _ = registry.Declare(row{
	Name: "result.advice", Page: "results.md", Attr: ofModel(face.Method((*Result).advise)),
	Doc: `advice()
Finds the most useful changes to a kernel. The counters show the problems of the launch. For each problem, it
runs the launch again without this problem. If the launch was exact, these launches are exact too.

Returns a list of the changes that gain 5 % or more. The change with the largest gain is first. Each change a
has the attributes a.problem, a.line, a.source, a.gain (the speed-up factor), a.uncertainty (the relative
uncertainty of the gain), a.time, a.counter, a.value, a.finding and a.remedy. If the problem is too few blocks,
a.gain compares with a launch of more blocks: how many times as much the GPU does in the same time.

    r.advice()[0].problem`,
})

// Attr returns a part of an advice.
func (a *Advice) Attr(name string) (starlark.Value, error) { return registry.Attr(a, name) }

// AttrNames lists the attributes.
func (a *Advice) AttrNames() []string { return registry.AttrNames(a) }

// String writes a paragraph.
func (a *Advice) String() string { return figure.Advice(a.advice) }

// advise finds what to change first.
func (r *Result) advise(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if err := r.single(c); err != nil {
		return nil, err
	}
	x, err := advise.Advise(c.Ctx(), r.result.Device, r.result.Launch)
	if err != nil {
		return nil, cudacell.Launching(err, r.result.Kernel)
	}
	return &Advices{x}, nil
}
