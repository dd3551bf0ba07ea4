package host_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
)

// TestAccount: what a program holds is counted before it is there, and what it may not hold it does not get. The bytes that this
// process asks for tell whether something was there all the same.
func TestAccount(t *testing.T) {
	const limit = 16 << 20
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	const headers = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
	for name, c := range map[string]struct{ source, prints, told string }{
		"variables": {"char g[2000000000];\nint main() { printf(\"%d\\n\", g[5]); }", "", "line 4: g has 2000000000 bytes: a program may hold 16 MiB"},
		"small blocks": {
			"int main() { int n = 0; for (int i = 0; i < 200000; i++) n += malloc(1) != NULL; printf(\"%d\\n\", n < 100000); }", "1\n", "",
		},
		"blocks that are freed": {
			"int main() { int n = 0; for (int i = 0; i < 300000; i++) { char *p = (char *)malloc(100); n += p != NULL; free(p); } printf(\"%d\\n\", n); }", "300000\n", "",
		},
		"a long text": {
			"int main()\n{\n    char *s = (char *)malloc(3000000);\n    memset(s, 'a', 2999999);\n    s[2999999] = 0;\n" +
				"    printf(\"%d\\n\", snprintf(NULL, 0, \"%s%s%s%s%s%s%s%s\", s, s, s, s, s, s, s, s));\n}", "-1\n", "line 9: snprintf of a text that is longer than what the program may hold, 16 MiB",
		},
		"a block for which there is no room": {
			"int main() {\n    float *p = (float *)malloc(1 << 30);\n    p[0] = 1;\n}", "", "line 6: segmentation fault: write of 4 bytes at 0x0: the pointer is null; line 5 had asked for 1073741824 bytes and got NULL: a program may hold 16 MiB",
		},
		"an array of new for which there is no room": {
			"int main() {\n    float *p = new float[1 << 28];\n    p[0] = 1;\n}", "", "line 5: abort: new of 1073741824 bytes throws std::bad_alloc, which is never caught: a program may hold 16 MiB",
		},
		"a short copy": {
			"int main() { char b[8]; printf(\"%d\\n\", calloc(1UL << 62, 8) == NULL); fflush(stdout); strncpy(b, \"abc\", 1UL << 45); }", "1\n", "segmentation fault",
		},
		"events": {
			"int main() { cudaEvent_t e; for (;;) cudaEventCreate(&e); }", "", "killed: the program may hold 16 MiB, and what it keeps of handles, copies and launches takes more",
		},
		"events that are destroyed": {
			"int main() { cudaEvent_t e; for (int i = 0; i < 100000; i++) { cudaEventCreate(&e); cudaEventDestroy(e); } puts(\"a\"); }", "a\n", "",
		},
		"small pinned blocks": {
			"int main() { char *p; int n = 0; for (int i = 0; i < 10000; i++) n += cudaMallocHost(&p, 1) == 0; printf(\"%d\\n\", n); }", "", "killed: the program may hold 16 MiB",
		},
		"copies without end": {
			"int main() { int *p, n; cudaMalloc(&p, 4); for (;;) cudaMemcpy(p, &n, 4, cudaMemcpyHostToDevice); }", "", "killed: the program may hold 16 MiB",
		},
		"nodes of graphs that are destroyed": {
			"int main() { cudaGraph_t g; cudaGraphNode_t n; for (int i = 0; i < 50000; i++) { cudaGraphCreate(&g, 0); cudaGraphAddEmptyNode(&n, g, 0, 0); cudaGraphDestroy(g); } puts(\"a\"); }", "a\n", "",
		},
		"variables of the GPU":   {"__device__ char g[2000000000];\n__global__ void k() { g[5] = 1; }\nint main() { k<<<1, 1>>>(); }", "", "line 4: g has 2000000000 bytes: a program may hold 16 MiB"},
		"the length of nothing":  {"int main() { puts(\"a\"); return strlen(NULL); }", "a\n", "segmentation fault"},
		"a text that is nowhere": {"int main() { printf(\"%s\\n\", (char *)NULL); printf(\"%s\\n\", (char *)12345); }", "(null)\n", "segmentation fault"},
		"a block that cannot grow": {
			"int main() { char *p = (char *)malloc(4), *q; strcpy(p, \"abc\"); q = (char *)realloc(p, (size_t)-1); printf(\"%d %s\\n\", q == NULL, p); }", "1 abc\n", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := host.Compile(t.Context(), "p.cu", headers+c.source, gpumodel.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			before := allocated()
			r, err := p.Run(t.Context(), host.Options{Device: d, Stdout: &out, Stderr: io.Discard, Memory: limit})
			took := allocated() - before
			told := ""
			if err != nil {
				told = err.Error()
			} else {
				told = strings.Join(r.Told(), "\n")
			}
			if out.String() != c.prints || !strings.Contains(told, c.told) || c.told == "" && told != "" {
				t.Errorf("prints %q, tells %q; want %q, %q", out.String(), told, c.prints, c.told)
			}
			if name != "blocks that are freed" && took > 8*limit { // copies of what is held are not held
				t.Errorf("takes %d MB", took>>20)
			}
		})
	}
}

// TestLargeInitialiser: what an initialiser does not name of a large array is data, not code.
func TestLargeInitialiser(t *testing.T) {
	before := allocated()
	if _, err := host.Compile(t.Context(), "p.cu", "int a[1 << 28] = {1};\nstruct { int n; double d[1 << 20]; } s[4] = {{1, {2}}, {3}};\nint main() { return a[7] + s[1].n; }", gpumodel.Options{}); err != nil {
		t.Fatal(err)
	}
	if took := allocated() - before; took > 500<<20 {
		t.Errorf("compiling takes %d MB", took>>20)
	}
}

// TestInterruptedCalls: a loop that does little more than call functions which take long hears of an interrupt at once.
func TestInterruptedCalls(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{
		"char *p = (char *)malloc(1 << 20); for (;;) memset(p, 1, 1 << 20);", "char *p = 0; for (int n = 0; ; n += 1000) p = (char *)realloc(p, n % (1 << 20));",
		"int *p; cudaMalloc(&p, 1 << 20); for (;;) cudaMemset(p, 0, 1 << 20);", "for (;;) k<<<1, 1>>>();",
	} {
		p, err := host.Compile(t.Context(), "p.cu", "#include <stdlib.h>\n#include <string.h>\n__global__ void k() {}\nint main() { "+body+" }", gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		interrupted := errors.New("interrupted")
		looks := cputime.NewCountdown(t.Context(), 2000, interrupted)
		began := cputime.Process()
		if _, err := p.Run(looks, host.Options{Device: d}); !errors.Is(err, interrupted) {
			t.Errorf("%s ends with %v", body, err)
		}
		if took := cputime.Process() - began; took > 10*time.Second {
			t.Errorf("%s goes on for %v", body, took)
		}
	}
}
