package shell

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"mvdan.cc/sh/v3/syntax"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel/cell"
)

// What cells for Python use of os, subprocess and open to write sources, to build programs and to run them. Commands are those of
// shell lines and files those of the session's folder, as everywhere in this room. A cell that uses other members needs Python.

// A pyError is an error under the name that Python has for it.
type pyError struct{ name, text string }

func (e *pyError) Error() string     { return e.text }
func (e *pyError) ErrorName() string { return e.name }

// pyFileError is an error of a file as Python words it.
func pyFileError(name string, err error) error {
	switch number := folder.Errno(err); {
	case err == nil:
		return nil
	case folder.Missing(err):
		return &pyError{"FileNotFoundError", fmt.Sprintf("[Errno 2] No such file or directory: '%s'", name)}
	default:
		return &pyError{"OSError", fmt.Sprintf("[Errno %d] %v", number, fileError(name, err))}
	}
}

// A pyFunc is a function of a module: it reads its arguments with unpack.
type pyFunc func(run *cell.Run, unpack func(pairs ...any) error) (starlark.Value, error)

func pyBuiltin(name string, f pyFunc) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		return f(cell.Current(thread), func(pairs ...any) error { return starlark.UnpackArgs(b.Name(), args, kwargs, pairs...) })
	})
}

// pyModule is a module with functions and other members.
func pyModule(name string, functions map[string]pyFunc, members starlark.StringDict) cell.PythonModule {
	all := starlark.StringDict{}
	for name, f := range functions {
		all[name] = pyBuiltin(name, f)
	}
	for name, v := range members {
		all[name] = v
	}
	return cell.PythonModule{Module: &starlarkstruct.Module{Name: name, Members: all}}
}

func (sh *Shell) installModules() {
	sh.session.Module("open", pyBuiltin("open", sh.pyOpen))
	sh.session.Module("subprocess", pyModule("subprocess", map[string]pyFunc{
		"run": sh.pyRun, "call": sh.pyCall, "check_call": sh.pyCheckCall, "check_output": sh.pyCheckOutput, "getoutput": sh.pyGetOutput, "getstatusoutput": sh.pyGetStatusOutput, "Popen": sh.pyStart,
	}, starlark.StringDict{"PIPE": starlark.MakeInt(pipeOutput), "STDOUT": starlark.MakeInt(toStdout), "DEVNULL": starlark.MakeInt(noOutput)}))
	sh.session.Module("os", pyModule("os", map[string]pyFunc{
		"system": sh.pySystem, "popen": sh.pyPopen, "chdir": sh.pyChdir, "getcwd": sh.pyGetcwd, "listdir": sh.pyListdir, "getenv": sh.pyGetenv,
		"makedirs": sh.pyMakedirs, "mkdir": sh.onName(func(name string) error { return sh.files().Mkdir(sh.from(sh.dir, name)) }),
		"remove": sh.onName(sh.pyRemove), "unlink": sh.onName(sh.pyRemove), "rename": sh.pyRename,
	}, starlark.StringDict{"environ": environ{sh}, "sep": starlark.String("/"), "linesep": starlark.String("\n"),
		"path": pyModule("path", map[string]pyFunc{
			"exists": sh.ofEntry(func(entry) bool { return true }), "isfile": sh.ofEntry(func(e entry) bool { return !e.dir }), "isdir": sh.ofEntry(func(e entry) bool { return e.dir }),
			"getsize": sh.pyGetsize, "join": pyJoin, "basename": onPath(path.Base), "dirname": onPath(func(name string) string { return strings.TrimSuffix(name[:strings.LastIndexByte(name, '/')+1], "/") }),
			"abspath": onPath(sh.colabName), "splitext": pySplitext,
		}, nil)}))
}

// onName is a function of os that does something with a file.
func (sh *Shell) onName(f func(name string) error) pyFunc {
	return func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		var name string
		if err := unpack("path", &name); err != nil {
			return nil, err
		}
		return starlark.None, pyFileError(name, f(name))
	}
}

func (sh *Shell) pyRemove(name string) error { return sh.remove(sh.from(sh.dir, name), false) }

func (sh *Shell) pyRename(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var from, to string
	if err := unpack("src", &from, "dst", &to); err != nil {
		return nil, err
	}
	return starlark.None, pyFileError(from, sh.files().Rename(sh.from(sh.dir, from), sh.from(sh.dir, to)))
}

func (sh *Shell) pyMakedirs(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var name string
	var mode starlark.Value
	there := false
	if err := unpack("name", &name, "mode?", &mode, "exist_ok?", &there); err != nil {
		return nil, err
	}
	at := sh.from(sh.dir, name)
	if _, err := sh.stat(at); err == nil && !there {
		return nil, &pyError{"FileExistsError", fmt.Sprintf("[Errno 17] File exists: '%s'", name)}
	}
	return starlark.None, pyFileError(name, sh.files().MkdirAll(at))
}

func (sh *Shell) pyChdir(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var name string
	if err := unpack("path", &name); err != nil {
		return nil, err
	}
	to, err := sh.directory(name)
	if err == nil {
		sh.dir = to
	}
	return starlark.None, err
}

// directory is the place of a directory below the notebook's.
func (sh *Shell) directory(name string) (string, error) {
	at := sh.from(sh.dir, name)
	switch e, err := sh.stat(at); {
	case err != nil:
		return "", pyFileError(name, err)
	case !e.dir:
		return "", &pyError{"NotADirectoryError", fmt.Sprintf("[Errno 20] Not a directory: '%s'", name)}
	}
	return at, nil
}

func (sh *Shell) pyGetcwd(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	return starlark.String(colabPath(sh.dir)), unpack()
}

func (sh *Shell) pyListdir(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	name := "."
	if err := unpack("path?", &name); err != nil {
		return nil, err
	}
	entries, err := sh.readDir(sh.from(sh.dir, name))
	if err != nil {
		return nil, pyFileError(name, err)
	}
	var names []starlark.Value
	for _, e := range entries {
		names = append(names, starlark.String(e.name))
	}
	return starlark.NewList(names), nil
}

func (sh *Shell) pyGetenv(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var name string
	var other starlark.Value = starlark.None
	if err := unpack("key", &name, "default?", &other); err != nil {
		return nil, err
	}
	if v := (environment{Shell: sh}).Get(name); v.IsSet() {
		return starlark.String(v.String()), nil
	}
	return other, nil
}

func (sh *Shell) ofEntry(f func(entry) bool) pyFunc {
	return func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		var name string
		if err := unpack("path", &name); err != nil {
			return nil, err
		}
		e, err := sh.stat(sh.from(sh.dir, name))
		return starlark.Bool(err == nil && f(e)), nil
	}
}

func (sh *Shell) pyGetsize(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var name string
	if err := unpack("filename", &name); err != nil {
		return nil, err
	}
	e, err := sh.stat(sh.from(sh.dir, name))
	return starlark.MakeInt64(e.size), pyFileError(name, err)
}

// colabName is the whole path of a file as Colab shows it.
func (sh *Shell) colabName(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(colabPath(sh.dir), name)
}

func onPath(f func(string) string) pyFunc {
	return func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
		var name string
		err := unpack("p", &name)
		return starlark.String(f(name)), err
	}
}

// pySplitext is a path without its suffix, and the suffix. A dot in front of a name begins none.
func pySplitext(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var name string
	err := unpack("p", &name)
	ext := path.Ext(name)
	if strings.Trim(strings.TrimSuffix(path.Base(name), ext), ".") == "" {
		ext = ""
	}
	return starlark.Tuple{starlark.String(strings.TrimSuffix(name, ext)), starlark.String(ext)}, err
}

func pyJoin(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	parts := make([]string, 8)
	pairs := []any{"a", &parts[0]}
	for i := range parts[1:] {
		pairs = append(pairs, fmt.Sprintf("p%d?", i+1), &parts[i+1])
	}
	if err := unpack(pairs...); err != nil {
		return nil, err
	}
	joined := ""
	for _, p := range parts {
		switch {
		case p == "":
		case path.IsAbs(p) || joined == "":
			joined = p
		default:
			joined = strings.TrimSuffix(joined, "/") + "/" + p
		}
	}
	return starlark.String(joined), nil
}

// A command of subprocess or os.

// Where the output of a command goes, as Python numbers it.
const (
	pipeOutput = -1
	toStdout   = -2
	noOutput   = -3
)

// commandText is a command of Python as the text of a shell: a list of words, or a string, which is one word unless a shell is asked for.
func commandText(command starlark.Value, shell bool) (text string, err error) {
	if s, ok := starlark.AsString(command); ok {
		if shell {
			return s, nil
		}
		return quoteWords([]string{s})
	}
	list, ok := command.(starlark.Iterable)
	if !ok {
		return "", &pyError{"TypeError", fmt.Sprintf("got %s for a command, want a string or a list of strings", command.Type())}
	}
	var words []string
	for v := range starlark.Elements(list) {
		s, ok := starlark.AsString(v)
		if !ok {
			return "", &pyError{"TypeError", fmt.Sprintf("expected str, not %s, in the words of a command; write str(…)", v.Type())}
		}
		words = append(words, s)
	}
	if len(words) == 0 {
		return "", &pyError{"ValueError", "a command without words"}
	}
	if shell {
		return words[0], nil
	}
	return quoteWords(words)
}

func quoteWords(words []string) (string, error) {
	quoted := slices.Clone(words)
	for i, w := range words {
		q, err := syntax.Quote(w, syntax.LangBash)
		if err != nil {
			return "", &pyError{"ValueError", fmt.Sprintf("%q cannot be a word of a command: %v", w, err)}
		}
		quoted[i] = q
	}
	return strings.Join(quoted, " "), nil
}

// A pyCommand is a call of a function of subprocess.
type pyCommand struct {
	command, stdout, stderr, stdin, input, text, cwd, env starlark.Value
	shell, check, capture                                 bool
}

// unpackCommand reads the arguments of subprocess.run and its relatives. What only concerns processes is accepted and does nothing.
func unpackCommand(unpack func(...any) error) (c pyCommand, err error) {
	var universal, encoding, ignored starlark.Value
	err = unpack("args", &c.command, "bufsize?", &ignored, "executable?", &ignored, "stdin??", &c.stdin, "stdout??", &c.stdout,
		"stderr??", &c.stderr, "shell?", &c.shell,
		"cwd??", &c.cwd, "env??", &c.env, "universal_newlines??", &universal, "text??", &c.text, "encoding??", &encoding, "errors??", &ignored, "input??", &c.input,
		"capture_output?", &c.capture, "check?", &c.check, "timeout??", &ignored, "close_fds?", &ignored, "preexec_fn??", &ignored, "start_new_session?", &ignored)
	for _, v := range []starlark.Value{universal, encoding} {
		if v != nil && bool(v.Truth()) {
			c.text = starlark.True
		}
	}
	return c, err
}

// variables are the value of env: those of the command, in place of the session's; nil without one.
func variables(env starlark.Value) (map[string]string, error) {
	if env == nil {
		return nil, nil
	}
	given, ok := env.(starlark.IterableMapping)
	if !ok {
		return nil, &pyError{"TypeError", fmt.Sprintf("env: got %s, want a dict of strings", env.Type())}
	}
	all, size := map[string]string{}, 0
	for _, pair := range given.Items() {
		name, ok := starlark.AsString(pair[0])
		value, also := starlark.AsString(pair[1])
		if !ok || !also {
			return nil, &pyError{"TypeError", fmt.Sprintf("env has %s: %s, want a string: a string; write str(…)", pair[0].Type(), pair[1].Type())}
		}
		if size += len(name) + len(value); size > mostHeld {
			return nil, &pyError{"ValueError", fmt.Sprintf("env holds more than %d bytes", mostHeld)}
		}
		all[name] = value
	}
	return all, nil
}

// binary tells whether what goes in and comes out is bytes.
func (c pyCommand) binary() bool { return c.text == nil || !bool(c.text.Truth()) }

// sink is where a stream of the command goes: to the cell, to what is kept, nowhere, or to a file.
func sink(v starlark.Value, run *cell.Run, kept *strings.Builder) (io.Writer, error) {
	n, err := pipeOutput, error(nil)
	switch v := v.(type) {
	case nil:
		return printer{run}, nil
	case *pyFile:
		return v, nil
	default:
		n, err = starlark.AsInt32(v)
	}
	switch {
	case err == nil && n == pipeOutput:
		return &keeper{kept}, nil
	case err == nil && n == noOutput:
		return nowhere{}, nil
	}
	return nil, &pyError{"ValueError", fmt.Sprintf("got %s for the output of a command; PIPE, DEVNULL and open files are supported here",
		v.String())}
}

// completed runs a command and returns what Python does, with an error if check is asked for and the status is not 0.
func (sh *Shell) completed(run *cell.Run, c pyCommand) (*completed, error) {
	text, err := commandText(c.command, c.shell)
	if err != nil {
		return nil, err
	}
	if c.capture {
		c.stdout, c.stderr = starlark.MakeInt(pipeOutput), starlark.MakeInt(pipeOutput)
	}
	var kept, wrong strings.Builder
	s := start{text: text}
	if s.out, err = sink(c.stdout, run, &kept); err != nil {
		return nil, err
	}
	if c.stderr == starlark.Value(starlark.MakeInt(toStdout)) {
		s.err = s.out
	} else if s.err, err = sink(c.stderr, run, &wrong); err != nil {
		return nil, err
	}
	switch in := c.input.(type) {
	case nil:
		if f, ok := c.stdin.(*pyFile); ok {
			s.in = strings.NewReader(f.rest(-1))
		}
	case starlark.String:
		s.in = strings.NewReader(string(in))
	case rawText:
		s.in = strings.NewReader(string(in))
	case starlark.Bytes:
		s.in = strings.NewReader(string(in))
	default:
		return nil, &pyError{"TypeError", fmt.Sprintf("input: got %s, want a string", in.Type())}
	}
	if c.cwd != nil {
		name, ok := starlark.AsString(c.cwd)
		if !ok {
			return nil, &pyError{"TypeError", fmt.Sprintf("cwd: got %s, want a string", c.cwd.Type())}
		}
		if s.dir, err = sh.directory(name); err != nil {
			return nil, err
		}
	}
	if s.env, err = variables(c.env); err != nil {
		return nil, err
	}
	status, err := sh.interpretTo(run, s)
	if err != nil {
		return nil, err
	}
	done := &completed{command: c.command, status: status, out: starlark.None, err: starlark.None}
	output := func(b *strings.Builder) starlark.Value {
		if c.binary() {
			return rawText(b.String())
		}
		return starlark.String(b.String())
	}
	if _, ok := s.out.(*keeper); ok {
		done.out = output(&kept)
	}
	if _, ok := s.err.(*keeper); ok && s.err != s.out {
		done.err = output(&wrong)
	}
	if c.check {
		return done, done.failure()
	}
	return done, nil
}

func (sh *Shell) pyRun(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	c, err := unpackCommand(unpack)
	if err != nil {
		return nil, err
	}
	return value(sh.completed(run, c))
}

// value keeps a nil pointer from being a value.
func value(c *completed, err error) (starlark.Value, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (sh *Shell) pyCall(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	c, err := unpackCommand(unpack)
	if err != nil {
		return nil, err
	}
	done, err := sh.completed(run, c)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(done.status), nil
}

func (sh *Shell) pyCheckCall(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	c, err := unpackCommand(unpack)
	if err != nil {
		return nil, err
	}
	c.check = true
	_, err = sh.completed(run, c)
	return starlark.MakeInt(0), err
}

func (sh *Shell) pyCheckOutput(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	c, err := unpackCommand(unpack)
	if err != nil {
		return nil, err
	}
	c.check, c.stdout = true, starlark.MakeInt(pipeOutput)
	done, err := sh.completed(run, c)
	if err != nil {
		return nil, err
	}
	return done.out, nil
}

// shellText runs a text and keeps what it prints.
func (sh *Shell) shellText(run *cell.Run, unpack func(...any) error) (status int, text string, err error) {
	var command string
	if err := unpack("cmd", &command); err != nil {
		return 0, "", err
	}
	var b strings.Builder
	status, err = sh.interpretTo(run, start{text: command, out: &keeper{&b}, err: &keeper{&b}})
	return status, b.String(), err
}

func (sh *Shell) pyGetOutput(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	_, text, err := sh.shellText(run, unpack)
	return starlark.String(strings.TrimSuffix(text, "\n")), err
}

func (sh *Shell) pyGetStatusOutput(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	status, text, err := sh.shellText(run, unpack)
	return starlark.Tuple{starlark.MakeInt(status), starlark.String(strings.TrimSuffix(text, "\n"))}, err
}

func (sh *Shell) pySystem(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var command string
	if err := unpack("command", &command); err != nil {
		return nil, err
	}
	status, err := sh.interpret(run, command)
	return starlark.MakeInt(status << 8), err // as wait() has it
}

func (sh *Shell) pyPopen(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	var command string
	var mode starlark.Value
	if err := unpack("cmd", &command, "mode?", &mode); err != nil {
		return nil, err
	}
	var b strings.Builder
	_, err := sh.interpretTo(run, start{text: command, out: &keeper{&b}, err: printer{run}})
	return &pyFile{sh: sh, run: run, name: command, text: b.String(), reads: true}, err
}

// completed is what subprocess.run returns.
type completed struct {
	command  starlark.Value
	status   int
	out, err starlark.Value
}

func (c *completed) String() string {
	text := fmt.Sprintf("CompletedProcess(args=%s, returncode=%d", cell.Repr(c.command), c.status)
	if c.out != starlark.None {
		text += ", stdout=" + cell.Repr(c.out)
	}
	if c.err != starlark.None {
		text += ", stderr=" + cell.Repr(c.err)
	}
	return text + ")"
}
func (c *completed) Type() string          { return "CompletedProcess" }
func (c *completed) Freeze()               {}
func (c *completed) Truth() starlark.Bool  { return true }
func (c *completed) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: CompletedProcess") }
func (c *completed) AttrNames() []string {
	return []string{"args", "check_returncode", "returncode", "stderr", "stdout"}
}

func (c *completed) Attr(name string) (starlark.Value, error) {
	switch name {
	case "args":
		return c.command, nil
	case "returncode":
		return starlark.MakeInt(c.status), nil
	case "stdout":
		return c.out, nil
	case "stderr":
		return c.err, nil
	case "check_returncode":
		return pyBuiltin(name, func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
			if err := unpack(); err != nil {
				return nil, err
			}
			return starlark.None, c.failure()
		}), nil
	}
	return nil, nil
}

// failure is Python's error of a command whose status is not 0.
func (c *completed) failure() error {
	if c.status == 0 {
		return nil
	}
	return &pyError{"CalledProcessError", fmt.Sprintf("Command %s returned non-zero exit status %d.", cell.Repr(c.command), c.status)}
}
