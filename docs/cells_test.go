package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/cell"
)

// A cellPage is a page whose cells run. In its Markdown a block of code that is called cuda or python is a cell. A block called text
// that follows a cell is what the cell puts out, and an image in pictures/ that follows it is the picture that it shows. A cell without
// such a block only has to end well. Cells in an HTML comment run too, unseen.
type cellPage struct {
	file     string
	tables   bool // code in the last column of tables runs, too
	messages bool // each heading of the third level is a message that the cells below it put out, in a session of their own
	least    int  // how many pieces of code run at least
}

// cellPages are checked by TestCells. To write outputs, pictures and headings into the pages:
//
//	go test ./docs -run TestCells -update
var cellPages = []cellPage{
	{file: "getting-started.md", least: 15},
	{file: "coming-from.md", tables: true, least: 100},
	{file: "messages.md", messages: true, least: 100},
}

// TestCells: cells of pages run, and the pages show what they put out.
func TestCells(t *testing.T) {
	tier.Check(t)
	for _, p := range cellPages {
		t.Run(p.file, func(t *testing.T) {
			dir, err := filepath.Abs(".")
			if err != nil {
				t.Fatal(err)
			}
			old := readFile(t, p.file)
			t.Chdir(t.TempDir()) // for files that cells write
			r := &pageRun{t: t, page: p, pictures: map[string]string{}}
			files := map[string]string{p.file: r.run(strings.Split(old, "\n"))}
			if t.Failed() {
				return
			}
			for name, picture := range r.pictures {
				files[name] = picture
			}
			for name, want := range files {
				name = filepath.Join(dir, name)
				if *update {
					writeFile(t, name, want)
				} else if d := cmp.Diff(want, readFile(t, name)); d != "" {
					t.Errorf("%s is not what its cells put out: go test ./docs -run TestCells -update\n%.4000s", name, d)
				}
			}
			if r.ran < p.least {
				t.Errorf("%d pieces of code run, want %d at least", r.ran, p.least)
			}
		})
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
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

// A pageRun runs the cells of one page.
type pageRun struct {
	t        *testing.T
	page     cellPage
	pictures map[string]string // SVG by the file's name
	ran      int               // pieces of code

	lines   []string // the page as it should be
	session *cell.Session
	count   int         // cells of the session
	last    *gathered   // what the last cell put out
	follows bool        // only blank lines stand between the last cell and this line
	prelude []string    // cells above the first message
	heading int         // the line of the message above, -1 for none
	outputs []*gathered // since that line
	program string      // the last cell of CUDA C++ or file of it, for tables
}

var (
	fence   = regexp.MustCompile("^```([a-z]+)$")
	drawing = regexp.MustCompile(`^!\[[^\]]+\]\((pictures/[^)]+\.svg)\)$`)
	span    = regexp.MustCompile("`([^`]+)`")
)

// run returns the page as it should be.
func (r *pageRun) run(lines []string) string {
	r.begin(-1)
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		r.lines = append(r.lines, line)
		m := fence.FindStringSubmatch(line)
		if m == nil {
			r.text(line, i+1)
			continue
		}
		from := i + 1
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		if i == len(lines) {
			r.t.Fatalf("line %d: the block of code does not end", from)
		}
		code := strings.Join(lines[from:i], "\n") + "\n"
		switch {
		case m[1] == "cuda" || m[1] == "python":
			r.cell(code, from)
		case m[1] == "text" && r.follows:
			code = r.last.String()
			r.last.told, r.follows = true, false
		default:
			r.follows = false
		}
		r.lines = append(r.lines, strings.TrimSuffix(code, "\n"), "```")
		if code == "" {
			r.lines = slices.Delete(r.lines, len(r.lines)-2, len(r.lines)-1)
		}
	}
	r.end()
	if r.page.messages {
		r.contents()
	}
	return strings.Join(r.lines, "\n")
}

// text takes a line outside of blocks of code.
func (r *pageRun) text(line string, number int) {
	r.follows = r.follows && (line == "" || line == "-->")
	m := drawing.FindStringSubmatch(line)
	switch {
	case m != nil && (r.last == nil || r.last.picture == ""):
		r.t.Errorf("line %d: no cell before %s shows a picture", number, m[1])
	case m != nil:
		r.pictures[m[1]] = r.last.picture
	case r.page.messages && strings.HasPrefix(line, "### "):
		r.end()
		r.begin(len(r.lines) - 1)
	case r.page.tables && strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| there "):
		r.row(line, number)
	}
}

// begin begins a session, with the cells that stand above the first message.
func (r *pageRun) begin(heading int) {
	r.session, r.count, r.last, r.outputs, r.heading = newSession(), 0, nil, nil, heading
	for _, code := range r.prelude {
		r.count++
		runCell(r.t.Context(), r.session, code, r.count)
	}
}

// cell runs a cell.
func (r *pageRun) cell(code string, number int) {
	r.untold()
	r.ran++
	r.count++
	r.last = runCell(r.t.Context(), r.session, code, r.count)
	r.last.line, r.follows = number, true
	r.outputs = append(r.outputs, r.last)
	if r.page.messages && r.heading < 0 {
		r.prelude = append(r.prelude, code)
	}
	if text, ok := strings.CutPrefix(code, "%%writefile add.cu\n"); ok {
		r.program = text
	}
}

// untold reports the error of the last cell unless the page shows it.
func (r *pageRun) untold() {
	if r.last != nil && r.last.failed != "" && !r.last.told {
		r.t.Errorf("line %d: the cell fails, and no block of text says so:\n%s", r.last.line, r.last)
		r.last.told = true
	}
}

// row runs the code in the last column of a table. Code that ends in ";" is C, in a kernel. Code that begins with "%%" is the first
// line of a cell, above the page's program. Commands of a shell are for TestComingFrom of cmd/warpbook.
func (r *pageRun) row(line string, number int) {
	columns := strings.Split(strings.Trim(line, "| "), " | ")
	for _, m := range span.FindAllStringSubmatch(columns[len(columns)-1], -1) {
		code := m[1]
		switch {
		case strings.HasPrefix(code, "warpbook "):
			continue
		case strings.HasSuffix(code, ";"):
			r.ran++
			f := feature{place: "kernel", code: code}
			if source, _ := f.source(); compile(r.t.Context(), source, false) != nil {
				r.t.Errorf("line %d: %s: %v", number, code, compile(r.t.Context(), source, false))
			}
			continue
		case strings.HasPrefix(code, "%%"):
			code += "\n" + r.program
		}
		r.cell(code, number)
		if strings.HasPrefix(r.last.String(), "skipped:") {
			r.t.Errorf("line %d: %s\n%s", number, code, r.last)
		}
	}
	r.untold()
}

// headingLength is how many characters of a message a heading has.
const headingLength = 90

// shortened is the beginning of a message, up to a blank.
func shortened(message string) string {
	if len(message) <= headingLength {
		return message
	}
	cut := message[:headingLength]
	return strings.TrimRight(cut[:strings.LastIndex(cut, " ")], " ,;:(") + " …"
}

// end ends a session: the heading above it becomes the message of its cells.
func (r *pageRun) end() {
	r.untold()
	if r.heading < 0 {
		return
	}
	message := ""
	for _, o := range r.outputs { // an error is worth more than a note of a cell before it
		if o.failed != "" || message == "" {
			message = o.message()
		}
		if o.failed != "" {
			break
		}
	}
	if message != "" {
		r.lines[r.heading] = "### `" + strings.ReplaceAll(shortened(message), "`", "'") + "`"
		return
	}
	r.t.Errorf("line %d: no cell below %q shows a message", r.heading+1, r.lines[r.heading])
}

const contentsBegin, contentsEnd = "<!-- contents -->", "<!-- end of contents -->"

// contents writes the list of a page's headings.
func (r *pageRun) contents() {
	begin, end := slices.Index(r.lines, contentsBegin), slices.Index(r.lines, contentsEnd)
	if begin < 0 || end < begin {
		r.t.Fatalf("%s has no lines %q and %q", r.page.file, contentsBegin, contentsEnd)
	}
	var list []string
	for _, line := range r.lines[end:] {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			list = append(list, fmt.Sprintf("- [%s](#%s)", title, anchor(title)))
		} else if title, ok := strings.CutPrefix(line, "### "); ok {
			list = append(list, fmt.Sprintf("  - [%s](#%s)", title, anchor(title)))
		}
	}
	r.lines = slices.Concat(r.lines[:begin+1], list, r.lines[end:])
}
