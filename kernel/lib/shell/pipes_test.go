package shell

import (
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestEndlessProducers: a command without an end stops where its reader has what it wants, with the status of SIGPIPE. A test of a loop
// that does not end would hang.
func TestEndlessProducers(t *testing.T) {
	tier.Check(t)
	t.Chdir(t.TempDir())
	s, _ := newSession()
	if _, outcome := execute(t.Context(), s, "%%writefile endless.cu\n#include <cstdio>\nint main() { for (int i = 0;; i++) printf(\"line %d\\n\", i); }"); outcome.Error != nil {
		t.Fatal(outcome.Error)
	}
	if out, _ := execute(t.Context(), s, "!nvcc endless.cu -o endless"); out != "" {
		t.Fatal(out)
	}
	ten := strings.Repeat("y\n", 10)
	for _, tc := range []struct{ text, want string }{
		{"yes | head", ten},
		{"yes a b | head -n 2", "a b\na b\n"},
		{"yes | head -3 | wc -l", "3\n"},
		{"yes | head -c 5; echo", "y\ny\ny\n"},
		{"while true; do echo y; done | head -2", "y\ny\n"},
		{"while :; do printf 'a\\nb\\n'; done | head -n 3", "a\nb\na\n"},
		{"for ((i = 0; ; i++)); do echo $i; done | head -n2", "0\n1\n"},
		{"f() { while true; do echo f; done; }; f | head -1; echo on", "f\non\n"},
		{"(while true; do echo in; done; echo never) | head -1", "in\n"},
		{"(echo 1; (while true; do echo 2; done); echo 3) | head -2", "1\n2\n"},
		{"seq 1 100000000000 | head -2", "1\n2\n"},
		{"./endless | head -2", "line 0\nline 1\n"},
		{"./endless | cat | head -2", "line 0\nline 1\n"},
		{"echo a | head -0; echo b", "b\n"},
		{"seq 3 | head -n -1", "1\n2\n"},
		{"seq 3 > n; yes | head -1 n", "1\n"},
		{"yes | read x; yes | tail -1", "y\n"},
		{"x=$(yes | head -2); echo $x", "y y\n"},
		{"set -e; yes | head -1; echo goes on", "y\ngoes on\n"},
		{"yes", "yes: has no end: give it a reader, yes | ./x\n"},
	} {
		got, outcome := execute(t.Context(), s, "!"+tc.text)
		got, _, _ = strings.Cut(got, "\non Tesla T4")
		if got != tc.want || outcome.Error != nil {
			t.Errorf("%s: %.200q, %v; want %q", tc.text, got, outcome.Error, tc.want)
		}
	}
}
