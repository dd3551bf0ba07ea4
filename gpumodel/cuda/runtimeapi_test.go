package cuda

import (
	"os"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// runtimeNames are the functions of CUDA's runtime, from testdata/runtime_api.txt.
func runtimeNames(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/runtime_api.txt")
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(text))
	if len(names) < 300 {
		t.Fatalf("%d names", len(names))
	}
	return names
}

// TestRuntimeAPI: host code has every function of CUDA's runtime, or is told why not. The list is that of the headers of CUDA 13.0
// (cuda_runtime_api.h, cuda_runtime.h, cuda_profiler_api.h).
func TestRuntimeAPI(t *testing.T) {
	names := runtimeNames(t)
	declared := map[string]bool{}
	for _, name := range RuntimeFunctions() {
		declared[name] = true
	}
	refused := 0
	for _, name := range names {
		switch why := NotModelled(name); {
		case declared[name] == (why != ""):
			t.Errorf("%s is declared: %v; library/cudart/refused.csv says %q of it: want one of both", name, declared[name], why)
		case why != "":
			refused++
		}
	}
	for _, name := range tier.Sample(t, names, tier.Pick(3, 10, len(names))) {
		_, err := Parse("p.cu", "int main() { "+name+"(); }", Options{Host: true})
		got := ""
		if err != nil {
			got = err.Error()
		}
		why := NotModelled(name)
		if strings.Contains(got, "undeclared function") || why != "" && !strings.Contains(got, name+" is not available: "+why) {
			t.Errorf("a call of %s: got %q, want %q", name, got, why)
		}
	}
	for name := range notModelled() {
		prefix, open := strings.CutSuffix(name, "*")
		found := false
		for _, n := range names {
			found = found || n == name || open && strings.HasPrefix(n, prefix)
		}
		if !found {
			t.Errorf("refused.csv has %s, which is no function of the runtime", name)
		}
	}
	t.Logf("%d of %d functions are refused", refused, len(names))
}
