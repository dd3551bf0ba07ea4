package shell

import (
	"io"

	"mvdan.cc/sh/v3/interp"

	"warpbook.dev/kernel/cell"
)

// A Tool is a command of the toolkit that a shell of the computer has started. It is a word of the table, as in notebooks.
type Tool struct {
	Words []string // its name first
	In    io.Reader
	Out   io.Writer
	Err   io.Writer
	// Read returns the text of a program's file, which may lie outside the folder that programs reach.
	Read func(name string) (string, error)
}

// RunTool runs a tool. What it shows below its output is the cell's.
func (sh *Shell) RunTool(run *cell.Run, t Tool) (status int, err error) {
	j := &job{Shell: sh, run: run, checked: &checked{}, shared: &shared{pipes: map[string]*pipe{}, read: t.Read}}
	c := &call{job: j, ctx: run.Context(), args: t.Words, dir: sh.dir, in: t.In, out: t.Out, err: t.Err,
		hc: interp.HandlerContext{Env: environment{Shell: sh}}}
	status, err = c.command()
	for _, show := range j.shown {
		show()
	}
	if e := sh.files().Remember(); e != nil && err == nil {
		err = e
	}
	return status, err
}

// programText is the text of a program's file.
func (c *call) programText(name string) (string, error) {
	if c.read != nil {
		return c.read(name)
	}
	return c.readFile(name)
}

// ToolNames are the words of the toolkit that need no other words.
func ToolNames() []string {
	return []string{"nvidia-smi", "nvprof", "nsys", "ncu", "compute-sanitizer", "cuda-memcheck", "cuobjdump", "nvdisasm", "deviceQuery"}
}

// ToolDoc is what a tool does, in a line.
func ToolDoc(name string) string { return words[name].doc }
