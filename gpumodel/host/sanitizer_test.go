package host_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

// TestSanitizerSamples: each sample that NVIDIA's compute-sanitizer is shown with tells its fault, at the line of the launch and at
// those of the accesses. testdata/sanitizer/findings.csv has how each begins, once for a program; the samples that patch an API are not
// programs with a fault.
//
// accept/fetch.sh brings the repository of testdata/sanitizer/repositories.csv; WARPBOOK_CORPUS names its folder.
func TestSanitizerSamples(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_CORPUS")
	if corpus == "" {
		t.Skip("checks the samples of compute-sanitizer: gpumodel/conformance/testdata/accept/fetch.sh DIR gpumodel/host/testdata/sanitizer/repositories.csv, " +
			"then WARPBOOK_LONG=1 WARPBOOK_CORPUS=DIR go test ./gpumodel/host -run TestSanitizerSamples -v")
	}
	tier.Long(t)
	rows := tables.Rows(t, "testdata/sanitizer/findings.csv")
	if len(rows) != 8 {
		t.Fatalf("%d samples, want 8", len(rows))
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row[0], func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(corpus, "NVIDIA+compute-sanitizer-samples", row[0]))
			if err != nil {
				t.Fatal(err)
			}
			p, err := host.Compile(t.Context(), filepath.Base(row[0]), string(text), gpumodel.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: io.Discard, Stderr: io.Discard,
				Checking: host.CheckAll})
			if err != nil {
				t.Fatal(err)
			}
			told := r.Told()
			if !slices.ContainsFunc(told, func(line string) bool { return strings.HasPrefix(line, row[1]) }) {
				t.Errorf("tells\n%s\nwant a line that begins with\n%s", strings.Join(told, "\n"), row[1])
			}
		})
	}
}
