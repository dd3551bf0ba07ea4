package main

import (
	"context"
	"os"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/session"
)

// session hosts a session of cells for another program.
func (c *call) session(args []string) int {
	flags := c.flags()
	cache := flags.String("cache", cacheFolder(), "keep results of launches for other sessions in the folder `DIR`; '' keeps none; WARPBOOK_CACHE is the default, and off none")
	shared := flags.String("shared", "", "put arrays that are results into files of the folder `DIR`, and remove the folder at the end")
	memory, files, err := sessionFlags(flags, notebookFolder())
	if err != nil {
		return c.misuse("%v", err)
	}
	if _, status, ok := c.parse(flags, args); !ok {
		return status
	}
	s := newSession()
	s.MemoryLimit, s.Cache, s.Files, s.InterruptPatience = uint64(*memory), *cache, *files, handOver
	cell.SetSoftLimit(s.MemoryLimit)
	dir := *shared
	if dir == "" {
		if dir, err = os.MkdirTemp("", "warpbook-session-"); err != nil {
			return c.fail(err)
		}
	}
	err = session.New(s, dir).Serve(context.Background(), c.stdin, c.stdout)
	if e := session.RemoveShared(dir); err == nil {
		err = e
	}
	if err != nil {
		return c.fail(err)
	}
	return exitOK
}
