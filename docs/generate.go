// Command docs writes the pages of this folder that describe what cells can call. Their text is
// that of ?name, so it stands in one place.
//
//	go generate ./docs
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/kernel/lib/widget"
)

//go:generate go run .

func main() {
	all, err := generate()
	if err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
	for file, text := range all {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "docs:", err)
			os.Exit(1)
		}
	}
}

const generated = "<!-- Made by `go generate ./docs` from what ?name shows. -->\n\n"

// generate returns the text of each file.
func generate() (map[string]string, error) {
	s := cell.New()
	gpu.Install(s)
	plot.Install(s)
	widget.Install(s)
	docs := s.Docs()

	files := map[string]string{"README.md": contents(), "counters.md": counters()}
	used := map[string]bool{}
	for _, p := range pages {
		text, err := p.text(docs, used)
		if err != nil {
			return nil, err
		}
		files[p.file] = text
	}
	var missing []string
	for name := range docs {
		if !used[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return nil, fmt.Errorf("no page has %s; add them in docs/pages.go", strings.Join(missing, ", "))
	}
	return files, nil
}

// text is the page; what it describes is marked as used.
func (p *page) text(docs map[string]string, used map[string]bool) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n%s\n", generated, p.title, p.intro)
	for _, name := range p.names {
		matches := []string{name}
		if kind, ok := strings.CutSuffix(name, ".*"); ok {
			matches = methods(docs, kind)
		}
		for _, m := range matches {
			if docs[m] == "" || used[m] {
				return "", fmt.Errorf("%s names %s, which %s", p.file, m, map[bool]string{true: "another page has", false: "has no doc"}[used[m]])
			}
			used[m] = true
			b.WriteString(entry(m, docs[m]))
		}
	}
	for _, v := range p.values {
		fmt.Fprintf(&b, "\n## What `?` shows of %s\n\n```text\n%s\n```\n", v.what, v.doc)
	}
	return b.String(), nil
}

// methods are the documented names of a type or module.
func methods(docs map[string]string, kind string) (names []string) {
	for name := range docs {
		if strings.HasPrefix(name, kind+".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// entry is one name with its signature, its text and its example.
func entry(name, doc string) string {
	signature, text, _ := strings.Cut(doc, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "\n## `%s`\n\n", name)
	if text == "" {
		return b.String() + escaped(signature) + "\n"
	}
	kind, _, isMethod := strings.Cut(name, ".")
	if isMethod && !strings.HasPrefix(signature, kind+".") {
		signature = kind + "." + signature
	}
	fmt.Fprintf(&b, "```python\n%s\n```\n\n%s", signature, prose(text))
	return b.String()
}

// prose makes Markdown of a doc's text: paragraphs, and examples that are indented by four blanks.
func prose(text string) string {
	var b strings.Builder
	code := false
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		indented := strings.HasPrefix(line, "    ")
		if line == "" && code {
			continue
		}
		if indented != code {
			b.WriteString(map[bool]string{true: "```python\n", false: "```\n\n"}[indented])
			code = indented
		}
		if code {
			b.WriteString(strings.TrimPrefix(line, "    ") + "\n")
		} else {
			b.WriteString(escaped(line) + "\n")
		}
	}
	if code {
		b.WriteString("```\n")
	}
	return b.String()
}

var escaped = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`).Replace

// contents is the list of all pages.
func contents() string {
	var b strings.Builder
	b.WriteString(generated + "# Documentation\n\n| page | what it has |\n|---|---|\n")
	row := func(file, title, about string) { fmt.Fprintf(&b, "| [%s](%s) | %s |\n", title, file, about) }
	for _, p := range byHand {
		row(p.file, p.title, p.about)
	}
	for _, p := range pages {
		row(p.file, p.title, p.about)
	}
	row("counters.md", "Counters", "what `r.counters` knows, with the names of three profilers")
	b.WriteString("\nThe notebooks in [`notebooks`](../notebooks/00-index.ipynb) are the course; [DESIGN.md](../DESIGN.md) is for those who work on Warpbook itself.\n")
	return b.String()
}

// counters is the page of all metrics.
func counters() string {
	var b strings.Builder
	b.WriteString(generated + `# Counters

` + "`r.counters[name]`" + ` takes the names of Nsight Compute, of nvprof and of the profilers before it. In the grammar of the first,
` + "`unit__quantity.rollup.submetric`" + `, a quantity has more forms than the usual one that is listed here: ` + "`?r.counters`" + ` shows the grammar.

| counter | unit | what it counts | other names |
|---|---|---|---|
`)
	for _, d := range counter.Docs() {
		var other []string
		for _, a := range d.Aliases {
			other = append(other, "`"+a+"`")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", d.Name, escaped(d.Unit), escaped(d.Doc), strings.Join(other, ", "))
	}
	return b.String()
}
