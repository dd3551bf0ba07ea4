package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHosted: programs without a GPU print what clang's build of them prints.
func TestHosted(t *testing.T) {
	clang, err := exec.LookPath("clang++")
	if err != nil {
		t.Skip("needs: clang++")
	}
	files, err := filepath.Glob("testdata/hosted/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(built(t, clang, string(text)), printed(t, string(text))); d != "" {
				t.Errorf("(-clang's build +ours)\n%s", d)
			}
		})
	}
}
