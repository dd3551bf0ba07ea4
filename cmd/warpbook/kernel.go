package main

import (
	"context"
	"fmt"
	"path/filepath"

	"warpbook.dev/install"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/kernel/lib/widget"
	"warpbook.dev/kernel/wire"
)

// newSession returns the language of the cells with its libraries.
func newSession() *cell.Session {
	s := cell.New()
	gpu.Install(s)
	plot.Install(s)
	widget.Install(s)
	return s
}

// kernel serves the notebook kernel until it is shut down.
func (c *call) kernel(args []string) int {
	flags := c.flags()
	file := flags.String("f", "", "the `CONNECTION_FILE` that Jupyter wrote, or a registration file")
	history := flags.String("history", historyFile(), "the `FILE` that keeps the cells over restarts instead of the usual one; '' for none")
	if _, status, ok := c.parse(flags, args); !ok {
		return status
	}
	if *file == "" {
		return c.misuse("-f CONNECTION_FILE is missing; Jupyter gives it (warpbook install registers the kernel)")
	}
	conn, registration, err := wire.ReadStartup(*file)
	if err != nil {
		return c.fail(err)
	}
	k, err := kernel.New(newSession(), conn)
	if err != nil {
		return c.fail(err)
	}
	if registration != nil {
		if err := k.Register(context.Background(), registration); err != nil {
			return c.fail(err)
		}
	}
	if *history != "" {
		if err := k.RememberIn(*history); err != nil { // cells run without one
			fmt.Fprintln(c.stderr, "warpbook:", err)
		}
	}
	if err := k.Serve(context.Background()); err != nil {
		return c.fail(err)
	}
	return exitOK
}

// historyFile is where the history lies: beside what Jupyter keeps for the user.
func historyFile() string {
	dir, err := install.CurrentEnvironment().DataDir(install.Place{User: true})
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "warpbook", "history.jsonl")
}
