package conformance

import (
	"bytes"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"

	gocmp "github.com/google/go-cmp/cmp"
)

// fusedOtherwise are the kernels of testdata/fusing whose results are not a card's: deviation 51.
var fusedOtherwise = []string{"k107"}

// TestFusing compares which products of random sums become multiply-adds with a card, by the bits of the results.
func TestFusing(t *testing.T) {
	tier.Check(t)
	p, err := host.Compile(t.Context(), "probe.cu", read(t, "testdata/fusing/probe.cu"), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if r, err := p.Run(t.Context(), host.Options{Device: card(t, "H200"), Stdout: &out}); err != nil || r.ExitCode != 0 {
		t.Fatalf("%v\n%v", err, r)
	}
	got := strings.Split(out.String(), "\n")
	var differ []string
	for i, line := range strings.Split(strings.TrimPrefix(read(t, "testdata/fusing/expected.txt"),
		"# What probe.cu prints on an H200 (CUDA 13.0, sm_90).\n"), "\n") {
		if i >= len(got) || got[i] != line {
			differ = append(differ, strings.Fields(line)[0])
		}
	}
	if diff := gocmp.Diff(fusedOtherwise, differ); diff != "" {
		t.Errorf("kernels that differ from expected.txt (-known +got):\n%s", diff)
	}
}
