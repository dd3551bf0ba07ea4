package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHosted20: programs in C++20 print what a compiler's build of them prints.
func TestHosted20(t *testing.T) {
	files, err := filepath.Glob("testdata/hosted20/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(builtAs(t, compiler(t), "c++20", string(text)), printed(t, string(text))); d != "" {
				t.Errorf("(-the compiler's build +ours)\n%s", d)
			}
		})
	}
}
