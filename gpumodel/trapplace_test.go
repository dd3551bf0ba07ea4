package gpumodel_test

import (
	"errors"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/warp"
)

// TestTrapInHeader ends a kernel in a file that it includes: the trap's place is there.
func TestTrapInHeader(t *testing.T) {
	const source = "#include \"far.cuh\"\n__global__ void k(int *a) { a[0] = far(a); }"
	m, err := Compile("k.cu", source, Options{Include: func(name, _ string) (string, string, bool) {
		return name, "#pragma once\n__device__ int far(int *p)\n{\n\treturn p[1 << 28];\n}\n", name == "far.cuh"
	}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewArray(Int32, 16)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"GTX 280", "C2050", "H200"} {
		_, err = Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{a}})
		trap := (*warp.Trap)(nil)
		if !errors.As(err, &trap) {
			t.Fatalf("%s: error %v, want a trap", name, err)
		}
		file, line, text := m.File().Place(trap.Line)
		if file != "far.cuh" || line != 4 || text != "\treturn p[1 << 28];" {
			t.Errorf("%s: the trap is in line %d of %s: %q", name, line, file, text)
		}
	}
}
