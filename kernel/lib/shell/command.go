package shell

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A call is one command with its streams.
type call struct {
	*job
	ctx  context.Context
	hc   interp.HandlerContext
	args []string // its name first
	dir  string   // the current directory, below the notebook's
	in   io.Reader
	out  io.Writer
	err  io.Writer
}

// print writes to the command's output.
func (c *call) print(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// say writes what was not done, and why.
func (c *call) say(format string, args ...any) { fmt.Fprintf(c.err, format+"\n", args...) }

// fail writes what is wrong, as the command itself does.
func (c *call) fail(status int, format string, args ...any) (int, error) {
	fmt.Fprintf(c.err, path.Base(c.args[0])+": "+format+"\n", args...)
	return status, nil
}

// printer is the cell's output.
type printer struct{ run *cell.Run }

func (p printer) Write(b []byte) (int, error) {
	p.run.Print(string(b))
	return len(b), nil
}

// toolFolders are where notebooks find the toolkit and the system's commands.
var toolFolders = []string{"/usr/local/cuda", "/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/nvidia/"}

// command runs a word of the table, or a program.
func (c *call) command() (status int, err error) {
	switch name := c.args[0]; name {
	case accountWord:
		return c.hc.LastExitStatus, nil
	case beginWord, endWord:
		return c.measured(name), nil
	default:
		for _, f := range toolFolders {
			if strings.HasPrefix(name, f) {
				c.args[0] = path.Base(name)
				break
			}
		}
	}
	name := c.args[0]
	if w := words[name]; w != nil {
		if w.run == nil {
			c.say("(%s: %s)", name, cmp.Or(w.note, "nothing to do here"))
			return w.status, nil
		}
		return w.run(c)
	}
	if strings.Contains(name, "/") {
		return c.executable()
	}
	hint := ""
	if near := spelling.Nearest(name, wordNames()); near != "" {
		hint = "; did you mean " + near + "?"
	}
	c.say("%s: command not found (no program of this computer is started%s)", name, hint)
	return 127, nil
}

// names of files, as the command's directory has them

func (c *call) at(name string) string                { return c.from(c.dir, name) }
func (c *call) readFile(name string) (string, error) { return c.Shell.readFile(c.at(name)) }
func (c *call) writeFile(name, text string) error    { return c.Shell.writeFile(c.at(name), text) }
func (c *call) stat(name string) (entry, error)      { return c.Shell.stat(c.at(name)) }
func (c *call) readDir(name string) ([]entry, error) { return c.Shell.readDir(c.at(name)) }
func (c *call) remove(name string, all bool) error   { return c.Shell.remove(c.at(name), all) }
