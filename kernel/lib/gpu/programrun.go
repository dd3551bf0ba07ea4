package gpu

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/jobs"
)

// A programError ends a cell whose program has failed.
type programError struct{ msg string }

func (e *programError) Error() string   { return e.msg }
func (*programError) ErrorName() string { return "ProgramError" }

// A ProgramCall holds the options of a program's run.
type ProgramCall struct {
	Args   []string // its name first
	Device *device.Device
	Stdin  io.Reader
	Stdout io.Writer // in place of the cell's output; nil for that
	Stderr io.Writer // nil for Stdout
	Env    []string  // NAME=VALUE
	Dir    string    // where its relative names begin, below the notebook's directory
	// NoImage says why the program has no code for the device; "" if it has.
	NoImage string
	// Checking says which launches the checker examines.
	Checking host.Checking
	Idle     bool // kernels do nothing
	Disturb  *float64
	// Memory that it may hold is the session's business.
}

// ProgramDevice returns the GPU with a name, for a program. Without a name it is the session's GPU.
func (l *Library) ProgramDevice(name string) (*device.Device, error) {
	if name != "" {
		return modelledGPU(name)
	}
	return l.device(), nil
}

// CompileProgram compiles sources with a main.
func CompileProgram(ctx context.Context, name, source string, o gpumodel.Options) (*host.Program, error) {
	type compiled struct {
		program *host.Program
		err     error
	}
	c, err := cell.Detached(ctx, func() compiled {
		p, err := host.Compile(ctx, name, source, o)
		return compiled{p, err}
	})
	return c.program, cmp.Or(err, c.err)
}

// ColabRoot is the directory of notebooks on Colab. In cells it means the notebook's directory.
const ColabRoot = "/content"

// RunProgram runs a program to its end. Its output streams into the cell. [Program.Keep] makes it the session's program.
func (l *Library) RunProgram(run *cell.Run, program *host.Program, call ProgramCall) (*Program, error) {
	ctx := run.Context()
	var to io.Writer = output{run}
	if call.Stdout != nil {
		to = call.Stdout
	}
	stdin := call.Stdin
	if stdin == nil {
		stdin = &asking{run: run}
	}
	errors := to
	if call.Stderr != nil {
		errors = call.Stderr
	}
	out := &kept{to: to}
	begin := time.Now()
	l.bars++
	status := jobs.NewStatus(run, fmt.Sprintf("warpbook-program-%s-%d", run.Cell(), l.bars), figure.ProgressAfter)
	progress := func(p host.Progress) {
		status.Tell(func(took time.Duration) string { return figure.ProgramProgress(p, took) })
	}
	r, err := program.Run(ctx, host.Options{Device: call.Device, Args: call.Args, Env: call.Env, Folder: l.Folder(), Stdin: stdin,
		Stdout: out, Stderr: errors, Dir: call.Dir, Home: ColabRoot, NoImage: call.NoImage, Memory: int(l.session.MemoryLimit / 2), Checking: call.Checking, Idle: call.Idle, Disturb: call.Disturb, Progress: progress})
	status.End()
	if err != nil {
		if r != nil { // what an interrupted program has written stays
			l.showWritten(run, r)
		}
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	p := &Program{program, call, r, out.text.String(), l, time.Since(begin)}
	if !strings.HasSuffix(p.stdout, "\n") && p.stdout != "" {
		io.WriteString(to, "\n")
	}
	return p, nil
}

// Keep makes the program the session's variable of that name.
func (p *Program) Keep(run *cell.Run) { run.Set("program", p) }

// Run returns the record of the run.
func (p *Program) Run() *host.Run { return p.run }

// Show shows the launches and copies of a program and its mistakes.
func (p *Program) Show(run *cell.Run) {
	if len(p.run.Ops) > 0 {
		run.Display(p)
	}
	p.library.showWritten(run, p.run)
	if lines := p.run.Told(); len(lines) > 0 {
		run.Print(strings.Join(lines, "\n") + "\n")
	}
}

// showWritten lists the files that a program has written.
func (l *Library) showWritten(run *cell.Run, r *host.Run) {
	if files := r.WrittenText(); files != "" {
		run.Print(fmt.Sprintf("written in %s: %s\n", l.Folder().Own, files))
	}
}

// ShowReports shows a report on each kernel and size that the program launched.
func (p *Program) ShowReports(run *cell.Run, level string) error {
	return p.ShowReportsOf(run, level, "")
}

// ShowReportsOf shows the reports on kernels whose name contains a string.
func (p *Program) ShowReportsOf(run *cell.Run, level, part string) error {
	for _, k := range figure.Distinct(p.run) {
		if !strings.Contains(k.Result.Kernel.Name, part) {
			continue
		}
		r, err := report.New(k.Result, level)
		if err != nil {
			return err
		}
		if k.Times > 1 {
			run.Print(fmt.Sprintf("%d launches of this kernel and size; this is the first one:\n", k.Times))
		}
		run.Display(&Report{r})
	}
	return nil
}

// runProgram runs the main of a cell. ran is false where the session's GPU is a real one: then why says so, and the kernels can be
// launched from cells. Host code that cannot be compiled is an error of the cell, whose kernels have their names all the same.
func (l *Library) runProgram(run *cell.Run, call *cudacell.Line, source string) (ran bool, why string, err error) {
	if call.Check && call.NoCheck {
		return true, "", &programError{"%%cuda: --check and --no-check: want one of the two at the most"}
	}
	d, err := l.ProgramDevice(call.GPU)
	if err != nil {
		return false, "", err
	}
	if d.Card != nil {
		return false, "main is not run on a real GPU here: launch the kernels", nil
	}
	o := call.Options
	o.Include = cudacell.Include(l.Folder())
	begin := time.Now()
	program, err := CompileProgram(run.Context(), run.Cell(), source, o)
	if err != nil {
		if cause := context.Cause(run.Context()); cause != nil {
			return false, "", cause
		}
		if list := (token.ErrorList)(nil); call.Tolerant && errors.As(err, &list) {
			run.Print(list.Detail() + "\n")
			return true, "", nil
		}
		return true, "", cudacell.Compiling(err)
	}
	compiling := time.Since(begin)
	stdin, err := l.standardInput(run, call.Stdin)
	if err != nil {
		return true, "", err
	}
	args, err := cudacell.Words(call.Args)
	if err != nil {
		return true, "", err
	}
	p, err := l.RunProgram(run, program, ProgramCall{Args: append([]string{"./a.out"}, args...), Env: call.Env, Device: d, Stdin: stdin,
		Checking: checking(call), NoImage: call.ArchNote(d)})
	if err != nil {
		return true, "", err
	}
	p.Keep(run)
	if call.Time {
		run.Print(Times(compiling, p))
	}
	p.Show(run)
	if call.Profile {
		if err := p.ShowReports(run, "basic"); err != nil {
			return true, "", err
		}
	}
	if p.run.ExitCode != 0 && !call.Tolerant {
		return true, "", &programError{fmt.Sprintf("the program ended with exit code %d", p.run.ExitCode)}
	}
	if call.Check && p.run.Faulty && !call.Tolerant {
		return true, "", &programError{"the program has faults, which are told above"}
	}
	return true, "", nil
}

// checking is which launches of a program are looked at for faults.
func checking(call *cudacell.Line) host.Checking {
	switch {
	case call.Check:
		return host.CheckAll
	case call.NoCheck:
		return host.CheckNone
	}
	return host.CheckSome
}

// Times returns a line with the times to compile and to run a program on this computer, and its time on the modelled one.
func Times(compiling time.Duration, p *Program) string {
	return fmt.Sprintf("compiled in %.3g s, run in %.3g s here; %.4g s on the modelled host and GPU\n", compiling.Seconds(),
		p.took.Seconds(), p.run.Time)
}

// standardInput returns a program's standard input: a variable of the session that holds a string, or a file below the directory.
func (l *Library) standardInput(run *cell.Run, name string) (io.Reader, error) {
	if name == "" {
		return nil, nil
	}
	if v, ok := run.Get(name); ok {
		if text, ok := starlark.AsString(v); ok {
			return strings.NewReader(text), nil
		}
		return nil, fmt.Errorf("%%%%cuda: --stdin %s: want a variable that holds a text, or a file, got %s", name, v.Type())
	}
	text, err := l.Folder().ReadFile(name, folder.MostWhole)
	if folder.Missing(err) {
		return nil, fmt.Errorf("%%%%cuda: --stdin %s: there is no variable and no file of this name", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%%%%cuda: --stdin %w", err)
	}
	return bytes.NewReader(text), nil
}

// asking is the standard input of a program that has no other: what a person types, a line at a time. It has ended where the front end
// cannot ask.
type asking struct {
	run   *cell.Run
	line  []byte
	ended bool
}

func (a *asking) Read(p []byte) (int, error) {
	if len(a.line) == 0 && !a.ended {
		line, err := a.run.Input("", false)
		if err != nil {
			a.ended = true
		} else {
			a.line = append([]byte(line), '\n')
		}
	}
	if len(a.line) == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.line)
	a.line = a.line[n:]
	return n, nil
}

// mostKept is the maximum of a program's output that is kept, in bytes.
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
