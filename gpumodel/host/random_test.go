package host_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/internal/randomcpp"
	"warpbook.dev/internal/tier"
)

var randomPrograms = flag.Int("programs", 0, "how many random programs TestRandomPrograms compares with a compiler, if not the usual number")

// atOnce are compiled together.
const atOnce = 100

// TestRandomPrograms: random C++ programs for the host print what a compiler's build of the same text prints.
func TestRandomPrograms(t *testing.T) {
	tier.Check(t)
	cxx := compiler(t)
	n := tier.Pick(0, 15, 2000)
	if *randomPrograms > 0 {
		n = *randomPrograms
	}
	for first := 0; first < n; first += atOnce {
		last := min(first+atOnce, n)
		var all strings.Builder
		all.WriteString("#include <cstdio>\n")
		calls := ""
		for seed := first; seed < last; seed++ {
			fmt.Fprintf(&all, "namespace p%d {\n%s}\n", seed, randomProgram(seed))
			calls += fmt.Sprintf("p%d::all(); puts(\"\");\n", seed)
		}
		fmt.Fprintf(&all, "int main() {\n%s}\n", calls)
		want := strings.Split(built(t, cxx, all.String()), "\n")
		for seed := first; seed < last; seed++ {
			source := "#include <cstdio>\n" + randomProgram(seed) + "int main() { all(); }\n"
			if got := printed(t, source); got != want[seed-first] {
				t.Errorf("seed %d: got\n%s, the compiler's build prints\n%s\n%s", seed, got, want[seed-first], source)
			}
		}
	}
}

// randomProgram is a program without its main: all() prints what each of its threads computes.
func randomProgram(seed int) string {
	var b strings.Builder
	b.WriteString("static struct { unsigned x; } self;\n")
	b.WriteString(strings.NewReplacer("__global__", "static", "__device__", "", "threadIdx", "self").Replace(randomcpp.Program(uint64(seed))))
	fmt.Fprintf(&b, "static unsigned out[%d], in[%d];\nstatic void all() {\n", randomcpp.Threads, randomcpp.Inputs)
	fmt.Fprintf(&b, "for (unsigned i = 0; i < %d; i++) in[i] = i * i * 2654435761u ^ i << 7;\n", randomcpp.Inputs)
	fmt.Fprintf(&b, "for (unsigned i = 0; i < %d; i++) { self.x = i; k(out, in, %d); printf(\"%%u \", out[i]); }\n}\n",
		randomcpp.Threads, randomcpp.N)
	return b.String()
}

// built is what a compiler's build of a text prints.
func built(t *testing.T, cxx, text string) string {
	t.Helper()
	return builtAs(t, cxx, "c++17", text)
}

// builtAs is built by a standard of C++.
func builtAs(t *testing.T, cxx, standard, text string) string {
	t.Helper()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "p.cpp"), filepath.Join(dir, "p")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cxx, "-std="+standard, "-O0", "-w", "-ffp-contract=off", source, "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%.3000s", cxx, err, out)
	}
	cmd := exec.Command(program)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// printed is what a program prints here.
func printed(t *testing.T, source string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := host.Compile(ctx, "p.cu", source, gpumodel.Options{})
	if err != nil {
		t.Errorf("%v\n%s", err, source)
		return ""
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	var texts [2]string
	for i := range texts {
		var out strings.Builder
		o := host.Options{Device: d, Args: []string{"./p"}, Folder: &folder.Folder{Dir: t.TempDir()}, Stdout: &out, Stderr: io.Discard}
		if i == 1 {
			o = o.Eagerly()
		}
		r, err := p.Run(ctx, o)
		if err != nil {
			t.Errorf("%v\n%s", err, source)
			return ""
		}
		if r.ExitCode != 0 || len(r.Findings) > 0 {
			t.Errorf("exit code %d, %q", r.ExitCode, r.Findings)
		}
		texts[i] = out.String()
	}
	if d := cmp.Diff(texts[0], texts[1]); d != "" {
		t.Errorf("machine code prints something else (-interpreted +machine code)\n%s\n%s", d, source)
	}
	return texts[0]
}
