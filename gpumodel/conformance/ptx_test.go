package conformance

import (
	"errors"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/internal/nvcc"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/ptx"
	"warpbook.dev/internal/tier"
)

// TestPTXOfPrograms: ptxas takes the PTX of every built-in program, for cards from 7.0 on.
func TestPTXOfPrograms(t *testing.T) {
	python := nvcc.Python(t)
	var names []string
	var texts [][2]string
	for _, card := range tier.Sample(t, []string{"V100", "T4", "A100 40GB", "RTX 3090", "RTX 4090", "H100 SXM", "B200"}, 2) {
		d := modeltest.Card(t, card)
		for _, p := range tier.Sample(t, programs.All(""), 20) {
			l, err := p.Launch(programs.Run{N: 64})
			if err != nil {
				t.Fatal(err)
			}
			text, err := l.Kernel.PTX(t.Context(), d)
			if unsupported := (*ptx.UnsupportedError)(nil); errors.As(err, &unsupported) {
				t.Errorf("%s on %s: %v", p.Name, card, err)
			}
			if err == nil {
				names, texts = append(names, p.Name+" on "+card), append(texts, [2]string{text, architecture(d)})
			}
		}
	}
	for i, message := range nvcc.Assemble(t, python, texts) {
		if message != "" {
			t.Errorf("%s: ptxas says\n%s\nof\n%s", names[i], message, texts[i][0])
		}
	}
	t.Logf("%d texts", len(texts))
}

// TestPTXOfResults: ptxas takes the PTX of the kernels whose results are known, as far as it is written.
func TestPTXOfResults(t *testing.T) {
	python := nvcc.Python(t)
	files, err := resultFiles()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var texts [][2]string
	lacking := map[string]int{}
	for _, card := range tier.Sample(t, []string{"V100", "T4", "A100 40GB", "H100 SXM", "B200"}, 1) {
		d := modeltest.Card(t, card)
		for _, f := range tier.Sample(t, files, 10) {
			for _, k := range f.kernels {
				text, err := k.PTX(t.Context(), d)
				if unsupported := (*ptx.UnsupportedError)(nil); errors.As(err, &unsupported) {
					lacking[unsupported.What]++
				}
				if err == nil {
					names, texts = append(names, f.name+": "+k.Name+" on "+card), append(texts, [2]string{text, architecture(d)})
				}
			}
		}
	}
	wrong := 0
	for i, message := range nvcc.Assemble(t, python, texts) {
		if message != "" {
			wrong++
			t.Errorf("%s: ptxas says\n%s\nof\n%s", names[i], message, texts[i][0])
		}
	}
	t.Logf("%d texts, %d refused; not written: %v", len(texts), wrong, lacking)
}

// architecture is a device's compute capability without the dot.
func architecture(d *device.Device) string { return strings.ReplaceAll(d.ComputeCapability, ".", "") }
