package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"warpbook.dev"
)

func (c *call) version(args []string) int {
	if _, status, ok := c.parse(c.flags(), args); !ok {
		return status
	}
	fmt.Fprintln(c.stdout, versionLine())
	return exitOK
}

func (c *call) licenses(args []string) int {
	if _, status, ok := c.parse(c.flags(), args); !ok {
		return status
	}
	fmt.Fprint(c.stdout, warpbook.License, "\n", warpbook.Notice)
	return exitOK
}

// versionLine is the version, the commit if it is known, Go's version and the system.
func versionLine() string {
	words := []string{"warpbook", warpbook.Version}
	if c := commit(); c != "" {
		words = append(words, "("+c+")")
	}
	return strings.Join(append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH), " ")
}

// commit is the commit that was built. Go notes it when it builds inside a repository.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision == "" {
		return ""
	}
	if settings["vcs.modified"] == "true" {
		return fmt.Sprintf("commit %.12s, modified", revision)
	}
	return fmt.Sprintf("commit %.12s", revision)
}
