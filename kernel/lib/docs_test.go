package lib

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/widget"
)

// Every built-in has a doc that begins with its signature and has an example
// that runs.
func TestDocs(t *testing.T) {
	tier.Check(t)
	s := newSession()
	elsewhere := testedElsewhere()
	for _, e := range s.Entries() {
		if e.Value == nil || elsewhere[e.Name] {
			continue
		}
		if !strings.HasPrefix(e.Doc, e.Name+"(") {
			t.Errorf("the doc of %s begins with %.20q", e.Name, e.Doc)
		}
		_, example, found := strings.Cut(e.Doc, "\n\n    ")
		if !found {
			t.Errorf("the doc of %s has no example", e.Name)
			continue
		}
		runExample(t, s, e.Name, strings.ReplaceAll(example, "\n    ", "\n"))
	}
}

// Every method that is documented exists, shows its doc and has an example that
// runs; every method of the tables is documented.
func TestMethodDocs(t *testing.T) {
	s := newSession()
	cellResult(t, s, prelude)
	cellResult(t, s, "s, r = sweep('transpose/naive', n=64), run('transpose/naive', n=64)\nt = tune('transpose/naive', {'block': [64, 128]}, n=64)")
	cellResult(t, s, "values = {'array': a, 'kernel': k, 'gpu': gpu('GTX 280'), 'sweep': s, 'tuning': t, 'table': kernels(), 'result': r, 'counters': r.counters,\n          'checked': checked(k, 1, 32, [a, b, 1]), 'module': cuda('__global__ void k(int *a) { a[0] = 1; }')}")
	cellResult(t, s, "%%cuda\n__global__ void once(int *a) { *a = 1; }\nint main() { int *a; cudaMallocManaged(&a, 4); once<<<1, 1>>>(a); cudaDeviceSynchronize(); cudaFree(a); }")
	cellResult(t, s, "values['program'] = program")
	documented, elsewhere := map[string]bool{}, testedElsewhere()
	for _, e := range s.Entries() {
		path, doc := e.Name, e.Doc
		kind, name, isMethod := strings.Cut(path, ".")
		if !isMethod || doc == "" || elsewhere[path] {
			continue
		}
		documented[path] = true
		signature, _, _ := strings.Cut(doc, "\n")
		if _, example, found := strings.Cut(doc, "\n\n    "); !found {
			t.Errorf("the doc of %s has no example", path)
		} else if name != "save" {
			cellResult(t, s, example)
		}
		cellResult(t, s, "x = values['"+kind+"']")
		_, outcome := execute(context.Background(), s, 1, "?x."+name)
		if len(outcome.Payload) == 0 || !strings.Contains(fmt.Sprint(outcome.Payload), signature) {
			t.Errorf("?%s shows %v, %v", path, outcome.Payload, outcome.Error)
		}
	}
	for _, kind := range []string{"array", "kernel", "gpu", "sweep", "tuning", "result", "counters", "checked"} {
		cellResult(t, s, "x = values['"+kind+"']")
		for _, name := range strings.Fields(strings.Trim(cellResult(t, s,
			"' '.join([n for n in dir(x) if type(getattr(x, n)) == 'builtin_function_or_method'])"), `"`)) {
			if !documented[kind+"."+name] && !documented["table."+name] {
				t.Errorf("%s.%s has no doc", kind, name)
			}
		}
		if _, outcome := execute(context.Background(), s, 1, "?x"); !strings.Contains(fmt.Sprint(outcome.Payload), "Doc:") {
			t.Errorf("?%s shows no doc: %v", kind, outcome.Payload)
		}
	}
}

// Keyword arguments are completed for every built-in.
func TestCompleteKeywordArguments(t *testing.T) {
	s := newSession()
	for call, want := range map[string][]string{
		"run(":                             {"program=", "n=", "gpu=", "block=", "check=", "full=", "defines=", "shared="},
		"x = run(\"transpose/naive\", ch":  {"check="},
		"sweep(\"transpose/naive\", n=5, ": {"gpu=", "block=", "grid=", "args="},
		"launch(k, 1, 32, [], ":            {"gpu=", "shared=", "full="},
		"cuda(src, max":                    {"maxrregcount="},
		"zeros((3, 4), d":                  {"dtype="},
		"rand(3, ":                         {"seed=", "dtype="},
		"allclose(a, b, ":                  {"rtol=", "atol="},
		"k.occupancy(":                     {"gpu=", "block=", "shared="},
	} {
		cellResult(t, s, prelude)
		var got []string
		for _, m := range s.Complete(call, len(call)).Matches {
			got = append(got, m.Text)
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s is completed with %q, %s is missing", call, got, w)
			}
		}
	}
}

// TestLanguageDocs: the examples of the language and of the widgets run.
func TestLanguageDocs(t *testing.T) {
	s, names := newSession(), testedElsewhere()
	answer := func(context.Context, string, bool) (string, error) { return "Ada", nil }
	for _, e := range s.Entries() {
		d := cell.ParseDoc(e.Doc)
		if !names[e.Name] || d.Example == "" { // TestForm says which have none
			continue
		}
		if o := s.Execute(t.Context(), kernel.Cell{Code: d.Example, Count: 1, Input: answer}, new(recorder)); o.Error != nil {
			t.Errorf("the example of %s fails: %s: %s\n%s", e.Name, o.Error.Name, o.Error.Value, d.Example)
		}
	}
}

// testedElsewhere are the names of the language and of the widgets, whose examples need no GPU: TestLanguageDocs.
func testedElsewhere() map[string]bool {
	s := cell.New()
	widget.Install(s)
	names := map[string]bool{}
	for _, e := range s.Entries() {
		names[e.Name] = true
	}
	return names
}

// prelude defines what the examples of the docs take for granted.
const prelude = `a, b, c, out = rand((16, 16)), rand((16, 16)), zeros((16, 16)), zeros((16, 16))
c[0] = 0
k = cuda("__global__ void k(float *a, const float *b, int n) { }").k`

func runExample(t *testing.T, s *cell.Session, name, example string) {
	t.Helper()
	switch name {
	case "allclose", "max_abs_diff", "check", "transpose", "matmul", "same", "grade":
		example = "c, out = matmul(a, b), transpose(a)\n" + example
	case "sweep", "tune":
		example = strings.ReplaceAll(strings.Split(example, "\n")[0], "2049, 256", "1025, 256")
	case "last_tune":
		example = `tune("transpose/naive", {"block": [64, 128]}, n=128); ` + example
	case "run":
		example = strings.ReplaceAll(example, "4000", "512")
	case "plot":
		example = strings.ReplaceAll(example, "2049, 64", "1025, 256")
	case "roofline":
		example = strings.ReplaceAll(example, "n=256", "n=64")
	case "partitions_plot":
		example = strings.ReplaceAll(example, "[448, 512, 576]", "[512]")
	case "measured":
		example = strings.ReplaceAll(example, "[1024, 4096]", "[1024]")
	}
	cellResult(t, s, prelude)
	cellResult(t, s, example)
}
