// Package shell lets notebooks that were written for nvcc4jupyter, or for Colab, run as they are: cells that hold a CUDA program,
// cells that write files, and lines such as !nvcc -o x x.cu and !./x. A shell's text is interpreted in this process; what its words do is a
// table ([words]), and what it opens goes through the session's folder, so that no program of the computer is started and no other file
// is reached. What is not done is said in a line, and the notebook goes on.
//
// Begin with [Install]; a command is a row of words (words.go).
package shell

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
)

// A Shell is what the commands of a session share.
type Shell struct {
	session  *cell.Session
	library  *gpu.Library
	root     string                   // the notebook's directory, as the computer has it
	dir      string                   // the current directory below it: %cd
	env      map[string]string        // %env
	compiled map[string]*host.Program // by the checksums of the executables that hold them
	groups   map[string][]groupFile   // of nvcc4jupyter
	defaults defaults
	bound    func(context.Context) context.Context // of a text; nil but in tests
	plugin   bool                                  // an extension for CUDA cells was loaded: programs that fail do not end a cell
}

// Install defines the magics of notebooks for nvcc4jupyter and Colab in a session.
func Install(s *cell.Session, l *gpu.Library) *Shell {
	root, err := os.Getwd()
	if err != nil {
		root = string(os.PathSeparator)
	}
	sh := &Shell{session: s, library: l, root: root, dir: ".", env: map[string]string{}, compiled: map[string]*host.Program{},
		groups: map[string][]groupFile{}}
	s.Shell(sh.line)
	s.Interpreter(&starlarkstruct.Module{Name: "get_ipython()", Members: starlark.StringDict{
		"system":    sh.builtin("system", func(run *cell.Run, text string) (starlark.Value, error) { return starlark.None, sh.line(run, text) }),
		"getoutput": sh.builtin("getoutput", sh.value),
	}})
	for _, name := range []string{"bash", "sh", "shell", "script", "system"} {
		s.Magic(name, sh.scriptMagic)
	}
	for _, name := range []string{"writefile", "file"} {
		s.Magic(name, sh.writeMagic)
	}
	for _, name := range []string{"sx", "system", "shell"} {
		s.LineMagic(name, sh.line)
	}
	for _, name := range []string{"pip", "conda", "ls", "cat", "mkdir", "rm", "rmdir", "cp", "mv", "pwd"} {
		s.LineMagic(name, func(run *cell.Run, args string) error { return sh.line(run, name+" "+args) })
	}
	s.LineMagic("cd", sh.cd)
	s.LineMagic("env", sh.setEnv)
	s.LineMagic("set_env", sh.setEnv)
	sh.installPlugin()
	sh.installModules()
	return sh
}

// exitCode is IPython's variable for the status of the last shell line.
const exitCode = "_exit_code"

// line is a line behind "!".
func (sh *Shell) line(run *cell.Run, text string) error {
	status, err := sh.interpret(run, sh.filledIn(run, text))
	run.Set(exitCode, starlark.MakeInt(status))
	return err
}

// value is what a line behind "!" prints, as x = !ls has it: a list of its lines.
func (sh *Shell) value(run *cell.Run, text string) (starlark.Value, error) {
	var b strings.Builder
	status, err := sh.interpretTo(run, start{text: sh.filledIn(run, text), out: &keeper{&b}, err: &keeper{&b}})
	run.Set(exitCode, starlark.MakeInt(status))
	var all []starlark.Value
	for _, l := range lines(b.String()) {
		all = append(all, starlark.String(l))
	}
	return starlark.NewList(all), err
}

// builtin is a function of cells that takes a command.
func (sh *Shell) builtin(name string, f func(run *cell.Run, text string) (starlark.Value, error)) starlark.Value {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		var text string
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "command", &text); err != nil {
			return nil, err
		}
		return f(cell.Current(thread), text)
	})
}

// filledIn replaces {name} and $name by the session's variables, as IPython does. Other names are the shell's.
func (sh *Shell) filledIn(run *cell.Run, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		name, end := "", i
		switch {
		case text[i] == '$' && i+1 < len(text) && text[i+1] == '$': // $$HOME is the shell's
			b.WriteByte('$')
			i++
			continue
		case text[i] == '{' && (i == 0 || text[i-1] != '$'):
			if n := strings.IndexByte(text[i:], '}'); n > 0 {
				name, end = text[i+1:i+n], i+n
			}
		case text[i] == '$':
			end = i + 1
			for end < len(text) && isWord(text[end], end == i+1) {
				end++
			}
			name, end = text[i+1:end], end-1
		}
		if v, ok := sh.variable(run, name); ok {
			b.WriteString(v)
			i = end
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func isWord(c byte, first bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || !first && c >= '0' && c <= '9'
}

// variable is the text of a variable that a cell has set, or of one of the function that runs the command.
func (sh *Shell) variable(run *cell.Run, name string) (string, bool) {
	for i := range len(name) {
		if !isWord(name[i], i == 0) {
			return "", false
		}
	}
	if name == "" {
		return "", false
	}
	v := local(run.Thread(), name)
	if v == nil && run.Bound(name) {
		v, _ = run.Get(name)
	}
	if s, ok := starlark.AsString(v); ok {
		return s, true
	}
	switch v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool:
		return v.String(), true
	}
	return "", false
}

// local is a variable of the function of cells that runs now; nil if it has none of this name.
func local(thread *starlark.Thread, name string) starlark.Value {
	for depth := range thread.CallStackDepth() {
		frame := thread.DebugFrame(depth)
		if _, ok := frame.Callable().(*starlark.Function); !ok {
			continue
		}
		for i := range frame.NumLocals() {
			if at, v := frame.Local(i); at.Name == name {
				return v
			}
		}
		return nil
	}
	return nil
}

// scriptMagic is %%bash and its like.
func (sh *Shell) scriptMagic(run *cell.Run, args, body string) error {
	status, err := sh.interpret(run, body)
	run.Set(exitCode, starlark.MakeInt(status))
	if err == nil && status != 0 {
		run.Print(fmt.Sprintf("(the script ended with exit status %d)\n", status))
	}
	return err
}

// cd is %cd: the directory of the commands and programs of later cells.
func (sh *Shell) cd(run *cell.Run, args string) error {
	name := strings.Trim(strings.TrimSpace(args), `"'`)
	if name == "" || name == "~" {
		name = colabRoot
	}
	to := sh.from(sh.dir, sh.filledIn(run, name))
	if e, err := sh.stat(to); err != nil || !e.dir {
		run.Print(fmt.Sprintf("[Errno 2] No such file or directory: '%s'\n", name))
		return nil
	}
	sh.dir = to
	run.Print(colabPath(sh.dir) + "\n")
	return nil
}

// colabPath is a directory below the notebook's as Colab shows it.
func colabPath(dir string) string {
	if dir == "." {
		return colabRoot
	}
	return colabRoot + "/" + dir
}

// setEnv is %env: it lists variables, shows one, or sets it.
func (sh *Shell) setEnv(run *cell.Run, args string) error {
	args = strings.TrimSpace(args)
	if args == "" {
		for _, name := range slices.Sorted(maps.Keys(sh.env)) {
			run.Print(name + "=" + sh.env[name] + "\n")
		}
		return nil
	}
	name, value, set := strings.Cut(args, "=")
	if !set {
		name, value, set = strings.Cut(args, " ")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(sh.filledIn(run, value))
	if !set {
		run.Print(environment{Shell: sh}.Get(name).String() + "\n")
		return nil
	}
	if err := sh.setVariable(name, value); err != nil {
		return err
	}
	run.Print("env: " + name + "=" + value + "\n")
	return nil
}

// setVariable sets a variable of later commands and programs.
func (sh *Shell) setVariable(name, value string) error {
	held := len(name) + len(value)
	for k, v := range sh.env {
		held += len(k) + len(v)
	}
	if held > mostHeld {
		return fmt.Errorf("%%env: the variables hold %d bytes; %d are the most", held, mostHeld)
	}
	sh.env[name] = value
	return nil
}

// writeMagic is %%writefile [-a] NAME.
func (sh *Shell) writeMagic(run *cell.Run, args, body string) error {
	words := strings.Fields(args)
	add := len(words) > 0 && (words[0] == "-a" || words[0] == "--append")
	if add {
		words = words[1:]
	}
	if len(words) != 1 {
		return fmt.Errorf("%%%%writefile wants the name of a file")
	}
	name := sh.from(sh.dir, sh.filledIn(run, strings.Trim(words[0], `"'`)))
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	verb := "Writing "
	switch _, missing := sh.stat(name); {
	case add:
		verb = "Appending to "
	case missing == nil:
		verb = "Overwriting "
	}
	file, err := sh.files().OpenFile(run.Context(), name, folder.Mode{Writes: true, Creates: true, Truncates: !add, Appends: add})
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, body)
	if err = cmp.Or(err, file.Close()); err != nil {
		return err
	}
	run.Print(verb + strings.Trim(words[0], `"'`) + "\n")
	return nil
}
