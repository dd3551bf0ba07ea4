package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
	notebook "warpbook.dev/notebooks"
)

// The pages whose cells run. In their Markdown a block of code that is called cuda or python is a cell. A block called text that
// follows a cell is what the cell puts out, and an image in pictures/ that follows it is the picture that it shows. A cell without
// such a block only has to end well. Cells in an HTML comment run too, unseen.
//
//	go test ./docs -run TestCells -update    # write outputs and pictures into the pages
var cellPages = []struct {
	file   string
	apart  string              // lines that begin like this begin a new session
	finish func(string) string // what else -update writes; nil where that is all
}{
	{file: "getting-started.md"},
}

// TestCells: cells of pages run, and the pages show what they put out.
func TestCells(t *testing.T) {
	tier.Check(t)
	for _, p := range cellPages {
		t.Run(p.file, func(t *testing.T) {
			old := readFile(t, p.file)
			files := map[string]string{}
			page, err := runCells(t, old, p.apart, files)
			if err != nil {
				t.Fatal(err)
			}
			files[p.file] = page
			for name, want := range files {
				if *update {
					writeFile(t, name, want)
				} else if d := cmp.Diff(want, readFile(t, name)); d != "" {
					t.Errorf("%s is not what its cells put out: go test ./docs -run TestCells -update\n%.4000s", name, d)
				}
			}
		})
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !(*update && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var (
	fence   = regexp.MustCompile("^```([a-z]*)$")
	drawing = regexp.MustCompile(`^!\[[^\]]+\]\((pictures/[^)]+\.svg)\)$`)
)

// runCells returns a page with the outputs that its cells have, and adds its pictures to files.
func runCells(t *testing.T, page, apart string, files map[string]string) (string, error) {
	var b strings.Builder
	s, count := newSession(), 0
	out := &gathered{} // of the last cell
	isCell := false    // only blank lines stand between the last cell and this line
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if apart != "" && strings.HasPrefix(line, apart) {
			s, count = newSession(), 0
		}
		if m := drawing.FindStringSubmatch(line); m != nil && out.picture != "" {
			files[m[1]] = out.picture
			out.picture = ""
		} else if m != nil {
			return "", fmt.Errorf("line %d: no cell before the picture %s shows one", i+1, m[1])
		}
		b.WriteString(line + "\n")
		m := fence.FindStringSubmatch(line)
		if m == nil {
			isCell = isCell && (line == "" || line == "-->")
			continue
		}
		begin := i + 1
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		if i == len(lines) {
			return "", fmt.Errorf("line %d: the block of code does not end", begin)
		}
		text := strings.Join(lines[begin:i], "\n") + "\n"
		switch {
		case m[1] == "cuda" || m[1] == "python":
			count++
			out = &gathered{}
			o := s.Execute(t.Context(), kernel.Cell{Code: text, Count: count}, out)
			out.end(o)
			shown := i+2 < len(lines) && (lines[i+2] == "```text" || lines[i+1] == "-->" && i+3 < len(lines) && lines[i+3] == "```text")
			if o.Error != nil && !shown {
				return "", fmt.Errorf("line %d: the cell fails, and no block of text says so:\n%s", begin, out.text.String())
			}
			isCell = true
		case m[1] == "text" && isCell:
			text = out.String()
			isCell = false
		default:
			isCell = false
		}
		b.WriteString(text + "```\n")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func newSession() *cell.Session {
	s := cell.New()
	lib.Install(s)
	return s
}

// gathered is what a cell puts out, as `warpbook exec` prints it.
type gathered struct {
	text    strings.Builder
	picture string // the last one, SVG
}

func (g *gathered) Stream(_, text string)  { g.text.WriteString(text) }
func (g *gathered) Result(b kernel.Bundle) { g.Display(b) }
func (g *gathered) Clear(bool)             {}
func (g *gathered) Update(kernel.Bundle)   {}

// Display takes a picture and its text. A display with an id, which a later one may replace, is left out: it tells progress, with
// seconds of this machine.
func (g *gathered) Display(b kernel.Bundle) {
	if b.ID != "" {
		return
	}
	if svg, ok := b.Data["image/svg+xml"].(string); ok {
		g.picture = svg
	}
	if text, ok := b.Data["text/plain"].(string); ok {
		g.text.WriteString(strings.TrimRight(text, "\n") + "\n")
	}
}

// end adds the error of a cell.
func (g *gathered) end(o kernel.Outcome) {
	if o.Error == nil {
		return
	}
	if len(o.Error.Traceback) == 0 {
		fmt.Fprintf(&g.text, "%s: %s\n", o.Error.Name, o.Error.Value)
		return
	}
	g.text.WriteString(notebook.StripANSI(strings.TrimRight(strings.Join(o.Error.Traceback, "\n"), "\n")) + "\n")
}

// String is the text without blanks at the ends of lines.
func (g *gathered) String() string {
	var b strings.Builder
	for line := range strings.Lines(g.text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
