package cuda

import (
	"strings"
	"testing"
)

// TestHostedErrors: what host code may not do, and what it is told.
func TestHostedErrors(t *testing.T) {
	const classes = "#include <string>\nstruct Large { long a, b, c; }; struct Empty {}; struct Pair { long a, b; };\n"
	for _, c := range []struct{ name, source, want string }{
		{"a class with code", classes + `int main() { std::string s("a"); printf("%s", s); }`, `cannot be passed through …: copying it is more than copying its bytes`},
		{"a large class", classes + `int main() { Large s{}; printf("%ld", s); }`, `a Large of 24 bytes cannot be passed through …, only objects of up to 16 bytes`},
		{"an empty class", classes + `int main() { printf("%d", Empty()); }`, `Empty cannot be passed through …: it has no members`},
		{"a large class and a function of the program", classes + `void f(int, ...); int main() { f(1, Large()); }`, `a Large of 24 bytes`},
		{"a class of two words", classes + `int main() { printf("%ld", Pair()); }`, ``},
		{"main alone has no type", `main() {}`, ``},
		{"a function without a type", `f() {} int main() {}`, `unknown type "f"`},
		{"main of a namespace without a type", `namespace n { main() {} } int main() {}`, `unknown type "main"`},
		{"new of the host at file scope", `int *p = new int(1); int main() {}`, ``},
		{"new of the device at file scope", `__device__ int *p = new int(1); int main() {}`, `the initial value of "p" must be constant`},
		{"a static member without a definition", `struct S { static int n; }; int main() { return S::n; }`,
			`static member "n" is declared on line 1 and defined nowhere: write its definition behind the struct, int S::n = …;`},
		{"a static member that nothing uses", `struct S { static int n; }; int main() {}`, ``},
		{"a static member of a class without methods", `struct S { static int n; }; int S::n = 3; int main() { return S::n; }`, ``},
		{"a static member of a class with an error", "namespace a { class C { static int n; static nothing *m; }; int C::n = 0; } int main() {}",
			`unknown type "nothing" of a member of "a::C"`},
		{"a static member of another type", `struct S { static int n; }; float S::n = 0; int main() {}`, `"n" is declared with type float here`},
		{"a deduced result without and with a value", `auto f(int i) { if (i) return; return i; } int main() {}`, `"f" returns int here and void before`},
		{"abs of a float beside that of durations", "#include <chrono>\nusing namespace std::chrono; int main() { float x = -1; return abs(x - 1) > 1; }", ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("p.cu", c.source, Options{Host: true})
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", c.source, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s: got error %v, want %q", c.source, err, c.want)
			}
		})
	}
}
