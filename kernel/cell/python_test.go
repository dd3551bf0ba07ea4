package cell

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
)

// TestPythonBroken: statements that end anywhere, or have something else in them, are read without a fault of ours.
func TestPythonBroken(t *testing.T) {
	for _, text := range []string{
		"with open(a) as f, b:\n    c = f.read()", "with subprocess.Popen(a) as p:\n    x = p.wait()", "with open(a) as (f):\n    c = 1",
		"for i, x in enumerate(xs):\n    total = i\nelse:\n    y = 1", "try:\n    x = 1\nexcept (A, B) as e:\n    pass\nfinally:\n    y = 2",
		"@register_cell_magic\ndef f(line, cell):\n    !ls", "from a import (b, c as d,)",
	} {
		for i := range text {
			for _, other := range []string{"", ")", ":", " as ", "\n", " = "} {
				readPython(lex(text[:i]+other, place{1, 1}, true))
				readPython(lex(text[:i]+other+text[i:], place{1, 1}, true))
			}
		}
	}
}

// TestPythonNames: what statements of Python read from outside and bind for others.
func TestPythonNames(t *testing.T) {
	for _, c := range []struct{ text, reads, binds, forms string }{
		{"x = y + x.a", "x.a y", "x", ""},
		{"x += 1", "x", "x", ""},
		{"a, (b, *c) = f(d)", "d f", "a b c", ""},
		{"a = b = c", "c", "a b", ""},
		{"a.b[c] = d", "a.b c d", "", ""},
		{"[x for x in xs if x > n]", "n xs", "", ""},
		{"{k: v for k, v in d.items()}", "d.items", "", ""},
		{"f(x for x in xs)", "f xs", "", ""},
		{"if (n := len(a)) > 10: print(n)", "a len n print", "n", ""},
		{"def f(a, *b, c=d, **e): return a + b + g(h)", "d g h", "f", ""},
		{"lambda x, y=z: x + y + w", "w z", "", ""},
		{"for i, x in enumerate(xs):\n    total = i\nelse:\n    y = 1", "enumerate i xs", "i total x y", ""},
		{"with open(a) as f, b:\n    c = f.read()", "a b f.read open", "c f", "with"},
		{"with (open(a) as f, open(b) as g):\n    pass", "a b open open", "f g", "with"},
		{"try:\n    x = 1\nexcept (A, B) as e:\n    pass\nfinally:\n    y = 2", "A B", "e x y", "try"},
		{"class A(B):\n    c = 1\n    def m(self): return self.c + d", "B d", "A", "class"},
		{"@p.q\ndef f(): yield x", "p.q x", "f", "@ yield"},
		{"def f():\n    global n\n    n = m", "m", "f n", "global"},
		{"import a.b, c as d", "", "a d", ""},
		{"from a import (b, c as d,)", "", "b d", ""},
		{"from . import x", "", "x", ""},
		{"x: list = y", "list y", "x", ""},
		{"f'{a:{b}} {c!r} {d.e + 1}'", "a b c d.e", "", ""},
		{"x = !ls", "", "x", ""},
		{"%time z = np.sum(a)", "a np.sum", "z", ""},
		{"async def f(): await g()", "g", "f", "async"},
		{"match x:\n    case [a, b] if a > c:\n        pass\n    case d:\n        pass", "a c x", "a b d", "match"},
	} {
		list, ok := readPython(lex(c.text, place{1, 1}, true))
		if !ok || len(list) != 1 {
			t.Errorf("%q: %d statements, %v; want one", c.text, len(list), ok)
			continue
		}
		var reads []string
		binds := map[string]bool{}
		for _, e := range list[0].events {
			if e.bind {
				binds[e.name] = true
			} else {
				reads = append(reads, e.path)
			}
		}
		slices.Sort(reads)
		got := []string{strings.Join(reads, " "), strings.Join(slices.Sorted(maps.Keys(binds)), " "), strings.Join(list[0].forms, " ")}
		if d := cmp.Diff([]string{c.reads, c.binds, c.forms}, got); d != "" {
			t.Errorf("%q: reads, binds, forms (-want +got)\n%s", c.text, d)
		}
	}
}

// TestPythonDeep: no depth of brackets and blocks takes the stack, or much time.
func TestPythonDeep(t *testing.T) {
	for _, unit := range []string{"(", "[", "{", "not ", "lambda: ", "f(", "x[", "- ", "with (", "if x: ", "x if y else ", "1 + (",
		"f'{", "@", "a."} {
		if list, ok := readPython(lex(strings.Repeat(unit, 20000), place{1, 1}, true)); ok {
			t.Errorf("%q, 20,000 times, is taken for %d statements of Python", unit, len(list))
		}
	}
}

//go:embed testdata/judge.py
var judge string

// TestPythonJudged: what Python itself parses is recognised, and what it refuses is not. Texts are those of the tests of cells and
// slips in them. What a recogniser of syntax does not look at is left out by the judge.
func TestPythonJudged(t *testing.T) {
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" {
		t.Skip("needs: a Python in WARPBOOK_PYTHON")
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	var texts []string
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if s := string(f.Data); f.Name == "cell" && !strings.ContainsAny(s, "%?!\x00") {
				texts = append(texts, s)
			}
		}
	}
	m := mutate.New(texts)
	for seed := range tier.Pick(300, 3000, 100000) {
		m := m.Seeded(uint64(seed))
		texts = append(texts, m.Text(mutate.Pick(m, texts)))
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-W", "ignore", "-c", judge)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var verdicts []string
	if err := json.Unmarshal(out, &verdicts); err != nil || len(verdicts) != len(texts) {
		t.Fatalf("%d verdicts on %d texts, %v", len(verdicts), len(texts), err)
	}
	judged := map[string]int{}
	for i, text := range texts {
		want := verdicts[i]
		judged[want]++
		tokens := lex(text, place{1, 1}, false)
		if slices.ContainsFunc(tokens, func(t token) bool { return t.kind == tokFString }) {
			continue // their rules have changed between versions of Python
		}
		_, ok := readPython(tokens)
		if ok && want == "refused" || !ok && want == "python" {
			t.Errorf("taken for Python: %v; Python says %s:\n%s", ok, want, text)
		}
	}
	if t.Logf("%v", judged); judged["python"] < 100 || judged["refused"] < 100 {
		t.Errorf("only %v texts of each kind", judged)
	}
}

// guestSession takes notebooks for Python. Its shell prints the line.
func guestSession() *Session {
	s := New()
	s.Shell(func(run *Run, line string) error { run.Print(line + "\n"); return nil })
	s.AcceptPython()
	return s
}

// TestPythonTimed: what is timed may be a line for the shell or for Python, with the options of %timeit.
func TestPythonTimed(t *testing.T) {
	s := guestSession()
	for i, c := range []struct{ cell, stdout, result, skipped string }{
		{"%timeit -n 10 -r3 3 + 4", "Wall time: …\n", "7", ""},
		{"%timeit  -q  1 +  1 ", "Wall time: …\n", "2", ""},
		{"%%timeit -n 10 -r2\n3", "Wall time: …\n", "3", ""},
		{"%%timeit -n 10\n4", "Wall time: …\n", "4", ""},
		{"%time !ls -l", "ls -l\nWall time: …\n", "", ""},
		{"%timeit !ls", "ls\nWall time: …\n", "", ""},
		{"%%time\n!ls", "ls\nWall time: …\n", "", ""},
		{"%%time\n%%html\n<b>", "Wall time: …\n", "", ""},
		{"%%timeit\nx = 3", "Wall time: …\n", "", ""},
		{"%%capture\nimport numpy as np\nprint(np.pi)", "", "", "Python"},
		{"%timeit np.zeros(3)", "", "", "Python"},
		{"%%time\nnp.zeros(3)", "Wall time: …\n", "", "Python"},
	} {
		out, outcome := runCell(s, i+1, c.cell)
		if outcome.Error != nil {
			t.Errorf("%q: %s", c.cell, outcome.Error.Value)
			continue
		}
		result, skipped := "", ""
		if out.result != nil {
			result = out.result.Data["text/plain"].(string)
		}
		for _, b := range out.bundles {
			if ours, ok := b.Metadata["warpbook"].(map[string]any); ok {
				skipped = ours[SkippedKey].(map[string]any)["language"].(string)
			}
		}
		got := []string{wallTime.ReplaceAllString(out.stdout.String(), "Wall time: …"), result, skipped}
		if d := cmp.Diff([]string{c.stdout, c.result, c.skipped}, got); d != "" {
			t.Errorf("%q (-want +got)\n%s", c.cell, d)
		}
	}
}

// TestPythonGraded: where cells give points nothing is skipped, and a cell of Python is an error.
func TestPythonGraded(t *testing.T) {
	for _, cell := range []string{"import numpy", "with open('x') as f: pass", "%%python\nprint(1)", "%run x.py", "open('x')"} {
		s := guestSession()
		s.Grading = true
		if out, outcome := runCell(s, 1, cell); outcome.Error == nil {
			t.Errorf("%q is no error when it gives points; it shows %s", cell, out.display.String())
		}
	}
	s := guestSession()
	s.Grading = true
	if out, outcome := runCell(s, 1, "from math import sqrt\nsqrt(4)"); outcome.Error != nil || out.result.Data["text/plain"] != "2.0" {
		t.Errorf("an import of what is built in: %v", outcome.Error)
	}
}

// TestPythonComplete: a console runs a line of Python, and waits for the block of one.
func TestPythonComplete(t *testing.T) {
	s := guestSession()
	for code, want := range map[string]string{"import numpy as np": "complete", "with open(x) as f:": "incomplete", "x = = 3": "invalid"} {
		if got, _ := s.IsComplete(code); got != want {
			t.Errorf("%q is %s, want %s", code, got, want)
		}
	}
}
