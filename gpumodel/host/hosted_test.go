package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/internal/tier"
)

// compiler is a C++ compiler of this machine, which judges what programs print.
func compiler(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"clang++", "g++"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("needs: clang++ or g++")
	return ""
}

// TestHosted: programs without a GPU print what a compiler's build of them prints.
func TestHosted(t *testing.T) {
	tier.Check(t)
	cxx := compiler(t)
	files, err := filepath.Glob("testdata/hosted/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range tier.Sample(t, files, 8) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(built(t, cxx, string(text)), printed(t, string(text))); d != "" {
				t.Errorf("(-the compiler's build +ours)\n%s", d)
			}
		})
	}
}
