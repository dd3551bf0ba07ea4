package python

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
)

// An installed is an environment of Python with the wheel alone, behind which the packages of the tests' Python are.
type installed struct {
	t      *testing.T
	python string
	env    []string
	dir    string // the current directory
}

// newInstalled makes one. The test is skipped where the tests' Python lacks one of the packages.
func newInstalled(t *testing.T, packages ...string) *installed {
	t.Helper()
	tier.Check(t)
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" || exec.CommandContext(t.Context(), python, "-c", "import "+strings.Join(packages, ", ")).Run() != nil {
		t.Skipf("needs: a Python with %s in WARPBOOK_PYTHON", strings.Join(packages, ", "))
	}
	own, err := sharedEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cwd := filepath.Join(dir, "notebooks")
	if err := os.Mkdir(cwd, 0o777); err != nil {
		t.Fatal(err)
	}
	return &installed{t, own, []string{
		"PYTHONPATH=" + packagesOf(t, python), "JUPYTER_DATA_DIR=" + filepath.Join(dir, "data"),
		"JUPYTER_RUNTIME_DIR=" + filepath.Join(dir, "runtime"), "IPYTHONDIR=" + filepath.Join(dir, "ipython"), "WARPBOOK_CACHE=off",
	}, cwd}
}

// run runs the environment's Python and returns its output.
func (e *installed) run(args ...string) string { return e.command(e.python, args...) }

func (e *installed) command(name string, args ...string) string {
	e.t.Helper()
	cmd := exec.CommandContext(e.t.Context(), name, args...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = append(os.Environ(), e.env...), e.dir, tier.Hang
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		e.t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// A shown is one output of a cell.
type shown struct {
	Kind      string         `json:"output_type"`
	Text      string         `json:"text"`
	Data      map[string]any `json:"data"`
	Name      string         `json:"ename"`
	Value     string         `json:"evalue"`
	Traceback []string       `json:"traceback"`
}

// notebook runs cells in a notebook of Python and returns what each shows.
func (e *installed) notebook(cells []string) (outputs [][]shown) {
	e.t.Helper()
	text, err := json.Marshal(cells)
	if err != nil {
		e.t.Fatal(err)
	}
	file := filepath.Join(e.t.TempDir(), "cells.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		e.t.Fatal(err)
	}
	runner, err := filepath.Abs("testdata/run.py")
	if err != nil {
		e.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(e.run(runner, file)), &outputs); err != nil {
		e.t.Fatal(err)
	}
	if len(outputs) != len(cells) {
		e.t.Fatalf("%d of %d cells ran", len(outputs), len(cells))
	}
	return outputs
}

// errorOf is the error of a cell, or nil.
func errorOf(outputs []shown) *shown {
	if i := slices.IndexFunc(outputs, func(o shown) bool { return o.Kind == "error" }); i >= 0 {
		return &outputs[i]
	}
	return nil
}

var (
	marker = regexp.MustCompile(`(?m)^# %%(.*)\n`)
	block  = regexp.MustCompile("(?s)```python\n(.*?)```")
)

// TestPython: a notebook of Python does with the package what testdata/notebook.txt says. A line "# %%" begins a cell there. Behind it
// stands the error that the cell ends with ("raises NAME"), or the MIME types of its output ("shows TYPE TYPE").
func TestPython(t *testing.T) {
	e := newInstalled(t, "ipykernel", "nbclient", "numpy", "pytest")
	text := string(contents(t, "testdata/notebook.txt"))
	heads, cells := marker.FindAllStringSubmatch(text, -1), marker.Split(text, -1)[1:]
	var page []string // a notebook of its own
	for _, m := range block.FindAllStringSubmatch(string(contents(t, "../../docs/python.md")), -1) {
		page = append(page, m[1])
	}

	for i, outputs := range e.notebook(cells) {
		what, rest, _ := strings.Cut(strings.TrimSpace(heads[i][1]), " ")
		failed := errorOf(outputs)
		switch {
		case what == "raises" && (failed == nil || failed.Name != rest):
			t.Errorf("cell %d ends with %v, want %s:\n%s", i+1, failed, rest, cells[i])
		case what != "raises" && failed != nil:
			t.Errorf("cell %d fails: %s: %s\n%s\n%s", i+1, failed.Name, failed.Value, cells[i], strings.Join(failed.Traceback, "\n"))
		case what == "shows":
			last := outputs[len(outputs)-1].Data
			for mime := range strings.SplitSeq(rest, " ") {
				if last[mime] == nil {
					t.Errorf("cell %d shows no %s:\n%s", i+1, mime, cells[i])
				}
			}
		case rest == "CompileError" && !strings.Contains(strings.Join(failed.Traceback, "\n"), "a[0] = b;\n     |            "):
			t.Errorf("the traceback lacks the line with its place: %q", failed.Traceback)
		}
	}

	// docs/python.md: its cells end well, and its test passes.
	for i, outputs := range e.notebook(page) {
		if failed := errorOf(outputs); failed != nil {
			t.Errorf("docs/python.md: %s: %s\n%s", failed.Name, failed.Value, page[i])
		}
	}
	if len(page) < 10 {
		t.Errorf("docs/python.md has %d cells", len(page))
	}
	e.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_transpose.py")
	e.same()
}

// same checks that cells of Python and the same cells of Warpbook show the same.
func (e *installed) same() {
	const cells = `%%cuda
__global__ void k(const float *b, float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 2 * b[i]; }
# %%
k[64, 256](rand(16384), zeros(16384), 16384)
# %%
s = sweep(["transpose/naive", "transpose/padded"], n=[256, 512], gpu=["V100", "H200"])
print(s.csv())
s
# %%
plot(s)
# %%
k[64, 256](rand(16384), zeros(16384), 16384).report()
`
	file := filepath.Join(e.dir, "cells.txt")
	if err := os.WriteFile(file, []byte("# %%\n"+cells), 0o666); err != nil {
		e.t.Fatal(err)
	}
	want := e.command(filepath.Join(filepath.Dir(e.python), "warpbook"), "exec", file)
	var got strings.Builder
	list := append([]string{"%load_ext warpbook\nfrom warpbook import rand, zeros, sweep, plot"}, strings.Split(cells, "# %%\n")...)
	for i, outputs := range e.notebook(list) {
		for _, o := range outputs {
			switch {
			case o.Kind == "error":
				e.t.Errorf("%s: %s\n%s", o.Name, o.Value, list[i])
			case o.Kind == "stream":
				got.WriteString(o.Text)
			default:
				text, _ := o.Data["text/plain"].(string)
				got.WriteString(strings.TrimRight(text, "\n") + "\n")
			}
		}
	}
	if d := cmp.Diff(withoutBars(want), withoutBars(got.String())); d != "" {
		e.t.Errorf("Warpbook's cells (-) and those of Python (+) show different things:\n%s", d)
	}
}

// withoutBars is output without its empty lines and its progress bars, which have times.
func withoutBars(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(line, " "); line != "" && !strings.ContainsAny(line, "█░") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestPythonTypes: the package and its stub pass mypy --strict.
func TestPythonTypes(t *testing.T) {
	tier.Check(t)
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" || exec.CommandContext(t.Context(), python, "-c", "import mypy, numpy").Run() != nil {
		t.Skip("needs: a Python with mypy and numpy in WARPBOOK_PYTHON")
	}
	files, err := filepath.Glob("package/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, stub := range []bool{false, true} { // beside its stub, mypy does not look at __init__.py
		dir := filepath.Join(t.TempDir(), "warpbook")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if filepath.Ext(file) == ".pyi" && !stub {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), contents(t, file), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.CommandContext(t.Context(), python, "-m", "mypy", "--strict", "--cache-dir", os.DevNull, "-p", "warpbook")
		cmd.Dir, cmd.WaitDelay = filepath.Dir(dir), tier.Hang
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("mypy, with the stub: %v: %v\n%s", stub, err, said)
		}
	}
}
