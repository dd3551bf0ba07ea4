package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"warpbook.dev"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/install"
	"warpbook.dev/kernel/cell"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
	"warpbook.dev/plotting"
)

// run executes a notebook through a notebook kernel in a process of its own.
func (c *call) run(args []string) int {
	if isProgram(args) {
		return c.runProgram(args)
	}
	if slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" }) {
		return c.runHelp()
	}
	flags := c.flags()
	out := flags.String("o", "", "write the executed notebook to `OUT.ipynb`, pictures as SVG and PNG")
	page := flags.String("html", "", "write the notebook as an HTML page to `OUT.html`")
	var on onErrors
	on.define(flags)
	strict := flags.Bool("strict", false, strictUsage)
	positional, status, ok := c.parse(flags, args, "NOTEBOOK.ipynb")
	if !ok {
		return status
	}
	path := positional[0]
	if *out == "" && *page == "" {
		*out = path
	}
	nb, err := notebook.ReadFile(path)
	if err == nil {
		err = errors.Join(writable(*out), writable(*page), forThisRun(nb, *out == path))
	}
	if err != nil {
		return c.fail(err)
	}
	ctx, stop := c.untilInterrupt()
	defer stop()
	r, err := startRunner(ctx, path)
	if err != nil {
		return c.fail(err)
	}
	skips, ran := c.execute(ctx, nb, r, on)
	failure := errors.Join(ran, r.close())
	if err := save(nb, path, *out, *page); err != nil {
		return c.fail(errors.Join(failure, err))
	}
	return max(c.reportSkips(skips, *strict), c.report(failure))
}

const strictUsage = "a skipped cell is a failure"

// runHelp prints the options for notebooks and those for programs.
func (c *call) runHelp() int {
	flags := c.programFlags(&programRun{})
	flags.Bool("strict", false, "of a notebook: "+strictUsage)
	flags.String("o", "", "of a notebook: write the executed one to `OUT.ipynb`, pictures as SVG and PNG")
	new(onErrors).define(flags)
	flags.Lookup("html").Usage = "write an HTML page to `FILE`: the notebook, or the output, launches, timeline and reports of the program"
	fmt.Fprint(c.stdout, c.usage(flags))
	return exitOK
}

// writable finds an output that could not be saved before the cells run.
func writable(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory, want the name of a file", path)
	}
	_, err := os.Stat(filepath.Dir(path))
	return err
}

// forThisKernel refuses a notebook in another language before its outputs are lost.
func forThisKernel(nb *notebook.Notebook) error {
	if lang := nb.Language(); lang != "" && !strings.EqualFold(lang, "starlark") {
		return fmt.Errorf("the notebook's language is %q, this kernel runs starlark; choose the kernel Warpbook for it in Jupyter", lang)
	}
	return nil
}

// forThisRun is forThisKernel, but lets a notebook in Python run where its own file stays as it is: it may have cells in CUDA C.
func forThisRun(nb *notebook.Notebook, inPlace bool) error {
	err := forThisKernel(nb)
	switch {
	case err == nil || !strings.EqualFold(nb.Language(), "python"):
		return err
	case inPlace:
		return fmt.Errorf("%w, or keep it as it is and write the result to another file: -o OUT.ipynb", err)
	}
	return nil
}

// save writes the results as whole files, the notebook without what a run makes again.
func save(nb *notebook.Notebook, path, out, page string) error {
	var errs []error
	if out != "" {
		nb.Slim()
		errs = append(errs, notebook.WriteFile(out, nb))
	}
	if page != "" {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		html, err := notebook.HTML(nb, notebook.Page{Title: name, Files: &folder.Folder{Dir: filepath.Dir(path)}, Version: warpbook.Version,
			Source: filepath.Base(path)})
		if err == nil {
			err = notebook.ReplaceFile(page, html)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// onErrors says how a notebook goes on after a cell that fails.
type onErrors struct{ allowed bool }

func (o *onErrors) define(flags *flag.FlagSet) {
	flags.BoolVar(&o.allowed, "allow-errors", false, "of a notebook: "+allowErrorsUsage)
}

const allowErrorsUsage = "go on after a cell that fails; the exit status is 1 all the same"

// execute runs the cells and tells of each on stderr. The end of ctx interrupts
// the running cell. skips are the cells that the notebook kernel has skipped.
func (c *call) execute(ctx context.Context, nb *notebook.Notebook, r *runner, on onErrors) (skips []notebook.Skip, failure error) {
	nb.Metadata["kernelspec"] = kernelspec(nb)
	nb.Metadata["language_info"] = languageInfo(cell.Info())
	failed := 0
	ended := func(s notebook.Step) {
		skip, skipped := s.Cell.Skipped()
		if skipped {
			skip.Number = s.Number
			skips = append(skips, skip)
		}
		progress(c.stderr, s, skipped)
		if s.Failed && !s.Cell.HasTag("raises-exception") {
			failed++
		}
	}
	if !on.allowed {
		return skips, notebook.Execute(ctx, nb, r, ended)
	}
	if failure = notebook.ExecuteAll(ctx, nb, r, ended); failure == nil && failed > 0 {
		failure = fmt.Errorf("%s failed", plotting.Plural(failed, "cell"))
	}
	return skips, failure
}

// reportSkips lists the cells that were skipped. Those that give points have failed, and all have with strict.
func (c *call) reportSkips(skips []notebook.Skip, strict bool) (status int) {
	if len(skips) > 0 {
		fmt.Fprintln(c.stderr)
	}
	for _, s := range skips {
		points := ""
		if grading.GivesPoints(s.Cell) {
			points = " (it gives points, so this is a failure)"
			status = exitFailed
		}
		fmt.Fprintf(c.stderr, "skipped: cell %d needs %s%s\n", s.Number, s, points)
	}
	if strict && len(skips) > 0 {
		return exitFailed
	}
	return status
}

// kernelspec is the notebook's metadata: the name under which the kernel is
// installed is the user's and stays; that of Python's kernel does not.
func kernelspec(nb *notebook.Notebook) map[string]any {
	spec := install.NewSpec("")
	name := install.DefaultName
	if old, _ := nb.Metadata["kernelspec"].(map[string]any); old["name"] != nil {
		if s, ok := old["name"].(string); ok && s != "" && !strings.EqualFold(fmt.Sprint(old["language"]), "python") && s != "python3" {
			name = s
		}
	}
	return map[string]any{"display_name": spec.DisplayName, "language": spec.Language, "name": name}
}

// progress writes one line for a cell that has ended.
func progress(w io.Writer, s notebook.Step, skipped bool) {
	state := "ok"
	switch {
	case s.Failed:
		state = "failed"
	case skipped:
		state = "skip"
	}
	digits := len(fmt.Sprint(s.Of))
	fmt.Fprintf(w, "%*d/%d  %-6s %8.2f s  %s\n", digits, s.Number, s.Of, state, s.Time.Round(10*time.Millisecond).Seconds(),
		firstLine(s.Cell.Source))
}

// firstLine is a cell's first line that is not empty, cut to what fits a line.
func firstLine(source string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(source), "\n")
	if r := []rune(strings.TrimSpace(line)); len(r) > 56 {
		return string(r[:55]) + "…"
	}
	return strings.TrimSpace(line)
}

// report prints why the run failed, if it did.
func (c *call) report(failure error) int {
	var cell *notebook.CellError
	switch {
	case failure == nil:
		return exitOK
	case errors.As(failure, &cell):
		fmt.Fprintf(c.stderr, "\n%s\n", errorText(cell.Name, cell.Value, cell.Traceback))
		return exitFailed
	}
	return c.fail(failure)
}
