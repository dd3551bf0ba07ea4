package host_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

var update = flag.Bool("update", false, "write what programs do to testdata")

// TestPrograms: whole programs print what they print on a GPU, and what is wrong with them is told with its line.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	if !*update {
		files = tier.Sample(t, files, tier.Pick(6, len(files)/2, len(files)))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := does(t, string(text))
			compareGolden(t, strings.TrimSuffix(file, ".cu")+".golden", got)
		})
	}
}

// compareGolden compares with what a file has, which -update writes.
func compareGolden(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// does is what a program prints, how it ends, what it launched, and what is wrong with it.
func does(t *testing.T, source string) string {
	t.Helper()
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", source, gpumodel.Options{})
	if list := (token.ErrorList)(nil); errors.As(err, &list) {
		return "-- findings --\n" + list.Detail() + "\n"
	} else if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	r, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &errs})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "-- stdout --\n%s-- stderr --\n%s-- exit code %d --\n", out.String(), errs.String(), r.ExitCode)
	for i := range r.Ops {
		fmt.Fprintf(&b, "%s, stream %d\n", r.Ops[i].Name(), r.Ops[i].Stream)
	}
	b.WriteString("-- findings --\n")
	for _, line := range r.Told() {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// compiled is a program without mistakes.
func compiled(t *testing.T, source string) *host.Program {
	t.Helper()
	p, err := host.Compile(t.Context(), "p.cu", source, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ran is what a program prints on a Tesla T4, the standard output and that of errors together, and what it has done.
func ran(t *testing.T, p *host.Program, o host.Options) (string, *host.Run) {
	t.Helper()
	var err error
	if o.Device, err = device.Get("Tesla T4"); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	o.Stdout, o.Stderr = &out, &out
	r, err := p.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), r
}

// TestEndlessProgramIsCancelled: a loop of the host that never ends is left when its context is.
func TestEndlessProgramIsCancelled(t *testing.T) {
	p, err := host.Compile(t.Context(), "p.cu", "int main() { volatile int i = 0; while (1) i++; }", gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	interrupted := errors.New("interrupted")
	if _, err := p.Run(cputime.NewCountdown(t.Context(), 20, interrupted), host.Options{Device: d}); !errors.Is(err, interrupted) {
		t.Errorf("got %v", err)
	}
}

// TestRefused: what the host's code cannot have is an error with its line.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		"int f() { return 1; }":                                            "the program has no main",
		"int main() { __syncthreads(); }":                                  "the host cannot use __syncthreads()",
		"#include <cstdio>\nint main() { printf(); }":                      "printf takes at least 1 argument, got 0",
		"#include <cstdio>\nint main() { fprintf(stderr); }":               "fprintf takes at least 2 arguments, got 1",
		"#include <cstdio>\nint main() { snprintf(0, 0); }":                "snprintf takes at least 3 arguments, got 2",
		"__global__ void k() {}\n__device__ int main() { k<<<1, 1>>>(); }": "main is host code: write int main(…) without __device__",
		// What would be code for each of a thousand million elements.
		"struct L { int x; L() {} L(const L &o) : x(o.x) {} };\nstruct T { L b[1 << 30]; int z; };\nint main() { T *t = 0; T v = *t; return v.z; }": "an array with more than 4096 objects cannot be copied",
		"int big[1 << 30];\nint main() { auto &[a, b] = big; return a; }":                                                                           "has 1073741824 parts, got 2 names",
		"struct D { int k; D(int x) : k(x) {} ~D() {} };\nD all[1 << 30] = {D(1)};\nint main() { return all[0].k; }":                                "has 1073741824 elements: the model copies or initialises at most 16384 at once",
	} {
		if _, err := host.Compile(t.Context(), "p.cu", source, gpumodel.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", source, err, want)
		}
	}
}

// TestMemory: a program that takes more memory than it may have is told so, and goes on.
func TestMemory(t *testing.T) {
	source := "#include <stdio.h>\n#include <stdlib.h>\nint main() { char *d; printf(\"%d %d\\n\", malloc(2 << 20) == NULL, cudaMalloc(&d, 2 << 20)); }"
	out, r := ran(t, compiled(t, source), host.Options{Memory: 1 << 20})
	if out != "1 2\n" || len(r.Findings) != 1 || !strings.Contains(r.Findings[0], "may hold 1 MiB") {
		t.Errorf("got %q, %q", out, r.Findings)
	}
}

// TestFilesStayBelow: a program opens files below its directory, and no others.
func TestFilesStayBelow(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", filepath.Join(inside, "link")); err != nil {
		t.Fatal(err)
	}
	source := "#include <stdio.h>\nint main() { const char *names[] = {\"../secret\", \"link\", \"/etc/passwd\", \"a/../../secret\"};\n" +
		"for (int i = 0; i < 4; i++) printf(\"%d%d \", fopen(names[i], \"r\") != NULL, fopen(names[i], \"w\") != NULL && i != 1); }"
	if out, _ := ran(t, compiled(t, source), host.Options{Folder: &folder.Folder{Dir: inside}}); out != "00 00 00 00 " {
		t.Errorf("got %q: a file outside was opened", out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(text) != "x" {
		t.Errorf("the file outside is %q now, %v", text, err)
	}
}

// TestConversions: numbers that an integer cannot hold are in host code what gcc makes of them on x86-64, without optimisation, and
// in a kernel what a card does.
func TestConversions(t *testing.T) {
	const program = `#include <cstdio>
__host__ __device__ void print(float x)
{
    printf("%u %u %u %d %llu %lld\n", (unsigned)(unsigned char)x, (unsigned)(unsigned short)x, (unsigned)x, (int)x, (unsigned long long)x, (long long)x);
}
__global__ void k(float x) { print(x); }
int main()
{
    float x[] = {-5.5f, 300.0f, -70000.0f, 3e9f, 5e9f, 1e19f, 1e30f, 0.0f};
    x[7] = x[6] * x[6] - x[6] * x[6]; // infinity less infinity
    for (int i = 0; i < 8; i++) { print(x[i]); k<<<1, 1>>>(x[i]); cudaDeviceSynchronize(); }
}`
	const want = `251 65531 4294967291 -5 18446744073709551611 -5
0 0 0 -5 0 -5
44 300 300 300 300 300
44 300 300 300 300 300
144 61072 4294897296 -70000 18446744073709481616 -70000
0 0 0 -70000 0 -70000
0 0 3000000000 -2147483648 3000000000 3000000000
0 24064 3000000000 2147483647 3000000000 3000000000
0 0 705032704 -2147483648 5000000000 5000000000
255 65535 4294967295 2147483647 5000000000 5000000000
0 0 0 -2147483648 9999999980506447872 -9223372036854775808
255 65535 4294967295 2147483647 9999999980506447872 9223372036854775807
0 0 0 -2147483648 0 -9223372036854775808
255 65535 4294967295 2147483647 18446744073709551615 9223372036854775807
0 0 0 -2147483648 9223372036854775808 -9223372036854775808
0 0 0 0 9223372036854775808 -9223372036854775808
`
	if d := cmp.Diff(want, printed(t, program)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
