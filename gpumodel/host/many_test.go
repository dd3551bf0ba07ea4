package host_test

import (
	"io"
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
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range programFiles(b, "testdata/many/*.cu") {
		text := textOf(b, name)
		b.Run(strings.TrimSuffix(filepath.Base(name), ".cu"), func(b *testing.B) {
			launches := 0
			for b.Loop() {
				p, err := host.Compile(b.Context(), filepath.Base(name), text, gpumodel.Options{})
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
