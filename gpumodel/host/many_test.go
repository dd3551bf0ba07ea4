package host_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// BenchmarkManyLaunches runs programs that launch a kernel again and again, as a shell does: with the checker, on an H200. The head of each
// program says what it launches.
func BenchmarkManyLaunches(b *testing.B) {
	names, err := filepath.Glob("testdata/many/*.cu")
	if err != nil || len(names) == 0 {
		b.Fatalf("testdata/many has %d programs: %v", len(names), err)
	}
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(name), ".cu"), func(b *testing.B) {
			launches := 0
			for b.Loop() {
				p, err := host.Compile(b.Context(), filepath.Base(name), string(text), gpumodel.Options{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := p.Run(b.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: io.Discard, Stderr: io.Discard})
				if err != nil || r.ExitCode != 0 || len(r.Findings) > 0 {
					b.Fatalf("exit code %d, findings %q, %v", r.ExitCode, r.Findings, err)
				}
				launches = len(r.Launches())
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N*launches), "ms/launch")
		})
	}
}
