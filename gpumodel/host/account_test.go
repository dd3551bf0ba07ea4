package host_test

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
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
		"a short copy": {
			"int main() { char b[8]; printf(\"%d\\n\", calloc(1UL << 62, 8) == NULL); fflush(stdout); strncpy(b, \"abc\", 1UL << 45); }", "1\n", "segmentation fault",
		},
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
			r, err := p.Run(t.Context(), host.Options{Device: d, Stdout: &out, Memory: limit})
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
