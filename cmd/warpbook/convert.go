package main

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/kernel/cell"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/plotting"
)

// convert writes a notebook for Colab as Warpbook would have it.
func (c *call) convert(args []string) int {
	flags := c.flags()
	out := flags.String("o", "", "write the converted notebook to `OUT.ipynb`")
	positional, status, ok := c.parse(flags, args, "NOTEBOOK.ipynb")
	if !ok {
		return status
	}
	if *out == "" {
		return c.misuse("-o OUT.ipynb is missing: the notebook itself is kept")
	}
	nb, err := notebook.ReadFile(positional[0])
	if err == nil && !strings.EqualFold(nb.Language(), "python") {
		err = forThisKernel(nb)
	}
	if err != nil {
		return c.fail(err)
	}
	done := convertNotebook(nb)
	if err := notebook.WriteFile(*out, nb); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stdout, "%s: %s converted, %s of installation dropped\n", *out, plotting.Plural(done.programs, "program"),
		plotting.Plural(done.lines, "line"))
	return exitOK
}

// converted counts what convertNotebook has changed.
type converted struct{ programs, lines int }

// convertNotebook changes the cells that it understands and leaves the others as they are. Cells with metadata of nbgrader stay, too:
// the names of graded cells and their texts belong together.
func convertNotebook(nb *notebook.Notebook) (done converted) {
	nb.Metadata["kernelspec"] = kernelspec(nb)
	nb.Metadata["language_info"] = languageInfo(cell.Info())
	for _, key := range []string{"accelerator", "colab", "gpuClass"} {
		delete(nb.Metadata, key)
	}
	for i := 0; i < len(nb.Cells); i++ {
		if joinProgram(nb, i) {
			done.programs++
		}
	}
	extension := slices.ContainsFunc(nb.Cells, func(c *notebook.Cell) bool { return strings.Contains(c.Source, "nvcc4jupyter.set_defaults") })
	var cells []*notebook.Cell
	for _, c := range nb.Cells {
		if !convertible(c) {
			cells = append(cells, c)
			continue
		}
		if renameMagic(c) {
			done.programs++
		}
		dropped := dropInstallation(c, extension)
		if len(dropped) > 0 {
			done.lines += len(dropped)
			cells = append(cells, remark(nb, c, dropped))
		}
		if len(dropped) == 0 || strings.TrimSpace(c.Source) != "" {
			cells = append(cells, c)
		}
	}
	nb.Cells = cells
	return done
}

func convertible(c *notebook.Cell) bool {
	return c.Type == notebook.Code && c.Metadata["nbgrader"] == nil
}

// remark is the text in the place of lines of installation.
func remark(nb *notebook.Notebook, c *notebook.Cell, dropped []string) *notebook.Cell {
	text := "Warpbook needs no installation, so these lines were dropped:\n\n    " + strings.Join(dropped, "\n    ")
	r := &notebook.Cell{Type: notebook.Markdown, Source: text, Metadata: map[string]any{}}
	if nb.Minor >= 5 {
		if r.ID = c.ID; strings.TrimSpace(c.Source) != "" {
			r.ID = c.ID[:min(len(c.ID), 56)] + "-dropped"
		}
	}
	return r
}
