package gpu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// programDevice is the GPU on which programs run in a session that never chose one: the one that free notebooks on the web
// have. Programs are written for it, and not for the first cards of CUDA.
const programDevice = "Tesla T4"

// A Program is what a cell with a main did.
type Program struct {
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
	"findings": func(p *Program) (starlark.Value, error) { return texts(p.run.Findings), nil },
	"leaks": face.Table(func(p *Program) *plotting.Table {
		t := &plotting.Table{Columns: []plotting.Column{{Name: "line", Kind: plotting.Int}, {Name: "bytes", Kind: plotting.Int}}}
		for _, l := range p.run.Leaks {
			t.Add(l.Line, l.Bytes)
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

// Attr returns an attribute of the program.
func (p *Program) Attr(name string) (starlark.Value, error) { return registry.Attr(p, name) }

// AttrNames lists the attributes.
func (p *Program) AttrNames() []string { return registry.AttrNames(p) }

// Doc is what ?program shows.
func (*Program) Doc() string {
	return `What the last cell with a main did. p.launches are the results of its launches, in
their order; p.stdout, p.exit_code; p.time is the program's own clock at its end, in
seconds; p.findings says what is wrong with it, p.leaks what it has not freed;
p.table has the launches and copies; p.gpu.`
}

// MIMEBundle shows the launches and copies.
func (p *Program) MIMEBundle() (data, metadata map[string]any) {
	return plot.NewTable(figure.ProgramTable(p.run)).MIMEBundle()
}

// A programError ends a cell whose program has failed.
type programError struct{ msg string }

func (e *programError) Error() string   { return e.msg }
func (*programError) ErrorName() string { return "ProgramError" }

// runProgram runs the main of a cell. ran is false where the host's code is not one that can be run here: then why says so, and the
// kernels can still be launched from cells.
func (l *Library) runProgram(run *cell.Run, call *cudacell.Line, source string) (ran bool, why string, err error) {
	d := l.device()
	switch {
	case call.GPU != "":
		if d, err = modelledGPU(call.GPU); err != nil {
			return false, "", err
		}
	case !l.chosen.Load():
		if d, err = modelledGPU(programDevice); err != nil {
			return false, "", err
		}
	}
	if d.Card != nil {
		return false, "main is not run on a real GPU here: launch the kernels", nil
	}
	ctx := run.Context()
	type compiled struct {
		program *host.Program
		err     error
	}
	o := call.Options
	o.Include = cudacell.Include
	c, err := cell.Detached(ctx, func() (c compiled) {
		defer func() { // a fault of ours must not cost the session
			if r := recover(); r != nil {
				c = compiled{nil, fmt.Errorf("a fault of Warpbook's, please report it: %v", r)}
			}
		}()
		p, err := host.Compile(ctx, run.Cell(), source, o)
		return compiled{p, err}
	})
	if err != nil {
		return false, "", err
	}
	if c.err != nil {
		return false, "main is not run: " + firstOf(c.err), nil
	}
	out := &kept{to: output{run}}
	begin := time.Now()
	r, err := c.program.Run(ctx, host.Options{Device: d, Args: append([]string{"./a.out"}, strings.Fields(call.Args)...), Dir: ".", Stdout: out, Stderr: output{run}, Memory: int(l.session.MemoryLimit / 2)})
	if err != nil {
		return true, "", cmp.Or(context.Cause(ctx), err)
	}
	p := &Program{r, out.text.String(), l, time.Since(begin)}
	run.Set("program", p)
	if !strings.HasSuffix(p.stdout, "\n") && p.stdout != "" {
		run.Print("\n")
	}
	if len(r.Ops) > 0 {
		run.Display(p)
	}
	l.tellFindings(run, r)
	if r.ExitCode != 0 {
		return true, "", &programError{fmt.Sprintf("the program ended with exit code %d", r.ExitCode)}
	}
	return true, "", nil
}

// tellFindings prints what is wrong with a program.
func (l *Library) tellFindings(run *cell.Run, r *host.Run) {
	var lines []string
	if r.Managed {
		lines = append(lines, "the migrations of managed memory are not timed")
	}
	lines = append(lines, r.Findings...)
	for _, k := range r.Leaks {
		lines = append(lines, fmt.Sprintf("line %d: %d bytes of cudaMalloc are never freed", k.Line, k.Bytes))
	}
	if len(lines) > 0 {
		run.Print(strings.Join(lines, "\n") + "\n")
	}
}

// firstOf is the first of the compiler's errors, with its line.
func firstOf(err error) string {
	var list cuda.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Sprintf("line %d: %s", list[0].Pos.Line, list[0].Msg)
	}
	var lacking *gpumodel.LackingError
	if errors.As(err, &lacking) {
		return lacking.Error()
	}
	return err.Error()
}

// mostKept is how much of a program's output is kept, in bytes.
const mostKept = 1 << 20

// kept is output that is kept, too.
type kept struct {
	text strings.Builder
	to   io.Writer
}

func (k *kept) Write(p []byte) (int, error) {
	if k.text.Len() < mostKept {
		k.text.Write(p)
	}
	return k.to.Write(p)
}
