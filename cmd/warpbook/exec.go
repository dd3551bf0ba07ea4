package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/plotting"
)

// exec runs the cells of a text file or of a notebook in this process.
func (c *call) exec(args []string) int {
	flags := c.flags()
	allowed := flags.Bool("allow-errors", false, allowErrorsUsage)
	asJSON := flags.Bool("json", false, "print a JSON object for each cell, one a line")
	memory, files, err := sessionFlags(flags, cell.DefaultFiles.Folder)
	if err != nil {
		return c.misuse("%v", err)
	}
	positional, status, ok := c.parse(flags, args, "FILE")
	if !ok {
		return status
	}
	cells, err := c.readCells(positional[0])
	if err != nil {
		return c.fail(err)
	}
	ctx, stop := c.untilInterrupt()
	defer stop()
	session := newSession()
	session.MemoryLimit, session.Files = uint64(*memory), *files
	cell.SetSoftLimit(session.MemoryLimit)
	status = exitOK
	for i, code := range cells {
		outcome, err := c.execCell(ctx, session, kernel.Cell{Code: code, Count: i + 1}, *asJSON)
		if err != nil {
			return c.fail(err)
		}
		if e := outcome.Error; e != nil {
			status = exitFailed
			if !*allowed || ctx.Err() != nil {
				if *asJSON {
					return max(status, c.notRun(cells[i+1:], i+2))
				}
				if left := len(cells) - i - 1; left > 0 {
					fmt.Fprintf(c.stderr, "%s not run (--allow-errors goes on after an error)\n", plotting.Plural(left, "cell"))
				}
				break
			}
		}
	}
	return status
}

// readCells reads the cells of a text, or the code cells of a notebook.
func (c *call) readCells(path string) (cells []string, err error) {
	var source []byte
	switch {
	case path == "-":
		source, err = io.ReadAll(c.stdin)
	case strings.EqualFold(filepath.Ext(path), ".ipynb"):
		nb, err := notebook.ReadFile(path)
		if err == nil {
			err = forThisKernel(nb)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, cell := range nb.Cells {
			if cell.Type == notebook.Code && !cell.HasTag("skip-execution") && strings.TrimSpace(cell.Source) != "" {
				cells = append(cells, cell.Source)
			}
		}
		return cells, nil
	default:
		source, err = os.ReadFile(path)
	}
	return splitCells(string(source)), err
}

// execCell runs a cell and prints what it puts out. The error is that of writing it.
func (c *call) execCell(ctx context.Context, session *cell.Session, code kernel.Cell, asJSON bool) (kernel.Outcome, error) {
	if asJSON {
		out := newRecorder(code.Count, code.Code)
		outcome := session.Execute(ctx, code, out)
		out.end(outcome)
		return outcome, printRecord(c.stdout, &out.record)
	}
	out := &printer{stdout: c.stdout, stderr: c.stderr}
	outcome := session.Execute(ctx, code, out)
	out.pages(outcome.Payload)
	out.end()
	if e := outcome.Error; e != nil {
		fmt.Fprintln(c.stderr, errorText(e.Name, e.Value, e.Traceback))
	}
	return outcome, nil
}

// notRun prints the records of cells that were not run, from a number on.
func (c *call) notRun(cells []string, number int) int {
	for i, code := range cells {
		r := newRecorder(number+i, code)
		r.record.Status = "not run"
		if err := printRecord(c.stdout, &r.record); err != nil {
			return c.fail(err)
		}
	}
	return exitOK
}

// errorText is a cell's traceback without colours.
func errorText(name, value string, traceback []string) string {
	if len(traceback) == 0 {
		return name + ": " + value
	}
	return notebook.StripANSI(strings.TrimRight(strings.Join(traceback, "\n"), "\n"))
}

// splitCells splits source at the lines that start with `# %%`. The cells that
// Jupytext marks as [markdown] or [raw], and empty ones, are left out.
func splitCells(source string) []string {
	var cells []string
	var cell strings.Builder
	skip := false
	flush := func() {
		if text := cell.String(); !skip && strings.TrimSpace(text) != "" {
			cells = append(cells, text)
		}
		cell.Reset()
	}
	for line := range strings.Lines(strings.ReplaceAll(source, "\r\n", "\n")) {
		if marker, ok := strings.CutPrefix(line, "# %%"); ok {
			flush()
			skip = strings.Contains(marker, "[markdown]") || strings.Contains(marker, "[raw]")
			continue
		}
		cell.WriteString(line)
	}
	flush()
	return cells
}

// A printer is a kernel.Output for a terminal or a file. A display with an id is
// printed when something else follows it or the cell ends, so that a progress
// bar leaves one line.
type printer struct {
	stdout, stderr io.Writer

	mu      sync.Mutex
	pending []shown // displays with an id, in their order
}

type shown struct {
	id, text string
	printed  bool
}

func (p *printer) Stream(name, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flush()
	w := p.stdout
	if name == "stderr" {
		w = p.stderr
	}
	_, _ = io.WriteString(w, text)
}

func (p *printer) Display(b kernel.Bundle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flush()
	if b.ID == "" {
		p.print(bundleText(b))
		return
	}
	p.pending = append(p.pending, shown{id: b.ID, text: bundleText(b)})
}

func (p *printer) Result(b kernel.Bundle) { p.Display(b) }

func (p *printer) Update(b kernel.Bundle) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.pending, func(s shown) bool { return s.id == b.ID })
	if text := bundleText(b); i >= 0 && p.pending[i].text != text {
		p.pending[i] = shown{id: b.ID, text: text}
	}
}

// pages prints what a front end would show in a pager: the answers to ?name.
func (p *printer) pages(payload []map[string]any) {
	for _, part := range payload {
		data, _ := part["data"].(map[string]any)
		if text, ok := data["text/plain"].(string); ok {
			p.Display(kernel.Bundle{Data: map[string]any{"text/plain": text}})
		}
	}
}

// Clear does nothing: what was printed stays.
func (p *printer) Clear(bool) {}

func (p *printer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.flush()
}

func (p *printer) flush() {
	for i := range p.pending {
		if s := &p.pending[i]; !s.printed {
			p.print(s.text)
			s.printed = true
		}
	}
}

func (p *printer) print(text string) {
	if text != "" {
		_, _ = io.WriteString(p.stdout, strings.TrimRight(text, "\n")+"\n")
	}
}

// bundleText is the text/plain of b, else another text that it has.
func bundleText(b kernel.Bundle) string {
	for _, mime := range []string{"text/plain", "text/markdown", "text/latex", "text/html"} {
		if s, ok := b.Data[mime].(string); ok {
			return s
		}
	}
	var types bytes.Buffer
	for mime := range b.Data {
		fmt.Fprintf(&types, "[%s]\n", mime)
	}
	return types.String()
}
