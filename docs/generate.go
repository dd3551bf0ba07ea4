// Command docs writes the pages of this folder that describe what cells can call. Their text is
// that of ?name, so it stands in one place.
//
//	go generate ./docs
package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/published/claims"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
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
	lib.Install(s)

	documented := map[string][]cell.Entry{} // by page, in the order of the names
	for _, e := range s.Entries() {
		if e.Doc != "" {
			documented[e.Page] = append(documented[e.Page], e)
		}
	}
	files := map[string]string{"README.md": contents(), "counters.md": counters(), stubFile: stub(s.Entries())}
	for _, p := range pages {
		text, err := p.text(s, documented[p.file])
		if err != nil {
			return nil, err
		}
		files[p.file] = text
		delete(documented, p.file)
	}
	answers, err := readVerdicts(verdicts)
	if err != nil {
		return nil, err
	}
	if files["claims.md"], err = claimsPage(claims.Lectures(), answers); err != nil {
		return nil, err
	}
	chapters, err := readSupported(supportedTable)
	if err != nil {
		return nil, err
	}
	files["supported.md"] = supported(chapters)
	if files[startedNotebook], err = started(); err != nil {
		return nil, err
	}
	for file, entries := range documented {
		return nil, fmt.Errorf("%s is on the page %q, which docs/pages.go does not have", entries[0].Name, file)
	}
	return files, nil
}

// text is the page with what it describes. The session runs the examples of a page that shows outputs.
func (p *page) text(s *cell.Session, entries []cell.Entry) (string, error) {
	entries, err := p.arrange(entries)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n%s\n", generated, p.title, p.intro)
	var names []string
	for _, e := range entries {
		names = append(names, fmt.Sprintf("[`%s`](#%s)", e.Name, anchor(e.Name)))
	}
	fmt.Fprintf(&b, "\nOn this page: %s\n", strings.Join(names, ",\n"))
	for _, e := range entries {
		d, shown := cell.ParseDoc(e.Doc), ""
		if p.outputs && d.Example != "" {
			if shown, err = p.outputOf(s, e.Name, d.Example); err != nil {
				return "", err
			}
		}
		b.WriteString(entry(e.Name, d, shown))
	}
	for _, v := range p.values {
		fmt.Fprintf(&b, "\n## What `?` shows for %s\n\n```text\n%s\n```\n", v.what, v.doc)
	}
	return b.String(), nil
}

// arrange puts the entries of the page in its order: those that order names at their
// places, the others, by name, at the "…" or at the end.
func (p *page) arrange(entries []cell.Entry) ([]cell.Entry, error) {
	order := p.order
	if !slices.Contains(order, "…") {
		order = append(slices.Clone(order), "…")
	}
	groups := make([][]cell.Entry, len(order))
	rest := slices.Index(order, "…")
	for _, e := range entries {
		kind, _, _ := strings.Cut(e.Name, ".")
		i := slices.IndexFunc(order, func(name string) bool { return name == e.Name || name == kind+".*" && kind != e.Name })
		if i < 0 {
			i = rest
		}
		groups[i] = append(groups[i], e)
	}
	for i, name := range order {
		if len(groups[i]) == 0 && name != "…" {
			return nil, fmt.Errorf("docs/pages.go: nothing on %s is named %s", p.file, name)
		}
	}
	return slices.Concat(groups...), nil
}

// entry is one name with its signature, its text, its parameters and its example with the output.
func entry(name string, d cell.Doc, output string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## `%s`\n", name)
	if kind, _, isMethod := strings.Cut(name, "."); isMethod && !strings.HasPrefix(d.Signature, kind+".") {
		d.Signature = kind + "." + d.Signature
	}
	if d.Signature != name {
		b.WriteString(python(d.Signature))
	}
	for _, paragraph := range d.About {
		fmt.Fprintf(&b, "\n%s\n", prose(paragraph))
	}
	for i, p := range d.Params {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- `%s` (%s): %s\n", p.Name, escaped(p.Type), prose(p.Meaning))
	}
	if d.Returns != "" {
		fmt.Fprintf(&b, "\n%s\n", prose(d.Returns))
	}
	if d.Example != "" {
		b.WriteString(python(d.Example))
	}
	if output != "" {
		fmt.Fprintf(&b, "\n```text\n%s\n```\n", output)
	}
	return b.String()
}

// python is a block of code, which a blank line separates from what is above it.
func python(code string) string { return "\n```python\n" + code + "\n```\n" }

// codeWord is what a text means as code: "cg", r.time, r.report()["Occupancy"], plot(s), k[grid, block](…), __device__,
// cudaMemcpy, texture<…>, ?zeros.
var codeWord = regexp.MustCompile(`"[^"\n]*"` +
	`|\b[A-Za-z]\w*(?:\.[A-Za-z]\w*|\([^()]*\)|\["\w+"\])+` +
	`|\b[A-Za-z]\w*\[[^\[\]]*\](?:\([^()]*\))?` +
	`|\?\w+(?:\.\w+)*|\b\w*_\w+(?:\([^()]*\))?|\b[a-z]+[A-Z]\w*|\b[a-z]+<[^<> ]*>`)

// prose makes Markdown of a text, in which words of code are code.
func prose(text string) string {
	var b strings.Builder
	end := 0
	for _, at := range codeWord.FindAllStringIndex(text, -1) {
		b.WriteString(escaped(text[end:at[0]]) + "`" + text[at[0]:at[1]] + "`")
		end = at[1]
	}
	return b.String() + escaped(text[end:])
}

var escaped = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|",
	`\|`).Replace

// contents is the list of all pages.
func contents() string {
	var b strings.Builder
	b.WriteString(generated + "# Documentation\n\n" +
		"The course is in [`notebooks`](../notebooks/00-index.ipynb). These pages say how to begin, what a cell can call, and how far a modelled\n" +
		"time can be trusted. In a cell, `?name` shows the text of a function.\n")
	for _, c := range parts {
		fmt.Fprintf(&b, "\n## %s\n\n| page | contents |\n|---|---|\n", c.title)
		for _, row := range c.rows {
			if i := slices.IndexFunc(pages, func(p page) bool { return p.file == row.file }); i >= 0 {
				row.title, row.about = pages[i].title, pages[i].about
			}
			fmt.Fprintf(&b, "| [%s](%s) | %s |\n", row.title, row.file, row.about)
		}
	}
	b.WriteString("\n[CONTRIBUTING.md](../CONTRIBUTING.md) and [DESIGN.md](../DESIGN.md) are for those who work on Warpbook itself.\n")
	return b.String()
}

// counters is the page of all metrics.
func counters() string {
	var b strings.Builder
	b.WriteString(generated + `# Counters

This page lists the counters that ` + "`r.counters[name]`" + ` knows. The names are those of Nsight Compute, of nvprof, and of
earlier profilers. Names of Nsight Compute have the form ` + "`unit__quantity.rollup.submetric`" + `. The table has the usual form of each quantity.
For a result ` + "`r`, `?r.counters`" + ` shows the other forms.

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
