package conformance

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/measured"

	gocmp "github.com/google/go-cmp/cmp"
	"warpbook.dev/internal/tier"
)

var hostedWants = flag.Bool("hosted", false, "let clang write the results of testdata/hosted")

// hostedThreads is how many threads run each kernel of testdata/hosted.
const hostedThreads = 100

// hostedInput is what in[i] is in these kernels.
func hostedInput(i int) int32 { return int32(i*37%200 - 100) }

// TestHosted runs the kernels of testdata/hosted, which are void k(int *out, const int *in, int n),
// on cards with a stack. Their results are those of the same text as a program of the host,
// compiled by clang: NAME.want holds them, and is compared where clang is there.
func TestHosted(t *testing.T) {
	tier.Check(t)
	cards := tier.Sample(t, []string{"C2050", "K20X", "T4", "V100", "H200"}, 1)
	for _, file := range files(t, "testdata/hosted/*.cu") {
		name := strings.TrimSuffix(filepath.Base(file), ".cu")
		source := read(t, file)
		want := hostedWant(t, file, source)
		e := example{name: name, source: source}
		for _, name := range cards {
			t.Run(e.name+"/"+name, func(t *testing.T) {
				d := card(t, name)
				k := e.kernel(t)
				out, err := NewArray(Int32, hostedThreads)
				if err != nil {
					t.Fatal(err)
				}
				in, err := NewArrayFunc(Int32, func(i int) float64 { return float64(hostedInput(i)) }, hostedThreads)
				if err != nil {
					t.Fatal(err)
				}
				grid, block := linear(hostedThreads)
				launch := Launch{Kernel: k, Grid: grid, Block: block, Args: []any{out, in, int64(hostedThreads)}, Mode: Full}
				if _, err := measured.Run(t.Context(), d, launch); err != nil {
					t.Fatal(err)
				}
				got := make([]int32, hostedThreads)
				for i := range got {
					got[i] = int32(out.Int(i))
				}
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Errorf("results differ from those of the host (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// hostedWant is what the kernel of a file computes on the host.
func hostedWant(t *testing.T, file, source string) []int32 {
	t.Helper()
	name := strings.TrimSuffix(file, ".cu") + ".want"
	path, err := exec.LookPath(cmp.Or(os.Getenv("WARPBOOK_CLANG"), "clang"))
	var text string
	if err == nil && (*hostedWants || !testing.Short()) {
		text = hostedRun(t, path, source)
	}
	if text != "" && *hostedWants {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stored := read(t, name)
	if diff := gocmp.Diff(stored, text); text != "" && diff != "" {
		t.Fatalf("%s is not what clang's program prints (-stored +clang):\n%s", name, diff)
	}
	var want []int32
	for _, field := range strings.Fields(stored) {
		x, err := strconv.ParseInt(field, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, int32(x))
	}
	return want
}

// hostedRun compiles a text as a program of the host, and returns what its kernel computes.
func hostedRun(t *testing.T, path, source string) string {
	t.Helper()
	dir := t.TempDir()
	prelude := `#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <utility>
#include <algorithm>
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __noinline__
using std::min; using std::max;
struct { unsigned x, y, z; } threadIdx, blockIdx, blockDim = {100, 1, 1};
#line 1 "k.cu"
`
	main := fmt.Sprintf(`
int main() {
	int n = %d, in[%[1]d], out[%[1]d] = {};
	for (int i = 0; i < n; i++) in[i] = i * 37 %% 200 - 100;
	for (threadIdx.x = 0; threadIdx.x < n; threadIdx.x++) k(out, in, n);
	for (int i = 0; i < n; i++) printf("%%d\n", out[i]);
}
`, hostedThreads)
	text, program := filepath.Join(dir, "k.cpp"), filepath.Join(dir, "k")
	if err := os.WriteFile(text, []byte(prelude+source+main), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(path, "-x", "c++", "-std=c++20", "-O1", "-w", text, "-o", program, "-lstdc++",
		"-lm").CombinedOutput(); err != nil {
		t.Fatalf("clang: %v\n%s", err, out)
	}
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("the host's program: %v\n%s", err, out)
	}
	return string(out)
}

// TestStackOverflow runs recursion without an end, which fills the stack that the host's code asks for.
func TestStackOverflow(t *testing.T) {
	const source = `__device__ int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
__global__ void k(int *out, const int *in, int n) { out[threadIdx.x] = sum(threadIdx.x == 7 ? -1 : 20); }
`
	for host, want := range map[string]string{
		"": "line 1: stack overflow: a thread's stack has 1024 bytes, and a call of sum takes 24: at most 42 calls",
		"int main() { cudaDeviceSetLimit(cudaLimitStackSize, 4 * 1024); }": "a thread's stack has 4096 bytes, and a call of sum takes 24: at most 170 calls",
	} {
		e := example{name: "overflow", source: source + host}
		out, err := NewArray(Int32, 32)
		if err != nil {
			t.Fatal(err)
		}
		_, err = measured.Run(t.Context(), card(t, "H200"), Launch{Kernel: e.kernel(t), Grid: Dim3{X: 1, Y: 1, Z: 1},
			Block: Dim3{X: 32, Y: 1, Z: 1}, Args: []any{out, out, int64(32)}, Mode: Full})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "thread (7, 0, 0)") {
			t.Errorf("%q: %v, want %q and the thread", host, err, want)
		}
	}
}

// TestHeapFaults frees what is not to be freed, and fills the heap.
func TestHeapFaults(t *testing.T) {
	const prelude = "__global__ void k(int *out, const int *in, int n) {\n\tint *p = new int[4];\n\t"
	for body, want := range map[string]string{
		"delete[] p;\n\tif (threadIdx.x == 9) delete[] p;":                                              "line 4: free or delete of 0x",
		"if (threadIdx.x == 9) free(p + 1);":                                                            "which malloc and new of the device have not returned",
		"if (threadIdx.x == 9) free(out);":                                                              "which malloc and new of the device have not returned",
		"int c = 0; while (threadIdx.x == 0 && malloc(1 << 20)) c++; if (threadIdx.x == 0) out[0] = c;": "",
	} {
		e := example{name: "heap", source: prelude + body + "\n}\n"}
		out, err := NewArray(Int32, 32)
		if err != nil {
			t.Fatal(err)
		}
		_, err = measured.Run(t.Context(), card(t, "H200"), Launch{Kernel: e.kernel(t), Grid: Dim3{X: 1, Y: 1, Z: 1},
			Block: Dim3{X: 32, Y: 1, Z: 1}, Args: []any{out, out, int64(32)}, Mode: Full})
		if want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "thread (9, 0, 0)")) {
			t.Errorf("%q: %v, want %q and the thread", body, err, want)
		}
		if want == "" && (err != nil || out.Int(0) != 6) { // with its head a block of 1 MiB takes 1.25
			t.Errorf("%q: %v, %d blocks of 1 MiB, want 6", body, err, out.Int(0))
		}
	}
}
