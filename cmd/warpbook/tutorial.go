package main

import (
	"fmt"
	"path/filepath"

	notebook "warpbook.dev/notebooks"
)

// tutorial copies the course into a folder, and opens it in JupyterLab.
func (c *call) tutorial(args []string) int {
	flags := c.flags()
	copyOnly := flags.Bool("copy", false, "copy the files; do not start JupyterLab")
	positional, status, ok := c.parse(flags, args, "[DIR]")
	if !ok {
		return status
	}
	dir := "warpbook-tutorial"
	if len(positional) > 0 {
		dir = positional[0]
	}
	kept, err := notebook.CopyCourse(dir)
	if err != nil {
		return c.fail(fmt.Errorf("copying the course to %s: %w", dir, err))
	}
	first := filepath.Join(dir, "getting-started.ipynb")
	fmt.Fprintf(c.stdout, "The course is in %s. Begin with %s.\n", dir, first)
	if len(kept) > 0 {
		fmt.Fprintf(c.stdout, "%d files exist already and were not overwritten, among them %s.\n", len(kept), kept[0])
	}
	if *copyOnly {
		return exitOK
	}
	return c.lab([]string{first})
}
