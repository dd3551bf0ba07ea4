package host_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAbbreviated: functions with auto among their parameters do what a compiler's do by C++20.
func TestAbbreviated(t *testing.T) {
	text, err := os.ReadFile("testdata/hosted20/abbreviated.cpp")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(builtAs(t, compiler(t), "c++20", string(text)), printed(t, string(text))); d != "" {
		t.Errorf("(-the compiler's build +ours)\n%s", d)
	}
}
