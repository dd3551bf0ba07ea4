package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// startedPage is a page whose blocks of code are the cells of startedNotebook, which `warpbook tutorial` copies and opens.
const (
	startedPage     = "getting-started.md"
	startedNotebook = "../notebooks/getting-started.ipynb"
)

var (
	fenced      = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```\n")
	pageLink    = regexp.MustCompile(`\[([^\]]+)\]\([\w-]+\.md\)`)
	pagePicture = regexp.MustCompile(`(?m)^!\[.*\n`)
)

// started is the notebook of startedPage: its text and its blocks of code, without outputs, pictures and the list of headings, which
// a notebook makes itself. Links to pages, which are not beside the copy, become words.
func started() (string, error) {
	text, err := os.ReadFile(startedPage)
	if err != nil {
		return "", err
	}
	about, sections, ok := strings.Cut(string(text), "\n## ")
	if !ok {
		return "", fmt.Errorf("%s has no section", startedPage)
	}
	about, _, _ = strings.Cut(about, "\n- [")
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{
		"kernelspec": map[string]any{"display_name": "Warpbook (CUDA C on modelled GPUs)", "language": "starlark", "name": "warpbook"},
	}}
	add := func(kind, source string) {
		source = strings.TrimSpace(source)
		if kind == notebook.Markdown {
			source = pagePicture.ReplaceAllString(pageLink.ReplaceAllString(source, "$1"), "")
			source = strings.TrimSpace(strings.ReplaceAll(source, "../notebooks/", ""))
		}
		if source != "" {
			id := fmt.Sprintf("cell-%d", len(nb.Cells))
			nb.Cells = append(nb.Cells, &notebook.Cell{Type: kind, ID: id, Source: source, Metadata: map[string]any{}})
		}
	}
	add(notebook.Markdown, strings.TrimSpace(about)+"\n\nSelect the cell below and press Shift+Enter. Then go on, cell by cell.")
	text = []byte("## " + sections)
	for len(text) > 0 {
		at := fenced.FindSubmatchIndex(text)
		if at == nil {
			add(notebook.Markdown, string(text))
			break
		}
		add(notebook.Markdown, string(text[:at[0]]))
		language, block := string(text[at[2]:at[3]]), string(text[at[4]:at[5]])
		switch {
		case language != "text":
			add(notebook.Code, block)
		case strings.Contains(block, "Traceback (most recent call last)"):
			last := nb.Cells[len(nb.Cells)-1]
			last.Metadata["tags"] = []any{"raises-exception"} // running all cells goes on behind it
		}
		text = text[at[1]:]
	}
	return string(notebook.Format(nb)), nil
}
