package gpu

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// A Program is what a cell with a main did.
type Program struct {
	program *host.Program
	call    ProgramCall // by which it ran
	run     *host.Run
	stdout  string
	library *Library
	took    time.Duration
}

func (p *Program) String() string {
	return fmt.Sprintf("<program on %s: exit code %d, %s>", p.run.Device.Name, p.run.ExitCode, plotting.SI(p.run.Time, "s"))
}
func (*Program) Type() string            { return "program" }
func (*Program) Freeze()                 {}
func (*Program) Truth() starlark.Bool    { return true }
func (p *Program) Hash() (uint32, error) { return face.Unhashable(p) }

var _ = face.DeclareFields(&registry, face.Fields[*Program]{
	"exit_code": face.Integer(func(p *Program) int { return p.run.ExitCode }),
	"stdout":    face.Text(func(p *Program) string { return p.stdout }),
	"time":      face.Number(func(p *Program) float64 { return p.run.Time }),
	"gpu":       func(p *Program) (starlark.Value, error) { return &GPU{p.run.Device}, nil },
	"table":     face.Table(func(p *Program) *plotting.Table { return figure.ProgramTable(p.run) }),
	"launches": func(p *Program) (starlark.Value, error) {
		var all []starlark.Value
		for _, r := range p.run.Launches() {
			all = append(all, &Result{r, p.library, max(p.took, 1)})
		}
		return starlark.NewList(all), nil
	},
	"files":    func(p *Program) (starlark.Value, error) { return texts(p.run.FileNames()), nil },
	"findings": func(p *Program) (starlark.Value, error) { return texts(p.run.Findings), nil },
	"leaks": face.Table(func(p *Program) *plotting.Table {
		t := &plotting.Table{Columns: []plotting.Column{{Name: "line", Kind: plotting.Int}, {Name: "bytes", Kind: plotting.Int}}}
		for _, l := range p.run.Leaks {
			_, line := p.run.LeakAt(&l)
			t.Add(line, l.Bytes)
		}
		return t
	}),
})

func texts(list []string) starlark.Value {
	var all []starlark.Value
	for _, s := range list {
		all = append(all, starlark.String(s))
	}
	return starlark.NewList(all)
}

var _ = registry.Declare(row{
	Name: "program.timeline", Page: "results.md", Attr: face.Method((*Program).timeline),
	Doc: `timeline()
Draws the copies and kernels of each stream over the time of the program.

Returns the figure.

    program.timeline()`,
})

func (p *Program) timeline(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if len(p.run.Ops) == 0 {
		return nil, face.ValueErrorf("timeline: the program gave the GPU nothing to do")
	}
	return plot.NewFigure(figure.ProgramTimeline(p.run))
}

var _ = registry.Declare(row{
	Name: "program.again", Page: "results.md", Attr: face.Method((*Program).again),
	Doc: `again(args="", stdin="", kernels=True, disturb=None)
Runs the program again, without showing its output. Use it to test programs.

args (string, ""): command-line arguments of the program
stdin (string, ""): the text of the program's standard input
kernels (bool, True): False makes launches do nothing. If the output stays the same, it does not come from the
  GPU
disturb (number, None): a place in the arrays of the GPU, from 0 to 1. Before each launch, Warpbook changes 8
  bytes at this place in each array of 64 bytes or more. If the output stays the same, it does not come from
  these arrays

Returns the new run as a program p: p.exit_code, p.stdout, p.time, p.launches, …

    program.again("1003").stdout`,
})

func (p *Program) again(c face.Call) (starlark.Value, error) {
	args, stdin, kernels := "", "", true
	var disturb starlark.Value
	if err := c.Unpack("args?", &args, "stdin?", &stdin, "kernels?", &kernels, "disturb??", &disturb); err != nil {
		return nil, err
	}
	place, err := placeOf(disturb)
	if err != nil {
		return nil, err
	}
	words, err := cudacell.Words(args)
	if err != nil {
		return nil, err
	}
	call := p.call
	call.Args = append(slices.Clone(p.call.Args[:1]), words...)
	call.Stdin, call.Idle, call.Stdout, call.Stderr = strings.NewReader(stdin), !kernels, io.Discard, io.Discard
	call.Disturb = place
	return p.library.RunProgram(c.Run(), p.program, call)
}

// placeOf reads a place in arrays, a share of their size; nil for None.
func placeOf(v starlark.Value) (*float64, error) {
	if v == nil || v == starlark.None {
		return nil, nil
	}
	x, ok := starlark.AsFloat(v)
	if !ok || !(x >= 0 && x <= 1) {
		return nil, face.ValueErrorf("again: disturb is a place in arrays from 0 (their begin) to 1 (their end), got %s", face.Describe(v))
	}
	return &x, nil
}

// Attr returns an attribute of the program.
func (p *Program) Attr(name string) (starlark.Value, error) { return registry.Attr(p, name) }

// AttrNames lists the attributes.
func (p *Program) AttrNames() []string { return registry.AttrNames(p) }

// Doc is what ?program shows.
func (*Program) Doc() string {
	return `Holds what the last cell with a main did.
stdout, exit_code  its output and its exit code
time               the program's own clock at its end, in seconds
launches           the results of its launches, in order
table              its launches and copies
findings           what is wrong with the program; leaks: what it has not freed
files              the files that it has written
gpu                where it ran
timeline()         a picture of what its streams did
again("1003")      runs it with other arguments`
}

// MIMEBundle shows the launches and copies.
func (p *Program) MIMEBundle() (data, metadata map[string]any) {
	return plot.NewTable(figure.ProgramTable(p.run)).MIMEBundle()
}
