package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/host"
)

// several compiles the sources of a program, whose headers are beside them.
func several(t *testing.T, sources []token.Source, headers map[string]string) (*host.Program, error) {
	t.Helper()
	return host.Compile(t.Context(), sources[0].Name, token.Join(sources),
		gpumodel.Options{Include: func(name, _ string) (string, string, bool) {
			text, ok := headers[name]
			return name, text, ok
		}})
}

// TestSeveralSources: sources are translation units. What several of them have from a header is one thing, what one of them has for
// itself does not meet the others, and macros end with their source.
func TestSeveralSources(t *testing.T) {
	var sources []token.Source
	headers := map[string]string{}
	files, err := filepath.Glob("testdata/sources/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	want := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch name := filepath.Base(file); filepath.Ext(file) {
		case ".h":
			headers[name] = string(text)
		case ".golden":
			want = string(text)
		default:
			sources = append(sources, token.Source{Name: name, Text: string(text)})
		}
	}
	p, err := several(t, sources, headers)
	if err != nil {
		t.Fatal(err)
	}
	out, r := ran(t, p, host.Options{Args: []string{"./a.out"}})
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	if got := strings.Join(r.Findings, "\n"); got != "line 24 of b.cu: cudaFree of what was freed in line 23 of b.cu" {
		t.Errorf("findings are %q", got)
	}
}

// TestSourcesRefused: mistakes name the file that has them.
func TestSourcesRefused(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"int f();\nint main() { return f(); }", "\nint g() { return 1 }", "b.cu:2:19"},
		{"int f();\nint main() { return f(); }", "int g() { return 1; }", "a.cu:2:21"},
		{"int main() { return 0; }", "int n;\nint main() { return 1; }", "b.cu:2:5"},
		{"extern int n;\nint main() { return n; }", "int m;", `"n" is declared extern on line 1 of a.cu and defined nowhere`},
		{"extern int n;\nint main() { return n; }", "float n;", `"n" is declared with type float here, and with type int on line 1 of a.cu`},
		{"#ifdef A\nint main() { return 0; }", "int n;", "a.cu:1:2: #ifdef has no #endif"},
	} {
		_, err := several(t, []token.Source{{Name: "a.cu", Text: test.a}, {Name: "b.cu", Text: test.b}}, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q, %q: got %v, want %q", test.a, test.b, err, test.want)
		}
	}
}
