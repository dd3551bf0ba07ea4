package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
)

// A job is one shell text that runs: a line behind "!", a cell of bash, a script, a rule of a makefile. Its commands share it.
type job struct {
	*Shell
	run     *cell.Run
	checked *checked
	nested  int // how many jobs wait for this one
	*shared
}

// shared is what a job and the jobs that it begins share.
type shared struct {
	shown []func()                          // what is shown below the output when all commands have ended
	pipes map[string]*pipe                  // by their names
	env   map[string]string                 // in place of the session's variables; nil for these
	clock float64                           // modelled seconds of the programs that have run
	read  func(name string) (string, error) // reads programs; nil for the session's folder
	laps  []float64                         // the clock where each "time" has begun
}

// mostNested is how many jobs may wait for one another: a script that runs itself ends there.
const mostNested = 20

// start is how a job begins.
type start struct {
	text, name string
	dir        string // below the notebook's directory
	args       []string
	env        map[string]string // in place of the session's variables; nil for these
	in         io.Reader
	out, err   io.Writer
}

// interpret runs a text whose output is that of the cell.
func (sh *Shell) interpret(run *cell.Run, text string) (status int, err error) {
	out := printer{run}
	return sh.interpretTo(run, start{text: text, out: out, err: out})
}

// interpretTo runs a text in the directory of s, or else in the current one, with the streams of s.
func (sh *Shell) interpretTo(run *cell.Run, s start) (status int, err error) {
	ctx := run.Context()
	if sh.bound != nil {
		ctx = sh.bound(ctx)
	}
	j := &job{Shell: sh, run: run, shared: &shared{pipes: map[string]*pipe{}, env: s.env}}
	s.dir = cmp.Or(s.dir, sh.dir)
	status, err = j.do(ctx, s)
	if _, cell := s.out.(printer); cell { // else what is shown is kept, too, and a list of lines has no tables
		for _, show := range j.shown {
			show()
		}
	}
	if cause := context.Cause(run.Context()); cause != nil {
		return status, cause
	}
	return status, err
}

// later shows something when all commands have ended.
func (j *job) later(show func()) { j.shown = append(j.shown, show) }

// do runs a text. The error is one that ends the cell; what is wrong with the text is printed, as a shell does.
func (j *job) do(ctx context.Context, s start) (status int, err error) {
	status = 2
	defer func() {
		if p := recover(); p != nil { // a text that the interpreter has not foreseen
			fmt.Fprintf(s.err, "%s: this text cannot be interpreted: %v\n", cmp.Or(s.name, "shell"), p)
		}
	}()
	if j.nested > mostNested {
		fmt.Fprintf(s.err, "%s: scripts that run scripts go %d deep at the most\n", s.name, mostNested)
		return status, nil
	}
	file, err := parse(s.text, s.name)
	if err == nil {
		j.checked, err = check(file)
	}
	if err != nil {
		fmt.Fprintf(s.err, "%v\n", err)
		return status, nil
	}
	r, err := interp.New(interp.Env(environment{j.Shell, j.shared.env}), interp.Dir(j.root), interp.StdIO(s.in, s.out, s.err),
		interp.Params(append([]string{"--"}, s.args...)...),
		interp.CallHandler(j.calling), interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return j.execute }),
		interp.OpenHandler(j.open), interp.StatHandler(j.statFile), interp.ReadDirHandler2(j.list), interp.AccessHandler(j.access))
	if err != nil {
		return status, err
	}
	if s.dir != "." {
		word := &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: s.dir}}}
		into := &syntax.CallExpr{Args: []*syntax.Word{{Parts: []syntax.WordPart{&syntax.Lit{Value: "cd"}}}, word}}
		if err := r.Run(ctx, &syntax.Stmt{Cmd: into}); err != nil {
			fmt.Fprintf(s.err, "the directory %s is not there any more\n", s.dir)
		}
	}
	err = r.Run(ctx, file)
	var exit interp.ExitStatus
	var refused *refusal
	switch {
	case err == nil:
		status = 0
	case errors.As(err, &exit):
		status = int(exit)
	case errors.As(err, &refused):
		fmt.Fprintf(s.err, "%v\n", refused)
	default:
		return status, err
	}
	return status, nil
}

func parse(text, name string) (*syntax.File, error) {
	if len(text) > mostText {
		return nil, &refusal{name, 1, fmt.Sprintf("a script of %d bytes; %d are the most", len(text), mostText)}
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), name)
	var at syntax.ParseError
	var lang syntax.LangError
	switch {
	case errors.As(err, &at):
		return nil, &refusal{name, at.Pos.Line(), "syntax error: " + at.Text}
	case errors.As(err, &lang):
		return nil, &refusal{name, lang.Pos.Line(), fmt.Sprintf("syntax error: %v", lang)}
	}
	return file, err
}

// below is a path of the interpreter as one below the notebook's directory.
func (sh *Shell) below(name string) string {
	for _, root := range []string{sh.root, colabRoot} {
		if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return name
}

const colabRoot = gpu.ColabRoot

// from is a name as commands in a directory write it, as one below the notebook's directory.
func (sh *Shell) from(dir, name string) string {
	if filepath.IsAbs(name) || strings.HasPrefix(name, "/") {
		return sh.below(name)
	}
	return path.Join(dir, name)
}

// environment are the variables of a job: those that it was given or that %env has set, and what a shell has by itself. It has none of
// the computer's.
type environment struct {
	*Shell
	given map[string]string // nil for the session's
}

func (e environment) own() map[string]string {
	if e.given != nil {
		return e.given
	}
	return e.env
}

// fixed are variables that every shell has. No file can be opened below TMPDIR: the interpreter itself keeps nothing there.
var fixed = map[string]string{"HOME": colabRoot, "PATH": "/usr/local/cuda/bin:/usr/bin:/bin", "USER": "user", "SHELL": "/bin/bash",
	"TMPDIR": "/dev/null/none", "LANG": "en_US.UTF-8",
	"UID": "1000", "EUID": "1000", "GID": "1000"}

func (e environment) Get(name string) expand.Variable {
	value, set := e.own()[name]
	if !set {
		value, set = fixed[name]
	}
	if !set {
		return expand.Variable{}
	}
	return expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: value}
}

func (e environment) Each(f func(name string, v expand.Variable) bool) {
	for name := range fixed {
		if _, set := e.own()[name]; !set && !f(name, e.Get(name)) {
			return
		}
	}
	for name := range e.own() {
		if !f(name, e.Get(name)) {
			return
		}
	}
}

// calling is asked about each command before it runs, those of the interpreter too.
func (j *job) calling(ctx context.Context, args []string) ([]string, error) {
	hc := interp.HandlerCtx(ctx)
	if err := j.account(hc, args); err != nil {
		return nil, err
	}
	switch name := args[0]; {
	case unread(hc.Stdout):
		return []string{"exit", pipeEnded}, nil // of the subshell that writes into the pipe
	case j.checked.functions[name]:
		if !j.checked.called[hc.Pos.Offset()] {
			return nil, j.refuse(hc.Pos, "the function %s is called by a name that is computed: write its name", name)
		}
	case interp.IsBuiltin(name) && !kept[name]:
		args[0] = "/bin/" + name // a word of the table
	}
	return args, nil
}

// kept are the commands that the interpreter has and runs itself. Others of this kind are words of the table, or there are none.
var kept = map[string]bool{":": true, "true": true, "false": true, "exit": true, "set": true, "shift": true, "unset": true,
	"break": true, "continue": true,
	"cd": true, "wait": true, "return": true, "read": true, "test": true, "[": true}

// execute runs a word of the table, or a program.
func (j *job) execute(ctx context.Context, args []string) (err error) {
	hc := interp.HandlerCtx(ctx)
	c := &call{job: j, ctx: ctx, args: args, hc: hc, dir: j.below(hc.Dir), in: hc.Stdin, out: j.bounded(hc.Stdout), err: j.bounded(hc.Stderr)}
	status, err := c.command()
	switch {
	case err != nil:
		return err
	case status != 0:
		return interp.ExitStatus(uint8(status))
	}
	return nil
}
