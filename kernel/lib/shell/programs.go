package shell

import (
	"errors"
	"fmt"
	"path"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/toolchain"
)

// executable runs ./x ARGUMENTS: a program of nvcc's, or a script.
func (c *call) executable() (int, error) {
	if text, err := c.readFile(c.args[0]); err == nil && isScript(text) && !isProgram(text) {
		return c.begin(text, c.args[0], c.args[1:])
	}
	p, e, status, err := c.loaded(c.args[0])
	if p == nil {
		return status, err
	}
	return c.start(p, e, c.args)
}

// loaded is the program of a file; nil where there is none, which is told.
func (c *call) loaded(name string) (p *host.Program, e *executable, status int, err error) {
	p, e, err = c.programOf(name)
	var other *toolchain.NotBinary
	switch {
	case err == nil:
		return p, e, 0, nil
	case errors.As(err, &other):
		c.say("%s: %v", name, other)
		return nil, nil, 126, nil
	case e == nil && fileError(name, err) != err:
		c.say("%v", fileError(name, err))
		return nil, nil, 127, nil
	}
	if e == nil {
		c.say("%v", err)
		return nil, nil, 126, nil
	}
	status, err = c.uncompiled(e, err)
	return nil, nil, status, err
}

// execute runs a program with the command's streams.
func (c *call) execute(p *host.Program, e *executable, args []string, checking host.Checking) (*gpu.Program, error) {
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return nil, err
	}
	if d.Card != nil {
		return nil, fmt.Errorf("programs run on modelled GPUs: use(…) chooses one")
	}
	noImage := ""
	if n, err := cudacell.ParseNVCC(e.Archs); err == nil {
		noImage = n.ArchNote(d)
	}
	r, err := c.library.RunProgram(c.run, p, gpu.ProgramCall{Args: args, Env: exported(c.hc.Env), Device: d, Stdin: c.in, Stdout: c.out,
		Stderr: c.err, Dir: c.dir, Checking: checking, NoImage: noImage})
	if err != nil {
		return nil, err
	}
	c.clock += r.Run().Time
	r.Keep(c.run)
	return r, nil
}

// start runs a program and shows what it did.
func (c *call) start(p *host.Program, e *executable, args []string) (int, error) {
	r, err := c.execute(p, e, args, host.CheckSome)
	if err != nil {
		return 1, err
	}
	c.later(func() { r.Show(c.run) })
	return c.ended(r), nil
}

// signals are how shells tell of a program that a signal has ended, by its exit status.
var signals = map[int]string{139: "Segmentation fault", 134: "Aborted", 136: "Floating point exception", 137: "Killed"}

// ended says how a program ended that a signal has ended.
func (c *call) ended(r *gpu.Program) int {
	code := r.Run().ExitCode
	if what := signals[code]; what != "" {
		c.say("%s (core dumped)", what)
	}
	return code
}

// target is the program behind the options of a tool, with the path that a shell wants.
func (c *call) target(words []string) []string {
	if path.Base(words[0]) == words[0] {
		words[0] = "./" + words[0]
	}
	return words
}

// minutes are seconds as bash's time shows them.
func minutes(seconds float64) string {
	return fmt.Sprintf("%dm%.3fs", int(seconds)/60, seconds-float64(int(seconds)/60*60))
}
