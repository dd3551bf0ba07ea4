// Package nvcc asks NVIDIA's compiler what it makes of kernels, and says the same of code in
// one form, so that tests can hold the model's compiler against it. NVRTC and nvdisasm are
// Python packages (.ci/requirements-nvcc.txt) and need no GPU; WARPBOOK_NVCC_PYTHON names the
// Python that has them.
//
// Begin with Code: a kernel's accesses and branches. Loops finds its loops, and Shape what the
// two compilers are compared by.
package nvcc

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"warpbook.dev/internal/tier"
)

// Architectures are those of the tables, without the dot.
var Architectures = []string{"70", "75", "80", "86", "90"}

//go:embed nvcc.py
var script string

// A Unit is a source to compile.
type Unit struct {
	Source      string   `json:"source"`
	Expressions []string `json:"expressions"` // the instances of templates that are wanted
	Options     []string `json:"options"`
}

// An Answer is what the compiler makes of a unit for an architecture.
type Answer struct {
	Error   string
	Kernels []Kernel
}

// A Kernel is the machine code of one. Code is in the disassembler's words; the target of a
// branch is the number of an instruction, behind an @.
type Kernel struct {
	Name                     string
	Registers, Stack, Shared int
	Code                     []string
}

// Python returns the Python that has the compiler.
func Python(t testing.TB) string {
	t.Helper()
	tier.Check(t)
	python := os.Getenv("WARPBOOK_NVCC_PYTHON")
	if python == "" {
		t.Skip("needs: a Python with .ci/requirements-nvcc.txt in WARPBOOK_NVCC_PYTHON")
	}
	return python
}

// Compile compiles units for architectures: an answer for each, in that order.
func Compile(t testing.TB, python string, units []Unit, architectures ...string) [][]Answer {
	t.Helper()
	var answers [][]Answer
	ask(t, python, map[string]any{"units": units, "architectures": architectures}, &answers)
	return answers
}

// Assemble returns what ptxas says of texts, each for an architecture: nothing of those that it takes.
func Assemble(t testing.TB, python string, texts [][2]string) (messages []string) {
	t.Helper()
	ask(t, python, map[string]any{"ptx": texts}, &messages)
	return messages
}

func ask(t testing.TB, python string, request, answer any) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), python, "-c", script)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", python, err, &stderr)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatal(err)
	}
}

// Find returns the kernel of a name, or nil.
func (a Answer) Find(name string) *Kernel {
	var found *Kernel
	for i := range a.Kernels {
		if a.Kernels[i].Name == name {
			if found != nil {
				return nil // overloads: which of them is meant?
			}
			found = &a.Kernels[i]
		}
	}
	return found
}
