// Package shell lets notebooks that were written for nvcc4jupyter, or for Colab, run as they are: cells that hold a CUDA program,
// cells that write files, and lines such as !nvcc -o x x.cu and !./x. No program of the computer is started. The commands are
// those that such notebooks use, in Go, and they reach files below the notebook's directory, no others; what cannot be done is said,
// and the notebook goes on.
//
// Begin with [Install]; a command is a row of commands (command.go).
package shell

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
)

// A Shell is what the commands of a session share.
type Shell struct {
	session  *cell.Session
	library  *gpu.Library
	compiled map[[sha256.Size]byte]*host.Program // by the executables that hold them
	groups   map[string][]groupFile              // of nvcc4jupyter
	defaults defaults
	plugin   bool // an extension for CUDA cells was loaded: programs that fail do not end a cell
}

// Install defines the magics of notebooks for nvcc4jupyter and Colab in a session.
func Install(s *cell.Session, l *gpu.Library) {
	sh := &Shell{session: s, library: l, compiled: map[[sha256.Size]byte]*host.Program{}, groups: map[string][]groupFile{}}
	s.Shell(func(run *cell.Run, line string) error { return sh.run(run, line) })
	for _, name := range []string{"bash", "sh", "shell", "script"} {
		s.Magic(name, sh.script)
	}
	for _, name := range []string{"writefile", "file"} {
		s.Magic(name, sh.writeMagic)
	}
	for _, name := range []string{"shell", "sx", "system", "pip", "conda", "cd", "env", "ls", "cat", "mkdir", "rm", "pwd", "cp", "mv"} {
		s.LineMagic(name, func(run *cell.Run, args string) error {
			if name != "shell" && name != "sx" && name != "system" {
				args = name + " " + args
			}
			return sh.run(run, args)
		})
	}
	sh.installPlugin()
}

// script is %%bash and its like: each line is a command.
func (sh *Shell) script(run *cell.Run, _, body string) error { return sh.run(run, body) }

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
	name := strings.Trim(words[0], `"'`)
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	old, missing := sh.readFile(name)
	text, verb := body, "Writing "
	switch {
	case add:
		text, verb = old+body, "Appending to "
	case missing == nil:
		verb = "Overwriting "
	}
	if err := sh.writeFile(name, text); err != nil {
		return err
	}
	run.Print(verb + name + "\n")
	return nil
}
