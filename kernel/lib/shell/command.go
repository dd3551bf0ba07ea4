package shell

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A call is one command with its streams.
type call struct {
	*Shell
	run  *cell.Run
	args []string // its name first
	in   io.Reader
	out  io.Writer
	last bool      // its output is the cell's
	then *[]func() // what is shown when all commands of a line have ended
}

// print writes to the command's output.
func (c *call) print(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// say writes what was not done, and why, behind what the command has printed.
func (c *call) say(format string, args ...any) {
	c.run.Print(fmt.Sprintf(format, args...) + "\n")
}

// A command returns its exit status; the error is one that ends the cell, such as an interrupt.
type command func(c *call) (status int, err error)

var commands map[string]command

func init() {
	commands = map[string]command{
		"nvcc": (*call).nvcc, "nvidia-smi": (*call).nvidiaSMI, "nvprof": (*call).profiled, "ncu": (*call).profiled, "nsys": (*call).profiled,
		"nv-nsight-cu-cli": (*call).profiled, "compute-sanitizer": (*call).sanitized, "cuda-memcheck": (*call).sanitized, "time": (*call).timed,
		"ls": (*call).ls, "cat": (*call).cat, "head": (*call).head, "tail": (*call).head, "rm": (*call).rm, "mkdir": (*call).mkdir,
		"cp": (*call).cp, "mv": (*call).cp, "touch": (*call).touch, "pwd": (*call).pwd, "echo": (*call).echo, "grep": (*call).grep, "wc": (*call).wc,
		"true": func(*call) (int, error) { return 0, nil }, "cd": (*call).cd, "chmod": (*call).chmod, "sleep": func(*call) (int, error) { return 0, nil },
		"which": (*call).which, "clear": func(*call) (int, error) { return 0, nil },
	}
}

// notDone are programs that notebooks call, and what a reader needs to know instead.
var notDone = map[string]string{
	"pip": "nothing is installed: arrays, devices and plots are built in, and CUDA needs no package", "pip3": "nothing is installed: CUDA needs no package here",
	"conda": "nothing is installed: CUDA needs no package here", "apt": "nothing is installed: nvcc is built in", "apt-get": "nothing is installed: nvcc is built in",
	"apt-key": "nothing is installed: nvcc is built in", "dpkg": "nothing is installed: nvcc is built in", "update-alternatives": "there is one compiler, which is built in",
	"wget": "nothing is fetched: put the file beside the notebook", "curl": "nothing is fetched: put the file beside the notebook", "git": "nothing is fetched: put the files beside the notebook",
	"gdown": "nothing is fetched: put the file beside the notebook", "unzip": "put the files beside the notebook", "tar": "put the files beside the notebook",
	"cmake": "write !nvcc -o x with the names of the sources", "make": "write !nvcc -o x with the names of the sources", "gcc": "nvcc compiles C and C++ too", "g++": "nvcc compiles C++ too",
	"clang": "nvcc compiles C and C++ too", "python": "cells are the place for scripts", "python3": "cells are the place for scripts", "sudo": "nothing is installed", "ln": "copy the file: cp",
	"export": "the environment means nothing to what is built in", "source": "no environment is needed", "env": "the environment means nothing to what is built in", "cuobjdump": "k.lowered(gpu) shows the instructions of a kernel",
	"nvdisasm": "k.lowered(gpu) shows the instructions of a kernel", "lscpu": "the host is modelled", "free": "the host is modelled", "df": "", "uname": "", "ps": "", "kill": "", "cuda-gdb": "a cell with checked(…) shows what threads do",
}

// run runs lines of commands: a && b, a || b, a; b, a | b, a > file.
func (sh *Shell) run(run *cell.Run, text string) error {
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words, err := split(line)
		if err != nil {
			return err
		}
		if err := sh.list(run, words); err != nil {
			return err
		}
	}
	return nil
}

// list runs the pipelines of a line.
func (sh *Shell) list(run *cell.Run, words []string) error {
	status, between := 0, ";"
	for len(words) > 0 {
		n := slices.IndexFunc(words, func(w string) bool { return w == "&&" || w == "||" || w == ";" })
		part, next := words, ";"
		if n >= 0 {
			part, next = words[:n], words[n]
			words = words[n+1:]
		} else {
			words = nil
		}
		if len(part) > 0 && (between == ";" || between == "&&" && status == 0 || between == "||" && status != 0) {
			var err error
			if status, err = sh.pipeline(run, part); err != nil {
				return err
			}
		}
		between = next
	}
	return nil
}

// pipeline runs commands that read what the one before has written.
func (sh *Shell) pipeline(run *cell.Run, words []string) (status int, err error) {
	var in io.Reader
	var then []func()
	defer func() {
		for _, f := range then {
			f()
		}
	}()
	for len(words) > 0 {
		n := slices.Index(words, "|")
		part := words
		if n >= 0 {
			part, words = words[:n], words[n+1:]
		} else {
			words = nil
		}
		var buffer bytes.Buffer
		c := &call{Shell: sh, run: run, in: in, out: printer{run}, last: words == nil, then: &then}
		if !c.last {
			c.out = &buffer
		}
		if status, err = c.command(part); err != nil {
			return status, err
		}
		in = &buffer
	}
	return status, nil
}

// printer is the cell's output.
type printer struct{ run *cell.Run }

func (p printer) Write(b []byte) (int, error) {
	p.run.Print(string(b))
	return len(b), nil
}

// command runs one command with its redirections.
func (c *call) command(words []string) (status int, err error) {
	for i := 0; i < len(words); i++ {
		target := ""
		switch w := words[i]; {
		case w == "2>&1" || w == "2>/dev/null" || w == "&":
			words = slices.Delete(words, i, i+1)
			i--
			continue
		case (w == ">" || w == ">>" || w == "&>" || w == "<") && i+1 < len(words):
			target = words[i+1]
			words = slices.Delete(words, i, i+2)
			i--
			if w == "<" && target == "/dev/null" {
				c.in = strings.NewReader("")
				continue
			}
			if w == "<" {
				text, err := c.readFile(target)
				if err != nil {
					c.print("%v\n", err)
					return 1, nil
				}
				c.in = strings.NewReader(text)
				continue
			}
			if target == "/dev/null" {
				c.out = io.Discard
				continue
			}
			var b bytes.Buffer
			out := c.out
			c.out = &b
			defer func() {
				if w := c.writeOut(target, w == ">>", b.Bytes()); w != nil {
					fmt.Fprintf(out, "%v\n", w)
				}
			}()
		}
	}
	for len(words) > 0 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") && !strings.ContainsAny(words[0], "/.") {
		words = words[1:] // NAME=value before a command
	}
	if len(words) == 0 {
		return 0, nil
	}
	if words[0] == "sudo" && len(words) > 1 {
		words = words[1:]
	}
	c.args = words
	name := words[0]
	if f := commands[name]; f != nil {
		return f(c)
	}
	if strings.HasPrefix(name, "/usr/local/cuda") && commands[name[strings.LastIndexByte(name, '/')+1:]] != nil {
		c.args = slices.Clone(words)
		c.args[0] = name[strings.LastIndexByte(name, '/')+1:]
		return commands[c.args[0]](c)
	}
	if strings.HasPrefix(name, "/") {
		c.say("(%s is not run: a cell starts no programs of the computer)", name)
		return 127, nil
	}
	if strings.Contains(name, "/") {
		return c.executable(words)
	}
	if why, known := notDone[name]; known {
		if why != "" {
			why = ": " + why
		}
		c.say("(%s is not run%s)", name, why)
		return 0, nil
	}
	hint := ""
	var names []string
	for n := range commands {
		names = append(names, n)
	}
	if near := spelling.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	c.say("(%s is not run: a cell starts no programs of the computer%s)", name, hint)
	return 127, nil
}

// writeOut writes what a command has printed into a file.
func (sh *Shell) writeOut(name string, add bool, data []byte) error {
	if add {
		if old, err := sh.readFile(name); err == nil {
			data = append([]byte(old), data...)
		}
	}
	return sh.writeFile(name, string(data))
}

// split takes a line apart into words and operators, with quotes.
func split(line string) (words []string, err error) {
	var word strings.Builder
	quote, inWord := rune(0), false
	flush := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inWord = r, true
		case r == '\\' && quote != '\'' && i+1 < len(runes):
			i++
			word.WriteRune(runes[i])
			inWord = true
		case quote != 0:
			word.WriteRune(r)
		case r == '#' && !inWord:
			flush()
			return words, nil
		case r == ' ' || r == '\t':
			flush()
		case strings.HasPrefix(string(runes[i:]), "2>&1"), strings.HasPrefix(string(runes[i:]), "2>/dev/null"):
			flush()
			text := "2>&1"
			if strings.HasPrefix(string(runes[i:]), "2>/") {
				text = "2>/dev/null"
			}
			words = append(words, text)
			i += len(text) - 1
		case strings.ContainsRune("|&;<>", r):
			flush()
			op := string(r)
			if i+1 < len(runes) && (runes[i+1] == r && r != '<' || r == '&' && runes[i+1] == '>') {
				op += string(runes[i+1])
				i++
			}
			words = append(words, op)
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	flush()
	return words, nil
}
