package shell

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A process is what subprocess.Popen returns. Its command runs to its end before the cell goes on: at once, or, where the cell writes
// its input, when the cell asks for what it has printed or waits for it.
type process struct {
	sh                    *Shell
	call                  pyCommand
	input                 strings.Builder // that the cell has written
	done                  *completed      // nil before the command has run
	stdin, stdout, stderr *pyFile         // nil of streams that are no pipes
}

func (sh *Shell) pyStart(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	c, err := unpackCommand(unpack)
	if err != nil {
		return nil, err
	}
	if c.input != nil || c.capture || c.check {
		return nil, &pyError{"TypeError", "Popen has no input, capture_output and check: subprocess.run has them"}
	}
	p := &process{sh: sh, call: c}
	p.stdout, p.stderr = p.output(run, "<stdout>", c.stdout), p.output(run, "<stderr>", c.stderr)
	if isPipe(c.stdin) {
		p.stdin = &pyFile{sh: sh, run: run, name: "<stdin>", kept: &keeper{&p.input}, writes: true, binary: c.binary()}
		return p, nil
	}
	return p, p.finish(run)
}

func isPipe(v starlark.Value) bool { return v == starlark.Value(starlark.MakeInt(pipeOutput)) }

// output is a stream from which a cell reads what the command prints; nil if that is not kept.
func (p *process) output(run *cell.Run, name string, to starlark.Value) *pyFile {
	if !isPipe(to) {
		return nil
	}
	return &pyFile{sh: p.sh, run: run, name: name, begin: p.finish, reads: true, binary: p.call.binary()}
}

// finish runs the command if it has not run yet.
func (p *process) finish(run *cell.Run) error {
	if p.done != nil {
		return nil
	}
	if p.stdin != nil {
		p.stdin.closed = true
		p.call.input = starlark.String(p.input.String())
	}
	done, err := p.sh.completed(run, p.call)
	if err != nil {
		return err
	}
	p.done = done
	p.stdout.fill(done.out)
	p.stderr.fill(done.err)
	return nil
}

// fill gives a stream what the command has printed.
func (f *pyFile) fill(v starlark.Value) {
	switch v := v.(type) {
	case starlark.String:
		f.text = string(v)
	case rawText:
		f.text = string(v)
	}
}

// stream is a stream as a value.
func stream(f *pyFile) starlark.Value {
	if f == nil {
		return starlark.None
	}
	return f
}

// remaining is what a cell has not read of a stream.
func (f *pyFile) remaining() starlark.Value {
	if f == nil {
		return starlark.None
	}
	return f.value(f.rest(-1))
}

// processMethods are the methods of processes.
var processMethods = map[string]func(p *process, run *cell.Run, unpack func(...any) error) (starlark.Value, error){
	"communicate": func(p *process, run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		var input, timeout starlark.Value
		if err := unpack("input??", &input, "timeout??", &timeout); err != nil {
			return nil, err
		}
		if input != nil && p.stdin != nil {
			text, err := p.stdin.written(input)
			if err == nil {
				_, err = p.stdin.Write([]byte(text))
			}
			if err != nil {
				return nil, err
			}
		}
		err := p.finish(run)
		return starlark.Tuple{p.stdout.remaining(), p.stderr.remaining()}, err
	},
	"wait": func(p *process, run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		var timeout starlark.Value
		if err := unpack("timeout??", &timeout); err != nil {
			return nil, err
		}
		return p.status(run)
	},
	"poll": func(p *process, run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		if err := unpack(); err != nil {
			return nil, err
		}
		return p.status(run)
	},
	"kill":      (*process).stop,
	"terminate": (*process).stop,
	cell.EnterMethod: func(p *process, run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		return &entered{value: p, close: func() {}}, unpack()
	},
}

func (p *process) status(run *cell.Run) (starlark.Value, error) {
	if err := p.finish(run); err != nil {
		return nil, err
	}
	return starlark.MakeInt(p.done.status), nil
}

// stop does nothing: the command has ended.
func (p *process) stop(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	if err := unpack(); err != nil {
		return nil, err
	}
	return starlark.None, p.finish(run)
}

func (p *process) String() string {
	status := starlark.Value(starlark.None)
	if p.done != nil {
		status = starlark.MakeInt(p.done.status)
	}
	return fmt.Sprintf("<Popen: returncode: %s args: %s>", status, cell.Repr(p.call.command))
}
func (p *process) Type() string          { return "Popen" }
func (p *process) Freeze()               {}
func (p *process) Truth() starlark.Bool  { return true }
func (p *process) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: Popen") }

func (p *process) AttrNames() []string {
	return []string{cell.EnterMethod, "args", "communicate", "kill", "poll", "returncode", "stderr", "stdin", "stdout", "terminate", "wait"}
}

func (p *process) Attr(name string) (starlark.Value, error) {
	switch name {
	case "args":
		return p.call.command, nil
	case "returncode":
		if p.done == nil {
			return starlark.None, nil
		}
		return starlark.MakeInt(p.done.status), nil
	case "stdin":
		return stream(p.stdin), nil
	case "stdout":
		return stream(p.stdout), nil
	case "stderr":
		return stream(p.stderr), nil
	}
	if m := processMethods[name]; m != nil {
		return pyBuiltin(name, func(run *cell.Run, unpack func(...any) error) (starlark.Value, error) { return m(p, run, unpack) }), nil
	}
	return nil, nil
}
