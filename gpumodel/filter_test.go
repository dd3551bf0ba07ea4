package gpumodel_test

import (
	"context"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/internal/cputime"
)

// BenchmarkChecked is what it takes to look for faults in launches that have none, in times of the launch's results. A
// launch that may have faults for all that the fast path can tell is marked as slow.
func BenchmarkChecked(b *testing.B) {
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	launches, err := speedLaunches()
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range launches {
		b.Run(l.Kernel.Name, func(b *testing.B) {
			ctx := context.Background()
			suspected, err := observe.Suspicion(ctx, d, l)
			if err != nil {
				b.Fatal(err)
			}
			if suspected != "" {
				b.Log("slow: ", suspected)
			}
			results, checked := 0.0, 0.0
			for b.Loop() {
				begun := cputime.Process()
				if err := resultsOf(ctx, l, d); err != nil {
					b.Fatal(err)
				}
				half := cputime.Process()
				if _, err := observe.Check(ctx, d, l); err != nil {
					b.Fatal(err)
				}
				results += (half - begun).Seconds()
				checked += (cputime.Process() - half).Seconds()
			}
			b.ReportMetric(checked/results, "times")
			b.ReportMetric(1e3*results/float64(b.N), "ms-results")
		})
	}
}
