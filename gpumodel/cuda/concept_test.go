package cuda

import (
	"strings"
	"testing"
)

// TestConstraints: what violates a constraint is refused with the constraint.
func TestConstraints(t *testing.T) {
	const small = "template <typename T> concept Small = sizeof(T) < 8;\n"
	for _, c := range []struct{ name, source, want string }{
		{"a function", small + "template <Small T> int f(T x) { return 1; }\nint main() { return f(2.0); }",
			`the arguments <double> do not satisfy the constraint of "f": Small<T>`},
		{"a class", small + "template <Small T> struct S { T x; };\nint main() { S<double> s; }",
			`the arguments <double> do not satisfy the constraint of "S": Small<T>`},
		{"a clause behind the parameters", "template <typename T> int f(T x) requires (sizeof(T) == 4) { return 1; }\nint main() { return f(2.0); }",
			`the arguments <double> do not satisfy the constraint of "f": (sizeof(T) == 4)`},
		{"a parameter with auto", small + "int f(Small auto x) { return 1; }\nint main() { return f(2.0); }", `do not satisfy the constraint of "f"`},
		{"none that fits", small + "template <Small T> int f(T x) { return 1; } template <Small T> int f(T x, int y = 0) { return 2; }\n" +
			"int main() { return f(2.0); }", `no overload of "f" takes (double)`},
		{"two that fit equally", "template <typename T> requires (sizeof(T) > 1) int f(T x) { return 1; }\n" +
			"template <typename T> requires (sizeof(T) > 2) int f(T x) { return 2; }\nint main() { return f(2); }", `several overloads of "f" take (int) equally well`},
		{"the variable of a concept", small + "static_assert(!Small<double> && Small<int>);\nint main() {}", ``},
		{"the names as names", "int main() { int concept = 1, requires = 2; return concept + requires; }", ``},
	} {
		_, err := Parse("x.cu", c.source, Options{Host: true})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
