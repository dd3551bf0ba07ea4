package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// attacks are texts that a student can put into names, messages and sources, against whoever reads a report. @ is an address.
func attacks(address string) []string {
	all := []string{
		`<script>console.log("RAN 1")</script>`,
		`"><img src=x onerror="console.log('RAN 2')">`,
		`' onmouseover='console.log("RAN 3")`,
		`</pre></td></tr></table></section></main><svg onload="console.log('RAN 4')">`,
		`<img src=@><link rel=stylesheet href=@><iframe src=@></iframe>`,
		`<meta http-equiv=refresh content=0;url=@><base href=@>`,
		`<style>body { display: none } @import "@";</style><div style="position:fixed;inset:0;background:red">covers`,
		`</title><textarea><!--`,
		`]]></failure></testcase><testcase name="more"/>`,
		`{{.Students}} ${HOME} $(date)`,
		"\x1b]8;;@\aleads away\x1b]8;;\a\x1b[2J\x1b[1;1H\x9b31m",
		"\u202e01 fo 01 :txt\u2066\u200b\u2028\u0085",
		"שלום 10 of 10",
		"=cmd|' /C calc'!A1",
		strings.Repeat("long", 300),
		"accents" + strings.Repeat("\u0308\u0332", 300),
	}
	for i := range all {
		all[i] = strings.ReplaceAll(strings.ReplaceAll(all[i], "@import", "\x00"), "@", address)
		all[i] = strings.ReplaceAll(all[i], "\x00", "@import")
	}
	return all
}

// attacking is a notebook that has attacks wherever a report takes something from a notebook: the ids of cells, the names of tests,
// messages, lines of kernels and of cells.
func attacking(all []string) *notebook.Notebook {
	literal := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
	whole := strings.Join(all, "\n")
	line := strings.Join(strings.Fields(strings.Join(all, " ")), " ")
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{"title": whole}}
	add := func(kind, source string, mark map[string]any) {
		metadata := map[string]any{}
		if mark != nil {
			mark["schema_version"] = 3
			metadata["nbgrader"] = mark
		}
		nb.Cells = append(nb.Cells, &notebook.Cell{ID: fmt.Sprintf("c%d", len(nb.Cells)), Type: kind, Source: source, Metadata: metadata})
	}
	graded := func(id string, points int) map[string]any {
		return map[string]any{"grade": true, "locked": true, "solution": false, "grade_id": id, "points": points}
	}
	add(notebook.Code, "%%cuda\n__global__ void writes(int *a) {\n    a[threadIdx.x] = 1; // "+line+"\n}", nil)
	add(notebook.Code, "writes[1, 64](zeros(32, int32)) # "+line, nil)
	add(notebook.Code, "%%cuda\n"+line, nil)
	add(notebook.Code, "check(False, "+literal(whole)+")", nil)
	add(notebook.Code, "print("+literal(whole)+", file=stderr)", nil)
	add(notebook.Code, line, nil)
	add(notebook.Code, "check(False, "+literal(whole)+")", graded("test "+whole, 1))
	tests := make([]string, len(all))
	for i, text := range all {
		tests[i] = fmt.Sprintf("(%s, 1, lambda: check(False, %s))", literal(text), literal(text))
	}
	add(notebook.Code, "grade(["+strings.Join(tests, ",\n")+"])", graded("tests", len(all)))
	add(notebook.Markdown, whole, map[string]any{"grade": true, "solution": true, "grade_id": "why" + line, "points": 1})
	return nb
}

// unseen are the characters of a text that a reader does not see or a terminal obeys. What ends a line is fine.
func unseen(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || strconv.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}

// TestReportsOfAttackers: nothing that students write into notebooks and names of files becomes more than text in a report: in a page, in
// the files for other programs, and at the terminal.
func TestReportsOfAttackers(t *testing.T) {
	tier.Check(t)
	server := noteCalls(t)
	all := attacks(server.URL + "/called")
	whole := notebook.Format(attacking(all))
	for _, layout := range []struct {
		name string
		path func(dir, student string) string
	}{
		{"files", func(dir, student string) string { return filepath.Join(dir, student+".ipynb") }},
		{"nbgrader", func(dir, student string) string { return filepath.Join(dir, "submitted", student, "ps1", "ps1.ipynb") }},
	} {
		t.Run(layout.name, func(t *testing.T) {
			dir, reports := t.TempDir(), t.TempDir()
			for i, name := range all {
				name = fmt.Sprint(i, " ", strings.NewReplacer("/", "∕", "\x9b", "").Replace(name))
				for len(name) > 200 {
					name = name[:strings.LastIndexFunc(name, func(rune) bool { return true })]
				}
				path := layout.path(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				content := []byte("{" + strconv.Quote(name)) // no notebook
				if i == 0 {
					content = whole
				}
				write(t, path, content)
			}
			at := func(name string) string { return filepath.Join(reports, name) }
			cmd := exec.Command(program(t), "grade", "--html", at("class.html"), "--junit", at("class.xml"), "--json", at("class.json"), dir)
			shown, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != exitFailed {
				t.Fatalf("%v\n%s", err, shown)
			}
			page := string(contents(t, at("class.html")))
			for what, text := range map[string]string{"the terminal": string(shown), "the page": page,
				"the file for JUnit": string(contents(t, at("class.xml")))} {
				if bad := unseen(text); bad != "" {
					t.Errorf("%s has %+q", what, bad)
				}
			}
			if n := strings.Count(page, "&lt;script&gt;"); n < 10 {
				t.Errorf("the page tells of %d scripts only:\n%s", n, page)
			}
			b := browse(t, at("class.html"))
			if len(b.Ran)+len(b.Covered)+len(b.Lost) > 0 || b.Wide || !strings.HasSuffix(b.URL, "/class.html") {
				t.Errorf("the page does not stay as it is: %+v", b)
			}
		})
	}
	t.Run("Gradescope", func(t *testing.T) {
		dir := t.TempDir()
		file, results := filepath.Join(dir, "ps1.ipynb"), filepath.Join(dir, "results.json")
		write(t, file, whole)
		output(t, nil, program(t), "grade", "--gradescope", results, file)
		var told struct {
			Output string
			Tests  []struct{ Name, Output string }
		}
		if err := json.Unmarshal(contents(t, results), &told); err != nil {
			t.Fatal(err)
		}
		if len(told.Tests) < 2 || !slices.ContainsFunc(told.Tests, func(one struct{ Name, Output string }) bool {
			return strings.Contains(one.Output, "<script>")
		}) {
			t.Errorf("the results tell of no script: %+v", told)
		}
		for _, one := range told.Tests {
			if bad := unseen(one.Name + one.Output); bad != "" {
				t.Errorf("the test %+q shows %+q", one.Name, bad)
			}
		}
		if bad := unseen(told.Output); bad != "" {
			t.Errorf("the output shows %+q", bad)
		}
	})
	if calls := server.calls(); len(calls) > 0 {
		t.Errorf("somebody called %q", calls)
	}
}
