package main

import (
	"fmt"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
	"warpbook.dev/kernel/lib/shell"
)

// toolCommands are the toolkit's commands, which notebooks have as words behind "!".
func toolCommands() (all []command) {
	for _, name := range shell.ToolNames() {
		all = append(all, command{name: name, arguments: "[OPTIONS] [./PROGRAM ARGUMENTS]", summary: shell.ToolDoc(name), tool: true,
			details: `Works on programs that warpbook nvcc has written, as !` + name + ` does in notebooks: docs/programs.md.
WARPBOOK_RUN has options of "warpbook run", such as --gpu=H200.`, run: (*call).toolOfTheToolkit})
	}
	return all
}

// toolOfTheToolkit runs such a command in a session of its own.
func (c *call) toolOfTheToolkit(args []string) int {
	if len(args) == 1 && (args[0] == "-h" || args[0] == "--help") {
		fmt.Fprint(c.stdout, c.usage(c.flags()))
		return exitOK
	}
	p, err := c.chosen()
	if err != nil {
		return c.fail(err)
	}
	s := cell.New()
	s.Files = cell.Files{Folder: p.files, Remembers: true}
	s.MemoryLimit = 2 * uint64(p.memory) // of which a program gets half
	softLimit(s.MemoryLimit)
	sh := lib.Install(s)
	status := exitOK
	s.LineMagic(c.command.name, func(run *cell.Run, _ string) (err error) {
		status, err = sh.RunTool(run, shell.Tool{Words: append([]string{c.command.name}, args...), In: c.stdin, Out: c.stdout, Err: c.stderr,
			Read: shellFiles{}.Read})
		return err
	})
	ctx, stop := c.untilInterrupt()
	defer stop()
	for i, code := range []string{fmt.Sprintf("use(%q)", p.gpu), "%" + c.command.name} {
		out := &printer{stdout: c.stdout, stderr: c.stderr}
		outcome := s.Execute(ctx, kernel.Cell{Code: code, Count: i + 1}, out)
		out.end()
		if e := outcome.Error; e != nil {
			fmt.Fprintf(c.stderr, "%s: %s\n", c.command.name, e.Value)
			return exitFailed
		}
	}
	return status
}
