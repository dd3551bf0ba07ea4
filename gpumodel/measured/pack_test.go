package measured_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/programs"
)

// TestDeviceTextAgain: what a real GPU's compiler gets has the lines and the kernels of the text.
func TestDeviceTextAgain(t *testing.T) {
	names := func(m *gpumodel.Module) (all []string) {
		for _, k := range m.Kernels {
			all = append(all, fmt.Sprint(k.Name, k.Params()))
		}
		return all
	}
	for _, p := range programs.All("") {
		m, err := gpumodel.Compile(p.Name, p.Source, gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text := m.File().DeviceText()
		if got, want := strings.Count(text, "\n"), strings.Count(p.Source, "\n"); got != want {
			t.Errorf("%s: %d lines, want %d", p.Name, got, want)
		}
		again, err := gpumodel.Compile(p.Name, text, gpumodel.Options{})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if d := cmp.Diff(names(m), names(again)); d != "" {
			t.Errorf("%s: %s", p.Name, d)
		}
	}
}
