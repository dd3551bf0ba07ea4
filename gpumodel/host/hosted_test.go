package host_test

import (
	"os/exec"
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
	asBuilt(t, cxx, "c++17", tier.Sample(t, programFiles(t, "testdata/hosted/*.cpp"), 8))
}

// TestHosted20: programs in C++20 print what a compiler's build of them prints.
func TestHosted20(t *testing.T) {
	asBuilt(t, compiler(t), "c++20", programFiles(t, "testdata/hosted20/*.cpp"))
}

// asBuilt compares what programs print with what a compiler's build of them prints.
func asBuilt(t *testing.T, cxx, standard string, files []string) {
	eachProgram(t, files, func(t *testing.T, _, text string) {
		if d := cmp.Diff(builtAs(t, cxx, standard, text), printed(t, text)); d != "" {
			t.Errorf("(-the compiler's build +ours)\n%s", d)
		}
	})
}
