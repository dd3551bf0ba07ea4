package main

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/gpumodel/cuda"
)

// supportedTable says what CUDA C++ is supported; its head says how. TestSupported compiles its examples.
//
//go:embed supported.txtar
var supportedTable []byte

// A chapter is a section of the table.
type chapter struct {
	title    string
	features []feature
}

// A feature is a row of the table.
type feature struct {
	title   string
	place   string // of the code: kernel, file, main or program; empty where there is no example
	code    string
	include []string // headers
	names   []string // built-in names, as patterns
	note    string
	refused string // what to write instead; empty for what is supported
}

// internalChapter has the built-in names that only our own library uses.
const internalChapter = "internal"

// readSupported reads the table.
func readSupported(data []byte) (all []chapter, err error) {
	for _, f := range txtar.Parse(data).Files {
		c := chapter{title: f.Name}
		for line := range strings.Lines(string(f.Data)) {
			line = strings.TrimRight(line, "\n")
			field, indented := strings.CutPrefix(line, "\t")
			if !indented {
				c.features = append(c.features, feature{title: line})
				continue
			}
			if len(c.features) == 0 {
				return nil, fmt.Errorf("supported.txtar: %q stands before the first row of %q", field, c.title)
			}
			if err := c.features[len(c.features)-1].set(field); err != nil {
				return nil, fmt.Errorf("supported.txtar: %s: %w", c.title, err)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// set reads a line such as "note: text".
func (f *feature) set(line string) error {
	key, text, ok := strings.Cut(line, ": ")
	if !ok || text == "" {
		return fmt.Errorf("%q is not key: text", line)
	}
	switch key {
	case "kernel", "file", "main", "program":
		f.place, f.code = key, strings.ReplaceAll(text, `\nfor`, "\nfor")
		if f.place == "program" {
			f.code = strings.ReplaceAll(text, `>\n`, ">\n")
		}
	case "include":
		f.include = strings.Fields(text)
	case "names":
		f.names = strings.Fields(text)
	case "note":
		f.note = text
	case "refused":
		f.refused = text
	default:
		return fmt.Errorf("the key %q of %q is none of kernel, file, main, program, include, names, note, refused", key, f.title)
	}
	return nil
}

// lines are the example as a reader writes it.
func (f *feature) lines() (all []string) {
	for _, h := range f.include {
		all = append(all, "#include <"+h+">")
	}
	return append(all, strings.Split(f.code, "\n")...)
}

// source is the example as a whole source, and whether it is one with a main.
func (f *feature) source() (text string, host bool) {
	var b strings.Builder
	for _, h := range f.include {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	switch f.place {
	case "kernel":
		b.WriteString("__global__ void k(float *a, int *n) {\n" + f.code + "\n}\n")
	case "file":
		b.WriteString(f.code + "\n")
	case "main":
		b.WriteString("__global__ void k(float *a, int *n) { }\nint main() {\n" + f.code + "\n}\n")
	case "program":
		b.WriteString(f.code + "\nint main() { }\n")
	}
	return b.String(), f.place == "main" || f.place == "program"
}

// matches reports whether a built-in name belongs to the row.
func (f *feature) matches(name string) bool {
	return slices.ContainsFunc(f.names, func(pattern string) bool {
		before, after, open := strings.Cut(pattern, "*")
		if !open {
			return pattern == name || pattern+"f" == name
		}
		if middle, end, two := strings.Cut(after, "*"); two { // __*2*
			return strings.HasPrefix(name, before) && strings.Contains(name[len(before):], middle) && strings.HasSuffix(name, end)
		}
		return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
	})
}

// builtinNames are the functions that are built in, sorted.
func builtinNames() []string {
	set := map[string]bool{}
	for _, b := range cuda.Builtins() {
		set[b.Name] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// supported is the page of what CUDA C++ is supported. What is refused comes first.
func supported(all []chapter) string {
	var refused, rest, toc strings.Builder
	names := builtinNames()
	taken := map[string]bool{}
	for _, c := range all {
		if c.title == internalChapter {
			for _, f := range c.features {
				f.list(names, taken)
			}
		}
	}
	for _, c := range all {
		if c.title == internalChapter {
			continue
		}
		var listed strings.Builder
		fmt.Fprintf(&toc, "- [%s](#%s)\n", c.title, anchor(c.title))
		fmt.Fprintf(&rest, "\n## %s\n\n| feature | example | remark |\n|---|---|---|\n", c.title)
		for _, f := range c.features {
			if f.refused != "" {
				fmt.Fprintf(&refused, "| %s: %s | %s | %s |\n", c.title, escaped(f.title), f.cell(), escaped(f.refused))
				continue
			}
			fmt.Fprintf(&rest, "| %s | %s | %s |\n", escaped(f.title), f.cell(), strings.ReplaceAll(f.note, "|", `\|`))
			listed.WriteString(f.list(names, taken))
		}
		if listed.Len() > 0 {
			rest.WriteString("\nFunctions:\n\n" + listed.String())
		}
	}
	return fmt.Sprintf(supportedHead, toc.String(), refused.String()) + rest.String() + libraries()
}

const supportedHead = generated2 + `# What CUDA C++ is supported

Warpbook compiles CUDA C++ itself. This page lists the supported features. The sections follow the chapters of NVIDIA's CUDA C++ Programming
Guide. The page is generated from the compiler's tables. A test compiles every example: the compiler must refuse the examples of the first
table, and accept all others.

- [What is refused](#what-is-refused)
%s- [Headers and functions of libraries](#headers-and-functions-of-libraries)

Each example of a few statements is in the body of ` + "`__global__ void k(float *a, int *n)`" + `. Statements of host code are in ` + "`main`" + `. The
test compiles for an H200.

## What is refused

The compiler refuses these features. The error names the line of the source. [Functions of CUDA's runtime](#functions-of-cudas-runtime-that-are-refused) have a table of
their own.

| feature | example | instead |
|---|---|---|
%s`

const generated2 = "<!-- Made by `go generate ./docs` from docs/supported.txtar and the tables of gpumodel/cuda. -->\n\n"

// cell is the example in a table.
func (f *feature) cell() string {
	var lines []string
	for _, line := range f.lines() {
		lines = append(lines, "`"+strings.ReplaceAll(line, "|", `\|`)+"`")
	}
	return strings.Join(lines, "<br>")
}

// list is the functions of the row, with the compute capability from which on a name is there.
func (f *feature) list(names []string, taken map[string]bool) string {
	var all []string
	for _, name := range names {
		if taken[name] || !f.matches(name) {
			continue
		}
		taken[name] = true
		text := "`" + name + "`"
		if n, ok := cuda.Explain(name, 0, cuda.Options{}); ok && n.Since != "" {
			text += " (from " + n.Since + ")"
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("- %s: %s\n", f.title, strings.Join(all, ", "))
}

// libraries are the headers that the compiler knows, and the functions of CUDA's runtime.
func libraries() string {
	standard, kernels, host := cuda.Headers()
	var b strings.Builder
	b.WriteString("\n## Headers and functions of libraries\n\n")
	for _, l := range []struct {
		what  string
		names []string
	}{
		{"Headers of C++'s standard library", standard}, {"Headers of libraries for kernels", kernels},
		{"Headers of libraries for host code", host}, {"Functions of CUDA's runtime", cuda.RuntimeFunctions()},
	} {
		fmt.Fprintf(&b, "- %s: `%s`\n", l.what, strings.Join(l.names, "`, `"))
	}
	b.WriteString("\n### Functions of CUDA's runtime that are refused\n\n`*` at the end of a name means: all names with this beginning.\n\n| name | why |\n|---|---|\n")
	refused := cuda.RefusedRuntime()
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, escaped(refused[name]))
	}
	return b.String()
}

// anchor is the name that GitHub gives a heading in links: lower case, without punctuation, a hyphen for each space.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
