package host_test

import (
	"errors"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// tentative is C: definitions without a value stand beside others of the same variable. It prints what gcc's and clang's program prints.
const tentative = `#include <stdio.h>
int x;
int x = 3;
int x;
extern int x;
static int y; static int y;
int *p = &x; int *p;
extern int later; int later; int later = 7;
int z[2]; int z[2] = {1, 2};
double d = 1.5; double d;
int main(void) { printf("%d %d %d %d %d %g\n", x, y, *p, later, z[1], d); return 0; }
`

// TestTentativeDefinitions: a source of C may define a variable again without a value; one of CUDA C++ may not, and is told why.
func TestTentativeDefinitions(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.c", tentative, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &out}); err != nil {
		t.Fatal(err)
	}
	if want := "3 0 3 7 2 1.5\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	for _, test := range []struct{ name, source, want string }{
		{"p.cu", tentative, "C allows that"},
		{"p.c", "int x = 1;\nint x = 2;\nint main(void) { return x; }\n", `2:5: "x" is declared twice; the first time on line 1`},
		{"p.c", "int x;\nfloat x = 2;\nint main(void) { return 0; }\n", `"x" is declared with type float here, and with type int on line 1`},
	} {
		var list token.ErrorList
		if _, err := host.Compile(t.Context(), test.name, test.source, gpumodel.Options{}); !errors.As(err, &list) ||
			!strings.Contains(list.Detail(), test.want) {
			t.Errorf("%s: %v, want an error with %q", test.name, err, test.want)
		}
	}
}
