package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"warpbook.dev"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
	notebook "warpbook.dev/notebooks"
)

// writePage writes what a program did as one HTML page: its sources, what it printed, its launches as a table and as a picture,
// and a report on each kernel.
func (p *programRun) writePage(r *host.Run, output string) error {
	nb := &notebook.Notebook{Metadata: map[string]any{"language_info": map[string]any{"name": "cuda"}}}
	text := func(format string, args ...any) {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: fmt.Sprintf(format, args...)})
	}
	sources := p.shown()
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	text("# %s\n\nRun as `%s` on %s, modelled; exit code %d.", strings.Join(names, ", "), strings.Join(p.args, " "), r.Device.Name, r.ExitCode)
	var last *notebook.Cell
	for i, s := range sources {
		if len(sources) > 1 {
			text("## %s", names[i])
		}
		last = &notebook.Cell{Type: notebook.Code, Source: strings.TrimRight(s.Text, "\n")}
		nb.Cells = append(nb.Cells, last)
	}
	show := func(o *notebook.Output) { last.Outputs = append(last.Outputs, o) }
	if output != "" {
		show(&notebook.Output{Type: notebook.Stream, Name: "stdout", Text: output})
	}
	if told := p.told(r); len(told) > 0 {
		show(&notebook.Output{Type: notebook.Stream, Name: "stderr", Text: strings.Join(told, "\n") + "\n"})
	}
	if len(r.Ops) > 0 {
		show(display(figure.ProgramTable(r).MIMEBundle()))
		show(display(figure.ProgramTimeline(r).MIMEBundle()))
	}
	for _, k := range figure.Distinct(r) {
		all, err := report.New(k.Result, p.set)
		if err != nil {
			return err
		}
		show(display(map[string]any{"text/html": figure.Report(all, figure.HTML)}, map[string]any{}))
	}
	html, err := notebook.HTML(nb, notebook.Page{Title: names[0], Version: warpbook.Version, Numbers: true})
	if err != nil {
		return err
	}
	return notebook.ReplaceFile(p.page, html)
}

// shown are the sources that the page has: those of the command line, or those in the file that nvcc has made.
func (p *programRun) shown() []token.Source {
	if p.binary == nil {
		return p.sources
	}
	var all []token.Source
	for _, u := range p.binary.Units {
		all = append(all, token.Source{Name: filepath.Base(u.Name), Text: u.Text})
	}
	return all
}

func display(data, metadata map[string]any) *notebook.Output {
	return &notebook.Output{Type: notebook.DisplayData, Data: data, Metadata: metadata}
}
